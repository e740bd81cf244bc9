"""Solving led by the bends that figures prefer, then to the goals alone (W 7.2.1).

Bends of limbs that the goals move join the goals for a few iterations; from there the problem is solved as it is.  So
the goals are met as well as without bends.  A straight limb gives a solver no way to go: where the goals are not
reached, a second try starts with the limb bent, and the better of the two results counts.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from manikin.body.posture import bend_goals
from manikin.figure.pose import Pose
from manikin.goals import BendToward
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits
from manikin.solvers.result import Result
from manikin.solvers.search import Search
from manikin.solvers.session import Cancel, Session, Solves
from manikin.solvers.solver import Solver

__all__ = ["BendGuide", "bends_of"]

MAX_GUIDED_ITERATIONS = 12
"""Iterations for which bends are goals beside the problem's own."""
STRAIGHT_LIMB_OFFSET = 0.05
"""A limb is straight where its middle joint is nearer to the line base-tip than this share of the limb's length."""
FIRST_BEND_ANGLE = 0.6
"""How far a straight limb is bent for the second try [rad]."""


def bends_of(problem: Problem) -> list[BendToward]:
    """The preferred bends, as goals, of the limbs that the problem's goals move.

    They use no parameter that the problem's own goals may not use.
    """
    bends = [bend for figure in problem.figures for bend in bend_goals(figure, problem.all_goals)]
    if all(goal.chain is None for goal in problem.all_goals):
        return bends
    owners = [(figure.name, name) for figure in problem.figures for name in figure.parameter_names]
    free: Any = tuple(owner for owner, gain in zip(owners, problem.gain, strict=True) if gain > 0)
    return [replace(bend, chain=free) for bend in bends] if free else []


class BendGuide:
    """A problem in two sessions: as it is, and with its preferred bends as goals beside its own."""

    def __init__(self, problem: Problem, solver: Solver, bends: Sequence[BendToward], start: Any = None) -> None:
        self.problem, self.bends = problem, bends
        self._start = problem.checked(problem.rest if start is None else start)
        self._plain = Session(solver, problem, self._start)
        self._iterations = min(MAX_GUIDED_ITERATIONS, solver.max_iterations)

    @cached_property
    def _guide(self) -> Session:
        # bends have no chains: what the goals' own chains leave out stays out
        guided = with_limits(self.problem.with_goals(*self.bends), gain=self.problem.gain)
        return Session(self._plain.solver, guided, self._start)

    def solve(self, *, seconds: float, cancel: Cancel | None, history: bool) -> Result:
        """Solve from the start; the result counts the work of all searches."""
        end = time.perf_counter() + seconds
        done: list[Result] = []

        def run(session: Session, q: Array | None = None, **how: Any) -> Result:
            if q is not None:
                session.begin(q)
            left = max(0.0, end - time.perf_counter())
            done.append(session.run(seconds=left, cancel=cancel, history=history, **how))
            return done[-1]

        def stopped() -> bool:
            return time.perf_counter() >= end or bool(cancel is not None and cancel.flag[0])

        first = run(self._plain, iterations=0, restarts=0)
        if first.reached or self._iterations == 0:
            return first
        done.clear()
        led = run(self._guide, iterations=self._iterations)
        result = run(self._plain, led.q, restarts=0)
        if not (result.reached or stopped()):
            led = run(self._guide, self._bent(self._start), iterations=self._iterations)
            second = run(self._plain, led.q)
            result = result if _is_better(self.problem, result.q, second.q, self._plain.solver) else second
        return _together(result, done)

    def solve_many(self, states: Array, constants: Array, *, threads: int) -> Solves | None:
        """The same for many starts (batch, size), each with its own constants; None where the kernels cannot do it.

        All problems take each step together, and the bits are those of ``solve`` one by one.
        """
        if self._plain.compiled is None or self._guide.compiled is None:
            return None
        found = self._plain.solve_many(states, constants, iterations=0, restarts=0, threads=threads)
        if self._iterations == 0:
            return found

        def run(session: Session, rows: np.ndarray, starts: Array, **how: Any) -> Solves:
            solves = session.solve_many(starts, constants[rows], threads=threads, **how)
            found.iterations[rows] += solves.iterations
            found.evaluations[rows] += solves.evaluations
            return solves

        def settle(rows: np.ndarray, solves: Solves) -> None:
            found.q[rows], found.codes[rows], found.merit[rows] = solves.q, solves.codes, solves.merit

        rows = np.flatnonzero(~found.reached)
        found.evaluations[rows] = 0
        led = run(self._guide, rows, states[rows], iterations=self._iterations)
        result = run(self._plain, rows, led.q, restarts=0)
        settle(rows, result)
        rows = rows[~result.reached]
        bent = np.array([self._bent(states[row]) for row in rows]).reshape(len(rows), self.problem.size)
        led = run(self._guide, rows, bent, iterations=self._iterations)
        second = run(self._plain, rows, led.q)
        chosen = np.array(
            [
                not _is_better(self.problem.with_constants(constants[row]), found.q[row], q, self._plain.solver)
                for row, q in zip(rows, second.q, strict=True)
            ],
            bool,
        )
        settle(rows[chosen], second.only(chosen))
        return found

    def _bent(self, start: Array) -> Array:
        """The start with straight limbs bent, each by its middle joint, the better of two ways."""
        states = []
        for figure, state in zip(self.problem.figures, self.problem.split(start), strict=True):
            pose = figure.pose(state)
            for bend in (bend for bend in self.bends if bend.middle.figure == figure.name):
                joint = figure.skeleton[bend.middle.parts()[0]]
                columns = figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton)
                if columns and _offsets(pose, bend)[0] <= STRAIGHT_LIMB_OFFSET:
                    knee = figure.parameter_names[columns[0]]
                    angles = (pose[knee] + side * FIRST_BEND_ANGLE for side in (1, -1))
                    ways = [pose.replace({knee: angle}).clipped() for angle in angles]
                    pose = max(ways, key=lambda way: float(np.subtract(*_offsets(way, bend))))
            states.append(pose.q)
        return np.where(self.problem.gain > 0, np.concatenate(states), start)


def _offsets(pose: Pose, bend: BendToward) -> tuple[float, float]:
    """How far a limb's middle is from the line base-tip, and from where it should be, over the limb's length."""
    base, middle, tip, target = (handle.value(pose) for handle in bend.handles)
    length = float(np.linalg.norm(middle - base) + np.linalg.norm(tip - middle)) or 1.0
    away = np.linalg.norm(np.cross(middle - base, tip - base)) / (np.linalg.norm(tip - base) or 1.0)
    return float(away) / length, float(np.linalg.norm(bend.residual(base, middle, tip, target))) / length


def _is_better(problem: Problem, first: Array, second: Array, solver: Solver) -> bool:
    """Whether the first of two states is better than the second."""
    a, b = (Search(problem, q, solver.tolerance) for q in (first, second))
    return b.is_better(a.current, b.current)


def _together(result: Result, done: Sequence[Result]) -> Result:
    """A result that counts the work of all searches done; their histories one after another."""
    histories = [one.history for one in done if one.history is not None]
    return Result(
        posed=result.posed,
        q=np.array(result.q),
        status=result.status,
        iterations=sum(one.iterations for one in done),
        evaluations=sum(one.evaluations for one in done),
        seconds=math.fsum(one.seconds for one in done),
        attempts=result.attempts,
        history=np.concatenate(histories) if histories else None,
        constants=result.constants,
    )
