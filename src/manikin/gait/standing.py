"""A leg that stands: its knee and ankle, with the pelvis at a height and the foot rolled over its foothold."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from scipy.interpolate import CubicSpline

from manikin.gait.legs import Leg
from manikin.gait.pelvis import PelvisWay
from manikin.gait.people import LEAST_BEND, swinging_bend, walking_ankle, walking_bend
from manikin.gait.plan import Contact, Plan
from manikin.gait.rolling import Stands, wished_roll
from manikin.math.rotations import Array

__all__ = ["StandingLeg"]

STANDING = math.radians(0.3)
"""What is left to the straightest knee in standing [rad]."""
LANDS = 0.12
"""For so many steps after its strike a leg lands: its knee is not near straight if that would jerk it."""
SOFT = math.radians(4.0)
"""Where two wishes for a knee are so near, they are rounded into one [rad]."""
CLIMBS = 0.1
"""Where a foot goes up or down by this it climbs [m]."""
NEARLY_STRAIGHT = math.radians(4.0)
"""Below this the bend of a knee is taken to go on evenly with its length, also where a leg does not reach [rad]."""


class StandingLeg:
    """One leg at the times of the grid.

    Attributes:
        rows: The times at which its foot stands.
        stands, same, rising: Whether it stands, stood on the same foothold the time before, and its heel rises (n,).
        roll, bend, ankle: The wished rolls, bends of the knee and leans of the shin over the foot (n,).
        ankles: How much the wished leans count (n,).
        least: The least bends (n,).
    """

    def __init__(self, plan: Plan, pelvis: PelvisWay, side: str) -> None:
        grid = self._grid = pelvis.grid
        self.leg: Leg = plan.legs[side]
        self._contacts = plan.of(side)
        self._more = grid[1] - grid[0]  # the curves go on to the times just before and after
        stands = [(grid > c.strike - self._more) & (grid < c.lift + self._more) for c in self._contacts]
        self.stands = np.any(stands, axis=0)
        self.rows = np.flatnonzero(self.stands)
        which = np.argmax(stands, axis=0)[self.rows]
        self._footholds = Stands(self.leg, [self._contacts[i] for i in which])
        self._hips = pelvis.hips(side, grid)[self.rows]
        facing = pelvis.facing(grid)[self.rows]
        self._ahead = np.stack([np.sin(facing), np.cos(facing)], axis=1)
        self.roll, self.bend, self.ankle, self.ankles = np.zeros((4, len(grid)))
        self.rising, self.same = np.zeros(len(grid), bool), np.zeros(len(grid), bool)
        self.lands = np.zeros(len(grid), bool)
        for i, contact in enumerate(self._contacts):
            mine = self.rows[which == i]
            self.roll[mine] = wished_roll(contact, grid[mine])
            self.rising[mine] = grid[mine] > contact.heel_off + self._more / 2
            self.same[mine[1:]] = True
            self.lands[mine] = grid[mine] < contact.strike + LANDS * plan.timing.step
            self.bend[mine] = walking_bend(contact, plan.timing, grid[mine])
            self.ankle[mine] = walking_ankle(contact, plan.timing, grid[mine])
            self.ankles[mine] = 0.0 if plan.runs else self._as_on_level_ground(i, grid[mine])
        going = pelvis.going(grid)
        self.least = self.leg.bend + going * LEAST_BEND
        self.bend[self.rows] = np.maximum(self.bend[self.rows], self.leg.bend + LEAST_BEND)
        high = self.bends(pelvis.wished(grid)[self.rows], self.roll[self.rows])[0]
        self.bend[self.rows] = _larger(self.bend[self.rows], high)
        for one, other in pairwise(self._contacts):
            mine = np.flatnonzero((grid >= one.lift + self._more) & (grid <= other.strike - self._more))
            if len(mine):
                first, last = self.bend[mine[0] - 1], self.bend[mine[-1] + 1]
                self.bend[mine] = swinging_bend(one, other, first, last, grid[mine])
        self.bend = self.leg.bend + going * (self.bend - self.leg.bend)

    def _as_on_level_ground(self, i: int, frames: Array) -> Array:
        """How much a foot stands as in a usual step on level ground (n,): 0 where it climbs or hardly walks."""
        contact, heights = self._contacts[i], [c.foothold.height for c in self._contacts]
        rises = [abs(heights[k] - heights[i]) for k in (max(i - 1, 0), min(i + 1, len(heights) - 1))]
        early, late = (max(0.0, 1 - rise / CLIMBS) for rise in rises)
        return np.where(frames < contact.heel_off, early * contact.ahead, late * contact.behind)

    def bends(self, heights: Array, rolls: Array) -> tuple[Array, Array]:
        """The bends of the knee, and how far the shin leans over the foot (k,), with the pelvis at heights."""
        leg = self.leg
        frame = self._footholds.rolled(rolls, self.rising[self.rows])[0]
        way = frame[:, :, 3] - self._hips
        way[:, 1] -= heights
        length = np.linalg.norm(way, axis=1)
        cosine = (length**2 - leg.thigh**2 - leg.shin**2) / (2 * leg.thigh * leg.shin)
        inside = np.clip(cosine, -1.0, math.cos(NEARLY_STRAIGHT))
        bend = np.arccos(inside) - (cosine - inside) / math.sin(NEARLY_STRAIGHT)
        ahead = np.arctan2(np.sum(way[:, [0, 2]] * self._ahead, axis=1), -way[:, 1])
        at_ankle = np.arcsin(np.clip(leg.thigh * np.sin(bend) / length, -1.0, 1.0))
        pitch = np.arctan2(-frame[:, 1, 2], np.hypot(frame[:, 0, 2], frame[:, 2, 2]))
        return bend, at_ankle - ahead - pitch

    def reach(self, row: int) -> float:
        """The height of the pelvis at a time of the grid at which the leg is as straight as in standing."""
        at = int(np.searchsorted(self.rows, row))
        way = self._footholds.rolled(self.roll[self.rows])[0][at, :, 3] - self._hips[at]
        most = float(self.leg.length_at(np.array(self.leg.bend + STANDING)))
        return float(way[1] + math.sqrt(max(most**2 - way[0] ** 2 - way[2] ** 2, 0.0)))

    def roll_curves(self, roll: Array) -> Iterator[tuple[Contact, CubicSpline]]:
        """The rolls (n,) as a curve for every foothold that the foot leaves."""
        grid, more = self._grid, self._more
        for contact in self._contacts:
            if math.isfinite(contact.lift):
                mine = np.flatnonzero((grid > contact.heel_off + more / 2) & (grid < contact.lift + more))
                times = np.concatenate([[contact.heel_off], grid[mine]])
                values = np.concatenate([[0.0], np.maximum(roll[mine], 0.0)])
                yield contact, CubicSpline(times, values, bc_type=((1, 0.0), "not-a-knot"))


def _larger(one: Array, other: Array) -> Array:
    """The larger of two wishes, rounded where they are near each other."""
    over = other - one
    rounded = one + (over + np.sqrt(over**2 + SOFT**2)) / 2
    return np.asarray(rounded - SOFT / 2 * np.exp(-np.abs(over) / SOFT))
