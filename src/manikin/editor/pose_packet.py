"""Pose frames: all that moves, as the page gets it up to sixty times a second; little endian, 4 bytes a number.

8 numbers   u32 kind = 1, sequence of the drag that it answers, revision, joints J, parameters N, locks L, flags;
            f32 milliseconds of solving
12 J        f32 world transforms, row by row
N           f32 parameters [rad, m]
8 L         f32 of every lock: error, its unit (0 m, 1 rad), state (0 held, 1 giving way, 2 off), anchor x, y, z, 0, 0
3 + 3       f32 goal and effector of the drag, zeros when there is none
3 + 1       f32 centre of mass; balance [m], NaN where there is none
"""

from __future__ import annotations

import struct
from functools import cached_property
from typing import Any

import numpy as np

from manikin.document.document import Document
from manikin.document.ik_chain import PointSet
from manikin.document.lock import anchor_handle
from manikin.figure.pose import Pose
from manikin.handles import CentreOfMass, Point
from manikin.math.rotations import Array
from manikin.posing.body_goals import BalanceMeter
from manikin.problem.problem import Problem

__all__ = ["CHASE", "CONFLICT", "DRAG", "MOVING", "LockMeter", "pose_frame"]

DRAG, CONFLICT, CHASE, MOVING = 1, 2, 4, 8
HELD = {"m": 1e-3, "rad": 0.01, "": 1e-3}
"""What an error may be while a lock counts as held: a millimetre, half a degree."""


class LockMeter:
    """How far each lock of a document is from being kept, at any state."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def _problem(self) -> Problem:
        return Problem(self.document.figure, [lock.goal for lock in self.document.locks])

    @cached_property
    def _anchors(self) -> PointSet:
        handles = [anchor_handle(lock) for lock in self.document.locks]
        points = [(h.part, h.at) if isinstance(h, Point) else (lock.part, (0.0, 0.0, 0.0))
                  for h, lock in zip(handles, self.document.locks, strict=True)]  # fmt: skip
        return PointSet(self.document.figure.skeleton, points)

    @cached_property
    def balance(self) -> BalanceMeter:
        """How well the figure stands on its locks."""
        return BalanceMeter(self.document)

    def errors(self, q: Any) -> list[tuple[float, str]]:
        """Of each lock the error that matters most, and its unit."""
        if not self.document.locks:
            return []
        found = []
        for error in self._problem.errors(q):
            unit, value = max(error.items(), key=lambda item: item[1] / HELD[item[0]], default=("m", 0.0))
            found.append((value, unit))
        return found

    def giving_way(self, q: Any) -> list[int]:
        """The ids of the locks that do not hold."""
        pairs = zip(self.document.locks, self.errors(q), strict=True)
        return [lock.id for lock, (error, unit) in pairs if lock.enabled and error > HELD[unit]]

    def rows(self, pose: Pose) -> Array:
        """(locks, 8), as a frame has them."""
        rows = np.zeros((len(self.document.locks), 8))
        for row, lock, (error, unit) in zip(rows, self.document.locks, self.errors(pose.q), strict=True):
            state = 2 if not lock.enabled else int(error > HELD[unit])
            row[:3] = error, unit == "rad", state
        rows[:, 3:6] = self._anchors.places(pose.world)
        for row, lock in zip(rows, self.document.locks, strict=True):
            if isinstance(anchor_handle(lock), CentreOfMass):
                row[3:6] = pose.centre_of_mass()
        return rows


def pose_frame(
    pose: Pose,
    locks: Array,
    *,
    seq: int,
    revision: int,
    flags: int,
    milliseconds: float,
    goal: Array | None,
    effector: Array | None,
    balance: BalanceMeter,
) -> bytes:
    """The bytes of a frame."""
    nothing = np.zeros(3)
    centre = pose.centre_of_mass() if pose.figure.skeleton.mass > 0 else nothing
    numbers: list[Any] = [
        pose.world.reshape(-1), pose.q, locks.reshape(-1),
        nothing if goal is None else goal, nothing if effector is None else effector,
        centre, [balance.depth(pose, centre)],
    ]  # fmt: skip
    head = struct.pack(
        "<7If",
        1,
        seq & 0xFFFFFFFF,
        revision & 0xFFFFFFFF,
        len(pose.world),
        len(pose.q),
        len(locks),
        flags,
        milliseconds,
    )
    return head + np.concatenate(numbers).astype("<f4").tobytes()
