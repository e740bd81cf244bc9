"""Solving the natural way: led by the bends that figures prefer, then to the goals alone (W 7.2.1)."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

import numpy as np

from manikin.body.posture import bend_goals
from manikin.figure.pose import Pose
from manikin.goals import BendToward
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits
from manikin.solvers import LevenbergMarquardt
from manikin.solvers.result import Result
from manikin.solvers.search import Search

__all__ = ["solve_naturally"]

LEAD = 12
"""Iterations that bends may lead."""
STRAIGHT = 0.05
"""A limb is straight where its middle stands off by less than this share of its length."""
NUDGE = 0.6
"""How far [rad] a straight limb is bent where the goals are not reached otherwise."""


def solve_naturally(problem: Problem, start: Array, solver: LevenbergMarquardt, *, seconds: float = math.inf) -> Result:
    """Solve a problem led by its figures' preferred bends; the goals are met as they would be without them.

    Bends of limbs that the goals move join the goals for a few iterations; from there the problem is solved as it is.
    A straight limb gives a solver no way to go: where the goals are not reached, a second try starts with it bent.
    """
    bends = _serving(problem, [bend for figure in problem.figures for bend in bend_goals(figure, problem.all_goals)])
    met = np.abs(problem.raw_residual(start)).max(initial=0.0) <= solver.tolerance
    if not bends or met:
        return solver.solve(problem, start, seconds=seconds)
    end = time.perf_counter() + seconds
    guide = replace(solver, max_iterations=min(LEAD, solver.max_iterations))
    # bends have no chains: what the goals' own chains leave out stays out
    session = guide.start(with_limits(problem.with_goals(*bends), gain=problem.gain), start)
    led = session.run(seconds=seconds)
    result = replace(solver, restarts=0).solve(problem, led.q, seconds=end - time.perf_counter())
    if result.reached or time.perf_counter() >= end:
        return _together(result, led)
    other = session.solve(np.where(problem.gain > 0, _bent(problem, start, bends), start))
    second = solver.solve(problem, other.q, seconds=end - time.perf_counter())
    first, then = (Search(problem, one.q, solver.tolerance) for one in (result, second))
    best = result if then.better(first.now, then.now) else second
    return _together(best, led, other, result if best is second else second)


def _serving(problem: Problem, bends: list[BendToward]) -> list[BendToward]:
    """The bends, using no parameter that the problem's own goals may not use."""
    if all(goal.chain is None for goal in problem.all_goals):
        return bends
    owners = [(figure.name, name) for figure in problem.figures for name in figure.parameter_names]
    free: Any = tuple(owner for owner, gain in zip(owners, problem.gain, strict=True) if gain > 0)
    return [replace(bend, chain=free) for bend in bends] if free else []


def _bent(problem: Problem, start: Array, bends: list[BendToward]) -> Array:
    """The start with straight limbs bent, each by its middle joint, the better of two ways."""
    states = []
    for figure, state in zip(problem.figures, problem.split(start), strict=True):
        pose = figure.pose(state)
        for bend in (bend for bend in bends if bend.middle.figure == figure.name):
            joint = figure.skeleton[bend.middle.parts()[0]]
            columns = figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton)
            if columns and _standing_off(pose, bend)[0] <= STRAIGHT:
                knee = figure.parameter_names[columns[0]]
                ways = [pose.replace({knee: pose[knee] + way}).clipped() for way in (NUDGE, -NUDGE)]
                pose = max(ways, key=lambda way: float(np.subtract(*_standing_off(way, bend))))
        states.append(pose.q)
    return np.concatenate(states)


def _standing_off(pose: Pose, bend: BendToward) -> tuple[float, float]:
    """How far a limb's middle stands off the line from base to tip, and from where it should, over its length."""
    base, middle, tip, target = (handle.value(pose) for handle in bend.handles)
    length = float(np.linalg.norm(middle - base) + np.linalg.norm(tip - middle)) or 1.0
    away = np.linalg.norm(np.cross(middle - base, tip - base)) / (np.linalg.norm(tip - base) or 1.0)
    return float(away) / length, float(np.linalg.norm(bend.residual(base, middle, tip, target))) / length


def _together(result: Result, *others: Result) -> Result:
    """A result that counts the work of all."""
    every = (result, *others)
    return Result(
        posed=result.posed,
        q=np.array(result.q),
        status=result.status,
        iterations=sum(one.iterations for one in every),
        evaluations=sum(one.evaluations for one in every),
        seconds=sum(one.seconds for one in every),
        attempts=result.attempts,
        history=result.history,
        constants=result.constants,
    )
