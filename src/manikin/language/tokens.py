"""The words of a goal, read one after the other; ``manikin.language.goals`` has the grammar."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from manikin.errors import InputError, ManikinError, UnknownName, shorten
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal
from manikin.handles import CentreOfMass, Direction, Point
from manikin.handles.handle import Handle
from manikin.math.rotations import Vec3, from_euler_degrees

__all__ = ["AXES", "FILLING", "Word", "Words"]

T = TypeVar("T")
CENTRE = "centre_of_mass"
FILLING = ("to", "at", "through", "along", "normal")
OPTIONS = ("weight", "name", "chain")
AXES: dict[str, Vec3] = {
    "x": (1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
    "-x": (-1.0, 0.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
    "-z": (0.0, 0.0, -1.0),
}


@dataclass(frozen=True)
class Word:
    """A word, where it begins (counted from 1), and whether it was quoted, and so no keyword."""

    text: str
    at: int
    quoted: bool = False


_PATTERN = re.compile(
    r"""[\s,]+ | (?P<quote>["'])(?P<quoted>.*?)(?P=quote) | (?P<mark>[@\[\]])
    | (?P<bare>[^\s,"'@\[\]]+) | (?P<wrong>.)""",
    re.VERBOSE,
)


class Words:
    """The words of a goal, read one after the other."""

    def __init__(self, text: str, start: Pose) -> None:
        self.text, self.start, self.figure = text, start, start.figure
        self.words: list[Word] = []
        self.place = 0
        for found in _PATTERN.finditer(text):
            if found["wrong"]:
                raise self.wrong("a quote that is not closed", Word(found["wrong"], found.start() + 1))
            if found["quoted"] is not None:
                self.words.append(Word(found["quoted"], found.start() + 1, quoted=True))
            elif found["mark"] or found["bare"]:
                self.words.append(Word(found["mark"] or found["bare"], found.start() + 1))

    @property
    def next(self) -> Word | None:
        return self.words[self.place] if self.place < len(self.words) else None

    def wrong(self, message: str, word: Word | None) -> InputError:
        """The error to raise at a word, or at the end."""
        at = "at its end" if word is None else f"at {shorten(word.text)} (character {word.at})"
        return InputError(f"goal {shorten(self.text)}, {at}: {message}")

    def take(self, what: str) -> Word:
        """The next word."""
        word = self.next
        if word is None:
            raise self.wrong(f"expected {what}", None)
        self.place += 1
        return word

    def skip(self, *keywords: str) -> str | None:
        """Pass over the next word if it is one of these."""
        word = self.next
        if word is None or word.quoted or word.text not in keywords:
            return None
        self.place += 1
        return word.text

    def number(self, what: str) -> float:
        """A finite number."""
        word = self.take(what)
        try:
            value = float(word.text)
        except ValueError:
            known = word.text in self.figure.skeleton
            hint = f"; another part is written @{word.text}" if known else ""
            raise self.wrong(f"expected {what}, a number{hint}", word) from None
        if not math.isfinite(value):
            raise self.wrong(f"expected {what}, a finite number", word)
        return value

    def three(self, what: str) -> Vec3:
        """Three finite numbers."""
        x, y, z = (self.number(f"{axis} of {what}") for axis in "xyz")
        return (x, y, z)

    def is_number(self) -> bool:
        """Whether the next word is a number."""
        word = self.next
        return word is not None and not word.quoted and re.fullmatch(r"[+-]?[\d.].*", word.text) is not None

    def within(self, read: Callable[[], T]) -> T | None:
        """What stands in brackets, if there are any."""
        if not self.skip("["):
            return None
        found = read()
        if not self.skip("]"):
            raise self.wrong('expected "]"', self.next)
        return found

    def part(self) -> str:
        """The name of a part."""
        word = self.take("the name of a part")
        if word.text not in self.figure.skeleton:
            raise self.wrong(str(UnknownName("part", word.text, [joint.name for joint in self.figure.skeleton])), word)
        return word.text

    def axis(self) -> Vec3:
        """A direction: an axis by its name, or three numbers."""
        word = self.next
        if word is not None and not word.quoted and word.text in AXES:
            self.place += 1
            return AXES[word.text]
        return self.three("a direction (or x, -y, …)")

    def point(self) -> Point | CentreOfMass:
        """A point of a part, or the centre of mass."""
        word = self.next
        if word is not None and word.text == CENTRE and CENTRE not in self.figure.skeleton:
            self.place += 1
            return self.checked(self.figure.centre_of_mass, word)
        part = self.part()
        return self.figure.point(part, self.within(lambda: self.three("a point")) or (0.0, 0.0, 0.0))

    def direction(self) -> tuple[Point, Direction]:
        """A direction of a part, z where none is said, and the part's origin."""
        word = self.next
        part = self.part()
        along = self.within(self.axis) or AXES["z"]
        return self.figure.point(part), self.checked(lambda: self.figure.direction(part, along), word)

    def target(self, own: Handle | None = None) -> Any:
        """A place: numbers, a point of another part, or so far from where ``own`` is at the start."""
        self.skip(*FILLING)
        if self.skip("@"):
            return self.point()
        if own is not None and self.skip("by"):
            return tuple(own.value(self.start) + self.three("the way to go"))
        return self.three("a place")

    def heading(self) -> Any:
        """A direction in the world: an axis, numbers, or a direction of another part."""
        self.skip(*FILLING)
        return self.direction()[1] if self.skip("@") else self.axis()

    def turn(self, part: str) -> Any:
        """An orientation: angles, that of another part, or so far from that at the start; a matrix or a handle."""
        self.skip(*FILLING)
        if self.skip("@"):
            return self.figure.orientation(self.part())
        if self.skip("by"):
            return from_euler_degrees(*self.three("the angles to turn")) @ self.start.orientation(part)
        return from_euler_degrees(*self.three("the angles"))

    def checked(self, make: Callable[[], T], word: Word | None) -> T:
        """What is made, or an error at a word."""
        try:
            return make()
        except ManikinError as error:
            raise self.wrong(str(error), word) from None

    def made(self, cls: Callable[..., Goal], fields: dict[str, Any]) -> Goal:
        """The goal, or an error about its text."""
        try:
            return cls(**fields)
        except ManikinError as error:
            raise InputError(f"goal {shorten(self.text)}: {error}") from None

    def options(self) -> dict[str, Any]:
        """What every goal may end with: a weight, a name, a chain."""
        found: dict[str, Any] = {}
        while self.next is not None:
            word = self.take("an option")
            if word.quoted or word.text not in OPTIONS:
                raise self.wrong(f"expected nothing more, or {', '.join(OPTIONS)}", word)
            if word.text == "weight":
                found["weight"] = self.number("the weight")
            elif word.text == "name":
                found["name"] = self.take("a name").text
            else:
                found["chain"] = tuple(self.names())
        return found

    def names(self, *ends: str) -> list[str]:
        """Names of joints up to the next option, or to one of the words ``ends``."""
        found = [self.part()]
        while self.next is not None and (self.next.quoted or self.next.text not in (*OPTIONS, *ends)):
            found.append(self.part())
        return found
