"""The distance of two points within a range."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.goals.goal import SMALLEST_LENGTH, Goal
from manikin.handles.handle import PointLike, ValueType
from manikin.math.rotations import Array

__all__ = ["Distance"]


@dataclass(frozen=True, kw_only=True)
class Distance(Goal, kind="distance"):
    """Keep the distance of two points in a range: r = |p − t| − the nearest allowed distance, one row [m].

    Attributes:
        point: The first point.
        target: The second point.
        lo: Smallest distance [m].
        hi: Largest distance [m]; ``None`` for none.  With lo = hi it is a rod.
    """

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "target": "point"}
    inequality: ClassVar[bool] = True
    point: PointLike
    target: PointLike
    lo: float = 0.0
    hi: float | None = None
    row_units: ClassVar[tuple[str, ...]] = ("m",)
    target_rows: ClassVar[int] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        hi = math.inf if self.hi is None else self.hi
        if not (0 <= self.lo < math.inf and self.lo <= hi and (self.hi is None or math.isfinite(hi))):
            raise InputError("distance: needs 0 ≤ lo ≤ hi, both finite (hi=None for no upper bound)")

    @property
    def upper(self) -> float:
        """The largest distance [m], infinite if there is none."""
        return math.inf if self.hi is None else self.hi

    @property
    def is_inequality(self) -> bool:
        return self.lo < self.upper

    def kernel_numbers(self) -> Sequence[float]:
        return self.lo, self.upper

    def residual(self, *values: Array) -> Array:
        point, target = values
        d = float(np.linalg.norm(point - target))
        return np.array([d - min(max(d, self.lo), self.upper)])

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        point, target = values
        d = point - target
        length = float(np.linalg.norm(d))
        at_rest = self.lo < length < self.upper
        u = np.zeros((1, 3)) if at_rest else (d / max(length, SMALLEST_LENGTH))[None]
        return u, -u

    def as_range(self) -> tuple[Goal, float, float] | None:
        if type(self) is not Distance:
            return None
        return replace(self, lo=0.0, hi=0.0), self.lo or -math.inf, self.upper
