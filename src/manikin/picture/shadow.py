"""Shadows on the ground: of the key light, and the darkness where things come close to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array
from manikin.picture.light import ShadowMap, blurred, looked_up

__all__ = ["GroundShadow"]


@dataclass(frozen=True)
class GroundShadow:
    """Darkness 0..1 in the texels of a light's map, thrown on the plane y = ``height``."""

    light: ShadowMap
    dark: np.ndarray
    height: float

    @classmethod
    def thrown(cls, light: ShadowMap, height: float) -> GroundShadow:
        """As a large lamp throws it: the farther from the ground, the softer and the fainter."""
        gap = light.gaps(height) / light.size
        dark = np.zeros_like(gap)
        # bands of height, each with a blur of its own
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
        """The sky's light that things close over the ground keep away from it; ``below`` looks up."""
        gap = np.maximum(below.depth - np.float32(height - below.camera.eye[1]), 0)
        near = np.exp(gap * np.float32(-1 / (0.03 * below.size)))
        return cls(below, blurred(near, 1) * np.float32(0.75), height)

    def corners(self) -> Array:
        """The corners (4, 2) on the ground, x and z [m], of the part of the map that is not bright."""
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
        """Darkness at places of the ground [m]."""
        camera = self.light.camera
        scale = self.light.scale
        start = np.array([0.0, self.height, 0.0]) - camera.eye
        column, row = (
            np.float32(self.light.texels / 2 + axis @ start) + x * np.float32(axis[0]) + z * np.float32(axis[2])
            for axis in (scale * camera.right, -scale * camera.up)
        )
        return looked_up((self.dark,), column, row)[0]
