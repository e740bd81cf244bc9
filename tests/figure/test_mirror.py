"""Mirror images of poses: of robots that face x, and refused where there are none."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.editor.wire_data import figure_data
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton
from manikin.skeleton.partners import partner_name

LIMIT = '<limit lower="-2" upper="2" velocity="1" effort="1"/>'


def link(name: str, parent: str, xyz: str, axis: str, rpy: str = "0 0 0") -> str:
    return (
        f'<link name="{name}"/><joint name="{name}_joint" type="revolute"><parent link="{parent}"/>'
        f'<child link="{name}"/><origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>{LIMIT}</joint>'
    )


def arm(side: str, y: float, rpy: str = "0 0 0") -> str:
    """Three hinges; a turn of the shoulder's frame must not matter if the axes are turned back with it."""
    return (
        link(f"arm_{side}_1", "torso", f"0 {y} 0.3", "0 0 1")
        + link(f"arm_{side}_2", f"arm_{side}_1", "0.1 0 0", "0 1 0", rpy)
        + link(f"arm_{side}_3", f"arm_{side}_2", "0.1 0 -0.3", "1 0 0")
    )


def robot(body: str) -> Figure:
    text = f'<robot name="r"><link name="base"/>{link("torso", "base", "0 0 1", "0 0 1")}{body}</robot>'
    return Figure(read_skeleton(text.encode(), "r.urdf"))


def test_a_robot_is_mirrored_in_the_plane_that_it_faces_along() -> None:
    figure = robot(arm("left", 0.2) + arm("right", -0.2))
    assert figure.skeleton["arm_left_2"].mirror == "arm_right_2"
    rng = np.random.default_rng(3)
    for _ in range(20):
        pose = figure.pose(figure.random_state(rng))
        mirrored = pose.mirrored()
        assert not np.allclose(mirrored.world, pose.world)
        for part in figure.skeleton:
            there = mirrored.position(part.mirror or part.name)
            np.testing.assert_allclose(there, pose.position(part.name) * (1, -1, 1), atol=1e-12)
        np.testing.assert_allclose(mirrored.mirrored().q, pose.q, atol=1e-14)


def test_sides_of_a_robot_in_the_editor_are_those_of_a_robot_that_faces_x() -> None:
    data = figure_data(robot(arm("left", 0.2) + arm("right", -0.2)))
    assert {joint.name: joint.side for joint in data.joints if joint.name.startswith("arm")} == {
        f"arm_{side}_{i}": side for side in ("left", "right") for i in (1, 2, 3)
    }
    assert {parameter.name: parameter.mirror for parameter in data.parameters}[
        "arm_left_2_joint"
    ] == "arm_right_2_joint"


def test_a_robot_with_one_arm_beside_its_plane_has_no_mirror_image() -> None:
    with pytest.raises(
        InputError, match="'arm_left_1' has no partner on the other side and does not lie in the plane y"
    ):
        robot(arm("left", 0.2)).pose().mirrored()


def test_arms_that_are_not_mirror_images_are_refused() -> None:
    figure = robot(arm("left", 0.2) + arm("right", -0.2, "0 0 1"))
    with pytest.raises(InputError, match="is not the mirror image of 'arm_left_3' in the plane y = 0"):
        figure.pose().mirrored()
    assert all(parameter.mirror is None for parameter in figure_data(figure).parameters)


def test_an_arm_in_its_plane_is_its_own_partner() -> None:
    figure = robot(arm("left", 0.0))
    pose = figure.pose(figure.random_state(np.random.default_rng(4)))
    np.testing.assert_allclose(
        pose.mirrored().position("arm_left_3"), pose.position("arm_left_3") * (1, -1, 1), atol=1e-12
    )


def test_a_planar_arm_has_no_mirror_image_in_x() -> None:
    with pytest.raises(InputError, match="no mirrored poses"):
        bodies.load("planar3").pose().mirrored()


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("left_arm", "right_arm"), ("arm_LEFT_1", "arm_RIGHT_1"), ("l_hip", "r_hip"), ("LHip", "RHip"), ("FL", "FR"),
        ("LF_KFE", "RF_KFE"), ("leftfinger", "rightfinger"), ("LLEG_LINK1", "RLEG_LINK1"), ("leftHip", "rightHip"),
        ("r_gripper_l_finger", "l_gripper_r_finger"),
    ],
)  # fmt: skip
def test_names_of_partners(left: str, right: str) -> None:
    names = {left, right, "torso", "roll", "lift", "r_gripper_r_finger"}
    assert partner_name(left, names) == right
    assert partner_name(right, names) == left
    assert partner_name("roll", names) is None
