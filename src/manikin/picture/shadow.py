"""Shadows on the ground: those of the key light, and contact shadows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array
from manikin.picture.light import ShadowMap, blurred, interpolated

__all__ = ["GroundShadow"]


@dataclass(frozen=True)
class GroundShadow:
    """Darkness 0..1 in the texels of a shadow map, projected on the plane y = ``height``."""

    light: ShadowMap
    dark: np.ndarray
    height: float

    @classmethod
    def thrown(cls, light: ShadowMap, height: float) -> GroundShadow:
        """The shadow of a large lamp: parts far from the ground have softer and weaker shadows."""
        gap = light.gaps(height) / light.size
        dark = np.zeros_like(gap)
        # bands of height, each with its own blur
        for low, peak, high, blur, strength in (
            (-1.0, 0.0, 0.15, 1, 0.62),
            (0.0, 0.15, 0.5, 4, 0.5),
            (0.15, 0.5, 9.0, 9, 0.34),
        ):
            share = np.clip(np.minimum((gap - low) / (peak - low), (high - gap) / (high - peak)), 0, 1)
            dark += blurred(share, blur) * np.float32(strength)
        return cls(light, dark, height)

    @classmethod
    def contact(cls, below: ShadowMap, height: float) -> GroundShadow:
        """The shadow under parts that are close to the ground; the map ``below`` looks upward."""
        gap = np.maximum(below.depth - np.float32(height - below.camera.eye[1]), 0)
        near = np.exp(gap * np.float32(-1 / (0.03 * below.size)))
        return cls(below, blurred(near, 1) * np.float32(0.75), height)

    def corners(self) -> Array:
        """The corners (4, 2) on the ground, x and z [m], of the part of the map that has shadows."""
        camera = self.light.camera
        half, scale = self.light.texels / 2, self.light.scale
        rows, columns = (np.flatnonzero((self.dark > 0.004).any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return np.zeros((0, 2))
        out = []
        for i in (columns[0] - 1, columns[-1] + 2):
            for j in (rows[0] - 1, rows[-1] + 2):
                across, up = (i - half) / scale, (half - j) / scale
                start = np.array(camera.eye) + across * camera.right + up * camera.up
                hit = start + (self.height - start[1]) / camera.forward[1] * camera.forward
                out.append(hit[[0, 2]])
        return np.array(out)

    def at(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """Darkness at positions x, z on the ground [m]."""
        camera = self.light.camera
        scale = self.light.scale
        start = np.array([0.0, self.height, 0.0]) - camera.eye
        column, row = (
            np.float32(self.light.texels / 2 + axis @ start) + x * np.float32(axis[0]) + z * np.float32(axis[2])
            for axis in (scale * camera.right, -scale * camera.up)
        )
        return interpolated((self.dark,), column, row)[0]
