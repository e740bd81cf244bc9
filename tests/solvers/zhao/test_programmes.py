"""Zhao and Badler's solver on quadratic programmes whose active sets are known by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from manikin.figure.figure import Figure
from manikin.goals import MatchValues
from manikin.kernels import library
from manikin.problem.problem import Problem
from manikin.skeleton.build import joint, slide
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import LinearLimit
from manikin.solvers import ZhaoBadler
from manikin.solvers.result import Status
from tests.support.linear_limits import limit


def slides(ends: list[tuple[float, float]], limits: list[LinearLimit] | None = None) -> Figure:
    """Parameters x0, x1, … that slide along themselves: what is asked of them is a quadratic programme."""
    joints = [
        joint(f"j{i}", f"j{i - 1}" if i else None, dofs=[slide("x", lo, hi, name=f"x{i}")])
        for i, (lo, hi) in enumerate(ends)
    ]
    return Figure(Skeleton(name="programme", joints=tuple(joints), limits=tuple(limits or ())))


def toward(figure: Figure, target: list[float], factors: list[float] | None = None, **data: object) -> Problem:
    """Minimise Σ (factor · (x − target))²."""
    goal = MatchValues(
        values=figure.parameter_values(), target=tuple(target), factors=tuple(factors) if factors else None
    )
    return Problem(figure, [goal], **data)  # type: ignore[arg-type]


def test_a_bound_in_the_way_is_where_it_ends() -> None:
    problem = toward(slides([(-1, 1), (-1, 1)]), [3.0, 0.25])
    result = ZhaoBadler().solve(problem, [0.0, 0.0])
    assert result.status is Status.MINIMUM
    assert result.q[0] == 1.0
    assert result.q[1] == pytest.approx(0.25, abs=1e-9)


def test_bounds_at_the_start_that_are_not_wanted_are_left() -> None:
    problem = toward(slides([(-1, 1)] * 4), [0.5, -0.5, 0.25, 5.0])
    result = ZhaoBadler().solve(problem, [-1.0, 1.0, -1.0, 1.0])
    assert result.status is Status.MINIMUM
    assert result.q == pytest.approx([0.5, -0.5, 0.25, 1.0], abs=1e-8)


def test_a_linear_limit_in_the_way_is_slid_along() -> None:
    """The nearest point of x + y ≤ 1 to (2, 1) is (1, 0)."""
    problem = toward(slides([(-5, 5)] * 2, [limit("sum", {"x0": 1.0, "x1": 1.0}, hi=1.0)]), [2.0, 1.0])
    result = ZhaoBadler().solve(problem, [-1.0, -1.0])
    assert result.status is Status.MINIMUM
    assert result.q == pytest.approx([1.0, 0.0], abs=1e-8)
    assert problem.limit_violation(result.q) < 1e-14


def test_an_equality_is_never_left() -> None:
    """The nearest point of x + 2y + 3z = 6 to the origin is (3/7, 6/7, 9/7)."""
    plane = limit("plane", {"x0": 1.0, "x1": 2.0, "x2": 3.0}, 6.0, 6.0)
    problem = toward(slides([(-9, 9)] * 3, [plane]), [0.0] * 3)
    session = ZhaoBadler().start(problem, [6.0, 0.0, 0.0])
    for _ in range(20):
        result = session.advance()
        assert result.q @ (1, 2, 3) == pytest.approx(6, abs=1e-12)
    assert result.status is Status.MINIMUM
    assert result.q == pytest.approx([3 / 7, 6 / 7, 9 / 7], abs=1e-8)


def test_a_corner_of_bound_and_linear_limit_is_found() -> None:
    """x ≤ 1 and x + y ≤ 1.5: the nearest point to (4, 2) is their corner (1, 0.5)."""
    problem = toward(slides([(-5, 1), (-5, 5)], [limit("sum", {"x0": 1.0, "x1": 1.0}, hi=1.5)]), [4.0, 2.0])
    result = ZhaoBadler().solve(problem, [-2.0, -2.0])
    assert result.status is Status.MINIMUM
    assert result.q == pytest.approx([1.0, 0.5], abs=1e-12)


@pytest.mark.parametrize("start", [[0.0, 0.0], [1.0, 1.0], [1.0, -3.0], [-3.0, 1.0]])
def test_a_corner_with_more_constraints_than_it_needs_holds_nobody(start: list[float]) -> None:
    """Five constraints meet at (1, 1), some of them twice over; the minimum lies on one edge away from it."""
    extra = [
        limit("sum", {"x0": 1.0, "x1": 1.0}, hi=2.0),
        limit("the same", {"x0": 2.0, "x1": 2.0}, hi=4.0),
        limit("steeper", {"x0": 2.0, "x1": 1.0}, hi=3.0),
    ]
    problem = toward(slides([(-9, 1)] * 2, extra), [3.0, -4.0], [1.0, 1.0])
    result = ZhaoBadler().solve(problem, start)
    assert result.status is Status.MINIMUM
    assert result.q == pytest.approx([1.0, -4.0], abs=1e-8)
    back = toward(slides([(-9, 1)] * 2, extra), [3.0, 3.0], [1.0, 2.0])
    assert ZhaoBadler().solve(back, start).q == pytest.approx([1.0, 1.0], abs=1e-8)


def test_a_parameter_without_room_keeps_its_place() -> None:
    problem = toward(slides([(0.5, 0.5), (-1, 1)]), [0.0, 0.3])
    result = ZhaoBadler().solve(problem, [0.5, 0.0])
    assert result.q[0] == 0.5
    assert result.q[1] == pytest.approx(0.3, abs=1e-9)
    assert result.status is Status.MINIMUM


def test_a_quadratic_is_learnt_in_about_as_many_steps_as_it_has_variables() -> None:
    rng = np.random.default_rng(0)
    factors = np.geomspace(1, 30, 8)
    problem = toward(slides([(-math.inf, math.inf)] * 8), rng.normal(size=8).tolist(), factors.tolist())
    for update in ("switch", "bfgs"):
        result = ZhaoBadler(update=update).solve(problem, np.zeros(8))  # type: ignore[arg-type]
        assert result.status is Status.REACHED
        assert result.iterations < 60


def test_a_start_outside_the_linear_limits_is_brought_to_the_nearest_state_inside() -> None:
    figure = slides([(-5, 5)] * 2, [limit("sum", {"x0": 1.0, "x1": 1.0}, hi=1.0)])
    still = Problem(figure, [MatchValues(values=figure.parameter_values(), target=(1.0, 0.0), weight=0.0)])
    assert ZhaoBadler().solve(still, [2.0, 1.0]).q == pytest.approx([1.0, 0.0], abs=1e-11)
    assert ZhaoBadler().solve(toward(figure, [-2.0, 0.5]), [5.0, 5.0]).q == pytest.approx([-2.0, 0.5], abs=1e-6)


def test_limits_that_leave_no_room_are_infeasible() -> None:
    apart = [limit("above", {"x0": 1.0, "x1": 1.0}, lo=1.0), limit("below", {"x0": 1.0, "x1": 1.0}, hi=0.0)]
    result = ZhaoBadler().solve(toward(slides([(-5, 5)] * 2, apart), [2.0, 2.0]), [0.0, 0.0])
    assert result.status is Status.INFEASIBLE


def test_a_metric_of_many_parameters_is_the_same_as_a_sum_and_as_a_matrix() -> None:
    """From 64 parameters on the compiled form keeps the updates apart, a quarter as many as there are parameters."""
    if library() is None:
        pytest.skip("no compiled kernels here")
    rng = np.random.default_rng(9)
    bound = limit("some", {"x3": 1.0, "x40": -2.0, "x69": 0.5}, -0.3, 0.2)
    figure = slides([(-0.5, 0.7)] * 70, [bound])
    target, factors = rng.normal(0, 0.5, 70).tolist(), np.geomspace(1, 8, 70).tolist()
    fast, slow = toward(figure, target, factors), toward(figure, target, factors, evaluate_with="network")
    compiled, python = (ZhaoBadler().start(p, np.zeros(70)) for p in (fast, slow))
    for _ in range(90):
        a, b = compiled.advance(), python.advance()
        assert a.q == pytest.approx(b.q, abs=1e-6)
    assert a.status is b.status is Status.MINIMUM
