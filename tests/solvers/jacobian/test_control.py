"""The control term: wishes in the null space of the goals (P eq. 5.25-5.31, W eq. 3.8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.figure.figure import Figure
from manikin.goals import Position
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.jacobian.criteria import bones_of, dexterity, obstacle_gradient, range_factors
from manikin.solvers.solver import as_solver
from tests.support.jacobian_problems import FORMS, follow, limb, planar, step


@pytest.fixture(params=FORMS)
def by(request: pytest.FixtureRequest) -> str:
    """Compiled, or in Python."""
    return str(request.param)


@pytest.mark.parametrize("damping", [0.0, 0.2])
def test_the_control_term_moves_no_goal(by: str, damping: float) -> None:
    rng = np.random.default_rng(6)
    for pose in (True, False):
        problem, q = limb(by, rng, pose=pose)
        gains, desired = tuple(rng.uniform(0, 0.5, 7).tolist()), tuple(rng.normal(size=7).tolist())
        free: dict[str, Any] = {"max_step": None, "damping": damping}
        with_term = step(problem, q, "control", gains=gains, desired=desired, **free)
        without = step(problem, q, "control", gains=0.0, **free)
        j = problem.jacobian(q)
        z = -2 * np.array(gains) * (q - desired)
        np.testing.assert_allclose(with_term - without, z - np.linalg.pinv(j) @ (j @ z), atol=1e-10)
        np.testing.assert_allclose(j @ (with_term - without), 0, atol=1e-10)
        if damping == 0:
            np.testing.assert_allclose(without, step(problem, q, "pseudoinverse", max_step=None), atol=1e-9)


def test_joints_are_drawn_to_desired_angles_from_both_sides() -> None:
    problem = planar((12.0, 12.0))
    solved = as_solver("pseudoinverse").solve(problem).q
    for side in (-1.0, 1.0):
        desired = tuple((solved + side * 0.3).tolist())
        # held by its goal the arm has one freedom left, and that brings it nearer
        session = as_solver("control", gains=0.2, desired=desired, tolerance=0.0).start(problem, solved)
        after = session.advance(100).q
        assert np.linalg.norm(after - desired) < np.linalg.norm(solved - desired) - 0.01
        assert problem.cost(after) < 1e-12


def test_a_joint_with_more_gain_is_kept_straighter() -> None:
    bends = []
    for gains in ((0.1, 0.5, 0.1), (0.1, 0.1, 0.5)):  # P fig. 5.22
        angles, _ = follow((-20.0, 5.0), "control", gains=gains, desired=(0.0, 0.0, 0.0), max_step=None)
        bends.append(np.abs(angles).mean(axis=0))
    assert bends[0][1] < bends[1][1]
    assert bends[1][2] < bends[0][2]


def test_the_middle_of_the_range_is_sought(by: str) -> None:
    figure = Figure(chain([1.0, 0.8, 0.6, 0.4], limits=(-2.0, 1.0)))
    q = np.array([0.9, 0.8, -1.5, 0.7])
    goal = Position(point=figure.point("tip"), target=tuple(figure.pose(q).position("tip") + np.array([1e-3, 0, 0])))
    problem = Problem(figure, [goal], evaluate_with=by)  # type: ignore[arg-type]
    middle, factor = range_factors(problem)
    np.testing.assert_array_equal(middle, -0.5)
    np.testing.assert_allclose(factor, 1 / 9)
    after = as_solver("control", criterion="range", gains=0.5, tolerance=0).start(problem, q).advance(60).q
    assert ((after - middle) ** 2).sum() < 0.7 * ((q - middle) ** 2).sum()
    assert problem.cost(after) < 1e-9


def test_dexterity_grows_while_the_tip_stays(by: str) -> None:
    figure = Figure(chain([1.0, 0.8, 0.6, 0.4]))
    q = np.array([0.9, 0.3, -0.2, 0.1])
    goal = Position(point=figure.point("tip"), target=tuple(figure.pose(q).position("tip") + np.array([1e-3, 0, 0])))
    problem = Problem(figure, [goal], evaluate_with=by)  # type: ignore[arg-type]
    after = as_solver("control", criterion="dexterity", gains=0.1, tolerance=0).start(problem, q).advance(60).q
    assert dexterity(problem.jacobian(after)) > 1.3 * dexterity(problem.jacobian(q))
    assert np.linalg.norm(problem.residual(after)) < 1e-6


def test_bones_move_away_from_obstacles_while_the_hand_stays(by: str) -> None:
    figure = bodies.load("limb7")
    tip = figure.pose().position("hand tip")
    problem = Problem(figure, [Position(point=figure.point("hand tip"), target=tuple(tip + 1e-4))], evaluate_with=by)  # type: ignore[arg-type]
    elbow = figure.pose().position("forearm")
    sphere = (*(elbow + np.array([0.03, 0.05, 0.02])).tolist(), 0.05)
    solver = as_solver("control", criterion="obstacles", spheres=(sphere,), gains=2.0, margin=0.1, tolerance=0)
    after = solver.start(problem).advance(80).pose
    gaps = [np.linalg.norm(pose.position("forearm") - sphere[:3]) for pose in (figure.pose(), after)]
    assert gaps[0] < 0.07
    assert gaps[1] > 0.13
    assert np.linalg.norm(after.position("hand tip") - tip) < 2e-3


def test_the_obstacles_slope_is_that_of_their_criterion() -> None:
    rng = np.random.default_rng(7)
    figure = bodies.load("human")
    goals = [Position(point=figure.point(hand), target=(0.0, 1.0, 0.5)) for hand in ("l_hand", "r_hand")]
    problem = Problem(figure, goals)
    q = np.clip(rng.normal(0, 0.3, figure.size), figure.lo, figure.hi)
    elbows = [figure.pose(q).position(part) for part in ("l_forearm", "r_forearm", "head")]
    spheres = [(*(elbow + rng.normal(0, 0.1, 3)).tolist(), 0.1) for elbow in elbows]

    def criterion(state: np.ndarray) -> float:
        world, total = figure.pose(state).world[:, :, 3], 0.0
        for _, joint, parent in bones_of(problem):
            points = world[parent] + np.linspace(0, 1, 2001)[:, None] * (world[joint] - world[parent])
            for x, y, z, radius in spheres:
                total += 0.5 * max(0.0, 0.2 - (np.linalg.norm(points - [x, y, z], axis=1).min() - radius)) ** 2
        return total

    slope = obstacle_gradient(problem, q, spheres, 0.2)
    assert np.abs(slope).max() > 0.01
    for i in np.argsort(-np.abs(slope))[:6]:
        h = np.eye(figure.size)[i] * 1e-4
        assert slope[i] == pytest.approx((criterion(q + h) - criterion(q - h)) / 2e-4, abs=5e-5)


def test_any_function_of_the_state_serves_as_criterion() -> None:
    problem, q = limb("auto", np.random.default_rng(8), pose=False)
    desired = np.linspace(-1, 1, 7)
    solver = as_solver("control", criterion=lambda state: float(((state - desired) ** 2).sum()), gains=0.2)
    own = solver.start(problem, q)
    assert own.compiled is None
    built_in = as_solver("control", desired=tuple(desired.tolist()), gains=0.2).start(problem, q)
    for _ in range(5):
        np.testing.assert_allclose(own.advance().q, built_in.advance().q, atol=1e-7)
