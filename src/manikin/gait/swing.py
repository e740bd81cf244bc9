"""Swings: a foot goes from foothold to foothold as its knee bends, its leg swings and its ankle turns.

These three go on from how the foot leaves to how it strikes, with their rates, and the ankle turns as people's do;
where the foot would not clear the ground its knee bends more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from manikin.gait.curves import bumps, quintic, settling, smooth_step
from manikin.gait.legs import Leg
from manikin.gait.people import swinging_ankle
from manikin.gait.plan import Contact, Plan
from manikin.gait.rolling import Stands, turns_about
from manikin.gait.stance import Stance
from manikin.math import quaternions as quat
from manikin.math.rotations import Array, to_quaternion

__all__ = ["Swings"]

Rows = NDArray[np.intp]
"""Places in a list."""

SWINGING_ANKLE = np.stack(swinging_ankle(np.array([0.0, 1.0])), axis=1)
"""Values and rates (2, 2) at both ends of the usual lean of a shin over a foot that swings."""
RATE = (-11 / 6, 3.0, -1.5, 1 / 3)
"""The rate at the first of four even times, from the values there."""
DELTA = 0.25
"""Rates at the ends of a swing are measured over so many frames."""
SAMPLES, ROUNDS, TRIES, TRIED = 41, 5, 12, 0.1
"""How finely, how often and how long a way over the ground is looked for, and how far knees are bent to try [rad]."""
PREFERRED = np.array([0.6, 1.0, 0.6])
"""A knee is bent more in the middle of a swing rather than early or late."""
HALVINGS = 5
"""How finely the least bend is looked for."""
MOST_BENT = np.radians(75.0)
"""How much more a knee is bent to clear the ground at most [rad]."""
TOES_UP = 0.4
"""How far the ankle raises the toes where the knee bends more, in that."""
TOES_DOWN = 0.25
"""How far the foot turns down where the knee bends more in a step on the spot, in that."""
LEVELLED, UNBENT = 0.85, 1.0
"""The shares of a swing after which the foot is turned in a step on the spot, and after which toes are straight."""
NEAR = 2.0
"""Steps shorter than the usual one by this factor are partly like those on the spot."""
LAGS = np.radians([0.0, 7.0, 14.0, 21.0, -4.0, -8.0, -12.0])
"""How far a leg is kept back early in a swing, or below 0 is ahead late in it, to clear the edge of a step [rad]."""
CALM_ENOUGH = 60.0
"""No other way is looked for if the acceleration of the knee is below this [rad/s²]."""
SHORT = 1e4
"""How much a metre that is missing counts against the acceleration of the knee [rad/s²]."""
SUNK = 0.001
"""How far a swinging sole may be below the ground [m]."""


@dataclass(frozen=True, eq=False)
class Swings:
    """All swings of one foot."""

    plan: Plan
    side: str
    stance: Stance

    @property
    def leg(self) -> Leg:
        """The leg."""
        return self.plan.legs[self.side]

    @cached_property
    def _pairs(self) -> list[tuple[Contact, Contact]]:
        return list(pairwise(self.plan.of(self.side)))

    @cached_property
    def _spans(self) -> tuple[Array, Array]:
        """When the swings begin and how long they take (m,)."""
        begins = np.array([one.lift for one, _ in self._pairs])
        return begins, np.array([other.strike for _, other in self._pairs]) - begins

    def at(self, which: Rows, frames: Array) -> tuple[Array, Array]:
        """The foot (n, 3, 4) and how far its toes are raised (n,), in some swings (n,) at frames (n,)."""
        return self._at(which, frames, self._bent[which])

    def _at(self, which: Rows, frames: Array, bent: Array) -> tuple[Array, Array]:
        leg, (begins, spans) = self.leg, self._spans
        u = (frames - begins[which]) / spans[which]
        ends = self._ends[:, :, which]
        along, aside = (quintic(u, *ends[:, :, :, i]) for i in (1, 2))
        toes = settling(u, *ends[:, :, :, 5], settled=UNBENT)
        shapes = bumps(u)
        more, along = (
            np.sum(shapes * bent[:, :3], axis=1),
            along - np.where(bent[:, 3] > 0, shapes[:, 0], shapes[:, 2]) * bent[:, 3],
        )
        bend = self._bends(which, frames, bent)
        length = leg.length_at(bend)
        walked = _at_ankle(leg, bend, length) - along - self._leans(which, u) - TOES_UP * more
        stepped = settling(u, *ends[:, :, :, 4], settled=LEVELLED) + TOES_DOWN * more
        roll = stepped + self._far[which] * (walked - stepped)
        facing = self.stance.pelvis.facing(frames)
        x, y, z = np.sin(aside), -np.cos(aside) * np.cos(along), np.cos(aside) * np.sin(along)
        c, s = np.cos(facing), np.sin(facing)
        place = self._hips(frames) + length[:, None] * np.stack([x * c + z * s, y, z * c - x * s], axis=1)
        share = smooth_step(u)[:, None]
        first, turn = self._turns
        turned = quat.multiply(first[which], quat.exp(share * turn[which]))
        orientation = _matrix(turned) @ leg.rest[:, :3] @ turns_about(leg.across, np.zeros(3), roll)[:, :, :3]
        return np.concatenate([orientation, place[:, :, None]], axis=2), toes

    def _leans(self, which: Rows, u: Array) -> Array:
        """How far the shin leans over the foot (n,) after shares (n,) of some swings (n,)."""
        ends = zip(self._ends[:, :, which, 3], SWINGING_ANKLE, strict=True)
        start, end = (own - usual[:, None] for own, usual in ends)
        return swinging_ankle(u)[0] + settling(u, start, end, settled=1.0)

    @cached_property
    def _far(self) -> Array:
        """How far the swings go (m,): in walking (1) the ankle leads the foot, on the spot (0) it turns evenly."""
        return np.array([min(1.0, NEAR * max(one.behind, other.ahead)) for one, other in self._pairs])

    def _bends(self, which: Rows, frames: Array, bent: Array) -> Array:
        """The bends of the knee (n,) in some swings (n,) at frames (n,)."""
        begins, spans = self._spans
        u = (frames - begins[which]) / spans[which]
        plain = self.stance.bends(self.side, frames) + self.stance.fades(u, *self._left[:, :, which])
        return np.asarray(np.maximum(plain + np.sum(bumps(u) * bent[:, :3], axis=1), 0.0))

    @cached_property
    def _left(self) -> Array:
        """Values and rates (2, 2, m) that are left between the bends of the swing and those of the standing leg."""
        begins, spans = self._spans
        found = []
        for end, when, sign in ((0, begins, -1.0), (1, begins + spans, 1.0)):
            wished = np.stack([self.stance.bends(self.side, when + sign * DELTA * k) for k in range(4)])
            rate = sign * np.tensordot(RATE, wished, 1) / DELTA * spans
            found.append(self._ends[end, :, :, 0] - np.stack([wished[0], rate]))
        return np.array(found)

    def _hips(self, frames: Array) -> Array:
        hips = self.stance.pelvis.hips(self.side, frames)
        hips[:, 1] += self.stance.heights(frames)
        return hips

    @cached_property
    def _turns(self) -> tuple[Array, Array]:
        """How the footholds are turned (m, 4) that the swings leave, and the turns (m, 3) to the next ones."""
        found = [[to_quaternion(c.foothold.placement[:, :3]) for c in pair] for pair in self._pairs]
        a, b = np.array(found).reshape(-1, 2, 4).transpose(1, 0, 2)
        return a, quat.log(quat.multiply(quat.conjugate(a), b))

    @cached_property
    def _ends(self) -> Array:
        """Values and rates (2, 2, m, 6) at both ends: bend, leg along, leg aside, shin over the foot, roll, toes."""
        found = []
        for end, sign in ((0, -1.0), (1, 1.0)):
            contacts = [pair[end] for pair in self._pairs]
            when = np.array([c.strike if end else c.lift for c in contacts])
            samples = np.stack([self._leg_at(contacts, when + sign * DELTA * k) for k in range(4)])
            rate = sign * np.tensordot(RATE, samples, 1) / DELTA
            found.append(np.stack([samples[0], rate * self._spans[1][:, None]]))
        return np.array(found)

    def _leg_at(self, contacts: list[Contact], frames: Array) -> Array:
        """The same values (m, 6) of feet that stand, one at each frame."""
        leg = self.leg
        roll = np.array([self.stance.rolls(c, np.array([f]))[0] for c, f in zip(contacts, frames, strict=True)])
        frame, toes = Stands(leg, contacts).rolled(roll)
        way = frame[:, :, 3] - self._hips(frames)
        length = np.linalg.norm(way, axis=1)
        a, b = leg.thigh, leg.shin
        bend = np.arccos(np.clip((length**2 - a * a - b * b) / (2 * a * b), -1.0, 1.0))
        facing = self.stance.pelvis.facing(frames)
        c, s = np.cos(facing), np.sin(facing)
        along = np.arctan2(way[:, 0] * s + way[:, 2] * c, -way[:, 1])
        aside = np.arcsin(np.clip((way[:, 0] * c - way[:, 2] * s) / length, -1.0, 1.0))
        lean = _at_ankle(leg, bend, length) - along - roll
        return np.stack([bend, along, aside, lean, roll, toes], axis=1)

    # -- over the ground -----------------------------------------------------------------------

    @cached_property
    def _bent(self) -> Array:
        """How much more the knee is bent in each swing, early, in its middle and late, and how far the leg is kept back
        (m, 4) [rad]: the calmest way that clears the ground."""
        count = len(self._pairs)
        best, least = np.zeros((count, 4)), np.full(count, np.inf)
        if not count:
            return best
        u = np.linspace(0.0, 1.0, SAMPLES)[1:-1]
        begins, spans = self._spans
        which = np.repeat(np.arange(count), len(u))
        frames = begins[which] + np.tile(u, count) * spans[which]
        need = np.tile(self.plan.gait.lift * self.plan.legs.scale * bumps(u)[:, 1] - SUNK, count)
        seconds = (spans / self.plan.rate / (SAMPLES - 1))[:, None]
        for lag in LAGS if self.plan.ground.has_edges else LAGS[:1]:
            tried = np.flatnonzero(least > CALM_ENOUGH)
            if not len(tried):
                break
            rows = np.flatnonzero(np.isin(which, tried))
            bent = np.zeros((count, 4))
            bent[:, 3] = lag
            missing = self._raise(which[rows], frames[rows], need[rows], tried, bent)
            bends = self._bends(which[rows], frames[rows], bent[which[rows]]).reshape(len(tried), -1)
            calm = np.abs(np.diff(bends, 2, axis=1) / seconds[tried] ** 2).max(axis=1)
            cost = calm + SHORT * np.maximum(missing - 1e-3, 0.0)
            better = tried[cost < least[tried]]
            best[better], least[better] = bent[better], cost[cost < least[tried]]
        return best

    def _raise(self, which: Rows, frames: Array, need: Array, swings: Rows, bent: Array) -> Array:
        """Bend the knees more in some swings (k,) until the feet clear the ground; what is missing then (k,) [m]."""

        def missing(rows: Rows) -> Array:
            return np.asarray(need[rows] - self._clearance(which[rows], frames[rows], bent[which[rows]]))

        every = np.arange(len(which))
        for _ in range(ROUNDS):
            short = missing(every).reshape(len(swings), -1)
            low = np.flatnonzero(short.max(axis=1) > 1e-4)
            if not len(low):
                break
            rows = np.flatnonzero(np.isin(which, swings[low]))
            gains = []
            for shape in range(3):
                bent[swings[low], shape] += TRIED
                gains.append((short[low] - missing(rows).reshape(len(low), -1)) / TRIED)
                bent[swings[low], shape] -= TRIED
            for i, swing in enumerate(swings[low]):
                bent[swing, :3] += _raised(short[low[i]], np.stack([gain[i] for gain in gains], axis=1))
            bent[:, :3] = np.clip(bent[:, :3], 0.0, MOST_BENT)
        self._shrink(missing, swings, bent)
        return np.asarray(missing(every).reshape(len(swings), -1).max(axis=1))

    @staticmethod
    def _shrink(missing: Callable[[Rows], Array], swings: Rows, bent: Array) -> None:
        """Take back what knees are bent more than they must."""
        most = bent[swings, :3].copy()
        if not most.any():
            return
        every = np.arange(len(swings) * (SAMPLES - 2))
        enough, little = np.ones(len(swings)), np.zeros(len(swings))
        for _ in range(HALVINGS):
            share = (enough + little) / 2
            bent[swings, :3] = share[:, None] * most
            clear = missing(every).reshape(len(swings), -1).max(axis=1) < 1e-3
            enough, little = np.where(clear, share, enough), np.where(clear, little, share)
        bent[swings, :3] = enough[:, None] * most

    def _clearance(self, which: Rows, frames: Array, bent: Array) -> Array:
        """The height of the lowest corner of the sole above the ground below it (n,) [m]."""
        leg = self.leg
        frame, toes = self._at(which, frames, bent)
        turned = turns_about(leg.across, leg.hinge, -toes)
        tips = np.einsum("nij,kj->nki", turned[:, :, :3], leg.toe_soles) + turned[:, None, :, 3]
        points = np.concatenate([np.broadcast_to(leg.soles, (len(toes), *leg.soles.shape)), tips], axis=1)
        placed = np.einsum("nij,nkj->nki", frame[:, :, :3], points) + frame[:, None, :, 3]
        flat = placed.reshape(-1, 3)
        return np.asarray((flat[:, 1] - self.plan.ground.height(flat[:, [0, 2]])).reshape(placed.shape[:2]).min(axis=1))


def _raised(missing: Array, gains: Array) -> Array:
    """How much more of three bumps (3,) makes up for what is missing (n,), if each gives so much of it (n, 3)."""
    found = np.zeros(3)
    for _ in range(TRIES):
        short = missing - gains @ found
        worst = int(np.argmax(short))
        best = int(np.argmax(gains[worst] * PREFERRED))
        if short[worst] <= 5e-5 or gains[worst, best] <= 1e-3:
            break
        found[best] += short[worst] / gains[worst, best]
    return found


def _at_ankle(leg: Leg, bend: Array, length: Array) -> Array:
    """The angle at the ankle between the shin and the line to the hip (n,), with the knee bent (n,) [rad]."""
    return np.asarray(np.arcsin(np.clip(leg.thigh * np.sin(bend) / length, -1.0, 1.0)))


def _matrix(q: Array) -> Array:
    """Quaternions (n, 4) as matrices (n, 3, 3)."""
    return np.stack([quat.rotate(q, np.broadcast_to(e, (len(q), 3))) for e in np.eye(3)], axis=2)
