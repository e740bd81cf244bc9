"""What the URDF reader says of bad files: one kind of error, with the place and what was expected."""

from __future__ import annotations

import pytest

from manikin.errors import FormatError
from manikin.formats.format import read_skeleton
from tests.support.paths import OWN

LINKS = '<link name="upper"/>\n<link name="lower"/>\n'
ENDS = '<parent link="upper"/><child link="lower"/>'
LIMIT = '<limit lower="0" upper="1" velocity="1" effort="1"/>'


def refused(data: bytes | str) -> FormatError:
    """The error about a file."""
    with pytest.raises(FormatError) as caught:
        read_skeleton(data.encode() if isinstance(data, str) else data, "robot.urdf")
    assert str(caught.value).startswith("robot.urdf:")
    return caught.value


def robot(body: str) -> str:
    return f'<robot name="r">\n{body}</robot>'


def joint(inside: str, kind: str = "revolute", name: str = "elbow") -> str:
    return robot(f'{LINKS}<joint name="{name}" type="{kind}">{ENDS}\n  {inside}</joint>')


def fixed(name: str, parent: str, child: str) -> str:
    return f'<joint name="{name}" type="fixed"><parent link="{parent}"/><child link="{child}"/></joint>'


def visual(solid: str) -> str:
    return robot(f'<link name="upper"><visual><geometry>\n{solid}</geometry></visual></link>')


