"""Joints stay calm where limits and straight limbs meet, and the hinges of a joint share what it may take."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Follower, Position, bodies
from manikin.following.calm import Calm
from manikin.problem.problem import Problem

HUMAN = bodies.load("human").ungrouped()
ARM = ("r_upper_arm", "r_elbow", "r_forearm", "r_wrist")
RATE = 60.0


def test_an_arm_comes_calmly_to_the_end_of_its_reach_where_its_shoulder_is_at_a_limit() -> None:
    """To 0.999 of how far it comes in a direction, and back, in four seconds."""
    rest, way = HUMAN.pose(), np.array([-0.0957, 0.6992, 0.7085])
    shoulder = rest.position("r_upper_arm")
    frozen = [name for name in HUMAN.parameter_names if not name.startswith(ARM)]
    goal = Position(point=HUMAN.point("r_palm"), target=shoulder + 0.4255 * way, name="palm")
    follower = Follower(HUMAN, [goal], posture=HUMAN.rest, frozen=frozen)
    states, time = [], np.linspace(0, 1, 240)
    eased = 2 * np.pi * time - np.sin(2 * np.pi * time)
    for share in [0.0] * 30 + (0.5 - 0.5 * np.cos(eased)).tolist():
        follower.move("palm", shoulder + (0.4255 + 0.1817 * share) * way)
        states.append(follower.step().q)
    at = HUMAN.index("r_upper_arm_elevation")
    assert HUMAN.hi[at] - np.array(states)[:, at].max() < 0.01  # it does come there
    accelerations = np.abs(np.diff(states[30:], n=2, axis=0)).max(axis=1) * RATE**2
    assert accelerations.max() < 25


def test_the_hinges_of_a_joint_share_what_it_may_take() -> None:
    rest = HUMAN.pose()
    problem = Problem(HUMAN, [Position(point=HUMAN.point("r_foot"), target=rest.position("r_foot"))])
    calm = Calm(problem, HUMAN.rest, RATE, haste=300.0)
    lo, hi = calm.bounds()
    most = (hi - HUMAN.rest) * RATE**2  # from rest, where no limit is near
    hip, knee = (HUMAN.index(name) for name in ("r_hip_twist", "r_knee"))
    assert most[knee] == pytest.approx(300.0, rel=0.7)
    hips = [most[HUMAN.index(f"r_hip_{name}")] for name in ("flexion", "abduction", "twist")]
    assert np.linalg.norm(hips) <= 300.0
    assert most[hip] == pytest.approx(300.0 * 3**-0.6, rel=1e-6)
    assert (lo <= HUMAN.rest).all()
