"""The box around a pose, judged by the exact bounds of the surfaces that are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.figure.pose import Pose
from manikin.picture.body import solids_of
from manikin.picture.theme import THEMES


def drawn_box(pose: Pose) -> tuple[np.ndarray, np.ndarray]:
    low, high = solids_of(pose, THEMES["light"]).bounds()[0].box
    joints = pose.world[:, :, 3]
    return np.minimum(low, joints.min(axis=0)), np.maximum(high, joints.max(axis=0))


@pytest.mark.parametrize("name", ["human", "quadruped", "chair", "ball"])
def test_the_box_of_a_pose_is_that_of_its_solids(name: str) -> None:
    figure, rng = bodies.load(name), np.random.default_rng(2)
    for q in [figure.rest, *figure.random_state(rng, count=10)]:
        pose = figure.pose(q)
        found, drawn = pose.bounding_box(), drawn_box(pose)
        size = np.linalg.norm(drawn[1] - drawn[0])
        assert found[0] == pytest.approx(drawn[0], abs=1e-9 * size)
        assert found[1] == pytest.approx(drawn[1], abs=1e-9 * size)


@pytest.mark.parametrize("name", ["tube", "planar3", "human"])
def test_the_box_holds_the_triangles_of_all_solids_closely(name: str) -> None:
    figure, rng = bodies.load(name), np.random.default_rng(3)
    for q in figure.random_state(rng, count=5):
        pose = figure.pose(q)
        points = [pose.world[:, :, 3]]
        for transform, joint in zip(pose.world, figure.skeleton, strict=True):
            points += [s.triangles(60)[0] @ transform[:, :3].T + transform[:, 3] for s in joint.shapes]
        low, high = np.concatenate(points).min(axis=0), np.concatenate(points).max(axis=0)
        found, slack = pose.bounding_box(), 1e-3 * np.linalg.norm(high - low)
        assert (low - slack < found[0]).all()
        assert (found[0] < low + 1e-9).all()
        assert (high - 1e-9 < found[1]).all()
        assert (found[1] < high + slack).all()
