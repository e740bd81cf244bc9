"""The kinds of lock that a menu offers, each made from a part as it stands in a pose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from manikin import goals as g
from manikin.document.ik_chain import effector_of
from manikin.document.lock import MarkShape
from manikin.errors import InputError, UnknownName
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal
from manikin.handles import Direction, Frame, Orientation, Point
from manikin.math.rotations import Array, Vec3, to_quaternion

__all__ = ["LOCK_KINDS", "LockKind", "LockOptions", "make_goal"]

ONE_DEGREE_FOR_A_DEGREE = 57.29577951308232  # degrees per metre at which a radian weighs as much as a metre


@dataclass(frozen=True, kw_only=True)
class LockOptions:
    """What may be said of a new lock; what is left out is read from the pose.

    ``at`` is a point of the part [m]; ``axes`` says which of x, y, z are held; ``along`` is a direction (of the
    world for planes, lines and alignment, of the part for aims); ``target`` a place [m]; ``other`` another part;
    ``lo`` and ``hi`` a range of distances [m].
    """

    at: Vec3 | None = None
    axes: tuple[bool, bool, bool] = (True, True, True)
    along: Vec3 | None = None
    target: Vec3 | None = None
    other: str | None = None
    lo: float | None = None
    hi: float | None = None


@dataclass(frozen=True)
class LockKind:
    """A kind of lock: what a menu calls it, what its name ends with, how it is drawn, which options it knows."""

    label: str
    noun: str
    mark: MarkShape
    options: tuple[str, ...]
    make: Callable[[Pose, str, LockOptions], Goal]


def make_goal(kind: str, pose: Pose, part: str, options: LockOptions) -> Goal:
    """The goal of a new lock on a part as it stands in the pose."""
    if kind not in LOCK_KINDS:
        raise UnknownName("kind of lock", kind, LOCK_KINDS)
    pose.figure.skeleton.index(part)
    known = LOCK_KINDS[kind]
    for name, value in vars(options).items():
        if name not in known.options and value != getattr(LockOptions, name):
            takes = ", ".join(known.options) or "no options"
            raise InputError(f"a lock of the kind {kind} takes {takes}, not {name}")
    return known.make(pose, part, options)


def _point(pose: Pose, part: str, options: LockOptions) -> Point:
    return Point(part=part, at=effector_of(pose.figure.skeleton, part) if options.at is None else options.at)


def _up(pose: Pose) -> Vec3:
    return (0.0, 1.0, 0.0) if pose.figure.skeleton.up == "y" else (0.0, 0.0, 1.0)


def _position(pose: Pose, part: str, options: LockOptions) -> Goal:
    point = _point(pose, part, options)
    weights = tuple(float(held) for held in options.axes)
    if not any(weights):
        raise InputError("at least one axis must be held")
    return g.Position(point=point, target=_target(pose, point, options), axes=weights)


def _target(pose: Pose, point: Point, options: LockOptions) -> Array:
    return point.value(pose) if options.target is None else np.array(options.target)


def _frame(pose: Pose, part: str, options: LockOptions) -> tuple[Frame, Array]:
    frame = Frame(part=part, at=(0.0, 0.0, 0.0) if options.at is None else options.at)
    value = frame.value(pose).reshape(3, 4)
    if options.target is not None:
        value[:, 3] = options.target
    return frame, value


def _pose(pose: Pose, part: str, options: LockOptions) -> Goal:
    frame, value = _frame(pose, part, options)
    return g.PoseGoal(frame=frame, target=value)


def _pose_axes(pose: Pose, part: str, options: LockOptions) -> Goal:
    frame, value = _frame(pose, part, options)
    return g.PoseAxes(frame=frame, target=value, degrees_per_metre=_held(options))


def _orientation(pose: Pose, part: str, options: LockOptions) -> Goal:
    return g.OrientationGoal(orientation=Orientation(part=part), target=_turn(pose, part))


def _orientation_axes(pose: Pose, part: str, options: LockOptions) -> Goal:
    held = _held(options)
    return g.OrientationAxes(orientation=Orientation(part=part), target=_turn(pose, part), degrees_per_metre=held)


def _turn(pose: Pose, part: str) -> Array:
    return to_quaternion(pose.orientation(part))


def _held(options: LockOptions) -> tuple[float | None, float | None, float | None]:
    x, y, z = (ONE_DEGREE_FOR_A_DEGREE if held else None for held in options.axes)
    return (x, y, z)


def _plane(pose: Pose, part: str, options: LockOptions) -> Goal:
    point = _point(pose, part, options)
    return g.Plane(point=point, origin=_target(pose, point, options), normal=options.along or _up(pose))


def _half_space(pose: Pose, part: str, options: LockOptions) -> Goal:
    point = _point(pose, part, options)
    return g.HalfSpace(point=point, origin=_target(pose, point, options), normal=options.along or _up(pose))


def _line(pose: Pose, part: str, options: LockOptions) -> Goal:
    point = _point(pose, part, options)
    return g.Line(point=point, origin=_target(pose, point, options), along=options.along or _up(pose))


def _view(pose: Pose, part: str, options: LockOptions) -> tuple[Point, Direction, Array]:
    """A part's point and the direction that it looks along, z where none is said, and a target."""
    point = Point(part=part) if options.at is None else Point(part=part, at=options.at)
    direction = Direction(part=part, along=options.along or (0.0, 0.0, 1.0))
    ahead = point.value(pose) + direction.value(pose)
    return point, direction, ahead if options.target is None else np.array(options.target)


