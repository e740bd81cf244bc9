"""A natural start for solving: least effort and the bends that figures prefer, then the goals alone (W 7.2.1).

A search that leans to the start, with the preferred bends of the limbs that the goals move, leads to a state from which
the problem is solved as it is.  So the goals are met as well as without it.  A straight limb gives a solver no way to
go: where the goals are not reached, a second try starts with the limb bent, and the better of the two results counts.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from manikin.body.effort import effort
from manikin.body.posture import bend_goals
from manikin.figure.pose import Pose
from manikin.goals import BendToward
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits
from manikin.solvers.result import Result
from manikin.solvers.search import Lean, Search
from manikin.solvers.session import Cancel, Session
from manikin.solvers.solver import Solver

__all__ = [
    "BEND_WEIGHT",
    "POSTURE_WEIGHT",
    "STRAIGHT_LIMB_OFFSET",
    "NaturalStart",
    "bend_straight_limbs",
    "bends_of",
    "effort_gains",
    "offsets",
    "row_power",
]

POSTURE_WEIGHT = 2.5e-4
"""Weight of the posture, in units of the squared change of the targets' rows for one unit of effort."""
BEND_WEIGHT = 5.0
"""Weight of a preferred bend, in units of effort per metre squared."""
LEADING_ITERATIONS, LEADING_ROUNDS = 60, 2
"""The most iterations of a leading solve, and how often it is made more exact."""
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


class NaturalStart:
    """A problem solved from its start with the least effort and the preferred bends, then as it is."""

    def __init__(self, problem: Problem, solver: Solver, bends: Sequence[BendToward], start: Any = None) -> None:
        self.problem, self.bends = problem, bends
        self._start = problem.checked(problem.rest if start is None else start)
        self._plain = Session(solver, problem, self._start)

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
        if first.reached:
            return first
        done.clear()
        if stopped():
            return run(self._plain, restarts=0)
        led = self._lead(self._start)
        done.append(led)
        result = run(self._plain, led.q, restarts=0)
        if not (result.reached or stopped()):
            led = self._lead(bend_straight_limbs(self.problem, self.bends, self._start, FIRST_BEND_ANGLE))
            done.append(led)
            second = run(self._plain, led.q)
            result = result if _is_better(self.problem, result.q, second.q, self._plain.solver) else second
        return _together(result, done)

    def _lead(self, q: Array) -> Result:
        """The goals met with the least effort from the start, from a state on."""
        self._leaning.begin(q)
        return self._leaning.follow(self._leaning_constants, rounds=LEADING_ROUNDS)

    @cached_property
    def _leaning(self) -> Session:
        gain, unit = effort_gains(self.problem)
        weight = POSTURE_WEIGHT * row_power(self.problem, gain)
        bends = [replace(bend, weight=unit * weight * BEND_WEIGHT) for bend in self.bends]
        led = with_limits(self.problem.with_goals(*bends), gain=gain)
        exact = np.zeros(led.rows, np.uint8)
        exact[: self.problem.rows] = 1
        lean = Lean(self._start, weight, np.zeros(led.rows), exact)
        solver = replace(self._plain.solver, max_iterations=min(self._plain.solver.max_iterations, LEADING_ITERATIONS))
        self._leaning_constants = np.array(led.constants)
        return Session(solver, led, self._start, lean=lean)


def effort_gains(problem: Problem) -> tuple[Array, float]:
    """Gains, 1 for the lightest parameter, so that steps over gains measure effort; and how many make a unit."""
    costs = np.concatenate([np.zeros(0), *(effort(figure) for figure in problem.figures)])
    gain = problem.gain / np.sqrt(costs)
    largest = float(gain.max(initial=0.0)) or 1.0
    return gain / largest, largest**2


def row_power(problem: Problem, gain: Array) -> float:
    """The squared change of a target row for one unit of effort: the mean over the kind of rows that has the least."""
    power = ((problem.jacobian(problem.rest) * gain) ** 2).sum(axis=1)
    kinds: list[float] = []
    row = 0
    for i, goal in enumerate(problem.all_goals):
        units = np.array(goal.units)
        if i >= len(problem.hard):
            kinds += [float(power[row : row + goal.rows][units == unit].mean()) for unit in set(goal.units)]
        row += goal.rows
    return min((kind for kind in kinds if kind > 0), default=1e-6)  # without targets, far below what locks weigh


def bend_straight_limbs(problem: Problem, bends: Sequence[BendToward], q: Array, angle: float) -> Array:
    """A state with straight limbs bent by an angle [rad], each by its middle joint, the better of two ways."""
    states = []
    for figure, state in zip(problem.figures, problem.split(q), strict=True):
        pose = figure.pose(state)
        for bend in (bend for bend in bends if bend.middle.figure == figure.name):
            joint = figure.skeleton[bend.middle.parts()[0]]
            columns = figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton)
            if columns and offsets(pose, bend)[0] <= STRAIGHT_LIMB_OFFSET:
                knee = figure.parameter_names[columns[0]]
                angles = (pose[knee] + side * angle for side in (1, -1))
                ways = [pose.replace({knee: angle}).clipped() for angle in angles]
                pose = max(ways, key=lambda way: float(np.subtract(*offsets(way, bend))))
        states.append(pose.q)
    return np.where(problem.gain > 0, np.concatenate(states), q)


def offsets(pose: Pose, bend: BendToward) -> tuple[float, float]:
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
