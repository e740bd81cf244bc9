"""Balance: the centre of mass above the support of a figure (W 7.2.1, Z 12)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.goal import SMALLEST_LENGTH, Goal
from manikin.handles import FixedPoint
from manikin.handles.handle import DirectionLike, PointLike, PointsLike, ValueType, finite
from manikin.math.rotations import Array

__all__ = ["MAX_LOADS", "Balance", "OverSupport", "SupportDistances", "hull_edges"]

MAX_SUPPORT_POINTS = 32
"""Largest number of support points in one goal."""
MAX_LOADS = 30
"""Largest number of loads in one goal; with the support, the kernels take 64 handles."""
EDGE_ROUNDING = 1e-14
"""Rounding error of an inner product relative to the largest square: a point this near to an edge is on it."""


@dataclass(frozen=True, kw_only=True)
class OverSupport(Goal):
    """Base of the goals on a point above the convex hull of support points; ``Balance`` says what the fields are."""

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "up": "direction"}
    several: ClassVar[dict[str, ValueType]] = {"support": "point", "loads": "point"}
    point: PointLike
    support: PointsLike
    up: DirectionLike = (0.0, 1.0, 0.0)
    margin: float = 0.0
    loads: PointsLike = ()
    load_shares: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.support) <= MAX_SUPPORT_POINTS:
            raise InputError(f"balance: needs 1 to {MAX_SUPPORT_POINTS} points of support, not {len(self.support)}")
        if not (isinstance(self.margin, (int, float)) and 0 <= self.margin <= 1):
            raise InputError(f"balance: the margin must lie between 0 and 1, not {shorten(self.margin)}")
        shares = finite(self.load_shares, len(self.loads), "balance: the shares of the loads")
        if len(self.loads) > MAX_LOADS or not (min(shares, default=0) >= 0 and sum(shares) <= 1):
            raise InputError(f"balance: up to {MAX_LOADS} loads have shares of 0 or above whose sum is at most 1")
        object.__setattr__(self, "load_shares", shares)

    def kernel_numbers(self) -> Sequence[float]:
        return len(self.support), self.margin, *self.load_shares

    @property
    def _own_share(self) -> float:
        """The share of the point in the common centre."""
        return 1.0 - sum(self.load_shares)

    def _centre(self, values: tuple[Array, ...]) -> Array:
        """The common centre of the point and the loads (3,) [m]."""
        loads = zip(self.load_shares, values[2 + len(self.support) :], strict=True)
        return np.asarray(self._own_share * values[0] + sum(share * load for share, load in loads))

    def _corners(self, values: tuple[Array, ...]) -> Array:
        """The support points (n, 3), shrunk by the margin [m]."""
        support = np.array(values[2 : 2 + len(self.support)])
        return np.asarray((1 - self.margin) * support + self.margin * support.mean(axis=0))


@dataclass(frozen=True, kw_only=True)
class Balance(OverSupport, kind="balance"):
    """Keep a point above the convex hull of support points, seen along ``up``; three rows [m].

    r = the point minus the nearest position above the support, orthogonal to ``up``; zero above the support.  If the
    support is a line or a single point, the point is wanted above that line or point.  With loads, the common centre is
    wanted there: the weighted mean of the point and the loads.  A simulation holds each edge of the hull as a range
    (``SupportDistances``).

    Attributes:
        point: The point that should be above the support, such as the centre of mass.
        support: The support points.
        up: The upward direction.
        margin: How far the support is shrunk toward the mean of its points: 0 allows its edge, 1 only the mean.
        loads: The centres of mass of things that are carried.
        load_shares: For each load its mass as a share of the whole mass, loads included.
    """

    inequality: ClassVar[bool] = True
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m")

    def residual(self, *values: Array) -> Array:
        return _nearest(self._centre(values), self._corners(values), values[1]).r

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        up, count = values[1], len(self.support)
        near = _nearest(self._centre(values), self._corners(values), up)
        if not near.outside:
            return tuple(np.zeros((3, 3)) for _ in values)
        along = np.outer(near.u, near.u)
        fixed = np.eye(3) - np.outer(up, up) - along
        by_up = (along - np.eye(3)) @ ((up @ near.d) * np.eye(3) + np.outer(up, near.d))
        by_up += np.outer(near.u, near.r) * (up @ near.edge) / near.length
        turning = np.outer(near.u, near.r) * (1 - self.margin) / near.length
        found = []
        for i in range(count):
            share = (1 - self.margin) * near.weights[i] + self.margin / count
            found.append(-share * fixed - turning * ((i == near.j) - (i == near.i)))
        return self._own_share * fixed, by_up, *found, *(share * fixed for share in self.load_shares)

    def centre_and_support(self, *values: Array) -> tuple[Array, Array]:
        """The common centre of the point and the loads (3,), and the support shrunk by the margin (n, 3) [m]."""
        return self._centre(values), self._corners(values)

    def as_range(self) -> tuple[Goal, float, float] | None:
        if type(self) is not Balance or self.margin == 1 or len(self.support) < 3 or self._flat_support:
            return None
        return self._as(SupportDistances), 0.0, math.inf

    @property
    def _flat_support(self) -> bool:
        """Whether the support points are constants on one line."""
        constants = [point.position for point in self.support if isinstance(point, FixedPoint)]
        if len(constants) < len(self.support):
            return False
        places = np.array(constants)
        return bool(np.linalg.matrix_rank(places - places[0], tol=SMALLEST_LENGTH) < 2)


@dataclass(frozen=True, kw_only=True)
class SupportDistances(OverSupport, kind="support_distances"):
    """Distances of a point from the edges of its support, seen along ``up``: one row [m] for each support point.

    They measure a ``Balance`` that is held as a range; a row is above 0 inside.  The row of a corner of the hull is the
    distance from the edge that begins there; the row of any other support point is 1.  A support that looks like a line
    has two edges, one for each side, and no ends.  If all support points coincide, the first row is minus the distance
    from them.
    """

    @property
    def units(self) -> tuple[str, ...]:
        return ("m",) * len(self.support)

    def residual(self, *values: Array) -> Array:
        centre, corners, up = self._centre(values), self._corners(values), values[1]
        found = np.ones(len(corners))
        edges = hull_edges(corners, up)
        for i, j in edges:
            found[i] = _inward(corners[j] - corners[i], up) @ (centre - corners[i])
        if not edges:
            away = centre - corners[0]
            found[0] = -float(np.linalg.norm(away - (away @ up) * up))
        return found

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        centre, corners, up, count = self._centre(values), self._corners(values), values[1], len(self.support)
        found = np.zeros((2 + count, count, 3))
        over = np.zeros((count, count, 3))  # derivatives by each corner
        edges = hull_edges(corners, up)
        for i, j in edges:
            along, away = corners[j] - corners[i], centre - corners[i]
            inward = _inward(along, up)
            lean = (away - (inward @ away) * inward) / max(float(np.linalg.norm(np.cross(up, along))), SMALLEST_LENGTH)
            turning = np.cross(lean, up)
            found[0, i], found[1, i] = inward, np.cross(along, lean)
            over[i, i], over[j, i] = -inward - turning, turning
        if not edges:
            away = centre - corners[0]
            flat, height = away - (away @ up) * up, away @ up
            u = flat / max(float(np.linalg.norm(flat)), SMALLEST_LENGTH)
            found[0, 0], found[1, 0], over[0, 0] = -u, u * height, u
        found[2:] = (1 - self.margin) * over + self.margin / count * over.sum(axis=0)
        by_centre = found[0]
        return self._own_share * by_centre, *found[1:], *(share * by_centre for share in self.load_shares)


def hull_edges(corners: Array, up: Array) -> list[tuple[int, int]]:
    """The edges (i, j) of the convex hull of some points, seen along ``up``, with the inside on their left.

    An edge has no point on its right, and none on its line beyond its two ends.  Of coincident points the first counts.
    """
    spans = corners - corners[:, None]
    spans = spans - (spans @ up)[..., None] * up
    lengths = np.linalg.norm(spans, axis=-1)
    apart = lengths > SMALLEST_LENGTH
    along = spans / np.maximum(lengths, SMALLEST_LENGTH)[..., None]
    left = np.einsum("ijk,ilk->ijl", np.cross(up, along), spans)
    ahead = np.einsum("ijk,ilk->ijl", along, spans)
    within = (left >= -SMALLEST_LENGTH) & (ahead >= -SMALLEST_LENGTH) & (ahead <= lengths[..., None] + SMALLEST_LENGTH)
    second = np.argmin(apart, axis=1) < np.arange(len(corners))
    edges = apart & ((left > SMALLEST_LENGTH) | within).all(axis=-1) & ~second & ~second[:, None]
    return list(zip(*(places.tolist() for places in np.nonzero(edges)), strict=True))


def _inward(along: Array, up: Array) -> Array:
    """The unit vector orthogonal to an edge and to up, on its left."""
    inward = np.cross(up, along)
    return np.asarray(inward / max(float(np.linalg.norm(inward)), SMALLEST_LENGTH))


def _nearest(point: Array, corners: Array, up: Array) -> _Nearest:
    """The position above the support that is nearest to a point, on a segment between two support points.

    Segments inside the hull are never nearer than its edges.  The point is outside if all the support lies on one
    side of the line orthogonal to r.
    """
    flat = corners - point
    flat = flat - np.outer(flat @ up, up)
    first, second = np.triu_indices(len(flat), 1)
    edges = flat[second] - flat[first]
    spans = np.maximum(np.einsum("ij,ij->i", edges, edges), SMALLEST_LENGTH**2)
    along = np.clip(-np.einsum("ij,ij->i", flat[first], edges) / spans, 0.0, 1.0)
    places = np.concatenate([flat[:1], flat[first] + along[:, None] * edges])
    nearest = int(np.argmin(np.einsum("ij,ij->i", places, places)))
    best, i, j, t = places[nearest], 0, 0, 0.0
    if nearest > 0:
        i, j, t = int(first[nearest - 1]), int(second[nearest - 1]), float(along[nearest - 1])
    rounding = EDGE_ROUNDING * float(np.einsum("ij,ij->i", flat, flat).max())
    outside = bool((flat @ best).min() >= best @ best - rounding)
    weights = np.zeros(len(flat))
    weights[i] += 1 - t
    weights[j] += t
    edge, u, length = np.zeros(3), np.zeros(3), 1.0
    if 0 < t < 1:
        edge = corners[j] - corners[i]
        length = max(float(np.linalg.norm(flat[j] - flat[i])), SMALLEST_LENGTH)
        u = (flat[j] - flat[i]) / length
    return _Nearest(-best * outside, outside, i, j, weights, point - weights @ corners, edge, u, length)


class _Nearest(NamedTuple):
    """The nearest position above the support: residual, segment (i, j), weights, terms of the derivatives."""

    r: Array
    outside: bool
    i: int
    j: int
    weights: Array
    d: Array
    edge: Array
    u: Array
    length: float
