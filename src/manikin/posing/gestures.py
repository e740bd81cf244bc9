"""Gestures: drags of a part, a lock or a slider, from press to release (W 6.2)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from manikin.document.document import Document
from manikin.document.ik_chain import ChainMode, ray_at_depth
from manikin.document.lock import Lock, Poses, in_world, moved
from manikin.document.lock_mark import anchor_of, mark_of
from manikin.document.names import display_name
from manikin.document.stored_pose import PoseLocks
from manikin.errors import InputError
from manikin.handles.point import OnPart
from manikin.math.rotations import Array, Vec3, about_axis
from manikin.posing.activities import MAX_REFRESHES, REST_CHANGE, Activity, Moment, Outcome, largest_change
from manikin.posing.balance import left_of
from manikin.posing.interactive_solve import InteractiveSolve
from manikin.posing.keep_locks import affected_locks, keep_locks, slider_goal, slider_locks
from manikin.posing.lifting import above_ground
from manikin.posing.lock_meter import reading_of
from manikin.posing.stretching import PulledLimbs
from manikin.problem.state_vector import Name

__all__ = [
    "Cursor",
    "Drag",
    "Grab",
    "LockDrag",
    "Ray",
    "SliderDrag",
    "Turn",
    "needed",
    "rotation_of",
    "through",
]

MAX_SETTLING_REFRESHES = 30
"""Largest number of refreshes for a released drag to come to rest."""


@dataclass(frozen=True, kw_only=True)
class Ray:
    """The line of sight through the cursor."""

    origin: Vec3
    direction: Vec3


@dataclass(frozen=True, kw_only=True)
class Turn:
    """An angle [rad] about an axis of the world, relative to the start of the gesture."""

    axis: Vec3
    angle: float


@dataclass(frozen=True, kw_only=True)
class Grab(Moment):
    """What a gesture drags; ``mode`` and ``base`` are those of the settings by default.

    A part is pulled by the point ``at`` of its frame [m] that was pressed; by default by its effector.  An ``exact``
    pull follows places instead of rays, in all three directions.  ``others`` are parts that are rotated too.  For the
    last ones, which are about a stored pose, see ``PoseShare``.
    """

    what: Literal["part", "rotate", "root", "lock", "slider", "pole", "pose", "foot", "hand"]
    figure: str | None = None
    part: str | None = None
    at: Vec3 | None = None
    exact: bool = False
    lock: int | None = None
    parameter: str | None = None
    mode: ChainMode | None = None
    base: str | None = None
    others: tuple[str, ...] = ()
    pose: str | None = None
    parts: tuple[str, ...] | None = None
    mirrored: bool = False
    locks: PoseLocks = "own"


@dataclass(frozen=True, kw_only=True)
class Cursor:
    """The cursor: a ray, a place [m], a rotation, or the value of a slider; ``seq`` counts its moves."""

    seq: int
    ray: Ray | None = None
    place: Vec3 | None = None
    turn: Turn | None = None
    value: float | None = None


class Drag(Activity):
    """Base of all gestures; the newest cursor position wins.

    Attributes:
        live: The document whose locks are kept during the drag.
        figure: The name of the dragged figure.
        chain: The IK chain, from the base on.
        base: The joint where the chain begins.
    """

    def __init__(self, document: Document, grab: Grab) -> None:
        super().__init__(document, grab)
        self.grab = grab
        self.live = self.document if document.settings.continuous else _without_locks(self.document)
        self.figure = ""
        self.chain: tuple[str, ...] = ()
        self.base: str | None = None
        self.cursor: Cursor | None = None
        self._fresh, self._still, self._refreshes = False, True, 0
        self._facing: Array | None = None
        self.begin()

    def begin(self) -> None:
        """Find what is dragged in the document."""
        raise NotImplementedError

    def advance(self, cursor: Cursor) -> None:
        """One refresh towards the cursor."""
        raise NotImplementedError

    def at_depth(self, ray: Ray, place: Array) -> Array:
        """The point of the cursor's ray at the depth of a place, in the plane that faced the first ray."""
        origin, direction = np.array(ray.origin), np.array(ray.direction)
        if self._facing is None:
            self._facing = direction
        return ray_at_depth(origin, direction, place, self._facing)

    def follow(self, cursor: Cursor) -> None:
        """Set the present cursor."""
        self.cursor, self._fresh, self._refreshes = cursor, True, 0

    @property
    def fresh(self) -> bool:
        """Whether the cursor has moved since the last refresh."""
        return self._fresh

    @property
    def waiting(self) -> bool:
        return self._fresh or not (self._still or self._refreshes > MAX_REFRESHES)

    def step(self) -> None:
        if self.cursor is None:
            return
        self._fresh = False
        self._refreshes += 1
        self.seq = self.cursor.seq
        before = self.states
        self.advance(self.cursor)
        self._still = largest_change(self.states, before) < REST_CHANGE

    def settle(self) -> None:
        """The cursor is released: come to rest at it."""
        for _ in range(MAX_SETTLING_REFRESHES):
            if not self.waiting:
                break
            self.step()

    def outcome(self) -> Outcome:
        return super().outcome() if self.document.settings.continuous else self.solved_outcome(self.document.figures)

    def solved_outcome(self, figures: Collection[str]) -> Outcome:
        """The result after solving for the locks on some figures."""
        found = super().outcome()
        document = self.document
        for lock in found.locks:
            document = document.with_lock(lock)
        kept = keep_locks(document, self.states, figures=figures)
        return replace(found, states={a.name: a.q for a in kept.actors if a.q != self.document.actor(a.name).q})

    def restarted(self, document: Document) -> Drag:
        other = type(self)(document, self.grab)
        if self.cursor is not None:
            other.follow(self.cursor)
        return other


