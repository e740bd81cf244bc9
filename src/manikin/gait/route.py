"""The way of a walk: a smooth curve through places, measured by its length."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import CubicSpline

from manikin.errors import InputError
from manikin.math.rotations import Array

__all__ = ["Route"]

FINENESS = 0.01
"""The curve is known at points that are so far apart [m]."""
SAME = 1e-3
"""Places that are nearer than this [m] are one."""
MOST_POINTS = 200_000
"""A way is at most so many points long: two kilometres."""


@dataclass(frozen=True, eq=False)
class Route:
    """A smooth curve through places (n, 2) on the ground, (x, z) [m]; two or more that differ."""

    places: Array

    def __post_init__(self) -> None:
        gaps = np.linalg.norm(np.diff(self.places, axis=0), axis=1)
        if len(self.places) < 2 or (gaps < SAME).any():
            raise InputError("a walk goes through two or more places, each at least a millimetre from the one before")
        if gaps.sum() / FINENESS > MOST_POINTS:
            raise InputError(
                f"a walk is at most {MOST_POINTS * FINENESS / 1000:g} km long, not {gaps.sum() / 1000:.3g}"
            )

    @cached_property
    def _points(self) -> tuple[Array, Array]:
        """Points of the curve (m, 2), and the length up to each (m,)."""
        knots = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(self.places, axis=0), axis=1))])
        fine = np.linspace(0.0, knots[-1], int(np.ceil(knots[-1] / FINENESS)) + 2)
        if len(self.places) == 2:
            points = self.places[0] + np.outer(fine / knots[-1], self.places[1] - self.places[0])
        else:
            points = CubicSpline(knots, self.places, bc_type="natural")(fine)
        return points, np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])

    @property
    def length(self) -> float:
        """The length of the curve [m]."""
        return float(self._points[1][-1])

    def at(self, along: Array) -> Array:
        """The places (n, 2) so far along the curve."""
        points, lengths = self._points
        return np.stack([np.interp(along, lengths, points[:, axis]) for axis in (0, 1)], axis=1)

    @cached_property
    def turns(self) -> tuple[Array, Array]:
        """How far along (m,) headings are known, and these (m,): between them they change evenly."""
        points, lengths = self._points
        steps = np.diff(points, axis=0)
        angles = np.unwrap(np.arctan2(steps[:, 0], steps[:, 1]))
        along = np.concatenate([[0.0], (lengths[1:] + lengths[:-1]) / 2, lengths[-1:]])
        return along, angles[np.clip(np.arange(len(along)) - 1, 0, len(angles) - 1)]

    def headings(self, along: Array) -> Array:
        """The headings (n,) [rad from z towards x] of the curve, continuous along it."""
        return np.interp(along, *self.turns)
