"""Parts that keep off one another: clearance between capsules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.goal import Goal
from manikin.handles.handle import PointsLike, ValueType, finite
from manikin.math.rotations import Array, VectorLike
from manikin.math.sparse_rows import Columns

__all__ = [
    "FAINT",
    "MOST_CAPSULES",
    "ROUNDING",
    "CapsuleClearance",
    "CapsuleDistances",
    "check_capsules",
    "rod_distance",
]

MOST_CAPSULES = 31
"""In one goal, both sides together."""
ROUNDING = 1e-3
"""How much the distance of two rods is rounded where they are parallel, as a share of their half lengths squared."""
FAINT = 1e-100
"""Breaches [m] below which there is nothing to be pushed."""


@dataclass(frozen=True, kw_only=True)
class CapsuleClearance(Goal, kind="apart"):
    """Keep the capsules of one side off those of the other, by ``margin`` or more; one row [m].

    r = −√Σ breach², over the pairs that are nearer than that; its square is the sum that each pair for itself would
    add to the objective.  A capsule is all that lies within its radius of the line between two ends, which come two by
    two.  Where two lines are parallel their nearest points could be anywhere, so the distance is
    min √(|x − y|² + ε(|x − a|² + |y − b|²)), a and b being the lines' middles: it is smooth, never too small, and too
    large by ε(h² + k²)/2d at most, h and k half the lines' lengths.
    """

    several: ClassVar[dict[str, ValueType]] = {"ends": "point", "other_ends": "point"}
    inequality: ClassVar[bool] = True
    ends: PointsLike
    radii: VectorLike
    other_ends: PointsLike
    other_radii: VectorLike
    pairs: Sequence[tuple[int, int]] = ()
    margin: float = 0.0
    row_units: ClassVar[tuple[str, ...]] = ("m",)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "radii", check_capsules(self.ends, self.radii, self.kind))
        object.__setattr__(self, "other_radii", check_capsules(self.other_ends, self.other_radii, self.kind))
        if len(self.radii) + len(self.other_radii) > MOST_CAPSULES:
            raise InputError(f"{self.kind}: has more than {MOST_CAPSULES} capsules; make two goals of it")
        finite(self.margin, 1, f"{self.kind}: margin")
        known = set(product(range(len(self.radii)), range(len(self.other_radii))))
        object.__setattr__(self, "pairs", tuple(map(tuple, self.pairs)) or tuple(sorted(known)))
        if not known.issuperset(self.pairs):
            raise InputError(f"{self.kind}: pairs are numbers of capsules of either side, not {shorten(self.pairs)}")

    def kernel_numbers(self) -> Sequence[float]:
        counts = len(self.radii), len(self.other_radii), len(self.pairs)
        return *counts, self.margin, *self.radii, *self.other_radii, *(i for pair in self.pairs for i in pair)

    def residual(self, *values: Array) -> Array:
        _, breaches, _ = self._breaches(values)
        return np.array([-np.linalg.norm(breaches)]) if len(breaches) else np.zeros(1)

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        places, breaches, jacobians = self._breaches(values)
        shares = breaches / max(float(np.linalg.norm(breaches)), FAINT)
        found = np.zeros((len(values), 3))
        np.add.at(found, places, shares[:, None, None] * jacobians)
        return tuple(row[None] for row in found)

    def as_range(self) -> tuple[Goal, float, float] | None:
        return (self._as(CapsuleDistances), 0.0, math.inf) if type(self) is CapsuleClearance else None

    def _breaches(self, values: tuple[Array, ...]) -> tuple[Columns, Array, Array]:
        """Of the pairs that are too near: the places of their four ends (k, 4), by how much, slopes of the distance."""
        places, gaps, jacobians = self._gaps(values)
        near = gaps < 0
        return places[near], -gaps[near], jacobians[near]

    def _gaps(self, values: tuple[Array, ...]) -> tuple[Columns, Array, Array]:
        """The places of all pairs' ends, how much farther than wanted they are from one another, its slopes."""
        pairs, split = np.array(self.pairs), len(self.ends)
        i, j = pairs.T
        places = np.stack([2 * i, 2 * i + 1, split + 2 * j, split + 2 * j + 1], axis=-1)
        distance, jacobians = rod_distance(*np.moveaxis(np.array(values)[places], 1, 0))
        wanted = np.array(self.radii)[i] + np.array(self.other_radii)[j] + self.margin
        return places, distance - wanted, jacobians


