"""Comfort: joint values away from their limits (W 7.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.goals.goal import Goal
from manikin.handles.handle import Handle, ValueType, finite
from manikin.math.rotations import Array, VectorLike

__all__ = ["Comfort"]


@dataclass(frozen=True, kw_only=True)
class Comfort(Goal, kind="comfort"):
    """Keep values in their comfortable ranges; one row each: 0 inside, 1 at a limit, in between the strain squared.

    r = x|x|.  The strain x is the share of the way from the end of the comfortable range to the limit.  So r² is smooth
    at the end of the range, weak beside it and steep before the limit; where the range is a point, it is strictly
    convex.  lo ≤ easy_lo ≤ easy_hi ≤ hi for every value.  A comfortable range may reach to a limit: a straight knee is
    comfortable.

    Attributes:
        values: Handle on the values [rad, m].
        lo: Lower limit of each value.
        easy_lo: Lower end of each comfortable range.
        easy_hi: Upper end of each comfortable range.
        hi: Upper limit of each value.
    """

    takes: ClassVar[dict[str, ValueType]] = {"values": "vector"}
    inequality: ClassVar[bool] = True
    values: Handle
    lo: VectorLike
    easy_lo: VectorLike
    easy_hi: VectorLike
    hi: VectorLike

    def __post_init__(self) -> None:
        super().__post_init__()
        for field in ("lo", "easy_lo", "easy_hi", "hi"):
            object.__setattr__(self, field, finite(getattr(self, field), self.values.size, f"comfort: {field}"))
        for lo, easy_lo, easy_hi, hi in zip(self.lo, self.easy_lo, self.easy_hi, self.hi, strict=True):
            if not (lo <= easy_lo <= easy_hi <= hi and lo < hi):
                raise InputError("comfort: needs lo ≤ easy_lo ≤ easy_hi ≤ hi for every value, and lo < hi")

    @property
    def preference(self) -> bool:
        return True

    @property
    def units(self) -> tuple[str, ...]:
        return ("",) * self.values.size

    def kernel_numbers(self) -> Sequence[float]:
        return np.stack([self.easy_lo, self.easy_hi, *self.steepness], axis=-1).reshape(-1).tolist()

    def residual(self, *values: Array) -> Array:
        strains = self.strains(values[0])
        return strains * np.abs(strains)

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        v = values[0]
        return (np.diag(2 * np.abs(self.strains(v)) * self._steepness(v)),)

    def strains(self, v: Array) -> Array:
        """How far values are beyond their comfortable ranges: −1 at the lower limit, 0 inside, 1 at the upper one."""
        return (v - np.clip(v, self.easy_lo, self.easy_hi)) * self._steepness(v)

    def _steepness(self, v: Array) -> Array:
        below, above = self.steepness
        return np.where(v < self.easy_lo, below, above)

    @property
    def steepness(self) -> tuple[Array, Array]:
        """1/width of the uncomfortable ranges below and above; where one is empty, 1/width of the whole range."""
        whole = np.subtract(self.hi, self.lo)
        below, above = np.subtract(self.easy_lo, self.lo), np.subtract(self.hi, self.easy_hi)
        return 1 / np.where(below > 0, below, whole), 1 / np.where(above > 0, above, whole)
