"""lm keeps hard inequalities: broken by no step, no hindrance where they rest, and the minimum beside them is found."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial import ConvexHull

from manikin import bodies
from manikin.figure.figure import Figure
from manikin.goals import AboveGround, AnyOf, Balance, Distance, HalfSpace, MatchValues, Position
from manikin.goals.goal import Goal
from manikin.handles.fixed import FixedPoint
from manikin.language.goals import lock_from_text
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers import LevenbergMarquardt
from manikin.solvers.result import Result, Status

SOLVER = LevenbergMarquardt(restarts=0, tolerance=1e-9, max_iterations=1000)
Way = Literal["auto", "network"]
WAYS: tuple[Way, ...] = ("auto", "network")  # compiled, and in Python


def arm() -> Figure:
    return Figure(chain([0.4, 0.3, 0.3, 0.2], joints="ball"))


def random_problem(seed: int, by: Way) -> tuple[Problem, np.ndarray]:
    """A tip that is wanted where a hard inequality does not let it be; a start that keeps the inequality."""
    rng = np.random.default_rng(seed)
    figure = arm()
    tip = figure.point(figure.skeleton.joints[-1].name)
    start = figure.random_state(rng, reach=0.6)
    here = tip.value(figure.pose(start))
    target = tip.value(figure.pose(figure.random_state(rng, reach=1.2)))
    normal = here - target
    middle = tuple(here + rng.uniform(0.2, 0.8) * (target - here))
    bounds: list[Goal] = [
        HalfSpace(point=tip, origin=middle, normal=tuple(normal)),
        Distance(point=tip, target=tuple(target), lo=0.4 * float(np.linalg.norm(normal)), hi=10.0),
        AboveGround(point=tip, heights=((here[1] - 0.05,) * 2,) * 2, lift=0.0),
    ]
    goals = [
        Position(point=tip, target=tuple(target)),
        MatchValues(values=figure.parameter_values(), target=tuple(start), weight=1e-2),
    ]
    return Problem(figure, goals, hard=[bounds[seed % 3]], evaluate_with=by), start


def by_scipy(problem: Problem, start: np.ndarray) -> float:
    """The cost of SLSQP's minimum from a start; rows of an inequality as a signed distance that may not fall."""
    (bound,) = problem.hard

    def slack(q: np.ndarray) -> float:
        point = bound.handles[0].value(problem.figures[0].pose(q))
        if isinstance(bound, HalfSpace):
            n = bound.normal.constant  # type: ignore[union-attr]
            return float(n @ (point - bound.origin.constant))  # type: ignore[union-attr]
        if isinstance(bound, Distance):
            return float(np.linalg.norm(point - bound.target.constant) - bound.lo)  # type: ignore[union-attr]
        assert isinstance(bound, AboveGround)
        return float(point[1] - bound.heights[0][0])

    soft = Problem(problem.figures, problem.goals)
    found = minimize(
        soft.cost,
        start,
        jac=lambda q: soft.cost_and_gradient(q)[1],
        bounds=list(zip(problem.lo, problem.hi, strict=True)),
        constraints=[{"type": "ineq", "fun": slack}],
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-14},
    )
    return float(found.fun) if slack(found.x) > -1e-7 else np.inf


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "by"), [*((s, "auto") for s in range(48)), *((s, "network") for s in range(6))])
def test_scipy_finds_nothing_better_beside_a_hard_inequality(seed: int, by: Way) -> None:
    problem, start = random_problem(seed, by)
    result = SOLVER.solve(problem, start)
    assert result.status is not Status.INFEASIBLE
    assert result.violation < 1e-7
    assert result.cost < problem.cost(start)
    assert result.cost <= by_scipy(problem, result.q) * (1 + 1e-5) + 1e-9


def solved(hard: list[Goal], goals: list[Goal], figure: Figure, q: np.ndarray) -> list[Result]:
    return [SOLVER.solve(Problem(figure, goals, hard=hard, evaluate_with=by), q) for by in WAYS]


def test_a_bound_that_rests_does_not_hinder_and_one_at_its_edge_can_be_left() -> None:
    figure = arm()
    tip = figure.point(figure.skeleton.joints[-1].name)
    start = figure.random_state(np.random.default_rng(3), reach=0.5)
    here = tip.value(figure.pose(start))
    inward = tip.value(figure.pose(figure.random_state(np.random.default_rng(4), reach=0.5))) - here
    for back in (0.0, 1e-12, -1e-12, 0.05, -0.05):  # at the edge, a hair inside or outside, well inside, well outside
        bound = HalfSpace(point=tip, origin=tuple(here - back * inward), normal=tuple(inward))
        for result in solved([bound], [Position(point=tip, target=tuple(here + inward))], figure, start):
            assert result.reached, back


