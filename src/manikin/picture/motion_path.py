"""The path of a point of a clip, as marks in a picture."""

from __future__ import annotations

import numpy as np

from manikin.clips.clip import Clip
from manikin.figure.pose import Pose
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, Vec3
from manikin.picture.camera import on_stage
from manikin.picture.marks import Marker, Polyline

__all__ = ["path_marks"]

DOT: Vec3 = (0.25, 0.50, 0.90)
DISC: Vec3 = (0.92, 0.48, 0.16)


def path_marks(
    clip: Clip,
    point: str | Handle,
    *,
    first: float | None = None,
    last: float | None = None,
    colour: Vec3 | None = None,
    shifts: tuple[Array, Array] | None = None,
) -> list[Marker | Polyline]:
    """The path of a point: a line, a dot for each whole frame, a disc for each key; in the world of the figure.

    ``shifts``, frames (n,) and displacements (n, 3) [m, stage], moves the path along with figures that are moved.
    """
    handle = clip.figure.point(point) if isinstance(point, str) else point
    start, end = clip.start if first is None else first, clip.end if last is None else last
    frames = clip.frames(start, end)
    fine = clip.frames(start, end, 0.25)
    keys = np.array([key for key in clip.key_frames if start <= key <= end])

    def places(at: Array) -> Array:
        found = np.array([handle.value(Pose(clip.figure, q)) for q in clip.at(at)]).reshape(-1, 3)
        if shifts is None:
            return found
        moved = np.stack([np.interp(at, shifts[0], column) for column in shifts[1].T], axis=-1)
        # displacements are on the stage, paths in the world: rotate back
        return np.asarray(found + moved @ on_stage(np.eye(3), clip.figure.skeleton.up).T)

    size = float(np.ptp(clip.figure.pose().world[:, :, 3], axis=0).max()) or 1.0
    marks: list[Marker | Polyline] = [Polyline(places(fine), colour, 0.0016 * size)]
    marks += [Marker(_vec(place), colour or DOT, 0.0045 * size) for place in places(frames)]
    if len(keys):
        marks += [Marker(_vec(place), colour or DISC, 0.0105 * size) for place in places(keys)]
    return marks


def _vec(place: Array) -> Vec3:
    x, y, z = place.tolist()
    return (x, y, z)
