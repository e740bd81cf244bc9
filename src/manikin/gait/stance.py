"""The height of the pelvis, the roll of the feet and the bend of the knees, found together over the whole walk.

Near its straight position a knee turns by degrees where the pelvis moves by millimetres, so a height that is chosen
first would jerk the knees.  Here all three are found at once: knees bend as people's do, with little acceleration, and
feet roll and the pelvis rises as that needs.  It is one problem of least squares for the whole walk, solved by
Gauss-Newton steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline
from scipy.sparse import csc_matrix, diags, vstack
from scipy.sparse.linalg import splu

from manikin.gait.legs import SIDES
from manikin.gait.pelvis import PelvisWay
from manikin.gait.plan import Contact, Plan
from manikin.gait.rolling import landing_roll
from manikin.gait.standing import StandingLeg
from manikin.math.rotations import Array

__all__ = ["Stance"]

ROUNDS, ENOUGH = 20, 3e-3
"""The most steps of Gauss-Newton, and the gain that ends them."""
SHARES = (1.0, 0.5, 0.25, 0.1)
"""The shares of a step that are tried."""
TINY = 1e-5
"""Slopes are measured over this [m or rad]."""
BEND, SWING_BEND, CALM = math.radians(3.0), math.radians(6.0), 30.0
"""What the bend of a knee may differ from the wished one [rad], and its usual acceleration [rad/s²]."""
ANKLE = math.radians(1.5)
"""What the lean of a shin over its foot may differ from the wished one [rad]."""
ROLL, ROLL_CALM = math.radians(6.0), 40.0
"""The same of the roll of a foot."""
HEIGHT_CALM, FALLING = 1.5, 10.0
"""The usual acceleration of the pelvis [m/s²], and how much more that of gravity counts in the air."""
KEPT = 1e-4
"""What something that is given may differ from it [m or rad]."""
AT_LIMIT = math.radians(0.3)
"""What a knee may be straighter than the least bend, and an ankle bent more than the most [rad]."""
MOST_ANKLE = math.radians(24.0)
"""How far a shin leans forward over its foot at most [rad]."""
GRAVITY = 9.81


@dataclass(frozen=True, eq=False)
class Stance:
    """Heights of the pelvis, rolls of the feet that stand, and bends of the knees.

    Attributes:
        plan: The plan.
        pelvis: The way of the pelvis over the ground.
    """

    plan: Plan
    pelvis: PelvisWay

    def heights(self, frames: Array) -> Array:
        """The heights of the pelvis (n,) [m]."""
        return np.asarray(self._found[0](np.clip(frames, self.plan.begin, self.plan.end)))

    def bends(self, side: str, frames: Array) -> Array:
        """The angles (n,) between thigh and shin [rad], before a foot is raised over the ground."""
        return np.asarray(self._found[1][side](frames))

    def rolls(self, contact: Contact, frames: Array) -> Array:
        """How far a foot that stands is rolled forward (n,) [rad]."""
        curve = self._found[2].get(contact)
        landing = landing_roll(contact, frames)
        if curve is None:
            return landing
        return np.where(frames > contact.heel_off, curve(np.maximum(frames, contact.heel_off)), landing)

    @cached_property
    def _found(self) -> tuple[CubicSpline, dict[str, CubicSpline], dict[Contact, CubicSpline]]:
        grid = self.pelvis.grid
        legs = [StandingLeg(self.plan, self.pelvis, side) for side in SIDES]
        heights, *found = np.split(_solve(_Wishes(grid, self.plan.rate, self.pelvis, legs)), 5)
        bends = {side: CubicSpline(grid, bend) for side, bend in zip(SIDES, found[2:], strict=True)}
        rolls = dict(curve for leg, roll in zip(legs, found[:2], strict=True) for curve in leg.roll_curves(roll))
        return CubicSpline(grid, heights), bends, rolls


@dataclass(eq=False)
class _Wishes:
    """What heights, rolls and bends on the grid should be, as residuals of least squares and their slopes.

    The unknowns are n heights, n rolls of the left foot and n of the right one, n bends of the left knee and of the
    right one.
    """

    grid: Array
    rate: float
    pelvis: PelvisWay
    legs: list[StandingLeg]

    @cached_property
    def start(self) -> Array:
        """The unknowns to begin with."""
        return np.concatenate(
            [self.pelvis.wished(self.grid), *(leg.roll for leg in self.legs), *(leg.bend for leg in self.legs)]
        )

    @cached_property
    def _plain(self) -> tuple[csc_matrix, Array]:
        """The wishes that are linear: matrix A and b of A·x + b."""
        n = len(self.grid)
        second = (
            diags([1.0, -2.0, 1.0], [0, 1, 2], (n - 2, n)).tocsc() * (self.rate / (self.grid[1] - self.grid[0])) ** 2
        )
        flying = np.ones(n, bool)
        for leg in self.legs:
            flying[leg.rows] = False
        weight = np.where(flying[1:-1], FALLING, 1.0) / HEIGHT_CALM
        wished = self.start[:n]
        ends = np.array([0, 1, n - 2, n - 1])
        first, last = (min(wished[row], *(leg.reach(row) for leg in self.legs)) for row in (0, n - 1))
        heights, *others = (self._picked(i, np.arange(n)) for i in range(5))
        slopes = [diags(weight) @ second @ heights, heights[ends] / KEPT]
        values = [weight * GRAVITY * flying[1:-1], -np.array([first, first, last, last]) / KEPT]
        for leg, rolls, bends in zip(self.legs, others[:2], others[2:], strict=True):
            given = np.where(leg.rising, ROLL, KEPT)
            turning = np.flatnonzero(leg.rising[1:-1] & leg.same[1:-1] & leg.same[2:])
            near = np.where(leg.stands & ~leg.lands, BEND, SWING_BEND)
            slopes += [diags(1 / given) @ rolls, second[turning] @ rolls / ROLL_CALM]
            values += [-leg.roll / given, np.zeros(len(turning))]
            slopes += [diags(1 / near) @ bends, second @ bends / CALM]
            values += [-leg.bend / near, np.zeros(n - 2)]
        return vstack(slopes).tocsc(), np.concatenate(values)

    def residuals(self, x: Array) -> Array:
        """How far the unknowns are from the wishes."""
        a, b = self._plain
        return np.concatenate([a @ x + b, *(value for k in (0, 1) for value, _ in self._leg(k, x, slopes=False))])

    def slopes(self, x: Array) -> csc_matrix:
        """How the residuals depend on the unknowns."""
        return vstack([self._plain[0], *(slope for k in (0, 1) for _, slope in self._leg(k, x, slopes=True))]).tocsc()

    def _leg(self, k: int, x: Array, *, slopes: bool) -> Iterator[tuple[Array, csc_matrix | None]]:
        """Knees bend as the feet and the height have it; knees, ankles and rolls are inside their limits."""
        leg = self.legs[k]
        rows, unknowns = leg.rows, x.reshape(5, -1)
        heights, rolls, bends = unknowns[0][rows], unknowns[1 + k][rows], unknowns[3 + k]
        bend, lean = leg.bends(heights, rolls)
        under, over = np.minimum(bends - leg.least, 0.0), np.maximum(lean - MOST_ANKLE, 0.0)
        back = np.minimum(np.where(leg.rising[rows], rolls, 0.0), 0.0)
        turned = (lean - leg.ankle[rows]) * leg.ankles[rows] / ANKLE
        values = [(bends[rows] - bend) / KEPT, under / AT_LIMIT, over / AT_LIMIT, back / AT_LIMIT, turned]
        if not slopes:
            yield from ((value, None) for value in values)
            return
        by_height, by_roll = leg.bends(heights + TINY, rolls), leg.bends(heights, rolls + TINY)
        height, roll = self._picked(0, rows), self._picked(1 + k, rows)
        by = [
            diags((up - now) / TINY) @ height + diags((rolled - now) / TINY) @ roll
            for now, up, rolled in zip((bend, lean), by_height, by_roll, strict=True)
        ]
        yield values[0], (self._picked(3 + k, rows) - by[0]) / KEPT
        yield values[1], diags((under < 0) / AT_LIMIT) @ self._picked(3 + k, np.arange(len(self.grid)))
        yield values[2], diags((over > 0) / AT_LIMIT) @ by[1]
        yield values[3], diags((back < 0) / AT_LIMIT) @ roll
        yield values[4], diags(leg.ankles[rows] / ANKLE) @ by[1]

    def _picked(self, kind: int, rows: NDArray[np.intp]) -> csc_matrix:
        """The matrix that picks some unknowns of a kind."""
        n = len(self.grid)
        return csc_matrix((np.ones(len(rows)), (np.arange(len(rows)), kind * n + rows)), (len(rows), 5 * n))


def _solve(wishes: _Wishes) -> Array:
    """The unknowns that are nearest to the wishes, by Gauss-Newton steps that are halved where they do not help."""
    x = wishes.start
    values = wishes.residuals(x)
    for _ in range(ROUNDS):
        slopes = wishes.slopes(x)
        change = splu((slopes.T @ slopes).tocsc()).solve(-(slopes.T @ values))
        for share in SHARES:
            tried = wishes.residuals(x + share * change)
            if tried @ tried < values @ values:
                break
        else:
            break
        gain = values @ values - tried @ tried
        x, values = x + share * change, tried
        if gain < ENOUGH * (values @ values):
            break
    return np.asarray(x)
