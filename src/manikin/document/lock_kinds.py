"""The kinds of lock in the menu, each made from the present pose of a part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from manikin import goals as g
from manikin.document.document import Document
from manikin.document.ik_chain import effector_of
from manikin.document.lock_mark import MarkShape
from manikin.errors import InputError, UnknownName
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal
from manikin.handles import Direction, Frame, Orientation, Point
from manikin.math.rotations import Array, Vec3, to_quaternion

__all__ = ["LOCK_KINDS", "LockKind", "LockOptions", "make_goal"]

DEGREES_PER_METRE_EVEN = 57.29577951308232
"""180/π: a radian weighs as much as a metre."""

EYES = "eyes"
"""The part that says where the part that carries it looks from."""


@dataclass(frozen=True, kw_only=True)
class LockOptions:
    """The options of a new lock; those that are left out are read from the poses.

    Attributes:
        at: A point of the part [m].
        axes: Which of x, y, z are held.
        along: A direction: of the world for planes, lines and alignment, of the part for aims.
        target: A position [m].
        other: Another part that the lock joins the part to.
        other_figure: The figure of that part; by default the same one.
        lo, hi: A range of distances [m].
    """

    at: Vec3 | None = None
    axes: tuple[bool, bool, bool] = (True, True, True)
    along: Vec3 | None = None
    target: Vec3 | None = None
    other: str | None = None
    other_figure: str | None = None
    lo: float | None = None
    hi: float | None = None


@dataclass(frozen=True)
class Site:
    """The part of a figure that a new lock is made for, and the options of the lock."""

    document: Document
    figure: str
    part: str
    options: LockOptions

    @property
    def pose(self) -> Pose:
        """The pose of the figure."""
        return self.document.poses[self.figure]

    @property
    def up(self) -> Vec3:
        """Away from the ground."""
        return self.pose.figure.skeleton.up_axis

    def point(self) -> Point:
        """The point of the part, by default its effector."""
        skeleton, at = self.pose.figure.skeleton, self.options.at
        return Point(figure=self.figure, part=self.part, at=effector_of(skeleton, self.part) if at is None else at)

    def target(self, point: Point) -> Array:
        """The given target, or the present position of the point."""
        return point.value(self.pose) if self.options.target is None else np.array(self.options.target)

    def other(self, what: str) -> tuple[str, str, Pose]:
        """The figure, name and pose of the other part; ``what`` completes the error message."""
        if self.options.other is None:
            raise InputError(f"name the other part that {what}")
        actor = self.document.actor(self.options.other_figure or self.figure)
        actor.figure.skeleton.index(self.options.other)
        if (actor.name, self.options.other) == (self.figure, self.part):
            raise InputError("a part cannot be joined to itself")
        return actor.name, self.options.other, actor.pose


@dataclass(frozen=True)
class LockKind:
    """A kind of lock: its label in the menu, the end of its names, its mark, and its options."""

    label: str
    noun: str
    mark: MarkShape
    options: tuple[str, ...]
    make: Callable[[Site], Goal]


def make_goal(kind: str, document: Document, figure: str, part: str, options: LockOptions) -> Goal:
    """The goal of a new lock on a part in its present pose."""
    if kind not in LOCK_KINDS:
        raise UnknownName("kind of lock", kind, LOCK_KINDS)
    document.actor(figure).figure.skeleton.index(part)
    known = LOCK_KINDS[kind]
    takes = (*known.options, *(("other_figure",) if "other" in known.options else ()))
    for name, value in vars(options).items():
        if name not in takes and value != getattr(LockOptions, name):
            raise InputError(f"a lock of the kind {kind} takes {', '.join(takes) or 'no options'}, not {name}")
    return known.make(Site(document, figure, part, options))


def _position(site: Site) -> Goal:
    point = site.point()
    weights = tuple(float(held) for held in site.options.axes)
    if not any(weights):
        raise InputError("at least one axis must be held")
    return g.Position(point=point, target=site.target(point), axes=weights)


def _frame(site: Site) -> tuple[Frame, Array]:
    at = (0.0, 0.0, 0.0) if site.options.at is None else site.options.at
    frame = Frame(figure=site.figure, part=site.part, at=at)
    value = frame.value(site.pose).reshape(3, 4)
    if site.options.target is not None:
        value[:, 3] = site.options.target
    return frame, value


def _pose(site: Site) -> Goal:
    frame, value = _frame(site)
    return g.PoseGoal(frame=frame, target=value)


def _pose_axes(site: Site) -> Goal:
    frame, value = _frame(site)
    return g.PoseAxes(frame=frame, target=value, degrees_per_metre=_held(site))


def _orientation(site: Site) -> Goal:
    return g.OrientationGoal(orientation=_handle(site), target=_turn(site))


def _orientation_axes(site: Site) -> Goal:
    return g.OrientationAxes(orientation=_handle(site), target=_turn(site), degrees_per_metre=_held(site))


def _handle(site: Site) -> Orientation:
    return Orientation(figure=site.figure, part=site.part)


def _turn(site: Site) -> Array:
    return to_quaternion(site.pose.orientation(site.part))


def _held(site: Site) -> tuple[float | None, float | None, float | None]:
    x, y, z = (DEGREES_PER_METRE_EVEN if held else None for held in site.options.axes)
    return (x, y, z)


def _plane(site: Site) -> Goal:
    point = site.point()
    return g.Plane(point=point, origin=site.target(point), normal=site.options.along or site.up)


def _half_space(site: Site) -> Goal:
    point = site.point()
    return g.HalfSpace(point=point, origin=site.target(point), normal=site.options.along or site.up)


def _line(site: Site) -> Goal:
    point = site.point()
    return g.Line(point=point, origin=site.target(point), along=site.options.along or site.up)


def _view(site: Site, *, at_part: bool) -> tuple[Point, Direction, Array | Point]:
    """A part's point, its viewing direction (z by default), and a position or a part as target."""
    point = Point(figure=site.figure, part=site.part, at=site.options.at or _eyes(site))
    direction = Direction(figure=site.figure, part=site.part, along=site.options.along or (0.0, 0.0, 1.0))
    if at_part:
        figure, part, pose = site.other("is looked at")
        return point, direction, Point(figure=figure, part=part, at=effector_of(pose.figure.skeleton, part))
    ahead = point.value(site.pose) + direction.value(site.pose)
    return point, direction, ahead if site.options.target is None else np.array(site.options.target)


