"""Steps on the timeline: a walk expands into keys and locks, which are edited like any others."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from manikin.clips import Keyframes
from manikin.clips.ground import heading_of
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.commands.command import Command, of_figure
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.document.motion import motion_of
from manikin.document.timeline import check_frame
from manikin.errors import InputError
from manikin.figure.figure import Figure

__all__ = ["Walk"]

FARTHEST = 50.0
"""How far a walk may lead [m]: some minutes."""
NEAREST = 0.2


@dataclass(frozen=True, kw_only=True)
class Walk(Command, kind="walk"):
    """Let a figure walk from where it stands at a frame: so far ahead and so far to its left [m].

    Keys after the frame are replaced.  Feet that were locked before are locked up to the frame.
    """

    frame: float
    ahead: float
    aside: float = 0.0
    figure: str | None = None

    def __post_init__(self) -> None:
        if not NEAREST <= np.hypot(self.ahead, self.aside) <= FARTHEST:
            raise InputError(f"a walk leads {NEAREST:g} to {FARTHEST:g} m away")

    def label(self, document: Document) -> str:
        return f"Walk {np.hypot(self.ahead, self.aside):.3g} m{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        from manikin.gait.walk import walk  # heavy imports come with it

        check_frame(self.frame)
        actor = document.movable(self.figure)
        motion = motion_of(document, actor.name)
        q = np.array(actor.q) if motion is None else motion.state(self.frame)
        made = walk(
            actor.figure, [_place(actor.figure, q, self.ahead, self.aside)], start=q, begin=self.frame,
            rate=document.timeline.rate,
        )  # fmt: skip
        before = () if actor.clip is None else tuple(key for key in actor.clip.keys if key.frame < self.frame)
        clip = Keyframes(figure=actor.figure, rate=document.timeline.rate, keys=(*before, *made.keys()))
        document = document.with_actor(replace(actor, clip=clip))
        document = _released(document, actor.name, self.frame, clip.start)
        for goal in made.goals():
            document = document.with_lock(_lock(document.made + 1, actor.name, goal))
        return document


def _place(figure: Figure, q: np.ndarray, ahead: float, aside: float) -> list[float]:
    """Where a walk leads (x, z), from the place and the heading of a state."""
    root, heading = figure.pose(q).world[0, [0, 2], 3], heading_of(figure, q)
    forward = np.array([np.sin(heading), np.cos(heading)])
    left = np.array([np.cos(heading), -np.sin(heading)])
    return list(map(float, root + ahead * forward + aside * left))


def _released(document: Document, figure: str, frame: float, start: float) -> Document:
    """Locks on the legs end where the walk begins; those that would hold no frame are switched off."""
    legs = {joint.name for joint in document.figures[figure].skeleton if joint.name.endswith(("_foot", "_toes"))}
    for lock in document.locks:
        if lock.figure != figure or lock.part not in legs or not lock.enabled:
            continue
        spans = (Span(start=start, end=frame),) if lock.spans is None else lock.spans
        kept = tuple(replace(span, end=min(span.end, frame - 1)) for span in spans if span.start < frame)
        other = replace(lock, spans=kept) if kept else replace(lock, enabled=False)
        document = document.with_lock(other)
    return document


def _lock(id: int, figure: str, goal: TimedGoal) -> Lock:
    part = next(name for handle in goal.goal.handles for name in handle.parts())
    own = replace(goal.goal, name=None)
    return Lock(
        id=id, name=goal.name, figure=figure, part=part, kind=goal.goal.kind, goal=own, hard=goal.hard, spans=goal.spans
    )
