"""What a line of a motion script can say: one small class for each kind of step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from manikin.language.motion.lines import Line, Time

__all__ = [
    "Between",
    "Condition",
    "FigureIs",
    "GoalOver",
    "GroundIs",
    "Held",
    "JumpTo",
    "KeyOf",
    "LockOver",
    "MarkIs",
    "Move",
    "OneStep",
    "Posing",
    "RateIs",
    "Release",
    "Statement",
    "Take",
    "Throw",
    "Title",
    "WalkThrough",
]


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A line that was read; ``figure`` is the one that it is about, if it is about one."""

    line: Line
    figure: str = ""


@dataclass(frozen=True, kw_only=True)
class FigureIs(Statement):
    """A figure that moves: its shape, its name, and where it is at the beginning, on the ground or anywhere."""

    shape: str
    name: str
    place: tuple[float, ...] | None
    heading: float | None


@dataclass(frozen=True, kw_only=True)
class RateIs(Statement):
    """Frames a second."""

    rate: float


@dataclass(frozen=True, kw_only=True)
class Title(Statement):
    """A text at a time."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Take(Statement):
    """The motion that the script is about."""

    name: str
    start: Time | None
    end: Time | None


@dataclass(frozen=True, kw_only=True)
class GroundIs(Statement):
    """What the figure stands on."""

    kind: str
    numbers: tuple[float, ...]
    file: str | None
    options: dict[str, tuple[float, ...]]


@dataclass(frozen=True, kw_only=True)
class Between(Statement):
    """The curves of the keys below."""

    curve: str
    numbers: dict[str, float]


@dataclass(frozen=True)
class Condition:
    """A point that is above or below a height, slower or faster than a speed, or near a place."""

    point: Any
    test: str
    number: float
    place: Any = None
    after: Time | None = None
    lasts: Time | None = None


@dataclass(frozen=True, kw_only=True)
class MarkIs(Statement):
    """A frame with a name."""

    name: str
    at: Time | None
    condition: Condition | None


@dataclass(frozen=True, kw_only=True)
class Posing(Statement):
    """A step of a pose script."""

    step: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class KeyOf(Statement):
    """A key of the pose as it stands, or of some parts of it."""

    parts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Held(Statement):
    """Options of what is held."""

    name: str | None = None
    weight: float = 1.0
    chain: tuple[str, ...] | None = None
    soft: bool = False
    ease: tuple[Time, Time] | None = None
    moving: tuple[float, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LockOver(Held):
    """A part that is held."""

    part: str
    kind: str
    place: tuple[float, float, float] | None
    on_ground: bool
    other: tuple[str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class GoalOver(Held):
    """A goal that is kept; it is read again when the pose is known that relative places refer to."""


@dataclass(frozen=True, kw_only=True)
class Release(Statement):
    """The end of what is held."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Move(Held):
    """A point that goes through places, or a part that turns through angles."""

    turns: bool
    part: str
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    speed: Any = "even"


@dataclass(frozen=True, kw_only=True)
class Throw(Statement):
    """A prop that flies to a place; it is read again when the poses at the end of the flight are known."""


@dataclass(frozen=True, kw_only=True)
class OneStep(Statement):
    """One step of a foot."""

    part: str
    place: tuple[float, float]
    heading: float | None
    lift: float | None


@dataclass(frozen=True, kw_only=True)
class JumpTo(Statement):
    """A jump with both feet."""

    place: tuple[float, float]
    heading: float | None
    height: float | None


@dataclass(frozen=True, kw_only=True)
class WalkThrough(Statement):
    """A walk through places, or a turn on the spot."""

    way: str
    places: tuple[tuple[float, float], ...]
    turn: float | None
    gait: dict[str, float] = field(default_factory=dict)
