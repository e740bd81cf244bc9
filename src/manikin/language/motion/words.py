"""The words of a line of a motion script, read by the same rules as those of a goal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from manikin.errors import FormatError
from manikin.figure.pose import Pose
from manikin.language.motion.lines import STEPS, Line, Time, time_of
from manikin.language.tokens import GoalWords, NamedPart, Word

__all__ = ["ScriptWords"]

HOLDING_OPTIONS = ("soft", "weight", "ease", "chain", "name", "moving")


class ScriptWords(GoalWords):
    """The words of a line; errors name file, line and column."""

    option_words = HOLDING_OPTIONS
    step = ""
    """The word that the step begins with."""

    def __init__(self, line: Line, start: Pose | Iterable[Pose]) -> None:
        self.line = line
        super().__init__(line.text, start)
        by_name = {pose.figure.name: pose for pose in self.poses}
        self.who = ""
        if self.next is not None and self.next.text in by_name and self.next.text not in STEPS:
            self.who = self.take("a figure").text
            self.main = by_name[self.who]

    def rest(self) -> str:
        """All that is left of the line, as it is written; it counts as read."""
        start = len(self.line.text) if self.next is None else self.next.at - 1
        self.place = len(self.words)
        return self.line.text[start:]

    def body(self, word: Word | None = None) -> Pose:
        """The pose of the figure that the line is about."""
        if self.main is None:
            names = " or ".join(pose.figure.name for pose in self.poses[:3])
            raise self.wrong(f"whose step is this? Write {names} before it", word or self.words[0])
        return self.main

    def part(self) -> NamedPart:
        """A part of a figure; a prop, which has one part, stands for it."""
        word = self.next
        for pose in self.poses:
            joints = pose.figure.skeleton
            if word is not None and word.text == pose.figure.name and len(joints) == 1 and word.text not in joints:
                self.place += 1
                return NamedPart(pose, joints.root.name)
        return super().part()

    def whose(self, owners: Iterable[str]) -> str:
        """The one figure that owns all the parts or parameters of a line."""
        found = list(dict.fromkeys(owners))
        if len(found) != 1:
            raise self.wrong(f"a line is about one figure, not about {' and '.join(found)}", self.words[0])
        return found[0]

    def wrong(self, message: str, word: Word | None) -> FormatError:
        """An error at a word, or at the end of the line."""
        at = len(self.line.text) + 1 if word is None else word.at
        found = "" if word is None else f", not {word.text!r}" if message.startswith("expected") else ""
        return self.line.wrong(message + found, self.line.column + at - 1)

    def keyword(self, *known: str) -> str:
        """One of some words."""
        word = self.take(" or ".join(known))
        if word.quoted or word.text not in known:
            raise self.wrong(f"expected {' or '.join(known)}", word)
        return word.text

    def name(self, what: str) -> str:
        """A name."""
        return self.take(what).text

    def time(self, what: str) -> Time:
        """A time: a frame, seconds, a mark with a distance, or the end."""
        word = self.take(what)
        return time_of(self.line, word.text, self.line.column + word.at - 1)

    def duration(self, what: str) -> Time:
        """A number of frames or seconds, 0 or more."""
        word = self.next
        found = self.time(what)
        if found.base is not None or found.offset < 0:
            raise self.wrong(f"expected {what}, a number of frames such as 5, or of seconds such as 0.2s", word)
        return found

    def is_duration(self) -> bool:
        """Whether the next word is a number, maybe with its unit."""
        word = self.next
        return word is not None and not word.quoted and word.text[:1] in "0123456789."

    def two(self, what: str) -> tuple[float, float]:
        """Two numbers, x and z."""
        return self.number(f"x of {what}"), self.number(f"z of {what}")

    def finish(self) -> None:
        """Raise if words are left."""
        if self.next is not None:
            raise self.wrong("expected the end of the line", self.next)

    def option(self, word: str, found: dict[str, Any]) -> None:
        """Read what follows the word of an option; those of time are kept beside."""
        if word == "soft":
            self.timing["soft"] = True
        elif word == "ease":
            first = self.duration("how long it comes")
            self.timing["ease"] = (first, self.duration("how long it goes") if self.is_duration() else first)
        elif word == "moving":
            numbers = []
            while self.is_number():
                numbers.append(self.number("a frame or a number"))
            self.timing["moving"] = tuple(numbers)
        else:
            super().option(word, found)

    @property
    def timing(self) -> dict[str, Any]:
        """The options of time that were read: ``soft``, ``ease`` as two durations, ``moving`` as numbers."""
        return self.__dict__.setdefault("_timing", {})  # type: ignore[no-any-return]
