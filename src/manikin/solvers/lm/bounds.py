"""Hard inequalities in a step of the Levenberg-Marquardt method.  Mirrors kernels/src/solvers/lm/bounds.hpp.

A satisfied inequality has a zero derivative.  If a trial violates an inequality, its derivative at the crossing becomes
a row of the step; a row that only keeps the step from going farther inside is removed; then the step is computed again.
A row stands for a half-space: the direction in which the inequality is violated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.goals import AnyOf
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["MAX_SET_CHANGES", "Bound", "Crossing", "hard_bounds"]

MAX_SET_CHANGES = 8
"""The most changes of the set of held directions in one step."""
CROSSING_TRIALS = 12
"""States on the way to a trial to find where it crosses an inequality."""
AT_CROSSING = 1 / 512
"""A state is at the crossing with this share of the trial's violation."""
OUTSIDE, BEYOND = 0.02, 0.1
"""How far outside of the crossing that is expected the next state is, as a share of the way to it; and where that is
inside, how far the one after it is, as a share of the way to the state outside."""
VIOLATION_TOLERANCE = 1e-12
"""A smaller violation counts as none [own unit]."""
SAME_DIRECTION_COSINE = 0.99
"""Directions with a larger cosine count as one."""


@dataclass
class Bound:
    """A hard inequality.  One of several rows may be held in several directions, as at a corner of a support.

    Attributes:
        rows: Its rows of the residual.
        held: The directions in which it is held, unit vectors over its rows; each takes one of the rows.
        held_here: The directions in which it is violated at the state.
        unchanged: Whether its rows of the step are those at the state.
    """

    rows: slice
    held: tuple[Array, ...] = ()
    held_here: tuple[Array, ...] = ()
    unchanged: bool = True

    @property
    def count(self) -> int:
        """How many directions can be held."""
        return int(self.rows.stop - self.rows.start)

    def is_newly_violated(self, r: Array) -> bool:
        """Whether its residual r is a violation in a direction that is not held."""
        if len(self.held) == self.count or not np.abs(r).max() > VIOLATION_TOLERANCE:
            return False
        size = float(np.linalg.norm(r))
        return all(not e @ r > SAME_DIRECTION_COSINE * size for e in self.held)


class Crossing:
    """Looks for where the way to a trial crosses inequalities: a state there that just violates one.

    Two states outside tell where the violation begins, for it grows about evenly; the next one is a little outside of
    that.

    Attributes:
        outside: The share of the way to the last state that was found outside.
        next: The share of the way to the state to look at next.
    """

    def __init__(self, beyond: float) -> None:
        self._inside, self.outside, self.next = 0.0, 1.0, 0.5
        self._beyond, self._enough, self._left = beyond, AT_CROSSING * beyond, CROSSING_TRIALS
        self._expected = False

    @property
    def is_found(self) -> bool:
        """Whether the state outside is near enough."""
        return self._left == 0 or not self._beyond > self._enough

    def tell(self, violation: float) -> None:
        """The violation at the state that was to be looked at; 0 where it is inside."""
        at, self._left, share = self.next, self._left - 1, BEYOND if self._expected else 0.5
        self._expected = 0 < violation < self._beyond
        if self._expected:
            self.next = at - (1 - OUTSIDE) * violation * (self.outside - at) / (self._beyond - violation)
        if violation > 0:
            self.outside, self._beyond, share = at, violation, 0.5
        else:
            self._inside = at
        self._expected = self._expected and self.next > self._inside
        if not self._expected:
            self.next = self._inside + share * (self.outside - self._inside)


def hard_bounds(problem: Problem) -> list[Bound]:
    """Every hard inequality, members of disjunctions too."""
    found, row = [], 0
    for goal in problem.hard:
        for member in goal.goals if isinstance(goal, AnyOf) else (goal,):
            if member.is_inequality:
                found.append(Bound(slice(row, row + member.rows)))
            row += member.rows
    return found