def test_a_disjunction_of_half_spaces_is_kept_as_a_hard_goal() -> None:
    figure = arm()
    tip = figure.point(figure.skeleton.joints[-1].name)
    start = figure.random_state(np.random.default_rng(5), reach=0.4)
    here = tip.value(figure.pose(start))
    middle = here - np.array([0.0, 0.25, 0.0])
    faces = [
        (n, middle + 0.1 * np.array(n)) for n in ((0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1))
    ]
    box = AnyOf(goals=tuple(HalfSpace(point=tip, origin=tuple(o), normal=n) for n, o in faces))
    for result in solved([box], [Position(point=tip, target=tuple(middle))], figure, start):
        assert result.violation < 1e-7
        place = tip.value(result.pose)
        assert np.abs(place - middle).max() == pytest.approx(0.1, abs=1e-6)  # on the box, not in it


@pytest.mark.parametrize("seed", range(12))
def test_scipy_finds_nothing_better_in_a_corner(seed: int) -> None:
    """Balance of one point over a polygon with many corners, its tip drawn out of it along a random way."""
    rng = np.random.default_rng([7, seed])
    figure = arm()
    tip = figure.point(figure.skeleton.joints[-1].name)
    start = figure.random_state(rng, reach=0.5)
    here, count = tip.value(figure.pose(start)), int(rng.integers(4, 9))
    around = np.sort(rng.uniform(0, 2 * np.pi, count)) if seed % 2 else np.linspace(0, 2 * np.pi, count, endpoint=False)
    corners = here + 0.1 * np.stack([np.cos(around), np.zeros(count), np.sin(around)], axis=1)
    inside = Balance(point=tip, support=tuple(FixedPoint(position=tuple(corner)) for corner in corners))
    goals = [
        Position(point=tip, target=tuple(here + rng.normal(0, 0.6, 3))),
        MatchValues(values=figure.parameter_values(), target=tuple(start), weight=1e-2),
    ]
    result = SOLVER.solve(Problem(figure, goals, hard=[inside]), start)
    hull = ConvexHull(corners[:, [0, 2]])
    assert result.status is not Status.INFEASIBLE
    assert result.violation < 1e-9
    soft = Problem(figure, goals)
    found = minimize(
        soft.cost,
        result.q,
        jac=lambda q: soft.cost_and_gradient(q)[1],
        bounds=list(zip(soft.lo, soft.hi, strict=True)),
        constraints=[
            {
                "type": "ineq",
                "fun": lambda q: -hull.equations[:, :2] @ tip.value(figure.pose(q))[[0, 2]] - hull.equations[:, 2],
            }
        ],
        method="SLSQP",
        options={"maxiter": 300, "ftol": 1e-14},
    )
    assert soft.cost(result.q) <= found.fun * (1 + 1e-5) + 1e-9


def test_a_body_reaches_far_and_keeps_its_balance() -> None:
    human = bodies.load("human")
    soles = tuple(human.point(f"{side}_{part}") for side in "lr" for part in ("heel", "ball", "toe tip"))
    balance = Balance(point=human.centre_of_mass(), support=soles, margin=0.2)
    locks = [lock_from_text(foot, human.pose()) for foot in ("l_foot", "r_foot")]
    ease = MatchValues(values=human.parameter_values(), target=tuple(human.rest), weight=3e-3)
    reach = Position(point=human.point("r_hand"), target=(-0.1, 0.9, 0.9))
    free, kept = (
        SOLVER.solve(Problem(human, [reach, ease], hard=hard), human.rest) for hard in (locks, [*locks, balance])
    )
    alone = Problem(human, [balance])
    assert alone.errors(free.q)[0]["m"] > 0.02  # it would fall
    assert kept.violation < 1e-7
    assert kept.status is not Status.INFEASIBLE
    hand = human.point("r_hand")
    assert np.linalg.norm(hand.value(kept.pose) - hand.value(human.pose())) > 0.5  # and yet it reaches


def test_bounds_that_contradict_each_other_are_infeasible() -> None:
    figure = arm()
    tip = figure.point(figure.skeleton.joints[-1].name)
    hard: list[Goal] = [HalfSpace(point=tip, origin=(0, y, 0), normal=(0, s, 0)) for y, s in ((0.5, 1), (0.2, -1))]
    for result in solved(hard, [Position(point=tip, target=(0.3, 0.3, 0))], figure, figure.rest):
        assert result.status is Status.INFEASIBLE
        assert result.violation == pytest.approx(0.15, abs=1e-3)  # halfway between
