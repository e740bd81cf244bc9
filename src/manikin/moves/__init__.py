"""The shipped clips of the human, each a file beside this one: walk, run, turn, sit down, jump and others.

They are made by ``tools/clips`` with the library's own means: key poses that are solved, and timed goals that keep
feet, seat and hands where they belong.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from manikin import bodies
from manikin.arguments import explained
from manikin.clips.constrained import Constrained
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.timed_goal import TimedGoal
from manikin.errors import UnknownName
from manikin.figure.pose import Pose
from manikin.plain_data import from_data

__all__ = ["Move", "describe", "load", "loops", "names", "things"]

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Move:
    """What a file holds: keys, timed goals, and what stands around the figure.

    Attributes:
        about: A line about the clip.
        figure: Name of the shipped figure that moves.
        rate: Frames per second.
        loops: Whether the clip goes on where it began, with ``Looped(…, carry=True)``.
        keys: The keys.
        goals: What holds between them.
        things: Shipped props by name, each with values of its parameters.
    """

    about: str
    figure: str
    rate: float
    loops: bool
    keys: tuple[Key, ...]
    goals: tuple[TimedGoal, ...]
    things: dict[str, dict[str, float]]


def names() -> tuple[str, ...]:
    """The names of the shipped clips."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@explained
@lru_cache(maxsize=32)
def load(name: str) -> Constrained:
    """The shipped clip of a name; cached."""
    move = _move(name)
    plain = Keyframes(figure=bodies.load(move.figure), rate=move.rate, keys=move.keys)
    return Constrained(source=plain, goals=move.goals)


@explained
def describe(name: str) -> str:
    """A line about a shipped clip."""
    return _move(name).about


@explained
def loops(name: str) -> bool:
    """Whether a shipped clip can be repeated: ``Looped(source=load(name), times=5, carry=True)``."""
    return _move(name).loops


@explained
def things(name: str) -> list[Pose]:
    """The props that stand around the figure, such as the chair it sits down on."""
    return [bodies.load(prop).pose(values) for prop, values in _move(name).things.items()]


@lru_cache(maxsize=32)
def _move(name: str) -> Move:
    if name not in names():
        raise UnknownName("clip", name, names())
    return from_data(Move, json.loads((FOLDER / f"{name}.json").read_text("utf-8")), name)
