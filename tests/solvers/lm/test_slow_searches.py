"""Where the rows say little of how the objective bends: out of reach, along linear limits."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.goals import PoseGoal
from manikin.kernels import library
from manikin.problem.problem import Problem
from manikin.solvers.result import Status
from manikin.solvers.solver import as_solver
from tests.support.chain_problems import chain_problem
from tests.support.judges import improved, optimality

compiled = pytest.mark.skipif(library() is None, reason="too many problems for NumPy")


@pytest.mark.parametrize("number", [173, 857, 929])
def test_flat_valleys_are_crossed_in_few_iterations(number: int) -> None:
    """Steps alone took from 1500 iterations to more than 3000 here."""
    problem, start = chain_problem(number, True)
    result = as_solver("lm", restarts=0, max_iterations=400, tolerance=1e-8).solve(problem, start)
    assert result.status is Status.MINIMUM
    assert optimality(problem, result.q) < 1e-6
    assert improved(problem, result.q)[0] > result.cost * (1 - 1e-8)


@compiled
def test_six_hundred_chains_end_at_goals_or_minima_inside_all_limits() -> None:
    slowest = 0
    for number in range(600):
        problem, start = chain_problem(number, True)
        result = as_solver("lm", restarts=0, max_iterations=1000).solve(problem, start)
        assert result.status in (Status.REACHED, Status.MINIMUM), number
        assert problem.limit_violation(result.q) <= 1e-12
        slowest = max(slowest, result.iterations)
    assert slowest < 400


@compiled
def test_a_hand_that_cannot_turn_as_it_should_rests_at_a_minimum() -> None:
    """Not one is called stalled: states beyond a linear limit by rounding would seem better than those on it."""
    human, rng = bodies.load("human"), np.random.default_rng(1)
    arm = [n for n in human.parameter_names if n.startswith(("r_shoulder", "r_elbow", "r_wrist", "r_forearm"))]
    frame, columns = human.frame("r_hand"), [human.index(name) for name in arm]
    goal = PoseGoal(frame=frame, target=human.pose().transform("r_hand"))
    problem = Problem(human, [goal], frozen=[n for n in human.parameter_names if n not in arm])
    session = as_solver("lm").start(problem)
    told = set()
    for _ in range(400):
        states = np.tile(human.rest, (2, 1))
        states[:, columns] = rng.uniform(human.lo[columns], human.hi[columns], (2, len(arm)))
        target = human.pose(states[0]).transform("r_hand").copy()
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        target[:, :3] = turn * np.sign(np.linalg.det(turn))
        result = session.solve(states[1], target.ravel())
        assert problem.limit_violation(result.q) <= 1e-12
        told.add(result.status)
    assert told == {Status.REACHED, Status.MINIMUM}


@compiled
def test_compiled_and_python_join_their_steps_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, start = chain_problem(173, True)
    solver = as_solver("lm", restarts=0, max_iterations=20)
    theirs = solver.solve(problem, start, history=True).history
    monkeypatch.setenv("MANIKIN_KERNELS", "pure")
    problem, start = chain_problem.__wrapped__(173, True)
    np.testing.assert_allclose(solver.solve(problem, start, history=True).history, theirs, rtol=1e-7)
