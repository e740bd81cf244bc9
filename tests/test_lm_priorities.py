"""Hard goals before soft ones, at random: feasible ones hold, contradictory ones are met as nearly as can be."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from scipy.optimize import minimize, nnls

from manikin import bodies
from manikin.build import chain
from manikin.figure import Figure
from manikin.goal import Goal
from manikin.goals import Line, OrientationGoal, Plane, Position
from manikin.kernels import library
from manikin.polyhedron import Polyhedron
from manikin.problem import Problem
from manikin.result import Status
from manikin.rotations import Array
from manikin.search import HARDNESS, Search, run
from manikin.solver import as_solver

COUNT = 100 if library() is not None else 10
MET = 1e-6


@lru_cache(maxsize=1)
def human_arm() -> tuple[Figure, list[str]]:
    human = bodies.load("human")
    moving = ("r_shoulder", "r_elbow", "r_wrist", "r_forearm")
    return human, [name for name in human.parameter_names if not name.startswith(moving)]


def torn(number: int, *, contradictory: bool) -> tuple[Problem, Array]:
    """A small chain, or every fourth time the human's arm; hard goals that a random state meets, soft ones beside it.

    Where it is ``contradictory`` another hard goal wants the tip at some other place, near or far.
    """
    rng = np.random.default_rng([11, number])
    if number % 4 == 3:
        figure, frozen = human_arm()
        tip, middle, turned, size = "r_hand tip", "r_forearm", "r_hand", 0.3
    else:
        rods, ends = int(rng.integers(2, 6)), sorted(rng.uniform(-2.5, 2.5, 2))
        joints = ("hinge", "free", "ball")[number % 3]
        lengths = rng.uniform(0.2, 1, rods).tolist()
        figure = Figure(chain(lengths, joints=joints, limits=(ends[0], ends[1])))  # type: ignore[arg-type]
        frozen, tip, middle, turned, size = [], "tip", f"rod{rods}", "tip", 0.8
    free = np.array([name not in frozen for name in figure.parameter_names])
    lo, hi = np.where(free, [figure.lo, figure.hi], figure.rest)
    start, there = (Polyhedron(Problem(figure, frozen=frozen)).nearest(rng.uniform(lo, hi)) for _ in range(2))
    pose = figure.pose(there)
    point, place, way = figure.point(tip), pose.position(tip), rng.normal(size=3)
    hard: list[Goal] = [
        (
            Position(point=point, target=place),
            Plane(point=point, origin=place, normal=way),
            Line(point=point, origin=place, along=way),
            Position(point=figure.point(middle), target=pose.position(middle)),
        )[number // 4 % 4]
    ]
    if contradictory:
        hard.append(Position(point=point, target=place + rng.normal(0, rng.choice([0.3 * size, 3.0]), 3)))
    soft: list[Goal] = [Position(point=point, target=place + rng.normal(0, size, 3))]
    if rng.random() < 0.6:
        other = pose.position(middle) + rng.normal(0, size, 3)
        soft.append(Position(point=figure.point(middle), target=other, weight=0.5))
    if rng.random() < 0.4:
        turn = pose.transform(middle)[:, :3]
        soft.append(OrientationGoal(orientation=figure.orientation(turned), target=turn, weight=0.3))
    return Problem(figure, soft, hard=hard, frozen=frozen), start


def breach(problem: Problem, q: Array) -> float:
    return float(np.abs(problem.residual(q)[problem.setting.hard != 0]).max())


def weights(problem: Problem) -> Array:
    return np.where(problem.setting.hard != 0, HARDNESS, 1.0)


def merit(problem: Problem, q: Array) -> float:
    return float(weights(problem) @ problem.residual(q) ** 2)


def left_over(problem: Problem, q: Array) -> float:
    """The objective's slope that neither limits nor, where they are met, hard goals take up; a share of 2|J||r|."""
    free, hard = problem.gain > 0, problem.setting.hard != 0
    slope, r, eye = problem.jacobian(q)[:, free], problem.residual(q), np.eye(problem.size)
    pressing = [eye[i] for i in np.flatnonzero(problem.hi - q <= 1e-9)]
    pressing += [-eye[i] for i in np.flatnonzero(q - problem.lo <= 1e-9)]
    for a, lo, hi in zip(*problem.linear_limits, strict=True):
        pressing += [a] if hi - a @ q <= 1e-9 else []
        pressing += [-a] if a @ q - lo <= 1e-9 else []
    normals = [one[free] for one in pressing if one[free].any()]
    weight = weights(problem)
    if breach(problem, q) < MET:
        normals += [*slope[hard], *-slope[hard]]
        weight = np.where(hard, 0.0, 1.0)
    gradient = 2 * slope.T @ (weight * r)
    size = 2 * np.linalg.norm(np.sqrt(weight)[:, None] * slope) * np.linalg.norm(np.sqrt(weight) * r)
    left = nnls(np.array(normals).T, -gradient)[1] if normals else np.linalg.norm(gradient)
    return float(left / max(size, 1e-300))


def test_feasible_hard_goals_hold_while_soft_ones_find_their_minimum() -> None:
    told, rests = [], []
    for number in range(COUNT):
        problem, start = torn(number, contradictory=False)
        result = as_solver("lm", max_iterations=500).solve(problem, start)
        told.append(result.status)
        assert problem.limit_violation(result.q) <= 1e-11
        rests.append(0.0 if result.reached else left_over(problem, result.q))
        assert rests[-1] < 1e-3, number
        assert breach(problem, result.q) < 1e-5
    assert told.count(Status.INFEASIBLE) <= 0.04 * COUNT  # a state that meets them exists, to 1e-5 always found
    assert np.percentile(rests, 94) < 1e-6


def test_contradictory_hard_goals_end_at_the_nearest_compromise() -> None:
    """Nothing that SciPy does from there is better."""
    told = []
    for number in range(COUNT):
        problem, start = torn(number, contradictory=True)
        result = as_solver("lm", restarts=0, max_iterations=1000).solve(problem, start)
        assert problem.limit_violation(result.q) <= 1e-11
        if breach(problem, result.q) < MET:
            continue
        told.append(result.status)
        assert left_over(problem, result.q) < 1e-5, number
        if number % 5 == 0 and not len(problem.linear_limits[0]):
            weight = weights(problem)
            found = minimize(
                lambda q, p=problem: merit(p, q),
                result.q,
                jac=lambda q, p=problem, w=weight: 2 * p.jacobian(q).T @ (w * p.residual(q)),
                method="SLSQP",
                bounds=list(zip(problem.lo, problem.hi, strict=True)),
                options={"ftol": 1e-15, "maxiter": 100},
            )
            assert found.fun > merit(problem, result.q) * (1 - 1e-6), number
    assert told.count(Status.INFEASIBLE) >= 0.95 * COUNT
    assert set(told) <= {Status.INFEASIBLE, Status.MAX_ITERATIONS}


@pytest.mark.skipif(library() is None, reason="nothing to compare")
@pytest.mark.parametrize("number", range(12))
def test_compiled_and_python_go_the_same_way_to_a_compromise(number: int) -> None:
    problem, start = torn(number, contradictory=True)
    solver = as_solver("lm", restarts=0, max_iterations=14)
    theirs = solver.solve(problem, start, history=True).history
    out = run(Search(problem, start, solver.tolerance), solver.advance, max_iterations=11)
    assert theirs is not None
    off = np.abs(theirs / np.array(out.history)[:, None] - 1).min(axis=1)  # a step more or less may be lost in rounding
    assert off.max() < 1e-6
