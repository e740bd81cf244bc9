"""``.scr`` files: the tree by groups, what joints say, couplings and limits; and back again without a difference."""

from __future__ import annotations

import math
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from manikin.build import chain, joint, placement
from manikin.curves import Curve, Ramp, curve_kinds
from manikin.errors import InputError
from manikin.figure import Figure
from manikin.formats.scr import Scr
from manikin.formats.scr_sections import Couplings, Joints, Limits, Tree
from manikin.reroot import reroot
from manikin.rotations import IDENTITY, Vec3
from manikin.shapes import Box, Capsule, File, Mesh, Shape, shape_kinds
from manikin.skeleton import Joint, Skeleton
from manikin.variables import Coupling, Dof, LinearLimit, Term, Variable
from tests.random_skeletons import random_skeleton

OWN = Path(__file__).parent / "data"
DATA = Path(os.environ.get("MANIKIN_DATA", Path(__file__).parents[2] / "shared" / "data"))
THESIS = DATA.parent / "seeds" / "000_d4f6d2ec18c40065.txt"


def read(text: str) -> Skeleton:
    return Scr().read(text.encode(), file="test.scr")


def written(skeleton: Skeleton) -> str:
    return Scr().write(skeleton).decode()


def one_joint(*statements: str) -> Joint:
    """The joint "a" of a small skeleton about which the statements are made."""
    tree = 'define skeleton "s"\njoint "root"\njoint "a"\njoint "b"\nend skeleton\n'
    return read(tree + "\n".join(['define joint "a"', *statements, "end joint"]))["a"]


def assert_same(a: Skeleton, b: Skeleton) -> None:
    assert a == b
    assert repr(a) == repr(b)  # tells −0 from 0


def assert_comes_back(skeleton: Skeleton) -> None:
    data = Scr().write(skeleton)
    back = Scr().read(data)
    assert_same(back, skeleton)
    assert Scr().write(back) == data


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
    stickman = Scr().read((OWN / "stickman_minimal.scr").read_bytes())
    assert {joint.name: joint.parent for joint in stickman} == PARENTS
    groups = {joint.name: joint.group for joint in stickman}
    assert groups["pelvis"] is None
    assert groups["torso"] == groups["head"] == "Upper body"
    assert groups["left hand"] == "Left arm"
    assert_comes_back(stickman)


