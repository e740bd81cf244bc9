"""A point on a path (W 2.3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.goals.goal import Goal
from manikin.handles.handle import PointLike, ValueType, vec3
from manikin.math.rotations import Array, VectorLike

__all__ = ["OnPath"]


@dataclass(frozen=True, kw_only=True)
class OnPath(Goal, kind="path"):
    """Keep a point on a polyline: r = p − the nearest point of the path, three rows [m].

    The point may slide along the path.  Nearest to a corner or an end, all three directions are held.

    Attributes:
        point: The point.
        points: Corners of the path in the world [m].
        closed: Whether the last corner is joined to the first.
    """

    takes: ClassVar[dict[str, ValueType]] = {"point": "point"}
    point: PointLike
    points: Sequence[VectorLike] | Array
    closed: bool = False
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m")
    target_rows: ClassVar[int] = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        points = tuple(vec3(p, "path: a corner") for p in self.points)
        if len(points) < 2:
            raise InputError("path: needs at least two points")
        object.__setattr__(self, "points", points)

    @property
    def corners(self) -> Array:
        """Corners of the path (k, 3) [m]; a closed path ends with its first corner."""
        return np.array([*self.points, *self.points[: int(self.closed)]])

    def _nearest(self, p: Array) -> tuple[Array, Array | None]:
        """The nearest point of the path and the direction of its segment; no direction at a corner."""
        a = self.corners[:-1]
        d = self.corners[1:] - a
        length2 = np.einsum("ij,ij->i", d, d)
        t = np.einsum("ij,ij->i", p - a, d) / np.where(length2 > 0, length2, 1.0)
        inside = np.clip(t, 0.0, 1.0)
        near = a + inside[:, None] * d
        best = int(np.argmin(((near - p) ** 2).sum(axis=1)))
        if 0 < t[best] < 1:
            return near[best], d[best] / np.sqrt(length2[best])
        return near[best], None

    def kernel_numbers(self) -> Sequence[float]:
        return np.reshape(self.corners, -1).tolist()

    def residual(self, *values: Array) -> Array:
        (p,) = values
        return p - self._nearest(p)[0]

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        (p,) = values
        along = self._nearest(p)[1]
        return (np.eye(3) if along is None else np.eye(3) - np.outer(along, along),)
