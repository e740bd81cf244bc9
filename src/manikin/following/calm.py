"""Calm joints: speeds that change no faster than a bound."""

from __future__ import annotations

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Calm", "levers_of"]


class Calm:
    """What each parameter may do in the next frame.

    Near a limit its speed is at most √(2 a d) at the distance d, on the way there and back, so that it never stops or
    starts at once.  Anywhere, its speed changes by at most ``jolt`` in a second, and it brakes in time.  Both bounds
    grow with what is asked: to ``agility`` times the acceleration of the targets over their levers.  A figure may be as
    quick as what it follows, but does not jump where that moves calmly.

    Args:
        problem: The figures and their goals.
        q: The state at the start, at rest (size,).
        rate: Frames in a second.
        braking: a [rad/s²]; of slides, times the size of their figure.
        jolt: The largest acceleration [rad/s²] likewise.
        agility: How many times the acceleration of the targets is allowed.
    """

    def __init__(
        self,
        problem: Problem,
        q: Array,
        rate: float,
        braking: float = 150.0,
        jolt: float = 500.0,
        agility: float = 25.0,
    ) -> None:
        for what, value in (("rate", rate), ("braking", braking), ("jolt", jolt), ("agility", agility)):
            if not (isinstance(value, (int, float)) and value > 0):
                raise InputError(f"the {what} must be above 0, not {shorten(value)}")
        self._dt, self._braking, self._jolt, self._agility = 1 / rate, braking, jolt, agility
        self._lo, self._hi = problem.lo, problem.hi
        sizes = [
            np.full(f.size, float(np.linalg.norm(np.ptp(f.pose().world[:, :, 3], axis=0)))) for f in problem.figures
        ]
        hinge = np.array([variable.kind == "hinge" for variable in problem.variables], bool)
        self._units = np.where(hinge, 1.0, np.maximum(np.concatenate(sizes), 1e-3))
        self._speeds = problem.state_vector.speeds
        self._levers = levers_of(problem)
        self.begin(q)

    def begin(self, q: Array, targets: Array | None = None) -> None:
        """Start again at a state, at rest, with its targets."""
        self._q, self._speed = np.array(q), np.zeros_like(q)
        self._targets: list[Array] = [] if targets is None else [np.array(targets)]

    def remember(self, q: Array, targets: Array) -> None:
        """The state that a frame ended at, and its targets."""
        self._speed = (q - self._q) / self._dt
        self._q = np.array(q)
        self._targets = [*self._targets[-1:], np.array(targets)]

    def near_limits(self, wanted: Array, targets: Array) -> tuple[Array, Array] | None:
        """Bounds that hold parameters near their limits on the way; None if they may be where they are wanted."""
        most, dt = self._braking * self._units, self._dt
        room = np.maximum(np.minimum(self._q - self._lo, self._hi - self._q), 0.0)
        way = dt * (np.sqrt(2 * most * room) + most * dt)
        if (np.abs(wanted - self._q) <= way).all():
            return None
        most = np.maximum(most, 0.4 * self._demand(targets) * self._units)
        way = dt * (np.sqrt(2 * most * room) + most * dt)
        if (np.abs(wanted - self._q) <= way).all():
            return None
        held = np.abs(wanted - self._q) > way
        there = np.clip(self._q + np.clip(wanted - self._q, -way, way), self._lo, self._hi)
        return np.where(held, there, self._lo), np.where(held, there, self._hi)

    def limited(self, wanted: Array, targets: Array) -> Array | None:
        """The state on the way to the wanted one that the bounds allow; None where they allow the wanted one."""
        way = wanted - self._q
        free, change = way / self._dt, self._jolt * self._units * self._dt
        if (np.abs(free - self._speed) <= change).all() and (np.abs(free) <= self._speeds).all():
            return None
        change = np.maximum(change, self._demand(targets) * self._units * self._dt)
        if (np.abs(free - self._speed) <= change).all() and (np.abs(free) <= self._speeds).all():
            return None
        # braking takes whole frames: the speed falls by ``change`` in each
        most = np.sqrt((0.5 * change) ** 2 + 2 * change / self._dt * np.abs(way)) - 0.5 * change
        aim = np.sign(way) * np.minimum(np.minimum(np.maximum(most, change), np.abs(free)), self._speeds)
        return np.asarray(self._q + self._dt * np.clip(aim, self._speed - change, self._speed + change))

    def _demand(self, targets: Array) -> float:
        """The acceleration that the targets ask for [rad/s²]."""
        last = self._targets[-1] if self._targets else targets
        before = self._targets[0] if self._targets else targets
        asked = np.abs(targets - 2 * last + before) / self._levers
        return self._agility * float(asked.max(initial=0.0)) / self._dt**2


def levers_of(problem: Problem) -> Array:
    """For every constant how far one radian may move what it is the target of [m, rad]."""
    scales = np.where(problem.row_scales > 0, problem.row_scales, 1.0)
    jacobian = np.abs(problem.jacobian(problem.rest)) / scales[:, None]
    levers, row = np.ones(len(problem.constants)), 0
    for i, goal in enumerate(problem.all_goals):
        own = float(jacobian[row : row + goal.rows].max(initial=0.0)) or 1.0
        row += goal.rows
        if problem.tables is not None:
            for where in problem.constants_of(i).values():
                levers[where] = own
    return levers
