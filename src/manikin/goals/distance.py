"""Two points within a range of distances."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.goals.goal import TINY, Goal
from manikin.handles.handle import PointLike, ValueType
from manikin.math.rotations import Array

__all__ = ["Distance"]


@dataclass(frozen=True, kw_only=True)
class Distance(Goal, kind="distance"):
    """Keep lo ≤ |p − t| ≤ hi [m]: r = the distance less the nearest allowed one, one row [m].

    ``hi=None`` means no upper end; lo = hi makes a rod.
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
            raise InputError("distance: needs 0 ≤ lo ≤ hi, both finite (hi=None for no upper end)")

    @property
    def upper(self) -> float:
        """The upper end, infinite if there is none."""
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
        u = np.zeros((1, 3)) if at_rest else (d / max(length, TINY))[None]
        return u, -u

    def as_range(self) -> tuple[Goal, float, float] | None:
        if type(self) is not Distance:
            return None
        return replace(self, lo=0.0, hi=0.0), self.lo or -math.inf, self.upper
