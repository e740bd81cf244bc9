"""Chains, rods, Denavit-Hartenberg tables, re-rooting."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.figure.reroot import reroot
from manikin.skeleton.build import DhRow, chain, denavit_hartenberg, dofs_of_kind, hinge, joint, slide
from manikin.skeleton.skeleton import Skeleton
from tests.support import figures_and_goals as scenes


def elementary(a: float, alpha: float, d: float, theta: float) -> tuple[np.ndarray, np.ndarray]:
    """Rot_z(θ) Trans_z(d) and Trans_x(a) Rot_x(α) as 4×4 matrices, written out."""
    ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    z = np.array([[ct, -st, 0, 0], [st, ct, 0, 0], [0, 0, 1, d], [0, 0, 0, 1]])
    x = np.array([[1, 0, 0, a], [0, ca, -sa, 0], [0, sa, ca, 0], [0, 0, 0, 1]])
    return z, x


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_denavit_hartenberg_frames_equal_the_product_of_elementary_transforms(convention: str) -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        numbers = rng.normal(size=(5, 4))
        kinds = rng.choice(["hinge", "slide"], 5)
        rows = [
            DhRow(a=a, alpha=b, d=d, theta=t, kind=k) for (a, b, d, t), k in zip(numbers.tolist(), kinds, strict=True)
        ]
        q = rng.normal(size=5)
        pose = Figure(denavit_hartenberg(rows, convention=convention)).pose(q)
        now = np.eye(4)
        for i, (a, alpha, d, theta) in enumerate(numbers):
            turned = theta + q[i] * (kinds[i] == "hinge")
            z, x = elementary(a, alpha, d + q[i] * (kinds[i] == "slide"), turned)
            now = now @ z @ x if convention == "standard" else now @ x @ z
            np.testing.assert_allclose(pose.world[i], now[:3], atol=1e-13)


def test_bad_tables_are_refused() -> None:
    with pytest.raises(InputError, match="at least one row"):
        denavit_hartenberg([])
    with pytest.raises(InputError, match="convention"):
        denavit_hartenberg([DhRow()], convention="craig")  # type: ignore[arg-type]


@pytest.mark.parametrize(("joints", "dofs"), [("hinge", 1), ("free", 2), ("ball", 3)])
def test_a_chain_has_a_joint_per_rod_with_limits_and_speeds(joints: str, dofs: int) -> None:
    figure = Figure(chain([1, 2, 3], joints=joints, limits=(-0.5, 0.25), speed=2.0))  # type: ignore[arg-type]
    assert figure.size == 3 * dofs
    assert set(figure.lo) == {-0.5}
    assert set(figure.hi) == {0.25}
    assert set(figure.speed) == {2.0}
    assert figure.pose().position("tip").tolist() == [6, 0, 0]


def test_flexing_rods_bend_and_stretch_against_a_spring() -> None:
    figure = Figure(chain([2, 2], bend=0.01, stretch=0.5))
    springs = {v.name: v.spring for v in figure.parameters}
    assert springs == {
        "rod1": 0.0,
        "rod1.flex.z": 100.0,
        "rod1.flex.y": 100.0,
        "rod1.flex.tx": 2.0,
        "rod2": 0.0,
        "rod2.flex.z": 100.0,
        "rod2.flex.y": 100.0,
        "rod2.flex.tx": 2.0,
    }
    assert figure.pose({"rod1.flex.tx": 0.5}).position("tip").tolist() == [4.5, 0, 0]
    assert figure.pose({"rod1.flex.z": 0.1}).position("tip")[1] == pytest.approx(3 * np.sin(0.1))


@pytest.mark.parametrize("lengths", [[], [-1.0], [np.nan], [np.inf]])
def test_impossible_chains_are_refused(lengths: list[float]) -> None:
    with pytest.raises(InputError):
        chain(lengths)


def test_a_zero_length_rod_is_a_rod() -> None:
    assert np.isfinite(Figure(chain([1.0, 0.0, 1.0])).pose([0.3, 0.2, 0.1]).world).all()


def test_unknown_kinds_of_joint_are_refused() -> None:
    with pytest.raises(InputError, match="ball"):
        dofs_of_kind("bal")


@pytest.mark.parametrize(("scaled", "coupled"), [(False, False), (True, False), (False, True), (True, True)])
def test_rerooting_moves_nothing_and_back_again_neither(scaled: bool, coupled: bool) -> None:
    rng = np.random.default_rng(8)
    figure = scenes.figure(rng, scaled=scaled, coupled=coupled)
    names = [j.name for j in figure.skeleton]
    for q in scenes.states(rng, figure, 15):
        pose = figure.pose(q)
        for name in ("left tip", "torso", "foot"):
            there = reroot(pose, name)
            assert there.figure.skeleton.root.name == name
            back = reroot(there, "root")
            assert set(back.figure.parameter_names) == set(figure.parameter_names)
            for part in names:
                np.testing.assert_allclose(there.transform(part), pose.transform(part), atol=1e-12)
                np.testing.assert_allclose(back.transform(part), pose.transform(part), atol=1e-12)
            inner = [n for n in figure.parameter_names if not n.startswith("root.")]
            assert [there[n] for n in inner] == [pose[n] for n in inner]
            np.testing.assert_allclose([back[n] for n in inner], [pose[n] for n in inner], atol=0)


def test_a_rerooted_figure_turns_the_other_end() -> None:
    joints = (joint("a"), joint("b", "a", offset=(1, 0, 0), dofs=[hinge("z")]), joint("c", "b", offset=(1, 0, 0)))
    pose = Figure(Skeleton(name="arm", joints=joints)).pose(b=0.4)
    held = reroot(pose, "c").replace(b=0.9)
    np.testing.assert_allclose(held.position("c"), pose.position("c"), atol=1e-15)
    np.testing.assert_allclose(held.position("b"), pose.position("b"), atol=1e-15)
    bend = np.array(held.position("c") - held.position("b")) @ (held.position("b") - held.position("a"))
    assert bend == pytest.approx(np.cos(0.9))


def test_rerooting_leaves_a_root_on_rails_on_its_rails() -> None:
    joints = (joint("cart", dofs=[slide("x")]), joint("pole", "cart", offset=(0, 1, 0), dofs=[hinge("z")]))
    pose = Figure(Skeleton(name="cart", joints=joints)).pose(cart=0.5, pole=0.3)
    there = reroot(pose, "pole")
    np.testing.assert_allclose(there.transform("cart"), pose.transform("cart"), atol=1e-14)
    moved = there.replace(cart=1.5)
    np.testing.assert_allclose(moved.position("pole") - there.position("pole"), [1, 0, 0], atol=1e-14)


def test_rerooting_at_the_root_is_nothing() -> None:
    pose = Figure(chain([1, 1])).pose()
    assert reroot(pose, "rod1") is pose
