"""What the URDF reader makes of good files."""

from __future__ import annotations

import math

import numpy as np
import pytest

from manikin.figure.figure import Figure
from manikin.formats.format import format_for, read_skeleton
from manikin.formats.urdf.urdf import Urdf
from manikin.math.rotations import about_axis
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid
from manikin.skeleton.skeleton import Skeleton
from tests.support.paths import OWN


def load(name: str) -> Skeleton:
    return read_skeleton((OWN / f"{name}.urdf").read_bytes(), f"{name}.urdf")


def robot(body: str, **attributes: str) -> Skeleton:
    given = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return read_skeleton(f'<robot name="r"{given}>{body}</robot>'.encode(), "x.urdf")


def arm(joint: str, kind: str = "revolute") -> Skeleton:
    """Two links and a joint "j" with the given elements inside."""
    ends = '<parent link="a"/><child link="b"/>'
    return robot(f'<link name="a"/><link name="b"/><joint name="j" type="{kind}">{ends}{joint}</joint>')


LIMIT = '<limit lower="-1" upper="2" velocity="3" effort="4"/>'


def test_links_become_joints_in_depth_first_order_with_z_up() -> None:
    skeleton = load("every_joint")
    assert " ".join(joint.name for joint in skeleton) == "world base sled arm wheel rod hand tip1 tip2"
    assert skeleton.up == "z"
    assert skeleton.name == "every_joint"
    assert skeleton["arm"].parent == "sled"


def test_each_type_of_joint_has_its_degrees_of_freedom() -> None:
    skeleton = load("every_joint")
    kinds = {joint.name: joint.kind for joint in skeleton}
    assert kinds == {
        "world": "fixed", "base": "free", "sled": "planar", "arm": "hinge", "wheel": "hinge", "rod": "slide",
        "hand": "fixed", "tip1": "hinge", "tip2": "slide",
    }  # fmt: skip
    names = [dof.name for dof in skeleton.dofs]
    assert names[:6] == ["float.tx", "float.ty", "float.tz", "float.y", "float.x", "float.z"]
    assert names[6:] == ["glide.tx", "glide.ty", "glide.z", "swing", "spin", "extend", "finger1", "finger2"]
    np.testing.assert_allclose(skeleton["arm"].dofs[0].axis, (0, 0.6, 0.8), atol=1e-15)


def test_limits_and_speeds_are_kept() -> None:
    dofs = {dof.name: dof for dof in load("every_joint").dofs}
    assert (dofs["swing"].lo, dofs["swing"].hi, dofs["swing"].speed) == (-1.2, 2.1, 1.5)
    assert (dofs["extend"].lo, dofs["extend"].hi, dofs["extend"].speed) == (-0.1, 0.4, 0.2)
    assert (dofs["spin"].lo, dofs["spin"].hi, dofs["spin"].speed) == (-math.inf, math.inf, 6)
    assert math.isinf(dofs["float.tx"].lo)


def test_limits_that_look_like_degrees_are_kept_as_they_are() -> None:
    dof = arm('<limit lower="-180" upper="180" velocity="90" effort="1"/>').dofs[0]
    assert (dof.lo, dof.hi, dof.speed) == (-180, 180, 90)


def test_a_limit_may_be_absent_in_part() -> None:
    assert (arm('<limit effort="1"/>').dofs[0].lo, arm('<limit effort="1"/>').dofs[0].hi) == (0, 0)
    assert arm('<limit lower="-INF" upper="inf"/>').dofs[0].hi == math.inf
    assert arm('<limit lower="-1" upper="1" velocity="0"/>').dofs[0].speed == math.inf
    assert math.isinf(arm("", "continuous").dofs[0].lo)


def test_masses_and_centres_come_from_the_inertial_origin() -> None:
    skeleton = load("every_joint")
    assert skeleton["base"].mass == 4.5
    assert skeleton["base"].centre == (0.01, 0.02, -0.03)
    assert skeleton["wheel"].centre == (0, 0, 0)
    assert skeleton["world"].mass == 0
    assert skeleton.mass == pytest.approx(7.15)


