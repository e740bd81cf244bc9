"""Effort: what moves much costs much."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Position, bodies, lock_from_text
from manikin.body.effort import effort, limbs

HUMAN = bodies.load("human")


def test_a_trunk_costs_more_than_an_arm_and_a_root_most() -> None:
    costs = dict(zip(HUMAN.parameter_names, effort(HUMAN), strict=True))
    assert costs["root_x"] > costs["root_tilt"] > costs["spine_bend"] > 5 * costs["r_shoulder_elevation"]
    assert costs["r_wrist_deviation"] > costs["r_elbow"]
    for name, cost in costs.items():
        if name.startswith("r_"):
            assert cost == pytest.approx(costs[f"l_{name[2:]}"])


def test_limbs_are_arms_legs_and_head() -> None:
    assert {limb[-1] for limb in limbs(HUMAN)} >= {"r_hand", "l_hand"} or len(limbs(HUMAN)) == 5
    assert len(limbs(HUMAN)) == 5


@pytest.mark.parametrize("name", ["stickman", "limb7", "quadruped", "snake", "planar3", "tube"])
def test_every_figure_has_positive_efforts(name: str) -> None:
    figure = bodies.load(name)
    assert effort(figure).shape == (figure.size,)
    assert (effort(figure) > 0).all()
    assert np.isfinite(effort(figure)).all()


def test_the_free_arm_hangs_where_a_body_bends_to_reach() -> None:
    rest = HUMAN.pose()
    feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]
    low = Position(point=HUMAN.point("r_palm"), target=(-0.25, 0.45, 0.45))
    reached = HUMAN.solve([low], hard=feet)
    assert reached.reached
    bent = reached.pose
    trunk = rest.orientation("t5")[:, 1] @ bent.orientation("t5")[:, 1]
    assert trunk < np.cos(np.radians(15))  # it bends far enough to tell
    along = bent.position("l_forearm") - bent.position("l_upper_arm")
    assert -along[1] > np.cos(np.radians(20)) * np.linalg.norm(along)
