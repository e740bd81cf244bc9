"""Where on the cursor's ray the goal of a pull is while comfort moves the pulled part along the ray.

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
"""The share of the remaining way that the goal goes in a refresh: it ends slowly."""
MAX_STEP = 0.012
"""The longest way of the goal in a refresh [m], 0.7 m/s."""
STEP_GROWTH, FIRST_STEP = 1.5, 0.0005
"""A step is at most so many times as long as the one before, and the first so long [m]: it begins slowly."""
ARRIVED_DISTANCE = 1e-4
"""A remaining way below this [m] is none."""
MIN_SLOPE = 1e-4
"""A part that leaves its goal by less than this share of the way is not drawn away."""
MAX_REFRESHES = 150
"""Refreshes after which a way that does not end is given up."""


class RayGoal:
    """The goal on one ray after the other."""

    def __init__(self, goal: Array) -> None:
        self.goal = goal
        self._stopped = False
        self._begin()

    def _begin(self) -> None:
        self._ray: tuple[Array, Array] | None = None
        self._leaving: float | None = None  # by how much the part left the goal the last time [m]
        self._slope: float | None = None
        self._step, self._longest, self._refreshes, self.arrived = 0.0, MAX_STEP, 0, True

    def stop(self) -> None:
        """Go no farther along a ray; another one is still gone to."""
        self._stopped = True

    def follow(self, origin: Array, direction: Array, effector: Array, *, settled: bool = True) -> Array:
        """The next goal (3,), given where the last one has brought the part, and whether it is all the way there."""
        if self._ray is None or not (np.array_equal(origin, self._ray[0]) and np.array_equal(direction, self._ray[1])):
            self._begin()  # the cursor moves, and that is what counts
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
        # after a step too far shorter ones: where the figure turns over there is no slope to go by
        self._longest = 0.5 * self._longest if left * self._step < 0 else min(MAX_STEP, 1.25 * self._longest)
        self.arrived = min(abs(left), self._longest) < ARRIVED_DISTANCE or self._refreshes > MAX_REFRESHES
        step = np.copysign(max(abs(leaving), ARRIVED_DISTANCE), leaving) if self._slope is None else STEP_SHARE * left
        most = min(self._longest, max(FIRST_STEP, STEP_GROWTH * abs(self._step)))
        before, step = self.goal, float(np.clip(step, -most, most))
        self.goal = nearest_on_ray(origin, direction, before + step * along)
        self._step, self._leaving = float((self.goal - before) @ along), leaving
        return self.goal

    def _left(self, leaving: float) -> float:
        """What is left of the way [m], by the secant."""
        if self._leaving is not None and abs(self._step) > ARRIVED_DISTANCE / 10:
            self._slope = min((leaving - self._leaving) / self._step, -MIN_SLOPE)
        return leaving / (MIN_SLOPE if self._slope is None else -self._slope)