def test_a_mimic_joint_follows_and_a_line_of_mimics_ends_at_its_first_joint() -> None:
    figure = Figure(load("every_joint"))
    assert [c.name for c in figure.skeleton.couplings] == ["finger1", "finger2"]
    assert "finger1" not in figure.parameter_names
    pose = figure.pose(swing=0.4)
    values = dict(zip(figure.skeleton.dof_index, pose.joint_values, strict=True))
    assert values["finger1"] == pytest.approx(-1.25 * 0.4 + 0.3, abs=1e-15)
    assert values["finger2"] == pytest.approx(0.5 * (-1.25 * 0.4 + 0.3) + 0.1, abs=1e-15)
    assert "finger1" in figure.ungrouped("finger1").parameter_names


def test_a_mimic_joint_narrows_the_range_of_the_joint_that_it_follows() -> None:
    figure = Figure(load("gripper"))
    assert figure.parameter_names == ("motor",)
    assert figure.lo[0] == -0.2
    assert figure.hi[0] == 0.9
    narrow = (OWN / "gripper.urdf").read_text().replace('lower="-1.5"', 'lower="-0.5"')
    assert Figure(read_skeleton(narrow.encode(), "x.urdf")).hi[0] == pytest.approx(0.4)


def test_a_planar_joint_moves_in_the_plane_square_to_its_axis() -> None:
    skeleton = load("tilted_table")
    for part in ("table", "board", "tray", "lid"):
        first, second, normal = (np.array(dof.axis) for dof in skeleton[part].dofs)
        assert [dof.kind for dof in skeleton[part].dofs] == ["slide", "slide", "hinge"]
        np.testing.assert_allclose(np.cross(first, second), normal, atol=1e-12)
        assert abs(first @ second) < 1e-12
    assert [dof.name for dof in skeleton["board"].dofs] == ["upright.1", "upright.ty", "upright.x"]


def test_solids_are_placed_and_coloured() -> None:
    skeleton = load("every_joint")
    (box,) = skeleton["base"].shapes
    assert isinstance(box, Box)
    assert box.size == (0.5, 0.4, 0.2), "the collision shape comes before the visual one"
    assert box.colour == (0.6, 0.65, 0.7), "in the colour of the visual one"
    (cylinder,) = skeleton["sled"].shapes
    assert isinstance(cylinder, Cylinder)
    assert (cylinder.radius, cylinder.length) == (0.04, 0.3)
    assert cylinder.colour == (0.8, 0.7, 0.2)
    (capsule,) = skeleton["arm"].shapes
    assert isinstance(capsule, Capsule)
    assert capsule.colour == (0.8, 0.7, 0.2), "a material defined in another link"
    (ball,) = skeleton["wheel"].shapes
    assert ball == Ellipsoid(radii=(0.06, 0.06, 0.06))


@pytest.mark.parametrize("solid", ["cylinder", "capsule"])
def test_round_solids_stand_along_z(solid: str) -> None:
    visual = f'<visual><origin xyz="1 2 3"/><geometry><{solid} radius="0.1" length="2"/></geometry></visual>'
    (shape,) = robot(f'<link name="a">{visual}</link>')["a"].shapes
    points, _ = shape.triangles()
    ends = 1.1 if solid == "capsule" else 1.0
    np.testing.assert_allclose(points.max(axis=0), (1.1, 2.1, 3 + ends), atol=0.01)
    np.testing.assert_allclose(points.min(axis=0), (0.9, 1.9, 3 - ends), atol=0.01)
    # the turn must not be a mirror
    assert np.linalg.det(np.array(shape.at).reshape(3, 4)[:, :3]) == pytest.approx(1)


def test_a_material_may_be_defined_after_its_use_and_an_unknown_one_gives_no_colour() -> None:
    visual = '<visual><geometry><sphere radius="1"/></geometry><material name="{}"/></visual>'
    late = '<material name="late"><color rgba="0 0.5 1 0.2"/></material>'
    skeleton = robot(f'<link name="a">{visual.format("late")}{visual.format("never")}</link>{late}')
    assert [shape.colour for shape in skeleton["a"].shapes] == [(0, 0.5, 1), None]


