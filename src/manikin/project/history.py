"""Undo and redo: the steps, and the place of the current one among them.

Only the current document is in memory; the others are read when needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from manikin.document.document import Document
from manikin.errors import InputError

__all__ = ["History", "HistoryData", "HistoryEntry"]

MAX_SHOWN = 200
"""Entries before and after the place that are sent to a page."""


@dataclass(frozen=True)
class HistoryEntry:
    """A step: its label, and a function that reads the document after it."""

    label: str
    load: Callable[[], Document]


@dataclass(frozen=True, kw_only=True)
class HistoryData:
    """The labels of undo and redo, and of the steps around the place; the first ``place`` of them are done.

    ``older`` is the number of steps before these, which can be undone too.
    """

    undo: str | None
    redo: str | None
    entries: tuple[str, ...]
    place: int
    older: int


class History:
    """Steps from the number ``first`` on; ``place`` is the current one, and ``document`` its document."""

    def __init__(
        self, entries: list[HistoryEntry], *, first: int = 0, place: int | None = None, kept: int = 1000
    ) -> None:
        self.entries, self.first, self.kept = entries, first, kept
        self.place = first + len(entries) - 1 if place is None else place
        self.document = self.at(self.place)

    @classmethod
    def of(cls, document: Document, label: str = "Open") -> History:
        """A new history that begins with a document."""
        return cls([HistoryEntry(label, lambda: document)])

    def at(self, place: int) -> Document:
        """The document at a place."""
        return self.entries[place - self.first].load()

    def go(self, place: int, document: Document) -> None:
        """Make another place the current one; its document was read already."""
        self.document, self.place = document, place

    def push(self, label: str, document: Document, load: Callable[[], Document] | None = None) -> None:
        """Add a step; undone steps are dropped.  Without ``load`` the document stays in memory."""
        del self.entries[self.place - self.first + 1 :]
        self.entries.append(HistoryEntry(label, load or (lambda: document)))
        self.document = document
        self.place += 1
        surplus = len(self.entries) - self.kept - 1
        if surplus > 0:
            del self.entries[:surplus]
            self.first += surplus

    def undone(self) -> int:
        """The place after an undo."""
        if self.place == self.first:
            raise InputError("there is nothing to undo")
        return self.place - 1

    def redone(self) -> int:
        """The place after a redo."""
        if self.place - self.first == len(self.entries) - 1:
            raise InputError("there is nothing to redo")
        return self.place + 1

    def data(self) -> HistoryData:
        """What undo and redo would do, and the steps around the place."""
        done = self.place - self.first
        begin = max(0, done - MAX_SHOWN)
        labels = tuple(entry.label for entry in self.entries[begin + 1 : done + MAX_SHOWN + 1])
        place = done - begin
        return HistoryData(
            undo=labels[place - 1] if place else None,
            redo=labels[place] if place < len(labels) else None,
            entries=labels,
            place=place,
            older=begin,
        )
