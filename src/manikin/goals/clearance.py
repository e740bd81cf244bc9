"""Bases of the goals on gaps: one row for all gaps together, or one row for each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.math.sparse_rows import Columns

__all__ = ["SMALLEST_VIOLATION", "Clearance", "Distances", "Gaps"]

SMALLEST_VIOLATION = 1e-100
"""Violations [m] below this count as zero when they are divided by their sum."""


@dataclass(frozen=True, kw_only=True)
class Gaps(Goal):
    """Base of the goals on several gaps [m]; a gap is below 0 where two things are too near."""

    @property
    def gap_count(self) -> int:
        """Number of gaps."""
        raise NotImplementedError

    def _gaps(self, values: tuple[Array, ...]) -> tuple[Array, Any]:
        """All gaps (gap_count,) [m], and what ``_gap_jacobians`` needs to know of them."""
        raise NotImplementedError

    def _gap_jacobians(self, values: tuple[Array, ...], found: Any, rows: Columns) -> tuple[Array, ...]:
        """d gap/d value of each handle, for the gaps with the indices ``rows``: (len(rows), handle.tangent)."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Clearance(Gaps):
    """Base of the goals that keep all gaps open by one row: r = −√Σ violation² [m], violation = max(−gap, 0).

    r² is the sum that the gaps would add to the objective one by one; a solver has one row instead of many.
    """

    inequality: ClassVar[bool] = True
    row_units: ClassVar[tuple[str, ...]] = ("m",)
    distances: ClassVar[type[Distances]]
    """The kind with one row for each gap."""

    def residual(self, *values: Array) -> Array:
        gaps, _ = self._gaps(values)
        return np.array([0.0 - np.linalg.norm(gaps[gaps < 0])])

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        gaps, found = self._gaps(values)
        violated = np.flatnonzero(gaps < 0)
        violations = -gaps[violated]
        shares = violations / max(float(np.linalg.norm(violations)), SMALLEST_VIOLATION)
        return tuple((shares @ jacobian)[None] for jacobian in self._gap_jacobians(values, found, violated))

    def as_range(self) -> tuple[Goal, float, float] | None:
        own_kind = "distances" in vars(type(self))  # a subclass may have another residual
        return (self._as(self.distances), 0.0, math.inf) if own_kind else None


@dataclass(frozen=True, kw_only=True)
class Distances(Gaps):
    """Base of the goals with one row [m] for each gap, below 0 where it is violated.

    They measure a ``Clearance`` that is held as a range.  As a goal by itself, it brings every gap to 0.
    """

    @property
    def units(self) -> tuple[str, ...]:
        return ("m",) * self.gap_count

    def residual(self, *values: Array) -> Array:
        return self._gaps(values)[0]

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        _, found = self._gaps(values)
        return self._gap_jacobians(values, found, np.arange(self.gap_count))
