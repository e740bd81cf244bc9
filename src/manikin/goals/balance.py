"""Balance: the centre of mass over what the figure stands on (W 7.2.1, Z 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goal import TINY, Goal
from manikin.handle import Handle, ValueType
from manikin.rotations import Array

__all__ = ["Balance"]

MOST_SUPPORT = 32
WITHIN = 1e-9


@dataclass(frozen=True, kw_only=True)
class Balance(Goal, kind="balance"):
    """Keep a point over the convex hull of the ``support`` points, seen along ``up``; three rows [m].

    r = the point less the nearest place over the support, square to ``up``; zero over it.  ``margin`` draws the
    support together toward the mean of its points: 0 allows its very edge, 1 asks for its middle.  Support that is a
    line, or a single point, is what it is: the point is wanted over that line or point.
    """

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "up": "direction"}
    several: ClassVar[dict[str, ValueType]] = {"support": "point"}
    inequality: ClassVar[bool] = True
    point: Handle
    support: tuple[Handle, ...]
    up: Handle | tuple[float, float, float] = (0.0, 1.0, 0.0)
    margin: float = 0.0
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.support) <= MOST_SUPPORT:
            raise InputError(f"balance: needs 1 to {MOST_SUPPORT} points of support, not {len(self.support)}")
        if not (isinstance(self.margin, (int, float)) and 0 <= self.margin <= 1):
            raise InputError(f"balance: the margin must lie between 0 and 1, not {shorten(self.margin)}")

    def residual(self, *values: Array) -> Array:
        return self._nearest(values).r

    def slopes(self, *values: Array) -> tuple[Array, ...]:
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

    def _nearest(self, values: tuple[Array, ...]) -> _Nearest:
        """The nearest place over the support: a corner, or inside an edge, of all lines between two points.

        Lines inside the hull are never nearer than its edges; whether the point is outside is told by the line square
        to r, which then has all the support on one side.
        """
        point, up, support = values[0], values[1], np.array(values[2:])
        corners = (1 - self.margin) * support + self.margin * support.mean(axis=0)
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
        outside = bool((flat @ best).min() >= (1 - WITHIN) * (best @ best))
        weights = np.zeros(len(flat))
        weights[i] += 1 - t
        weights[j] += t
        edge, u, length = np.zeros(3), np.zeros(3), 1.0
        if 0 < t < 1:
            edge = corners[j] - corners[i]
            length = max(float(np.linalg.norm(flat[j] - flat[i])), TINY)
            u = (flat[j] - flat[i]) / length
        return _Nearest(-best * outside, outside, i, j, weights, point - weights @ corners, edge, u, length)


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
