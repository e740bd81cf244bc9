"""The pace of a drag: what is shown moves no faster than a few times the cursor, whatever the pose below it does."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Pace"]

MOST_TURN = 0.125
"""The most that a joint turns in a refresh where the cursor moves by ``FAST_STEP`` [rad]; in proportion to its step."""
MOST_MOVE = 3.0
"""The most that a joint moves in a refresh, times the cursor's step."""
LEAST_STEP, FAST_STEP = 0.008, 0.015
"""The cursor's step counts as at least the first [m]: a slow one is not for sudden turns, as where a hand leaves what
it slid along.  A fast one is the second."""
MEMORY = 0.93
"""How much of the cursor's step is left after a refresh in which it stands still and what is shown is at its aim."""
FAR = 2.0
"""A way of more refreshes than this is a long one."""
CORRECTIONS, MOST_CORRECTIONS, HELD, NEAR = 3, 8, 1e-8, 1e-5
"""The most steps to bring targets back, and locks; and how far off locks and targets may be [m, rad]."""
PINNED = 3
"""How often, at most, the joints that a step takes to their limits are left there and the others take the rest."""
MET = 1e-2
"""Targets that are off by no more than this at both ends of a way are met on it, weighted [m, rad]."""
EVEN, GIVING = 1e-12, 1e-3
"""What keeps equations solvable, times their squares: of goals that say the same, and of targets at the end of a
reach or contacts that say nearly the same, as the corners of a sole do."""
PROGRESS = 0.25
"""The least share of a way that must be gone where targets lead aside."""
MANY = 3
"""A parameter that drives more joints than this turns no faster than a joint may."""
STILL, HARDLY = 1e-5, 0.1
"""An aim whose parameters change by no more in a refresh stands still [rad, m], or hardly moves: over how far it is."""
TOO_HASTY = 1.2
"""A way that is still so many times too long is cut."""
TREMBLING, LIKE = 2e-3, 0.3
"""A parameter of the aim trembles where it turns back by more than the first [rad, m] in a refresh, and its way there
and back are alike: the shorter one more than the second share of the other.  A cursor that turns is slower there."""
FADING, CALM, MOST_MEAN = 0.85, 0.3, 5.0
"""How much of a tremble is left after a refresh, what counts as none, and the most refreshes that a mean goes back."""
TRIES = 3
"""How often, at most, a way is shortened that got too long because locks and targets hold."""


