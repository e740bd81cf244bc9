"""Directions carried by the shortest rotation, beside the rotations of SciPy."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from manikin.math.transport import carried


def unit(v: np.ndarray) -> np.ndarray:
    return v / np.linalg.norm(v)


def test_a_direction_is_turned_by_the_shortest_rotation() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        start, end, other = (unit(v) for v in rng.normal(size=(3, 3)))
        direction = unit(np.cross(start, other))
        axis = unit(np.cross(start, end))
        turn = Rotation.from_rotvec(axis * np.arccos(np.clip(start @ end, -1, 1)))
        assert np.allclose(carried(direction, start, end).value, turn.apply(direction), atol=1e-12)


def test_derivatives_are_those_of_differences() -> None:
    rng, step = np.random.default_rng(1), 1e-6
    for _ in range(50):
        given = [unit(v) for v in rng.normal(size=(3, 3))]
        for i, found in enumerate(carried(*given)[1:]):
            for k in range(3):
                ends = []
                for sign in (1, -1):
                    moved = [v.copy() for v in given]
                    moved[i][k] += sign * step
                    ends.append(carried(*moved).value)
                below = 1 + given[1] @ given[2]
                assert np.allclose(found[:, k], (ends[0] - ends[1]) / (2 * step), atol=1e-8 / below**3)


def test_opposite_the_start_the_result_is_finite() -> None:
    start = np.array([0.0, 0.0, 1.0])
    assert all(np.isfinite(part).all() for part in carried(np.array([1.0, 0.0, 0.0]), start, -start))
