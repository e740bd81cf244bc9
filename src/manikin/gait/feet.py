"""The ways of the feet: rolling over the ground while they stand, swinging from foothold to foothold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from manikin.gait.legs import Leg
from manikin.gait.plan import Contact, Plan
from manikin.math import quaternions as quat
from manikin.math.rotations import Array, to_quaternion

__all__ = ["FootMotion", "FootState", "roll_of", "smooth_step"]

TIP_FROM = np.radians(40.0)
"""From this roll on the toes roll over their tip as well."""
MOST_TIP = 0.4
"""The share of what is more than that which the toes roll over at the end."""
STEEP = 0.3
"""From this rise of a swing on the foot goes as on stairs [m]."""
UP_LEVEL, UP_HEIGHT = (0.45, 1.4), (2.3, 0.3)
DOWN_LEVEL, DOWN_HEIGHT = (1.5, 0.5), (0.3, 1.8)
"""How fast a swing begins and ends on stairs, over the ground and in height: up it rises first, down it sinks late."""
UP_UNROLL = (0.5, 1.7)
"""How fast a foot that goes upstairs turns level in the beginning and at the end: late, as its ankle allows."""
LANDING = 1.2
"""How gently a foot that strikes begins to lower its toes: 1 at full speed, 2 from rest."""
ROUNDS, MOST_RAISED = 24, 0.35
"""How often a swing is raised where it does not clear the ground, and how far at most [m]."""
PREFERRED = np.array([0.5, 1.0, 0.5])
"""A swing is raised in its middle rather than early or late."""
SWING_SAMPLES = 41
SUNK = 0.001
"""How far a swinging sole may be below the ground [m]."""


@dataclass(frozen=True, eq=False)
class FootState:
    """A foot at n frames: its frame (n, 3, 4), and how far its toes are raised (n,) [rad]."""

    frame: Array
    toes: Array


def roll_of(contact: Contact, frames: Array) -> Array:
    """How far a foot has rolled forward on its foothold (n,) [rad]: below 0 its toes are up."""
    s = np.clip((frames - contact.strike) / max(contact.flat - contact.strike, 1e-9), 0.0, 1.0)
    landing = -contact.pitch * (1 - s) ** 2 * (1 + LANDING * s) if np.isfinite(contact.strike) else 0.0 * frames
    if not np.isfinite(contact.lift):
        return np.asarray(landing)
    u = np.clip((frames - contact.heel_off) / (contact.lift - contact.heel_off), 0.0, 1.0)
    return np.asarray(landing + contact.push * u * u * u * (3.2 - 2.2 * u))


def tip_roll(roll: Array, push: float) -> Array:
    """The share of a roll (n,) that goes about the tip of the toes, the rest about their joint [rad]."""
    more = np.maximum(roll - TIP_FROM, 0.0)
    return np.asarray(MOST_TIP * more**2 / max(push - TIP_FROM, 1e-9))


@dataclass(frozen=True, eq=False)
class FootMotion:
    """One foot over a whole walk."""

    plan: Plan
    side: str

    @property
    def leg(self) -> Leg:
        """The leg."""
        return self.plan.legs[self.side]

    def at(self, frames: Array) -> FootState:
        """The foot at frames (n,)."""
        frame, toes = np.empty((len(frames), 3, 4)), np.empty(len(frames))
        contacts = self.plan.of(self.side)
        for contact in contacts:
            inside = np.flatnonzero((frames >= contact.strike) & (frames <= contact.lift))
            frame[inside], toes[inside] = self._standing(contact, frames[inside])
        for i, (one, other) in enumerate(pairwise(contacts)):
            inside = np.flatnonzero((frames > one.lift) & (frames < other.strike))
            frame[inside], toes[inside] = self._swinging(i, one, other, frames[inside])
        return FootState(frame, toes)

    def stands(self, frames: Array) -> Array:
        """Whether the foot is on the ground (n,)."""
        within = [(frames >= c.strike) & (frames <= c.lift) for c in self.plan.of(self.side)]
        return np.asarray(np.any(within, axis=0))

    def _standing(self, contact: Contact, frames: Array) -> tuple[Array, Array]:
        leg, roll = self.leg, roll_of(contact, frames)
        lowered, raised = np.maximum(roll, 0.0), np.maximum(-roll, 0.0)
        landing = frames < contact.flat
        on_tip = 0.0 * roll
        if leg.toe_column is not None:
            on_tip = np.where(landing, 0.0, tip_roll(lowered, contact.push))
        about_hinge = lowered - on_tip
        inner = _about(leg.across, leg.heel, -raised)
        inner = _times(inner, _about(leg.across, leg.hinge, about_hinge))
        rested = _times(np.broadcast_to(leg.rest, (len(frames), 3, 4)), inner)
        tip = leg.on_sole(_raised_tip(leg, contact.foothold.toes))
        rolled = _times(_about(leg.rest[:, :3] @ leg.across, tip, on_tip), rested)
        placed = _times(np.broadcast_to(contact.foothold.placement, rolled.shape), rolled)
        return placed, contact.foothold.toes + about_hinge

    def _swinging(self, number: int, one: Contact, other: Contact, frames: Array) -> tuple[Array, Array]:
        if not len(frames):
            return np.empty((0, 3, 4)), np.empty(0)
        frame, toes = self._plain_swing(one, other, frames)
        u = (frames - one.lift) / (other.strike - one.lift)
        frame[:, 1, 3] += _bumps(u) @ self._raised[number]
        return frame, toes

    def _plain_swing(self, one: Contact, other: Contact, frames: Array) -> tuple[Array, Array]:
        """The swing before it is raised to clear the ground."""
        leg, span = self.leg, other.strike - one.lift
        u = (frames - one.lift) / span
        ends = []
        for contact, when, sign in ((one, one.lift, -1.0), (other, other.strike, 1.0)):
            delta = 0.02
            times = np.asarray(when + sign * delta * np.arange(3), float)
            places = self._standing(contact, times)[0][:, :, 3]
            rate = sign * (-1.5 * places[0] + 2 * places[1] - 0.5 * places[2]) / delta
            rolls = roll_of(contact, times)
            roll_rate = sign * (-1.5 * rolls[0] + 2 * rolls[1] - 0.5 * rolls[2]) / delta
            ends.append((places[0], rate * span, rolls[0], roll_rate * span))
        (a, va, ra, wa), (b, vb, rb, wb) = ends
        place = np.empty((len(u), 3))
        lead = float(np.clip((b[1] - a[1]) / (STEEP * self.plan.legs.scale), -1.0, 1.0))
        level, height = (UP_LEVEL, UP_HEIGHT) if lead > 0 else (DOWN_LEVEL, DOWN_HEIGHT)
        for axes, (first, last) in (([0, 2], level), ([1], height)):
            sooner, later = 1 + abs(lead) * (first - 1), 1 + abs(lead) * (last - 1)
            place[:, axes] = _quintic(_warped(u, sooner, later), a[axes], b[axes], va[axes] / sooner, vb[axes] / later)
        sooner, later = (1 + max(lead, 0.0) * (speed - 1) for speed in UP_UNROLL)
        unrolled = _warped(u, sooner, later)
        roll = _quintic(unrolled, *(np.array([x]) for x in (ra, rb, wa / sooner, wb / later)))[:, 0]
        turns = _slerp(one.foothold.placement, other.foothold.placement, u)
        orientation = _matrix(turns) @ leg.rest[:, :3] @ _about(leg.across, np.zeros(3), roll)[:, :, :3]
        first, last = (
            self._standing(c, np.array([when]))[1][0] for c, when in ((one, one.lift), (other, other.strike))
        )
        toes = last + (first - last) * (1 - smooth_step(u / 0.6))
        return np.concatenate([orientation, place[:, :, None]], axis=2), toes

    @cached_property
    def _raised(self) -> list[Array]:
        """How far each swing is raised, early, in its middle and late (3,) [m], so that the foot clears the ground."""
        found = []
        lift = self.plan.gait.lift * self.plan.legs.scale
        u = np.linspace(0.0, 1.0, SWING_SAMPLES)[1:-1]
        shapes = _bumps(u)
        for one, other in pairwise(self.plan.of(self.side)):
            frame, toes = self._plain_swing(one, other, one.lift + u * (other.strike - one.lift))
            missing = lift * shapes[:, 1] - SUNK - self._clearance(frame, toes)
            raised = np.zeros(3)
            for _ in range(ROUNDS):
                short = missing - shapes @ raised
                worst = int(np.argmax(short))
                if short[worst] <= 1e-4:
                    break
                best = int(np.argmax(shapes[worst] * PREFERRED))
                raised[best] += short[worst] / shapes[worst, best]
            found.append(np.minimum(raised, MOST_RAISED * self.plan.legs.scale))
        return found

    def _clearance(self, frame: Array, toes: Array) -> Array:
        """The height of the lowest corner of the sole above the ground below it (n,) [m]."""
        leg = self.leg
        turned = _about(leg.across, leg.hinge, -toes)
        tips = np.einsum("nij,kj->nki", turned[:, :, :3], leg.toe_soles) + turned[:, None, :, 3]
        points = np.concatenate([np.broadcast_to(leg.soles, (len(toes), *leg.soles.shape)), tips], axis=1)
        placed = np.einsum("nij,nkj->nki", frame[:, :, :3], points) + frame[:, None, :, 3]
        flat = placed.reshape(-1, 3)
        return np.asarray((flat[:, 1] - self.plan.ground.height(flat[:, [0, 2]])).reshape(placed.shape[:2]).min(axis=1))


def _raised_tip(leg: Leg, toes: float) -> Array:
    """The tip of the toes in the frame of the foot, with the toes raised."""
    turned = _about(leg.across, leg.hinge, np.array([-toes]))[0]
    return np.asarray(turned[:, :3] @ leg.tip + turned[:, 3])


def _bumps(u: Array) -> Array:
    """Three bumps (n, 3), early, in the middle and late: 0 at both ends with no rate, 1 at the top."""
    v = 1 - u
    return np.stack([u**2 * v**4 * 729 / 16, 16 * u**2 * v**2, u**4 * v**2 * 729 / 16], axis=1)


def _warped(u: Array, first: float, last: float) -> Array:
    """A share of time that runs at some speeds at its ends."""
    return np.asarray(u * (1 - u) ** 2 * first + u * u * (3 - 2 * u) - u * u * (1 - u) * last)


def smooth_step(u: Array) -> Array:
    """From 0 to 1 as u goes from 0 to 1, at rest at both ends."""
    s = np.clip(u, 0.0, 1.0)
    return np.asarray(s * s * s * (10 - 15 * s + 6 * s * s))


def _quintic(u: Array, a: Array, b: Array, va: Array, vb: Array) -> Array:
    """From a to b with rates va and vb at the ends, and no acceleration there; (n,), (k,) → (n, k)."""
    t = u[:, None]
    rise = t**3 * (10 - 15 * t + 6 * t * t)
    start = t - t**3 * (6 - 8 * t + 3 * t * t)
    end = -(t**3) * (4 - 7 * t + 3 * t * t)
    return np.asarray(a + (b - a) * rise + va * start + vb * end)


def _about(axis: Array, point: Array, angle: Array) -> Array:
    """Turns (n, 3, 4) by angles (n,) about a unit axis through a point."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turn = np.eye(3) + np.sin(angle)[:, None, None] * cross + (1 - np.cos(angle))[:, None, None] * (cross @ cross)
    return np.concatenate([turn, (point - turn @ point)[:, :, None]], axis=2)


def _times(a: Array, b: Array) -> Array:
    """Products of frames (n, 3, 4)."""
    turn = a[:, :, :3] @ b[:, :, :3]
    place = np.einsum("nij,nj->ni", a[:, :, :3], b[:, :, 3]) + a[:, :, 3]
    return np.concatenate([turn, place[:, :, None]], axis=2)


def _matrix(q: Array) -> Array:
    """Quaternions (n, 4) as matrices (n, 3, 3)."""
    return np.stack([quat.rotate(q, np.broadcast_to(e, (len(q), 3))) for e in np.eye(3)], axis=2)


def _slerp(one: Array, other: Array, u: Array) -> Array:
    """Quaternions (n, 4) from the orientation of one frame to that of another, at rest at both ends."""
    a, b = (np.asarray(to_quaternion(frame[:, :3])) for frame in (one, other))
    turn = quat.log(quat.multiply(quat.conjugate(a), b))
    return quat.multiply(np.broadcast_to(a, (len(u), 4)), quat.exp(smooth_step(u)[:, None] * turn))
