"""The convex hull of a few points in a plane.  For a dozen points plain numbers are quicker than arrays."""

from __future__ import annotations

import math
from collections.abc import Iterable

__all__ = ["depth_inside", "planar_hull"]

Point2 = tuple[float, float]


def planar_hull(points: Iterable[Point2]) -> list[Point2]:
    """The corners of the convex hull, counter-clockwise; of points on one line its two ends (monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return _half(ordered)[:-1] + _half(ordered[::-1])[:-1]


def depth_inside(place: Point2, points: Iterable[Point2]) -> float:
    """How far a place is inside the convex hull of some points; below 0 outside, and 0 on hulls without an inside."""
    corners = planar_hull(points)
    x, y = place
    depth, nearest = math.inf, math.inf
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        along_x, along_y, off_x, off_y = bx - ax, by - ay, x - ax, y - ay
        length = math.hypot(along_x, along_y)
        if length > 0:
            depth = min(depth, (along_x * off_y - along_y * off_x) / length)
            share = min(1.0, max(0.0, (along_x * off_x + along_y * off_y) / length**2))
            off_x, off_y = off_x - share * along_x, off_y - share * along_y
        nearest = min(nearest, math.hypot(off_x, off_y))
    return depth if len(corners) > 2 and depth >= 0 else -nearest


def _half(ordered: list[Point2]) -> list[Point2]:
    """The lower half of the hull of ordered points, with both ends."""
    found: list[Point2] = []
    for x, y in ordered:
        while len(found) > 1:
            (ax, ay), (bx, by) = found[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            found.pop()
        found.append((x, y))
    return found
