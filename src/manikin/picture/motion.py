"""Pictures of clips: figures at several frames in one picture, onion skins, the paths of points, and film strips."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin.arguments import explained, one_or_several
from manikin.clips.clip import Clip
from manikin.errors import InputError, shorten
from manikin.figure.pose import Pose
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, Vec3
from manikin.picture.body import solids_of
from manikin.picture.camera import Bounds, Camera, on_stage
from manikin.picture.clip_frames import frames_around, frames_of
from manikin.picture.marks import Marker, Polyline
from manikin.picture.motion_path import path_marks
from manikin.picture.strip import Panel, strip
from manikin.picture.theme import Theme, find_theme
from manikin.picture.views import PictureScene, Poses, checked_size, poses_of, to_bytes
from manikin.skeleton.shapes import Shape

__all__ = ["Clips", "Points", "film_strip", "onion_skin", "points_of", "strobe"]

Clips = Clip | Iterable[Clip]
"""One clip, or clips of several figures on one timeline."""
Points = str | Handle | Iterable[str | Handle]
PAST: Vec3 = (0.25, 0.50, 0.90)
FUTURE: Vec3 = (0.92, 0.48, 0.16)
FAINTEST, STRONGEST = 0.18, 0.5
"""Opacity of the ghosts that are farthest from the frame shown, and of the nearest."""
GAP = 0.06
"""Between figures side by side, relative to the widest of them."""


@dataclass(frozen=True)
class _Look:
    """How a picture is drawn; the fields are arguments of ``strobe``."""

    view: str | None
    size: tuple[int, int]
    theme: str | Theme
    camera: Camera | None
    ground: bool | float
    scenery: Iterable[Shape]
    title: str

    def drawn(self, poses: Sequence[Pose], marks: Sequence[Marker | Polyline], **figures: Any) -> np.ndarray:
        """The image of some poses, with points and paths; ``figures`` says what is special about each of the poses."""
        width, height = checked_size(self.size)
        discs = [mark for mark in marks if isinstance(mark, Marker)]
        lines = [mark for mark in marks if isinstance(mark, Polyline)]
        theme = find_theme(self.theme)
        scene = PictureScene(poses, theme, discs, lines, (), self.ground, scenery=self.scenery, **figures)
        own = self.camera and self.camera.on_stage(scene.up)
        eye = own or Camera.fit_view(scene.bounds, self.view or "perspective", aspect=width / height)
        return to_bytes(scene.draw(eye, (width, height), self.title))


@explained
def strobe(
    clips: Clips,
    frames: int | Sequence[float] = 8,
    *,
    spread: bool = True,
    points: Points = (),
    view: str | None = None,
    size: tuple[int, int] = (1280, 420),
    theme: str | Theme = "light",
    camera: Camera | None = None,
    ground: bool | float = True,
    things: Poses = (),
    scenery: Iterable[Shape] = (),
    title: str = "",
) -> np.ndarray:
    """An image (h, w, 3), uint8 sRGB, of clips at several frames at once, as by a flashing lamp.

    Args:
        clips: a clip, or clips of several figures on one timeline.
        frames: which frames, or how many of them, evenly from start to end.
        spread: whether figures that would overlap are moved apart, the first one at the left; else they stay where
            they are, and all but the last are ghosts, the earlier the fainter.
        points: points of the first figure whose paths are drawn: a dot for each frame, a disc at each key.
        view: "perspective" (the default), "front", "side" or "top".
        size: width and height [pixels].
        theme: "light", "dark", or a ``Theme``.
        camera: instead of a view.
        ground: whether to draw the ground, or its height [m].
        things: poses and figures that do not move, such as a chair; repeated at each frame where figures are moved.
        scenery: shapes that belong to no figure and stay where they are, such as ``ground_shapes``.
        title: text in the upper left corner.
    """
    moving = one_or_several(clips, Clip, "clips")
    wanted = frames_of(moving, frames)
    still = poses_of(things)
    groups = [[clip.pose(frame) for clip in moving] + (still if spread else []) for frame in wanted.tolist()]
    shifts = np.zeros((len(groups), 3))
    if spread:
        shifts = _side_by_side(groups, view or "perspective", camera)
    marks = [
        mark
        for point in points_of(points)
        for mark in path_marks(moving[0], point, shifts=(wanted, shifts), first=wanted[0], last=wanted[-1])
    ]
    shown = [pose for group in groups for pose in group]
    opacities = [1.0] * len(shown)
    if not spread:
        shares = [*np.linspace(FAINTEST, STRONGEST, max(len(groups) - 1, 1)).tolist()[: len(groups) - 1], 1.0]
        opacities = [share for share, group in zip(shares, groups, strict=True) for _ in group] + [1.0] * len(still)
        shown += still
    moved = [shift for shift, group in zip(shifts, groups, strict=True) for _ in group]
    look = _Look(view, size, theme, camera, ground, scenery, title)
    return look.drawn(shown, marks, opacities=opacities, shifts=moved)


@explained
def onion_skin(
    clips: Clips,
    frame: float,
    *,
    around: int = 2,
    step: float | None = None,
    points: Points = (),
    view: str | None = None,
    size: tuple[int, int] = (640, 640),
    theme: str | Theme = "light",
    camera: Camera | None = None,
    ground: bool | float = True,
    things: Poses = (),
    scenery: Iterable[Shape] = (),
    title: str = "",
) -> np.ndarray:
    """An image (h, w, 3) of a frame, with ghosts of others before it (blue) and after it (orange); see ``strobe``.

    Args:
        around: how many ghosts before and after the frame.
        step: the frames between ghosts; without it they are the neighbouring keys, or every fifth frame of a clip
            without keys.
    """
    moving = one_or_several(clips, Clip, "clips")
    if not isinstance(around, int) or not 0 <= around <= 50:
        raise InputError(f"0 to 50 ghosts on each side can be drawn, not {shorten(around)}")
    before, after = frames_around(moving, frame, around, step)
    ghosts = [(f, PAST) for f in before] + [(f, FUTURE) for f in after]
    ghosts.sort(key=lambda ghost: -abs(ghost[0] - frame))
    shown, tints, opacities = [], [], []
    shares = np.linspace(STRONGEST, FAINTEST, max(around, 2))
    for f, tint in ghosts:
        rank = before.index(f) if tint is PAST else after.index(f)
        for clip in moving:
            shown.append(clip.pose(f))
            tints.append(tint)
            opacities.append(float(shares[rank]))
    solid = [clip.pose(frame) for clip in moving] + poses_of(things)
    marks = [mark for point in points_of(points) for mark in path_marks(moving[0], point)]
    solids = [1.0] * len(solid)
    look = _Look(view, size, theme, camera, ground, scenery, title)
    return look.drawn([*shown, *solid], marks, tints=[*tints, *([None] * len(solid))], opacities=[*opacities, *solids])


@explained
def film_strip(
    clips: Clips,
    frames: int | Sequence[float] = 8,
    *,
    columns: int | None = None,
    view: str = "perspective",
    size: tuple[int, int] = (240, 320),
    theme: str | Theme = "light",
    ground: bool | float = True,
    things: Poses = (),
    scenery: Iterable[Shape] = (),
) -> np.ndarray:
    """An image (h, w, 3) of one panel of ``size`` for each frame, all from the same camera; see ``strobe``."""
    moving = one_or_several(clips, Clip, "clips")
    still, shapes = poses_of(things), tuple(scenery)
    panels = [
        Panel([clip.pose(frame) for clip in moving] + still, f"{frame:g}", scenery=shapes)
        for frame in frames_of(moving, frames).tolist()
    ]
    return strip(panels, view=view, size=size, columns=columns, theme=theme, ground=ground)


def points_of(points: Points) -> list[str | Handle]:
    """One point, or several, as a list."""
    return [points] if isinstance(points, (str, Handle)) else list(points)


@dataclass(frozen=True)
class _Reach:
    """How far the surfaces of some poses reach to the left and to the right [m]."""

    left: float
    right: float

    @classmethod
    def of(cls, poses: Sequence[Pose], across: Array) -> _Reach:
        theme = find_theme("light")
        bounds = Bounds.joined([solids_of(pose, theme).bounds()[0] for pose in poses])
        return cls(-bounds.support(-across), bounds.support(across))


def _side_by_side(groups: Sequence[Sequence[Pose]], view: str, camera: Camera | None) -> Array:
    """How each group of poses is to be moved (n, 3) [m, stage] so that none overlap, evenly.

    They stand from left to right, or from right to left where they move that way by more than their own width.
    """
    up = groups[0][0].figure.skeleton.up
    sample = Bounds.of_points(on_stage(groups[0][0].world[:, :, 3], up))
    eye = camera.on_stage(up) if camera is not None else Camera.fit_view(sample, view)
    reaches = [_Reach.of(group, eye.right) for group in groups]
    width = max(reach.right - reach.left for reach in reaches)
    middles = [(reach.left + reach.right) / 2 for reach in reaches]
    way = -1.0 if middles[-1] - middles[0] < -width else 1.0
    overlaps = [a.right - b.left if way > 0 else b.right - a.left for a, b in itertools.pairwise(reaches)]
    step = max(0.0, max(overlaps, default=0.0) + GAP * width)
    return np.asarray(np.arange(len(groups))[:, None] * way * step * eye.right)
