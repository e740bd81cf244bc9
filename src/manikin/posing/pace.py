"""The pace of a drag: what is shown moves no faster than a few times the cursor, whatever the pose below it does."""

from __future__ import annotations

import math

import numpy as np

from manikin.figure.figure import Figure
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
        self._shown: list[Array] | None = None  # the frames of the state, where they are known
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

    def toward(self, problem: Problem, aim: Array, constants: Array) -> Array:
        """The state of the next refresh, on the way to an aim; ``constants`` are the present targets of the problem."""
        worlds, before = _worlds(problem, aim), self.q
        if self._shown is None:
            self._shown = _worlds(problem, before)
        share = self._haste(problem, self._shown, worlds)
        way = aim - self._aim
        self._wavers += bool(way @ self._way < 0)
        self._aim, self._way = np.array(aim), way
        share = max(share, float((np.abs(aim - before) / self._most).max(initial=0.0)))
        share = max(share, 1.0 + self._wavers)  # an aim that goes to and fro is come to in the mean
        if share > FAR:  # on a long way joints go round, so a part of it may be longer than its share
            part = _worlds(problem, before + (aim - before) / share)
            share *= max(1.0, self._haste(problem, self._shown, part))
        self.q, self._shown, self._late = np.array(aim), worlds, share > FAR
        if share > 1.0:
            self.q, self._shown = self._held(problem.with_constants(constants), before + (aim - before) / share), None
        return np.array(self.q)

    def _haste(self, problem: Problem, before: list[Array], after: list[Array]) -> float:
        """How many times too fast it would be to come from one state to another in one refresh; 1 for not at all."""
        step = max(self._step, LEAST_STEP)
        most_move, most_turn = MOST_MOVE * step, MOST_TURN * max(1.0, step / FAST_STEP)
        haste = 1.0
        for figure, one, other in zip(problem.figures, before, after, strict=True):
            apart = other - one
            moves = math.sqrt(_squares(apart[:, :, 3]).max(initial=0.0))
            # a joint and its parent both turn in the world: from each other by no more than twice the most
            turns = _angle(4 * _squares(apart[:, :, :3]).max(initial=0.0))
            if turns > most_turn:
                turns = _angle(_squares(_local(figure, other) - _local(figure, one)).max(initial=0.0))
            haste = max(haste, moves / most_move, turns / most_turn)
        return haste

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


def _worlds(problem: Problem, q: Array) -> list[Array]:
    """The frames of the joints of each figure (joints, 3, 4)."""
    return [figure.forward(own) for figure, own in zip(problem.figures, problem.split(q), strict=True)]


def _squares(apart: Array) -> Array:
    """The sum of squares of each row."""
    rows = apart.reshape(len(apart), -1)
    return np.asarray(np.einsum("ij,ij->i", rows, rows))


def _angle(square: float) -> float:
    """The angle between two rotations [rad] whose matrices are apart by the root of a sum of squares."""
    return 2 * math.asin(min(1.0, math.sqrt(square / 8.0)))


def _local(figure: Figure, world: Array) -> Array:
    """How the joints are turned from their parents (joints, 3, 3)."""
    turns = world[:, :, :3]
    local = np.swapaxes(turns[np.maximum(figure.skeleton.parents, 0)], 1, 2) @ turns
    local[0] = turns[0]
    return np.asarray(local)