def _aim(pose: Pose, part: str, options: LockOptions) -> Goal:
    point, direction, target = _view(pose, part, options)
    return g.Aim(point=point, direction=direction, target=target)


def _look_at(pose: Pose, part: str, options: LockOptions) -> Goal:
    point, direction, target = _view(pose, part, options)
    sky = _up(pose)
    up = pose.convert_direction(sky, None, part)
    upright = Direction(part=part, along=tuple((up - (up @ direction.along) * np.array(direction.along)).tolist()))
    return g.LookAt(point=point, direction=direction, up=upright, target=target, sky=sky)


def _align(pose: Pose, part: str, options: LockOptions) -> Goal:
    heading = _up(pose) if options.along is None else options.along
    along = pose.convert_direction(heading, None, part)
    return g.Align(direction=Direction(part=part, along=tuple(along.tolist())), target=heading)


def _distance(pose: Pose, part: str, options: LockOptions) -> Goal:
    point, target = _point(pose, part, options), _other(pose, options)
    now = float(np.linalg.norm(point.value(pose) - target.value(pose)))
    lo = now if options.lo is None and options.hi is None else options.lo or 0.0
    hi = now if options.lo is None and options.hi is None else options.hi
    return g.Distance(point=point, target=target, lo=lo, hi=hi)


def _attach(pose: Pose, part: str, options: LockOptions) -> Goal:
    point = _point(pose, part, options)
    other = options.other
    if other is None:
        raise InputError("say which other part it is attached to")
    if other == part:
        raise InputError("a part cannot be attached to itself")
    place = point.value(pose) if options.target is None else np.array(options.target)
    at = pose.convert_point(place, None, other)
    return g.Position(point=point, target=Point(part=other, at=tuple(at.tolist())))


def _other(pose: Pose, options: LockOptions) -> Point:
    if options.other is None:
        raise InputError("say which other part the distance is kept to")
    pose.figure.skeleton.index(options.other)
    return Point(part=options.other, at=effector_of(pose.figure.skeleton, options.other))


LOCK_KINDS: dict[str, LockKind] = {
    "position": LockKind("Position", "position", "pin", ("at", "axes", "target"), _position),
    "orientation": LockKind("Orientation", "orientation", "triad", (), _orientation),
    "orientation_axes": LockKind("Orientation, some axes", "axes", "triad", ("axes",), _orientation_axes),
    "pose": LockKind("Position and orientation", "", "triad", ("at", "target"), _pose),
    "pose_axes": LockKind("Position and some axes", "grip", "triad", ("at", "axes", "target"), _pose_axes),
    "plane": LockKind("In a plane", "plane", "disc", ("at", "along", "target"), _plane),
    "half_space": LockKind("On one side of a plane", "side", "disc", ("at", "along", "target"), _half_space),
    "line": LockKind("On a line", "line", "rail", ("at", "along", "target"), _line),
    "aim": LockKind("Aim at a point", "aim", "cone", ("at", "along", "target"), _aim),
    "look_at": LockKind("Look at a point, upright", "gaze", "cone", ("at", "along", "target"), _look_at),
    "align": LockKind("Keep a direction", "direction", "cone", ("along",), _align),
    "distance": LockKind("Distance to another part", "distance", "link", ("at", "other", "lo", "hi"), _distance),
    "attach": LockKind("Attach to another part", "attachment", "link", ("at", "other", "target"), _attach),
}
"""By the name that commands give them."""
