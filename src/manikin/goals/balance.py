"""Balance: the centre of mass over what the figure stands on (W 7.2.1, Z 12)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.goal import TINY, Goal
from manikin.handles import FixedPoint
from manikin.handles.handle import DirectionLike, PointLike, PointsLike, ValueType
from manikin.math.rotations import Array

__all__ = ["Balance", "SupportDistances", "hull_edges"]

MOST_SUPPORT = 32
ROUNDING = 1e-14
"""Of an inner product, beside the largest square: what is short of the edge by less is on it."""


@dataclass(frozen=True, kw_only=True)
class Balance(Goal, kind="balance"):
    """Keep a point over the convex hull of the ``support`` points, seen along ``up``; three rows [m].

    r = the point less the nearest place over the support, square to ``up``; zero over it.  ``margin`` draws the
    support together toward the mean of its points: 0 allows its very edge, 1 asks for its middle.  Support that is a
    line, or a single point, is what it is: the point is wanted over that line or point.  In a simulation the edges of
    the hull are held as ranges, one by one; see ``SupportDistances``.
    """

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "up": "direction"}
    several: ClassVar[dict[str, ValueType]] = {"support": "point"}
    inequality: ClassVar[bool] = True
    point: PointLike
    support: PointsLike
    up: DirectionLike = (0.0, 1.0, 0.0)
    margin: float = 0.0
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.support) <= MOST_SUPPORT:
            raise InputError(f"balance: needs 1 to {MOST_SUPPORT} points of support, not {len(self.support)}")
        if not (isinstance(self.margin, (int, float)) and 0 <= self.margin <= 1):
            raise InputError(f"balance: the margin must lie between 0 and 1, not {shorten(self.margin)}")

    def kernel_numbers(self) -> Sequence[float]:
        return len(self.support), self.margin

    def residual(self, *values: Array) -> Array:
        return self._nearest(values).r

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        up, count = values[1], len(self.support)
        near = self._nearest(values)
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
        return fixed, by_up, *found

    def as_range(self) -> tuple[Goal, float, float] | None:
        if type(self) is not Balance or self.margin == 1 or len(self.support) < 3 or self._flat_support:
            return None
        return self._as(SupportDistances), 0.0, math.inf

    @property
    def _flat_support(self) -> bool:
        """Whether constants leave the support no area, seen from anywhere."""
        constants = [point.position for point in self.support if isinstance(point, FixedPoint)]
        if len(constants) < len(self.support):
            return False
        places = np.array(constants)
        return bool(np.linalg.matrix_rank(places - places[0], tol=TINY) < 2)

    def _corners(self, values: tuple[Array, ...]) -> Array:
        """The support, drawn together by the margin (n, 3)."""
        support = np.array(values[2:])
        return np.asarray((1 - self.margin) * support + self.margin * support.mean(axis=0))

    def _nearest(self, values: tuple[Array, ...]) -> _Nearest:
        """The nearest place over the support: a corner, or inside an edge, of all lines between two points.

        Lines inside the hull are never nearer than its edges; whether the point is outside is told by the line square
        to r, which then has all the support on one side.
        """
        point, up, corners = values[0], values[1], self._corners(values)
        flat = corners - point
        flat = flat - np.outer(flat @ up, up)
        first, second = np.triu_indices(len(flat), 1)
        edges = flat[second] - flat[first]
        spans = np.maximum(np.einsum("ij,ij->i", edges, edges), TINY**2)
        along = np.clip(-np.einsum("ij,ij->i", flat[first], edges) / spans, 0.0, 1.0)
        places = np.concatenate([flat[:1], flat[first] + along[:, None] * edges])
        nearest = int(np.argmin(np.einsum("ij,ij->i", places, places)))
        best, i, j, t = places[nearest], 0, 0, 0.0
        if nearest > 0:
            i, j, t = int(first[nearest - 1]), int(second[nearest - 1]), float(along[nearest - 1])
        rounding = ROUNDING * float(np.einsum("ij,ij->i", flat, flat).max())
        outside = bool((flat @ best).min() >= best @ best - rounding)
        weights = np.zeros(len(flat))
        weights[i] += 1 - t
        weights[j] += t
        edge, u, length = np.zeros(3), np.zeros(3), 1.0
        if 0 < t < 1:
            edge = corners[j] - corners[i]
            length = max(float(np.linalg.norm(flat[j] - flat[i])), TINY)
            u = (flat[j] - flat[i]) / length
        return _Nearest(-best * outside, outside, i, j, weights, point - weights @ corners, edge, u, length)


@dataclass(frozen=True, kw_only=True)
class SupportDistances(Balance, kind="support_distances"):
    """How far a point is inside the edges of its support, seen along ``up``: a row [m] for each point of it.

    What measures ``Balance`` where it is held as a range.  The row of a corner of the hull is the distance from the
    edge that begins there, that of any other point 1.  Seen edge on, a support is a line whose two sides both hold, but
    which has no ends; where all of it is one place the first row is the distance from there, below 0.
    """

    inequality: ClassVar[bool] = False

    @property
    def units(self) -> tuple[str, ...]:
        return ("m",) * len(self.support)

    def residual(self, *values: Array) -> Array:
        corners, up = self._corners(values), values[1]
        found = np.ones(len(corners))
        edges = hull_edges(corners, up)
        for i, j in edges:
            found[i] = _inward(corners[j] - corners[i], up) @ (values[0] - corners[i])
        if not edges:
            away = values[0] - corners[0]
            found[0] = -float(np.linalg.norm(away - (away @ up) * up))
        return found

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        corners, up, count = self._corners(values), values[1], len(self.support)
        found = np.zeros((2 + count, count, 3))
        over = np.zeros((count, count, 3))  # by each corner
        edges = hull_edges(corners, up)
        for i, j in edges:
            along, away = corners[j] - corners[i], values[0] - corners[i]
            inward = _inward(along, up)
            lean = (away - (inward @ away) * inward) / max(float(np.linalg.norm(np.cross(up, along))), TINY)
            turning = np.cross(lean, up)
            found[0, i], found[1, i] = inward, np.cross(along, lean)
            over[i, i], over[j, i] = -inward - turning, turning
        if not edges:
            away = values[0] - corners[0]
            flat, height = away - (away @ up) * up, away @ up
            u = flat / max(float(np.linalg.norm(flat)), TINY)
            found[0, 0], found[1, 0], over[0, 0] = -u, u * height, u
        found[2:] = (1 - self.margin) * over + self.margin / count * over.sum(axis=0)
        return tuple(found)


def hull_edges(corners: Array, up: Array) -> list[tuple[int, int]]:
    """The edges (i, j) of the convex hull of some points, seen along ``up``; round it, the inside on the left.

    An edge has no point on its right, and in line with it none before its beginning or beyond its end.  Of points in
    one place the first counts.
    """
    spans = corners - corners[:, None]
    spans = spans - (spans @ up)[..., None] * up
    lengths = np.linalg.norm(spans, axis=-1)
    apart = lengths > TINY
    along = spans / np.maximum(lengths, TINY)[..., None]
    left = np.einsum("ijk,ilk->ijl", np.cross(up, along), spans)
    ahead = np.einsum("ijk,ilk->ijl", along, spans)
    within = (left >= -TINY) & (ahead >= -TINY) & (ahead <= lengths[..., None] + TINY)
    second = np.argmin(apart, axis=1) < np.arange(len(corners))
    edges = apart & ((left > TINY) | within).all(axis=-1) & ~second & ~second[:, None]
    return list(zip(*(places.tolist() for places in np.nonzero(edges)), strict=True))


def _inward(along: Array, up: Array) -> Array:
    """The unit vector square to an edge and to up, to its left."""
    inward = np.cross(up, along)
    return np.asarray(inward / max(float(np.linalg.norm(inward)), TINY))


class _Nearest(NamedTuple):
    """Where a point stands to its support: residual, the line (i, j) with its weights, and what slopes need of it."""

    r: Array
    outside: bool
    i: int
    j: int
    weights: Array
    d: Array
    edge: Array
    u: Array
    length: float
