"""Parts that keep out of a convex solid, or above a plane (Z eq. 27)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.capsule_clearance import FAINT, check_capsules
from manikin.goals.goal import Goal
from manikin.handles.handle import FrameLike, PointsLike, ValueType, finite, vec3
from manikin.math.rotations import Array, Vec3, VectorLike

__all__ = ["SolidClearance", "SolidDistances", "edges_of", "planes_of"]

MOST_PLANES = 100
MOST_BALLS = 64
ON_FACE = 1e-12


@dataclass(frozen=True, kw_only=True)
class SolidClearance(Goal, kind="outside"):
    """Keep capsules out of a convex polyhedron, by ``margin`` or more; one row [m].

    r = −√Σ breach².  A capsule is taken as ``balls`` balls of its radius, spread evenly from end to end; each keeps its
    distance from the solid, measured to its nearest face, edge or corner, and below 0 inside: the depth under the
    nearest face, the disjunction of the outward half-spaces (Z eq. 27).  ``planes`` are (n, d) with the solid in
    n·x ≤ d, ``edges`` pairs of corners, both in the frame ``solid``.  A single plane is a half-space and has no edges.
    """

    takes: ClassVar[dict[str, ValueType]] = {"solid": "frame"}
    several: ClassVar[dict[str, ValueType]] = {"ends": "point"}
    inequality: ClassVar[bool] = True
    solid: FrameLike
    planes: Sequence[VectorLike] | Array
    edges: Sequence[VectorLike] | Array = ()
    ends: PointsLike
    radii: VectorLike
    balls: Sequence[int] = ()
    margin: float = 0.0
    row_units: ClassVar[tuple[str, ...]] = ("m",)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "radii", check_capsules(self.ends, self.radii, self.kind))
        object.__setattr__(self, "planes", tuple(_plane(plane) for plane in self.planes))
        object.__setattr__(self, "edges", tuple(finite(edge, 6, "outside: an edge") for edge in self.edges))
        if not 1 <= len(self.planes) <= MOST_PLANES or len(self.edges) > 3 * MOST_PLANES:
            raise InputError(f"outside: a solid has 1 to {MOST_PLANES} faces, not {len(self.planes)}")
        if len(self.planes) > 1 and not self.edges:
            raise InputError("outside: a solid of several faces needs its edges")
        object.__setattr__(self, "balls", tuple(self.balls) or (2,) * len(self.radii))
        whole = all(isinstance(n, int) and n >= 1 for n in self.balls)
        if len(self.balls) != len(self.radii) or not whole or sum(self.balls) > MOST_BALLS:
            raise InputError(
                f"outside: balls is a whole number for each capsule, {MOST_BALLS} in all, not {shorten(self.balls)}"
            )
        finite(self.margin, 1, "outside: margin")

    def kernel_numbers(self) -> Sequence[float]:
        counts = len(self.radii), len(self.planes), len(self.edges)
        shape = [x for each in (*self.planes, *self.edges) for x in each]
        return *counts, self.margin, *self.radii, *self.balls, *shape

    def residual(self, *values: Array) -> Array:
        breaches = [breach for _, _, breach, _ in self._breaches(values)]
        return np.array([-np.linalg.norm(breaches)]) if breaches else np.zeros(1)

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        solid, found = np.zeros((1, 6)), np.zeros((len(self.ends), 3))
        breaches = list(self._breaches(values))
        total = float(np.linalg.norm([breach for _, _, breach, _ in breaches])) if breaches else 0.0
        place = values[0].reshape(3, 4)[:, 3]
        for capsule, t, breach, normal in breaches:
            push = breach / max(total, FAINT) * normal
            start, end = values[1 + 2 * capsule], values[2 + 2 * capsule]
            found[2 * capsule] += (1 - t) * push
            found[2 * capsule + 1] += t * push
            solid[0, :3] -= push
            solid[0, 3:] -= np.cross(start + t * (end - start) - place, push)
        return solid, *(row[None] for row in found)

    def as_range(self) -> tuple[Goal, float, float] | None:
        return (self._as(SolidDistances), 0.0, math.inf) if type(self) is SolidClearance else None

    def _breaches(self, values: tuple[Array, ...]) -> Iterator[tuple[int, float, float, Array]]:
        """Capsule, place along it, breach and outward direction of every ball that is too near."""
        for capsule, t, gap, normal in self._gaps(values):
            if gap < 0:
                yield capsule, t, -gap, normal

    def _gaps(self, values: tuple[Array, ...]) -> Iterator[tuple[int, float, float, Array]]:
        """Capsule, place along it, how much farther off than wanted, and outward direction of every ball."""
        frame = values[0].reshape(3, 4)
        turn, place = frame[:, :3], frame[:, 3]
        for capsule, (radius, count) in enumerate(zip(self.radii, self.balls, strict=True)):
            start, end = values[1 + 2 * capsule], values[2 + 2 * capsule]
            for k in range(count):
                t = k / (count - 1) if count > 1 else 0.5
                height, normal = self.height(turn.T @ (start + t * (end - start) - place))
                yield capsule, t, height - (radius + self.margin), turn @ normal

    def height(self, p: Array) -> tuple[float, Array]:
        """The distance of a point from the solid, below 0 inside, and its slope (3,); both in the solid's frame."""
        planes = np.array(self.planes)
        heights = planes[:, :3] @ p - planes[:, 3]
        face = int(np.argmax(heights))
        height, normal = float(heights[face]), planes[face, :3]
        if height <= 0 or (planes[:, :3] @ (p - height * normal) - planes[:, 3]).max() <= ON_FACE:
            return height, normal
        edges = np.array(self.edges).reshape(-1, 2, 3)
        a, e = edges[:, 0], edges[:, 1] - edges[:, 0]
        t = np.clip(np.einsum("ij,ij->i", p - a, e) / np.einsum("ij,ij->i", e, e), 0.0, 1.0)
        away = p - (a + t[:, None] * e)
        squares = np.einsum("ij,ij->i", away, away)
        nearest = int(np.argmin(squares))
        distance = math.sqrt(squares[nearest])
        return distance, away[nearest] / max(distance, FAINT)


