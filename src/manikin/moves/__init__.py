"""The shipped clips of the human, in the file beside this one: walk, run, turn, sit down, jump and others.

They are made by ``tools/clips`` with the library's own means: key poses that are solved, and timed goals that keep
feet, seat and hands where they belong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from manikin import bodies
from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.errors import UnknownName
from manikin.figure.pose import Pose

__all__ = ["FILE", "MOVES", "Move", "describe", "load", "loops", "names", "things"]

FILE = Path(__file__).parent / "human.clip"
"""The clips, in the format that all clips are kept in."""
CHAIR = {"chair": {"root_z": -0.4}}


@dataclass(frozen=True)
class Move:
    """What a shipped clip is.

    Attributes:
        about: A line about the clip.
        loops: Whether the clip goes on where it began, with ``Looped(…, carry=True)``.
        things: Shipped props by name, each with values of its parameters.
    """

    about: str
    loops: bool = False
    things: dict[str, dict[str, float]] = field(default_factory=dict)


MOVES = {
    "bow": Move("Bows from the hips and comes up again."),
    "jump": Move("Jumps 35 cm forward with both feet."),
    "reach": Move("Reaches up for something in front with the right hand, takes it, and brings it down."),
    "run": Move("Two steps of a run at 3 m/s, from one stance of the right foot to the next; repeats.", loops=True),
    "sit_down": Move("Sits down on a chair and puts the hands on the thighs.", things=CHAIR),
    "stand_up": Move("Stands up from a chair.", things=CHAIR),
    "throw": Move("Throws something overhand with the right hand, with a step of the left foot."),
    "turn": Move("A quarter turn to the left, in steps on the spot."),
    "walk": Move("Two steps of a walk at 1.2 m/s, from one strike of the left heel to the next; repeats.", loops=True),
    "wave": Move("Waves with the right hand."),
}


def names() -> tuple[str, ...]:
    """The names of the shipped clips."""
    return tuple(sorted(MOVES))


@explained
def load(name: str) -> Constrained:
    """The shipped clip of a name; cached."""
    _move(name)
    clip = _clips()[name]
    assert isinstance(clip, Constrained)
    return clip


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


def _move(name: str) -> Move:
    if name not in MOVES:
        raise UnknownName("clip", name, names())
    return MOVES[name]


@lru_cache(maxsize=1)
def _clips() -> dict[str, Clip]:
    from manikin.formats.clip import ClipJson  # only where a clip is wanted

    content = ClipJson().read(FILE.read_bytes(), file=FILE.name, figure=bodies.load("human"))
    return {str(stored.name): stored.clip for stored in content.clips}
