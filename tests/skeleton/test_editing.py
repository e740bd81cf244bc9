"""Edits of skeletons: what stays moves as before, what refers to missing parts goes, clashing names are told."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.body.capsules import body_capsules
from manikin.errors import InputError, SkeletonError, UnknownName
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton
from manikin.math.rotations import about_axis
from manikin.skeleton.build import chain, hinge, joint
from manikin.skeleton.editing import bone_solids
from manikin.skeleton.shapes import Box, Capsule
from manikin.skeleton.skeleton import Joint, Skeleton
from tests.support.paths import OWN

HUMAN = bodies.load("human").skeleton
STICK = Capsule(start=(0.0, 0.0, 0.0), end=(0.0, 0.0, 1.0), radius=0.01, end_radius=0.01)
RNG = np.random.default_rng(8)


def same_poses(one: Skeleton, other: Skeleton) -> None:
    """All parts that both have move alike with parameters that both have."""
    first, second = Figure(one), Figure(other)
    for _ in range(5):
        q = dict(zip(first.parameter_names, first.random_state(RNG, reach=1.0), strict=True))
        shared = {name: value for name, value in q.items() if name in second.parameter_names}
        pose, edited = first.pose(shared), second.pose(shared)
        for part in one:
            if part.name in other:
                np.testing.assert_allclose(edited.transform(part.name), pose.transform(part.name), atol=1e-12)


def test_a_tool_is_carried_by_its_part() -> None:
    armed = HUMAN.attach("r_hand", STICK, name="stick", offset=(0, -0.1, 0.02), orientation=(np.pi / 2, 0, 0))
    same_poses(HUMAN, armed)
    pose = Figure(armed).pose(r_elbow=1.0)
    hand = pose.transform("r_hand")
    np.testing.assert_allclose(pose.position("stick"), hand[:, :3] @ (0, -0.1, 0.02) + hand[:, 3], atol=1e-14)
    end = pose.convert_point((0, 0, 1), "stick", "r_hand")
    np.testing.assert_allclose(end, (0, -1.1, 0.02), atol=1e-14)  # z goes to −y by a quarter turn about x


def test_a_prop_loses_its_freedom_and_a_robot_keeps_its_joints() -> None:
    ball = bodies.load("ball:0.1").skeleton
    held = HUMAN.attach("l_hand", ball)
    assert held[ball.root.name].dofs == ()
    assert Figure(held).parameter_names == Figure(HUMAN).parameter_names
    gripper = read_skeleton((OWN / "gripper.urdf").read_bytes(), "gripper.urdf")
    figure = Figure(HUMAN.attach("r_hand", gripper, offset=(0, -0.1, 0)))
    assert {*figure.parameter_names} == {*Figure(HUMAN).parameter_names, "motor"}
    pose, alone = figure.pose(motor=0.4), Figure(gripper).pose(motor=0.4)
    for part in gripper:
        expected = alone.transform(part.name)
        found = pose.convert_point(np.zeros(3), part.name, "palm")
        np.testing.assert_allclose(found, expected[:, 3], atol=1e-14)


def test_names_that_clash_are_told_and_a_prefix_helps() -> None:
    arm = chain([0.3, 0.2])
    with pytest.raises(SkeletonError, match=r"both skeletons have a joint 'rod1' and 2 more: give prefix="):
        arm.attach("tip", arm)
    longer = Figure(arm.attach("tip", arm, prefix="second "))
    assert longer.parameter_names == ("rod1", "rod2", "second rod2")
    np.testing.assert_allclose(longer.pose().position("second tip"), (1.0, 0, 0), atol=1e-15)
    with pytest.raises(SkeletonError, match="both skeletons have a variable 'rod2'"):
        arm.attach("tip", Skeleton(name="t", joints=(joint("x"), joint("y", "x", dofs=[hinge("z", name="rod2")]))))
    named = arm.attach("tip", bodies.load("ball").skeleton, name="bulb")
    assert named["bulb"].parent == "tip"


def test_all_names_of_a_prefixed_skeleton_agree() -> None:
    twins = HUMAN.without("head").attach("pelvis", HUMAN, prefix="b ")
    assert twins["b l_hand"].mirror == "b r_hand"
    assert {c.name for c in twins.couplings} == {c.name for c in HUMAN.couplings} | {
        f"b {c.name}" for c in HUMAN.couplings
    }
    figure = Figure(twins)
    assert "b r_elbow" in figure.parameter_names
    assert len(figure.linear_limits) == 2 * len(Figure(HUMAN).linear_limits)


@pytest.mark.parametrize("wrong", [(), "stick", [1, 2]])
def test_what_is_no_tool_is_refused(wrong: object) -> None:
    with pytest.raises(InputError, match="a tool is a skeleton, or one or more shapes and a name"):
        HUMAN.attach("r_hand", wrong, name="x")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="and a name"):
        HUMAN.attach("r_hand", STICK)
    with pytest.raises(UnknownName, match='did you mean "r_hand"'):
        HUMAN.attach("r_hnad", STICK, name="stick")


def test_without_a_branch_the_rest_moves_as_before() -> None:
    one_armed = HUMAN.without("l_upper_arm", "head")
    same_poses(HUMAN, one_armed)
    assert "l_hand" not in one_armed
    assert one_armed["r_upper_arm"].mirror is None
    assert [pose.name for pose in one_armed.poses] == [pose.name for pose in HUMAN.poses]
    assert len(Figure(one_armed).coupling.parameters) == Figure(one_armed).size
    assert "l_shoulder_elevation" in Figure(one_armed).parameter_names, "it still moves the clavicle"
    assert "l_shoulder_twist" not in Figure(one_armed).parameter_names
    assert all(part in one_armed for bend in one_armed.bends for part in (*bend.limb, bend.part))
    Figure(one_armed).pose("sit")
    with pytest.raises(InputError, match="is the root"):
        HUMAN.without("pelvis")


def test_a_follower_whose_leader_is_gone_moves_by_itself() -> None:
    gripper = read_skeleton((OWN / "gripper.urdf").read_bytes(), "gripper.urdf")
    assert Figure(gripper).parameter_names == ("motor",)
    assert Figure(gripper.without("crank")).parameter_names == ("opposite", "pusher")


def test_a_joint_is_replaced_and_keeps_its_place_in_the_tree() -> None:
    ball = joint("elbow", offset=(0.3, 0, 0), dofs="ball", mass=1.0)
    arm = chain([0.3, 0.2]).replace("rod2", ball)
    assert (arm["elbow"].parent, arm["tip"].parent) == ("rod1", "elbow")
    assert Figure(arm).parameter_names == ("rod1", "elbow.z", "elbow.x", "elbow.y")
    stiff = HUMAN.replace("r_forearm", Joint(name="r_forearm", before=HUMAN["r_forearm"].before, mirror="l_forearm"))
    same_poses(HUMAN.without("r_forearm"), stiff)
    assert "r_elbow" not in Figure(stiff).parameter_names
    with pytest.raises(SkeletonError, match="there is a joint 'tip' already"):
        chain([0.3, 0.2]).replace("rod2", joint("tip"))


def test_a_branch_is_replaced_by_another_skeleton_at_the_same_place() -> None:
    hook = chain([0.05, 0.05], name="hook")
    pirate = HUMAN.replace("r_hand", hook, prefix="hook ")
    same_poses(HUMAN, pirate)
    assert "r_index1" not in pirate
    assert pirate["hook rod1"].before == HUMAN["r_hand"].before
    with pytest.raises(InputError, match="is the root"):
        HUMAN.replace("pelvis", hook)


def test_a_base_is_fixed_where_it_is_at_rest_or_set_free() -> None:
    fixed = HUMAN.with_base("fixed")
    assert fixed.root.dofs == ()
    np.testing.assert_allclose(Figure(fixed).pose().world, Figure(HUMAN).pose().world, atol=1e-15)
    assert fixed.with_base("fixed") is fixed
    free = fixed.with_base("floating")
    assert free.root.kind == "free"
    assert HUMAN.with_base("floating") is HUMAN
    turned = Skeleton(
        name="t", joints=(joint("a", offset=(1, 2, 3), dofs=[hinge("z", rest=0.5), hinge("x", rest=-0.2)]),)
    )
    np.testing.assert_allclose(
        Figure(turned.with_base("fixed")).pose().orientation("a"),
        about_axis((0, 0, 1), 0.5) @ about_axis((1, 0, 0), -0.2),
        atol=1e-15,
    )
    arm = chain([0.3, 0.2]).with_base("floating")
    assert (arm.root.name, arm["rod1"].parent) == ("base", "base")
    assert Figure(arm).size == 8
    same_poses(chain([0.3, 0.2]), arm)
    with pytest.raises(SkeletonError, match="there is a joint 'rod2' already: name the base otherwise"):
        chain([0.3, 0.2]).with_base("floating", name="rod2")
    with pytest.raises(UnknownName, match="fixed, floating"):
        HUMAN.with_base("swimming")  # type: ignore[arg-type]


def test_solids_are_given_and_bones_have_some() -> None:
    arm = chain([0.3, 0.2], thickness=0.0)
    assert not body_capsules(Figure(arm))
    solid = arm.with_solids(bone_solids(arm))
    assert [capsule.part for capsule in body_capsules(Figure(solid))] == ["rod1", "rod2"]
    (rod,) = solid["rod2"].shapes
    assert isinstance(rod, Capsule)
    assert (rod.end, rod.radius) == ((0.2, 0, 0), pytest.approx(0.01))
    assert bone_solids(solid) == {}
    assert bone_solids(arm, thickness=0.07)["rod1"][0].radius == 0.07  # type: ignore[attr-defined]
    boxed = arm.with_solids({"tip": Box(size=(0.1, 0.1, 0.1)), "rod1": ()})
    assert len(boxed["tip"].shapes) == 1
    with pytest.raises(UnknownName):
        arm.with_solids({"rod9": ()})
