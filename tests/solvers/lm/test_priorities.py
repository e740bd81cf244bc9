"""Hard goals before soft ones, at random: feasible ones hold, contradictory ones are met as nearly as can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np
import pytest
from scipy.optimize import minimize, nnls

from manikin import bodies
from manikin.figure.figure import Figure
from manikin.goals import Line, OrientationGoal, Plane, Position
from manikin.goals.goal import Goal
from manikin.kernels import library
from manikin.language.goals import lock_from_text
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.polyhedron import Polyhedron
from manikin.solvers.result import Status
from manikin.solvers.search import HARD_WEIGHT, Search, run
from manikin.solvers.solver import as_solver

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
    return float(np.abs(problem.residual(q)[problem.kernel_limits.hard != 0]).max())


def weights(problem: Problem) -> Array:
    return np.where(problem.kernel_limits.hard != 0, HARD_WEIGHT, 1.0)


def merit(problem: Problem, q: Array) -> float:
    return float(weights(problem) @ problem.residual(q) ** 2)


def left_over(problem: Problem, q: Array) -> float:
    """The objective's slope that neither limits nor, where they are met, hard goals take up; a share of 2|J||r|."""
    free, hard = problem.gain > 0, problem.kernel_limits.hard != 0
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


@lru_cache(maxsize=1)
def standing() -> tuple[Figure, list[Goal]]:
    human = bodies.load("human")
    return human, [lock_from_text(foot, human.pose()) for foot in ("l_foot", "r_foot")]


def reaching(number: int) -> tuple[Problem, Array]:
    """Both feet locked; a hand is pulled to somewhere near or far, every third time the head too; half start awry."""
    rng = np.random.default_rng([21, number])
    human, feet = standing()
    hand, way = human.point(("r_hand", "l_hand")[number % 2]), rng.normal(size=3)
    target = hand.value(human.pose()) + rng.choice([0.3, 0.8, 2.0, 20.0]) * way / np.linalg.norm(way)
    soft: list[Goal] = [Position(point=hand, target=target)]
    if number % 3 == 0:
        head = human.pose().position("head") + rng.normal(0, 0.3, 3)
        soft.append(Position(point=human.point("head"), target=head, weight=0.5))
    start = human.rest + rng.normal(0, 0.2, human.size) * (number % 4 > 1)
    return Problem(human, soft, hard=feet), Polyhedron(Problem(human)).nearest(start)


def posed_twice(number: int) -> tuple[Problem, Array]:
    """Every hard goal a second time: their rows depend on one another."""
    problem, start = torn(number, contradictory=False)
    return problem.with_goals(hard=problem.hard), start


def pulled_from_afar(number: int) -> tuple[Problem, Array]:
    problem, start = torn(number, contradictory=False)
    pull = problem.goals[0]
    assert isinstance(pull, Position)
    there = np.random.default_rng([41, number]).normal(0, (10.0, 100.0)[number % 2], 3)
    far = replace(pull, target=tuple(pull.target.constant + there))  # type: ignore[union-attr]
    return problem.without(pull).with_goals(far), start


def stretched(number: int, short: float) -> tuple[Problem, Array]:
    """The tip is to be as far from the base as the rods are long, but for a share ``short`` of that."""
    rng = np.random.default_rng([31, number])
    rods = int(rng.integers(2, 6))
    joints = ("hinge", "free", "ball")[number % 3]
    figure = Figure(chain(rng.uniform(0.2, 1, rods).tolist(), joints=joints, limits=(-2.5, 2.5)))  # type: ignore[arg-type]
    pose = figure.pose(np.zeros(figure.size))
    base, middle = pose.position(figure.skeleton.root.name), f"rod{rods}"
    far = Position(point=figure.point("tip"), target=base + (1 - short) * (pose.position("tip") - base))
    beside = Position(point=figure.point(middle), target=pose.position(middle) + rng.normal(0, 0.5, 3))
    start = np.clip(figure.rest + rng.uniform(-0.8, 0.8, figure.size), figure.lo, figure.hi)
    return Problem(figure, [beside], hard=[far]), start


