"""A motion that leads somewhere, made on the spot: as on a treadmill."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.editing.carried_goals import moved_goals
from manikin.clips.editing.opened import opened
from manikin.clips.ground import GroundMotion, moved_on_ground, place_on_ground
from manikin.clips.key import Key
from manikin.clips.timed_goal import MovingTarget, TimedGoal
from manikin.clips.tracks import ground_tracks
from manikin.errors import Unsupported
from manikin.figure.figure import Figure
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array

__all__ = ["on_the_spot"]

WINDOW = 1000.0
"""Targets go on moving before and after their spans, in windows too, so many frames."""
FINE = 0.125
"""A target that moves by itself is told anew at steps of so many frames."""


@explained
def on_the_spot(clip: Clip) -> Clip:
    """The clip without the way that it leads over the ground from its start to its end, taken out evenly.

    Places that goals hold move back under the figure, as the belt of a treadmill does.  Turns stay.
    """
    own = opened(clip)
    length = clip.end - clip.start
    if length <= 0 or ground_tracks(own.figure) is None:
        return clip
    first, last = (np.array(place_on_ground(own.figure, own.keyed.state(frame))) for frame in (clip.start, clip.end))
    drift = _Drift(own.figure, clip.start, clip.end, (last - first) / length)
    return own.closed(map(drift.key, own.keys), map(drift.goal, own.goals), own.marks)


@dataclass(frozen=True, eq=False)
class _Drift:
    """A way over the ground [m a frame] from a frame to another, which is taken out."""

    figure: Figure
    start: float
    end: float
    speed: Array

    def back(self, frame: float) -> GroundMotion:
        """From where the clip leads at a frame back to the spot."""
        x, y = (-self.speed * (frame - self.start)).tolist()
        return GroundMotion(0.0, (x, y))

    def state(self, q: Array, frame: float) -> Array:
        return np.asarray(moved_on_ground(self.figure, q[None], self.back(frame))[0])

    def key(self, key: Key) -> Key:
        q = np.array(key.q, float)
        new = self.state(q, key.frame)
        slower = self.state(q, key.frame + 1) - new
        into, out = (
            None if rates is None else tuple((np.array(rates) + slower).tolist())
            for rates in (key.rates, key.rates_out)
        )
        return replace(key, q=tuple(new.tolist()), rates=into, rates_out=out)

    def goal(self, timed: TimedGoal) -> TimedGoal:
        placed = [field for field, kind in timed.goal.takes.items() if kind in ("point", "frame")]
        fixed = [field for field in placed if isinstance(getattr(timed.goal, field), Fixed)]
        if not fixed:
            return timed
        if len(fixed) > 1 or timed.goal.kind not in ("position", "pose"):
            raise Unsupported(f"{timed.name}: a {timed.goal.kind} goal cannot move back under a figure on the spot")
        spans = timed.ordered
        frames = [(self.start if math.isinf(spans[0].start) else spans[0].start) - WINDOW]
        frames += [(self.end if math.isinf(spans[-1].end) else spans[-1].end) + WINDOW]
        if timed.moving is not None:
            first, last = timed.moving.frames[0], timed.moving.frames[-1]
            frames = [*np.arange(first, last, FINE).tolist(), *timed.moving.frames]
        values = [self._target(timed, fixed[0], frame) for frame in sorted(set(frames))]
        return replace(
            timed, moving=MovingTarget(field=fixed[0], frames=tuple(sorted(set(frames))), values=tuple(values))
        )

    def _target(self, timed: TimedGoal, field: str, frame: float) -> tuple[float, ...]:
        goal = timed.goal if timed.moving is None else timed.with_target(timed.moving.at(np.array([frame]))[0])
        still = TimedGoal(goal=goal)
        (moved,) = moved_goals(self.figure, (still,), self.back(frame))
        return tuple(np.asarray(getattr(moved.goal, field).constant, float).reshape(-1).tolist())