def test_rpy_are_turns_about_the_fixed_x_then_y_then_z_axes() -> None:
    skeleton = arm('<origin xyz="1 2 3" rpy="0.3 -0.8 2.5"/>' + LIMIT)
    x, y, z = about_axis((1, 0, 0), 0.3), about_axis((0, 1, 0), -0.8), about_axis((0, 0, 1), 2.5)
    before = np.array(skeleton["b"].before).reshape(3, 4)
    np.testing.assert_allclose(before, np.column_stack([z @ y @ x, (1, 2, 3)]), atol=1e-15)


def test_an_origin_may_hold_a_quaternion() -> None:
    half = math.sqrt(0.5)
    skeleton = arm(f'<origin quat_xyzw="0 0 {half} {half}"/>' + LIMIT)
    turn = np.array(skeleton["b"].before).reshape(3, 4)[:, :3]
    np.testing.assert_allclose(turn, about_axis((0, 0, 1), math.pi / 2), atol=1e-15)


def test_axes_of_any_length_are_scaled_without_overflow() -> None:
    for size in ("1e-200", "1e300", "1e308"):
        axis = arm(f'<axis xyz="{size} -{size} 0"/>{LIMIT}').dofs[0].axis
        np.testing.assert_allclose(axis, (math.sqrt(0.5), -math.sqrt(0.5), 0), atol=1e-15)


def test_joints_may_stand_before_links_and_children_before_parents() -> None:
    text = (OWN / "gripper.urdf").read_text()
    lines = text.partition('<robot name="gripper">')[2].partition("</robot>")[0]
    parts = lines.replace("</joint>", "</joint>\x00").replace("</link>", "</link>\x00").split("\x00")
    turned = robot("".join(reversed(parts)))
    straight = load("gripper")
    assert sorted(joint.name for joint in turned) == sorted(joint.name for joint in straight)
    for joint in straight:
        assert turned[joint.name] == joint


def test_what_is_not_known_is_passed_over() -> None:
    extra = '<gazebo><link name="a"/><joint/></gazebo><sensor:camera name="a"/><transmission><joint/></transmission>'
    skeleton = robot(f'{extra}<link name="a"><self_collide>1</self_collide></link>', xmlns="http://x.org/robot")
    assert [joint.name for joint in skeleton] == ["a"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "windows-1252"])
def test_encodings_that_the_file_declares_are_read(encoding: str) -> None:
    text = (
        f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?><robot name="r"><link name="Füße"/></robot>'
    )
    assert read_skeleton(text.encode(encoding), "x.urdf").root.name == "Füße"


def test_the_suffix_finds_the_reader() -> None:
    assert isinstance(format_for("some/Robot.URDF"), Urdf)
    assert read_skeleton((OWN / "gripper.urdf").read_bytes(), "gripper.urdf") == load("gripper")
    assert "collision" in Urdf.losses["skeletons"]


def test_a_chain_of_ten_thousand_links_is_read() -> None:
    count = 10_000
    links = "".join(f'<link name="l{i}"/>' for i in range(count))
    joints = "".join(
        f'<joint name="j{i}" type="continuous"><parent link="l{i}"/><child link="l{i + 1}"/></joint>'
        for i in range(count - 1)
    )
    skeleton = robot(links + joints)
    assert len(skeleton.path(f"l{count - 1}")) == count


def test_limbs_begin_where_branches_that_move_leave_a_part() -> None:
    def link(name: str, parent: str, kind: str = "continuous") -> str:
        ends = f'<parent link="{parent}"/><child link="{name}"/>'
        return f'<link name="{name}"/><joint name="{name}_joint" type="{kind}">{ends}</joint>'

    tree = [("torso", "base"), ("arm_left_1_link", "torso"), ("arm_left_2_link", "arm_left_1_link"),
            ("arm_right_1_link", "torso"), ("finger1", "arm_right_1_link"), ("finger2", "arm_right_1_link"),
            ]  # fmt: skip
    body = "".join(link(*pair) for pair in tree) + link("camera", "torso", "fixed")
    limbs = {joint.name: joint.limb for joint in robot('<link name="base"/>' + body)}
    assert limbs == {
        "base": "Base", "torso": "Base", "camera": "Base", "arm_left_1_link": "Arm left", "arm_left_2_link": "Arm left",
        "arm_right_1_link": "Arm right", "finger1": "finger1", "finger2": "finger2",
    }  # fmt: skip
