"""Which limbs stretch."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Figure, Position, bodies, body_capsules, stretchy, unstretchy
from manikin.body.effort import effort
from manikin.body.stretch import stretchable_limbs
from manikin.errors import InputError, ManikinError

HUMAN = bodies.load("human")


def test_arms_and_legs_stretch_and_neither_trunks_nor_tails_nor_robots() -> None:
    assert [first for first, _ in stretchable_limbs(HUMAN)] == ["r_thigh", "l_thigh", "r_upper_arm", "l_upper_arm"]
    dog = stretchable_limbs(bodies.load("quadruped"))
    assert dog == (
        ("r_shoulder_blade", "r_fore_paw"), ("l_shoulder_blade", "l_fore_paw"),
        ("r_thigh", "r_hind_paw"), ("l_thigh", "l_hind_paw"),
    )  # fmt: skip
    for name in ("limb7", "snake", "planar3"):
        with pytest.raises(InputError, match="limbs="):
            stretchy(bodies.load(name))
    arm = stretchy(bodies.load("planar3"), limbs=[("rod1", "tip")], most=0.2)
    assert arm.hi[arm.index("rod1_stretch")] == 0.2


def test_another_share_takes_the_place_of_the_first() -> None:
    assert stretchy(stretchy(HUMAN), most=0.2) == stretchy(HUMAN, most=0.2)
    assert unstretchy(stretchy(HUMAN)) == HUMAN
    assert unstretchy(HUMAN) is HUMAN
    loose = HUMAN.ungrouped("spine")
    assert unstretchy(stretchy(loose)) == loose  # joint groups that are not in use stay so


def test_what_moves_a_body_costs_what_it_did() -> None:
    figure = stretchy(HUMAN)
    same = [figure.index(name) for name in HUMAN.parameter_names]
    np.testing.assert_allclose(effort(figure)[same], effort(HUMAN), rtol=1e-12)


def test_a_solve_leaves_limbs_as_long_as_they_are_unless_they_may_move() -> None:
    figure = stretchy(HUMAN)
    far = Position(point=figure.point("r_hand"), target=(-0.85, 1.35, 0.1))
    held = figure.solve([far], frozen=["pelvis", "l5"])
    assert held.pose["r_arm_stretch"] == 0
    assert np.linalg.norm(held.pose.position("r_hand") - far.target.constant) > 0.05
    free = figure.solve([far], frozen=["pelvis", "l5"], stiffness={"r_arm_stretch": 0.5})
    assert 0.05 < free.pose["r_arm_stretch"] < 0.5
    np.testing.assert_allclose(free.pose.position("r_hand"), far.target.constant, atol=1e-3)


def test_solvers_that_know_no_slides_or_joint_groups_say_so() -> None:
    figure = stretchy(HUMAN)
    goal = Position(point=figure.point("r_hand"), target=(-0.4, 1.2, 0.3))
    with pytest.raises(ManikinError, match="does not honour joint groups"):
        figure.solve([goal], solver="fabrik", stiffness={"r_arm_stretch": 0.5})
    arm = stretchy(bodies.load("planar3"), limbs=[("rod1", "tip")]).ungrouped()
    goal = Position(point=arm.point("tip"), target=(0.1, 0.2, 0.0))
    with pytest.raises(ManikinError, match="cannot use slides"):
        arm.solve([goal], solver="fabrik", stiffness={"rod1 slide": 0.0}, limits=False)


def test_capsules_for_collision_get_as_long_as_the_bones() -> None:
    figure: Figure = stretchy(HUMAN)
    pose = figure.pose({"r_arm_stretch": 0.5, "r_elbow": 0.6})
    (forearm,) = (capsule for capsule in body_capsules(figure) if capsule.part == "r_forearm")
    plain, longer = (
        np.linalg.norm(np.subtract(*(end.value(own) for end in forearm.ends(figure))))
        for own in (pose.replace({"r_arm_stretch": 0.0}), pose)
    )
    bone = np.linalg.norm(HUMAN.skeleton["r_hand"].offset)
    assert longer - plain == pytest.approx(0.5 * bone, abs=1e-3)
