"""Figures that follow targets and go round what they would touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

import numpy as np

from manikin.following.calm import largest
from manikin.following.follower import Follower
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.result import Result

__all__ = ["ClearFollower"]

TOUCH = 5e-4
"""Figures keep clear where they come into the margin of a clearance by no more than this [m]."""
MOST_LOOKS = 30
"""The most frames of the free pose in one, where all else rests."""
STILL = 1e-4
"""What moves by no more than this in a frame rests [rad, m]."""


class ClearFollower:
    """Follows targets as ``Follower`` does, and goes round what the figures would touch.

    There are two followers.  The pose of the first depends on the targets alone, for it minds nothing that it touches.
    Where it touches nothing, it is the pose.  Where it does, the second one, which keeps clear, goes on from the last
    pose that was clear, and slides along what it meets; on the other side of it may be another pose for the same
    targets.  So whatever was slid round on the way, the pose comes back when the targets do.  It may have to jump to
    the first follower's then; who shows it sees to the pace (see ``manikin.posing.pace``).

    Args:
        free: Follows the targets alone.
        clear: Makes the same with the clearance as its last targets; called when something is touched first, or by
            ``prepare``.
        clearance: What to keep clear of: goals without a target that could be moved.
    """

    def __init__(self, free: Follower, clear: Callable[[], Follower], clearance: Iterable[Goal]) -> None:
        self._free, self._make_clear = free, clear
        self._gaps = Problem(free.problem.figures, list(clearance))
        self._begun = self._slides = False
        self._allowed = TOUCH + np.abs(self._gaps.raw_residual(free.q))  # who touches at the start may go on doing so

    @cached_property
    def _clear(self) -> Follower:
        made = self._make_clear()
        made.set_targets(self._free.problem.constants)
        return made

    @property
    def _is_prepared(self) -> bool:
        return "_clear" in self.__dict__

    def prepare(self) -> None:
        """Make the follower that keeps clear now: most solves never need it, but a drag should not wait for it."""
        _ = self._clear

    @property
    def problem(self) -> Problem:
        """Targets, locks and wishes as they were given last, without the clearance."""
        return self._free.problem

    @property
    def q(self) -> Array:
        """The present state (size,)."""
        return self._clear.q if self._slides else self._free.q

    def set_targets(self, constants: Array) -> None:
        """Set all targets at once: the constants of ``problem``."""
        self._free.set_targets(constants)
        if self._is_prepared:
            self._clear.set_targets(constants)

    def begin(self, q: Array) -> None:
        """Go on from another state; targets and posture stay."""
        self._free.begin(q)
        if self._is_prepared:
            self._clear.begin(q)

    def is_met(self, q: Array, tolerance: float) -> bool:
        """Whether all locks, targets and clearances are met at a state, each row in its own unit."""
        gaps = self._gaps.raw_residual(q)[self._gaps.row_scales != 0]
        return self._free.is_met(q, tolerance) and bool((np.abs(gaps) <= tolerance).all())

    def step(self) -> Result:
        """One frame."""
        if not self._begun:
            return self.jump()
        before = self._free.motion
        free = self._free.step()
        if self._is_clear(free.q):
            self._slides = False
            return free
        if not self._slides:
            self._clear.go_on(before)
            self._slides = True
        slid, rests = self._clear.q, largest(free.q - before.q) < STILL
        result = self._clear.step()
        if rests or largest(result.q - slid) >= STILL:
            return result
        # who drags would take it for at rest, but the free pose is still on its way
        for _ in range(MOST_LOOKS):
            last = free.q
            free = self._free.step()
            if self._is_clear(free.q):
                self._slides = False
                return free
            if largest(free.q - last) < STILL:
                break
        return result

    def jump(self) -> Result:
        """The pose for the present targets at once, however far it is."""
        start, self._begun = self.q, True
        result = self._free.jump()
        self._slides = not self._is_clear(result.q)
        if self._slides:
            self._clear.begin(start)
            result = self._clear.jump()
        return result

    def _is_clear(self, q: Array) -> bool:
        return bool((np.abs(self._gaps.raw_residual(q)) <= self._allowed).all())
