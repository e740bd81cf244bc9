"""Constraints on in-betweens: a clip whose timed goals hold at every frame, whole or fractional."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from manikin.clips.audit import Audit, audit
from manikin.clips.derived import Derived
from manikin.clips.holding import Holding
from manikin.clips.timed_goal import TimedGoal
from manikin.diagnosis.conflict import Conflict, find_conflict
from manikin.errors import InputError
from manikin.math.rotations import Array

__all__ = ["Constrained"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Constrained(Derived, kind="constrained"):
    """A clip whose goals hold between the keys too.

    Attributes:
        source: The plain motion.
        goals: What holds, and when.
    """

    goals: tuple[TimedGoal, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "goals", tuple(self.goals))
        for goal in self.goals:
            for handle in goal.goal.handles:
                if handle.figure not in (None, self.figure.name):
                    raise InputError(f"{goal.name}: this clip moves {self.figure.name}, not {handle.figure}")
                handle.check(self.figure)

    def states(self, frames: Array) -> Array:
        return self._live.states(frames)

    def state(self, frame: float) -> Array:
        if not np.isfinite(frame):
            return super().state(frame)  # which says what is wrong
        return np.asarray(self._live.states(np.array([frame], float))[0])

    @cached_property
    def _live(self) -> Holding:
        return Holding((self.figure,), self.source.states, self.goals, self.rate)

    def audit(self, frames: Array | None = None) -> Audit:
        """How far every goal is off at every frame; see ``manikin.clips.audit``."""
        return audit(self, frames)

    def conflict_at(self, frame: float) -> Conflict | None:
        """Which of the goals that hold at a frame, and which limits, cannot hold together; None where they can."""
        live = self._live
        holding = live.holding(float(frame))
        if not holding:
            return None
        where = np.array([float(frame)])
        goals = live.change.of(holding)
        return find_conflict(goals.problem.with_constants(goals.constants(where)[0]), live.states(where)[0])
