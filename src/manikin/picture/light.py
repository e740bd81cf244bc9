"""Light: a soft key light with shadows, a fill light, the sky, and a rim light that separates figure and backdrop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array
from manikin.picture.camera import Bounds, Camera
from manikin.picture.raster import Sight, first_hits
from manikin.picture.solids import Solids

__all__ = ["Lights", "ShadowMap", "blurred", "interpolated"]

KEY, FILL, SKY, BOUNCE, RIM = 1.0, 0.16, 0.36, 0.14, 0.35
"""Strength of the lights; BOUNCE is light that the ground reflects."""
SHADOW_BLUR = 2
"""Width of the soft edge of shadows on the figure [texels]."""


@dataclass(frozen=True)
class Lights:
    """Directions to the lights (3,) in the stage frame; the lights turn with the camera."""

    key: Array
    fill: Array
    rim: Array

    @classmethod
    def of(cls, camera: Camera) -> Lights:
        right, up = camera.right, np.array([0.0, 1.0, 0.0])
        back = np.cross(right, up)
        key, fill = -0.55 * right + up + 0.62 * back, 0.85 * right + 0.1 * up + 0.6 * back
        directions = (key, fill, 0.55 * right + 0.5 * up - back)
        return cls(*(v / np.linalg.norm(v) for v in directions))

    def shade(self, normal: np.ndarray, view: np.ndarray, colour: np.ndarray, open_to_key: np.ndarray) -> np.ndarray:
        """Linear RGB (3, m) of points with unit normals (3, m), unit directions to the eye (3, m), colours (3, m)."""
        n = normal
        key, fill, rim = (light.astype(np.float32) for light in (self.key, self.fill, self.rim))
        direct = np.clip((key @ n + np.float32(0.22)) * np.float32(1 / 1.22), 0, 1) * open_to_key * np.float32(KEY)
        soft = np.clip((fill @ n + np.float32(0.5)) * np.float32(1 / 1.5), 0, 1) * np.float32(FILL)
        sky = np.float32((SKY + BOUNCE) / 2) + np.float32((SKY - BOUNCE) / 2) * n[1]
        facing = np.clip((n * view).sum(axis=0), 0, 1)
        edge = 1 - facing
        glow = edge * edge * edge * np.clip(rim @ n + np.float32(0.3), 0, 1) * np.float32(RIM)
        halfway = view + key[:, None]
        halfway /= np.maximum(np.sqrt((halfway * halfway).sum(axis=0)), np.float32(1e-6))
        shine = np.clip((n * halfway).sum(axis=0), 0, 1) ** 2
        shine = shine**8 * np.float32(0.07) * open_to_key
        warm = np.array([[1.03], [1.0], [0.96]], np.float32)
        cool = np.array([[0.95], [1.0], [1.07]], np.float32)
        return np.asarray(colour * (warm * direct + cool * (soft + sky)) + (glow + shine))


@dataclass(frozen=True)
class ShadowMap:
    """The stage as a light sees it: ``depth`` (texels, texels) [m] of the first surface, inf if there is none."""

    camera: Camera
    depth: np.ndarray
    size: float

    @classmethod
    def along(cls, solids: Solids, bounds: Bounds, direction: Array, *, texels: int = 160) -> ShadowMap:
        """The map of a light that shines in a direction."""
        camera = Camera.along(bounds, direction, margin=0.12)
        _, depth = first_hits(Sight.of(solids, camera, (texels, texels)))
        return cls(camera, depth.reshape(texels, texels), bounds.size or 1.0)

    @property
    def texels(self) -> int:
        """Width and height of the map."""
        return len(self.depth)

    @property
    def scale(self) -> float:
        """Texels per metre."""
        return self.camera.scale(self.texels)

    def gaps(self, ground: float) -> np.ndarray:
        """Distance along the light from the first surface to the ground [m]; inf if there is no surface."""
        camera = self.camera
        rows = (self.texels / 2 - 0.5 - np.arange(self.texels)) / self.scale
        whole = (ground - camera.eye[1] - rows * camera.up[1]) / camera.forward[1]  # its right axis is horizontal
        gap = np.maximum(whole.astype(np.float32)[:, None] - self.depth, 0)
        return np.asarray(np.where(np.isfinite(self.depth), gap, np.float32(np.inf)))

    def visibility(self, points: np.ndarray) -> np.ndarray:
        """The share of the light, 0 … 1, that reaches points (3, m) [m, stage], with soft edges.

        Variance shadow maps (Donnelly and Lauritzen 2006): the mean and the spread of depths around a texel bound
        the share of them that lies behind a point.
        """
        camera, size = self.camera, np.float32(self.size)
        depth = np.minimum(self.depth / size, np.float32(2.1))  # no surface is farther away
        mean, square = blurred(depth, SHADOW_BLUR), blurred(depth * depth, SHADOW_BLUR)
        relative = points - np.array(camera.eye, np.float32)[:, None]
        x = self.texels / 2 + (camera.right * self.scale).astype(np.float32) @ relative
        y = self.texels / 2 - (camera.up * self.scale).astype(np.float32) @ relative
        z = (camera.forward / self.size).astype(np.float32) @ relative
        middle, spread = interpolated((mean, square), x, y)
        spread = np.maximum(spread - middle * middle, np.float32(1e-5))
        beyond = np.maximum(z - np.float32(0.006) - middle, 0)
        share = spread / (spread + beyond * beyond)
        return np.asarray(np.clip((share - np.float32(0.25)) * np.float32(1 / 0.75), 0, 1))


def blurred(image: np.ndarray, radius: int) -> np.ndarray:
    """An image averaged twice over 2·radius + 1 pixels in each direction; pixels at the border are repeated."""
    out = image.astype(np.float64)  # running sums need double precision
    width = 2 * radius + 1
    for _ in range(4):
        padded = np.concatenate([np.repeat(out[:1], radius + 1, axis=0), out, np.repeat(out[-1:], radius, axis=0)])
        total = np.cumsum(padded, axis=0)
        out = ((total[width:] - total[:-width]) * (1 / width)).T  # then the other direction
    return out.astype(np.float32)


def interpolated(images: Sequence[np.ndarray], x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """Values of images at pixel coordinates, interpolated; outside, those of the nearest border."""
    height, width = images[0].shape
    x, y = np.clip(x - np.float32(0.5), 0, width - 1.001), np.clip(y - np.float32(0.5), 0, height - 1.001)
    column, row = x.astype(np.intp), y.astype(np.intp)
    x -= column
    y -= row
    row *= width
    row += column
    out = []
    for image in images:
        flat = image.reshape(-1)
        top, bottom = flat.take(row), flat[width:].take(row)
        top += (flat[1:].take(row) - top) * x
        bottom += (flat[width + 1 :].take(row) - bottom) * x
        out.append(top + (bottom - top) * y)
    return out