def test_the_stick_man_stands_on_the_ground_and_is_the_same_on_both_sides() -> None:
    stickman = Scr().read((OWN / "stickman_minimal.scr").read_bytes())
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
    assert leg.shapes == (File(path="r_lleg.pol"),)
    assert leg.offset == (0.0, -0.32, 0.0)
    assert leg.dofs == (Dof(name="right leg", axis=(1.0, 0.0, 0.0), lo=0.0, hi=math.radians(170)),)
    assert (leg.mass, leg.mirror, leg.group) == (1.0, "left leg", "Right leg")
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
    assert [(j.name, j.parent, j.group) for j in skeleton] == [
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


def test_placements_are_those_of_the_builder() -> None:
    made = one_joint("offset 1 2 3", "orientation 10 -20 30.5", "scale 1 2 0.5", "mass 3", "centre 0 1 0")
    wanted = joint("a", "root", offset=(1, 2, 3), orientation=(10, -20, 30.5), scale=(1, 2, 0.5), mass=3.0,
                   centre=(0.0, 1.0, 0.0))  # fmt: skip
    assert made == wanted
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
        File(path="leg.pol", colour=(1.0, 0.0, 0.5)),
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
    ramp = Ramp(start=math.radians(10), width=math.radians(5))
    assert skeleton.couplings == (
        Coupling(
            name="both",
            parameters=(
                Variable(name="p", lo=math.radians(-30), hi=math.radians(60), rest=math.radians(5)),
                Variable(name="s", motion="slide"),
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
    page = (Path(__file__).parents[1] / "docs" / "formats" / "scr.md").read_text("utf-8")
    examples = re.findall(r"^```scr\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(examples) == 3
    for example in examples:
        assert_comes_back(read(example))
    lamp = Figure(read(examples[0]))
    state = lamp.pose(lean=0.2, fold=-1.0, aim=0.1)
    np.testing.assert_allclose(state.transform("shade")[:, :3] @ (1, 0, 0), (np.cos(0.1), np.sin(0.1), 0), atol=1e-15)


# ---- and back ----------------------------------------------------------------------------------


def test_every_statement_reads_and_comes_back() -> None:
    source = (OWN / "everything.scr").read_text("utf-8")
    assert_comes_back(read(source))
    used = {*re.findall(r"^ *([a-z]+)", source, re.MULTILINE)}
    known = {word for section in (Tree, Joints, Couplings, Limits) for word in section.statements}
    assert used == {"define"} | known | set(Joints.in_mesh)


def test_the_text_is_fit_for_people() -> None:
    text = written(read((OWN / "everything.scr").read_text("utf-8")))
    assert "  hinge       0 1 1 -0.5rad 0.5rad\n" in text
    assert '  hinge       "lift" y -70 5 rest -30 stiffness 0.25\n' in text
    assert "  object      capsule end 0 0 -0.5 radius 0.02 end_radius 0.05\n" in text
    assert '  drive "lift"           = "pitch" - 0.5 ramp("pitch", start 10, width 5) - 30\n' in text
    assert '  drive "hook \\"heavy\\"" = - "pitch" + 2 "turn" - 0.3rad\n' in text
    assert '  sum   "pitch" + 0.5 "turn" - "rod.1"\n  range -60 free\n' in text
    assert max(map(len, text.splitlines())) < 120


@pytest.mark.parametrize("seed", range(400))
def test_random_skeletons_come_back_without_a_difference(seed: int) -> None:
    assert_comes_back(random_skeleton(random.Random(seed)))


def test_random_skeletons_have_everything() -> None:
    made = [random_skeleton(random.Random(seed)) for seed in range(200)]
    text = "\n".join(map(written, made))
    for word in ("before", "after", "scale", "orientation", "rad", "ramp(", "range free", "mesh", "ellipsoid", "spring",
                 "mirror", "matrix", "drive", "group\n", "up z", "\\u{", '\\"', "speed", "colour"):  # fmt: skip
        assert word in text, word
    assert {joint.kind for skeleton in made for joint in skeleton} >= {"fixed", "hinge", "slide", "ball", "free"}


@pytest.mark.parametrize("degrees", [0.0, -0.0, 1.0, 17.3, 90.0, 170.0, -179.99, 1e-7, 123456.789, 5e-324])
def test_angles_in_short_decimals_stay_short(degrees: float) -> None:
    skeleton = Skeleton(name="s", joints=(joint("a", dofs=[_hinge(math.radians(degrees))]),))
    assert_comes_back(skeleton)
    shown = re.search(r"hinge +x free (\S+)", written(skeleton))
    assert shown
    assert len(shown[1]) <= len(repr(degrees))


def test_angles_that_no_number_of_degrees_gives_are_in_radians() -> None:
    rng = random.Random(5)
    angles = [rng.uniform(-3, 3) for _ in range(300)]
    skeletons = [Skeleton(name="s", joints=(joint("a", dofs=[_hinge(a)]),)) for a in angles]
    for skeleton in skeletons:
        assert_comes_back(skeleton)
    assert 0 < sum("rad" in written(s) for s in skeletons) < 300


def _hinge(hi: float) -> Dof:
    return Dof(name="a", axis=(1.0, 0.0, 0.0), hi=hi)


def test_rerooted_figures_come_back() -> None:
    figure = Figure(Scr().read((OWN / "stickman_minimal.scr").read_bytes()))
    pose = figure.pose(figure.random_state(np.random.default_rng(3)))
    assert_comes_back(reroot(pose, "left foot").figure.skeleton)


def test_flexing_chains_come_back() -> None:
    assert_comes_back(chain([0.1, 0.2, 1 / 3], joints="ball", bend=0.01, stretch=0.3, speed=2.0, limits=(-1.0, 1.0)))


def test_whole_numbers_come_back_as_equal_ones() -> None:
    made = joint("a", offset=(1, 2, 3), mass=2, centre=(0, 1, 0), shapes=[Box(size=(1, 2, 3))])
    skeleton = Skeleton(name="s", joints=(made,))
    data = Scr().write(skeleton)
    assert Scr().read(data) == skeleton
    assert Scr().write(Scr().read(data)) == data


@pytest.mark.parametrize("depth", [10_000])
def test_deep_trees_come_back(depth: int) -> None:
    joints = [Joint(name="0", group="g")]
    for i in range(depth):  # a twig before each further joint of the stem makes a group inside the group
        joints.append(Joint(name=f"stem {i}", parent=joints[-1 if i == 0 else -2].name, group=f"g{i % 3}"))
        joints.append(Joint(name=f"twig {i}", parent=joints[-2].name))
    data = Scr().write(Skeleton(name="deep", joints=tuple(joints)))
    assert len(data) < 3_000_000
    assert Scr().read(data).joints == Skeleton(name="deep", joints=tuple(joints)).joints


# ---- kinds from elsewhere ----------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _registries_as_before() -> Iterator[None]:
    before = [(registry, dict(registry)) for registry in (shape_kinds, curve_kinds)]
    yield
    for registry, kinds in before:
        registry._kinds = kinds


def test_shapes_and_curves_made_elsewhere_are_saved_by_their_fields() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Torus(Shape, kind="torus"):
        inner: float
        axis: Vec3 = (0.0, 1.0, 0.0)
        sides: int = 12
        smooth: bool = False
        label: str = ""
        note: str | None = None

    @dataclass(frozen=True)
    class Power(Curve, kind="power"):
        measures = ("centre",)
        exponent: int
        centre: float = 0.0

    shapes = (Torus(inner=0.5), Torus(inner=1.0, axis=(0.0, 0.0, 1.0), sides=7, smooth=True, label='"', note="x"))
    term = Term(dof="a", parameter="p", curve=Power(exponent=2, centre=math.radians(15)))
    skeleton = Skeleton(
        name="s",
        joints=(joint("a", dofs="hinge", shapes=shapes),),
        couplings=(Coupling(name="c", parameters=(Variable(name="p"),), terms=(term,)),),
    )
    assert_comes_back(skeleton)
    assert 'object      torus inner 1 axis 0 0 1 sides 7 smooth true label "\\"" note "x"\n' in written(skeleton)
    assert 'drive "a" = power("p", exponent 2, centre 15)\n' in written(skeleton)


def test_what_cannot_be_saved_is_refused() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Cloud(Shape, kind="cloud"):
        points: list[float]

    @dataclass(frozen=True, kw_only=True)
    class Egg(Shape, kind="two words"):
        pass

    @dataclass(frozen=True, kw_only=True)
    class Plate(Shape, kind="plate"):
        offset: float

    dof = Dof(name="d", axis=(1.0, 0.0, 0.0))
    skeleton = Skeleton(name="s", joints=(joint("a", dofs=[dof]),))
    with pytest.raises(InputError, match="plain Variable"):
        Scr().write(replace(skeleton, couplings=(Coupling(name="c", parameters=(replace(dof, name="e"),)),)))
    for shape, message in (
        (File(path="x" * 2_000_000), "too long"),
        (Cloud(points=[]), r"Cloud\.points is of the type"),
        (Egg(), "not one word"),
        (Plate(offset=1.0), "uses this name"),
    ):
        made = Skeleton(name="s", joints=(joint("a", shapes=[shape]),))
        with pytest.raises(InputError, match=message):
            Scr().write(made)