class LockDrag(Drag):
    """Move or rotate a lock's target; the figures follow.

    A target on another part is a position in the world until the mark is released, so the other part waits for it.
    """

    def begin(self) -> None:
        self.lock = self.document.lock(-1 if self.grab.lock is None else self.grab.lock)
        self.figure, self.label = self.lock.figure, f"Move {self.lock.name}"
        self.chain = self.lock.chains(self.document.figures)[self.figure]
        self.base = self.chain[0] if self.chain else None
        poses = self.document.poses
        mark = mark_of(self.lock, poses, "pin")
        self.place = np.asarray(mark.place)
        if mark.figure is not None:
            self.place = poses[mark.figure].convert_point(self.place, mark.part)
        self.start, self.goal, self._first = np.reshape(mark.axes, (3, 3)), self.place, self.place
        self._moved = False
        pulled = replace(self.live.lock(self.lock.id), goal=in_world(self.lock.goal, poses))
        lifted = {self.figure: self.lock.part}
        affected = affected_locks(self.live.with_lock(pulled), self.live.columns(pulled), lifted)
        self.solve: InteractiveSolve | None = None
        self._limbs: PulledLimbs | None = None
        if any(own.id == self.lock.id for own in affected.locks):
            # what is dragged goes as far as the other locks let it, like a part that is pulled
            locks = tuple(replace(own, hard=False) if own.id == self.lock.id else own for own in affected.locks)
            movable: list[Name] = []
            if isinstance(point := self.lock.goal.handles[0], OnPart) and point.figure == self.figure:
                self._limbs = PulledLimbs(self.live, self.figure, point.part, point.at, self.chain)
                self._point, movable = point, [(self.figure, name) for name in self._limbs.names]
            goals = [] if self._limbs is None else self._limbs.goals()
            affected = replace(affected, locks=locks)
            self.solve = InteractiveSolve(self.live, goals, {}, affected=affected, movable=movable)
            if goals:
                self.solve.step()  # see ``PartDrag``
            self.states = self.solve.states

    def effector(self, poses: Poses) -> Array:
        return anchor_of(self.lock, poses)

    def advance(self, cursor: Cursor) -> None:
        poses = {name: self.pose_of(name) for name in self.lock.figures}
        before = self.place
        if cursor.turn is not None:
            goal = moved(self.lock.goal, poses, turn=rotation_of(cursor.turn) @ self.start)
            self.label = f"Turn {self.lock.name}"
        elif cursor.ray is not None:
            self.place = self.at_depth(cursor.ray, self.place)
            goal = moved(self.lock.goal, poses, place=self.place)
        elif cursor.place is not None:
            self.place = np.array(cursor.place)
            goal = moved(self.lock.goal, poses, place=self.place)
        else:
            raise InputError("a lock follows a ray, a place or a turn")
        self.goal, self._moved = self.place, True
        self.lock = replace(self.lock, goal=goal)
        if self.solve is not None:
            self.solve.leave(left_of(float(np.linalg.norm(self.place - self._first))))
            self.solve.hurry(float(np.linalg.norm(self.place - before)))
            if self._limbs is not None:
                pose = poses[self.figure]
                held = pose.convert_point(self._point.at, self._point.part)
                self._limbs.pull(pose, held, held if cursor.turn is not None else self.place)
                self.solve.set_targets(self._limbs.goals())
            self.solve.set_lock(replace(self.lock, goal=in_world(goal, poses)))
            self.states = self.solve.step()
            if self._limbs is not None:
                self.states = {**self.states, self.figure: self._limbs.exactly(self.states[self.figure])}

    @property
    def moved_locks(self) -> tuple[Lock, ...]:
        return (self.lock,) if self._moved else ()

    def outcome(self) -> Outcome:
        poses = {name: self.pose_of(name) for name in self.lock.figures}
        waits = self._moved and self.lock.active and in_world(self.lock.goal, poses) is not self.lock.goal
        if not waits or not self.document.settings.continuous or reading_of(self.lock, poses).held:
            return super().outcome()
        return self.solved_outcome(self.lock.figures)  # the other part comes to a place that was out of reach


