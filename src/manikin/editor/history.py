"""Undo and redo: steps one after the other, and the place among them.

Only the document at the place lies in memory; the others are read when they are gone to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from manikin.document.document import Document
from manikin.editor.wire_types import HistoryData
from manikin.errors import InputError

__all__ = ["History", "HistoryEntry"]

SHOWN = 200


@dataclass(frozen=True)
class HistoryEntry:
    """A step: what it did, and how to read the document after it."""

    label: str
    load: Callable[[], Document]


class History:
    """Steps from the number ``first`` on, of which ``place`` is the one that ``document`` stands at."""

    def __init__(
        self, steps: list[HistoryEntry], *, first: int = 0, place: int | None = None, kept: int = 1000
    ) -> None:
        self.steps, self.first, self.kept = steps, first, kept
        self.place = first + len(steps) - 1 if place is None else place
        self.document = self.at(self.place)

    def at(self, place: int) -> Document:
        """The document at a place."""
        return self.steps[place - self.first].load()

    def go(self, place: int, document: Document) -> None:
        """Stand at another place, whose document was read."""
        self.document, self.place = document, place

    def push(self, label: str, document: Document, load: Callable[[], Document] | None = None) -> None:
        """A new step; what was undone is gone.  Without ``load`` the document stays in memory."""
        del self.steps[self.place - self.first + 1 :]
        self.steps.append(HistoryEntry(label, load or (lambda: document)))
        self.document = document
        self.place += 1
        surplus = len(self.steps) - self.kept - 1
        if surplus > 0:
            del self.steps[:surplus]
            self.first += surplus

    def undone(self) -> int:
        """The place after an undo."""
        if self.place == self.first:
            raise InputError("there is nothing to undo")
        return self.place - 1

    def redone(self) -> int:
        """The place after a redo."""
        if self.place - self.first == len(self.steps) - 1:
            raise InputError("there is nothing to redo")
        return self.place + 1

    def data(self) -> HistoryData:
        """As the page is told of it: the steps around the place."""
        done = self.place - self.first
        begin = max(0, done - SHOWN)
        labels = tuple(step.label for step in self.steps[begin + 1 : done + SHOWN + 1])
        place = done - begin
        return HistoryData(
            undo=labels[place - 1] if place else None,
            redo=labels[place] if place < len(labels) else None,
            entries=labels,
            place=place,
        )
