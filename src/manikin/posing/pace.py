"""The pace of a drag: what is shown moves no faster than a few times the cursor, whatever the pose below it does."""

from __future__ import annotations

import math

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Pace"]

MOST_TURN = 0.125
"""The most that a joint turns in a refresh [rad]."""
MOST_MOVE = 3.0
"""The most that a joint moves in a refresh, times the cursor's step."""
LEAST_STEP, FAST_STEP = 0.008, 0.015
"""The cursor's step counts as at least the first [m]; turns may be larger from the second on, in proportion."""
MEMORY = 0.93
"""How much of the cursor's step is left after a refresh in which it stands still."""
FAR = 2.0
"""A way of more refreshes than this is a long one."""
CORRECTIONS, HELD = 4, 1e-6
"""The most steps to bring locks back, and how far off they may be [m, rad]."""


class Pace:
    """Follows the states of a drag at a bounded pace.

    A pose may have to change suddenly: fingers that meet the floor buckle, a limit or the edge of balance is met, a
    limb goes over to another bend.  Then the figure comes to it in a few refreshes.  Locks hold on the way.

    Args:
        problem: The figures and their goals.
        q: The state at the start (size,).
    """

    def __init__(self, problem: Problem, q: Array) -> None:
        self._lo, self._hi, self._gain = problem.lo, problem.hi, problem.gain
        self._hard = problem.kernel_limits.hard != 0
        self.q = np.array(q)
        self._step, self._wavers = 0.0, 0
        self._aim, self._way = self.q, np.zeros_like(self.q)

    def hurry(self, step: float) -> None:
        """The cursor moves by a step [m] before the next refresh."""
        self._step = max(step, MEMORY * self._step)
        if step > 0:
            self._wavers = 0

    def toward(self, problem: Problem, aim: Array) -> Array:
        """The state of the next refresh, on the way to an aim; ``problem`` has the present targets."""
        share = self._haste(problem, aim)
        way = aim - self._aim
        self._wavers += bool(way @ self._way < 0)
        self._aim, self._way = np.array(aim), way
        share = max(share, 1.0 + self._wavers)  # an aim that goes to and fro is come to in the mean
        if share > FAR:  # on a long way joints go round, so a part of it may be longer than its share
            share *= max(1.0, self._haste(problem, self.q + (aim - self.q) / share))
        self.q = np.array(aim) if share <= 1.0 else self._held(problem, self.q + (aim - self.q) / share)
        return np.array(self.q)

    def _haste(self, problem: Problem, aim: Array) -> float:
        """How many times too fast it would be to come to an aim in one refresh."""
        step = max(self._step, LEAST_STEP)
        moves, turns = self._changes(problem, aim)
        return max(moves / (MOST_MOVE * step), turns / (MOST_TURN * max(1.0, step / FAST_STEP)))

    def _changes(self, problem: Problem, aim: Array) -> tuple[float, float]:
        """The most that the place of a joint moves [m], and that a joint turns [rad]."""
        moves, turns = 0.0, 0.0
        for figure, before, after in zip(problem.figures, problem.split(self.q), problem.split(aim), strict=True):
            world = figure.forward(np.array([before, after]))
            moves = max(moves, float(np.linalg.norm(world[1, :, :, 3] - world[0, :, :, 3], axis=1).max()))
            parents = np.maximum(figure.skeleton.parents, 0)
            own, above = world[:, :, :, :3], world[:, parents, :, :3]
            local = np.swapaxes(above, 2, 3) @ own
            local[:, 0] = own[:, 0]
            apart = float(np.linalg.norm(local[1] - local[0], axis=(1, 2)).max())  # 2√2 sin of half the angle
            turns = max(turns, 2 * math.asin(min(1.0, apart / math.sqrt(8.0))))
        return moves, turns

    def _held(self, problem: Problem, q: Array) -> Array:
        """A state near another one at which the locks hold."""
        q = np.clip(q, self._lo, self._hi)
        for _ in range(CORRECTIONS):
            r = problem.residual(q)[self._hard]
            if np.abs(r).max(initial=0.0) <= HELD:
                break
            rows = problem.jacobian(q)[self._hard] * self._gain
            q = np.clip(q - self._gain * (np.linalg.pinv(rows, rcond=1e-6) @ r), self._lo, self._hi)
        return q
