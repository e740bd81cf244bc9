"""The ways of the feet: rolling over the ground while they stand, swinging from foothold to foothold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from manikin.gait.plan import Plan
from manikin.gait.rolling import Stands
from manikin.gait.stance import Stance
from manikin.gait.swing import Swings
from manikin.math.rotations import Array

__all__ = ["FootMotion", "FootState"]


@dataclass(frozen=True, eq=False)
class FootState:
    """A foot at n frames: its frame (n, 3, 4), and how far its toes are raised (n,) [rad]."""

    frame: Array
    toes: Array


@dataclass(frozen=True, eq=False)
class FootMotion:
    """One foot over a whole walk."""

    plan: Plan
    side: str
    stance: Stance

    @cached_property
    def _swings(self) -> Swings:
        return Swings(self.plan, self.side, self.stance)

    def at(self, frames: Array) -> FootState:
        """The foot at frames (n,)."""
        frame, toes = np.empty((len(frames), 3, 4)), np.empty(len(frames))
        contacts = self.plan.of(self.side)
        leg = self.plan.legs[self.side]
        swings = np.full(len(frames), -1)
        for i, contact in enumerate(contacts):
            inside = np.flatnonzero((frames >= contact.strike) & (frames <= contact.lift))
            stands = Stands(leg, [contact] * len(inside))
            frame[inside], toes[inside] = stands.rolled(self.stance.rolls(contact, frames[inside]))
            swings[frames > contact.lift] = i
        inside = np.flatnonzero((swings >= 0) & (self.stands(frames) == 0))
        frame[inside], toes[inside] = self._swings.at(swings[inside], frames[inside])
        return FootState(frame, toes)

    def stands(self, frames: Array) -> Array:
        """Whether the foot is on the ground (n,)."""
        within = [(frames >= c.strike) & (frames <= c.lift) for c in self.plan.of(self.side)]
        return np.asarray(np.any(within, axis=0))
