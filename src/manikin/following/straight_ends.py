"""Limbs that got straight on their way, though their posture bends them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from manikin.following.tries import Tries
from manikin.goals import BendToward
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.preferred_bends import middle_columns

__all__ = ["StraightEnds"]

AT_END, BENT = 0.05, 0.4
"""A limb whose middle joint is so near to a limit is tried bent by the second more [rad]."""
LEAST_INSIDE = 0.1
"""Only limbs that the posture bends by more than this are tried [rad]."""
WAITS, GROWN = (1, 16), 1.1
"""Frames between two tries; after every one in vain twice as many, up to the second number.  Where the pose costs so
many times what it did at the last one, the next one is due at once."""


class StraightEnds:
    """When to try limbs bent that got straight on their way, and from where.

    A limb may get straight where its posture likes that better, and its target may come back.  Then another joint would
    bend instead, a wrist for an elbow, until it can do no more; and the later the elbow takes over, the farther it is
    to go.

    Args:
        problem: The figures with targets and locks.
        posture: The state that is preferred (size,).
        bends: The bends that limbs prefer.
    """

    def __init__(self, problem: Problem, posture: Array, bends: Sequence[BendToward]) -> None:
        self._lo, self._hi = problem.lo, problem.hi
        inside = np.minimum(posture - self._lo, self._hi - posture) > LEAST_INSIDE
        self._middles = [column for column in middle_columns(problem, bends) if inside[column]]
        self._tries, self._targets, self._cost = Tries(*WAITS), np.zeros(0), 0.0

    def at(self, q: Array) -> list[int]:
        """The middle joints that are at their ends at a state."""
        return [c for c in self._middles if min(q[c] - self._lo[c], self._hi[c] - q[c]) < AT_END]

    def is_due(self, targets: Array, cost: float) -> bool:
        """Whether to try now, for some targets at which the pose costs so much; to be asked once a frame."""
        if np.array_equal(self._targets, targets):
            return False
        if not self._tries.is_due() and cost <= GROWN * self._cost:
            return False
        self._targets, self._cost = np.array(targets), cost
        return True

    def bent(self, q: Array) -> Array:
        """A state with the limbs that are at their ends well bent."""
        stuck = self.at(q)
        start = np.array(q)
        start[stuck] += np.where(q[stuck] - self._lo[stuck] < AT_END, BENT, -BENT)
        return start

    def kept_bending(self, bounds: tuple[Array, Array], q: Array, near: Array) -> tuple[Array, Array]:
        """Bounds of the next frame, from a state with limbs at their ends to one near it where they are bent more.

        Almost straight, an elbow turns the hand more than it brings it nearer.  It would give way to the wrist, and
        never bend.
        """
        lower, upper = bounds
        for c in self.at(q):
            if q[c] - self._lo[c] < AT_END:
                lower[c] = max(lower[c], min(near[c], upper[c]))
            else:
                upper[c] = min(upper[c], max(near[c], lower[c]))
        return lower, upper

    def ended(self, *, gained: bool) -> None:
        """A try has ended."""
        self._tries.ended(gained=gained)
