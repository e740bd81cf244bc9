"""The planar hull beside SciPy's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from manikin.math.planar_hull import depth_inside, planar_hull


def test_random_hulls_are_scipys() -> None:
    rng = np.random.default_rng(4)
    for count in (3, 4, 7, 16):
        for _ in range(50):
            points = rng.normal(size=(count, 2))
            judge = ConvexHull(points)
            corners = planar_hull(map(tuple, points.tolist()))
            assert {tuple(corner) for corner in points[judge.vertices].tolist()} == set(corners)
            place = rng.normal(size=2)
            inside = -(judge.equations[:, :2] @ place + judge.equations[:, 2]).max()
            depth = depth_inside(tuple(place), map(tuple, points.tolist()))
            if inside >= 0:
                assert depth == pytest.approx(inside, abs=1e-12)
            else:
                assert depth == pytest.approx(-_distance(place, points[judge.vertices]), abs=1e-12)


def _distance(place: np.ndarray, corners: np.ndarray) -> float:
    """Distance from the border of a convex polygon."""
    best = math.inf
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        share = np.clip((place - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
        best = min(best, float(np.linalg.norm(place - a - share * (b - a))))
    return best


@pytest.mark.parametrize(
    ("points", "place", "depth"),
    [
        ([(1, 1)], (4, 5), -5),
        ([(1, 1), (1, 1)], (1, 1), 0),
        ([(0, 0), (2, 0), (1, 0)], (1, 0), 0),
        ([(0, 0), (2, 0), (1, 0)], (1, 3), -3),
        ([(0, 0), (2, 0), (1, 0)], (5, 4), -5),
        ([(0, 0), (2, 0), (2, 2), (0, 2), (1, 1), (1, 0)], (1.5, 1), 0.5),
        ([(0, 0), (2, 0), (2, 2), (0, 2)], (2, 1), 0),
    ],
)
def test_lines_points_and_squares(points: list[tuple[float, float]], place: tuple[float, float], depth: float) -> None:
    assert depth_inside(place, points) == pytest.approx(depth, abs=1e-12)
