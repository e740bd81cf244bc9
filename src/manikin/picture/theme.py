"""Colours of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from manikin.errors import UnknownName
from manikin.math.rotations import Array, Vec3

__all__ = ["THEMES", "Theme", "find_theme", "to_display", "to_linear"]

TABLE_SIZE = 4096
"""Entries of the table that turns light into display values."""


@dataclass(frozen=True, kw_only=True)
class Theme:
    """sRGB colours in 0..1: body parts by side, scenery, backdrop (top and bottom), grid, shadows, titles, marks."""

    centre: Vec3 = (0.785, 0.775, 0.755)
    left: Vec3 = (0.475, 0.58, 0.68)
    right: Vec3 = (0.785, 0.59, 0.495)
    scenery: Vec3 = (0.62, 0.64, 0.60)
    top: Vec3 = (0.955, 0.96, 0.965)
    bottom: Vec3 = (0.83, 0.845, 0.86)
    grid: Vec3 = (0.45, 0.49, 0.53)
    grid_strength: float = 0.5
    shadow: Vec3 = (0.16, 0.18, 0.22)
    shadow_strength: float = 0.42
    title: Vec3 = (0.36, 0.40, 0.45)
    frame: Vec3 = (0.72, 0.74, 0.76)
    mark: Vec3 = (0.80, 0.22, 0.33)
    path: Vec3 = (0.20, 0.44, 0.62)
    brightness: float = 1.0


THEMES = {
    "light": Theme(),
    "dark": Theme(
        top=(0.155, 0.165, 0.185),
        bottom=(0.095, 0.10, 0.115),
        grid=(0.62, 0.67, 0.74),
        grid_strength=0.28,
        shadow=(0.02, 0.02, 0.03),
        shadow_strength=0.75,
        title=(0.66, 0.70, 0.76),
        frame=(0.05, 0.05, 0.06),
        mark=(1.0, 0.42, 0.48),
        path=(0.42, 0.72, 0.92),
        brightness=0.9,
    ),
}


def find_theme(theme: str | Theme) -> Theme:
    """A theme, given itself or by name."""
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise UnknownName("theme", theme, THEMES)
    return THEMES[theme]


def to_linear(colour: Array | Vec3) -> Array:
    """sRGB in 0..1 → linear light (IEC 61966-2-1)."""
    c = np.clip(np.asarray(colour, float), 0, 1)
    return np.asarray(np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4))


def to_display(light: np.ndarray) -> np.ndarray:
    """Linear light → sRGB in 0..255, single precision; values above 1 become white."""
    steps = np.sqrt(np.clip(light, 0, 1)) * np.float32(TABLE_SIZE - 1) + np.float32(0.5)
    return np.asarray(_display_table().take(steps.astype(np.int32)))


@lru_cache(maxsize=1)
def _display_table() -> np.ndarray:
    """sRGB in 0..255 for light values whose square roots are evenly spaced: finer steps for dark values."""
    light = np.linspace(0, 1, TABLE_SIZE) ** 2
    shade = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return (255 * shade).astype(np.float32)
