"""A hand opens and closes as a slider says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin.errors import InputError
from manikin.posing.activities import Outcome, ShapedHand
from manikin.posing.gestures import Cursor, Drag
from manikin.posing.hands import with_hand

__all__ = ["HandDrag"]


class HandDrag(Drag):
    """Close a hand from what it was, or open it: the slider is 1 for a fist, −1 for a flat hand."""

    def begin(self) -> None:
        actor = self.document.movable(self.grab.figure)
        side = {"l_hand": "left", "r_hand": "right"}.get(self.grab.part or "")
        if side not in ("left", "right"):
            raise InputError("name the hand")
        self.figure, self.label = actor.name, f"Close {side} hand"
        self.shaped = ShapedHand(figure=actor.name, side=side, shape="fist", share=0.0)  # type: ignore[arg-type]
        with_hand(self.document, actor.name, self.shaped.side, "fist", 0.0)  # raises where there is no hand
        self.states = {actor.name: np.array(actor.q)}

    def advance(self, cursor: Cursor) -> None:
        if cursor.value is None:
            raise InputError("a hand follows the value of a slider")
        value = float(np.clip(cursor.value, -1.0, 1.0))
        self.shaped = replace(self.shaped, shape="flat" if value < 0 else "fist", share=abs(value))
        self.label = f"{'Open' if value < 0 else 'Close'} {self.shaped.side} hand"
        after = with_hand(self.document, self.figure, self.shaped.side, self.shaped.shape, self.shaped.share)
        moved = {actor.name for actor in after.actors if actor.q != self.document.actor(actor.name).q}
        self.states = {name: np.array(after.actor(name).q) for name in moved.union(self.states)}

    def outcome(self) -> Outcome:
        return replace(super().outcome(), hand=self.shaped)
