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

__all__ = ["CROSSING_BISECTIONS", "MAX_SET_CHANGES", "Bound", "hard_bounds"]

MAX_SET_CHANGES = 8
"""The most changes of the set of held directions in one step."""
CROSSING_BISECTIONS = 12
"""Halvings of the way to a trial to find where it crosses an inequality."""
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


def hard_bounds(problem: Problem) -> list[Bound]:
    """Every hard inequality, members of disjunctions too."""
    found, row = [], 0
    for goal in problem.hard:
        for member in goal.goals if isinstance(goal, AnyOf) else (goal,):
            if member.is_inequality:
                found.append(Bound(slice(row, row + member.rows)))
            row += member.rows
    return found
