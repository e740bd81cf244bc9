"""Odd URDF files that others read too: they are read, and a warning says what was done."""

from __future__ import annotations

import math

import numpy as np
import pytest

from manikin.errors import FormatWarning
from manikin.figure.figure import Figure
from manikin.formats.format import read_content, read_skeleton
from manikin.skeleton.skeleton import Skeleton
from tests.support.paths import OWN

LINKS = '<link name="palm"/><link name="left"/><link name="right"/>'
LIMIT = '<limit lower="0" upper="0.88" velocity="1" effort="1"/>'


def told(data: str, *messages: str) -> Skeleton:
    """The skeleton of a file, with exactly these warnings."""
    with pytest.warns(FormatWarning) as caught:
        skeleton = read_skeleton(data.encode(), "some/robot.urdf")
    texts = [str(one.message) for one in caught]
    assert len(texts) == len(messages)
    for text, message in zip(texts, messages, strict=True):
        assert text.startswith("some/robot.urdf:")
        assert message in text
    return skeleton


def robot(body: str, name: str = 'name="r"') -> str:
    return f"<robot {name}>\n{body}</robot>"


def joint(name: str, child: str, inside: str = "", kind: str = "revolute") -> str:
    ends = f'<parent link="palm"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}<axis xyz="0 0 1"/>{inside}</joint>\n'


def test_a_finger_that_follows_with_the_factor_minus_one_does_not_freeze_its_gripper() -> None:
    body = LINKS + joint("a", "left", LIMIT) + joint("b", "right", LIMIT + '<mimic joint="a" multiplier="-1"/>')
    figure = Figure(told(robot(body), "the limits 0…0.88 of joint 'b' are dropped"))
    assert (figure.lo.tolist(), figure.hi.tolist()) == ([0.0], [0.88])
    pose = figure.pose(a=0.5)
    assert dict(zip(figure.skeleton.dof_index, pose.joint_values, strict=True)) == {"a": 0.5, "b": -0.5}


def test_limits_of_a_follower_count_while_they_leave_half_of_the_range() -> None:
    follower = '<limit lower="0" upper="{}" velocity="1" effort="1"/><mimic joint="a"/>'
    body = LINKS + joint("a", "left", LIMIT) + joint("b", "right", follower)
    assert Figure(read_skeleton(robot(body.format(0.45)).encode(), "x.urdf")).hi[0] == 0.45
    assert Figure(told(robot(body.format(0.43)), "less than half of its range 0…0.88")).hi[0] == 0.88


def test_followers_that_contradict_each_other_are_told() -> None:
    text = (OWN / "gripper.urdf").read_text().replace('offset="0.1"', 'offset="9"')
    figure = Figure(told(text, "of joint 'opposite' are dropped"))
    assert (figure.lo[0], figure.hi[0]) == (-0.2, 0.9)


def test_a_range_from_zero_to_minus_zero_is_a_range() -> None:
    follower = '<limit lower="-1" upper="0" velocity="1" effort="1"/><mimic joint="a" multiplier="-1"/>'
    fixed = '<limit lower="0" upper="-0.0" velocity="1" effort="1"/>'
    text = robot(LINKS + joint("a", "left", fixed) + joint("b", "right", follower))
    figure = Figure(read_skeleton(text.encode(), "x.urdf"))
    assert math.copysign(1, figure.hi[0]) == 1
    assert figure.random_state(np.random.default_rng(0), count=3).tolist() == [[0.0]] * 3


@pytest.mark.parametrize("kind", ["fixed", "floating", "planar"])
def test_mimic_of_a_joint_without_a_single_value_is_ignored(kind: str) -> None:
    body = LINKS + joint("a", "left", LIMIT) + joint("b", "right", '<mimic joint="a"/>', kind)
    assert told(robot(body), f"a {kind} joint cannot mimic another").couplings == ()


def test_a_joint_that_mimics_nothing_moves_by_itself() -> None:
    body = LINKS + joint("index", "left", LIMIT) + joint("b", "right", LIMIT + '<mimic joint="indx"/>')
    figure = Figure(told(robot(body), "there is no joint 'indx' to mimic; did you mean \"index\"?; joint 'b' moves"))
    assert figure.parameter_names == ("index", "b")
    text = (OWN / "every_joint.urdf").read_text()
    for other in ("float", "glide", "weld"):
        figure = Figure(told(text.replace('joint="swing"', f'joint="{other}"'), "has no single value"))
        assert "finger1" in figure.parameter_names


def test_elements_of_xacro_beside_a_whole_tree_are_skipped() -> None:
    text = robot('<xacro:property name="x" value="1"/><link name="palm"><xacro:inertia/></link>')
    assert [joint.name for joint in told(text, "<xacro:property> belongs to xacro and is skipped")] == ["palm"]


@pytest.mark.parametrize("name", ["", 'name=""', 'name=" "'])
def test_a_robot_without_a_name_is_called_like_its_file(name: str) -> None:
    assert told(robot('<link name="palm"/>', name), "it is called 'robot'").name == "robot"


def test_a_negative_velocity_is_no_limit() -> None:
    limit = '<limit lower="0" upper="1" velocity="-1" effort="1"/>'
    skeleton = told(robot(LINKS[:38] + joint("a", "left", limit)), "a velocity of -1 is taken as no limit")
    assert skeleton.dofs[0].speed == math.inf


def test_many_warnings_are_counted() -> None:
    links = "".join(f'<link name="l{i}"/>' for i in range(30))
    joints = "".join(joint(f"j{i}", f"l{i}", '<mimic joint="no"/>', "fixed") for i in range(30))
    with pytest.warns(FormatWarning) as caught:
        content = read_content(robot('<link name="palm"/>' + links + joints).encode(), "x.urdf")
    assert len(caught) == len(content.warnings) == 21
    assert content.warnings[-1] == "x.urdf: and 10 more warnings"