CASES = {
    # the XML
    "empty": ("", 1, "ends before its XML does"),
    "blank": ("\n\n  \n", 4, "ends before its XML does"),
    "no XML": ("HIERARCHY\nROOT hips", 1, "not well-formed"),
    "two documents": ('<robot name="a"><link name="l"/></robot>\n<robot name="b"/>', 2, "not well-formed"),
    "crossed tags": ('<robot name="a"><link name="l">\n</robot></link>', 2, "not well-formed"),
    "an attribute twice": ('<robot name="a"\n name="b"/>', 2, "not well-formed"),
    "an unknown entity": (robot('<link name="&you;"/>'), 2, "not well-formed"),
    "a DTD": ('<!DOCTYPE robot SYSTEM "file:///etc/passwd">\n<robot name="a"/>', 1, "DOCTYPE"),
    "an entity": ('<!DOCTYPE robot [<!ENTITY a "b">]>\n<robot name="&a;"/>', 1, "DOCTYPE"),
    "an unknown encoding": ('<?xml version="1.0" encoding="klingon"?><robot name="a"/>', 1, "encoding"),
    "not in its encoding": (b'<?xml version="1.0" encoding="UTF-8"?>\n<robot name="\xff\xfe"/>', 2, "not well-formed"),
    # the document
    "SDF": ('<?xml version="1.0"?>\n<sdf version="1.6"><model name="m"/></sdf>', 2, "SDF"),
    "MJCF": ("<mujoco/>", 1, "MJCF"),
    "another root": ("<html><body/></html>", 1, "<robot>, not a <html>"),
    "a name with a line break": ('<robot name="a&#10;b"><link name="a"/></robot>', 1, "control characters"),
    "no links": ('<robot name="r">\n</robot>', 1, "at least one <link>"),
    "a xacro macro and nothing else": (robot('<xacro:macro name="leg" params="x"/>'), 1, "run xacro"),
    "a xacro macro for a link": (robot("<xacro:leg/>" + LINKS + fixed("j", "uper", "lower")), 4, "line 2 belongs"),
    "a xacro macro for a joint": (robot(LINKS + "<xacro:leg/>"), 3, "line 4 belongs to xacro"),
    "a xacro formula in a name": (robot('<link name="${prefix}base"/>'), 2, "run xacro"),
    "a xacro formula in a number": (joint('<origin xyz="0 0 ${h}"/>' + LIMIT), 5, "xacro"),
    # the tree
    "a link twice": (robot('<link name="a"/>\n<link name="a"/>'), 3, "exists already (line 2)"),
    "a joint twice": (robot(LINKS + fixed("j", "upper", "lower") + "\n" + fixed("j", "lower", "upper")), 5, "(line 4)"),
    "a degree of freedom twice": (
        robot(f'{LINKS}<link name="c"/><joint name="f" type="floating">{ENDS}</joint>\n<joint name="f.tx" '
              f'type="continuous"><parent link="lower"/><child link="c"/></joint>'), 5, "degree of freedom"),
    "two roots": (robot(LINKS), 3, "one tree"),
    "a missing link": (robot(LINKS + fixed("j", "uper", "lower")), 4, 'did you mean "upper"'),
    "two ways to a link": (
        robot(LINKS + fixed("j", "upper", "lower") + "\n" + fixed("k", "upper", "lower")), 5, "two joints lead to"),
    "a loop": (robot(LINKS + fixed("j", "upper", "lower") + fixed("k", "lower", "upper")), 4, "its own ancestor"),
    "a loop beside the root": (
        robot('<link name="r"/>' + LINKS + fixed("j", "upper", "lower") + fixed("k", "lower", "upper")),
        4, "its own ancestor"),
    "a link upon itself": (robot('<link name="a"/>' + fixed("j", "a", "a")), 2, "its own ancestor"),
    "no name of a link": (robot("<link/>"), 2, 'name="…"'),
    "a name with a control character": (robot('<link name="a&#10;b"/>'), 2, "control characters"),
    "a name without end": (robot(f'<link name="{"x" * 5000}"/>'), 2, "5000 characters"),
    # joints
    "no type": (robot(f'{LINKS}<joint name="j">{ENDS}</joint>'), 4, 'type="…"'),
    "an unknown type": (joint("", "revolut"), 4, 'did you mean "revolute"'),
    "no parent": (robot(f'{LINKS}<joint name="j" type="fixed"><child link="lower"/></joint>'), 4, "<parent>"),
    "no child": (robot(f'{LINKS}<joint name="j" type="fixed"><parent link="upper"/></joint>'), 4, "<child>"),
    "a parent without a link": (joint("<parent/>", "fixed").replace('<parent link="upper"/>', ""), 5, 'link="…"'),
    "a zero axis": (joint(LIMIT + '<axis xyz="0 0 0"/>'), 5, "must not be zero"),
    "a zero axis of a plane": (joint('<axis xyz="0 0 0"/>', "planar"), 5, "must not be zero"),
    "an axis of two numbers": (joint(LIMIT + '<axis xyz="0 1"/>'), 5, "3 finite numbers"),
    "an axis of words": (joint(LIMIT + '<axis xyz="up up up"/>'), 5, "3 finite numbers"),
    "NaN in an origin": (joint(LIMIT + '<origin xyz="0 nan 0"/>'), 5, "3 finite numbers"),
    "infinity in an origin": (joint(LIMIT + '<origin rpy="0 1e999 0"/>'), 5, "3 finite numbers"),
    "Python's numbers": (joint(LIMIT + '<origin xyz="0 1_000 0"/>'), 5, "3 finite numbers"),
    "commas": (joint(LIMIT + '<origin xyz="0,0,0"/>'), 5, "3 finite numbers"),
    "a wall of numbers": (joint(LIMIT + f'<origin xyz="{"0 " * 20_000}"/>'), 5, "3 finite numbers"),
    "two turns in one": (joint(LIMIT + '<origin rpy="0 0 0" quat_xyzw="0 0 0 1"/>'), 5, "not both"),
    "a zero quaternion": (joint(LIMIT + '<origin quat_xyzw="0 0 0 0"/>'), 5, "length 1"),
    "no limit": (joint(""), 4, "<limit"),
    "limits crossed": (joint('<limit lower="2" upper="1" velocity="1" effort="1"/>'), 5, "must not lie above"),
    "a limit of words": (joint('<limit lower="none" upper="1"/>'), 5, "a finite number"),
    "a limit that is NaN": (joint('<limit lower="NaN" upper="1"/>'), 5, "a finite number"),
    "a limit at infinity": (joint('<limit lower="inf" upper="inf"/>'), 5, "must not lie above"),
    # mimic joints
    "a mimic without a name": (joint(LIMIT + "<mimic/>"), 5, 'joint="…"'),
    "a mimic of itself": (joint(LIMIT + '<mimic joint="elbow"/>'), 5, "mimics itself"),
    "a multiplier of words": (joint(LIMIT + '<mimic joint="elbow" multiplier="twice"/>'), 5, "a finite number"),
    # links
    "no mass": (robot('<link name="a"><inertial>\n</inertial></link>'), 2, "<mass>"),
    "a negative mass": (robot('<link name="a"><inertial><mass value="-1"/></inertial></link>'), 2, "0 or above"),
    "a mass of words": (robot('<link name="a"><inertial><mass value="two"/></inertial></link>'), 2, "a finite number"),
    "no geometry": (robot('<link name="a"><visual/></link>'), 2, "<geometry>"),
    "an empty geometry": (visual(""), 2, "box, cylinder"),
    "an unknown solid": (visual("<teapot/>"), 3, "<teapot> is not a geometry"),
    "a box without a size": (visual("<box/>"), 3, 'size="…"'),
    "a negative box": (visual('<box size="1 -1 1"/>'), 3, "0 or above"),
    "a negative radius": (visual('<sphere radius="-1"/>'), 3, "0 or above"),
    "a mesh without a file": (visual("<mesh/>"), 3, 'filename="…"'),
    "a colour of three numbers": (robot('<material name="m"><color rgba="1 0 0"/></material>'), 2, "4 finite numbers"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_error_names_the_place_and_what_was_expected(case: str) -> None:
    data, line, message = CASES[case]
    error = refused(data)
    assert message in error.message
    assert line is None or error.line == line
    assert error.line is not None
    assert error.column is not None
    assert error.column >= 1
    assert len(str(error)) < 600


def test_the_column_is_that_of_the_element() -> None:
    error = refused('<robot name="r">\n   <link name="a"/><link name="a"/></robot>')
    assert (error.line, error.column) == (2, 20)


def test_mimic_joints_in_a_circle_are_refused() -> None:
    text = (OWN / "every_joint.urdf").read_text().replace('<mimic joint="swing"', '<mimic joint="finger2"')
    assert "mimics itself by way of" in refused(text).message


def test_mimic_factors_that_overflow_are_refused() -> None:
    text = (OWN / "every_joint.urdf").read_text()
    for old in ('"-1.25"', '"0.5" offset'):
        text = text.replace(f"multiplier={old}", f"multiplier={old.replace('-1.25', '1e200').replace('0.5', '1e200')}")
    assert "become infinite" in refused(text).message
