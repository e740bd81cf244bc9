"""Convex solids around meshes: what clearance can measure and pictures can draw of a detailed surface."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from manikin.errors import InputError
from manikin.math.rotations import Array, Vec3
from manikin.skeleton.shapes import Mesh

__all__ = ["convex_mesh", "convex_pieces"]

MAX_CORNERS = 96
"""Most corners of a convex solid.  A ball of so many corners is at most 2 % of its radius too small."""
MAX_DEPTH = 2
"""A surface is halved at most this often: into four pieces."""
WORTHWHILE = 0.75
"""Halves are kept if their convex hulls have at most this share of the volume of the whole one's."""
FLAT = 1e-3
"""Thickness that a flat surface gets, as a share of its size."""


def convex_mesh(points: Array) -> Mesh:
    """The convex hull of points (k, 3) [m], with at most ``MAX_CORNERS`` corners; a flat one gets a thickness."""
    return _hull(points)[0]


def convex_pieces(triangles: Array) -> tuple[Mesh, ...]:
    """One to four convex solids around triangles (t, 3, 3) [m].

    A surface is halved across its longest axis where that saves volume, as in an angled link.
    """
    return tuple(_pieces(triangles, MAX_DEPTH))


def _pieces(triangles: Array, depth: int) -> list[Mesh]:
    whole, volume = _hull(triangles.reshape(-1, 3))
    if depth == 0 or len(triangles) < 8 or _is_flat(triangles.reshape(-1, 3)):
        return [whole]
    centres = triangles.mean(axis=1)
    axis = _axes(centres - centres.mean(axis=0))[0]
    along = triangles.reshape(-1, 3) @ axis
    cut = (along.min() + along.max()) / 2
    above = _clipped(triangles, axis, cut)
    below = _clipped(triangles, -axis, -cut)
    if min(len(above), len(below)) < 4:
        return [whole]
    halves = [_hull(half.reshape(-1, 3))[1] for half in (above, below)]
    if sum(halves) > WORTHWHILE * volume:
        return [whole]
    return _pieces(above, depth - 1) + _pieces(below, depth - 1)


def _clipped(triangles: Array, normal: Array, offset: float) -> Array:
    """The triangles (t, 3, 3), cut off at a plane, on the side that its normal points to."""
    height = triangles @ normal - offset
    above = height > 0
    count = above.sum(axis=1)
    found = [triangles[count == 3]]
    for corners in (1, 2):  # above the plane; the corner that is alone on its side comes first
        cut = count == corners
        alone = np.argmax(above[cut] if corners == 1 else ~above[cut], axis=1)
        order = (alone[:, None] + np.arange(3)) % 3
        (a, b, c), (u, v, w) = (np.take_along_axis(triangles[cut], order[..., None], axis=1).swapaxes(0, 1),
                                np.take_along_axis(height[cut], order, axis=1).T[..., None])  # fmt: skip
        on_b, on_c = a + u / (u - v) * (b - a), a + u / (u - w) * (c - a)
        pieces = [(a, on_b, on_c)] if corners == 1 else [(on_b, b, c), (on_b, c, on_c)]
        found += [np.stack(piece, axis=1) for piece in pieces]
    return np.concatenate(found)


def _hull(points: Array) -> tuple[Mesh, float]:
    """The convex hull of points (k, 3) as a mesh, and its volume [m³]."""
    cloud = np.asarray(points, float).reshape(-1, 3)
    if not len(cloud) or not np.isfinite(cloud).all():
        raise InputError("a solid needs points of three finite numbers")
    hull = None if _is_flat(cloud) else _qhull(cloud)
    if hull is not None and len(hull.vertices) > MAX_CORNERS:
        corners = cloud[hull.vertices]
        cloud = corners[np.unique((corners @ _directions().T).argmax(axis=0))]
        hull = _qhull(cloud)
    if hull is None:  # all points in one plane
        cloud = _thickened(cloud)
        hull = _qhull(cloud)
    if hull is None:
        raise InputError("a solid must not be so small beside its distance from the origin")
    place = {int(index): i for i, index in enumerate(hull.vertices)}
    corners = cloud[hull.vertices]
    a, b, c = (cloud[hull.simplices[:, k]] for k in range(3))
    outward = np.einsum("ij,ij->i", np.cross(b - a, c - a), hull.equations[:, :3]) > 0
    faces = np.where(outward[:, None], hull.simplices, hull.simplices[:, ::-1]).tolist()
    vertices: tuple[Vec3, ...] = tuple((x, y, z) for x, y, z in corners.tolist())
    return Mesh(vertices=vertices, faces=tuple(tuple(place[i] for i in face) for face in faces)), float(hull.volume)


def _qhull(points: Array) -> Any:
    """The convex hull as SciPy has it, or None if the points do not span a volume."""
    from scipy.spatial import ConvexHull, QhullError  # a heavy import

    try:
        return ConvexHull(points)
    except (QhullError, ValueError):
        return None


def _thickened(points: Array) -> Array:
    """Points in a plane, on a line or at one place, as the corners of a thin box in their own axes."""
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    axes = _axes(points - middle)
    along = (points - middle) @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    least = max(FLAT * float(np.max(high - low)), 1e-6) / 2
    thin = high - low < 2 * least
    low, high = np.where(thin, low - least, low), np.where(thin, high + least, high)
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    return np.asarray((low + corners * (high - low)) @ axes + middle)


def _is_flat(points: Array) -> bool:
    """Whether points lie in one plane; Qhull finds out too, but takes long for many."""
    away = points - points.mean(axis=0)
    extents = np.ptp(away @ _axes(away).T, axis=0)
    return bool(extents.min() <= 1e-6 * extents.max())


def _axes(points: Array) -> Array:
    """The principal axes (3, 3) of points (k, 3), row by row, that of the largest extent first."""
    return np.asarray(np.linalg.svd(points.T @ points)[2])


def _directions() -> Array:
    """Directions (MAX_CORNERS, 3) that are spread evenly over the sphere, by the golden angle."""
    k = np.arange(MAX_CORNERS)
    z = 1 - (2 * k + 1) / MAX_CORNERS
    turn = k * math.pi * (3 - math.sqrt(5))
    across = np.sqrt(1 - z * z)
    return np.column_stack([across * np.cos(turn), across * np.sin(turn), z])
