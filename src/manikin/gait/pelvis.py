"""The way of the pelvis over the ground: over the feet, turning with them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator

from manikin.gait.curves import smooth_step
from manikin.gait.footholds import Foothold
from manikin.gait.plan import Plan
from manikin.math.rotations import Array

__all__ = ["TILTED", "PelvisState", "PelvisWay"]

FINE = 48
"""The way is computed at so many times a step, or a few more."""
OVER = 0.405
"""After this share of its time on the ground the pelvis is over a foot."""
UP_LATER = 0.2
"""So much later upstairs, where the shin of the upper leg cannot lean far."""
DROPPED, LEVEL, STRUCK = 0.92, 0.5, 0.15
"""So much of its swing before a foot strikes the pelvis has dropped on its side, and is nearly level again; how far up
that side is as the foot strikes, in how far it drops (Schwartz, Rozumalski & Trost 2008)."""
TILTED = 0.4
"""The share of a lean that the pelvis tilts; the spine bends for the rest."""


@dataclass(frozen=True, eq=False)
class PelvisState:
    """The pelvis at n frames: its place (n, 3), heading, tilt and roll (n,) [rad], and signals (n,) for the rest.

    ``lead`` is 1 when the left foot strikes and −1 when the right one does; ``support`` is 1 over the left foot and −1
    over the right one; both are less in short steps and 0 in standing.  ``going`` is 0 in standing and 1 in walking.
    """

    place: Array
    heading: Array
    facing: Array
    tilt: Array
    roll: Array
    lead: Array
    support: Array
    going: Array


@dataclass(frozen=True, eq=False)
class PelvisWay:
    """The pelvis over a whole walk, but for its height."""

    plan: Plan

    def at(self, frames: Array, heights: Array) -> PelvisState:
        """The pelvis at frames (n,) and heights (n,)."""
        place, heading = self._level(frames)
        gait = self.plan.gait
        lead, support, going = self._lead(frames), self._support(frames), self.going(frames)
        return PelvisState(
            place=np.stack([place[:, 0], heights, place[:, 1]], axis=1),
            heading=heading - math.radians(gait.turn) * lead,
            facing=heading,
            tilt=TILTED * math.radians(gait.lean) * going,
            roll=math.radians(gait.list) * self._signal(2, frames),
            lead=lead,
            support=support,
            going=going,
        )

    def facing(self, frames: Array) -> Array:
        """Where the walk leads (n,) [rad from z towards x]."""
        return self._level(frames)[1]

    def hips(self, side: str, frames: Array) -> Array:
        """The places of a hip (n, 3) with the pelvis at height 0."""
        state = self.at(frames, np.zeros(len(frames)))
        x, y, z = self.plan.legs[side].hip
        c, s = np.cos(state.roll), np.sin(state.roll)
        x, y = x * c - y * s, x * s + y * c
        c, s = np.cos(state.tilt), np.sin(state.tilt)
        y, z = y * c - z * s, y * s + z * c
        c, s = np.cos(state.heading), np.sin(state.heading)
        return np.asarray(state.place + np.stack([x * c + z * s, y, z * c - x * s], axis=1))

    # -- over the ground -----------------------------------------------------------------------

    @cached_property
    def grid(self) -> Array:
        """Times (m,), even ones, that the way is computed at."""
        plan = self.plan
        often = math.ceil(FINE / plan.timing.step)  # a whole number a frame: feet strike and leave at times of the grid
        count = max(2, math.ceil((plan.end - plan.begin) * often))
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
        plan, grid = self.plan, self.grid
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
    def _signals(self) -> list[PchipInterpolator]:
        """Lead and support, see ``PelvisState``, and list: 1 where the right side has dropped."""
        plan = self.plan
        latest = {contact.side: contact.foothold for contact in plan.contacts[:2]}
        step, swing = plan.gait.step * plan.legs.scale, plan.timing.swing
        waves: list[list[tuple[float, float]]] = [[(plan.begin, 0.0)] for _ in range(3)]
        for contact in plan.contacts[2:]:
            latest[contact.side] = contact.foothold
            sign = 1.0 if contact.side == "l" else -1.0
            waves[0].append((contact.strike, sign * min(1.0, max(0.0, sign * _gap(latest) / step))))
            waves[1].append((contact.strike - swing / 2, -sign))
            drop = ((DROPPED, -1.0), (LEVEL, -0.1), (0.0, STRUCK))[: 2 if plan.runs else 3]
            waves[2] += [(contact.strike - share * swing, sign * level) for share, level in drop]
        rested = plan.contacts[-1].flat + 0.5 * (plan.end - plan.contacts[-1].flat)
        return [_wave([*wave, (rested, 0.0), (plan.end, 0.0)]) for wave in waves]

    def _signal(self, which: int, frames: Array) -> Array:
        return np.asarray(self._signals[which](np.clip(frames, self.plan.begin, self.plan.end)))

    def _lead(self, frames: Array) -> Array:
        return self._signal(0, frames)

    def _support(self, frames: Array) -> Array:
        return self._signal(1, frames)

    def going(self, frames: Array) -> Array:
        """0 in standing, 1 in walking (n,)."""
        plan = self.plan
        away = np.minimum(frames - plan.begin, plan.end - frames) / max(plan.ready, 1.0)
        return smooth_step(away)

    # -- height --------------------------------------------------------------------------------

    @cached_property
    def _wished(self) -> PchipInterpolator:
        plan = self.plan
        gait, scale = plan.gait, plan.legs.scale
        step, strikes = plan.timing.step, [contact.strike for contact in plan.contacts[2:]]
        lows = [strike + self._between * step for strike in strikes]
        highs = [strikes[0] - plan.timing.swing / 2, *(low + step / 2 for low in lows)]
        times = np.unique([plan.begin, *lows, *highs, plan.end])
        mean = self._smooth(times)[:, 2]
        both = np.isin(times, lows) * np.abs(self._lead(times))
        lower = gait.crouch * self.going(times) + gait.bob * both
        return PchipInterpolator(times, mean + plan.legs.height - scale * lower)

    def wished(self, frames: Array) -> Array:
        """The heights that the pelvis need not be above (n,): as at rest over the mean of the feet, less the bob."""
        return np.asarray(self._wished(np.clip(frames, self.plan.begin, self.plan.end)))


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
