"""Undo and redo: documents one after the other, and the place among them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from manikin.document import Document
from manikin.editor.told import HistoryData
from manikin.errors import InputError

__all__ = ["History", "Step"]

SHOWN = 200


class Step:
    """A step: what it did, and the document then, which is read when it is first asked for."""

    def __init__(self, label: str, load: Callable[[], Document]) -> None:
        self.label, self._load = label, load

    @cached_property
    def document(self) -> Document:
        """The document after the step."""
        return self._load()


class History:
    """Steps from the number ``first`` on, of which ``place`` is the one that the document stands at."""

    def __init__(self, steps: list[Step], *, first: int = 0, place: int | None = None, kept: int = 1000) -> None:
        self.steps, self.first, self.kept = steps, first, kept
        self.place = first + len(steps) - 1 if place is None else place

    @property
    def document(self) -> Document:
        """The document as it stands."""
        return self.steps[self.place - self.first].document

    def push(self, label: str, document: Document) -> None:
        """A new step; what was undone is gone."""
        del self.steps[self.place - self.first + 1 :]
        self.steps.append(Step(label, lambda: document))
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
        """As the page is told of it: the newest of the steps."""
        labels = [step.label for step in self.steps[1:]]
        done = self.place - self.first
        begin = max(0, done - SHOWN)
        return HistoryData(
            undo=labels[done - 1] if done else None,
            redo=labels[done] if done < len(labels) else None,
            entries=tuple(labels[begin : done + SHOWN]),
            place=done - begin,
        )
