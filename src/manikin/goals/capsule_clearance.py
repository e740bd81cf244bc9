"""Capsules that keep clear of each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.clearance import Clearance, Distances, Gaps
from manikin.handles.handle import PointsLike, ValueType, finite
from manikin.math.rotations import Array, VectorLike
from manikin.math.sparse_rows import Columns

__all__ = [
    "MAX_CAPSULES",
    "PARALLEL_ROUNDING",
    "CapsuleClearance",
    "CapsuleDistances",
    "CapsulePairs",
    "check_capsules",
    "rod_distance",
]

MAX_CAPSULES = 31
"""Largest number of capsules in one goal, both sides together."""
PARALLEL_ROUNDING = 1e-3
"""ε of ``rod_distance``: how much the distance of parallel rods is rounded, relative to their half lengths squared."""


@dataclass(frozen=True, kw_only=True)
class CapsulePairs(Gaps):
    """Base of the goals on the gaps between capsules of two sides.

    A capsule is the set of points within its radius of a line segment, its axis.  A gap is the distance of two axes
    (see ``rod_distance``) minus both radii and the margin.  ``CapsuleClearance`` says what the fields are.
    """

    several: ClassVar[dict[str, ValueType]] = {"ends": "point", "other_ends": "point"}
    ends: PointsLike
    radii: VectorLike
    other_ends: PointsLike
    other_radii: VectorLike
    pairs: Sequence[tuple[int, int]] = ()
    margin: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "radii", check_capsules(self.ends, self.radii, self.kind))
        object.__setattr__(self, "other_radii", check_capsules(self.other_ends, self.other_radii, self.kind))
        if len(self.radii) + len(self.other_radii) > MAX_CAPSULES:
            raise InputError(f"{self.kind}: has more than {MAX_CAPSULES} capsules; make two goals of it")
        finite(self.margin, 1, f"{self.kind}: margin")
        known = set(product(range(len(self.radii)), range(len(self.other_radii))))
        object.__setattr__(self, "pairs", tuple(map(tuple, self.pairs)) or tuple(sorted(known)))
        if not known.issuperset(self.pairs):
            raise InputError(f"{self.kind}: pairs are numbers of capsules of either side, not {shorten(self.pairs)}")

    @property
    def gap_count(self) -> int:
        return len(self.pairs)

    def kernel_numbers(self) -> Sequence[float]:
        counts = len(self.radii), len(self.other_radii), len(self.pairs)
        return *counts, self.margin, *self.radii, *self.other_radii, *(i for pair in self.pairs for i in pair)

    def _gaps(self, values: tuple[Array, ...]) -> tuple[Array, tuple[Columns, Array]]:
        """The gaps (pairs,), indices of their four ends (pairs, 4), derivatives by these ends (pairs, 4, 3)."""
        pairs, split = np.array(self.pairs), len(self.ends)
        i, j = pairs.T
        ends = np.stack([2 * i, 2 * i + 1, split + 2 * j, split + 2 * j + 1], axis=-1)
        distance, jacobians = rod_distance(*np.moveaxis(np.array(values)[ends], 1, 0))
        wanted = np.array(self.radii)[i] + np.array(self.other_radii)[j] + self.margin
        return distance - wanted, (ends, jacobians)

    def _gap_jacobians(
        self, values: tuple[Array, ...], found: tuple[Columns, Array], rows: Columns
    ) -> tuple[Array, ...]:
        ends, jacobians = found
        by_handle = np.zeros((len(values), len(rows), 3))
        np.add.at(by_handle, (ends[rows], np.arange(len(rows))[:, None]), jacobians[rows])
        return tuple(by_handle)


@dataclass(frozen=True, kw_only=True)
class CapsuleDistances(Distances, CapsulePairs, kind="capsule_distances"):
    """The gap of each pair of capsules: one row [m] for each pair; see ``CapsuleClearance``."""


@dataclass(frozen=True, kw_only=True)
class CapsuleClearance(Clearance, CapsulePairs, kind="apart"):
    """Keep the capsules of one side clear of those of the other; one row [m], r = −√Σ violation².

    Attributes:
        ends: Ends of the axes of the first side's capsules, two for each capsule.
        radii: Radii of the first side's capsules [m].
        other_ends: Ends of the axes of the second side's capsules, two for each capsule.
        other_radii: Radii of the second side's capsules [m].
        pairs: Pairs (capsule of the first side, capsule of the second side) by index; all pairs by default.
        margin: Smallest distance allowed between the surfaces [m].
    """

    distances: ClassVar[type[Distances]] = CapsuleDistances


def rod_distance(a0: Array, a1: Array, b0: Array, b1: Array) -> tuple[Array, Array]:
    """The rounded distance of two line segments and its derivatives by their ends: (…, 3) → (…,), (…, 4, 3).

    The nearest points of parallel segments are not unique.  So the distance is min √(|x − y|² + ε(|x − a|² + |y − b|²))
    over points x and y of the segments with the midpoints a and b.  It is smooth, never too small, and too large by at
    most ε(h² + k²)/2d, with h and k half the lengths.

    With x = a + s h, y = b + t k it is a strictly convex quadratic in s, t ∈ [−1, 1], whose minimum is found by
    clamping (Ericson, Real-Time Collision Detection, 5.1.9); because of ε it is never degenerate.
    """
    h, k = (a1 - a0) / 2, (b1 - b0) / 2
    m = (a0 + a1) / 2 - (b0 + b1) / 2
    hh, kk, ab, p, q = (_dot(*two) for two in ((h, h), (k, k), (h, k), (h, m), (k, m)))
    aa, bb = (1 + PARALLEL_ROUNDING) * hh + 1e-30, (1 + PARALLEL_ROUNDING) * kk + 1e-30
    s = np.clip((ab * q - bb * p) / (aa * bb - ab * ab), -1.0, 1.0)
    t = np.clip((q + ab * s) / bb, -1.0, 1.0)
    s = np.clip((ab * t - p) / aa, -1.0, 1.0)
    d = m + s * h - t * k
    distance = np.sqrt(_dot(d, d) + PARALLEL_ROUNDING * (s * s * hh + t * t * kk))
    over_h, over_k = PARALLEL_ROUNDING * s * s / 2 * h, PARALLEL_ROUNDING * t * t / 2 * k
    ends = [(1 - s) / 2 * d - over_h, (1 + s) / 2 * d + over_h, (t - 1) / 2 * d - over_k, over_k - (1 + t) / 2 * d]
    return distance[..., 0], np.stack(ends, axis=-2) / np.maximum(distance, 1e-30)[..., None]


def _dot(a: Array, b: Array) -> Array:
    """The inner product of vectors (…, 3), with a last axis of length 1."""
    return np.asarray((a * b).sum(axis=-1, keepdims=True))


def check_capsules(ends: PointsLike, radii: VectorLike, what: str) -> tuple[float, ...]:
    """The radii as numbers; raises unless there are two ends for each."""
    numbers = finite(radii, None, f"{what}: radii")
    if not 1 <= len(numbers) <= MAX_CAPSULES:
        raise InputError(f"{what}: needs 1 to {MAX_CAPSULES} capsules, not {len(numbers)}")
    if len(ends) != 2 * len(numbers):
        raise InputError(f"{what}: {len(numbers)} radii need {2 * len(numbers)} ends, two for each, not {len(ends)}")
    if min(numbers) < 0:
        raise InputError(f"{what}: radii must be 0 or above, not {shorten(radii)}")
    return numbers
