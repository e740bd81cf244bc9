"""The pixels that a surface may cover: a rectangle, and inside it a slanted strip along the surface."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array
from manikin.picture.camera import Bounds, Camera

__all__ = ["Outlines"]

SLACK = 0.75
"""Added on all sides [pixels]; a disc of this radius always contains the centre of a pixel."""


@dataclass(frozen=True)
class Outlines:
    """For each of n surfaces: a half-open range of columns and rows, and the strip low ≤ nx · x + ny · y ≤ high.

    No point of a surface is nearer to the camera than the depth ``near`` [m].
    """

    left: np.ndarray
    right: np.ndarray
    top: np.ndarray
    bottom: np.ndarray
    strip: Array  # (4, n): nx, ny, low, high
    near: Array

    @classmethod
    def of(cls, bounds: Bounds, starts: np.ndarray, camera: Camera, size: tuple[int, int]) -> Outlines:
        """Outlines of surfaces that lie in the hulls of ``bounds`` from ``starts`` on; empty if out of view."""
        if not len(starts):
            none = np.zeros(0, np.int64)
            return cls(none, none, none, none, np.zeros((4, 0)), np.zeros(0))
        ellipses = _Ellipses(bounds, camera, size)
        counts = np.diff(starts, append=len(bounds.centres))

        def extent(nx: Array, ny: Array) -> tuple[Array, Array]:
            low, high = ellipses.extent(np.repeat(nx, counts), np.repeat(ny, counts))
            return np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)

        def whole(low: Array, high: Array, limit: int) -> tuple[np.ndarray, np.ndarray]:
            first, last = np.clip(np.floor(low), 0, limit), np.clip(np.floor(high) + 1, 0, limit)
            return first.astype(np.int64), last.astype(np.int64)

        one, zero = np.ones(len(starts)), np.zeros(len(starts))
        left, right = whole(*extent(one, zero), size[0])
        top, bottom = whole(*extent(zero, one), size[1])
        bottom = np.where(np.maximum.reduceat(ellipses.ahead, starts) & (right > left), bottom, top)
        # a strip from the first ellipse of a surface to its second
        step = ellipses.pixels[:, np.where(counts > 1, starts + 1, starts)] - ellipses.pixels[:, starts]
        length = np.hypot(*step)
        nx, ny = np.where(length > 1e-9, [step[1], -step[0]], [one, zero]) / np.where(length > 1e-9, length, 1)
        near = np.minimum.reduceat(ellipses.near, starts)
        return cls(left, right, top, bottom, np.stack([nx, ny, *extent(nx, ny)]), near)


class _Ellipses:
    """Ellipsoids, projected by a camera."""

    def __init__(self, bounds: Bounds, camera: Camera, size: tuple[int, int]) -> None:
        relative = bounds.centres - camera.eye
        spreads = np.swapaxes(bounds.spreads, 1, 2)
        self.perspective = camera.span is None
        self.scale, self.middle = camera.scale(size[1]), np.array([[size[0] / 2], [size[1] / 2]])
        self.x, self.z = np.stack([relative @ camera.right, relative @ -camera.up]), relative @ camera.forward
        self.sx = np.stack([spreads @ camera.right, spreads @ -camera.up])
        self.sz = spreads @ camera.forward
        reach = np.linalg.norm(self.sz, axis=-1)
        self.near = self.z - reach
        self.ahead = (self.z + reach > 0) | (not self.perspective)  # not completely behind the eye
        self.crossing = (self.z <= reach) & self.perspective  # not completely in front of the eye
        depth = np.where(self.crossing, 1, self.z) if self.perspective else 1.0
        self.pixels = self.middle + self.scale * self.x / depth

    def extent(self, nx: Array, ny: Array) -> tuple[Array, Array]:
        """Smallest and largest nx · x + ny · y of the pixels of each ellipse."""
        x, sx = nx * self.x[0] + ny * self.x[1], nx[:, None] * self.sx[0] + ny[:, None] * self.sx[1]
        if self.perspective:  # planes through the eye that touch the ellipsoid: (x − k z)² = |sx − k sz|²
            a = np.where(self.crossing, 1, self.z * self.z - (self.sz * self.sz).sum(axis=-1))
            b = x * self.z - (sx * self.sz).sum(axis=-1)
            c = x * x - (sx * sx).sum(axis=-1)
            root = np.sqrt(np.maximum(b * b - a * c, 0))
            low, high = (b - root) / a, (b + root) / a
        else:
            reach = np.linalg.norm(sx, axis=-1)
            low, high = x - reach, x + reach
        shift = nx * self.middle[0] + ny * self.middle[1]
        return (
            np.where(self.crossing, -np.inf, shift + self.scale * low - SLACK),
            np.where(self.crossing, np.inf, shift + self.scale * high + SLACK),
        )
