"""The words of a goal, read one after another.  The grammar is in ``manikin.language.vocabulary``."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from manikin.errors import InputError, ManikinError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal
from manikin.handles import CentreOfMass, Direction, Frame, Orientation, Point
from manikin.handles.handle import Handle
from manikin.math.rotations import Vec3, from_euler_degrees

__all__ = ["AXES", "FILLERS", "GoalWords", "NamedPart", "Word", "find_owner", "tell_far"]

T = TypeVar("T")
CENTRE_OF_MASS = "centre_of_mass"
"""The word for the centre of mass, unless a part has this name."""
FILLERS = ("to", "at", "through", "along", "normal")
"""Words that may be left out."""
FAR = 100.0
"""A place that is farther away than so many sizes of the figures [m/m], and so many metres, hardly is in metres."""
OPTIONS = ("weight", "name", "chain")
"""Words that may follow any goal."""
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
    """A word, where it begins (counted from 1), and whether it was quoted; a quoted word is not a keyword."""

    text: str
    at: int
    quoted: bool = False


@dataclass(frozen=True)
class NamedPart:
    """The name of a part or a parameter, and the pose of the figure that has it."""

    pose: Pose
    name: str

    @property
    def figure(self) -> Figure:
        """The figure that has the part."""
        return self.pose.figure


_PATTERN = re.compile(
    r"""[\s,]+ | (?P<quote>["'])(?P<quoted>.*?)(?P=quote) | (?P<mark>[@\[\]])
    | (?P<bare>[^\s,"'@\[\]]+) | (?P<wrong>.)""",
    re.VERBOSE,
)


class GoalWords:
    """The words of a goal, read one after another.

    ``start`` are the poses of all figures; relative positions refer to them.  ``main`` is the pose of the only figure,
    or of the figure at the beginning of the goal.  A part is searched in the main figure, then in the others.  It may
    be named with its figure, as in human:r_hand.
    """

    def __init__(self, text: str, start: Pose | Iterable[Pose]) -> None:
        poses = (start,) if isinstance(start, Pose) else tuple(start)
        self.text, self.poses = text, poses
        self.main = poses[0] if len(poses) == 1 else None
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
        """The next word, which is not taken, or None at the end."""
        return self.words[self.place] if self.place < len(self.words) else None

    def wrong(self, message: str, word: Word | None) -> ManikinError:
        """An error at a word, or at the end of the goal."""
        at = "at its end" if word is None else f"at {shorten(word.text)} (character {word.at})"
        return InputError(f"goal {shorten(self.text)}, {at}: {message}")

    def take(self, what: str) -> Word:
        """Take the next word; ``what`` says what was expected if there is none."""
        word = self.next
        if word is None:
            raise self.wrong(f"expected {what}", None)
        self.place += 1
        return word

    def skip(self, *keywords: str) -> str | None:
        """Take the next word if it is one of these; else None."""
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
            known = any(word.text in pose.figure.skeleton for pose in self.poses)
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
        """Read the content of square brackets, if there are any."""
        if not self.skip("["):
            return None
        found = read()
        if not self.skip("]"):
            raise self.wrong('expected "]"', self.next)
        return found

    def kind(self) -> Word:
        """The kind of goal.  A figure before it, as in human:gaze, becomes the main figure."""
        word = self.take("a kind of goal")
        for pose in self.poses:
            before, colon, rest = pose.figure.name, ":", word.text
            if rest.startswith(before + colon):
                self.main = pose
                return Word(rest.removeprefix(before + colon), word.at, word.quoted)
        return word

    def body(self, word: Word | None = None) -> Pose:
        """The pose of the figure that a goal for the whole body is about."""
        if self.main is None:
            names = " or ".join(f"{pose.figure.name}:" for pose in self.poses[:3])
            raise self.wrong(f"which figure? Begin the goal with {names}", word)
        return self.main

    def part(self) -> NamedPart:
        """A part of a figure."""
        return self._found("part", lambda figure: [joint.name for joint in figure.skeleton])

    def parameter(self) -> NamedPart:
        """A parameter of a figure."""
        return self._found("parameter", lambda figure: figure.parameter_names)

    def _found(self, what: str, names: Callable[[Figure], Iterable[str]]) -> NamedPart:
        word = self.take(f"the name of a {what}")
        try:
            return NamedPart(*find_owner(word.text, self.poses, names, what, self.main))
        except ManikinError as error:
            raise self.wrong(str(error), word) from None

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
        owner = None if word is None else self._centre(word)
        if owner is not None:
            self.place += 1
            return self.checked(owner.figure.centre_of_mass, word)
        part = self.part()
        return part.figure.point(part.name, self.within(lambda: self.three("a point")) or (0.0, 0.0, 0.0))

    def frame(self) -> Frame:
        """A frame that is fixed to a part: r_hand, r_hand[0 -0.1 0], r_hand[turned 0 90 0], or both in this order."""
        part = self.part()
        at, angles = self.within(self._tool) or ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
        return part.figure.frame(part.name, at, from_euler_degrees(*angles))

    def _tool(self) -> tuple[Vec3, Vec3]:
        at = (0.0, 0.0, 0.0) if self.next is not None and self.next.text == "turned" else self.three("a point")
        return at, self.three("the angles") if self.skip("turned") else (0.0, 0.0, 0.0)

    def _centre(self, word: Word) -> Pose | None:
        """The pose of the figure whose centre of mass a word names, or None."""
        before, _, last = word.text.rpartition(":")
        if last != CENTRE_OF_MASS:
            return None
        for pose in self.poses:
            if pose.figure.name == before and CENTRE_OF_MASS not in pose.figure.skeleton:
                return pose
        return self.body(word) if not before and CENTRE_OF_MASS not in self.body(word).figure.skeleton else None

    def direction(self) -> tuple[Point, Direction]:
        """A point of a part, its origin by default, and a direction in its frame, z by default."""
        word = self.next
        part = self.part()
        along, at = self.within(self._axis_at) or (AXES["z"], (0.0, 0.0, 0.0))
        own = part.figure
        return own.point(part.name, at), self.checked(lambda: own.direction(part.name, along), word)

    def _axis_at(self) -> tuple[Vec3, Vec3]:
        return self.axis(), self.three("a point") if self.skip("at") else (0.0, 0.0, 0.0)

    def target(self, own: Handle | None = None) -> Any:
        """A position: numbers, a point of another part, or relative to where ``own`` is in the start pose."""
        self.skip(*FILLERS)
        if self.skip("@"):
            return self.point()
        if own is not None and self.skip("by"):
            return tuple(own.value(self.pose_of(own)) + self.three("the distance to move"))
        place = self.three("a place")
        tell_far(f"goal {shorten(self.text)}", place, self.poses)
        return place

    def heading(self) -> Any:
        """A direction in the world: an axis, numbers, or a direction of another part."""
        self.skip(*FILLERS)
        return self.direction()[1] if self.skip("@") else self.axis()

    def pose_of(self, handle: Handle) -> Pose:
        """The pose of the figure that a handle is on."""
        return next(pose for pose in self.poses if pose.figure.name == handle.figure)

    def turn(self, own: Orientation) -> Any:
        """An orientation, as a matrix or a handle: angles, that of another part, or relative to the start pose."""
        self.skip(*FILLERS)
        if self.skip("@"):
            return self.frame().axes
        if self.skip("by"):
            now = own.value(self.pose_of(own)).reshape(3, 3)
            return from_euler_degrees(*self.three("the angles to turn")) @ now
        return from_euler_degrees(*self.three("the angles"))

    def checked(self, make: Callable[[], T], word: Word | None) -> T:
        """Call ``make``; its error is reported at a word."""
        try:
            return make()
        except ManikinError as error:
            raise self.wrong(str(error), word) from None

    def made(self, cls: Callable[..., Goal], fields: dict[str, Any]) -> Goal:
        """Make the goal; its error is reported with the text of the goal."""
        try:
            return cls(**fields)
        except ManikinError as error:
            raise InputError(f"goal {shorten(self.text)}: {error}") from None

    option_words: tuple[str, ...] = OPTIONS
    """The words that may follow a goal."""

    def options(self) -> dict[str, Any]:
        """The options at the end of a goal: weight, name, chain."""
        found: dict[str, Any] = {}
        while self.next is not None:
            word = self.take("an option")
            if word.quoted or word.text not in self.option_words:
                raise self.wrong(f"expected the end of the goal, or {', '.join(self.option_words)}", word)
            self.option(word.text, found)
        return found

    def option(self, word: str, found: dict[str, Any]) -> None:
        """Read what follows the word of an option."""
        if word == "weight":
            found["weight"] = self.number("the weight")
        elif word == "name":
            found["name"] = self.take("a name").text
        else:
            found["chain"] = tuple(self.named(part) for part in self.names())

    def named(self, part: NamedPart) -> Any:
        """The name of a part in a problem: with its figure if there are several figures."""
        return part.name if len(self.poses) == 1 else (part.figure.name, part.name)

    def names(self, *ends: str) -> list[NamedPart]:
        """Names of parts, up to the next option or to one of the words ``ends``."""
        found = [self.part()]
        while self.next is not None and (self.next.quoted or self.next.text not in (*self.option_words, *ends)):
            found.append(self.part())
        return found


def find_owner(
    name: str,
    poses: Iterable[Pose],
    names: Callable[[Figure], Iterable[str]],
    what: str,
    main: Pose | None = None,
) -> tuple[Pose, str]:
    """The pose of the figure that has a part or parameter of this name, and the name without the figure.

    ``names`` gives all such names of a figure.  The name may begin with its figure and a colon.  Otherwise it must
    belong to the main figure, or to exactly one figure.
    """
    known = tuple(poses)
    if main is not None and name in names(main.figure):
        return main, name
    owners = [pose for pose in known if name in names(pose.figure)]
    if len(owners) == 1:
        return owners[0], name
    if owners:
        ways = ", ".join(f"{pose.figure.name}:{name}" for pose in owners[:3])
        raise InputError(f"{shorten(name)} is in several figures: write {ways}")
    for pose in known:
        before = f"{pose.figure.name}:"
        if name.startswith(before):
            rest = name.removeprefix(before)
            if rest not in names(pose.figure):
                raise UnknownName(f"{what} of {shorten(pose.figure.name)}", rest, names(pose.figure))
            return pose, rest
    raise UnknownName(what, name, [own for pose in known for own in names(pose.figure)])


def tell_far(what: str, place: Iterable[float], poses: Iterable[Pose]) -> None:
    """Warn of a place that is so far from all figures that it looks like centimetres or millimetres."""
    place = tuple(place)
    if max(map(abs, place)) < FAR:
        return
    boxes = [pose.bounding_box() for pose in poses]
    size = max(math.dist(low, high) for low, high in boxes)
    away = min(math.dist(place, 0.5 * (low + high)) for low, high in boxes)
    if away > FAR * size:
        warnings.warn(f"{what}: the place is {away:,.0f} m away; places are in metres", stacklevel=5)
