"""A foot rolls as a slider says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin.document.lock import Lock
from manikin.document.names import display_name
from manikin.errors import InputError
from manikin.posing.activities import Outcome, RolledFoot
from manikin.posing.foot_roll import MOST_ROLL, rolled_foot
from manikin.posing.gestures import Cursor, Drag

__all__ = ["FootDrag"]


class FootDrag(Drag):
    """Roll a foot from where it stood: the slider is the angle [rad]."""

    def begin(self) -> None:
        actor = self.document.movable(self.grab.figure)
        if self.grab.part is None:
            raise InputError("name the part")
        self.figure, self.label = actor.name, f"Roll {display_name(self.grab.part)}"
        self.rolled = RolledFoot(figure=actor.name, part=self.grab.part, angle=0.0)
        rolled_foot(self.document, self.figure, self.grab.part, 0.0)  # raises where there is no foot
        self.states = {actor.name: np.array(actor.q)}
        self._locks: tuple[Lock, ...] = ()

    def advance(self, cursor: Cursor) -> None:
        if cursor.value is None:
            raise InputError("a foot follows the value of a slider")
        self.rolled = replace(self.rolled, angle=float(np.clip(cursor.value, -MOST_ROLL, MOST_ROLL)))
        after = rolled_foot(self.document, self.figure, self.rolled.part, self.rolled.angle)
        moved = {actor.name for actor in after.actors if actor.q != self.document.actor(actor.name).q}
        self.states = {name: np.array(after.actor(name).q) for name in moved.union(self.states)}
        self._locks = tuple(lock for lock in after.locks if lock != self.document.lock(lock.id))

    @property
    def moved_locks(self) -> tuple[Lock, ...]:
        return self._locks

    def outcome(self) -> Outcome:
        return replace(super().outcome(), foot=self.rolled)
