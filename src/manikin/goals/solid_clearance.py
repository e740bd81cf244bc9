"""Capsules that keep clear of a convex solid, or above a plane (Z eq. 27)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.capsule_clearance import check_capsules
from manikin.goals.clearance import SMALLEST_VIOLATION, Clearance, Distances, Gaps
from manikin.handles.handle import FrameLike, PointsLike, ValueType, finite
from manikin.math.rotations import Array, Vec3, VectorLike
from manikin.math.sparse_rows import Columns

__all__ = ["SolidBalls", "SolidClearance", "SolidDistances", "edges_of", "planes_of"]

Plane = tuple[float, float, float, float]
"""An outward normal and an offset [m]."""
MAX_FACES = 100
"""Largest number of faces of a solid."""
MAX_BALLS = 64
"""Largest number of balls in one goal."""
FACE_TOLERANCE = 1e-12
"""A point this far [m] beyond a neighbouring face still counts as above its own face."""


@dataclass(frozen=True, kw_only=True)
class SolidBalls(Gaps):
    """Base of the goals on the gaps between capsules and a convex polyhedron.

    A capsule is replaced by balls of its radius, evenly spaced from end to end.  A gap is the distance of a ball's
    centre from the solid minus radius and margin.  Outside, the distance is that to the nearest face, edge or corner;
    inside it is negative, the depth below the nearest face: the disjunction of the outward half-spaces (Z eq. 27).
    ``SolidClearance`` says what the fields are.
    """

    takes: ClassVar[dict[str, ValueType]] = {"solid": "frame"}
    several: ClassVar[dict[str, ValueType]] = {"ends": "point"}
    solid: FrameLike
    planes: Sequence[VectorLike] | Array
    edges: Sequence[VectorLike] | Array = ()
    ends: PointsLike
    radii: VectorLike
    balls: Sequence[int] = ()
    margin: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "radii", check_capsules(self.ends, self.radii, self.kind))
        object.__setattr__(self, "planes", tuple(_plane(plane) for plane in self.planes))
        object.__setattr__(self, "edges", tuple(finite(edge, 6, "outside: an edge") for edge in self.edges))
        if not 1 <= len(self.planes) <= MAX_FACES or len(self.edges) > 3 * MAX_FACES:
            raise InputError(f"outside: a solid has 1 to {MAX_FACES} faces, not {len(self.planes)}")
        if len(self.planes) > 1 and not self.edges:
            raise InputError("outside: a solid of several faces needs its edges")
        object.__setattr__(self, "balls", tuple(self.balls) or (2,) * len(self.radii))
        whole = all(isinstance(n, int) and n >= 1 for n in self.balls)
        if len(self.balls) != len(self.radii) or not whole or sum(self.balls) > MAX_BALLS:
            raise InputError(
                f"outside: balls is a whole number for each capsule, {MAX_BALLS} in all, not {shorten(self.balls)}"
            )
        finite(self.margin, 1, "outside: margin")

    def kernel_numbers(self) -> Sequence[float]:
        counts = len(self.radii), len(self.planes), len(self.edges)
        shape = [x for each in (*self.planes, *self.edges) for x in each]
        return *counts, self.margin, *self.radii, *self.balls, *shape, *self._ball_around()

    def _ball_around(self) -> tuple[float, float, float, float]:
        """Centre and radius of a ball around the solid, a little too large; the radius is −1 for a half-space."""
        if not self.edges:
            return 0.0, 0.0, 0.0, -1.0
        corners = np.array(self.edges).reshape(-1, 3)
        x, y, z = centre = (corners.min(axis=0) + corners.max(axis=0)) / 2
        radius = float(np.linalg.norm(corners - centre, axis=1).max())
        return float(x), float(y), float(z), radius * (1 + 1e-9)

    @property
    def gap_count(self) -> int:
        return sum(self.balls)

    def _gaps(self, values: tuple[Array, ...]) -> tuple[Array, list[tuple[int, float, Array]]]:
        """The gaps (balls,), and of each ball: capsule, position along it from 0 to 1, outward normal."""
        frame = values[0].reshape(3, 4)
        rotation, origin = frame[:, :3], frame[:, 3]
        gaps, found = [], []
        for capsule, (radius, count) in enumerate(zip(self.radii, self.balls, strict=True)):
            start, end = values[1 + 2 * capsule], values[2 + 2 * capsule]
            for k in range(count):
                t = k / (count - 1) if count > 1 else 0.5
                height, normal = self.height(rotation.T @ (start + t * (end - start) - origin))
                gaps.append(height - (radius + self.margin))
                found.append((capsule, t, rotation @ normal))
        return np.array(gaps), found

    def _gap_jacobians(
        self, values: tuple[Array, ...], found: list[tuple[int, float, Array]], rows: Columns
    ) -> tuple[Array, ...]:
        by_solid, by_end = np.zeros((len(rows), 6)), np.zeros((len(self.ends), len(rows), 3))
        origin = values[0].reshape(3, 4)[:, 3]
        for row, ball in enumerate(rows.tolist()):
            capsule, t, normal = found[ball]
            start, end = values[1 + 2 * capsule], values[2 + 2 * capsule]
            by_end[2 * capsule, row] = (1 - t) * normal
            by_end[2 * capsule + 1, row] = t * normal
            by_solid[row, :3] = -normal
            by_solid[row, 3:] = -np.cross(start + t * (end - start) - origin, normal)
        return by_solid, *by_end

    def height(self, p: Array) -> tuple[float, Array]:
        """The distance of a point from the solid [m], below 0 inside, and its gradient (3,), in the solid's frame."""
        planes = np.array(self.planes)
        heights = planes[:, :3] @ p - planes[:, 3]
        face = int(np.argmax(heights))
        height, normal = float(heights[face]), planes[face, :3]
        if height <= 0 or (planes[:, :3] @ (p - height * normal) - planes[:, 3]).max() <= FACE_TOLERANCE:
            return height, normal
        edges = np.array(self.edges).reshape(-1, 2, 3)
        a, e = edges[:, 0], edges[:, 1] - edges[:, 0]
        t = np.clip(np.einsum("ij,ij->i", p - a, e) / np.einsum("ij,ij->i", e, e), 0.0, 1.0)
        away = p - (a + t[:, None] * e)
        squares = np.einsum("ij,ij->i", away, away)
        nearest = int(np.argmin(squares))
        distance = math.sqrt(squares[nearest])
        return distance, away[nearest] / max(distance, SMALLEST_VIOLATION)