FAMILIES: dict[str, tuple[Callable[[int], tuple[Problem, Array]], int]] = {
    "torn": (partial(torn, contradictory=False), 6 * COUNT),
    "reaching": (reaching, COUNT),
    "posed twice": (posed_twice, COUNT),
    "pulled from afar": (pulled_from_afar, COUNT),
    "nearly stretched": (partial(stretched, short=1e-3), COUNT),
}


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_feasible_hard_goals_hold_while_soft_ones_find_their_minimum(family: str) -> None:
    make, count = FAMILIES[family]
    for number in range(count):
        problem, start = make(number)
        result = as_solver("lm", max_iterations=500).solve(problem, start)
        assert result.status in (Status.MINIMUM, Status.REACHED), number
        assert problem.limit_violation(result.q) <= 1e-11, number
        if not result.reached:  # then every goal is met to the tolerance, and nothing is left to be weighed
            assert breach(problem, result.q) <= 1e-9, number
            assert left_over(problem, result.q) < 1e-6, number


@pytest.mark.parametrize("short", [0.0, 1e-9, 1e-6])
def test_hard_goals_hold_also_at_full_stretch(short: float) -> None:
    """There the hard rows depend on one another, and what they leave is a point: no multipliers, no proven minimum."""
    for number in range(COUNT // 2):
        problem, start = stretched(number, short)
        result = as_solver("lm", max_iterations=500).solve(problem, start)
        assert result.status in (Status.MINIMUM, Status.REACHED, Status.STALLED), number
        assert breach(problem, result.q) <= 1e-9, number


@pytest.mark.parametrize("number", [n for n in range(32) if n % 4 != 3][:12])
def test_scipy_finds_nothing_better_beside_hard_goals(number: int) -> None:
    """SLSQP from where lm ended, with the hard rows as equations; a row of a plane is one, a line's three are two."""
    problem, start = torn(number, contradictory=False)
    result = as_solver("lm", max_iterations=500).solve(problem, start)
    hard = problem.kernel_limits.hard != 0
    rank = np.linalg.svd(problem.jacobian(result.q)[hard])[0].T[
        : np.linalg.matrix_rank(problem.jacobian(result.q)[hard], 1e-9)
    ]
    weight = np.where(hard, 0.0, 1.0)
    found = minimize(
        lambda q: float(weight @ problem.residual(q) ** 2),
        result.q,
        jac=lambda q: 2 * problem.jacobian(q).T @ (weight * problem.residual(q)),
        method="SLSQP",
        bounds=list(zip(problem.lo, problem.hi, strict=True)),
        constraints=[
            {
                "type": "eq",
                "fun": lambda q: rank @ problem.residual(q)[hard],
                "jac": lambda q: rank @ problem.jacobian(q)[hard],
            }
        ],
        options={"ftol": 1e-14, "maxiter": 200},
    )
    assert breach(problem, found.x) > 1e-8 or found.fun >= problem.cost(result.q) * (1 - 1e-6)


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
@pytest.mark.parametrize(
    ("family", "near"), [("contradictory", False), ("torn", False), ("reaching", False), ("reaching", True)]
)
def test_compiled_and_python_go_the_same_way(family: str, number: int, near: bool) -> None:
    problem, start = torn(number, contradictory=True) if family == "contradictory" else FAMILIES[family][0](number)
    solver = as_solver("lm", restarts=0, stay_near=near, max_iterations=14)
    compiled = solver.solve(problem, start, history=True, preferred_bends=False)
    python = run(Search(problem, start, solver.tolerance), solver.advance, max_iterations=14, stays_near=near)
    assert compiled.history is not None
    theirs, ours = gains(compiled.history), gains(python.history[:11])
    np.testing.assert_allclose(theirs[: len(ours)], ours, rtol=1e-6)
    assert len(theirs) == len(ours) or len(python.history) >= 11  # or only the beginning is compared


def gains(history: Array | Sequence[float]) -> Array:
    """The costs of a history, without steps that gain nothing but rounding: one form may make one more of these."""
    costs = np.array(history)
    return np.concatenate([costs[:1], costs[1:][costs[1:] < costs[:-1] * (1 - 1e-12)]])
