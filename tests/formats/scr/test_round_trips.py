"""Writing ``.scr`` files and reading them back: not a bit is lost, and the text is fit for people."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.figure.reroot import reroot
from manikin.formats.format import read_skeleton, write_skeleton
from manikin.formats.scr.relations import BendSection, CouplingSection, LimitSection, PoseSection
from manikin.formats.scr.sections import JointSection, SkeletonSection
from manikin.math.rotations import Vec3
from manikin.skeleton.build import chain, joint
from manikin.skeleton.coupling_curves import CouplingCurve, curve_kinds
from manikin.skeleton.shapes import Box, MeshFile, Shape, shape_kinds
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Coupling, Dof, Term, Variable
from tests.support.paths import OWN
from tests.support.random_skeletons import random_skeleton
from tests.support.scr_files import assert_comes_back, read


def written(skeleton: Skeleton) -> str:
    return write_skeleton(skeleton, "x.scr").decode()


def test_every_statement_reads_and_comes_back() -> None:
    source = (OWN / "everything.scr").read_text("utf-8")
    assert_comes_back(read(source))
    used = {*re.findall(r"^ *([a-z]+)", source, re.MULTILINE)}
    known = {
        word
        for section in (SkeletonSection, JointSection, CouplingSection, LimitSection, PoseSection, BendSection)
        for word in section.keywords
    }
    assert used == {"define"} | known | set(JointSection.in_mesh)


def test_the_text_is_fit_for_people() -> None:
    text = written(read((OWN / "everything.scr").read_text("utf-8")))
    assert "  hinge       0 1 1 -0.5rad 0.5rad\n" in text
    assert '  hinge       "lift" y -70 5 rest -30 stiffness 0.25\n' in text
    assert "  object      capsule end 0 0 -0.5 radius 0.02 end_radius 0.05\n" in text
    assert '  drive "lift"           = "pitch" - 0.5 ramp("pitch", start 10, width 5) - 30\n' in text
    assert '  drive "hook \\"heavy\\"" = - "pitch" + 2 "turn" - 0.3rad\n' in text
    assert '  sum   "pitch" + 0.5 "turn" - "rod.1"\n  range -60 free\n' in text
    assert max(map(len, text.splitlines())) < 120


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(400))
def test_random_skeletons_come_back_without_a_difference(seed: int) -> None:
    assert_comes_back(random_skeleton(random.Random(seed)))


def test_random_skeletons_have_everything() -> None:
    made = [random_skeleton(random.Random(seed)) for seed in range(200)]
    text = "\n".join(map(written, made))
    for word in ("before", "after", "scale", "orientation", "rad", "ramp(", "polynomial(", "range free", "mesh",
                 "ellipsoid", "spring", "mirror", "matrix", "drive", "group\n", "up z", "\\u{", '\\"', "speed",
                 "colour"):  # fmt: skip
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
    figure = Figure(read_skeleton((OWN / "stickman_minimal.scr").read_bytes(), "x.scr"))
    pose = figure.pose(figure.random_state(np.random.default_rng(3)))
    assert_comes_back(reroot(pose, "left foot").figure.skeleton)


def test_flexing_chains_come_back() -> None:
    assert_comes_back(chain([0.1, 0.2, 1 / 3], joints="ball", bend=0.01, stretch=0.3, speed=2.0, limits=(-1.0, 1.0)))


def test_whole_numbers_come_back_as_equal_ones() -> None:
    made = joint("a", offset=(1, 2, 3), mass=2, centre=(0, 1, 0), shapes=[Box(size=(1, 2, 3))])
    skeleton = Skeleton(name="s", joints=(made,))
    data = write_skeleton(skeleton, "x.scr")
    assert read_skeleton(data, "x.scr") == skeleton
    assert write_skeleton(read_skeleton(data, "x.scr"), "x.scr") == data


@pytest.mark.parametrize("depth", [9_999])
def test_deep_trees_come_back(depth: int) -> None:
    joints = [Joint(name="0", limb="g")]
    for i in range(depth):  # a twig before each further joint of the stem makes a group inside the group
        joints.append(Joint(name=f"stem {i}", parent=joints[-1 if i == 0 else -2].name, limb=f"g{i % 3}"))
        joints.append(Joint(name=f"twig {i}", parent=joints[-2].name))
    data = write_skeleton(Skeleton(name="deep", joints=tuple(joints)), "x.scr")
    assert len(data) < 3_000_000
    assert read_skeleton(data, "x.scr").joints == Skeleton(name="deep", joints=tuple(joints)).joints


# ---- kinds from elsewhere ----------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _registries_as_before() -> Iterator[None]:
    with shape_kinds.temporarily(), curve_kinds.temporarily():
        yield


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
    class Power(CouplingCurve, kind="power"):
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
        write_skeleton(
            replace(skeleton, couplings=(Coupling(name="c", parameters=(replace(dof, name="e"),)),)), "x.scr"
        )
    for shape, message in (
        (MeshFile(path="x" * 2_000_000), "too long"),
        (Cloud(points=[]), r"Cloud\.points is of the type"),
        (Egg(), "not one word"),
        (Plate(offset=1.0), "uses this name"),
    ):
        made = Skeleton(name="s", joints=(joint("a", shapes=[shape]),))
        with pytest.raises(InputError, match=message):
            write_skeleton(made, "x.scr")
