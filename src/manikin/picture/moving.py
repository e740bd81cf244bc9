"""Moving pictures of clips: one camera, a frame after another."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin.arguments import explained, one_or_several
from manikin.clips.clip import Clip
from manikin.errors import InputError, shorten
from manikin.picture.apng import to_apng
from manikin.picture.camera import Bounds, Camera
from manikin.picture.marks import Marker, Polyline
from manikin.picture.motion import Clips, Points, points_of
from manikin.picture.motion_path import path_marks
from manikin.picture.theme import Theme, find_theme
from manikin.picture.views import PictureScene, Poses, checked_size, poses_of, to_bytes
from manikin.skeleton.shapes import Shape

__all__ = ["MovingPicture", "moving_frames", "moving_picture"]

SAMPLES = 24
"""Frames that say how large the scene is, at least."""


@dataclass(frozen=True)
class MovingPicture:
    """A moving picture: ``data`` are the bytes of an animated PNG file, which a notebook shows."""

    data: bytes

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, .png or .apng; an old one is replaced."""
        from manikin.formats.files import write_atomically

        if not os.fspath(path).lower().endswith((".png", ".apng")):
            raise InputError(f"moving pictures are written as .png or .apng, not as {shorten(os.fspath(path))}")
        write_atomically(path, self.data)

    def _repr_png_(self) -> bytes:
        return self.data


@explained
def moving_picture(
    clips: Clips, *, rate: float | None = None, loops: int = 0, colours: int = 255, **how: Any
) -> MovingPicture:
    """A moving picture of a clip, or of the clips of several figures on one timeline.

    Args:
        clips: what moves.
        rate: frames of the picture per second; default those of the clip.
        loops: how often it is shown; 0 is for ever.
        colours: of all frames together, 2 to 255.
        how: the other arguments of ``moving_frames``.
    """
    images = moving_frames(clips, rate=rate, **how)
    shown = one_or_several(clips, Clip, "clips")[0].rate if rate is None else rate
    return MovingPicture(to_apng(images, rate=shown, loops=loops, colours=colours))


@explained
def moving_frames(
    clips: Clips,
    *,
    rate: float | None = None,
    first: float | None = None,
    last: float | None = None,
    points: Points = (),
    view: str | None = None,
    size: tuple[int, int] = (360, 400),
    theme: str | Theme = "light",
    camera: Camera | None = None,
    ground: bool | float = True,
    things: Poses = (),
    scenery: Iterable[Shape] = (),
) -> Iterator[np.ndarray]:
    """The images (h, w, 3), uint8 sRGB, of a moving picture, one after another.

    Args:
        clips: what moves.
        rate: frames of the picture per second, which may be fewer than those of the clip; default those of the clip.
        first: frame of the clip at which it begins; default the start.
        last: frame at which it ends.
        points: points of the first figure whose paths are drawn.
        view: "perspective" (the default), "front", "side" or "top"; shows everything at all frames.
        size: width and height [pixels].
        theme: "light", "dark", or a ``Theme``.
        camera: instead of a view.
        ground: whether to draw the ground, or its height [m].
        things: poses and figures that do not move.
        scenery: shapes that belong to no figure.
    """
    moving = one_or_several(clips, Clip, "clips")
    shown = moving[0].rate if rate is None else rate
    if not (isinstance(shown, (int, float)) and 0.1 <= shown <= 1000):
        raise InputError(f"a moving picture of a clip has 0.1 to 1000 frames per second, not {shorten(rate)}")
    start = min(clip.start for clip in moving) if first is None else first
    end = max(clip.end for clip in moving) if last is None else last
    frames = moving[0].frames(start, end, moving[0].rate / shown)
    marks = [mark for point in points_of(points) for mark in path_marks(moving[0], point, first=start, last=end)]
    pictures = _Pictures(moving, poses_of(things), tuple(scenery), find_theme(theme), ground, marks)
    return pictures.drawn(frames, checked_size(size), view, camera)


@dataclass(frozen=True)
class _Pictures:
    """What all frames share."""

    clips: Sequence[Clip]
    things: list[Any]
    scenery: tuple[Shape, ...]
    theme: Theme
    ground: bool | float
    marks: Sequence[Marker | Polyline]

    def drawn(
        self, frames: np.ndarray, size: tuple[int, int], view: str | None, camera: Camera | None
    ) -> Iterator[np.ndarray]:
        """An image for each frame."""
        states = [clip.at(frames) for clip in self.clips]
        every = max(1, len(frames) // SAMPLES)
        some = sorted({*range(0, len(frames), every), len(frames) - 1})
        bounds = Bounds.joined([self._scene(states, k).bounds for k in some])
        up = self.clips[0].figure.skeleton.up
        own = camera and camera.on_stage(up)
        eye = own or Camera.fit_view(bounds, view or "perspective", aspect=size[0] / size[1])
        box = bounds.boxed()
        for k in range(len(frames)):
            scene = self._scene(states, k)
            scene.bounds = box  # so that ground and light are the same at all frames
            yield to_bytes(scene.draw(eye, size, ""))

    def _scene(self, states: Sequence[np.ndarray], k: int) -> PictureScene:
        poses = [clip.figure.pose(own[k]) for clip, own in zip(self.clips, states, strict=True)]
        lines = [mark for mark in self.marks if isinstance(mark, Polyline)]
        dots = [mark for mark in self.marks if isinstance(mark, Marker)]
        return PictureScene([*poses, *self.things], self.theme, dots, lines, (), self.ground, scenery=self.scenery)
