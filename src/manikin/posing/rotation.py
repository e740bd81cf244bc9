"""Rotate a part, or several together."""

from __future__ import annotations

import numpy as np

from manikin.document.ik_chain import chain_of, columns_of
from manikin.document.names import display_name
from manikin.errors import InputError
from manikin.goals import OrientationGoal, Position
from manikin.goals.goal import Goal
from manikin.math.rotations import to_quaternion
from manikin.posing.gestures import Cursor, Ray, needed, rotation_of, through
from manikin.posing.part_drag import PartDrag

__all__ = ["Rotation"]

STAY_WEIGHT = 0.3
"""Weight of the goal that a part keeps its position while it is rotated."""

BOTH = 6
"""So many parameters can keep a position while they change an orientation: a hand stays, a head goes with its neck,
which would be wrung if the head had to stay."""


class Rotation(PartDrag):
    """Rotate a part about an axis of the world; it keeps its position if its chain allows.

    Of several parts each turns alone, by the same angle; one that hangs from others turns with them as well.
    """

    def begin(self) -> None:
        pose, part = self.document.actor(self.grab.figure).pose, needed(self.grab.part, "part")
        skeleton = pose.figure.skeleton
        self._parts = tuple(dict.fromkeys((part, *self.grab.others)))
        self._start = {name: pose.orientation(name) for name in self._parts}
        self._times = {name: sum(above in self._parts for above in skeleton.path(name)) for name in self._parts}
        self._turn = np.eye(3)
        self._stays = pose.position(part)
        super().begin()

    def pulled_part(self) -> str:
        part = super().pulled_part()
        if self.grab.others:
            figure = self.document.figures[self.figure]
            joints = {joint for name in self._parts for joint in chain_of(figure, name, "part")}
            self.chain = tuple(joint.name for joint in figure.skeleton if joint.name in joints)
            self.base = self.chain[0]
        return part

    def columns(self) -> set[int]:
        return columns_of(self.document.figures[self.figure], self.chain)

    def named(self) -> str:
        more = len(self._parts) - 1
        return f"Rotate {display_name(self.part)}" + (f" and {more} more" if more else "")

    def wishes(self) -> list[Goal]:
        return []

    def goals(self, ray: Ray) -> list[Goal]:
        figure = self.document.figures[self.figure]
        found: list[Goal] = [
            OrientationGoal(
                orientation=figure.orientation(name),
                target=to_quaternion(np.linalg.matrix_power(self._turn, self._times[name]) @ self._start[name]),
            )
            for name in self._parts
        ]
        if not self.grab.others and len(self.columns()) >= BOTH:
            found.append(Position(point=figure.point(self.part), target=self._stays, weight=STAY_WEIGHT))
        return found

    def advance(self, cursor: Cursor) -> None:
        if cursor.turn is None:
            raise InputError("this drag follows a turn")
        self._turn = rotation_of(cursor.turn)
        self.goal = self.handle.value(self.pose_of(self.figure))
        self.solve.set_targets(self.goals(through(self._stays)))
        self.states = self.solve.step()
