"""Goals carried to another place: moved on the ground, or to the other side of the figure's mirror.

Constant targets move.  In a mirror also the parts change sides.  The ground of ``on_ground`` and ``above_ground`` is
that of the world and stays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from manikin.clips.ground import GroundMotion
from manikin.clips.timed_goal import TimedGoal
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.figure.mirror import mirror_partners, mirror_signs, reflection
from manikin.goals import AnyOf, Comfort, OnPath, Position
from manikin.goals.goal import Goal
from manikin.goals.solid_clearance import SolidBalls
from manikin.handles import (
    CentreOfMass,
    Direction,
    FixedDirection,
    FixedFrame,
    FixedOrientation,
    FixedPoint,
    FixedVector,
    Frame,
    Orientation,
    Parameters,
    Point,
)
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, about_axis

__all__ = ["mirrored_goals", "moved_goals"]


def moved_goals(figure: Figure, goals: tuple[TimedGoal, ...], motion: GroundMotion) -> tuple[TimedGoal, ...]:
    """The goals with their constant targets moved on the ground."""
    if motion.angle == 0 and motion.across == (0.0, 0.0):
        return goals
    way = _OnGround(figure, motion)
    return tuple(_carried(goal, way) for goal in goals)


def mirrored_goals(figure: Figure, goals: tuple[TimedGoal, ...]) -> tuple[TimedGoal, ...]:
    """The goals seen in the figure's mirror: parts become their partners, targets are reflected."""
    way = _Mirror(figure)
    return tuple(_carried(goal, way) for goal in goals)


class _OnGround:
    """A rigid motion of constant targets; parts stay what they are."""

    mirrors = False

    def __init__(self, figure: Figure, motion: GroundMotion) -> None:
        up = figure.skeleton.up_index
        self.up = up
        self.turn = about_axis(np.array(figure.skeleton.up_axis), motion.angle)
        self.shift = np.zeros(3)
        self.shift[[(up + 1) % 3, (up + 2) % 3]] = motion.across
        self.local = np.eye(3)

    def part(self, handle: Handle) -> Handle:
        return handle

    def name(self, name: str) -> str:
        return name


class _Mirror:
    """A reflection: of constant targets in space, of handles to the partners of their parts.

    A frame has three axes of its own; to keep it right-handed, its first axis is turned round (``local``).
    """

    mirrors = True

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.up = figure.skeleton.up_index
        self.turn, self.shift, self.flips = reflection(figure)
        self.local = np.diag([-1.0, 1.0, 1.0])
        self.signs, self.partners = mirror_signs(figure), mirror_partners(figure)

    def part(self, handle: Handle) -> Handle:
        if handle.figure not in (None, self.figure.name):
            raise InputError(f"a goal with a part of another figure, {handle.figure}, cannot be mirrored")
        if isinstance(handle, CentreOfMass):
            return handle
        if isinstance(handle, Parameters):
            other = [self.figure.parameter_names[self.partners[self.figure.index(name)]] for name in handle.names]
            return replace(handle, names=tuple(other))
        if not isinstance(handle, (Point, Direction, Orientation, Frame)):
            raise InputError(f"a goal with a {handle.kind} handle cannot be mirrored")
        flip = self.flips[self.figure.skeleton.index(handle.part)]
        new: dict[str, Any] = {"part": self.name(handle.part)}
        if isinstance(handle, (Point, Frame)):
            new["at"] = tuple((flip[:, :3] @ np.asarray(handle.at, float) + flip[:, 3]).tolist())
        if isinstance(handle, Direction):
            new["along"] = tuple((flip[:, :3] @ np.asarray(handle.along, float)).tolist())
        if isinstance(handle, (Orientation, Frame)):
            own = np.reshape(np.asarray(handle.rotation, float), (3, 3))
            new["rotation"] = tuple((_nearest_rotation(flip[:, :3]) @ own @ self.local).reshape(9).tolist())
        return replace(handle, **new)

    def name(self, name: str) -> str:
        """The name with every part in it replaced by its partner, and with left for right."""
        partners = {joint.name: joint.mirror or joint.name for joint in self.figure.skeleton.joints}
        partners = {"left": "right", "right": "left", **partners}
        return partners[name] if name in partners else " ".join(partners.get(word, word) for word in name.split(" "))


_Way = _OnGround | _Mirror


def _carried(timed: TimedGoal, way: _Way) -> TimedGoal:
    moving = timed.moving
    if moving is not None:
        handle = getattr(timed.goal, moving.field)
        rows = tuple(tuple(_fixed(handle.renewed(row), way).constant.tolist()) for row in moving.values)
        moving = replace(moving, values=rows)
    return replace(timed, goal=_carried_goal(timed.goal, way), moving=moving)


