"""Levenberg-Marquardt: hard goals, linear limits, calm where nothing can be reached."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

import numpy as np
import pytest
from scipy.optimize import minimize

from manikin.bodies import load
from manikin.figure.figure import Figure
from manikin.goals import MatchValues, OrientationGoal, PoseGoal, Position
from manikin.kernels import library
from manikin.problem.problem import Problem
from manikin.skeleton.build import DhRow, chain, denavit_hartenberg, hinge, joint
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import LinearLimit
from manikin.solvers.result import Status
from manikin.solvers.solver import as_solver


def arm(rng: np.random.Generator, kind: int) -> Figure:
    joints = ("hinge", "free", "ball")[kind % 3]
    return Figure(chain(rng.uniform(0.3, 1, 3).tolist(), joints=joints, limits=(-1.2, 1.2)))  # type: ignore[arg-type]


def sum_limited(rng: np.random.Generator) -> Figure:
    """A planar arm whose angles may not add up to more than half a radian, nor differ by more than one."""
    limits = (
        LinearLimit(name="sum", terms=(("a", 1.0), ("b", 1.0), ("c", 1.0)), lo=-2.0, hi=0.5),
        LinearLimit(name="difference", terms=(("a", 1.0), ("b", -1.0)), lo=-1.0, hi=1.0),
    )
    joints = (
        joint("a", dofs=[hinge("z", -2, 2)]),
        joint("b", "a", offset=(1, 0, 0), dofs=[hinge("z", -2, 2)]),
        joint("c", "b", offset=(0.8, 0, 0), dofs=[hinge("z", -2, 2)]),
        joint("tip", "c", offset=(0.6, 0, 0)),
    )
    return Figure(Skeleton(name="arm", joints=joints, limits=limits))


@pytest.mark.parametrize("by", ["auto", "network"])
def test_linear_limits_hold_and_the_minimum_under_them_is_that_of_slsqp(by: str) -> None:
    rng = np.random.default_rng(1)
    figure = sum_limited(rng)
    for _ in range(15 if by == "auto" else 4):
        target = (*rng.normal(0, 1.2, 2), 0.0)
        problem = Problem(figure, [Position(point=figure.point("tip"), target=target)], evaluate_with=by)  # type: ignore[arg-type]
        start = np.array([0.1, -0.2, 0.05])
        result = as_solver("lm", restarts=0, max_iterations=500).solve(problem, start)
        assert problem.limit_violation(result.q) <= 1e-12
        a, lo, hi = problem.linear_limits
        rows = [{"type": "ineq", "fun": lambda q, r=r, h=h: h - r @ q} for r, h in zip(a, hi, strict=True)]
        rows += [{"type": "ineq", "fun": lambda q, r=r, h=h: r @ q - h} for r, h in zip(a, lo, strict=True)]
        judged = minimize(
            problem.cost,
            result.q,
            jac=lambda q, p=problem: p.cost_and_gradient(q)[1],
            method="SLSQP",
            bounds=list(zip(problem.lo, problem.hi, strict=True)),
            constraints=rows,
            options={"ftol": 1e-14, "maxiter": 300},
        )
        assert result.cost <= judged.fun + 1e-7


def test_hard_goals_hold_exactly_while_soft_ones_compete() -> None:
    human = load("human")
    rest = human.pose()
    feet = [PoseGoal(frame=human.frame(f), target=rest.transform(f), name=f) for f in ("l_foot", "r_foot")]
    reach = Position(point=human.point("r_hand"), target=rest.position("r_hand") + np.array([0.2, 0.5, 0.4]))
    far = Position(point=human.point("l_hand"), target=(3.0, 1.0, 0.0), name="too far")
    near = as_solver("lm").solve(Problem(human, [reach], hard=feet))
    assert near.status is Status.REACHED
    assert near.violation < 1e-10
    torn = as_solver("lm", restarts=0).solve(Problem(human, [reach, far], hard=feet))
    assert torn.status is Status.MINIMUM
    assert torn.violation < 1e-8
    assert "too far" in torn.message
    soft = as_solver("lm", restarts=0).solve(Problem(human, [reach, far, *feet]))
    assert soft.violation == 0  # limits alone: as a soft goal the feet give way
    assert soft.errors[2]["m"] > 1e-3


def test_contradictory_hard_goals_are_infeasible_and_met_half_way() -> None:
    figure = Figure(chain([1.0, 1.0]))
    hard = [Position(point=figure.point("tip"), target=(x, 0.5, 0.0), name=f"at {x}") for x in (1.0, 1.2)]
    result = as_solver("lm", restarts=2).solve(Problem(figure, hard=hard), [0.3, 0.4])
    assert result.status is Status.INFEASIBLE
    np.testing.assert_allclose(result.pose.position("tip"), [1.1, 0.5, 0.0], atol=1e-6)
    assert "cannot all hold" in result.message


def test_a_goal_out_of_reach_stretches_the_arm_and_small_moves_stay_small() -> None:
    figure = Figure(chain([1.0, 0.8, 0.6], joints="ball"))
    q = np.full(figure.size, 0.2)
    solver = as_solver("lm", restarts=0, max_iterations=500)
    last = None
    for x in 3.0 + 1e-4 * np.arange(20):
        problem = Problem(figure, [Position(point=figure.point("tip"), target=(x, 1.0, 0.5))])
        result = solver.solve(problem, q)
        direction = np.array([x, 1.0, 0.5]) / np.linalg.norm([x, 1.0, 0.5])
        np.testing.assert_allclose(result.pose.position("tip"), 2.4 * direction, atol=1e-5)
        if last is not None:
            assert np.abs(result.q - last).max() < 1e-2  # a target moved by 0.1 mm
        last = q = result.q


@pytest.mark.parametrize("by", ["auto", "network"])
def test_beyond_the_length_of_an_arm_no_other_starts_are_tried_once_it_is_straight(
    by: Literal["auto", "network"],
) -> None:
    figure = Figure(chain([0.5, 0.4, 0.3], joints="ball", limits=(-2.5, 2.5)))
    tip = figure.point("tip", (0.0, 0.1, 0.0))
    reach = 0.9 + math.hypot(0.3, 0.1)
    rng = np.random.default_rng(8)
    for away, tried in ((1.5, 1), (1.01, 1), (0.9, None)):
        way = rng.normal(0, 1, 3) * (0.3, 1, 1)
        target = away * reach * way / np.linalg.norm(way)
        problem = Problem(figure, [Position(point=tip, target=target, weight=3.0)], evaluate_with=by)
        result = as_solver("lm").solve(problem, figure.random_state(rng, reach=0.5))
        if tried is None:
            assert result.status is Status.REACHED
        else:
            assert result.attempts == tried
            assert result.status is Status.MINIMUM
            assert np.linalg.norm(result.pose.convert_point((0.0, 0.1, 0.0), "tip")) == pytest.approx(reach, abs=1e-6)


@pytest.mark.parametrize("scale", [1e12, 1e-9])
def test_targets_and_weights_of_any_size_give_finite_answers_inside_the_limits(scale: float) -> None:
    rng = np.random.default_rng(2)
    for k in range(6):
        figure = arm(rng, k)
        goals = [
            Position(point=figure.point("tip"), target=rng.normal(size=3) * scale),
            OrientationGoal(orientation=figure.orientation("rod2"), target=np.eye(3), weight=[0.0, 1e12][k % 2]),
        ]
        problem = Problem(figure, goals)
        result = as_solver("lm").solve(problem, figure.random_state(rng))
        assert np.isfinite(result.q).all()
        assert problem.limit_violation(result.q) == 0


def test_nothing_to_do_and_nothing_to_move_are_no_trouble() -> None:
    figure = Figure(chain([1.0, 0.0, 1.0]))
    assert as_solver("lm").solve(Problem(figure, [])).status is Status.REACHED
    goal = Position(point=figure.point("tip"), target=(0.5, 0.5, 0.0))
    stiff = as_solver("lm").solve(Problem(figure, [goal], frozen=figure.parameter_names), [0.1, 0.2, 0.3])
    assert stiff.status is not Status.REACHED
    assert stiff.q.tolist() == [0.1, 0.2, 0.3]
    shut = Figure(chain([1.0, 1.0], limits=(0.25, 0.25)))
    fixed = as_solver("lm").solve(Problem(shut, [Position(point=shut.point("tip"), target=(0, 1, 0))]))
    assert fixed.q.tolist() == [0.25, 0.25]


def test_where_a_posture_leans_on_the_pose_no_other_starts_are_tried() -> None:
    human = load("human")
    lean = MatchValues(values=human.parameter_values(), target=human.rest, weight=1e-4)
    reach = Position(point=human.point("l_hand"), target=(0.1, 1.2, 0.4))
    result = as_solver("lm").solve(Problem(human, [reach, lean]))
    assert result.attempts == 1
    assert result.status is Status.MINIMUM
    assert result.errors[0]["m"] < 0.01
    assert np.abs(result.q - human.rest).max() < 1.5


def test_other_starts_are_tried_and_told() -> None:
    limb = load("limb7")
    rng = np.random.default_rng(3)
    for _ in range(20):
        target = limb.pose(rng.uniform(-1.5, 1.5, 7)).world[-1]
        tip = limb.skeleton.joints[-1].name
        problem = Problem(limb, [PoseGoal(frame=limb.frame(tip), target=target)])
        result = as_solver("lm", restarts=50).solve(problem, rng.uniform(-1.5, 1.5, 7))
        assert result.status is Status.REACHED
        np.testing.assert_allclose(limb.pose(result.q).world[-1], target, atol=5e-6)


def panda() -> Figure:
    """The arm of Franka Emika by the table of its maker (modified Denavit-Hartenberg), and its limits."""
    quarter = math.pi / 2
    sizes = [(0, 0, 0.333), (0, -quarter, 0), (0, quarter, 0.316), (0.0825, quarter, 0), (-0.0825, -quarter, 0.384),
             (0, quarter, 0), (0.088, quarter, 0.107)]  # fmt: skip
    wide, narrow = (-2.8973, 2.8973), (-1.7628, 1.7628)
    ends = [wide, narrow, wide, (-3.0718, -0.0698), wide, (-0.0175, 3.7525), wide]
    rows = [DhRow(a=a, alpha=t, d=d, lo=lo, hi=hi) for (a, t, d), (lo, hi) in zip(sizes, ends, strict=True)]
    return Figure(denavit_hartenberg(rows, convention="modified"))


def ur5() -> Figure:
    """The arm of Universal Robots by the table of its maker."""
    quarter, round_ = math.pi / 2, 2 * math.pi
    sizes = [(0, quarter, 0.089159), (-0.425, 0, 0), (-0.39225, 0, 0), (0, quarter, 0.10915), (0, -quarter, 0.09465),
             (0, 0, 0.0823)]  # fmt: skip
    return Figure(denavit_hartenberg([DhRow(a=a, alpha=t, d=d, lo=-round_, hi=round_) for a, t, d in sizes]))


@pytest.mark.parametrize("make", [panda, ur5])
def test_reachable_poses_are_reached_from_the_middle_of_the_ranges(make: Callable[[], Figure]) -> None:
    """A small form of TRAC-IK's own test (Beeson & Ames 2015), which make bench does with 10,000 poses."""
    figure, rng = make(), np.random.default_rng(4)
    tip = figure.skeleton.joints[-1].name
    count = 500 if library() is not None else 4
    targets = figure.forward(rng.uniform(figure.lo, figure.hi, (count, figure.size)))[:, -1]
    problem = Problem(figure, [PoseGoal(frame=figure.frame(tip), target=targets[0])])
    starts = np.tile((figure.lo + figure.hi) / 2, (count, 1))
    solver = as_solver("lm", tolerance=5e-6, restarts=100)
    found = solver.solve_batch(problem, starts, constants=targets.reshape(count, 12)).q
    assert ((found >= figure.lo) & (found <= figure.hi)).all()
    np.testing.assert_allclose(figure.forward(found)[:, -1], targets, rtol=0, atol=1e-5)
