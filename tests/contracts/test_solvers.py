"""What every solver owes: run over the registry, so that a new one is tested the day it is written."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import manikin.solvers  # noqa: F401
from manikin.build import chain, hinge, joint
from manikin.figure import Figure
from manikin.goals import Position
from manikin.kernels import library
from manikin.problem import Problem
from manikin.registry import from_data, to_data
from manikin.result import Status
from manikin.skeleton import Skeleton
from manikin.solver import Cancel, solver_kinds

KINDS = sorted(solver_kinds)
SQUARE = ("inverse",)
"""These need as many rows as free parameters."""
LIMBS = ("limb",)
"""These know nothing but limbs of two bones."""


def reach(kind: str, target: tuple[float, float, float], *, by: str = "auto", limits: bool = True) -> Problem:
    """A chain of four hinges in a plane that reaches for a point; of two where a solver wants as many as rows."""
    figure = Figure(two_bones() if kind in LIMBS else chain([1.0, 0.8, 0.6, 0.4], limits=(-2.0, 2.0)))
    goal = Position(point=figure.point("tip"), target=target, name="reach")
    frozen: tuple[str, ...] = ()
    if kind in SQUARE:
        goal, frozen = replace(goal, axes=(1.0, 1.0, 0.0)), ("rod2", "rod4")
    if kind in LIMBS:
        frozen = ("rod2",)
    return Problem(figure, [goal], limits=limits and limited(kind), by=by, frozen=frozen)  # type: ignore[arg-type]


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


def limited(kind: str) -> bool:
    return "limits" in solver_kinds[kind].honours


def start(problem: Problem) -> np.ndarray:
    return np.clip(np.resize([0.3, 0.4, -0.2, 0.5], problem.size), problem.lo, problem.hi)


@pytest.mark.parametrize("kind", KINDS)
def test_a_target_made_from_a_known_pose_is_reached(kind: str) -> None:
    rng = np.random.default_rng(0)
    for _ in range(10):
        problem = reach(kind, (0, 0, 0))
        figure = problem.figures[0]
        known = np.where(problem.gain > 0, rng.uniform(-1, 1, problem.size), start(problem))
        target = figure.pose(known).position("tip")
        problem = reach(kind, tuple(target))
        result = solver_kinds[kind](max_iterations=5000).solve(problem, start(problem))
        assert result.status is Status.REACHED
        assert np.linalg.norm(result.pose.position("tip") - target) < 2e-6  # the pose, not the flag


@pytest.mark.parametrize("kind", KINDS)
def test_from_the_solution_nothing_moves(kind: str) -> None:
    problem = reach(kind, (1.0, 1.0, 0.0))
    solved = solver_kinds[kind](max_iterations=5000).solve(problem, start(problem))
    again = solver_kinds[kind]().solve(problem, solved.q)
    np.testing.assert_array_equal(again.q, solved.q)
    assert again.iterations == 0


@pytest.mark.parametrize("kind", KINDS)
def test_unreachable_is_no_success_and_no_worse_than_the_start(kind: str) -> None:
    problem = reach(kind, (2.0, 2.5, 0.0))
    result = solver_kinds[kind](max_iterations=500).solve(problem, start(problem))
    assert result.status is not Status.REACHED
    assert result.cost <= problem.cost(start(problem))
    assert np.isfinite(result.q).all()


@pytest.mark.parametrize("kind", [k for k in KINDS if limited(k)])
def test_limits_hold_exactly(kind: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        problem = reach(kind, tuple(rng.normal(0, 1.5, 3) * (1, 1, 0)))
        result = solver_kinds[kind](max_iterations=100).solve(problem, rng.uniform(-2, 2, problem.size))
        assert (result.q >= problem.lo).all()
        assert (result.q <= problem.hi).all()


@pytest.mark.parametrize("kind", KINDS)
def test_frozen_parameters_keep_their_bits(kind: str) -> None:
    figure = reach(kind, (0, 0, 0), limits=False).figures[0]
    square = kind in SQUARE
    goal = Position(point=figure.point("tip"), target=(1.2, 0.9, 0.0), axes=(1.0, 1.0, 0.0 if square else 1.0))
    problem = Problem(figure, [goal], frozen=["rod2", "rod4"] if square else ["rod2"], limits=limited(kind))
    result = solver_kinds[kind](max_iterations=1000).solve(problem, start(problem))
    assert result.q[1] == start(problem)[1]
    assert result.q[0] != start(problem)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_input_gives_the_same_bytes(kind: str) -> None:
    problem = reach(kind, (0.5, 1.5, 0.0))
    first, second = (solver_kinds[kind]().solve(problem, start(problem)) for _ in range(2))
    assert first.q.tobytes() == second.q.tobytes()
    batch = solver_kinds[kind]().solve_batch(problem, np.tile(start(problem), (5, 1)), threads=2)
    assert (batch.q == first.q).all()
    assert set(batch.status) == {first.status}


@pytest.mark.parametrize("kind", KINDS)
def test_a_set_flag_stops_before_anything_moves(kind: str) -> None:
    problem = reach(kind, (0.5, 1.5, 0.0))
    cancel = Cancel()
    cancel.set()
    result = solver_kinds[kind]().solve(problem, start(problem), cancel=cancel)
    assert result.status is Status.CANCELLED
    np.testing.assert_array_equal(result.q, start(problem))


@pytest.mark.parametrize("kind", [k for k in KINDS if solver_kinds[k].compiled])
def test_compiled_and_python_take_the_same_way(kind: str) -> None:
    if library() is None:
        pytest.skip("no compiled kernels here")
    rng = np.random.default_rng(2)
    for _ in range(5):
        target = tuple(rng.normal(0, 1.2, 3) * (1, 1, 0))
        compiled = solver_kinds[kind]().start(reach(kind, target), start(reach(kind, target)))
        python = solver_kinds[kind]().start(reach(kind, target, by="network"), start(reach(kind, target)))
        assert compiled.compiled is not None
        assert python.compiled is None
        for _ in range(8):
            a, b = compiled.advance(), python.advance()
            np.testing.assert_allclose(a.q, b.q, atol=1e-7)
            assert a.status == b.status


@pytest.mark.parametrize("kind", KINDS)
def test_history_has_the_objective_after_every_iteration(kind: str) -> None:
    problem = reach(kind, (0.5, 1.5, 0.0))
    result = solver_kinds[kind](max_iterations=20).solve(problem, start(problem), history=True)
    assert result.history is not None
    assert len(result.history) == result.iterations


@pytest.mark.parametrize("kind", KINDS)
def test_solver_survives_a_trip_through_json(kind: str) -> None:
    solver = solver_kinds[kind](tolerance=1e-4, max_iterations=7)
    assert from_data(json.loads(json.dumps(to_data(solver)))) == solver
