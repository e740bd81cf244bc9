"""Constraints on in-betweens: a clip whose timed goals hold at every frame, whole or fractional."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from manikin.clips.derived import Derived
from manikin.clips.holding import Holding
from manikin.clips.smooth import Smooth
from manikin.clips.timed_goal import TimedGoal
from manikin.diagnosis.conflict import Conflict
from manikin.errors import InputError, shorten
from manikin.math.rotations import Array

__all__ = ["Constrained", "Method"]

Method = Literal["live", "smooth"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Constrained(Derived, kind="constrained"):
    """A clip whose goals hold between the keys too.

    Attributes:
        source: The plain motion.
        goals: What holds, and when.
        method: "live" solves each frame by itself; "smooth" solves whole intervals at once, which takes longer at first
            and is calmer at limits and where windows overlap.
    """

    goals: tuple[TimedGoal, ...]
    method: Method = "live"

    def __post_init__(self) -> None:
        object.__setattr__(self, "goals", tuple(self.goals))
        if self.method not in get_args(Method):
            raise InputError(
                f"goals are held by the method {' or '.join(get_args(Method))}, not {shorten(self.method)}"
            )
        for goal in self.goals:
            for handle in goal.goal.handles:
                if handle.figure not in (None, self.figure.name):
                    raise InputError(f"{goal.name}: this clip moves {self.figure.name}, not {handle.figure}")
                handle.check(self.figure)

    def states(self, frames: Array) -> Array:
        return self._holder.states(frames)

    def state(self, frame: float) -> Array:
        if not (isinstance(frame, (int, float)) and math.isfinite(frame)):
            return super().state(frame)  # which says what is wrong
        return np.asarray(self._holder.states(np.array([frame], float))[0])

    @cached_property
    def _holder(self) -> Holding | Smooth:
        if self.method == "live":
            return self._live
        return Smooth(self._live, self.start, self.end, tuple(self.source.key_frames.tolist()))

    @cached_property
    def _live(self) -> Holding:
        return Holding((self.figure,), self.source.states, self.goals, self.rate, (self.source.key_frames,))

    def led(self, frames: Array, states: Array) -> Array:
        """Plain states (n, size) at frames (n,), led to where goals begin and end between keys."""
        return self._live.led(frames, states)

    def prepare(self, tell: Callable[[float], None]) -> None:
        """Do what takes long at first; ``tell`` hears the share that is done, and may stop it by an exception."""
        if isinstance(self._holder, Smooth):
            self._holder.prepare(tell)

    def conflict_at(self, frame: float) -> Conflict | None:
        """Which of the goals that hold at a frame, and which limits, cannot hold together; None where they can."""
        return self._live.conflict(float(frame), self.state(frame))
