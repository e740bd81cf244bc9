"""Goals on a point: at a position, on a line, in a plane, on one side of a plane (Z 5.2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.goals.goal import Goal
from manikin.handles.handle import DirectionLike, PointLike, ValueType, vec3
from manikin.math.rotations import Array, VectorLike

__all__ = ["HalfSpace", "Line", "Plane", "Position"]


@dataclass(frozen=True, kw_only=True)
class Position(Goal, kind="position"):
    """Bring a point to a target: r = p − t, three rows [m] (Z eq. 6).

    Attributes:
        point: The point.
        target: Where it should be.
        axes: Factors of the world's x, y and z rows, 0 or above; 0 leaves a coordinate free.
    """

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "target": "point"}
    point: PointLike
    target: PointLike
    axes: VectorLike = (1.0, 1.0, 1.0)
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m")
    target_rows: ClassVar[int] = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "axes", vec3(self.axes, "position: axes"))
        if min(self.axes) < 0:
            raise InputError("position: axes must be 0 (free) or above")

    @property
    def scales(self) -> Array:
        return np.array(self.axes)

    def residual(self, *values: Array) -> Array:
        point, target = values
        return point - target

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        return np.eye(3), -np.eye(3)


@dataclass(frozen=True, kw_only=True)
class FromOrigin(Goal):
    """Base of the goals on d = p − o, from the origin o of a line or plane to a point p."""

    point: PointLike
    origin: PointLike


@dataclass(frozen=True, kw_only=True)
class Line(FromOrigin, kind="line"):
    """Keep a point on a line: r = d − (d·n) n with d = p − o, three rows [m] (Z eq. 16).

    Attributes:
        point: The point p.
        origin: A point o of the line.
        along: Direction n of the line.
    """

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "origin": "point", "along": "direction"}
    along: DirectionLike
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m")
    target_rows: ClassVar[int] = 3

    def residual(self, *values: Array) -> Array:
        point, origin, n = values
        d = point - origin
        return np.asarray(d - (d @ n) * n)

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        point, origin, n = values
        d = point - origin
        across = np.eye(3) - np.outer(n, n)
        return across, -across, -(np.outer(n, d) + (d @ n) * np.eye(3))


@dataclass(frozen=True, kw_only=True)
class Plane(FromOrigin, kind="plane"):
    """Keep a point in a plane: r = n·(p − o), one row [m] (Z eq. 18).

    Attributes:
        point: The point p.
        origin: A point o of the plane.
        normal: Normal n of the plane.
    """

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "origin": "point", "normal": "direction"}
    normal: DirectionLike
    row_units: ClassVar[tuple[str, ...]] = ("m",)
    target_rows: ClassVar[int] = 1

    def residual(self, *values: Array) -> Array:
        point, origin, n = values
        return np.atleast_1d(n @ (point - origin))

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        point, origin, n = values
        return n[None], -n[None], (point - origin)[None]


@dataclass(frozen=True, kw_only=True)
class HalfSpace(Plane, kind="half_space"):
    """Keep a point on the side of a plane to which its normal points: r = min(n·(p − o), 0), one row [m] (Z eq. 20).

    Attributes:
        point: The point p.
        origin: A point o of the plane.
        normal: Normal n of the plane.
    """

    inequality: ClassVar[bool] = True

    def residual(self, *values: Array) -> Array:
        return np.minimum(super().residual(*values), 0.0)

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        outside = super().residual(*values)[0] < 0
        return tuple(jacobian * outside for jacobian in super().jacobians(*values))

    def as_range(self) -> tuple[Goal, float, float] | None:
        if type(self) is not HalfSpace:
            return None
        return self._as(Plane), 0.0, math.inf
