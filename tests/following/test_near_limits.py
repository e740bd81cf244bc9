"""Limits are come to gently, and competing targets are followed to the end."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Follower, Position, bodies
from manikin.figure.figure import Figure
from manikin.problem.problem import Problem
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof
from manikin.solvers.leaning import leaning_session
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.search import MARGIN_STIFFNESS

RATE = 60.0


def planar_arm(*limits: tuple[float, float]) -> Figure:
    """Three hinges in a plane, of which the second meets its limit early if none are given; no preferred bends."""
    limits = limits or ((-2.0, 2.0), (-0.4, 2.0), (-2.0, 2.0))
    along = (1.0, 0.0, 0.0, 0.4, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    joints: list[Joint] = []
    for name, (lo, hi) in zip("abc", limits, strict=True):
        dof = Dof(name=name, axis=(0.0, 0.0, 1.0), lo=lo, hi=hi)
        joints.append(Joint(name=name, parent=joints[-1].name if joints else None, before=along, dofs=(dof,)))
    return Figure(Skeleton(name="arm", joints=(*joints, Joint(name="tip", parent="c", before=along))))


def accelerations(margins: bool) -> tuple[np.ndarray, np.ndarray]:
    """The largest acceleration of a joint in each frame of a path that leads the second hinge into its limit."""
    figure = planar_arm()
    start = np.array([0.9, 0.6, -1.2])
    first = figure.pose(start).position("tip")
    goal = Position(point=figure.point("tip"), target=tuple(first), name="tip")
    follower = Follower(figure, [goal], start=start)
    if not margins:
        session = follower._session
        session.lean_to(session.lean._replace(margins=None))
    swing = 0.5 - 0.5 * np.cos(2 * np.pi * np.linspace(0, 1, 241))
    states = []
    for share in swing:
        follower.move("tip", first + share * np.array([-0.25, -0.55, 0.0]))
        states.append(follower.step().q)
    return np.array(states), np.abs(np.diff(states, n=2, axis=0)).max(axis=1) * RATE**2


def test_a_joint_comes_to_its_limit_gently() -> None:
    states, gentle = accelerations(margins=True)
    others, hard = accelerations(margins=False)
    lo = planar_arm().lo[1]
    assert others[:, 1].min() == lo  # without margins the limit is met, and at once
    assert (states[:, 1] >= lo).all()
    assert gentle.max() < 0.5 * hard.max()


def test_strain_has_two_continuous_derivatives() -> None:
    figure = planar_arm()
    goal = Position(point=figure.point("tip"), target=(0.5, 0.2, 0.0), name="tip")
    session = leaning_session(Problem(figure, [goal]), LevenbergMarquardt(restarts=0), figure.rest, posture=figure.rest)
    problem, lean = session.problem, session.lean
    assert lean.margins is not None
    assert lean.margins.min() > 0
    step = 1e-4
    values = np.arange(problem.lo[1], problem.hi[1], step)
    states = np.tile(figure.rest, (len(values), 1))
    states[:, 1] = values
    strain = np.array([lean.off(problem, q)[1] for q in states]) * problem.gain[1]
    slope = np.array([lean.stiffness(problem, q)[1] for q in states])
    assert np.gradient(strain, step)[1:-1] == pytest.approx(slope[1:-1], abs=1e-5)
    assert slope[0] == pytest.approx(1 + MARGIN_STIFFNESS)
    assert slope[len(slope) // 2] == 1
    curved = np.diff(slope) / step
    most = 2.1 * MARGIN_STIFFNESS / lean.margins.min() ** 2 * step
    assert np.abs(np.diff(curved)).max() < most  # no jump of the curvature


def test_targets_that_compete_are_followed_to_the_end() -> None:
    """Where not all targets can be met a frame that is asked for again changes nothing."""
    human = bodies.load("human")
    rest = human.pose()
    parts = ("l_palm", "r_palm", "head", "l_foot", "r_foot")
    goals = [Position(point=human.point(part), target=tuple(rest.position(part)), name=part) for part in parts]
    follower = Follower(human, goals)
    for i in range(30):
        for part, side in (("l_palm", 1.0), ("r_palm", -1.0)):
            follower.move(part, rest.position(part) + np.array([0.02 * i * side, 0.02 * i, 0.0]))
        follower.step()
    for _ in range(60):
        last = follower.step().q
    assert np.abs(follower.step().q - last).max() < 1e-5


@pytest.mark.parametrize(
    ("limits", "first", "last"),
    [
        (((-1.2, 1.03), (-2.0, 1.11), (-2.48, 1.12)), (0.3, -0.23, -0.22), (0.8, -1.47, -1.94)),
        (((-2.69, 2.76), (-1.89, 2.59), (-1.32, 1.13)), (1.29, 0.61, -1.26), (-0.79, -1.85, -0.56)),
        (((-1.14, 2.13), (-0.95, 0.62), (-2.36, 0.87)), (1.98, 0.12, -1.22), (-0.32, -0.27, -1.74)),
    ],
)
def test_an_arm_that_its_limits_keep_from_a_target_in_reach_comes_there_another_way(
    limits: tuple[tuple[float, float], ...], first: tuple[float, ...], last: tuple[float, ...]
) -> None:
    """Its limits stop the bend that it has; with another one it reaches the target, and comes to that one calmly."""
    figure = planar_arm(*limits)
    share = np.linspace(0, 1, 120)[:, None]
    motion = np.array(first) + (share - np.sin(2 * np.pi * share) / (2 * np.pi)) * np.subtract(last, first)
    path = [figure.pose(q).position("tip") for q in motion]
    goal = Position(point=figure.point("tip"), target=tuple(path[0]), name="tip")
    follower = Follower(figure, [goal], start=first, posture=figure.rest)
    states, off = [], []
    for place in [*path, *[path[-1]] * 60]:
        follower.move("tip", place)
        result = follower.step()
        states.append(result.q)
        off.append(float(np.linalg.norm(result.pose.position("tip") - place)))
    assert max(off) > 0.1  # it jams on its way
    assert off[-1] < 1e-6
    assert np.abs(np.diff(states, n=2, axis=0)).max() * RATE**2 < 321
