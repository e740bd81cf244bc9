"""How a foot rolls over its foothold: over the heel, flat, over the joint of the toes, over their tip."""

from __future__ import annotations

import numpy as np

from manikin.gait.legs import Leg
from manikin.gait.plan import Contact
from manikin.math.rotations import Array

__all__ = ["TIP_FROM", "Stands", "landing_roll", "turns_about", "wished_roll"]

TIP_FROM = np.radians(40.0)
"""From this roll on the toes roll over their tip as well."""
MOST_TIP = 0.7
"""The share of what is more than that which the toes roll over at the end."""


def landing_roll(contact: Contact, frames: Array) -> Array:
    """How far a foot that lands is rolled (n,) [rad]: below 0 its toes are up; 0 once it is flat."""
    if not np.isfinite(contact.strike):
        return np.zeros(len(frames))
    s = np.clip((frames - contact.strike) / max(contact.flat - contact.strike, 1e-9), -0.5, 1.0)
    return np.asarray(-contact.pitch * (1 - s) ** 3 * (1 + s))


def wished_roll(contact: Contact, frames: Array) -> Array:
    """How far a foot should be rolled forward (n,) [rad], as far as that suits its knee."""
    rolled = landing_roll(contact, frames)
    if np.isfinite(contact.lift):
        u = np.clip((frames - contact.heel_off) / (contact.lift - contact.heel_off), 0.0, 1.0)
        rolled = rolled + contact.push * u * u * u * (2.3 - 1.3 * u)
    return rolled


class Stands:
    """A leg's footholds at n times, ready for any rolls."""

    def __init__(self, leg: Leg, contacts: list[Contact]) -> None:
        self.leg = leg
        self._placement = np.array([contact.foothold.placement for contact in contacts]).reshape(-1, 3, 4)
        self._toes = np.array([contact.foothold.toes for contact in contacts])
        self._push = np.array([contact.push for contact in contacts])
        raised = turns_about(leg.across, leg.hinge, -self._toes)
        self._tip = leg.on_sole(raised[:, :, :3] @ leg.tip + raised[:, :, 3])

    def rolled(self, roll: Array, rising: Array | None = None) -> tuple[Array, Array]:
        """The foot (n, 3, 4) and how far its toes are raised (n,), with the foot rolled (n,) [rad].

        A foot whose heel is ``rising`` (n,) turns about the joint of its toes even where its roll is below 0.
        """
        leg = self.leg
        raised = np.maximum(-roll, 0.0) if rising is None else np.where(rising, 0.0, np.maximum(-roll, 0.0))
        lowered = roll + raised
        on_tip = np.zeros(len(roll))
        if leg.toe_column is not None:
            on_tip = MOST_TIP * np.maximum(lowered - TIP_FROM, 0.0) ** 2 / np.maximum(self._push - TIP_FROM, 0.2)
        about_hinge = lowered - on_tip
        inner = _times(turns_about(leg.across, leg.heel, -raised), turns_about(leg.across, leg.hinge, about_hinge))
        rested = _times(np.broadcast_to(leg.rest, (len(roll), 3, 4)), inner)
        rolled = _times(turns_about(leg.rest[:, :3] @ leg.across, self._tip, on_tip), rested)
        return _times(self._placement, rolled), self._toes + about_hinge


def turns_about(axis: Array, point: Array, angle: Array) -> Array:
    """Turns (n, 3, 4) by angles (n,) about a unit axis through a point, or one point each (n, 3)."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turn = np.eye(3) + np.sin(angle)[:, None, None] * cross + (1 - np.cos(angle))[:, None, None] * (cross @ cross)
    points = np.broadcast_to(point, (len(angle), 3))
    return np.concatenate([turn, (points - np.einsum("nij,nj->ni", turn, points))[:, :, None]], axis=2)


def _times(a: Array, b: Array) -> Array:
    """Products of frames (n, 3, 4)."""
    turn = a[:, :, :3] @ b[:, :, :3]
    place = np.einsum("nij,nj->ni", a[:, :, :3], b[:, :, 3]) + a[:, :, 3]
    return np.concatenate([turn, place[:, :, None]], axis=2)
