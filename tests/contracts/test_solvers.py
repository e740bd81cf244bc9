"""What every solver owes: run over the registry, so that a new one is tested the day it is written."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from manikin.figure.figure import Figure
from manikin.goals import Position
from manikin.plain_data import from_data, to_data
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain, hinge, joint
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers.cancel import Cancel
from manikin.solvers.result import Status
from manikin.solvers.solver import Solver, solver_kinds
from tests.support.arms import COMPILED, FORMS, KINDS, LIMBS, SQUARE, UNLIMITED, By
from tests.support.twins import assert_same_way

LIMITED = [(kind, by) for kind, by in FORMS if kind not in UNLIMITED]


def reach(kind: str, target: tuple[float, float, float], *, evaluate_with: By = "auto", limits: bool = True) -> Problem:
    """A chain of four hinges in a plane that reaches for a point; of two where a solver wants as many as rows."""
    figure = Figure(two_bones() if kind in LIMBS else chain([1.0, 0.8, 0.6, 0.4], limits=(-2.0, 2.0)))
    goal = Position(point=figure.point("tip"), target=target, name="reach")
    frozen: tuple[str, ...] = ()
    if kind in SQUARE:
        goal, frozen = replace(goal, axes=(1.0, 1.0, 0.0)), ("rod2", "rod4")
    if kind in LIMBS:
        frozen = ("rod2",)
    return Problem(figure, [goal], limits=limits and kind not in UNLIMITED, evaluate_with=evaluate_with, frozen=frozen)


def two_bones() -> Skeleton:
    """Two bones, four hinges at the root, of which the second is meant to be frozen, and one in the middle."""
    z, x, y = (hinge(axis, -2.0, 2.0) for axis in "zxy")
    joints = [
        joint("rod1", dofs=[z]),
        joint("rod2", "rod1", dofs=[x]),
        joint("rod3", "rod2", dofs=[y, x]),
        joint("rod4", "rod3", offset=(1.2, 0, 0), dofs=[z]),
        joint("tip", "rod4", offset=(1.0, 0, 0)),
    ]
    return Skeleton(name="limb", joints=tuple(joints))


def start(problem: Problem) -> np.ndarray:
    return np.clip(np.resize([0.3, 0.4, -0.2, 0.5], problem.size), problem.lo, problem.hi)


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_a_target_made_from_a_known_pose_is_reached(kind: str, by: By) -> None:
    rng = np.random.default_rng(0)
    for _ in range(10 if by == "auto" else 3):
        problem = reach(kind, (0, 0, 0))
        figure = problem.figures[0]
        known = np.where(problem.gain > 0, rng.uniform(-1, 1, problem.size), start(problem))
        target = figure.pose(known).position("tip")
        problem = reach(kind, tuple(target), evaluate_with=by)
        result = solver_kinds[kind](max_iterations=5000).solve(problem, start(problem))
        assert result.status is Status.REACHED
        assert np.linalg.norm(result.pose.position("tip") - target) < 2e-6  # the pose, not the flag


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_from_the_solution_nothing_moves(kind: str, by: By) -> None:
    problem = reach(kind, (1.0, 1.0, 0.0), evaluate_with=by)
    solved = solver_kinds[kind](max_iterations=5000).solve(problem, start(problem))
    again = solver_kinds[kind]().solve(problem, solved.q)
    np.testing.assert_array_equal(again.q, solved.q)
    assert again.iterations == 0


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_unreachable_is_no_success_and_no_worse_than_the_start(kind: str, by: By) -> None:
    problem = reach(kind, (2.0, 2.5, 0.0), evaluate_with=by)
    result = solver_kinds[kind](max_iterations=500).solve(problem, start(problem))
    assert result.status is not Status.REACHED
    assert result.cost <= problem.cost(start(problem))
    assert np.isfinite(result.q).all()


@pytest.mark.parametrize(("kind", "by"), LIMITED)
def test_limits_hold_exactly(kind: str, by: By) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20 if by == "auto" else 5):
        problem = reach(kind, tuple(rng.normal(0, 1.5, 3) * (1, 1, 0)), evaluate_with=by)
        result = solver_kinds[kind](max_iterations=100).solve(problem, rng.uniform(-2, 2, problem.size))
        assert (result.q >= problem.lo).all()
        assert (result.q <= problem.hi).all()


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_frozen_parameters_keep_their_bits(kind: str, by: By) -> None:
    figure = reach(kind, (0, 0, 0), limits=False).figures[0]
    square = kind in SQUARE
    goal = Position(point=figure.point("tip"), target=(1.2, 0.9, 0.0), axes=(1.0, 1.0, 0.0 if square else 1.0))
    frozen = ["rod2", "rod4"] if square else ["rod2"]
    problem = Problem(figure, [goal], frozen=frozen, limits=kind not in UNLIMITED, evaluate_with=by)
    q = start(problem)
    for value in (q[1], -0.0, 1e-310):
        q[1] = value
        result = solver_kinds[kind](max_iterations=100).solve(problem, q)
        assert result.q[1].tobytes() == q[1].tobytes()
        assert result.q[0] != q[0]


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_the_same_input_gives_the_same_bytes_alone_or_in_a_batch_on_any_threads(kind: str, by: By) -> None:
    rng = np.random.default_rng(3)
    problem = reach(kind, (0.5, 1.5, 0.0), evaluate_with=by)
    count = 21 if by == "auto" else 3
    states = np.clip(start(problem) + rng.uniform(-0.5, 0.5, (count, problem.size)), problem.lo, problem.hi)
    targets = problem.constants + rng.uniform(-0.2, 0.2, (count, len(problem.constants))) * np.resize(
        [1, 1, 0], len(problem.constants)
    )
    solver = solver_kinds[kind](max_iterations=50)
    alone = [solver.solve(problem.with_constants(t), q) for t, q in zip(targets, states, strict=True)]
    again = [solver.solve(problem.with_constants(t), q) for t, q in zip(targets, states, strict=True)]
    for threads in (1, 2, 5, 0):
        batch = solver.solve_batch(problem, states, constants=targets, threads=threads)
        for i, (one, other) in enumerate(zip(alone, again, strict=True)):
            assert one.q.tobytes() == other.q.tobytes() == batch.q[i].tobytes()
            assert one.status is other.status is batch.status[i]
            assert one.iterations == batch.iterations[i]


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_a_set_flag_stops_before_anything_moves(kind: str, by: By) -> None:
    problem = reach(kind, (0.5, 1.5, 0.0), evaluate_with=by)
    cancel = Cancel()
    cancel.set()
    result = solver_kinds[kind]().solve(problem, start(problem), cancel=cancel)
    assert result.status is Status.CANCELLED
    np.testing.assert_array_equal(result.q, start(problem))


@pytest.mark.parametrize("kind", COMPILED)
def test_compiled_and_python_take_the_same_way(kind: str) -> None:
    rng = np.random.default_rng(2)
    for _ in range(5):
        target = tuple(rng.normal(0, 1.2, 3) * (1, 1, 0))
        compiled = solver_kinds[kind]().start(reach(kind, target), start(reach(kind, target)))
        python = solver_kinds[kind]().start(reach(kind, target, evaluate_with="network"), start(reach(kind, target)))
        assert_same_way(compiled, python, iterations=8, atol=1e-7)


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_history_has_the_objective_after_every_iteration(kind: str, by: By) -> None:
    problem = reach(kind, (0.5, 1.5, 0.0), evaluate_with=by)
    result = solver_kinds[kind](max_iterations=20).solve(problem, start(problem), history=True)
    assert result.history is not None
    assert len(result.history) == result.iterations


@pytest.mark.parametrize("kind", KINDS)
def test_solver_survives_a_trip_through_json(kind: str) -> None:
    solver = solver_kinds[kind](tolerance=1e-4, max_iterations=7)
    assert from_data(Solver, json.loads(json.dumps(to_data(solver)))) == solver
