"""A figure goes to a stored pose as a slider says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin.document.names import display_name
from manikin.errors import InputError
from manikin.posing.activities import AppliedPose, Outcome
from manikin.posing.gestures import Cursor, Drag
from manikin.posing.stored_poses import MOST_SHARE, with_pose

__all__ = ["PoseDrag"]


class PoseDrag(Drag):
    """Blend a figure into a stored pose: the slider is the share of the way."""

    def begin(self) -> None:
        actor, grab = self.document.movable(self.grab.figure), self.grab
        if grab.pose is None:
            raise InputError("name the pose")
        self.figure, self.label = actor.name, f"Blend into {display_name(grab.pose)}"
        self.applied = AppliedPose(
            figure=actor.name, name=grab.pose, share=0.0, parts=grab.parts, mirrored=grab.mirrored, locks=grab.locks
        )
        actor.stored_pose(grab.pose)
        self.states = {actor.name: np.array(actor.q)}

    def advance(self, cursor: Cursor) -> None:
        if cursor.value is None:
            raise InputError("a pose follows the value of a slider")
        self.applied = replace(self.applied, share=float(np.clip(cursor.value, 0.0, MOST_SHARE)))
        after = with_pose(self.document, self.figure, self.applied.name, self.applied)
        moved = {actor.name for actor in after.actors if actor.q != self.document.actor(actor.name).q}
        self.states = {name: np.array(after.actor(name).q) for name in moved.union(self.states)}

    def outcome(self) -> Outcome:
        return replace(super().outcome(), pose=self.applied)
