"""Carry a figure with its locks and with what it holds; pull an elbow or knee about its limb."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin.document.document import Document
from manikin.document.ik_chain import effector_of
from manikin.document.lock import Lock, Poses, in_world, moved, value_of
from manikin.document.lock_mark import mark_of
from manikin.document.names import display_name
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.pose import Pose
from manikin.figure.root_slides import shifted
from manikin.goals import Line, OrientationGoal, Position
from manikin.goals.goal import Goal
from manikin.math.rotations import Array, to_quaternion
from manikin.posing.activities import Outcome
from manikin.posing.gestures import Cursor, Drag, Ray
from manikin.posing.interactive_solve import InteractiveSolve
from manikin.posing.keep_locks import locks_on
from manikin.posing.levels import AffectedLocks
from manikin.posing.lifting import height_to_gain
from manikin.posing.part_drag import PartDrag
from manikin.posing.support import carried_props

__all__ = ["Carry", "Pole"]

HOLD_WEIGHT = 30.0
"""Weight of the hand or foot that stays where it is while its elbow or knee is pulled, relative to the pull."""


TURN_WEIGHT = 0.05
"""The same of its orientation: a foot turns a little with its knee, for nothing else would let it swing."""


class Carry(Drag):
    """Move a whole figure: its pose stays as it is, its locks to the world and the props that it holds come along."""

    def begin(self) -> None:
        actor = self.document.movable(self.grab.figure)
        root = actor.figure.skeleton.root
        self.figure, self.label = actor.name, f"Carry {actor.name}"
        self.chain, self.base = (root.name,), root.name
        self._poses = {
            name: self.document.poses[name] for name in (actor.name, *carried_props(self.document, self.figure))
        }
        self.states = {name: shifted(pose, np.zeros(3), needed=True) for name, pose in self._poses.items()}
        self._locks = [
            lock for lock in self.document.locks if lock.figure in self._poses and _is_fixed(lock, self.document)
        ]
        self._others = self._who_follow()
        self._handle = actor.figure.point(root.name, effector_of(actor.figure.skeleton, root.name))
        self._place = self._handle.value(actor.pose)
        self.goal, self._way = self._place, np.zeros(3)

    def effector(self, poses: Poses) -> Array:
        return value_of(self._handle, poses)

    def advance(self, cursor: Cursor) -> None:
        if cursor.place is not None:
            goal = np.array(cursor.place)
        elif cursor.ray is not None:
            goal = self.at_depth(cursor.ray, self._place)
        else:
            raise InputError("this drag follows a ray or a place")
        self._way = self._above_ground(goal - self._place)
        self.goal = self._place + self._way
        self.states = {name: shifted(pose, self._way, needed=True) for name, pose in self._poses.items()}
        if self._others is not None:
            self._others.restart(self.states)
            self.states |= self._others.step()

    def _who_follow(self) -> InteractiveSolve | None:
        """The figures that look at this one or hold it; its own locks come along and hold by themselves."""
        affected = locks_on(self.live, self._poses)
        locks = tuple(lock for lock in affected.locks if not lock.figures <= self._poses.keys())
        free = {name: columns for name, columns in affected.free.items() if name not in self._poses}
        return InteractiveSolve(self.live, [], {}, affected=AffectedLocks(locks, free)) if locks and free else None

    def _above_ground(self, way: Array) -> Array:
        """The way, with a little more height where the figure would go into the ground further than it is."""
        if not self.document.settings.floor:
            return way
        pose = self._poses[self.figure]
        there = Pose(pose.figure, shifted(pose, way, needed=True))
        return way + height_to_gain(there, pose, self.document.ground) * np.array(pose.figure.skeleton.up_axis)

    def outcome(self) -> Outcome:
        return super().outcome() if self._others is None else self.solved_outcome(list(self._poses))

    @property
    def moved_locks(self) -> tuple[Lock, ...]:
        if not self._way.any():
            return ()
        poses = self.document.poses
        return tuple(
            replace(lock, goal=moved(lock.goal, poses, place=np.asarray(mark_of(lock, poses, "pin").place) + self._way))
            for lock in self._locks
        )


class Pole(PartDrag):
    """Pull an elbow or knee about the line through its limb: the hand or foot stays where it is."""

    def pulled_part(self) -> str:
        figure = self.document.figures[self.figure]
        limbs = {bend.limb[1]: bend.limb for bend in figure.skeleton.bends}
        if self.grab.part not in limbs:
            raise UnknownName("elbow or knee", shorten(self.grab.part), limbs)
        base, middle, self._tip = limbs[self.grab.part]
        path = figure.skeleton.path(self._tip)
        self.chain, self.base = path[path.index(base) :], base
        pose = self.document.poses[self.figure]
        point, turn = figure.point(self._tip), figure.orientation(self._tip)
        self._held: list[Goal] = [
            Position(point=point, target=pose.position(self._tip), weight=HOLD_WEIGHT),
            OrientationGoal(orientation=turn, target=to_quaternion(pose.orientation(self._tip)), weight=TURN_WEIGHT),
        ]
        return middle

    def named(self) -> str:
        return f"Swing {display_name(self.part)}"

    def goals(self, ray: Ray) -> list[Goal]:
        return [Line(point=self.handle, origin=ray.origin, along=ray.direction), *self._held]

    def wishes(self) -> list[Goal]:
        return []


def _is_fixed(lock: Lock, document: Document) -> bool:
    """Whether a lock's target is a place in the world that can be moved."""
    poses = document.poses
    if in_world(lock.goal, poses) is not lock.goal:
        return False
    try:
        moved(lock.goal, poses, place=np.asarray(mark_of(lock, poses, "pin").place))
    except InputError:
        return False
    return True
