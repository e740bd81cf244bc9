"""Pictures of poses: one view, or four side by side."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from manikin.arguments import explained, one_or_several
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.handles.handle import vec3
from manikin.math.rotations import Array, Vec3
from manikin.picture.body import scenery_of, solids_of
from manikin.picture.camera import Bounds, Camera
from manikin.picture.font import text_mask
from manikin.picture.ground import blend
from manikin.picture.look import draw
from manikin.picture.marks import Marks
from manikin.picture.solids import Solids
from manikin.picture.theme import Theme, find_theme, to_display, to_linear
from manikin.skeleton.shapes import Shape

__all__ = [
    "GAP",
    "MAX_PIXELS",
    "PictureScene",
    "Poses",
    "Tints",
    "checked_size",
    "four_views",
    "poses_of",
    "render",
    "to_bytes",
]

Poses = Pose | Figure | Iterable[Pose | Figure]
Tints = Mapping[str, Vec3 | None] | Sequence[Vec3 | None]
"""Colours by the name of a figure, or one for each pose."""
MAX_PIXELS = 40_000_000
MAX_SCENE_SIZE = 1e15
"""Largest scene that can be drawn [m]; the squares of larger lengths overflow in single precision."""
GAP = 3
"""Gap between views [pixels]."""


@explained
def render(
    poses: Poses,
    *,
    view: str | None = None,
    size: tuple[int, int] = (640, 640),
    theme: str | Theme = "light",
    camera: Camera | None = None,
    markers: Iterable[Any] = (),
    paths: Iterable[Any] = (),
    stars: Iterable[Any] = (),
    ground: bool | float = True,
    bones: bool = True,
    title: str = "",
    tints: Tints = (),
    opacities: Sequence[float] = (),
    scenery: Iterable[Shape] = (),
    transparent: bool = False,
) -> np.ndarray:
    """An image (h, w, 3), uint8 sRGB, of one or several poses; a figure is shown at rest.

    Args:
        poses: a pose, a figure, or several of them.
        view: "perspective" (the default), "front", "side" or "top"; shows everything.
        size: width and height [pixels].
        theme: "light", "dark", or a ``Theme``.
        camera: instead of a view; in the world of the first pose.
        markers: points (k, 3) [m] in the world of the first pose, or ``Marker`` objects.
        paths: lists of points, or ``Polyline`` objects.
        stars: points, or ``Star`` objects.
        ground: whether to draw the grid and the shadows on the ground, at the height 0 of the world; or its height [m].
        bones: whether joints without shapes are drawn as thin bones; scenery may look better without.
        title: text in the upper left corner.
        tints: colours of figures, sRGB in 0..1: by the name of the figure, or one for each pose; None for its own.
        opacities: of each pose, 0..1; poses below 1 are ghosts: they lie behind the others and cast no shadow.
        scenery: shapes that belong to no figure, placed in the world of the first pose by their ``at``.
        transparent: whether the picture has no backdrop; it is then (h, w, 4), with the opacity last.
    """
    if camera is not None and view is not None:
        raise InputError("give a view or a camera, not both")
    width, height = checked_size(size)
    scene = PictureScene(poses, find_theme(theme), markers, paths, stars, ground, tints, scenery, bones, opacities)
    if camera is None:
        camera = Camera.fit_view(scene.bounds, view or "perspective", aspect=width / height)
    else:
        camera = camera.on_stage(scene.up)
    if transparent:
        return _without_backdrop(scene, camera, (width, height), title)
    return to_bytes(scene.draw(camera, (width, height), title))


@explained
def four_views(
    poses: Poses,
    *,
    size: tuple[int, int] = (1280, 960),
    theme: str | Theme = "light",
    markers: Iterable[Any] = (),
    paths: Iterable[Any] = (),
    stars: Iterable[Any] = (),
    ground: bool | float = True,
    bones: bool = True,
    tints: Tints = (),
    scenery: Iterable[Shape] = (),
) -> np.ndarray:
    """A large perspective view with front, side and top beside it, each with its title; see ``render``."""
    width, height = checked_size(size)
    small = min((height - 2 * GAP) // 3, width // 2)
    if small < 1:
        raise InputError(f"{width} × {height} pixels are too few for four views")
    scene = PictureScene(poses, find_theme(theme), markers, paths, stars, ground, tints, scenery, bones)
    image = np.empty((3, height, width), np.float32)
    image[:] = 255 * np.array(scene.theme.frame, np.float32)[:, None, None]
    left = width - small
    panels = [("perspective", 0, 0, max(left - GAP, 1), height)]
    for k, name in enumerate(("front", "side", "top")):
        top = k * (small + GAP)
        panels.append((name, left, top, small, height - top if k == 2 else small))
    for name, x, y, w, h in panels:
        camera = Camera.fit_view(scene.bounds, name, aspect=w / h)
        image[:, y : y + h, x : x + w] = scene.draw(camera, (w, h), name)
    return to_bytes(image)


def _without_backdrop(scene: PictureScene, camera: Camera, size: tuple[int, int], title: str) -> np.ndarray:
    """A picture with its opacity: drawn on black and on white, α = 1 − (white − black), colour = black/α, in light."""
    theme, pair = scene.theme, []
    for colour in ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)):
        scene.theme = replace(theme, top=colour, bottom=colour)
        pair.append(to_linear(scene.draw(camera, size, title) / 255))
    scene.theme = theme
    black, white = pair
    opacity = np.clip(1 - (white - black).mean(axis=0), 0, 1)
    colours = to_display(black / np.maximum(opacity, 1 / 255))
    return np.concatenate([to_bytes(colours), to_bytes(255 * opacity[None].repeat(3, 0))[:, :, :1]], axis=2)


class PictureScene:
    """What pictures from several cameras share: surfaces, marks, theme."""

    def __init__(
        self,
        poses: Poses,
        theme: Theme,
        markers: Any,
        paths: Any,
        stars: Any,
        ground: bool | float,
        tints: Tints = (),
        scenery: Iterable[Shape] = (),
        bones: bool = True,
        opacities: Sequence[float] = (),
        shifts: Sequence[Array] = (),
    ) -> None:
        shown = poses_of(poses)
        colours = _tints(tints, shown)
        shares = _opacities(opacities, shown)
        around_it = _shapes(scenery)
        up: Literal["y", "z"] = shown[0].figure.skeleton.up if shown else "y"
        if not isinstance(ground, (bool, int, float)) or not math.isfinite(ground):
            raise InputError(f"ground must be True, False or a height [m], not {shorten(ground)}")
        self.theme, self.ground, self.up = theme, ground, up
        self.marks = Marks.of(markers, paths, stars, up)
        points = Bounds.of_points(self.marks.points())
        if not shown and not around_it and not len(points.centres):
            raise InputError("there is nothing to show: give at least one pose, marker, path, star or shape")
        with np.errstate(over="ignore", invalid="ignore"):
            pairs = zip(shown, colours, strict=True)
            tables = [solids_of(pose, theme, tint, bones=bones) for pose, tint in pairs]
            for k, shift in enumerate(shifts):
                tables[k] = tables[k].shifted(shift)
            self.ghosts = [(table, share) for table, share in zip(tables, shares, strict=True) if share < 1]
            tables = [table for table, share in zip(tables, shares, strict=True) if share == 1]
            own = len(tables)
            tables.append(scenery_of(around_it, up, theme))
            ghostly = [ghost.bounds()[0] for ghost, _ in self.ghosts]
            around = Bounds.joined([*(table.bounds()[0] for table in tables), *ghostly, points])
            if not around.size < MAX_SCENE_SIZE:
                raise InputError(f"a scene of more than {MAX_SCENE_SIZE:g} metres cannot be drawn")
        tables.append(self.marks.solids(theme, around.size))
        self.solids = Solids.joined(tables)
        of_table = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
        order = np.argsort(np.concatenate([table.kind for table in tables]), kind="stable")  # as ``joined`` sorts
        self.scenery = of_table[order] == own
        self.bounds = Bounds.joined([self.solids.bounds()[0], *ghostly, points])

    def draw(self, camera: Camera, size: tuple[int, int], title: str) -> np.ndarray:
        """A picture (3, h, w) in 0..255."""
        how: dict[str, Any] = {"ground": self.ground, "ghosts": self.ghosts, "scenery": self.scenery}
        image = draw(self.solids, self.bounds, camera, size, self.theme, **how)
        self.marks.draw_stars(image, camera, self.theme)
        if title:
            mask = text_mask(title, max(7.0, min(11.0, 0.022 * size[1])))
            inset = round(0.4 * mask.shape[0])
            window = image[:, inset : inset + mask.shape[0], inset : inset + mask.shape[1]]
            blend(window, mask[: window.shape[1], : window.shape[2]], self.theme.title)
        return image


def poses_of(poses: Poses) -> list[Pose]:
    """Poses from poses and figures, one or several."""
    given = one_or_several(poses, (Pose, Figure), "poses")
    return [one.pose() if isinstance(one, Figure) else one for one in given]


def _tints(tints: Tints, poses: Sequence[Pose]) -> list[Vec3 | None]:
    """The tint of each pose."""
    if isinstance(tints, Mapping):
        names = [pose.figure.name for pose in poses]
        for unknown in tints.keys() - set(names):
            raise UnknownName("figure", unknown, names)
        given = [tints.get(name) for name in names]
    else:
        given = list(tints) or [None] * len(poses)
    if len(given) != len(poses):
        raise InputError(f"{len(poses)} poses need as many tints, not {len(given)}")
    return [None if tint is None else _colour(tint) for tint in given]


def _opacities(opacities: Sequence[float], poses: Sequence[Pose]) -> list[float]:
    """The opacity of each pose."""
    given = list(opacities) or [1.0] * len(poses)
    if len(given) != len(poses):
        raise InputError(f"{len(poses)} poses need as many opacities, not {len(given)}")
    for share in given:
        if not isinstance(share, (int, float)) or not 0 <= share <= 1:
            raise InputError(f"an opacity is a number between 0 and 1, not {shorten(share)}")
    return given


def _colour(tint: Any) -> Vec3:
    numbers = vec3(tint, "a tint")
    if not all(0 <= value <= 1 for value in numbers):
        raise InputError(f"a tint is three numbers between 0 and 1, not {shorten(tint)}")
    return numbers


def _shapes(scenery: Any) -> list[Shape]:
    shapes = [scenery] if isinstance(scenery, Shape) else list(scenery)
    for one in shapes:
        if not isinstance(one, Shape):
            raise InputError(f"scenery is made of shapes, not of {shorten(one)}")
    return shapes


def checked_size(size: Any) -> tuple[int, int]:
    """A size [pixels], checked."""
    try:
        width, height = (operator.index(n) for n in size)
    except (TypeError, ValueError):
        raise InputError(f"a size is width and height in pixels, not {shorten(size)}") from None
    if width < 1 or height < 1 or width * height > MAX_PIXELS:
        raise InputError(f"a picture has 1 to {MAX_PIXELS} pixels, not {width} × {height}")
    return width, height


def to_bytes(image: np.ndarray) -> np.ndarray:
    """An image (3, h, w) in 0..255 as uint8 (h, w, 3)."""
    out = np.empty((*image.shape[1:], 3), np.uint8)
    for k, plane in enumerate(image):
        out[:, :, k] = plane + np.float32(0.5)
    return out
