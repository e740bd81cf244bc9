"""The box around a pose, judged by the exact bounds of the surfaces that are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.figure.pose import Pose
from manikin.picture.body import solids_of
from manikin.picture.theme import THEMES


def drawn_box(pose: Pose) -> tuple[np.ndarray, np.ndarray]:
    return solids_of(pose, THEMES["light"]).bounds()[0].box


@pytest.mark.parametrize("name", ["human", "quadruped", "chair", "ball"])
def test_the_box_of_a_pose_is_that_of_its_solids(name: str) -> None:
    figure, rng = bodies.load(name), np.random.default_rng(2)
    for q in [figure.rest, *figure.random_state(rng, count=10)]:
        pose = figure.pose(q)
        found, drawn = pose.bounding_box(), drawn_box(pose)
        size = np.linalg.norm(drawn[1] - drawn[0])
        assert found[0] == pytest.approx(drawn[0], abs=0.002 * size)
        assert found[1] == pytest.approx(drawn[1], abs=0.002 * size)
        assert (found[0] <= pose.world[:, :, 3].min(axis=0)).all()
