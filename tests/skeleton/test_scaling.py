"""Skeletons of other sizes: everything with a length follows, every pose looks the same."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.skeleton.build import chain, hinge, joint, slide
from manikin.skeleton.coupling_curves import RampCurve
from manikin.skeleton.scaling import main_child, parts_called, segment_length, with_lengths, with_mass, with_size
from manikin.skeleton.shapes import Box, Capsule
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import Coupling, LinearLimit, NamedPose, PreferredBend, Term, Variable

ROD = Capsule(start=(0.0, 0.0, 0.0), end=(0.4, 0.0, 0.0), radius=0.05, end_radius=0.05)


def machine() -> Skeleton:
    """Hinges that drive slides and the reverse, along lines and ramps; limits, poses and bends with lengths in them."""
    return Skeleton(
        name="machine",
        joints=(
            joint("base", dofs=[slide("y", -1, 2, name="lift", rest=0.3)]),
            joint("arm", "base", offset=(0.2, 0.5, 0), orientation=(10, 20, 30), dofs=[hinge("z", -1, 1, name="swing")],
                  shapes=[ROD], mass=2.0, centre=(0.2, 0.01, 0)),
            joint("rod", "arm", offset=(0.4, 0, 0), dofs=[slide("x", 0, 0.5, name="out")], scale=(1, 2, 1)),
            joint("tip", "rod", offset=(0.1, 0.2, 0), dofs=[hinge("x", name="spin")],
                  shapes=[Box(size=(0.1, 0.1, 0.1))]),
            joint("mark", "tip", offset=(0, 0, 0.3), mass=0.5),
        ),
        couplings=(
            Coupling(name="push", parameters=(Variable(name="p", kind="slide", lo=-2.0, hi=2.0),),
                     terms=(Term(dof="out", parameter="p", factor=0.2),
                            Term(dof="spin", parameter="p", factor=3.0, curve=RampCurve(start=0.1, width=0.05))),
                     offsets=(("out", 0.1), ("spin", 0.2))),
        ),
        limits=(LinearLimit(name="both", terms=(("lift", 2.0), ("swing", 1.0)), lo=-1.0, hi=3.0),),
        poses=(NamedPose(name="up", values=(("lift", 0.7), ("swing", 0.5))),),
        bends=(PreferredBend(name="b", limb=("base", "arm", "rod"), part="arm", toward=(0.0, 1.0, 0.0)),),
    )  # fmt: skip


def test_all_that_has_a_length_is_scaled_and_every_pose_is_the_same_only_larger() -> None:
    small, large = Figure(machine()), Figure(with_size(machine(), 2.5))
    slides = np.array([v.kind == "slide" for v in small.parameters])
    factors = np.where(slides, 2.5, 1.0)
    rng = np.random.default_rng(1)
    for _ in range(20):
        q = small.random_state(rng)
        one, other = small.forward(q), large.forward(q * factors)
        np.testing.assert_allclose(other[:, :, 3], 2.5 * one[:, :, 3], atol=1e-12)
        np.testing.assert_allclose(other[:, :, :3], one[:, :, :3], atol=1e-12)
        np.testing.assert_allclose(large.pose(q * factors).bounding_box(), 2.5 * np.array(small.pose(q).bounding_box()))
        np.testing.assert_allclose(
            large.pose(q * factors).centre_of_mass(), 2.5 * small.pose(q).centre_of_mass(), atol=1e-12
        )
    np.testing.assert_allclose(large.lo, small.lo * factors)
    np.testing.assert_allclose(large.hi, small.hi * factors)
    np.testing.assert_allclose(large.rest, small.rest * factors)
    assert large.state("up").tolist() == pytest.approx((small.state("up") * factors).tolist())
    assert dict(large.linear_limits[0].terms) == pytest.approx({"lift": 0.8, "swing": 1.0})
    assert large.skeleton.mass == pytest.approx(2.5 * 2.5**3)
    assert large.skeleton.bends[0].toward == (0.0, 2.5, 0.0)
    assert with_size(machine(), 1.0) == machine()


def test_a_segment_is_stretched_along_itself() -> None:
    arm = with_lengths(machine(), {"arm": 0.6})
    assert arm["rod"].offset == pytest.approx((0.6, 0, 0))
    assert segment_length(arm, "arm") == pytest.approx(0.6)
    points = arm["arm"].shapes[0].triangles()[0]
    np.testing.assert_allclose(np.ptp(points, axis=0), (0.75, 0.1, 0.1), atol=1e-3)  # with its round ends
    assert arm["arm"].centre == pytest.approx((0.3, 0.01, 0))
    assert arm["arm"].mass == pytest.approx(3.0)
    assert arm["tip"] == machine()["tip"]


def test_lengths_of_a_chain_are_those_of_its_rods() -> None:
    figure = Figure(with_lengths(chain([0.3, 0.2, 0.1]), {"rod2": 0.5, "rod3": 0.05}))
    pose = figure.pose(rod1=0.3, rod2=-0.8, rod3=1.2)
    angles = np.cumsum([0.3, -0.8, 1.2])
    expected = [sum(a * f(t) for a, t in zip((0.3, 0.5, 0.05), angles, strict=True)) for f in (np.cos, np.sin)]
    np.testing.assert_allclose(pose.position("tip")[:2], expected, atol=1e-14)


def test_a_name_without_its_side_means_both_parts() -> None:
    pair = Skeleton(
        name="pair",
        joints=(joint("hips"), joint("l_leg", "hips", offset=(0.1, 0, 0), mirror="r_leg"),
                joint("r_leg", "hips", offset=(-0.1, 0, 0), mirror="l_leg")),
    )  # fmt: skip
    assert parts_called(pair, "leg") == ("l_leg", "r_leg")
    assert parts_called(pair, "l_leg") == ("l_leg",)
    with pytest.raises(UnknownName, match='did you mean "l_leg"'):
        parts_called(pair, "l_log")


def test_the_segment_of_a_part_leads_to_the_child_that_carries_most() -> None:
    assert main_child(machine(), "base") == "arm"
    with pytest.raises(InputError, match="'mark' has no length"):
        main_child(machine(), "mark")


@pytest.mark.parametrize("size", [0, -1, float("nan"), float("inf"), "2"])
def test_sizes_are_finite_numbers_above_zero(size: float) -> None:
    for attempt in (
        lambda: with_size(machine(), size),
        lambda: with_mass(machine(), size),
        lambda: with_lengths(machine(), {"arm": size}),
    ):
        with pytest.raises(InputError, match="a finite number above 0"):
            attempt()


def test_a_mass_is_shared_out_as_before() -> None:
    heavy = with_mass(machine(), 10.0)
    assert [part.mass for part in heavy] == pytest.approx([0, 8, 0, 0, 2])
    with pytest.raises(InputError, match="no masses"):
        with_mass(Skeleton(name="bare", joints=(joint("a"),)), 1.0)
