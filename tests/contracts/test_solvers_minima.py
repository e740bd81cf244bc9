"""Two hundred random problems for every solver: a minimum is one, what is reached is reached, SciPy finds no better."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from manikin.goals import Position
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.result import Result, Status
from manikin.solvers.solver import solver_kinds
from tests.support.arms import KINDS, UNLIMITED, arm, asked, parts, start_and_target
from tests.support.chain_problems import chain_problem
from tests.support.judges import improved, judge, optimality

COUNT = 200 if library() is not None else 12
OF_THEIR_OWN = ("fabrik", "inverse", "limb")
"""These want certain figures: the arm of the other contracts."""
CERTAIN = ("lm", "zhao")
"""These promise to end at a minimum."""


def task(kind: str, number: int) -> tuple[Problem, Array]:
    """The same problems for all that can take them."""
    if kind not in OF_THEIR_OWN:
        return chain_problem(number, "linear limits" in solver_kinds[kind].honours)
    rng = np.random.default_rng([8, number])
    part = parts(kind)[number % len(parts(kind))]
    start, target = start_and_target(kind, arm(kind), part, rng)
    far = (1.0, 0.6, 3.0)[number % 3]
    return asked(kind, arm(kind), part, target * np.array([1.0, 1.0, 1.0, far])), start


def solved(kind: str, number: int) -> tuple[Result, Array]:
    problem, start = task(kind, number)
    other_starts = {"restarts": 0} if kind == "lm" else {}
    patience = 3000 if kind in CERTAIN else 1000
    return solver_kinds[kind](tolerance=1e-8, max_iterations=patience, **other_starts).solve(problem, start), start


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_minimum_is_a_kuhn_tucker_point_and_what_is_reached_is_there(kind: str) -> None:
    told: Counter[Status] = Counter()
    for number in range(COUNT):
        result, start = solved(kind, number)
        problem = result.problem
        told[result.status] += 1
        assert problem.limit_violation(result.q) <= 1e-11
        assert kind in UNLIMITED or ((result.q >= problem.lo) & (result.q <= problem.hi)).all()
        assert result.cost <= problem.cost(start) * (1 + 1e-12)
        if result.status is Status.REACHED:
            for goal in problem.goals:
                if isinstance(goal, Position):
                    part = goal.handles[0].parts()[0]
                    np.testing.assert_allclose(result.pose.position(part), goal.handles[1].constant, atol=1.1e-8)
        if result.status is Status.MINIMUM and result.cost > 1e-14:
            assert optimality(problem, result.q) < 1e-6, number
    assert told[Status.REACHED] > COUNT / 10
    if kind in CERTAIN:
        assert told[Status.REACHED] + told[Status.MINIMUM] == COUNT
    elif kind not in ("inverse", "halving"):  # these leap about goals that are out of reach
        assert told[Status.MINIMUM] > COUNT / 10


@pytest.mark.slow
@pytest.mark.parametrize("kind", CERTAIN)
def test_minima_are_those_of_scipy(kind: str) -> None:
    """From the same start the same, or another that is one; from our minimum SciPy goes nowhere."""
    same = 0
    for number in range(COUNT):
        result, start = solved(kind, number)
        theirs, there = judge(result.problem, start)
        if abs(result.cost - theirs) <= 1e-8 * (1 + theirs):
            same += 1
        elif result.cost > theirs and result.problem.limit_violation(there) < 1e-10:
            assert result.reached or optimality(result.problem, result.q) < 1e-6
        if not result.reached:
            better, there = improved(result.problem, result.q)
            broken = result.problem.limit_violation(there) > 1e-10
            assert broken or better > result.cost - 1e-8 * (1 + result.cost)
    assert same > 0.7 * COUNT