@dataclass(frozen=True, kw_only=True)
class SolidDistances(Distances, SolidBalls, kind="solid_distances"):
    """The gap of each ball to a convex polyhedron: one row [m] for each ball; see ``SolidClearance``."""


@dataclass(frozen=True, kw_only=True)
class SolidClearance(Clearance, SolidBalls, kind="outside"):
    """Keep capsules clear of a convex polyhedron; one row [m], r = −√Σ violation².

    A capsule is replaced by balls of its radius, evenly spaced from end to end.

    Attributes:
        solid: Frame of the solid.
        planes: Faces (n, d) in that frame: outward normal n and offset d [m], with n·x ≤ d inside.  A single
            plane is a half-space.
        edges: Edges in that frame, each 6 numbers: two corners [m].  A half-space has none.
        ends: Ends of the capsules' axes, two for each capsule.
        radii: Radii of the capsules [m].
        balls: Number of balls of each capsule; 2 by default.
        margin: Smallest distance allowed between the surfaces [m].
    """

    distances: ClassVar[type[Distances]] = SolidDistances


def _plane(plane: VectorLike) -> Plane:
    x, y, z, d = finite(plane, 4, "outside: a plane")
    length = math.hypot(x, y, z)
    if length < 1e-100:
        raise InputError("outside: the normal of a plane must not be zero")
    return (x, y, z, d) if abs(length - 1) < 1e-12 else (x / length, y / length, z / length, d / length)


def planes_of(corners: Array) -> tuple[Plane, ...]:
    """The faces (n, d) of the convex hull of some corners (k, 3), each once."""
    return tuple(_hull(corners))


def edges_of(corners: Array) -> tuple[tuple[float, ...], ...]:
    """The edges of the convex hull of some corners (k, 3), each 6 numbers; diagonals of flat faces are left out."""
    found: set[tuple[Vec3, Vec3]] = set()
    for sides in _hull(corners).values():
        # a side that two triangles of one face share is a diagonal
        found.update(side for side in sides if sides.count(side) == 1)
    return tuple((*a, *b) for a, b in sorted(found))


def _hull(corners: Array) -> dict[Plane, list[tuple[Vec3, Vec3]]]:
    """The faces of the convex hull, each with the sides of its triangles."""
    points = np.asarray(corners, float)
    if points.ndim != 2 or points.shape[1:] != (3,) or not np.isfinite(points).all():
        raise InputError(f"a solid is made of corners of three finite numbers, not of {shorten(corners)}")
    return _kept_hull(tuple(map(tuple, points.tolist())))


@lru_cache(maxsize=64)
def _kept_hull(corners: tuple[Vec3, ...]) -> dict[Plane, list[tuple[Vec3, Vec3]]]:
    from scipy.spatial import ConvexHull, QhullError  # a heavy import

    points = np.array(corners).reshape(-1, 3)
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        raise InputError("a solid needs four corners that are not in one plane") from None
    planes = hull.equations * (1.0, 1.0, 1.0, -1.0)
    tolerance = 1e-9 * (1 + float(np.ptp(points, axis=0).max()))
    faces: dict[Plane, list[tuple[Vec3, Vec3]]] = {}
    for simplex, plane in zip(hull.simplices.tolist(), planes, strict=True):
        first = int(np.argmax(np.abs(planes - plane).max(axis=1) < tolerance))  # triangles of one face lie in one plane
        x, y, z, d = planes[first].tolist()
        tips = sorted(corners[i] for i in simplex)
        faces.setdefault((x, y, z, d), []).extend(((tips[0], tips[1]), (tips[0], tips[2]), (tips[1], tips[2])))
    return faces
