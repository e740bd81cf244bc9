"""Uneven ground as a height field: stand on it, or stay above it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.goal import Goal
from manikin.handles.handle import PointLike, ValueType, finite
from manikin.math.rotations import Array, VectorLike

__all__ = ["AboveGround", "OnGround"]

MAX_HEIGHTS = 1_000_000
"""Largest number of heights in a table."""


@dataclass(frozen=True, kw_only=True)
class OnGround(Goal, kind="on_ground"):
    """Keep a point on uneven ground: r = height of the point − height of the ground − lift, one row [m].

    The ground is a Catmull-Rom surface through all heights.  Beyond its edges it continues at the height of the edge.

    Attributes:
        point: The point.
        heights: Table of heights [m]: ``heights[i][j]`` is the ground at origin + (i, j) · spacing.
        origin: Horizontal position of ``heights[0][0]`` [m]: (x, z) if y is up, (x, y) if z is up.
        spacing: Distances between neighbouring heights along the two horizontal axes [m].
        up: The upward axis, "y" or "z".
        lift: Wanted height of the point above the ground [m].
    """

    takes: ClassVar[dict[str, ValueType]] = {"point": "point"}
    point: PointLike
    heights: Sequence[VectorLike] | Array
    origin: VectorLike = (0.0, 0.0)
    spacing: VectorLike = (1.0, 1.0)
    up: Literal["y", "z"] = "y"
    lift: float = 0.0
    row_units: ClassVar[tuple[str, ...]] = ("m",)

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            heights = np.array(self.heights, float)
        except (TypeError, ValueError):
            heights = np.zeros(0)
        if heights.ndim != 2 or min(heights.shape) < 2 or heights.size > MAX_HEIGHTS:
            raise InputError(f"{self.kind}: heights are a table of at least 2 × 2 numbers, not {shorten(self.heights)}")
        if not np.isfinite(heights).all():
            raise InputError(f"{self.kind}: heights must be finite")
        object.__setattr__(self, "heights", tuple(map(tuple, heights.tolist())))
        object.__setattr__(self, "origin", finite(self.origin, 2, f"{self.kind}: origin"))
        object.__setattr__(self, "spacing", finite(self.spacing, 2, f"{self.kind}: spacing"))
        finite(self.lift, 1, f"{self.kind}: lift")
        if min(self.spacing) <= 0:
            raise InputError(f"{self.kind}: the spacing must be above 0, not {shorten(self.spacing)}")
        if self.up not in ("y", "z"):
            raise InputError(f'{self.kind}: up is "y" or "z", not {shorten(self.up)}')

    @property
    def level(self) -> tuple[int, int]:
        """Indices of the two horizontal coordinates."""
        return (0, 2) if self.up == "y" else (0, 1)

    def ground(self, x: float, z: float) -> tuple[float, float, float]:
        """The height of the ground [m] at a horizontal position, and its derivatives along the two axes."""
        places = zip((x, z), self.origin, self.spacing, self._shape, strict=True)
        (w, dw, i), (v, dv, j) = (_catmull_rom((value - start) / step, count) for value, start, step, count in places)
        patch = self._patch(i, j)
        return float(w @ patch @ v), float(dw @ patch @ v) / self.spacing[0], float(w @ patch @ dv) / self.spacing[1]

    def kernel_numbers(self) -> Sequence[float]:
        counts = self.level[1], len(self.heights), len(self.heights[0])
        return *counts, *self.origin, *self.spacing, self.lift, *(x for row in self.heights for x in row)

    def residual(self, *values: Array) -> Array:
        (p,) = values
        i, j = self.level
        return np.array([p[3 - i - j] - self.ground(p[i], p[j])[0] - self.lift])

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        (p,) = values
        i, j = self.level
        jacobian = np.ones((1, 3))
        _, along_i, along_j = self.ground(p[i], p[j])
        jacobian[0, i], jacobian[0, j] = -along_i, -along_j
        return (jacobian,)

    @property
    def _shape(self) -> tuple[int, int]:
        return len(self.heights), len(self.heights[0])

    def _patch(self, first: int, second: int) -> Array:
        """The 4 × 4 heights around a cell, extrapolated linearly beyond the edges."""
        rows = [self.heights[min(max(i, 0), self._shape[0] - 1)] for i in range(first - 1, first + 3)]
        columns = [min(max(j, 0), self._shape[1] - 1) for j in range(second - 1, second + 3)]
        patch = np.array([[row[j] for j in columns] for row in rows])
        for table, start, count in ((patch, first, self._shape[0]), (patch.T, second, self._shape[1])):
            if start == 0:
                table[0] = 2 * table[1] - table[2]
            if start == count - 2:
                table[3] = 2 * table[2] - table[1]
        return patch


@dataclass(frozen=True, kw_only=True)
class AboveGround(OnGround, kind="above_ground"):
    """Keep a point on or above uneven ground: r = min(height − ground − lift, 0), one row [m]; see ``OnGround``."""

    inequality: ClassVar[bool] = True

    def residual(self, *values: Array) -> Array:
        return np.minimum(super().residual(*values), 0.0)

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        below = super().residual(*values)[0] < 0
        return tuple(jacobian * below for jacobian in super().jacobians(*values))

    def as_range(self) -> tuple[Goal, float, float] | None:
        if type(self) is not AboveGround:
            return None
        return self._as(OnGround), 0.0, math.inf


def _catmull_rom(u: float, count: int) -> tuple[Array, Array, int]:
    """Weights of four neighbours at u cells from the edge, their derivatives, and the cell; constant beyond edges."""
    inside = min(u, count - 1.0) if u > 0 else 0.0
    cell = min(int(inside), count - 2)
    f = inside - cell
    w = np.array([((2 - f) * f - 1) * f, (3 * f - 5) * f * f + 2, ((4 - 3 * f) * f + 1) * f, (f - 1) * f * f]) / 2
    dw = np.array([(4 - 3 * f) * f - 1, (9 * f - 10) * f, (8 - 9 * f) * f + 1, (3 * f - 2) * f]) / 2
    return w, dw * (inside == u), cell
