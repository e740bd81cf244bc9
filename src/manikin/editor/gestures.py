"""Gestures: what is pulled, turned or slid, from the press of a button to its release (W 6.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from manikin.commands import MoveLock, SetPose
from manikin.commands.command import Command, display_name
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of, effector_of, nearest_on_ray
from manikin.document.lock import anchor_of, mark_of, moved
from manikin.editor.messages import DragBegin, DragMove
from manikin.errors import InputError
from manikin.figure.pose import Pose
from manikin.goals import OrientationGoal, Position
from manikin.goals.goal import Goal
from manikin.handles import Orientation, Point
from manikin.math.rotations import Array, about_axis
from manikin.posing.interactive_solve import Pull
from manikin.posing.keep_locks import held, slid
from manikin.posing.ray_goal import Glide

__all__ = ["Gesture", "begin_gesture"]

STEADY = 0.3
"""The weight of the wish that a part stays in place while it is turned."""


class Gesture:
    """Base of all gestures.  ``q`` is the live state; nothing is kept until ``command`` is done."""

    what = ""

    def __init__(self, document: Document, request: DragBegin) -> None:
        self.given, self.request = document, request
        # where locks are kept only in the end, they sleep as long as the gesture lasts
        idle = () if document.settings.continuous else tuple(replace(x, enabled=False) for x in document.locks)
        self.document = document if document.settings.continuous else replace(document, locks=idle)
        self.q = np.array(document.q)
        self.chain: tuple[str, ...] = ()
        self.base: str | None = None
        self.goal: Array | None = None
        self.begin()

    def begin(self) -> None:
        """Read what was taken hold of from the document."""
        raise NotImplementedError

    def step(self, move: DragMove) -> None:
        """One refresh towards where the cursor is."""
        raise NotImplementedError

    def effector(self, pose: Pose) -> Array | None:
        """The place that is held (3,) [m], if there is one."""
        return None

    @property
    def arrived(self) -> bool:
        """Whether a state that has come to rest is the one that the gesture goes to."""
        return True

    def hold_still(self) -> None:
        """The cursor is let go: what it points at is gone to, and nothing beyond it."""

    @property
    def measured(self) -> Document | None:
        """The document with the locks as the gesture has moved them."""
        return None

    def kept(self) -> tuple[float, ...]:
        """The state to be kept, locks and all."""
        q = self.q if self.given.settings.continuous else held(self.given, self.q)
        return tuple(q.tolist())

    def command(self) -> Command:
        """The edit that the gesture comes to."""
        return SetPose(q=self.kept(), keep=False, what=self.what)


class PartDrag(Gesture):
    """Pull a part by the middle of its axis; the goal is the point of the cursor's ray nearest to it."""

    def begin(self) -> None:
        self.part = self.pulled()
        self.handle = Point(part=self.part, at=effector_of(self.document.figure.skeleton, self.part))
        self.what = f"Drag {display_name(self.part)}"
        self.goal = self.handle.value(self.document.pose)
        self.glide = Glide(self.goal) if self.document.settings.comfort else None
        self.pull = Pull(self.document, self.wishes(self.goal), self.columns())

    def pulled(self) -> str:
        """The part; also finds the chain."""
        part = _needed(self.request.part, "part")
        settings = self.document.settings
        mode = self.request.mode or settings.drag_mode
        base = self.request.base or settings.drag_base
        self.chain = chain_of(self.document.figure, part, mode, base)
        self.base = self.chain[0]
        return part

    def columns(self) -> set[int]:
        """The parameters that may follow."""
        return columns_of(self.document.figure, self.chain)

    def wishes(self, goal: Array) -> list[Goal]:
        """The goals of the pull."""
        return [Position(point=self.handle, target=goal)]

    def effector(self, pose: Pose) -> Array:
        return self.handle.value(pose)

    @property
    def arrived(self) -> bool:
        return self.glide is None or self.glide.arrived

    def hold_still(self) -> None:
        if self.glide is not None:
            self.glide.stop()

    def step(self, move: DragMove) -> None:
        ray = move.ray
        if ray is None:
            raise InputError("this drag follows a ray")
        now = self.effector(Pose(self.document.figure, self.q))
        origin, direction = np.array(ray.origin), np.array(ray.direction)
        if self.glide is None:
            self.goal = nearest_on_ray(origin, direction, now)
        else:
            self.goal = self.glide.follow(origin, direction, now, settled=not self.pull.held_back)
        self.pull.aim(self.wishes(self.goal))
        self.q = self.pull.step()


class RootDrag(PartDrag):
    """Carry the whole figure: the root's slides, and what the locks need."""

    def pulled(self) -> str:
        root = self.document.figure.skeleton.root
        if not any(dof.kind == "slide" for dof in root.dofs):
            raise InputError(f"the root of this figure, {root.name}, is fixed to the ground")
        self.chain, self.base = (root.name,), root.name
        return root.name

    def columns(self) -> set[int]:
        root = self.document.figure.skeleton.root
        slides = [dof.name for dof in root.dofs if dof.kind == "slide"]
        return set(self.document.figure.coupling.columns_of(slides, self.document.figure.skeleton))


