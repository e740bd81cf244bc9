"""The slides of a root move a figure as a whole."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import InputError, bodies
from manikin.figure.root_slides import root_slides, shifted, slide_ways

HUMAN = bodies.load("human")


@pytest.mark.parametrize("name", ["human", "quadruped", "chair"])
def test_a_shift_moves_every_part_alike(name: str) -> None:
    figure = bodies.load(name)
    q = figure.random_state(np.random.default_rng(1), reach=0.5)
    way = np.array([0.1, -0.2, 0.3])
    before, after = (figure.forward(state)[:, :, 3] for state in (q, shifted(figure.pose(q), way, needed=True)))
    np.testing.assert_allclose(after - before, np.tile(way, (len(before), 1)), atol=1e-12)


def test_the_ways_of_slides_are_differences_of_places() -> None:
    pose = HUMAN.pose()
    columns = root_slides(HUMAN)
    assert [HUMAN.parameter_names[i] for i in columns] == ["root_x", "root_y", "root_z"]
    for column, way in zip(columns, slide_ways(pose).T, strict=True):
        q = pose.q.copy()
        q[column] += 0.25
        np.testing.assert_allclose(HUMAN.pose(q).position("pelvis") - pose.position("pelvis"), 0.25 * way, atol=1e-12)


def test_a_figure_without_slides_stays_or_says_so() -> None:
    pose = bodies.load("limb7").pose()
    assert root_slides(pose.figure) == []
    np.testing.assert_array_equal(shifted(pose, np.ones(3), needed=False), pose.q)
    with pytest.raises(InputError, match="fixed to the ground"):
        shifted(pose, np.ones(3), needed=True)
