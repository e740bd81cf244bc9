"""The ground that figures walk on: level, a table of heights, or stairs.  The vertical is y, places are (x, z)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from manikin.errors import InputError
from manikin.goals import OnGround
from manikin.handles.fixed import FixedPoint
from manikin.math.rotations import Array

__all__ = ["Ground", "HeightField", "Level", "Stairs", "slopes"]

SLOPE_SPAN = 0.02
"""Slopes are measured over so many metres to either side."""
LARGEST = 1e6
"""Heights and places lie within so many metres."""


class Ground(Protocol):
    """A height at every place."""

    def height(self, places: Array) -> Array:
        """The heights (n,) [m] at places (n, 2)."""

    @property
    def has_edges(self) -> bool:
        """Whether it has steps that a foot must not stand on the edge of."""


@dataclass(frozen=True, kw_only=True)
class Level:
    """Level ground at a height [m]."""

    at: float = 0.0
    has_edges = False

    def __post_init__(self) -> None:
        if not abs(self.at) <= LARGEST:
            raise InputError(f"level ground lies at a finite height, not {self.at}")

    def height(self, places: Array) -> Array:
        """The heights (n,) [m] at places (n, 2)."""
        return np.full(len(places), float(self.at))


@dataclass(frozen=True, kw_only=True)
class HeightField:
    """Ground through a table of heights: the same surface as that of the goal ``OnGround``.

    Attributes:
        heights: ``heights[i][j]`` is the ground at origin + (i, j) · spacing [m].
        origin: The place of ``heights[0][0]`` [m].
        spacing: Distances between neighbouring heights along x and z [m].
    """

    heights: tuple[tuple[float, ...], ...]
    origin: tuple[float, float] = (0.0, 0.0)
    spacing: tuple[float, float] = (1.0, 1.0)
    has_edges = False

    def __post_init__(self) -> None:
        point = FixedPoint(position=(0.0, 0.0, 0.0))
        OnGround(point=point, heights=self.heights, origin=self.origin, spacing=self.spacing)  # has the checks

    @cached_property
    def _table(self) -> Array:
        """The heights with one more row and column on every side, as the surface goes on there."""
        table = np.array(self.heights, float)
        for _ in range(2):
            table = np.vstack([2 * table[:1] - table[1:2], table, 2 * table[-1:] - table[-2:-1]]).T
        return table

    def height(self, places: Array) -> Array:
        """The heights (n,) [m] at places (n, 2)."""
        weights, cells = [], []
        for axis in (0, 1):
            count = self._table.shape[axis] - 2
            u = np.clip((places[:, axis] - self.origin[axis]) / self.spacing[axis], 0.0, count - 1.0)
            cell = np.minimum(u.astype(np.int64), count - 2)
            f = u - cell
            w = [((2 - f) * f - 1) * f, (3 * f - 5) * f * f + 2, ((4 - 3 * f) * f + 1) * f, (f - 1) * f * f]
            weights.append(np.stack(w, axis=1) / 2)
            cells.append(cell[:, None] + np.arange(4))
        patch = self._table[cells[0][:, :, None], cells[1][:, None, :]]
        return np.asarray(np.einsum("ni,nij,nj->n", weights[0], patch, weights[1]))


@dataclass(frozen=True, kw_only=True)
class Stairs:
    """Level ground, then stairs, then level ground.

    Attributes:
        count: How many steps.
        rise: The height of a step [m]; below 0 they go down.
        tread: The depth of a step [m].
        start: The place in the middle of the first edge [m].
        heading: Where the stairs lead, degrees from z towards x.
        at: The height of the ground before them [m].
    """

    count: int
    rise: float = 0.17
    tread: float = 0.29
    start: tuple[float, float] = (0.0, 1.0)
    heading: float = 0.0
    at: float = 0.0
    has_edges = True

    def __post_init__(self) -> None:
        numbers = (self.rise, self.tread, *self.start, self.heading, self.at)
        if not (1 <= self.count <= 10_000 and self.tread > 0 and all(abs(number) <= LARGEST for number in numbers)):
            raise InputError("stairs have 1 to 10,000 steps, a tread above 0 and finite numbers")

    def height(self, places: Array) -> Array:
        """The heights (n,) [m] at places (n, 2)."""
        turn = math.radians(self.heading)
        along = (places - np.array(self.start)) @ np.array([math.sin(turn), math.cos(turn)])
        steps = np.clip(np.floor(along / self.tread + 1e-9) + 1, 0, self.count)
        return np.asarray(self.at + self.rise * steps)


def slopes(ground: Ground, places: Array) -> Array:
    """The slopes (n, 2) of the ground along x and z at places (n, 2)."""
    found = []
    for axis in (0, 1):
        shift = np.zeros(2)
        shift[axis] = SLOPE_SPAN
        found.append((ground.height(places + shift) - ground.height(places - shift)) / (2 * SLOPE_SPAN))
    return np.stack(found, axis=1)
