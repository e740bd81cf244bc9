"""Reading ``.scr`` files: the tree by groups, what joints are, couplings and limits."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton
from manikin.math.rotations import IDENTITY
from manikin.skeleton.build import joint, placement
from manikin.skeleton.coupling_curves import RampCurve
from manikin.skeleton.shapes import Box, Capsule, Mesh, MeshFile
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Coupling, Dof, LinearLimit, Term, Variable
from tests.support.paths import OWN, REAL_FILES as DATA, TOP
from tests.support.scr_files import assert_comes_back, assert_same, read

THESIS = DATA.parent / "seeds" / "000_d4f6d2ec18c40065.txt"


def one_joint(*statements: str) -> Joint:
    """The joint "a" of a small skeleton about which the statements are made."""
    tree = 'define skeleton "s"\njoint "root"\njoint "a"\njoint "b"\nend skeleton\n'
    return read(tree + "\n".join(['define joint "a"', *statements, "end joint"]))["a"]


# ---- the tree ----------------------------------------------------------------------------------

PARENTS = {
    "pelvis": None,
    "torso": "pelvis",
    "right arm": "torso",
    "right hand": "right arm",
    "left arm": "torso",
    "left hand": "left arm",
    "head": "torso",
    "right leg": "pelvis",
    "right foot": "right leg",
    "left leg": "pelvis",
    "left foot": "left leg",
}


def test_joints_hang_as_the_groups_say() -> None:
    stickman = read_skeleton((OWN / "stickman_minimal.scr").read_bytes(), "x.scr")
    assert {joint.name: joint.parent for joint in stickman} == PARENTS
    groups = {joint.name: joint.limb for joint in stickman}
    assert groups["pelvis"] is None
    assert groups["torso"] == groups["head"] == "Upper body"
    assert groups["left hand"] == "Left arm"
    assert_comes_back(stickman)


def test_the_stick_man_stands_on_the_ground_and_is_the_same_on_both_sides() -> None:
    stickman = read_skeleton((OWN / "stickman_minimal.scr").read_bytes(), "x.scr")
    world = dict(zip(PARENTS, Figure(stickman).pose().world[:, :, 3], strict=True))
    assert world["left foot"][1] == pytest.approx(0.06)
    for name in PARENTS:
        if "left" in name:
            np.testing.assert_allclose(world[name] * (-1, 1, 1), world[name.replace("left", "right")], atol=1e-15)
    assert stickman["left leg"].mirror == "right leg"


def test_the_sample_of_the_thesis_is_read_unchanged() -> None:
    if not THESIS.exists():
        pytest.skip("the thesis is not at hand; MANIKIN_DATA names the folder of test data beside it")
    found = re.search(r"# Example \.scr file.*?end joint", THESIS.read_text("utf-8"), re.DOTALL)
    assert found
    sample = read(found[0].replace("```", ""))
    assert {joint.name: joint.parent for joint in sample} == PARENTS
    leg = sample["right leg"]
    assert leg.shapes == (MeshFile(path="r_lleg.pol"),)
    assert leg.offset == (0.0, -0.32, 0.0)
    assert leg.dofs == (Dof(name="right leg", axis=(1.0, 0.0, 0.0), lo=0.0, hi=math.radians(170)),)
    assert (leg.mass, leg.mirror, leg.limb) == (1.0, "left leg", "Right leg")
    assert_comes_back(sample)


def test_a_group_may_start_with_a_group_and_the_root_may_be_in_one() -> None:
    skeleton = read(
        """define skeleton "s"
             group "all"
               joint "a"
               group "outer"
                 group "inner"
                   joint "b"
                 end group
                 joint "c"
               end group
               group
                 joint "d"
               end group
               joint "e"
             end group
           end skeleton"""
    )
    assert [(j.name, j.parent, j.limb) for j in skeleton] == [
        ("a", None, "all"),
        ("b", "a", "inner"),
        ("c", "a", "outer"),
        ("d", "a", None),
        ("e", "a", "all"),
    ]
    assert_comes_back(skeleton)


def test_sections_may_come_in_any_order_and_joints_without_one_are_plain() -> None:
    skeleton = read(
        'define limit "l"\n sum "b"\n range 0 90\nend limit\n define joint "b"\nhinge x\nend joint\n'
        'define skeleton "s"\njoint "a"\njoint "b"\nend skeleton'
    )
    assert skeleton["a"] == Joint(name="a")
    assert skeleton.limits == (LinearLimit(name="l", terms=(("b", 1.0),), lo=0.0, hi=math.pi / 2),)


@pytest.mark.parametrize("change", [lambda t: t.replace("\n", "\r\n"), lambda t: t.replace("\n", "\r"),
                                    lambda t: "\ufeff" + t, lambda t: t.replace("  ", "\t"),
                                    lambda t: t.replace(" ", " \t \u00a0"), lambda t: t.strip() + " # end",
                                    lambda t: t.replace("\n", " # done \"quite\n\n")],
                         ids=["CRLF", "CR", "BOM", "tabs", "blanks", "no newline at the end", "comments"])  # fmt: skip
def test_line_ends_blanks_and_comments_do_not_matter(change: object) -> None:
    text = 'define skeleton "s"\n  joint "a"\nend skeleton\ndefine joint "a"\n  offset 1 2 3\n  mass 2\nend joint\n'
    assert callable(change)
    assert_same(read(change(text)), read(text))


# ---- what is said of a joint -------------------------------------------------------------------


def test_numbers_carry_units() -> None:
    made = one_joint("offset 5cm 570mm -2m", "hinge x -0.5rad 90deg rest 10", "slide y 1mm 3cm speed 2.5")
    assert made.offset == (0.05, 0.57, -2.0)
    turn, shift = made.dofs
    assert (turn.lo, turn.hi, turn.rest) == (-0.5, math.pi / 2, math.radians(10))
    assert (shift.lo, shift.hi, shift.speed) == (0.001, 0.03, 2.5)
    assert one_joint("orientation 0.5rad 0 0").before == placement(orientation=(math.degrees(0.5), 0, 0))


def test_limits_may_be_absent_on_either_side() -> None:
    limits = [
        (dof.lo, dof.hi) for dof in one_joint("slide x", "slide y free", "slide z free 3", "slide 1 1 0 -3 free").dofs
    ]
    inf = math.inf
    assert limits == [(-inf, inf), (-inf, inf), (-inf, 3.0), (-3.0, inf)]


def test_data_may_follow_an_axis_without_limits() -> None:
    (dof,) = one_joint("hinge x rest 90").dofs
    assert (dof.lo, dof.hi, dof.rest) == (-math.inf, math.inf, math.pi / 2)
    (dof,) = one_joint("hinge x free stiffness 1").dofs
    assert (dof.lo, dof.stiffness) == (-math.inf, 1.0)


def test_degrees_of_freedom_are_named_after_their_joint_unless_they_have_names() -> None:
    assert [dof.name for dof in one_joint("hinge x").dofs] == ["a"]
    assert [dof.name for dof in one_joint('hinge "bend" x', "slide x", "hinge 1 2 3").dofs] == ["bend", "a.tx", "a.3"]


def test_axes_are_letters_or_numbers() -> None:
    axes = [dof.axis for dof in one_joint("hinge -z", "hinge 0 3 4 0 90", "hinge 0 1e-3 0").dofs]
    assert axes == [(0.0, 0.0, -1.0), (0.0, 0.6, 0.8), (0.0, 1.0, 0.0)]


ANGLES = math.radians(10), math.radians(-20), math.radians(30.5)


def test_placements_are_those_of_the_builder() -> None:
    made = one_joint("offset 1 2 3", "orientation 10 -20 30.5", "scale 1 2 0.5", "mass 3", "centre 0 1 0")
    wanted = joint("a", "root", offset=(1, 2, 3), orientation=ANGLES, scale=(1, 2, 0.5), mass=3.0,
                   centre=(0.0, 1.0, 0.0))  # fmt: skip
    assert made.before == pytest.approx(wanted.before, abs=1e-15)
    assert replace(made, before=wanted.before) == wanted
    assert one_joint("orientation 0 0 0").before == IDENTITY


def test_objects_are_files_or_solids() -> None:
    shapes = one_joint(
        'object "leg.pol" colour 1 0 0.5',
        "object capsule end 0 -0.4 0 radius 5cm",
        "object box size 1 2 3 orientation 0 90 0 offset 0 1 0",
        "object mesh",
        "vertex 0 0 0",
        "vertex 1 0 0",
        "vertex 0 1 0",
        "face 0 1 2",
        "end mesh",
    ).shapes
    assert shapes == (
        MeshFile(path="leg.pol", colour=(1.0, 0.0, 0.5)),
        Capsule(start=(0.0, 0.0, 0.0), end=(0.0, -0.4, 0.0), radius=0.05, end_radius=0.05),
        Box(size=(1.0, 2.0, 3.0), at=placement((0, 1, 0), (0, 90, 0))),
        Mesh(vertices=((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), faces=((0, 1, 2),)),
    )


# ---- couplings and limits ----------------------------------------------------------------------


def test_couplings_are_sums_in_degrees() -> None:
    skeleton = read(
        """define skeleton "s"
             joint "a"
             joint "b"
             joint "c"
           end skeleton
           define joint "a"
             hinge x
           end joint
           define joint "b"
             slide x
           end joint
           define joint "c"
             hinge y
           end joint
           define coupling "both"
             hinge "p" -30 60 rest 5
             slide "s"
             drive "a" = 0.25 "p" - ramp("p", width 5, start 10) + 90
             drive "b" = -2 * "s" -0.5
             drive "a" = - "c"
           end coupling"""
    )
    ramp = RampCurve(start=math.radians(10), width=math.radians(5))
    assert skeleton.couplings == (
        Coupling(
            name="both",
            parameters=(
                Variable(name="p", lo=math.radians(-30), hi=math.radians(60), rest=math.radians(5)),
                Variable(name="s", kind="slide"),
            ),
            terms=(
                Term(dof="a", parameter="p", factor=0.25),
                Term(dof="a", parameter="p", factor=-1.0, curve=ramp),
                Term(dof="b", parameter="s", factor=-2.0),
                Term(dof="a", parameter="c", factor=-1.0),
            ),
            offsets=(("a", math.pi / 2), ("b", -0.5)),
        ),
    )
    assert_comes_back(skeleton)


def test_limits_are_degrees_for_angles_metres_for_lengths_and_neither_for_a_mixture() -> None:
    head = 'define skeleton "s"\njoint "a"\nend skeleton\ndefine joint "a"\nhinge "h" x\nhinge "i" y\nslide "s" x\n'
    head += "end joint\n"
    for terms, hi in (('"h" - 0.5 "i"', math.pi / 2), ('2 "s"', 90.0), ('"s" + "h"', 90.0)):
        (limit,) = read(f'{head}define limit "l"\nsum {terms}\nrange free 90\nend limit').limits
        assert (limit.lo, limit.hi) == (-math.inf, hi)


def test_the_examples_of_the_documentation_are_read() -> None:
    page = (TOP / "docs" / "formats" / "scr.md").read_text("utf-8")
    examples = re.findall(r"^```scr\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(examples) == 5
    for example in examples:
        assert_comes_back(read(example))
    lamp = Figure(read(examples[0]))
    state = lamp.pose(lean=0.2, fold=-1.0, aim=0.1)
    np.testing.assert_allclose(state.transform("shade")[:, :3] @ (1, 0, 0), (np.cos(0.1), np.sin(0.1), 0), atol=1e-15)