@dataclass(frozen=True, kw_only=True)
class SolidDistances(SolidClearance, kind="solid_distances"):
    """How far capsules are from a convex polyhedron, less the ``margin``: a row [m] for each ball, below 0 too near.

    What measures ``Outside`` where it is held as a range; a goal by itself lets every ball touch.
    """

    inequality: ClassVar[bool] = False

    @property
    def units(self) -> tuple[str, ...]:
        return ("m",) * sum(self.balls)

    def residual(self, *values: Array) -> Array:
        return np.array([gap for _, _, gap, _ in self._gaps(values)])

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        solid, found = np.zeros((self.rows, 6)), np.zeros((len(self.ends), self.rows, 3))
        place = values[0].reshape(3, 4)[:, 3]
        for row, (capsule, t, _, normal) in enumerate(self._gaps(values)):
            start, end = values[1 + 2 * capsule], values[2 + 2 * capsule]
            found[2 * capsule, row] = (1 - t) * normal
            found[2 * capsule + 1, row] = t * normal
            solid[row, :3] = -normal
            solid[row, 3:] = -np.cross(start + t * (end - start) - place, normal)
        return solid, *found


def _plane(plane: VectorLike) -> tuple[float, float, float, float]:
    x, y, z, d = finite(plane, 4, "outside: a plane")
    length = math.hypot(x, y, z)
    if length < 1e-100:
        raise InputError("outside: the normal of a plane must not be zero")
    return (x, y, z, d) if abs(length - 1) < 1e-12 else (x / length, y / length, z / length, d / length)


def planes_of(corners: Array) -> tuple[tuple[float, float, float, float], ...]:
    """The outward planes (n, d) of the convex hull of some corners (k, 3), each face once."""
    return tuple(_hull(corners))


def edges_of(corners: Array) -> tuple[tuple[float, ...], ...]:
    """The edges of the convex hull of some corners (k, 3) as pairs of corners; diagonals of flat faces are none."""
    found: set[tuple[Vec3, Vec3]] = set()
    for sides in _hull(corners).values():
        found.update(side for side in sides if sides.count(side) == 1)  # what two triangles of a face share is no edge
    return tuple((*a, *b) for a, b in sorted(found))


def _hull(corners: Array) -> dict[tuple[float, float, float, float], list[tuple[Vec3, Vec3]]]:
    """The sides of the triangles of each flat face."""
    from scipy.spatial import ConvexHull, QhullError  # a heavy import

    points = np.asarray(corners, float)
    if points.ndim != 2 or points.shape[1:] != (3,) or not np.isfinite(points).all():
        raise InputError(f"a solid is made of corners of three finite numbers, not of {shorten(corners)}")
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        raise InputError("a solid needs four corners that are not in one plane") from None
    size = float(np.ptp(points, axis=0).max())
    faces: dict[tuple[float, float, float, float], list[tuple[Vec3, Vec3]]] = {}
    for simplex, (x, y, z, d) in zip(hull.simplices, hull.equations, strict=True):
        plane = (float(x), float(y), float(z), float(-d))
        same = [p for p in faces if np.abs(np.subtract(p, plane)).max() < 1e-9 * (1 + size)]
        sides = faces.setdefault(same[0] if same else plane, [])
        tips = sorted(vec3(points[i], "a corner") for i in simplex)
        sides += [(tips[0], tips[1]), (tips[0], tips[2]), (tips[1], tips[2])]
    return faces
