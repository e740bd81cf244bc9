"""URDF files that are written: other programs put the links where we do."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import numpy as np
import pytest

from manikin import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    Figure,
    FormatWarning,
    Joint,
    Skeleton,
    Unsupported,
    bodies,
    load_skeleton,
    save_skeleton,
)
from manikin.math.rotations import about_axis, affine, scaling
from tests.support.paths import OWN
from tests.support.random_skeletons import random_skeleton
from tests.support.rigs import rig


def written(skeleton: Skeleton, folder: Path) -> Skeleton:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        save_skeleton(skeleton, folder / "made.urdf")
        return load_skeleton(folder / "made.urdf")


@pytest.mark.parametrize("name", ["human", "limb7", "planar3", "stickman"])
def test_links_are_where_the_joints_were(name: str, tmp_path: Path) -> None:
    if not bodies.is_known(name):
        pytest.skip("no such figure")
    figure = bodies.load(name).ungrouped()
    again = Figure(written(figure.skeleton, tmp_path)).ungrouped()
    rng = np.random.default_rng(8)
    turn = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]) if figure.skeleton.up == "y" else np.eye(3)
    for _ in range(5):
        q = figure.random_state(rng, reach=1.0)
        values = dict(zip(figure.parameter_names, q.tolist(), strict=True))
        pose = figure.pose(values)
        other = again.pose({name: value for name, value in values.items() if name in again.parameter_names})
        for joint in figure.skeleton:
            assert np.allclose(other.position(joint.name), turn @ pose.position(joint.name), atol=1e-9)


def test_limits_masses_mimics_and_solids_come_back(tmp_path: Path) -> None:
    given = load_skeleton(OWN / "gripper.urdf")
    again = written(given, tmp_path)
    assert again.mass == pytest.approx(given.mass)
    own, other = Figure(given), Figure(again)
    assert set(own.parameter_names) == set(other.parameter_names)
    for name in own.parameter_names:
        i, j = own.index(name), other.index(name)
        assert (own.lo[i], own.hi[i]) == (other.lo[j], other.hi[j])
    assert {c.name for c in again.couplings} == {c.name for c in given.couplings}


def test_solids_stand_where_they_stood(tmp_path: Path) -> None:
    shapes = (
        Box(size=(0.1, 0.2, 0.3), at=affine(None, (0.0, 1.0, 0.0))),
        Cylinder(radius=0.1, length=0.7, at=affine(about_axis((1, 0, 0), 0.4), (0.5, 0.0, 0.0))),
        Ellipsoid(radii=(0.2, 0.2, 0.2), at=affine(None, (0.0, 0.0, -2.0))),
        Capsule(start=(0, 0, 0), end=(0.3, 0.4, 0.5), radius=0.1, end_radius=0.1),
    )
    given = Skeleton(name="a", joints=(Joint(name="b", shapes=shapes),), up="z")
    low, high = Figure(given).pose().bounding_box()
    made = Figure(written(given, tmp_path)).pose().bounding_box()
    assert np.allclose(made[0], low, atol=2e-3)
    assert np.allclose(made[1], high, atol=2e-3)


def test_a_free_root_is_a_floating_joint(tmp_path: Path) -> None:
    again = written(rig("unreal", up="z").skeleton, tmp_path)
    assert "floating" in (tmp_path / "made.urdf").read_text()
    assert again["pelvis"].kind == "free"


def test_scales_are_refused_and_lost_groups_are_told(tmp_path: Path) -> None:
    scaled = Skeleton(name="a", joints=(Joint(name="b", after=scaling(1, 2, 1)),))
    with pytest.raises(Unsupported, match="scaled or mirrored"):
        save_skeleton(scaled, tmp_path / "a.urdf")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", FormatWarning)
        save_skeleton(bodies.load("human").skeleton, tmp_path / "h.urdf")
    assert any("the joint group 'spine'" in str(one.message) for one in told)


def test_mujoco_and_pinocchio_agree_on_a_written_robot(tmp_path: Path) -> None:
    pinocchio = pytest.importorskip("pinocchio")
    figure = bodies.load("limb7").ungrouped()
    written(figure.skeleton, tmp_path)
    model = pinocchio.buildModelFromUrdf(str(tmp_path / "made.urdf"))
    data = model.createData()
    rng = np.random.default_rng(4)
    q = figure.random_state(rng, reach=1.0)
    values = dict(zip(figure.parameter_names, q.tolist(), strict=True))
    state = pinocchio.neutral(model)
    for k in range(1, model.njoints):
        joint = model.joints[k]
        value = values[model.names[k]]
        at = joint.idx_q
        state[at : at + joint.nq] = [value] if joint.nq == 1 else [np.cos(value), np.sin(value)]
    pinocchio.framesForwardKinematics(model, data, state)
    turn = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]) if figure.skeleton.up == "y" else np.eye(3)
    pose = figure.pose(q)
    for joint in figure.skeleton:
        place = data.oMf[model.getFrameId(joint.name)].translation
        assert np.allclose(place, turn @ pose.position(joint.name), atol=1e-9)


def test_random_skeletons_are_written_or_refused(tmp_path: Path) -> None:
    rng = random.Random(2)
    for _ in range(20):
        skeleton = random_skeleton(rng)
        try:
            written(skeleton, tmp_path)
        except Unsupported:
            continue
