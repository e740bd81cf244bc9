"""The pace of a drag: what is shown moves no faster than a few times the cursor, whatever the pose below it does."""

from __future__ import annotations

import math
from typing import NamedTuple

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
"""How much of the cursor's step is left after a refresh in which it stands still and what is shown is at its aim."""
FAR = 2.0
"""A way of more refreshes than this is a long one."""
CORRECTIONS, HELD = 4, 1e-8
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
        self._shown: list[_Shape] | None = None  # of the state, where it is known
        self._step, self._wavers, self._late = 0.0, 0, False
        self._aim, self._way = self.q, np.zeros_like(self.q)
        self._most = np.full(len(self.q), np.inf)

    def hurry(self, step: float) -> None:
        """The cursor moves by a step [m] before the next refresh."""
        self._step = max(step, (1.0 if self._late else MEMORY) * self._step)
        if step > 0:
            self._wavers = 0

    def limit(self, most: Array) -> None:
        """The most that each parameter changes in a refresh (size,)."""
        self._most = most

    def toward(self, problem: Problem, aim: Array) -> Array:
        """The state of the next refresh, on the way to an aim; ``problem`` has the present targets."""
        shapes, before = _shapes(problem, aim), self.q
        if self._shown is None:
            self._shown = _shapes(problem, before)
        share = self._haste(self._shown, shapes)
        way = aim - self._aim
        self._wavers += bool(way @ self._way < 0)
        self._aim, self._way = np.array(aim), way
        share = max(share, float((np.abs(aim - before) / self._most).max(initial=0.0)))
        share = max(share, 1.0 + self._wavers)  # an aim that goes to and fro is come to in the mean
        if share > FAR:  # on a long way joints go round, so a part of it may be longer than its share
            share *= max(1.0, self._haste(self._shown, _shapes(problem, before + (aim - before) / share)))
        self.q, self._shown, self._late = np.array(aim), shapes, share > FAR
        if share > 1.0:
            self.q, self._shown = self._held(problem, before + (aim - before) / share), None
        return np.array(self.q)

    def _haste(self, before: list[_Shape], after: list[_Shape]) -> float:
        """How many times too fast it would be to come from one state to another in one refresh."""
        step = max(self._step, LEAST_STEP)
        moves, turns = _changes(before, after)
        return max(moves / (MOST_MOVE * step), turns / (MOST_TURN * max(1.0, step / FAST_STEP)))

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


class _Shape(NamedTuple):
    """How the joints of a figure lie.

    Attributes:
        places: Their places (joints, 3).
        turns: Their rotations from their parents (joints, 9).
    """

    places: Array
    turns: Array


def _shapes(problem: Problem, q: Array) -> list[_Shape]:
    shapes = []
    for figure, own in zip(problem.figures, problem.split(q), strict=True):
        world = figure.forward(own)
        turns = world[:, :, :3]
        local = np.swapaxes(turns[np.maximum(figure.skeleton.parents, 0)], 1, 2) @ turns
        local[0] = turns[0]
        shapes.append(_Shape(world[:, :, 3], local.reshape(-1, 9)))
    return shapes


def _changes(before: list[_Shape], after: list[_Shape]) -> tuple[float, float]:
    """The most that the place of a joint moves [m], and that a joint turns [rad]."""
    moves = max(_longest(b.places - a.places) for a, b in zip(before, after, strict=True))
    apart = max(_longest(b.turns - a.turns) for a, b in zip(before, after, strict=True))
    return moves, 2 * math.asin(min(1.0, apart / math.sqrt(8.0)))  # apart is 2√2 sin of half the angle


def _longest(rows: Array) -> float:
    return math.sqrt(float(np.einsum("ij,ij->i", rows, rows).max(initial=0.0)))
