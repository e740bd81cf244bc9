"""Marks: names of frames, such as the one at which a heel strikes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from manikin.arguments import ExplainedType
from manikin.errors import InputError, UnknownName, shorten

__all__ = ["Mark", "find_mark", "ordered_marks", "unique_marks"]

LONGEST_NAME = 200


@dataclass(frozen=True, kw_only=True)
class Mark(metaclass=ExplainedType):
    """A frame with a name.

    Attributes:
        name: What the frame is called; a clip has each name once.
        frame: Where it stands; may be fractional.
    """

    name: str
    frame: float

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not 0 < len(self.name.strip()) <= LONGEST_NAME:
            raise InputError(f"the name of a mark is a text of 1 to {LONGEST_NAME} letters, not {shorten(self.name)}")
        good = isinstance(self.frame, (int, float)) and not isinstance(self.frame, bool)
        if not (good and math.isfinite(self.frame)):
            raise InputError(f"mark {shorten(self.name)}: its frame must be a finite number, not {shorten(self.frame)}")


def ordered_marks(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks, the earliest first; raises where two have one name."""
    given = tuple(marks)
    for mark in given:
        if not isinstance(mark, Mark):
            raise InputError(f"a mark is a Mark, not {shorten(mark)}")
    known: set[str] = set()
    for mark in given:
        if mark.name in known:
            raise InputError(f"there are two marks {shorten(mark.name)}")
        known.add(mark.name)
    return tuple(sorted(given, key=lambda mark: (mark.frame, mark.name)))


def unique_marks(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks, the earliest first; a name that comes again at another frame gets a number: strike, strike 2."""
    kept: dict[str, Mark] = {}
    for mark in sorted(set(marks), key=lambda mark: (mark.frame, mark.name)):
        name, count = mark.name, 1
        while name in kept:
            count += 1
            name = f"{mark.name} {count}"
        kept[name] = mark if name == mark.name else replace(mark, name=name)
    return tuple(kept.values())


def find_mark(marks: Iterable[Mark], name: str) -> Mark:
    """The mark with a name."""
    known = {mark.name: mark for mark in marks}
    if name not in known:
        raise UnknownName("mark", name, known)
    return known[name]
