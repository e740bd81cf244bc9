"""How a lock is drawn: its mark, and the point of the figure that it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from manikin.document.lock import POSITION_FIELDS, ROTATION_FIELDS, Lock, Poses, value_of
from manikin.goals import Align
from manikin.handles import CentreOfMass, Frame, Point
from manikin.math.rotations import Array

__all__ = ["LockMark", "MarkShape", "anchor_handle", "anchor_of", "mark_of"]

MarkShape = Literal["pin", "triad", "disc", "rail", "cone", "link", "ring"]


@dataclass(frozen=True, kw_only=True)
class LockMark:
    """A shape at the position ``place`` [m] with ``axes`` (9, row by row), in the frame of a ``part`` of a
    ``figure``.

    Both are null for a position in the world.
    """

    shape: MarkShape
    place: tuple[float, ...]
    axes: tuple[float, ...]
    figure: str | None = None
    part: str | None = None


def anchor_of(lock: Lock, poses: Poses) -> Array:
    """The present position of the locked point (3,) [m]."""
    return value_of(anchor_handle(lock), poses)


def anchor_handle(lock: Lock) -> Point | CentreOfMass:
    """The point that a lock holds; for a lock that holds no point, the joint of its part."""
    for handle in lock.goal.handles:
        if isinstance(handle, (Point, CentreOfMass)):
            return handle
        if isinstance(handle, Frame):
            return handle.origin
    return Point(part=lock.part, figure=lock.figure)


def mark_of(lock: Lock, poses: Poses, shape: MarkShape) -> LockMark:
    """The mark of a lock."""
    goal = lock.goal
    place: Array | None = None
    on: Point | Frame | None = None
    for field in POSITION_FIELDS:
        if goal.takes.get(field) in ("point", "frame"):
            handle = getattr(goal, field)
            on = handle if isinstance(handle, (Point, Frame)) else None
            place = _position(value_of(handle, poses)) if on is None else np.asarray(on.at)
    if place is None:
        place = anchor_of(lock, poses)
    axes = on.local[:, :3] if isinstance(on, Frame) else np.eye(3)
    for field in ROTATION_FIELDS:
        kind = goal.takes.get(field)
        if kind is None or kind == "point" or on is not None:
            continue
        value = value_of(getattr(goal, field), poses)
        axes = _frame_along(value) if kind == "direction" else value.reshape(3, -1)[:, :3]
    if goal.takes.get("direction") == "direction" and not isinstance(goal, Align):
        axes = _frame_along(value_of(getattr(goal, "direction"), poses))  # noqa: B009  only some goals have one
    return LockMark(
        shape=shape,
        place=tuple(place.tolist()),
        axes=tuple(axes.reshape(9).tolist()),
        figure=None if on is None else on.figure,
        part=None if on is None else on.part,
    )


def _position(value: Array) -> Array:
    return value if value.size == 3 else value.reshape(3, 4)[:, 3]


def _frame_along(z: Array) -> Array:
    """A rotation whose last column is the unit vector z."""
    x = np.cross(np.eye(3)[int(np.argmin(np.abs(z)))], z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=-1)
