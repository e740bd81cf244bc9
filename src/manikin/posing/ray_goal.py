"""The goal of a pull on the cursor's ray, while comfort moves the pulled part along the ray.

The goal is the point of the ray nearest to the part (W 6.2).  Moving the goal to the part at each refresh would damp
the motion: a weak comfort goal would need about 15 s to come to rest.  The offset of the part from the goal is a smooth
function of the goal's place on the ray, and is zero where both rest.  The secant through the last two offsets predicts
that place, and the goal moves ahead towards it, no faster than a hand would.
"""

from __future__ import annotations

import numpy as np

from manikin.document.ik_chain import nearest_on_ray
from manikin.math.rotations import Array

__all__ = ["RayGoal"]

STEP_SHARE = 0.15
"""Share of the remaining distance that the goal moves in a refresh, for a slow end."""
MAX_STEP = 0.012
"""Largest move of the goal in a refresh [m], 0.7 m/s."""
STEP_GROWTH, FIRST_STEP = 1.5, 0.0005
"""Largest ratio of a step to the one before, and the length of the first step [m], for a slow start."""
ARRIVED_DISTANCE = 1e-4
"""Remaining distance [m] that counts as arrived."""
MIN_SLOPE = 1e-4
"""Smallest slope of the secant; below it the part follows its goal without an offset."""
MAX_REFRESHES = 150
"""Refreshes on one ray after which the goal stops."""


class RayGoal:
    """The goal on successive rays."""

    def __init__(self, goal: Array) -> None:
        self.goal = goal
        self._stopped = False
        self._begin()

    def _begin(self) -> None:
        self._ray: tuple[Array, Array] | None = None
        self._leaving: float | None = None  # the last offset of the part from the goal [m]
        self._slope: float | None = None
        self._step, self._longest, self._refreshes, self.arrived = 0.0, MAX_STEP, 0, True

    def stop(self) -> None:
        """Stop moving along the present ray; a new ray still counts."""
        self._stopped = True

    def follow(self, origin: Array, direction: Array, effector: Array, *, settled: bool = True) -> Array:
        """The next goal (3,), for the present effector; ``settled`` says whether the last refresh was not held back."""
        if self._ray is None or not (np.array_equal(origin, self._ray[0]) and np.array_equal(direction, self._ray[1])):
            self._begin()  # the cursor has moved
            self.goal = nearest_on_ray(origin, direction, effector)
            self._ray, self.arrived = (origin, direction), False
            return self.goal
        if self._stopped:
            self.arrived = True
            return self.goal
        self._refreshes += 1
        if not settled:
            self._leaving = None
            return self.goal
        along = direction / np.linalg.norm(direction)
        leaving = float((effector - self.goal) @ along)
        left = self._left(leaving)
        # shorter steps after one that went too far: where a limb flips, the secant is not valid
        self._longest = 0.5 * self._longest if left * self._step < 0 else min(MAX_STEP, 1.25 * self._longest)
        self.arrived = min(abs(left), self._longest) < ARRIVED_DISTANCE or self._refreshes > MAX_REFRESHES
        step = np.copysign(max(abs(leaving), ARRIVED_DISTANCE), leaving) if self._slope is None else STEP_SHARE * left
        most = min(self._longest, max(FIRST_STEP, STEP_GROWTH * abs(self._step)))
        before, step = self.goal, float(np.clip(step, -most, most))
        self.goal = nearest_on_ray(origin, direction, before + step * along)
        self._step, self._leaving = float((self.goal - before) @ along), leaving
        return self.goal

    def _left(self, leaving: float) -> float:
        """The remaining distance [m], by the secant."""
        if self._leaving is not None and abs(self._step) > ARRIVED_DISTANCE / 10:
            self._slope = min((leaving - self._leaving) / self._step, -MIN_SLOPE)
        return leaving / (MIN_SLOPE if self._slope is None else -self._slope)