@dataclass(frozen=True, kw_only=True)
class CapsuleDistances(CapsuleClearance, kind="capsule_distances"):
    """How far apart capsules are, less the ``margin``: a row [m] for each pair, below 0 where it is too near.

    What measures ``Apart`` where it is held as a range; a goal by itself lets every pair touch.
    """

    inequality: ClassVar[bool] = False

    @property
    def units(self) -> tuple[str, ...]:
        return ("m",) * len(self.pairs)

    def residual(self, *values: Array) -> Array:
        return self._gaps(values)[1]

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        places, _, jacobians = self._gaps(values)
        found = np.zeros((len(values), len(self.pairs), 3))
        np.add.at(found, (places, np.arange(len(places))[:, None]), jacobians)
        return tuple(found)


def rod_distance(a0: Array, a1: Array, b0: Array, b1: Array) -> tuple[Array, Array]:
    """The rounded distance of two lines (see ``Apart``) and its slopes over their ends: (…, 3) → (…,), (…, 4, 3).

    x = a + s h, y = b + t k with s, t in −1 … 1: a strictly convex parabola over a square, whose lowest point is found
    by clamping (Ericson, Real-Time Collision Detection, 5.1.9; with the rounding it is never degenerate).
    """
    h, k = (a1 - a0) / 2, (b1 - b0) / 2
    m = (a0 + a1) / 2 - (b0 + b1) / 2
    hh, kk, ab, p, q = (_dot(*two) for two in ((h, h), (k, k), (h, k), (h, m), (k, m)))
    aa, bb = (1 + ROUNDING) * hh + 1e-30, (1 + ROUNDING) * kk + 1e-30
    s = np.clip((ab * q - bb * p) / (aa * bb - ab * ab), -1.0, 1.0)
    t = np.clip((q + ab * s) / bb, -1.0, 1.0)
    s = np.clip((ab * t - p) / aa, -1.0, 1.0)
    d = m + s * h - t * k
    distance = np.sqrt(_dot(d, d) + ROUNDING * (s * s * hh + t * t * kk))
    over_h, over_k = ROUNDING * s * s / 2 * h, ROUNDING * t * t / 2 * k
    ends = [(1 - s) / 2 * d - over_h, (1 + s) / 2 * d + over_h, (t - 1) / 2 * d - over_k, over_k - (1 + t) / 2 * d]
    return distance[..., 0], np.stack(ends, axis=-2) / np.maximum(distance, 1e-30)[..., None]


def _dot(a: Array, b: Array) -> Array:
    """(…, 3) → (…, 1)."""
    return np.asarray((a * b).sum(axis=-1, keepdims=True))


def check_capsules(ends: PointsLike, radii: VectorLike, what: str) -> tuple[float, ...]:
    """Two ends and a radius for each capsule."""
    numbers = finite(radii, None, f"{what}: radii")
    if not 1 <= len(numbers) <= MOST_CAPSULES:
        raise InputError(f"{what}: needs 1 to {MOST_CAPSULES} capsules, not {len(numbers)}")
    if len(ends) != 2 * len(numbers):
        raise InputError(f"{what}: {len(numbers)} radii need {2 * len(numbers)} ends, two for each, not {len(ends)}")
    if min(numbers) < 0:
        raise InputError(f"{what}: radii must be 0 or above, not {shorten(radii)}")
    return numbers
