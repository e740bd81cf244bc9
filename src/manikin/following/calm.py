"""Calm joints: speeds that change no faster than a bound."""

from __future__ import annotations

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Calm"]

NOTICEABLE = 1e-9
"""A limit is hit where it moves a parameter by more than this [rad, m]."""


class Calm:
    """What each parameter may do in the next frame.

    A parameter far from where it is wanted speeds up, goes on, and brakes in time: its speed is at most √(2 a d) at the
    distance d, and changes by at most a in a second.

    Args:
        problem: The figures and their speeds.
        q: The state at the start, at rest (size,).
        rate: Frames in a second.
        acceleration: Largest acceleration of a hinge [rad/s²]; of a slide, times the size of its figure.
    """

    def __init__(self, problem: Problem, q: Array, rate: float, acceleration: float) -> None:
        for what, value in (("rate", rate), ("acceleration", acceleration)):
            if not (isinstance(value, (int, float)) and value > 0):
                raise InputError(f"the {what} must be above 0, not {shorten(value)}")
        self._dt = 1 / rate
        sizes = [np.full(f.size, float(np.linalg.norm(np.ptp(f.pose().world[:, :, 3], axis=0)))) for f in problem.figures]
        hinge = np.array([variable.kind == "hinge" for variable in problem.variables], bool)
        self._most = acceleration * np.where(hinge, 1.0, np.maximum(np.concatenate(sizes), 1e-3))
        self._speeds = problem.state_vector.speeds
        self.begin(q)

    def begin(self, q: Array) -> None:
        """Start again at a state, at rest."""
        self._q, self._speed = np.array(q), np.zeros_like(q)

    def remember(self, q: Array) -> None:
        """The state that the frame ended at."""
        self._speed = (q - self._q) / self._dt
        self._q = np.array(q)

    def limited(self, wanted: Array) -> Array | None:
        """The state on the way to the wanted one that the bounds allow; None where they allow the wanted one."""
        change, dt = self._most * self._dt, self._dt
        way = wanted - self._q
        free = way / dt
        if (np.abs(free - self._speed) <= change).all() and (np.abs(free) <= self._speeds).all():
            return None
        # braking takes whole frames: the speed falls by ``change`` in each
        most = np.sqrt((0.5 * change) ** 2 + 2 * self._most * np.abs(way)) - 0.5 * change
        aim = np.where(np.abs(free) <= change, free, np.sign(way) * np.minimum(most, self._speeds))
        aim = np.where(np.abs(aim) > np.abs(free), free, aim)
        speed = np.clip(aim, self._speed - change, self._speed + change)
        near = self._q + dt * speed
        return None if (np.abs(near - wanted) <= NOTICEABLE).all() else near