class Rotation(PartDrag):
    """Turn a part about an axis of the world, from how it stood; it stays in its place if its chain allows."""

    def begin(self) -> None:
        self.start = self.document.pose.orientation(_needed(self.request.part, "part"))
        self.turn = self.start
        super().begin()
        self.what = f"Rotate {display_name(self.part)}"

    def wishes(self, goal: Array) -> list[Goal]:
        from manikin.math.rotations import to_quaternion

        turn = OrientationGoal(orientation=Orientation(part=self.part), target=to_quaternion(self.turn))
        return [turn, Position(point=Point(part=self.part), target=self.place, weight=STEADY)]

    @property
    def place(self) -> Array:
        """Where the part's own joint was."""
        return self.document.pose.position(self.part)

    def step(self, move: DragMove) -> None:
        if move.turn is None:
            raise InputError("this drag follows a turn")
        axis = np.array(move.turn.axis)
        if not np.linalg.norm(axis) > 1e-9:
            raise InputError("the axis of a turn must not be zero")
        self.turn = about_axis(axis / np.linalg.norm(axis), move.turn.angle) @ self.start
        self.goal = self.effector(Pose(self.document.figure, self.q))
        self.pull.aim(self.wishes(self.goal))
        self.q = self.pull.step()


class LockDrag(Gesture):
    """Move or turn a lock's target; the figure follows."""

    def begin(self) -> None:
        self.id = self.request.lock if self.request.lock is not None else -1
        lock = self.document.lock(self.id)
        self.chain = lock.serving(self.document.figure)
        self.base = self.chain[0] if self.chain else None
        mark = mark_of(lock, self.document.pose, "pin")
        self.place = self.document.pose.convert_point(mark.place, mark.on)
        self.start = np.reshape(mark.axes, (3, 3))
        self.goal = self.place
        self.change: dict[str, Any] = {}

    def effector(self, pose: Pose) -> Array:
        return anchor_of(self.document.lock(self.id), pose)

    def step(self, move: DragMove) -> None:
        lock = self.document.lock(self.id)
        pose = Pose(self.document.figure, self.q)
        if move.turn is not None:
            turn = about_axis(np.array(move.turn.axis), move.turn.angle) @ self.start
            goal, self.change = moved(lock.goal, pose, turn=turn), {"turn": tuple(turn.reshape(9).tolist())}
        elif move.ray is not None:
            self.place = nearest_on_ray(np.array(move.ray.origin), np.array(move.ray.direction), self.place)
            goal, self.change = moved(lock.goal, pose, place=self.place), {"target": tuple(self.place.tolist())}
        else:
            raise InputError("a lock follows a ray or a turn")
        self.goal = self.place
        changed = replace(lock, goal=goal)
        locks = tuple(changed if x.id == self.id else x for x in self.document.locks)
        self.document = replace(self.document.at(self.q), locks=locks)
        self.q = held(self.document, self.q, steps=self.document.settings.iterations_per_refresh)

    @property
    def measured(self) -> Document:
        enabled = {lock.id: lock.enabled for lock in self.given.locks}
        locks = tuple(replace(lock, enabled=enabled[lock.id]) for lock in self.document.locks)
        return replace(self.document, locks=locks)

    def kept(self) -> tuple[float, ...]:
        if self.given.settings.continuous:
            return tuple(self.q.tolist())
        return tuple(held(self.measured, self.q).tolist())

    def command(self) -> Command:
        if not self.change:
            return SetPose(q=self.given.q, keep=False, what="Move lock")
        return MoveLock(id=self.id, q=self.kept(), **self.change)


class Slide(Gesture):
    """Move a slider; locks are kept while it moves."""

    def begin(self) -> None:
        self.parameter = _needed(self.request.parameter, "parameter")
        self.document.figure.index(self.parameter)
        self.what = f"Set {display_name(self.parameter)}"

    def step(self, move: DragMove) -> None:
        if move.value is None:
            raise InputError("a slider follows a value")
        steps = self.document.settings.iterations_per_refresh
        self.q = slid(self.document.at(self.q), {self.parameter: move.value}, steps=steps)


KINDS: dict[str, type[Gesture]] = {
    "part": PartDrag,
    "root": RootDrag,
    "rotate": Rotation,
    "lock": LockDrag,
    "slider": Slide,
}


def begin_gesture(document: Document, request: DragBegin) -> Gesture:
    """Take hold of what a request names."""
    return KINDS[request.what](document, request)


def _needed(name: str | None, what: str) -> str:
    if name is None:
        raise InputError(f"say which {what}")
    return name
