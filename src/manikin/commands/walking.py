"""Steps on the timeline: a walk expands into keys and locks, which are edited like any others."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from manikin.clips import Keyframes
from manikin.clips.ground import heading_of
from manikin.commands.command import Command, of_figure
from manikin.commands.held_goals import released, with_goals_as_locks
from manikin.document.document import Document
from manikin.document.motion import motion_of
from manikin.document.timeline import check_frame
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.gait.options import Gait

__all__ = ["Walk"]

FARTHEST = 50.0
"""How far a walk may lead [m]: some minutes."""
NEAREST = 0.2
MOST_PLACES = 100


@dataclass(frozen=True, kw_only=True)
class Walk(Command, kind="walk"):
    """Let a figure walk from where it stands at a frame: so far ahead and so far to its left [m].

    With ``through`` it leads through places (x, z) instead [m].  ``gait`` has options of ``Gait``.  The ground is that
    of the document.  Keys after the frame are replaced.  Feet that were locked before are locked up to the frame.
    """

    frame: float
    ahead: float = 0.0
    aside: float = 0.0
    figure: str | None = None
    through: tuple[tuple[float, float], ...] = ()
    gait: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.gait:
            if name not in Gait.__dataclass_fields__:
                raise UnknownName("option of a walk", name, Gait.__dataclass_fields__)
        if self.through:
            ways = [math.dist(a, b) for a, b in pairwise(self.through)]
            if len(self.through) > MOST_PLACES or not sum(ways) <= FARTHEST or not all(map(_is_near, self.through)):
                raise InputError(f"a walk goes through at most {MOST_PLACES} places, {FARTHEST:g} m in all")
            return
        if not NEAREST <= np.hypot(self.ahead, self.aside) <= FARTHEST:
            raise InputError(f"a walk leads {NEAREST:g} to {FARTHEST:g} m away")

    def label(self, document: Document) -> str:
        if self.through:
            count = len(self.through)
            return f"Walk through {count} {'place' if count == 1 else 'places'}{of_figure(document, self.figure)}"
        return f"Walk {np.hypot(self.ahead, self.aside):.3g} m{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        from manikin.gait.walk import walk  # heavy imports come with it

        check_frame(self.frame)
        actor = document.movable(self.figure)
        motion = motion_of(document, actor.name)
        q = np.array(actor.q) if motion is None else motion.state(self.frame)
        made = walk(
            actor.figure, self.through or [_place(actor.figure, q, self.ahead, self.aside)], start=q, begin=self.frame,
            rate=document.timeline.rate, gait=Gait(**self.gait), ground=document.ground.ground,
        )  # fmt: skip
        before = () if actor.clip is None else tuple(key for key in actor.clip.keys if key.frame < self.frame)
        clip = Keyframes(figure=actor.figure, rate=document.timeline.rate, keys=(*before, *made.keys()))
        document = document.with_actor(replace(actor, clip=clip))
        legs = {joint.name for joint in actor.figure.skeleton if joint.name.endswith(("_foot", "_toes"))}
        document = released(document, actor.name, legs, self.frame, clip.start)
        return with_goals_as_locks(document, actor.name, made.goals())


def _place(figure: Figure, q: np.ndarray, ahead: float, aside: float) -> list[float]:
    """Where a walk leads (x, z), from the place and the heading of a state."""
    root, heading = figure.pose(q).world[0, [0, 2], 3], heading_of(figure, q)
    forward = np.array([np.sin(heading), np.cos(heading)])
    left = np.array([np.cos(heading), -np.sin(heading)])
    return list(map(float, root + ahead * forward + aside * left))


def _is_near(place: tuple[float, float]) -> bool:
    return all(abs(value) < 1e4 for value in place)
