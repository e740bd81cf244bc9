"""The way of the pelvis: over the feet, as high as the legs reach, turning with them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator

from manikin.gait.feet import FootMotion, smooth_step
from manikin.gait.footholds import Foothold
from manikin.gait.legs import SIDES
from manikin.gait.plan import Plan
from manikin.math.rotations import Array

__all__ = ["PelvisMotion", "PelvisState"]

FINE = 24
"""The way is computed at so many times a step."""
OVER = 0.405
"""After this share of its time on the ground the pelvis is over a foot."""
UP_LATER = 0.2
"""So much later upstairs, where the shin of the upper leg cannot lean far."""
LEFT_IN_KNEE = math.radians(12.0)
"""What is left to straight in a knee that walks."""
STANDING_KNEE = math.radians(1.0)
"""The same in standing."""
ROUNDS = 30
"""How often the height is lowered where a leg does not reach."""
DROP = 0.012
"""How much lower than at rest the pelvis is in the middle of a step [m]."""


@dataclass(frozen=True, eq=False)
class PelvisState:
    """The pelvis at n frames: its place (n, 3), heading, tilt and roll (n,) [rad], and signals (n,) for the rest.

    ``lead`` is 1 when the left foot strikes and −1 when the right one does; ``support`` is 1 over the left foot and −1
    over the right one; both are less in short steps and 0 in standing.  ``going`` is 0 in standing and 1 in walking.
    """

    place: Array
    heading: Array
    facing: Array
    roll: Array
    lead: Array
    support: Array
    going: Array


@dataclass(frozen=True, eq=False)
class PelvisMotion:
    """The pelvis over a whole walk."""

    plan: Plan
    feet: dict[str, FootMotion]

    def at(self, frames: Array) -> PelvisState:
        """The pelvis at frames (n,)."""
        place, heading = self._level(frames)
        gait = self.plan.gait
        lead, support = self._lead(frames), self._support(frames)
        return PelvisState(
            place=np.stack([place[:, 0], self._height(frames), place[:, 1]], axis=1),
            heading=heading - math.radians(gait.turn) * lead,
            facing=heading,
            roll=math.radians(gait.list) * support,
            lead=lead,
            support=support,
            going=self._going(frames),
        )

    # -- over the ground -----------------------------------------------------------------------

    @cached_property
    def _grid(self) -> Array:
        plan = self.plan
        count = max(2, math.ceil((plan.end - plan.begin) / plan.timing.step * FINE))
        return np.linspace(plan.begin, plan.end, count + 1)

    @property
    def _between(self) -> float:
        """How long after a strike the pelvis is half-way between two footholds [steps]."""
        return OVER * self.plan.timing.lift / self.plan.timing.step - 0.5

    @cached_property
    def _knots(self) -> tuple[Array, Array]:
        """Times, and the mean of the two feet that stand then: place, height, heading (m, 4)."""
        plan, contacts = self.plan, self.plan.contacts
        rows, times = [], []
        latest = {contact.side: contact.foothold for contact in contacts[:2]}
        rows.append(_mean(latest))
        times.append(plan.begin + 0.4 * plan.timing.step)
        for contact in contacts[2:]:
            latest[contact.side] = contact.foothold
            rows.append(_mean(latest))
            rise = contact.foothold.height - latest[_other(contact.side)].height
            later = UP_LATER * min(max(rise / 0.17, 0.0), 1.0)
            times.append(contact.strike + (self._between + later) * plan.timing.step)
        table = np.array(rows)
        table[:, 3] = np.unwrap(table[:, 3])
        return np.array(times), table

    @cached_property
    def _smooth(self) -> CubicSpline:
        """The mean of the feet, smoothed over a step: place, height, heading."""
        times, rows = self._knots
        plan, grid = self.plan, self._grid
        half = 0.75 * plan.timing.step
        wide = np.arange(-half, half + 1e-9, plan.timing.step / FINE)
        kernel = np.cos(wide / half * np.pi / 2) ** 2
        kernel /= kernel.sum()
        asked = np.clip(grid[:, None] + wide, times[0], times[-1])
        smoothed = np.stack([np.interp(asked, times, rows[:, i]) @ kernel for i in range(4)], axis=1)
        return CubicSpline(grid, smoothed)

    def _level(self, frames: Array) -> tuple[Array, Array]:
        mean = self._smooth(np.clip(frames, self.plan.begin, self.plan.end))
        heading = mean[:, 3]
        ahead = np.stack([np.sin(heading), np.cos(heading)], axis=1)
        aside = np.stack([np.cos(heading), -np.sin(heading)], axis=1)
        sway = self.plan.gait.sway * self.plan.legs.scale * self._support(frames)
        return mean[:, :2] + self.plan.legs.ahead * ahead + sway[:, None] * aside, heading

    # -- signals -------------------------------------------------------------------------------

    @cached_property
    def _signals(self) -> tuple[PchipInterpolator, PchipInterpolator]:
        plan = self.plan
        latest = {contact.side: contact.foothold for contact in plan.contacts[:2]}
        step = plan.gait.step * plan.legs.scale
        leads, supports = [(plan.begin, 0.0)], [(plan.begin, 0.0)]
        for contact in plan.contacts[2:]:
            latest[contact.side] = contact.foothold
            sign = 1.0 if contact.side == "l" else -1.0
            supports.append((contact.strike - plan.timing.swing / 2, -sign))
            leads.append((contact.strike, sign * min(1.0, max(0.0, sign * _gap(latest) / step))))
        return _wave([*leads, (plan.end, 0.0)]), _wave([*supports, (plan.end, 0.0)])

    def _lead(self, frames: Array) -> Array:
        return np.asarray(self._signals[0](np.clip(frames, self.plan.begin, self.plan.end)))

    def _support(self, frames: Array) -> Array:
        return np.asarray(self._signals[1](np.clip(frames, self.plan.begin, self.plan.end)))

    def _going(self, frames: Array) -> Array:
        plan = self.plan
        away = np.minimum(frames - plan.begin, plan.end - frames) / max(plan.ready, 1.0)
        return smooth_step(away)

    # -- height --------------------------------------------------------------------------------

    @cached_property
    def _heights(self) -> PchipInterpolator:
        """Low where both feet stand, high over one foot: as high as wished, and no higher than the legs reach."""
        plan, grid = self.plan, self._grid
        gait, scale = plan.gait, plan.legs.scale
        step, strikes = plan.timing.step, [contact.strike for contact in plan.contacts[2:]]
        lows = [strike + self._between * step for strike in strikes]
        highs = [strikes[0] - plan.timing.swing / 2, *(low + step / 2 for low in lows)]
        times = np.unique([plan.begin, *lows, *highs, plan.end])
        mean = self._smooth(times)[:, 2]
        both = np.isin(times, lows) * np.abs(self._lead(times))
        lower = (DROP + gait.crouch) * self._going(times) + gait.bob * both
        knots = mean + plan.legs.height - scale * lower
        reach = self._reach(grid)
        nearest = np.abs(grid[:, None] - times).argmin(axis=1)
        for _ in range(ROUNDS):
            over = PchipInterpolator(times, knots)(grid) - reach
            worst = np.zeros(len(times))
            np.maximum.at(worst, nearest, over)
            if worst.max() <= 1e-4:
                break
            knots = knots - 1.05 * worst
        return PchipInterpolator(times, knots)

    def _height(self, frames: Array) -> Array:
        return np.asarray(self._heights(np.clip(frames, self.plan.begin, self.plan.end)))

    def _reach(self, frames: Array) -> Array:
        """The largest height at which both legs reach their feet with a little left in the knees."""
        place, heading = self._level(frames)
        heading = heading - math.radians(self.plan.gait.turn) * self._lead(frames)
        roll = math.radians(self.plan.gait.list) * self._support(frames)
        found = np.full(len(frames), np.inf)
        for side in SIDES:
            leg = self.plan.legs[side]
            ankle = self.feet[side].at(frames).frame[:, :, 3]
            aside = np.stack([np.cos(heading), -np.sin(heading)], axis=1)
            ahead = np.stack([np.sin(heading), np.cos(heading)], axis=1)
            hip = place + leg.hip[0] * np.cos(roll)[:, None] * aside + leg.hip[2] * ahead
            a, b = leg.thigh, leg.shin
            left = leg.bend + STANDING_KNEE + (LEFT_IN_KNEE - STANDING_KNEE) * self._going(frames)
            most = np.sqrt(a * a + b * b + 2 * a * b * np.cos(left))
            flat = np.minimum(np.linalg.norm(ankle[:, [0, 2]] - hip, axis=1), 0.98 * most)
            high = ankle[:, 1] + np.sqrt(most**2 - flat**2) - leg.hip[1] - leg.hip[0] * np.sin(roll)
            found = np.minimum(found, high)
        return found


def _other(side: str) -> str:
    return "r" if side == "l" else "l"


def _mean(latest: dict[str, Foothold]) -> list[float]:
    one, other = latest["l"], latest["r"]
    place = (one.place + other.place) / 2
    turn = math.remainder(other.heading - one.heading, 2 * math.pi)
    return [float(place[0]), float(place[1]), (one.height + other.height) / 2, one.heading + turn / 2]


def _gap(latest: dict[str, Foothold]) -> float:
    """How far the left foot is ahead of the right one [m]."""
    left, right = latest["l"], latest["r"]
    ahead = np.array([math.sin(left.heading), math.cos(left.heading)])
    return float((left.place - right.place) @ ahead)


def _wave(points: list[tuple[float, float]]) -> PchipInterpolator:
    """A smooth wave through its tops and bottoms, at rest at both ends."""
    times, values = zip(*points, strict=True)
    return PchipInterpolator(times, values)
