"""Closed forms and numbers agree: two links and limbs beside lm, at random states and at the limits of reach."""

from __future__ import annotations

import math

import numpy as np
import pytest

from manikin import bodies
from manikin.figure.figure import Figure
from manikin.goals import PoseGoal, Position
from manikin.kernels import library
from manikin.math.closed_forms import two_link
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.result import Status
from manikin.solvers.solver import as_solver
from tests.support.arms import bent_arm

COUNT = 60 if library() is not None else 6
EDGES = [0.0, 1e-9, 1e-6, 1e-3, 0.3]
"""How far from the limit of reach, as a share of it."""


def planar(upper: float, lower: float, place: Array) -> Problem:
    figure = Figure(chain([upper, lower]))
    return Problem(figure, [Position(point=figure.point("tip"), target=(*place, 0.0))])


@pytest.mark.parametrize("share", EDGES)
def test_each_solution_of_two_links_is_one_that_lm_stays_at(share: float) -> None:
    """Near the edge an angle is known to the root of what the place is."""
    rng = np.random.default_rng(0)
    solver = as_solver("lm", tolerance=1e-12, restarts=0)
    for k in range(COUNT):
        upper, lower = rng.uniform(0.2, 2, 2)
        least, most = abs(upper - lower), upper + lower
        distance = least + share * (most - least) if k % 2 else most - share * (most - least)
        angle = rng.uniform(-math.pi, math.pi)
        place = distance * np.array([math.cos(angle), math.sin(angle)])
        for angles in two_link(upper, lower, *place) or []:
            found = solver.solve(planar(upper, lower, place), np.array(angles) + rng.normal(0, 1e-4, 2))
            np.testing.assert_allclose(found.pose.position("tip")[:2], place, rtol=0, atol=1e-7)
            if share >= 1e-3:
                np.testing.assert_allclose(found.q, angles, rtol=0, atol=1e-9)


@pytest.mark.parametrize("beyond", [1e-4, 1e-2, 1.0])
def test_where_two_links_have_no_solution_lm_stretches_or_folds_the_arm(beyond: float) -> None:
    rng = np.random.default_rng(1)
    solver = as_solver("lm", tolerance=1e-9, restarts=0, max_iterations=2000)
    for k in range(COUNT):
        upper, lower = rng.uniform(0.2, 2, 2)
        least, most = abs(upper - lower), upper + lower
        distance = most * (1 + beyond) if k % 2 else least * (1 - min(beyond, 0.9))
        angle = rng.uniform(-math.pi, math.pi)
        place = distance * np.array([math.cos(angle), math.sin(angle)])
        assert two_link(upper, lower, *place) == []
        found = solver.solve(planar(upper, lower, place), rng.uniform(-2, 2, 2))
        edge = most if k % 2 else least
        missed = float(np.linalg.norm(found.pose.position("tip")[:2] - place))
        if missed < abs(edge - distance) * (1 + 1e-3) + 1e-9:  # else the straight arm that points away, where it began
            assert missed > abs(edge - distance) * (1 - 1e-9) - 1e-12
        else:
            assert missed == pytest.approx(distance + edge, rel=1e-6)


@pytest.mark.slow
def test_a_limb_within_limits_reaches_what_lm_reaches_and_no_more() -> None:
    figure, rng = Figure(bent_arm()), np.random.default_rng(2)
    ends: dict[bool, int] = {True: 0, False: 0}
    for k in range(COUNT // 2):
        state = rng.uniform(figure.lo, figure.hi)
        target = figure.pose(state).position("tip") if k % 3 == 0 else rng.normal(0, 0.5, 3)
        problem = Problem(figure, [Position(point=figure.point("tip"), target=tuple(target))])
        start = figure.random_state(rng)
        closed = as_solver("limb").solve(problem, start)
        numeric = as_solver("lm", restarts=50, stay_near=False).solve(problem, start)  # the best of all starts
        ends[closed.reached] += 1
        assert closed.reached == numeric.reached
        if closed.status is Status.MINIMUM:
            assert closed.cost == pytest.approx(numeric.cost, rel=1e-6, abs=1e-9)
        else:
            assert numeric.cost <= closed.cost + 1e-11
    assert min(ends.values()) > COUNT / 10


@pytest.mark.parametrize("share", [1 - 1e-3, 1 - 1e-6, 1 - 1e-9, 1.0, 1 + 1e-9, 1 + 1e-6, 1 + 1e-3])
def test_at_full_stretch_limb_and_lm_are_equally_near(share: float) -> None:
    figure, rng = bodies.load("limb7"), np.random.default_rng(3)
    for _ in range(COUNT // 6):
        way = rng.normal(size=3)
        target = 0.8 * share * way / np.linalg.norm(way)
        problem = Problem(figure, [Position(point=figure.point("hand"), target=tuple(target))], frozen=["hand"])
        start = figure.random_state(rng)
        closed = as_solver("limb", tolerance=1e-10).solve(problem, start)
        numeric = as_solver("lm", tolerance=1e-10, max_iterations=2000).solve(problem, start)
        assert math.sqrt(closed.cost) == pytest.approx(max(0.0, 0.8 * share - 0.8), abs=1e-12)
        assert math.sqrt(numeric.cost) == pytest.approx(math.sqrt(closed.cost), abs=1e-7)


def test_whole_poses_of_a_limb_are_reached_by_both_or_by_neither() -> None:
    figure, rng = bodies.load("limb7"), np.random.default_rng(4)
    reached = 0
    for k in range(COUNT):
        target = figure.pose(rng.uniform(-3, 3, 7)).transform("hand tip").copy()
        if k % 2:
            target[:, 3] += rng.normal(0, 0.3, 3)
        problem = Problem(figure, [PoseGoal(frame=figure.frame("hand tip"), target=target)])
        start = figure.random_state(rng)
        closed = as_solver("limb").solve(problem, start)
        numeric = as_solver("lm", restarts=50, stay_near=False).solve(problem, start)  # the best of all starts
        assert closed.reached == numeric.reached
        reached += closed.reached
    assert COUNT / 2 <= reached < COUNT
