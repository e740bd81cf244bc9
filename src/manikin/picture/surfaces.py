"""Shapes as tables of surfaces."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from manikin.math.rotations import Array, compose
from manikin.picture.solids import CAPSULE, DISC, ELLIPSOID, PLATE, QUAD, TRIANGLE, TUBE, Solids
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, Shape

__all__ = ["capsules", "open_surfaces", "plates", "surfaces_of"]

SMOOTH_COSINE = math.cos(math.radians(40))
"""Faces with a smaller angle between them (a larger cosine) are shaded as one smooth surface."""


def surfaces_of(shape: Shape, colour: ArrayLike) -> Solids:
    """The surfaces of a shape in the frame of its joint, all with one owner; ``colour`` is linear RGB (3,)."""
    at = np.array(shape.at, float).reshape(3, 4)
    if isinstance(shape, Capsule):
        made = capsules([shape.start], [shape.end], shape.radius, shape.end_radius, colour)
        made = made.transformed(at[None])
    elif isinstance(shape, Ellipsoid):
        radii = np.maximum(np.abs(shape.radii), 1e-3 * np.abs(shape.radii).max())
        made = _table(ELLIPSOID, compose(at, _scaled(radii))[None], colour)
    elif isinstance(shape, Cylinder):
        side = _table(TUBE, compose(at, _scaled([shape.radius, shape.length / 2, shape.radius]))[None], colour)
        ends = np.array([[(0, s, 0), (1, s, 0), (0, s, 1)] for s in (-0.5, 0.5)])
        ends *= (shape.radius, shape.length, shape.radius)
        made = Solids.joined([side, plates(ends, DISC, colour).transformed(np.tile(at, (2, 1, 1)))])
    elif isinstance(shape, Box):
        made = plates(_box_faces() * shape.size, QUAD, colour).transformed(np.tile(at, (6, 1, 1)))
    else:
        points, faces = shape.triangles()
        corners = points[faces]
        made = plates(corners, TRIANGLE, colour, _corner_normals(corners, faces))
    made.owner[:] = 0
    return open_surfaces(made)


def capsules(
    start: ArrayLike, end: ArrayLike, radius: ArrayLike, end_radius: ArrayLike, colour: ArrayLike, *, lit: bool = True
) -> Solids:
    """Capsules between points (k, 3), each with its own owner; radii [m] and colours broadcast."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    a = np.broadcast_to(np.abs(np.asarray(radius, float)), len(start))
    b = np.broadcast_to(np.abs(np.asarray(end_radius, float)), len(start))
    length = np.linalg.norm(end - start, axis=1)
    swallowed = length <= np.abs(a - b)  # one ball contains the other
    from_end = swallowed & (b > a)
    start = np.where(from_end[:, None], end, start)
    a, b = np.where(from_end, b, a), np.where(swallowed & ~from_end, a, b)
    height = np.where(swallowed, 0.0, length)
    size = np.maximum(np.maximum(height, a), b)
    size = np.where(size > 0, size, 1.0)
    y = np.where(height[:, None] > 0, (end - start) / np.where(height > 0, height, 1.0)[:, None], [0.0, 1.0, 0.0])
    z = np.cross(np.where(np.abs(y[:, :1]) < 0.9, [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]), y)
    z /= np.linalg.norm(z, axis=1, keepdims=True)
    frame = np.stack([np.cross(y, z), y, z], axis=-1) * size[:, None, None]
    place = np.concatenate([frame, start[:, :, None]], axis=2)
    return _table(CAPSULE, place, colour, np.stack([height, a, b], axis=1) / size[:, None], lit=lit)


def _table(
    kind: int,
    place: Array,
    colour: ArrayLike,
    data: ArrayLike = 0.0,
    normals: ArrayLike = 0.0,
    *,
    lit: bool = True,
) -> Solids:
    count = len(place)
    return Solids(
        kind=np.full(count, kind),
        place=place,
        data=np.broadcast_to(np.asarray(data, float), (count, 3)).copy(),
        normals=np.broadcast_to(np.asarray(normals, float), (count, 3, 3)).copy(),
        colour=np.broadcast_to(np.asarray(colour, float), (count, 3)).copy(),
        owner=np.arange(count),
        lit=np.full(count, lit),
    )


def _scaled(factors: ArrayLike) -> Array:
    return np.concatenate([np.diag(np.asarray(factors, float)), np.zeros((3, 1))], axis=1)


def open_surfaces(solids: Solids) -> Solids:
    """The surfaces whose transforms can be inverted, so that rays can be transformed into their frames."""
    return solids.chosen(_open(solids.place))


def _open(place: Array) -> np.ndarray:
    """Indices of the transforms that can be inverted."""
    linear = place[:, :, :3]
    size = np.abs(linear).max(axis=(1, 2), initial=1e-100)[:, None, None]
    finite = np.asarray(np.isfinite(place).all(axis=(1, 2)))
    volume = np.abs(np.linalg.det(np.where(finite[:, None, None], linear / size, 0)))
    return np.flatnonzero(finite & (volume > 1e-12))


def plates(corners: Array, outline: int, colour: ArrayLike, normals: Array | None = None) -> Solids:
    """Plates (k, 3, 3) with the origin at the first corner and axes to the second and the third."""
    x, y = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    n = np.cross(x, y)
    area = np.linalg.norm(n, axis=1, keepdims=True)
    area = np.where(area > 0, area, 1.0)
    place = np.stack([x, y, n / np.sqrt(area), corners[:, 0]], axis=-1)  # a normal about as long as the plate is wide
    flat = np.repeat((n / area)[:, None], 3, axis=1)
    return _table(PLATE, place, colour, (outline, 0.0, 0.0), flat if normals is None else normals)


def _box_faces() -> Array:
    """Three corners of each face of the unit cube: (6, 3, 3)."""
    faces = []
    for axis in range(3):
        for side in (-0.5, 0.5):
            corners = np.roll([[side, -0.5, -0.5], [side, 0.5, -0.5], [side, -0.5, 0.5]], axis, axis=1)
            faces.append(corners if side > 0 else corners[[0, 2, 1]])
    return np.array(faces)


def _corner_normals(corners: Array, faces: np.ndarray) -> Array:
    """Normals at the corners of triangles (t, 3, 3): the mean over faces that meet there with a small angle."""
    if not len(faces):
        return np.zeros((0, 3, 3))
    weighted = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    unit = weighted / np.maximum(np.linalg.norm(weighted, axis=1, keepdims=True), 1e-300)
    vertex = faces.reshape(-1)
    order = np.argsort(vertex, kind="stable")
    sorted_vertex, face = vertex[order], order // 3
    total = weighted[face]
    # all pairs of faces at a vertex, by their distance in the sorted list; the first 32 are enough for the mean
    for step in range(1, min(32, int(np.bincount(vertex).max()))):
        first = np.flatnonzero(sorted_vertex[step:] == sorted_vertex[:-step])
        a, b = face[first], face[first + step]
        near = (unit[a] * unit[b]).sum(axis=1) > SMOOTH_COSINE
        first, a, b = first[near], a[near], b[near]
        total[first] += weighted[b]
        total[first + step] += weighted[a]
    normals = np.empty_like(total)
    normals[order] = total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-300)
    return normals.reshape(-1, 3, 3)
