"""The posture that a figure leans to while its targets move away from where they were at the start."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from manikin.following.calm import levers_of
from manikin.following.carried_root import carried_roots
from manikin.goals import BendToward
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.preferred_bends import bend_straight_limbs

__all__ = ["MovingPosture"]

LEAVING = 0.3
"""How far targets are from the start, in levers, when the wishes of a body count by half or so."""
FRESH = 0.05
"""The same for soft reach, which limbs that are straight at the start do not have there."""
SOFT_KNEE = 0.3
"""How far the posture bends limbs that are straight, once their targets have left [rad]."""
FIRST_BEND = 2.5
"""How far a straight limb is bent to try it, times ``SOFT_KNEE``."""


class MovingPosture:
    """Nothing moves before the targets do; as these leave, wishes count, straight limbs bend a little, roots travel.

    Args:
        given: The figures with targets and locks.
        problem: The same with the wishes after them.
        posture: The state that is preferred (size,).
        weight: Weight of the posture.
        bends: The bends that limbs prefer.
        still: Whether the wishes must move nothing at the start.

    Attributes:
        share: How much of the start is left: 1 at the start, towards 0 far away.
        fresh: The same for soft reach: 0 once the targets have left by the width of that.
        moves: Whether the posture ever changes.
    """

    def __init__(
        self,
        given: Problem,
        problem: Problem,
        posture: Array,
        weight: float,
        bends: Sequence[BendToward],
        *,
        still: bool,
    ) -> None:
        self.share = self.fresh = 1.0
        self._posture, self._first = posture, np.array(problem.constants)
        self._leaving = _leaving(problem)
        self._offset = _offset(problem, posture, given.rows, weight) if still else np.zeros_like(posture)
        self._bent = bend_straight_limbs(given, bends, posture, SOFT_KNEE)
        self._bend = self._bent - posture
        self._carried = carried_roots(problem, len(given.all_goals))
        self.moves = bool(self._offset.any() or self._bend.any() or self._carried)
        self._turn = self._offset - self._bend

    def leave(self, constants: Array) -> Array | None:
        """The posture (size,) for some targets; None if it never changes."""
        change = constants - self._first
        # a smooth mean that is near the largest: where another coordinate becomes it, the posture must not turn off
        squares = self._leaving @ (change * change)
        way = math.sqrt(squares @ squares)
        self.share = 1 / (1 + way) ** 2
        self.fresh = 1 / (1 + way * (LEAVING / FRESH) ** 2) ** 2
        if not self.moves:
            return None
        posture = self._bent + self.share * self._turn
        for carried in self._carried:
            posture[carried.columns] += carried.way(change)
        return np.asarray(posture)

    def with_bends(self, q: Array) -> Array | None:
        """The posture with those limbs well bent that are still straight at a state; None if there are none."""
        straight = (self._bend != 0) & (np.abs(q - self._posture) < 0.03 * np.abs(self._bend))
        return self._posture + FIRST_BEND * np.where(straight, self._bend, 0.0) if straight.any() else None


def _offset(problem: Problem, posture: Array, first: int, weight: float) -> Array:
    """What must be added to a posture so that the wishes, the rows from ``first`` on, move nothing there."""
    pull = problem.jacobian(posture)[first:].T @ problem.residual(posture)[first:]
    return np.asarray(problem.gain**2 * pull / weight)


def _leaving(problem: Problem) -> Array:
    """What the squared ways of all constants count by (goals, constants).

    Only targets leave, not the lines and planes that goals are beside.
    """
    levers, found = levers_of(problem), []
    for i in range(len(problem.all_goals) if problem.tables is not None else 0):
        where = problem.constants_of(i)
        if "target" in where:
            own = np.zeros(len(problem.constants))
            own[where["target"]] = (LEAVING * levers[where["target"]]) ** -2
            found.append(own)
    return np.reshape(found, (len(found), len(problem.constants)))
