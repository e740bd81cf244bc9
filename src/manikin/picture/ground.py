"""The backdrop, the ground with its grid, and the shadows on it.

Images are planar here: (3, h, w), sRGB in 0..255, single precision.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array, Vec3
from manikin.picture.camera import Bounds, Camera
from manikin.picture.shadow import GroundShadow
from manikin.picture.theme import Theme

__all__ = ["Ground", "backdrop", "grid_step"]

EDGE_ON_SINE = 0.02
"""An orthographic camera with a smaller angle to the ground (its sine) shows a grid behind the figure instead."""
BAND_ROWS = 32
"""Rows of pixels that are painted at once."""
GROUND_REACH = 1.6
"""Radius of the visible ground, relative to the size of the scene."""


def grid_step(size: float) -> float:
    """1, 2 or 5 times a power of ten, near a tenth of the size [m]."""
    power = 10.0 ** math.floor(math.log10(size / 10))
    return min((power * f for f in (1, 2, 5, 10)), key=lambda step: abs(math.log(step * 10 / size)))


def backdrop(size: tuple[int, int], theme: Theme) -> np.ndarray:
    """An image (3, h, w) with a smooth gradient from top to bottom."""
    share = np.linspace(0, 1, size[1])
    share = share * share * (3 - 2 * share)
    top, bottom = (255 * np.array(colour)[:, None] for colour in (theme.top, theme.bottom))
    return np.repeat((top + (bottom - top) * share).astype(np.float32)[:, :, None], size[0], axis=2)


def blend(image: np.ndarray, share: np.ndarray, colour: Vec3) -> None:
    """Blend a colour into an image (3, h, w), with shares (h, w) in 0..1."""
    for plane, value in zip(image, colour, strict=True):
        plane += (np.float32(255 * value) - plane) * share


@dataclass(frozen=True)
class Ground:
    """The plane y = ``height`` under a scene of ``size`` [m] around ``middle`` (x, z)."""

    height: float
    size: float
    middle: tuple[float, float]

    @classmethod
    def under(cls, bounds: Bounds, height: float) -> Ground:
        low, high = bounds.box
        return cls(height, bounds.size or 1.0, (float(low[0] + high[0]) / 2, float(low[2] + high[2]) / 2))

    def paint(self, image: np.ndarray, camera: Camera, theme: Theme) -> None:
        """Draw the grid."""
        if _edge_on(camera):
            self._paint_wall(image, camera, theme)
        elif camera.eye[1] > self.height:
            self._paint_floor(image, camera, theme)

    def paint_shadows(self, image: np.ndarray, camera: Camera, theme: Theme, shadows: Sequence[GroundShadow]) -> None:
        """Draw shadows on the ground."""
        if not _edge_on(camera) and camera.eye[1] > self.height:
            for shadow in shadows:
                self._paint_shadow(image, camera, theme, shadow)

    def _paint_floor(self, image: np.ndarray, camera: Camera, theme: Theme) -> None:
        reach = GROUND_REACH * self.size
        around = np.array([(i, j) for i in (-1, 1) for j in (-1, 1)]) * reach + self.middle
        rows, columns = self._window(image, camera, around)
        step = grid_step(self.size)
        base = np.rint(np.array(self.middle) / (5 * step)) * 5 * step  # avoids large coordinates
        middle = ((self.middle - base) / step).astype(np.float32)
        axes = [self._axis(camera, image.shape, rows, columns, 2 * k, float(base[k]), step) for k in (0, 1)]
        for band in _bands(rows):
            values = [axis.values(band) for axis in axes]
            lines = [_lines(value, axis.changes(band)) for value, axis in zip(values, axes, strict=True)]
            away = np.square(values[0] - middle[0]) + np.square(values[1] - middle[1])
            fade = np.square(np.maximum(1 - away * np.float32((step / reach) ** 2), 0))
            share = np.maximum(*lines) * fade * np.float32(theme.grid_strength)
            blend(image[:, band.start + rows.start : band.stop + rows.start, columns], share, theme.grid)

    def _paint_shadow(self, image: np.ndarray, camera: Camera, theme: Theme, shadow: GroundShadow) -> None:
        rows, columns = self._window(image, camera, shadow.corners())
        x, z = (self._axis(camera, image.shape, rows, columns, axis) for axis in (0, 2))
        for band in _bands(rows):
            share = shadow.at(x.values(band), z.values(band)) * np.float32(theme.shadow_strength)
            blend(image[:, band.start + rows.start : band.stop + rows.start, columns], share, theme.shadow)

    def _window(self, image: np.ndarray, camera: Camera, corners: Array) -> tuple[slice, slice]:
        """The rows and columns of the picture that show a part of the ground with corners (4, 2) in x, z."""
        _, height, width = image.shape
        if not len(corners):
            return slice(0, 0), slice(0, 0)
        points = np.insert(corners, 1, self.height, axis=1)
        pixels, depth = camera.project(points, (width, height))
        low, high = np.zeros(2), np.array([width, height], float)
        if camera.span is not None or (depth > 1e-3 * self.size).all():
            low, high = np.clip(pixels.min(axis=0) - 1, 0, high), np.clip(pixels.max(axis=0) + 2, 0, high)
        if camera.span is None:  # nothing at or above the horizon
            horizon = height / 2 + camera.scale(height) * camera.forward[1] / max(camera.up[1], 1e-9)
            low[1] = min(max(low[1], horizon + 1.5), high[1])
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    def _axis(
        self,
        camera: Camera,
        shape: tuple[int, ...],
        rows: slice,
        columns: slice,
        axis: int,
        base: float = 0.0,
        unit: float = 1.0,
    ) -> _Axis:
        """x or z of the ground at pixels, relative to ``base``, in units of ``unit`` [m]."""
        _, height, width = shape
        scale = camera.scale(height)
        px = (np.arange(columns.start, columns.stop) + 0.5 - width / 2) / scale
        py = (height / 2 - 0.5 - np.arange(rows.start, rows.stop)) / scale
        eye, right, up, forward = camera.eye[axis] - base, camera.right[axis], camera.up[axis], camera.forward[axis]
        if camera.span is None:
            drop = camera.forward[1] + py * camera.up[1]
            t = (self.height - camera.eye[1]) / drop
            toward = forward + py * up
            start, slope = eye + t * toward, t * right
            # d/dpy of t · (toward + right · px), with dt/dpy = −t · up_y / drop
            turn = t * (up - toward * camera.up[1] / drop)
            bend = -slope * camera.up[1] / drop
        else:
            t = (self.height - camera.eye[1] - py * camera.up[1]) / camera.forward[1]
            start, slope = eye + py * up + t * forward, np.full_like(py, right)
            turn = np.full_like(py, up - camera.up[1] / camera.forward[1] * forward)
            bend = np.zeros_like(py)
        start, slope, turn, bend = (row[:, None] / unit for row in (start, slope, turn, bend))
        return _Axis(*(a.astype(np.float32) for a in (px, start, slope, turn / scale, bend / scale, slope / scale)))

    def _paint_wall(self, image: np.ndarray, camera: Camera, theme: Theme) -> None:
        """A grid behind the scene, and the ground as a line."""
        _, height, width = image.shape
        scale = camera.scale(height)
        pixel = np.float32(1 / scale)
        across = (np.arange(width) + 0.5 - width / 2) / scale + camera.right @ camera.eye
        up = camera.eye[1] - self.height + (height / 2 - 0.5 - np.arange(height)) / scale
        middle = camera.right[0] * self.middle[0] + camera.right[2] * self.middle[1]
        step = grid_step(self.size)
        base = np.rint(middle / (5 * step)) * 5 * step
        x, y = (across - base).astype(np.float32), up.astype(np.float32)[:, None]
        fade = np.exp(-np.square((across - middle) / (0.75 * self.size))).astype(np.float32)
        columns, lines = (_lines(v / np.float32(step), np.array(pixel / np.float32(step))) for v in (x, y))
        grid = np.maximum(columns, lines) * np.where(y < 0, np.float32(0), np.float32(0.8 * theme.grid_strength))
        floor = np.clip(np.float32(1.3) - np.abs(y) / pixel, 0, 1) * np.float32(min(1.0, 1.7 * theme.grid_strength))
        blend(image, np.maximum(grid, floor) * fade, theme.grid)


def _edge_on(camera: Camera) -> bool:
    return camera.span is not None and bool(abs(camera.forward[1]) < EDGE_ON_SINE)


@dataclass(frozen=True)
class _Axis:
    """A coordinate of the ground at pixels: start + slope · px, and its change per pixel down and across."""

    px: np.ndarray  # (c,)
    start: np.ndarray  # (r, 1), like all fields below
    slope: np.ndarray
    down: np.ndarray
    down_px: np.ndarray
    across: np.ndarray

    def values(self, rows: slice) -> np.ndarray:
        """The coordinate at pixels (r, c)."""
        return np.asarray(self.start[rows] + self.slope[rows] * self.px)

    def changes(self, rows: slice) -> np.ndarray:
        """Its change over one pixel, in the direction of the largest change."""
        down = self.down[rows] + self.down_px[rows] * self.px
        return np.asarray(np.sqrt(down * down + np.square(self.across[rows])))


def _bands(rows: slice) -> list[slice]:
    """Ranges of rows, relative to the first row, that fit into the cache of a core."""
    count = rows.stop - rows.start
    return [slice(first, min(first + BAND_ROWS, count)) for first in range(0, count, BAND_ROWS)]


def _lines(value: np.ndarray, change: np.ndarray) -> np.ndarray:
    """The share of each pixel that grid lines at whole values cover; each fifth line is stronger, dense lines fade.

    ``change`` is the change of the value over one pixel.
    """
    line = np.rint(value)
    fifth = line * np.float32(0.2)
    strength = np.equal(fifth, np.rint(fifth)) * np.float32(0.58) + np.float32(0.42)
    strength *= np.clip(np.float32(1.6) - 4 * change, 0, 1)
    value = np.abs(value - line)
    value /= change
    return np.asarray(np.clip(np.float32(1.05) - value, 0, 1) * strength)