def _carried_goal(goal: Goal, way: _Way) -> Goal:
    new: dict[str, Any] = {field: _handle(getattr(goal, field), goal, way) for field in goal.takes}
    new |= {field: tuple(_handle(one, goal, way) for one in getattr(goal, field)) for field in goal.several}
    if goal.name is not None:
        new["name"] = way.name(goal.name)
    if goal.chain is not None:
        new["chain"] = tuple(way.name(joint) for joint in goal.chain)
    for kind, change in _SPECIAL:
        if isinstance(goal, kind):
            new |= change(goal, way)
    return replace(goal, **new)


def _handle(handle: Handle, goal: Goal, way: _Way) -> Handle:
    if isinstance(handle, FixedVector):
        values = getattr(goal, "values", None)
        if not way.mirrors or not isinstance(values, Parameters):
            return handle
        return replace(handle, numbers=tuple(_mirrored_values(values, np.array(handle.numbers, float), way).tolist()))
    fixed = (FixedPoint, FixedDirection, FixedOrientation, FixedFrame)
    return _fixed(handle, way) if isinstance(handle, fixed) else way.part(handle)


def _fixed(handle: Any, way: _Way) -> Any:
    if isinstance(handle, FixedPoint):
        return replace(handle, position=tuple((way.turn @ np.asarray(handle.position) + way.shift).tolist()))
    if isinstance(handle, FixedDirection):
        return replace(handle, along=tuple((way.turn @ np.asarray(handle.along)).tolist()))
    turned = way.turn @ np.reshape(np.asarray(handle.rotation, float), (3, 3)) @ way.local
    rotation = tuple(turned.reshape(9).tolist())
    if isinstance(handle, FixedOrientation):
        return replace(handle, rotation=rotation)
    place = way.turn @ np.asarray(handle.position, float) + way.shift
    return replace(handle, rotation=rotation, position=tuple(place.tolist()))


def _mirrored_values(values: Parameters, numbers: Array, way: _Way) -> Array:
    """Values of parameters, for their partners: the way from rest, with the partner's sign."""
    assert isinstance(way, _Mirror)
    figure = way.figure
    own = [figure.index(name) for name in values.names]
    other = [way.partners[i] for i in own]
    return np.asarray(figure.rest[other] + way.signs[other] * (numbers - figure.rest[own]))


# -- goals with numbers of their own -------------------------------------------------------------------


def _path(goal: OnPath, way: _Way) -> dict[str, Any]:
    return {"points": tuple(tuple((way.turn @ np.asarray(p, float) + way.shift).tolist()) for p in goal.points)}


def _any_of(goal: AnyOf, way: _Way) -> dict[str, Any]:
    return {"goals": tuple(_carried_goal(member, way) for member in goal.goals)}


def _position(goal: Position, way: _Way) -> dict[str, Any]:
    """How much each axis of the world counts; a turn can keep that only where both level axes count alike."""
    axes = np.asarray(goal.axes, float)
    first, second = (axes[(way.up + i) % 3] for i in (1, 2))
    straight = np.allclose(np.abs(way.turn), np.eye(3))
    if first != second and not straight:
        raise InputError(f"{goal.name or goal.kind}: its axes {axes.tolist()} are those of the world and cannot turn")
    return {}


def _solid(goal: SolidBalls, way: _Way) -> dict[str, Any]:
    flip = np.diag(way.local)
    planes = tuple((*(flip * np.asarray(plane[:3], float)).tolist(), *plane[3:]) for plane in goal.planes)
    edges = tuple(tuple((np.tile(flip, 2) * np.asarray(edge, float)).tolist()) for edge in goal.edges)
    return {"planes": planes, "edges": edges} if way.mirrors else {}


def _comfort(goal: Comfort, way: _Way) -> dict[str, Any]:
    if not way.mirrors:
        return {}
    if not isinstance(goal.values, Parameters):
        raise InputError("a comfort goal can be mirrored only if its values are parameters")
    fields = ("lo", "easy_lo", "easy_hi", "hi")
    values = goal.values
    rows = [_mirrored_values(values, np.asarray(getattr(goal, field), float), way) for field in fields]
    return {field: tuple(row.tolist()) for field, row in zip(fields, np.sort(rows, axis=0), strict=True)}


_SPECIAL: tuple[tuple[type[Goal], Callable[[Any, _Way], dict[str, Any]]], ...] = (
    (OnPath, _path),
    (AnyOf, _any_of),
    (Position, _position),
    (SolidBalls, _solid),
    (Comfort, _comfort),
)


def _nearest_rotation(matrix: Array) -> Array:
    u, _, v = np.linalg.svd(matrix)
    return np.asarray(u @ v)
