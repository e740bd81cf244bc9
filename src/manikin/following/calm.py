"""Calm joints: speeds that change no faster than a bound."""

from __future__ import annotations

import math

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Calm", "levers_of"]

MEMORY = 2.0
"""How long what the targets asked for is remembered [s]."""
JUMP = 0.2
"""An aim that is further than this from the last one has jumped [rad]; its speed says nothing."""
BRAKING, BRAKING_AGILITY = 150.0, 2.5
"""Acceleration with which parameters come to their limits and leave them [rad/s²], and times what is asked for."""


class Calm:
    """What the parameters may do in the next frame, beside the state that a figure aims at.

    That state may jump, for example where a limit is met.  Then the figure comes to it calmly: the speed of its
    parameters changes by at most ``agility`` times what the targets ask for, and it brakes in time.  The targets may
    need more than that, near the end of a reach for example; up to ``haste`` they get it.  What they ask for is their
    acceleration, and the square of their speed, over their levers.  So a figure may be as quick as what it follows, but
    does not jump where that moves calmly.

    The way to an aim that jumped is *led*: a state of its own goes there, whatever the targets make of it meanwhile.  A
    way that went on from the figure's own state would not get past a straight limb, which every step along the targets
    leaves as it is.

    Args:
        problem: The figures and their goals.
        q: The state at the start, at rest (size,).
        rate: Frames in a second.
        agility: How many times the acceleration that is asked for is allowed.
        least: An acceleration that is always allowed [rad/s²]; of slides, times the size of the figures.
        haste: An acceleration that is always allowed where the targets need it, likewise.
    """

    def __init__(
        self, problem: Problem, q: Array, rate: float, agility: float = 6.0, least: float = 20.0, haste: float = 400.0
    ) -> None:
        for what, value in (("rate", rate), ("agility", agility), ("least", least), ("haste", haste)):
            if not (isinstance(value, (int, float)) and value > 0):
                raise InputError(f"the {what} must be above 0, not {shorten(value)}")
        self._dt, self._agility, self._least, self._haste = 1 / rate, agility, least, haste
        self._lo, self._hi = problem.lo, problem.hi
        self._levers = levers_of(problem)
        sizes = [float(np.linalg.norm(np.ptp(figure.pose().world[:, :, 3], axis=0))) for figure in problem.figures]
        hinge = np.array([variable.kind == "hinge" for variable in problem.variables], bool)
        self._units = np.where(hinge, 1.0, max(*sizes, float(self._levers.max(initial=1e-3))))
        self._speeds = problem.state_vector.speeds
        self.begin(q)

    def begin(self, q: Array, targets: Array | None = None) -> None:
        """Start again at a state, at rest, with its targets."""
        self._q, self._speed, self._aim = np.array(q), np.zeros_like(q), np.array(q)
        self._led, self._led_speed = self._q, self._speed
        self._targets: list[Array] = [] if targets is None else [np.array(targets)]
        self._asked = 0.0

    def ask(self, targets: Array) -> None:
        """The targets of the next frame."""
        last, before = (self._targets[-1], self._targets[0]) if self._targets else (targets, targets)
        turning = float((np.abs(targets - 2 * last + before) / self._levers).max(initial=0.0))
        moving = float((np.abs(targets - last) / self._levers).max(initial=0.0))
        self._asked = max(max(turning, moving**2) / self._dt**2, self._asked * math.exp(-self._dt / MEMORY))
        self._targets = [last, np.array(targets)]

    def remember(self, q: Array, aim: Array, near: Array | None) -> None:
        """The state that a frame ended at, the one that it aimed at, and the one on the way to it."""
        self._speed = (q - self._q) / self._dt
        if near is None:
            self._led, self._led_speed = np.array(q), self._speed
        else:
            self._led, self._led_speed = near, (near - self._led) / self._dt
        self._q, self._aim = np.array(q), np.array(aim)

    def bounds(self) -> tuple[Array, Array]:
        """Where the parameters may be in the next frame, if the targets need it (size,) each."""
        dt = self._dt
        change = dt * max(self._haste, self._agility * self._asked) * self._units
        most = max(BRAKING, BRAKING_AGILITY * self._asked) * self._units
        lower, upper = self._speed - change, self._speed + change
        upper = np.maximum(np.minimum(upper, _braking(self._hi - self._q, most, dt) + most * dt), lower)
        lower = np.minimum(np.maximum(lower, -_braking(self._q - self._lo, most, dt) - most * dt), upper)
        lower, upper = (np.clip(speed, -self._speeds, self._speeds) for speed in (lower, upper))
        lo, hi = (np.clip(self._q + dt * speed, self._lo, self._hi) for speed in (lower, upper))
        return lo, hi

    def limited(self, aim: Array) -> Array | None:
        """The state on the way to another one that calm allows; None where it allows that one."""
        dt, units = self._dt, self._units
        most = max(self._least, self._agility * self._asked)
        own_now, own_wanted = self._speed / units, (aim - self._q) / (dt * units)
        if _largest(own_wanted - own_now) <= most * dt:
            if self._far_from_limits(own_wanted * units):
                return None
            lo, hi = self.bounds()
            if ((aim >= lo) & (aim <= hi)).all():
                return None
        now = self._led_speed / units
        wanted = (aim - self._led) / (dt * units)
        # beside the speed of the aim, the figure brakes before the place where the aim was
        own, left = (aim - self._aim) / (dt * units), (self._aim - self._led) / units
        if _largest(own) * dt > JUMP:
            own, left = np.zeros_like(own), dt * wanted
        away = _largest(left)
        nearing = min(float(_braking(away, most, dt)), away / dt) / max(away, 1e-12)
        change = own + nearing * left - now
        speed = now + change * min(1.0, most * dt / max(_largest(change), 1e-12))
        return np.clip(self._led + dt * units * speed, self._lo, self._hi)

    def _far_from_limits(self, speed: Array) -> bool:
        """Whether speeds are surely within ``bounds``, if they change little."""
        most = max(BRAKING, BRAKING_AGILITY * self._asked) * self._units
        room = np.minimum(self._hi - self._q, self._q - self._lo)
        return bool((speed * speed <= most * (2 * room + most * self._dt**2)).all())


def _largest(values: Array) -> float:
    return float(np.abs(values).max(initial=0.0))


def _braking(distance: Array | float, most: Array | float, dt: float) -> Array:
    """The speeds from which whole frames of braking stop within distances."""
    change = 0.5 * most * dt
    return np.asarray(np.sqrt(change**2 + 2 * most * np.maximum(distance, 0.0)) - change)


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
