"""The height of the pelvis, the roll of the feet and the bend of the knees, found together over the whole walk.

Near its straight position a knee turns by degrees where the pelvis moves by millimetres, so a height that is chosen
first would jerk the knees.  Here all three are found at once: knees bend as people's do, with little acceleration, and
feet roll and the pelvis rises as that needs.  It is one problem of least squares for the whole walk, solved by
Gauss-Newton steps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline
from scipy.linalg import solveh_banded
from scipy.sparse import csc_matrix, diags, vstack

from manikin.gait.curves import smooth_step
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
BAND = 14
"""How far from each other unknowns are that meet in a wish: five at each of three times."""
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

    def fades(self, u: Array, start: Array, end: Array) -> Array:
        """How what is left between a swinging and a standing knee goes (n,); u (n,) is the share of the swing.

        Of values and rates (2, n) at both ends only the values: knees of both kinds are on the same curve.
        """
        return np.asarray(start[0] + (end[0] - start[0]) * smooth_step(u))

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
        """How far the unknowns are from the wishes: those of ``_plain``, then those of both legs."""
        a, b = self._plain
        return np.concatenate([a @ x + b, *(np.concatenate(self._leg(k, x)) for k in (0, 1))])

    def step(self, x: Array, values: Array) -> Array:
        """The step of Gauss-Newton from unknowns with these residuals."""
        plain, legs = self._plain[0], self._slopes(x)
        count = plain.shape[0]
        right = -(plain.T @ values[:count] + legs.T @ values[count:])
        # in the order of time each unknown meets only those of two times before and after
        square, n = (self._plain_square + legs.T @ legs).tocoo(), len(self.grid)
        row, column = (5 * (index % n) + index // n for index in (square.row, square.col))
        upper = row <= column
        band = np.zeros((BAND + 1, 5 * n))
        band[BAND + row[upper] - column[upper], column[upper]] = square.data[upper]
        return np.asarray(solveh_banded(band, right.reshape(5, n).T.ravel()).reshape(n, 5).T.ravel())

    @cached_property
    def _plain_square(self) -> csc_matrix:
        a, _ = self._plain
        return a.T @ a

    def _leg(self, k: int, x: Array) -> list[Array]:
        """Knees bend as the feet and the height have it; knees, ankles and rolls keep their limits; ankles turn."""
        leg = self.legs[k]
        rows, unknowns = leg.rows, x.reshape(5, -1)
        rolls, bends = unknowns[1 + k][rows], unknowns[3 + k]
        bend, lean = leg.bends(unknowns[0][rows], rolls)
        back = np.where(leg.rising[rows], rolls, 0.0)
        return [
            (bends[rows] - bend) / KEPT,
            np.minimum(bends - leg.least, 0.0) / AT_LIMIT,
            np.maximum(lean - MOST_ANKLE, 0.0) / AT_LIMIT,
            np.minimum(back, 0.0) / AT_LIMIT,
            (lean - leg.ankle[rows]) * leg.ankles[rows] / ANKLE,
        ]

    def _slopes(self, x: Array) -> csc_matrix:
        """How the residuals of both legs depend on the unknowns."""
        entries: list[tuple[NDArray[Any], NDArray[np.intp], NDArray[np.intp]]] = []
        n, start = len(self.grid), 0
        for k, leg in enumerate(self.legs):
            rows, unknowns = leg.rows, x.reshape(5, n)
            heights, rolls, bends = unknowns[0][rows], unknowns[1 + k][rows], unknowns[3 + k]
            now, up, rolled = (
                leg.bends(*at) for at in ((heights, rolls), (heights + TINY, rolls), (heights, rolls + TINY))
            )
            lean = now[1]
            (by_height, lean_by_height), (by_roll, lean_by_roll) = (
                tuple((there - here) / TINY for there, here in zip(moved, now, strict=True)) for moved in (up, rolled)
            )
            height, roll, bend = rows, (1 + k) * n + rows, (3 + k) * n + np.arange(n)
            over = (lean > MOST_ANKLE) / AT_LIMIT
            back = (leg.rising[rows] & (rolls < 0)) / AT_LIMIT
            turned = leg.ankles[rows] / ANKLE
            groups = (
                ((-by_height / KEPT, height), (-by_roll / KEPT, roll), (np.full(len(rows), 1 / KEPT), bend[rows])),
                (((bends < leg.least) / AT_LIMIT, bend),),
                ((over * lean_by_height, height), (over * lean_by_roll, roll)),
                ((back, roll),),
                ((turned * lean_by_height, height), (turned * lean_by_roll, roll)),
            )
            for group in groups:
                entries += [(values, start + np.arange(len(values)), columns) for values, columns in group]
                start += len(group[0][0])
        values, places, columns = (np.concatenate(each) for each in zip(*entries, strict=True))
        return csc_matrix((values, (places, columns)), (start, 5 * n))

    def _picked(self, kind: int, rows: NDArray[np.intp]) -> csc_matrix:
        """The matrix that picks some unknowns of a kind."""
        n = len(self.grid)
        return csc_matrix((np.ones(len(rows)), (np.arange(len(rows)), kind * n + rows)), (len(rows), 5 * n))


def _solve(wishes: _Wishes) -> Array:
    """The unknowns that are nearest to the wishes, by Gauss-Newton steps that are halved where they do not help."""
    x = wishes.start
    values = wishes.residuals(x)
    cost = _cost(values)
    for _ in range(ROUNDS):
        change = wishes.step(x, values)
        for share in SHARES:
            tried = wishes.residuals(x + share * change)
            if _cost(tried) < cost:
                break
        else:
            break
        x, values, before = x + share * change, tried, cost
        cost = _cost(values)
        if before - cost < ENOUGH * cost:
            break
    return np.asarray(x)


def _cost(values: Array) -> float:
    """The sum of squares; a product of vectors would wake all threads of BLAS for it."""
    return float(np.sum(values * values))
