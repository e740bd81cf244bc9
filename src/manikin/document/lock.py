"""A lock: a goal that is kept while the figure is posed (W 6.3), and the mark that shows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from manikin.document.ik_chain import chain_of, columns_of
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import Align
from manikin.goals.goal import Goal
from manikin.handles import (
    CentreOfMass,
    FixedDirection,
    FixedFrame,
    FixedOrientation,
    FixedPoint,
    Frame,
    Orientation,
    Point,
)
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, orthonormal_frame
from manikin.skeleton.variables import check_name

__all__ = ["Lock", "Mark", "MarkShape", "anchor_handle", "anchor_of", "mark_of", "moved"]

MarkShape = Literal["pin", "triad", "disc", "rail", "cone", "link", "ring"]
PLACES = ("target", "origin")
TURNS = ("target", "along", "normal")


@dataclass(frozen=True, kw_only=True)
class Lock:
    """A goal with a name, kept soft or hard while it is ``enabled``.

    ``chain`` names the joints that may serve it; None are those up to the nearest branch.  ``id`` never changes.
    """

    id: int
    name: str
    part: str
    kind: str
    goal: Goal
    hard: bool = True
    enabled: bool = True
    chain: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        check_name(self.name, "lock")
        if not isinstance(self.goal, Goal):
            raise InputError(f"lock {shorten(self.name)}: a goal is wanted, not {shorten(self.goal)}")

    def check(self, figure: Figure) -> None:
        """Raise where the figure lacks what the lock speaks of."""
        figure.skeleton.index(self.part)
        for joint in self.chain or ():
            figure.skeleton.index(joint)
        for handle in self.goal.handles:
            handle.check(figure)

    def serving(self, figure: Figure) -> tuple[str, ...]:
        """The joints that may serve the lock."""
        return chain_of(figure, self.part) if self.chain is None else self.chain

    def columns(self, figure: Figure) -> set[int]:
        """The parameters that may serve the lock."""
        return columns_of(figure, self.serving(figure))


@dataclass(frozen=True, kw_only=True)
class Mark:
    """How a lock is drawn: a shape at a ``place`` [m] with ``axes`` (9, row by row), in the frame of the part ``on``.

    ``on`` is null where the place is one of the world.
    """

    shape: MarkShape
    place: tuple[float, ...]
    axes: tuple[float, ...]
    on: str | None = None


def anchor_of(lock: Lock, pose: Pose) -> Array:
    """Where the locked point of the figure is now (3,) [m]."""
    handle = anchor_handle(lock)
    return handle.value(pose)


def anchor_handle(lock: Lock) -> Point | CentreOfMass:
    """The point of the figure that a lock is about; its part's joint where it is about none."""
    for handle in lock.goal.handles:
        if isinstance(handle, (Point, CentreOfMass)):
            return handle
        if isinstance(handle, Frame):
            return Point(part=handle.part, at=handle.at, figure=handle.figure)
    return Point(part=lock.part)


def mark_of(lock: Lock, pose: Pose, shape: MarkShape) -> Mark:
    """The mark of a lock."""
    goal = lock.goal
    place: Array | None = None
    on: str | None = None
    for field in PLACES:
        if goal.takes.get(field) in ("point", "frame"):
            handle = getattr(goal, field)
            on = handle.part if isinstance(handle, (Point, Frame)) else None
            place = np.asarray(handle.at) if on is not None else _place(handle.value(pose))
    if place is None:
        place = anchor_of(lock, pose)
    axes = np.eye(3)
    for field in TURNS:
        kind = goal.takes.get(field)
        if kind is None or kind == "point" or on is not None:
            continue
        value = getattr(goal, field).value(pose)
        if kind == "direction":
            axes = _frame_along(value)
        else:
            axes = value.reshape(3, -1)[:, :3]
    if goal.takes.get("direction") == "direction" and not isinstance(goal, Align):
        axes = _frame_along(getattr(goal, "direction").value(pose))  # noqa: B009  only some goals have one
    return Mark(shape=shape, place=tuple(place.tolist()), axes=tuple(axes.reshape(9).tolist()), on=on)


def moved(goal: Goal, pose: Pose, *, place: Array | None = None, turn: Array | None = None) -> Goal:
    """The goal with its target at another place (3,) [m], turned to another orientation (3, 3), or both.

    Of a goal on directions the last axis of ``turn`` counts.  A target on another part moves with that part.
    """
    changes: dict[str, Handle] = {}
    for field, value_type in goal.takes.items():
        handle = getattr(goal, field)
        if place is not None and field in PLACES and value_type in ("point", "frame"):
            handle = changes[field] = _placed(handle, pose, place)
        if turn is not None and field in TURNS and value_type in ("direction", "orientation", "frame"):
            changes[field] = _turned(handle, turn)
    if not changes:
        raise InputError(f"a lock of the kind {goal.kind} cannot be {'moved' if turn is None else 'turned'}")
    return replace(goal, **changes)  # type: ignore[arg-type]


def _placed(handle: Handle, pose: Pose, place: Array) -> Handle:
    x, y, z = (float(a) for a in place)
    if isinstance(handle, (Point, Frame)):
        x, y, z = pose.convert_point(place, None, handle.part).tolist()
        return replace(handle, at=(x, y, z))
    if isinstance(handle, FixedFrame):
        return replace(handle, position=(x, y, z))
    if isinstance(handle, FixedPoint):
        return FixedPoint(position=(x, y, z))
    raise InputError(f"a {handle.kind} cannot be moved")


def _turned(handle: Handle, turn: Array) -> Handle:
    rotation = tuple(orthonormal_frame(turn).reshape(9).tolist())
    if isinstance(handle, FixedDirection):
        x, y, z = rotation[2::3]
        return FixedDirection(along=(x, y, z))
    if isinstance(handle, FixedOrientation):
        return FixedOrientation(rotation=rotation)
    if isinstance(handle, FixedFrame):
        return replace(handle, rotation=rotation)
    if isinstance(handle, Orientation):
        raise InputError("a lock on another part's orientation cannot be turned")
    raise InputError(f"a {handle.kind} cannot be turned")


def _place(value: Array) -> Array:
    return value if value.size == 3 else value.reshape(3, 4)[:, 3]


def _frame_along(z: Array) -> Array:
    """A rotation whose last column is the unit vector z."""
    x = np.cross(np.eye(3)[int(np.argmin(np.abs(z)))], z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=-1)
