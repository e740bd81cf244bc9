"""Pictures side by side, all with the same camera."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin.errors import InputError
from manikin.picture.camera import Bounds, Camera
from manikin.picture.theme import Theme, find_theme
from manikin.picture.views import GAP, MAX_PIXELS, PictureScene, Poses, Tints, to_bytes
from manikin.skeleton.shapes import Shape

__all__ = ["Panel", "strip"]


@dataclass(frozen=True)
class Panel:
    """One picture of a strip: the arguments of ``render``, and a title."""

    poses: Poses
    title: str = ""
    markers: Sequence[Any] = ()
    paths: Sequence[Any] = ()
    stars: Sequence[Any] = ()
    tints: Tints = ()
    scenery: Sequence[Shape] = ()


def strip(
    panels: Sequence[Panel],
    *,
    view: str = "perspective",
    size: tuple[int, int] = (320, 360),
    columns: int | None = None,
    theme: str | Theme = "light",
    ground: bool | float = True,
) -> np.ndarray:
    """An image (h, w, 3), uint8 sRGB, of panels of ``size`` [pixels] in rows of ``columns``; one row by default."""
    if not panels:
        raise InputError("a strip has at least one panel")
    across = min(columns or len(panels), len(panels))
    down = math.ceil(len(panels) / across)
    width, height = size
    total = (across * (width + GAP) - GAP, down * (height + GAP) - GAP)
    if width < 1 or height < 1 or total[0] * total[1] > MAX_PIXELS:
        raise InputError(f"a picture has 1 to {MAX_PIXELS} pixels, not {total[0]} × {total[1]}")
    colours = find_theme(theme)
    scenes = [PictureScene(p.poses, colours, p.markers, p.paths, p.stars, ground, p.tints, p.scenery) for p in panels]
    all_bounds = Bounds.joined([scene.bounds for scene in scenes])
    camera = Camera.fit_view(all_bounds, view, aspect=width / height)
    image = np.empty((3, total[1], total[0]), np.float32)
    image[:] = 255 * np.array(colours.frame, np.float32)[:, None, None]
    for k, (panel, scene) in enumerate(zip(panels, scenes, strict=True)):
        y, x = (n * (side + GAP) for n, side in zip(divmod(k, across), (height, width), strict=True))
        scene.bounds = all_bounds  # so that all panels have the same ground
        image[:, y : y + height, x : x + width] = scene.draw(camera, size, panel.title)
    return to_bytes(image)