class SliderDrag(Drag):
    """Move a slider; locks are kept while it moves."""

    def begin(self) -> None:
        actor = self.document.movable(self.grab.figure)
        self.figure, figure = actor.name, actor.figure
        self.parameter = needed(self.grab.parameter, "parameter")
        self.column = figure.index(self.parameter)
        self.label = f"Set {display_name(self.parameter)}"
        self.states = {self.figure: np.array(actor.q)}
        affected = slider_locks(self.live, self.figure, [self.parameter])
        self.solve: InteractiveSolve | None = None
        if affected.locks:
            free = {**affected.free, self.figure: affected.free.get(self.figure, frozenset()) - {self.column}}
            self.solve = InteractiveSolve(
                self.live,
                [slider_goal(self.live, self.figure, {self.parameter: actor.q[self.column]})],
                {},
                affected=affected,
                upright=free,
                movable=[(self.figure, self.parameter)],
            )
            self.states = self.solve.states

    def advance(self, cursor: Cursor) -> None:
        if cursor.value is None:
            raise InputError("a slider follows a value")
        figure = self.document.figures[self.figure]
        value = float(np.clip(cursor.value, figure.lo[self.column], figure.hi[self.column]))
        q = np.array(self.document.actor(self.figure).q) if self.solve is None else self.states[self.figure].copy()
        q[self.column] = value
        if self.solve is None:
            self.states = {self.figure: above_ground(self.live, self.figure, q)}
            return
        self.solve.set_targets([slider_goal(self.live, self.figure, {self.parameter: value})])
        self.solve.restart({self.figure: q})
        self.states = self.solve.step()


def _without_locks(document: Document) -> Document:
    """The document with its locks switched off; they are solved for when the gesture ends."""
    return replace(document, locks=tuple(replace(lock, enabled=False) for lock in document.locks))


def through(place: Array) -> Ray:
    """Some ray through a place."""
    x, y, z = place.tolist()
    return Ray(origin=(x, y, z), direction=(0.0, 0.0, 1.0))


def rotation_of(turn: Turn) -> Array:
    """The rotation (3, 3) of a turn."""
    axis = np.array(turn.axis)
    length = float(np.linalg.norm(axis))
    if not length > 1e-9:
        raise InputError("the axis of a turn must not be zero")
    return about_axis(axis / length, turn.angle)


def needed(name: str | None, what: str) -> str:
    """A name that a gesture cannot do without."""
    if name is None:
        raise InputError(f"name the {what}")
    return name
