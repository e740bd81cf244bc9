"""How far the steps of a search may go: to the limits, or at first part of the way.

Mirrors kernels/src/solvers/step_limits.hpp.

Who follows targets by one solve after another sees each of them as a frame.  A joint that runs into its limit within a
frame stops there at once: that is a jerk, and the others take over its part as suddenly.  If each frame goes at most
half of the way that is left, the joint slows down before its limit, and the others take over little by little.  Where
the goals cannot be reached so, the search goes on to the limits themselves: what can be reached is reached as exactly.
"""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["NEAR_SHARE", "StepLimits"]

NEAR_SHARE = 0.5
"""The share of its way to a limit that a parameter may go at first."""
HELD_SHARE = 0.999
"""Of that way, what a parameter must have gone to be held there: linear limits may stop it a little before."""


class StepLimits:
    """The limits of the steps of a search.

    Attributes:
        lo: The lower limits (size,).
        hi: The upper limits (size,).
        are_near: Whether they are nearer than those of the problem.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem, self._start = problem, problem.rest
        self.open()

    def draw_near(self, q: Array) -> None:
        """Steps may go part of the way from a state to the limits, if all that moves has limits.

        What has none, such as a root that floats, would take over what others may not do at first, and lead to another
        pose.
        """
        lo, hi = self._problem.lo, self._problem.hi
        if not np.isfinite((lo - hi)[self._problem.gain > 0]).all():
            self.open()
            return
        self._start = q
        self.lo, self.hi = q + NEAR_SHARE * (lo - q), q + NEAR_SHARE * (hi - q)
        self.are_near = True

    def open(self) -> None:
        """Steps may go to the limits."""
        self.lo, self.hi, self.are_near = self._problem.lo, self._problem.hi, False

    def hold(self, q: Array) -> bool:
        """Whether a parameter of a state has gone as far as it may at first, and could go farther."""
        start = self._start
        low = (start > self.lo) & (start - q >= HELD_SHARE * (start - self.lo))
        high = (start < self.hi) & (q - start >= HELD_SHARE * (self.hi - start))
        return self.are_near and bool(((low | high) & (self._problem.gain > 0)).any())