def _eyes(site: Site) -> Vec3:
    """Where a part looks from: the place of its eyes, if it has some, else its origin."""
    for child in site.pose.figure.skeleton.children(site.part):
        if child == EYES:
            x, y, z = site.pose.convert_point(site.pose.position(child), None, site.part).tolist()
            return (x, y, z)
    return (0.0, 0.0, 0.0)


def _aim(site: Site, at_part: bool = False) -> Goal:
    point, direction, target = _view(site, at_part=at_part)
    return g.Aim(point=point, direction=direction, target=target)


def _look_at(site: Site, at_part: bool = False) -> Goal:
    point, direction, target = _view(site, at_part=at_part)
    sky = site.up
    up = site.pose.convert_direction(sky, None, site.part)
    along = tuple((up - (up @ direction.along) * np.array(direction.along)).tolist())
    upright = Direction(figure=site.figure, part=site.part, along=along)
    return g.LookAt(point=point, direction=direction, up=upright, target=target, sky=sky)


def _align(site: Site, with_part: bool = False) -> Goal:
    heading = site.up if site.options.along is None else site.options.along
    along = site.pose.convert_direction(heading, None, site.part)
    direction = Direction(figure=site.figure, part=site.part, along=tuple(along.tolist()))
    if not with_part:
        return g.Align(direction=direction, target=heading)
    figure, part, pose = site.other("it is aligned with")
    theirs = tuple(pose.convert_direction(heading, None, part).tolist())
    return g.Align(direction=direction, target=Direction(figure=figure, part=part, along=theirs))


def _distance(site: Site) -> Goal:
    figure, part, pose = site.other("the distance is kept to")
    point = site.point()
    target = Point(figure=figure, part=part, at=effector_of(pose.figure.skeleton, part))
    lo, hi = site.options.lo, site.options.hi
    if lo is None and hi is None:
        lo = hi = float(np.linalg.norm(point.value(site.pose) - target.value(pose)))
    return g.Distance(point=point, target=target, lo=lo or 0.0, hi=hi)


def _attach(site: Site) -> Goal:
    figure, part, pose = site.other("it is attached to")
    point = site.point()
    at = pose.convert_point(site.target(point), None, part)
    return g.Position(point=point, target=Point(figure=figure, part=part, at=tuple(at.tolist())))


def _hold(site: Site) -> Goal:
    figure, part, pose = site.other("it holds")
    frame, now = _frame(site)
    at = pose.convert_point(now[:, 3], None, part)
    turn = pose.orientation(part).T @ now[:, :3]
    there = Frame(figure=figure, part=part, at=tuple(at.tolist()), rotation=tuple(turn.reshape(9).tolist()))
    return g.PoseGoal(frame=frame, target=there)


def _ground(site: Site) -> Goal:
    point = site.point()
    if site.document.up != "y":
        return _plane(site)
    return site.document.ground.keeping(point, site.target(point))


LOCK_KINDS: dict[str, LockKind] = {
    "position": LockKind("Position", "position", "pin", ("at", "axes", "target"), _position),
    "orientation": LockKind("Orientation", "orientation", "triad", (), _orientation),
    "orientation_axes": LockKind("Orientation, some axes", "axes", "triad", ("axes",), _orientation_axes),
    "pose": LockKind("Position and orientation", "", "triad", ("at", "target"), _pose),
    "pose_axes": LockKind("Position and some axes", "grip", "triad", ("at", "axes", "target"), _pose_axes),
    "plane": LockKind("In a plane", "plane", "disc", ("at", "along", "target"), _plane),
    "ground": LockKind("On the ground", "ground", "disc", ("at",), _ground),
    "half_space": LockKind("On one side of a plane", "side", "disc", ("at", "along", "target"), _half_space),
    "line": LockKind("On a line", "line", "rail", ("at", "along", "target"), _line),
    "aim": LockKind("Aim at a point", "aim", "cone", ("at", "along", "target"), _aim),
    "aim_part": LockKind("Aim at another part", "aim", "cone", ("at", "along", "other"), partial(_aim, at_part=True)),
    "look_at": LockKind("Look at a point, upright", "gaze", "cone", ("at", "along", "target"), _look_at),
    "look_at_part": LockKind(
        "Look at another part, upright", "gaze", "cone", ("at", "along", "other"), partial(_look_at, at_part=True)
    ),
    "align": LockKind("Keep a direction", "direction", "cone", ("along",), _align),
    "align_part": LockKind(
        "Keep a direction of another part", "direction", "cone", ("along", "other"), partial(_align, with_part=True)
    ),
    "distance": LockKind("Distance to another part", "distance", "link", ("at", "other", "lo", "hi"), _distance),
    "attach": LockKind("Attach to another part", "attachment", "link", ("at", "other", "target"), _attach),
    "hold": LockKind("Hold another part firmly", "grip", "triad", ("at", "other"), _hold),
}
"""The kinds by their names in commands."""