class Pace:
    """Follows the states of a drag at a bounded pace.

    A pose may have to change suddenly: fingers that meet the floor buckle, a limit or the edge of balance is met, a
    limb goes over to another bend.  Then the figure comes to it in a few refreshes.  Locks hold on the way, and
    what is where it should be stays there.  Of what trembles the mean is shown.

    Args:
        problem: The figures and their goals.
        q: The state at the start (size,).
        goals: How many of the goals are locks or targets; wishes come after them.
    """

    def __init__(self, problem: Problem, q: Array, goals: int) -> None:
        self._lo, self._hi, self._gain = problem.lo, problem.hi, problem.gain
        self._hard = problem.kernel_limits.hard != 0
        every = problem.all_goals
        bounds = np.repeat([goal.is_inequality for goal in every], [goal.rows for goal in every])
        self._rows = sum(goal.rows for goal in every[:goals])
        self._exact, self._bounds = self._hard & ~bounds, bounds & (np.arange(len(bounds)) < self._rows)
        self.q = np.array(q)
        self._shown: list[Array] | None = None  # the frames of the state, where they are known
        self._step, self._wavers, self._late = 0.0, 0, False
        self._aim, self._way = self.q, np.zeros_like(self.q)
        self._most = np.full(len(self.q), np.inf)
        self._wide = np.concatenate([_driving_many(figure) for figure in problem.figures])
        self._tremble = np.zeros(len(self.q))  # how much each parameter of the aim goes to and fro
        self._steady = self.q

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
        present = problem.with_constants(constants)
        way = aim - self._aim
        # an aim that stands still is no mean of others any more, nor is one that is far and hardly goes to and fro
        moves = np.abs(way).max(initial=0.0) > max(STILL, HARDLY * float(np.abs(aim - self.q).max(initial=0.0)))
        self._wavers = self._wavers + bool(way @ self._way < 0) if moves else self._wavers // 2
        last, self._aim, self._way = self._way, np.array(aim), way
        aim = self._steadied(present, aim, way, last)
        worlds, before = _worlds(problem, aim), self.q
        if self._shown is None:
            self._shown = _worlds(problem, before)
        share = self._haste(problem, self._shown, worlds)
        apart = np.abs(aim - before)
        most_turn = MOST_TURN * max(self._step, LEAST_STEP) / FAST_STEP
        share = max(
            share, float((apart / self._most).max(initial=0.0)), float(apart[self._wide].max(initial=0.0)) / most_turn
        )
        share = max(share, 1.0 + self._wavers)  # an aim that goes to and fro is come to in the mean
        if share > FAR:  # on a long way joints go round, so a part of it may be longer than its share
            part = _worlds(problem, before + (aim - before) / share)
            share *= max(1.0, self._haste(problem, self._shown, part))
        self.q, shown, self._late = np.array(aim), worlds, share > FAR
        if share > 1.0:
            for _ in range(TRIES):
                self.q = self._held(present, before, aim, 1 / share)
                shown = _worlds(problem, self.q)
                haste = self._haste(problem, self._shown, shown)
                if haste <= 1.0:
                    break
                share *= 1.01 * haste  # what holds locks and targets took more
            if haste > TOO_HASTY:  # locks hold at both ends, and need little on the way between them
                cut = before + (self.q - before) / haste
                self.q = self._brought(present, cut, self._exact, np.zeros(problem.rows), HELD)
                shown = _worlds(problem, self.q)
        self._shown = shown
        return np.array(self.q)

    def _steadied(self, problem: Problem, aim: Array, way: Array, last: Array) -> Array:
        """An aim without what trembles in it: the mean of late, of the parameters that go to and fro.

        Where many contacts and edges are met at once, a search that has little time finds one pose and another in turn.
        Locks and targets are what they are at the aim.
        """
        most, least = np.maximum(np.abs(way), np.abs(last)), np.minimum(np.abs(way), np.abs(last))
        turns = (way * last < 0) & (least > np.maximum(LIKE * most, TREMBLING))
        self._tremble = FADING * self._tremble + turns
        self._tremble[self._tremble < CALM] = 0.0
        before, self._steady = self._steady, np.array(aim)
        if not self._tremble.any():
            return aim
        steady = before + (aim - before) / (1 + np.minimum(self._tremble, MOST_MEAN))
        wanted = problem.residual(aim)
        rows = (self._hard | (np.abs(wanted) <= MET)) & (np.arange(len(wanted)) < self._rows)
        wanted = np.where(self._exact, 0.0, wanted)
        steady = self._brought(problem, steady, rows, wanted, NEAR)
        self._steady = self._brought(problem, steady, self._hard, wanted, HELD)
        return self._steady

    def _haste(self, problem: Problem, before: list[Array], after: list[Array]) -> float:
        """How many times too fast it would be to come from one state to another in one refresh; 1 for not at all."""
        step = max(self._step, LEAST_STEP)
        most_move, most_turn = MOST_MOVE * step, MOST_TURN * step / FAST_STEP
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

    def _held(self, problem: Problem, before: Array, aim: Array, share: float) -> Array:
        """A state a share of the way to the aim at which locks hold, and targets that are met at both ends.

        So a hand that is where it should be stays there while the arm goes over to another pose.  Balance over a
        support that has just become smaller is come to with the way: at once would be a jump.
        """
        first, last = problem.residual(before), problem.residual(aim)
        met = np.maximum(np.abs(first), np.abs(last)) <= MET
        met[self._rows :] = False
        wanted = np.where(self._exact, 0.0, (1 - share) * first + share * last)
        q = between = np.clip(before + share * (aim - before), self._lo, self._hi)
        if met.any():
            q = self._brought(problem, q, self._hard | met, wanted, NEAR)
        if np.linalg.norm(aim - q) > (1 - PROGRESS * share) * np.linalg.norm(aim - before):
            q = between  # targets must not keep it from coming there
        q = self._brought(problem, q, self._hard, wanted, HELD)
        sunk = self._bounds & (np.abs(problem.residual(q)) > np.abs(wanted) + MET)
        if sunk.any():
            q = self._brought(problem, q, self._hard | sunk, wanted, NEAR)
            q = self._brought(problem, q, self._exact, wanted, HELD)  # locks come before the floor
        return q

    def _brought(self, problem: Problem, q: Array, rows: np.ndarray, wanted: Array, near: float) -> Array:
        """A state beside another one at which some rows are what is wanted, within ``near`` if few steps do."""
        for _ in range(CORRECTIONS if near > HELD else MOST_CORRECTIONS):
            missed = (problem.residual(q) - wanted)[rows]
            if np.abs(missed).max(initial=0.0) <= near:
                break
            q = self._corrected(problem, q, missed, rows)
        return q

    def _corrected(self, problem: Problem, q: Array, missed: Array, rows: np.ndarray) -> Array:
        """A state whose rows are less by what they are missed by, about; what meets its limit leaves it to others."""
        jacobian, gain, pinned = problem.jacobian(q)[rows], self._gain, q
        for _ in range(PINNED):
            moved = jacobian * gain
            normal = moved @ moved.T
            squares = np.diagonal(normal)
            giving = GIVING * np.where(self._exact[rows], 0.0, squares)
            normal[np.diag_indices(len(normal))] += EVEN * (squares.sum() or 1.0) + giving
            asked = pinned - gain * (moved.T @ np.linalg.solve(normal, missed))
            to = np.clip(asked, self._lo, self._hi)
            stopped = to != asked
            if not stopped.any():
                break
            missed = missed + jacobian @ np.where(stopped, to - pinned, 0.0)
            gain, pinned = np.where(stopped, 0.0, gain), np.where(stopped, to, pinned)
        return np.asarray(to)


@lru_cache(maxsize=16)
def _driving_many(figure: Figure) -> np.ndarray:
    """Which parameters drive many joints (size,), such as the bend of a spine: each joint turns only a little."""
    driven = np.zeros(figure.size, int)
    for joint in figure.skeleton:
        driven[list(figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton))] += 1
    return np.asarray(driven > MANY)


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
