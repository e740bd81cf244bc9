"""How fast parameters may move in one step: speed, acceleration, and the way that is left to their limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from manikin.errors import InputError, shorten
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["PureVelocityBounds", "VelocityBounds", "by_parameter", "make_velocity_bounds"]


class VelocityBounds(Protocol):
    """Bounds of the rates of parameters in a step of dt seconds.

    A parameter never comes nearer to its limit than it can stop before it.  If the bounds contradict each other, limits
    win over speed, and speed over acceleration: a parameter that is too fast already stops as fast as it must.
    """

    def at(self, q: Array, before: Array | None) -> tuple[Array, Array]:
        """The least and the largest rates (size,) at a state, after the rates ``before`` unless those are None."""


def make_velocity_bounds(problem: Problem, dt: float, speed: Array, acceleration: Array) -> VelocityBounds:
    """The bounds of a problem's parameters, compiled if the kernels are.

    Args:
        problem: Has the limits, the speeds of the parameters, and which of them are frozen.
        dt: Length of a step [s].
        speed: Largest rates (size,) [rad/s, m/s], beside the figures' own.
        acceleration: Largest change of the rates in a second (size,) [rad/s², m/s²]; infinite for none.
    """
    fastest = np.where(problem.gain == 0, 0.0, np.minimum(speed, problem.state_vector.speeds))
    compiled = library()
    make = PureVelocityBounds if compiled is None else compiled.VelocityBounds
    return make(np.array(problem.lo), np.array(problem.hi), fastest, acceleration, float(dt))


class PureVelocityBounds:
    """The bounds in NumPy.  Mirrors kernels/src/numerics/velocity_bounds.hpp."""

    def __init__(self, lo: Array, hi: Array, fastest: Array, acceleration: Array, dt: float) -> None:
        self._lo, self._hi, self._dt = lo, hi, dt
        self._fastest, self._change = fastest, acceleration * dt

    def at(self, q: Array, before: Array | None) -> tuple[Array, Array]:
        hi, lo = self._bound((self._hi - q) / self._dt), -self._bound((q - self._lo) / self._dt)
        hi, lo = np.where(q > self._hi, np.maximum(lo, hi), hi), np.where(q < self._lo, np.minimum(lo, hi), lo)
        if before is None:
            return lo, hi
        return np.clip(before - self._change, lo, hi), np.clip(before + self._change, lo, hi)

    def _bound(self, room: Array) -> Array:
        """The largest rates toward limits, given the ways to them divided by dt.

        Beyond a limit: back to it, as fast as it may.
        """
        brakes = np.isfinite(self._change) & np.isfinite(room) & (room >= 0)
        room = np.where(brakes, np.minimum(room, self._stopping_rates(np.where(brakes, room, 0.0))), room)
        return np.maximum(np.minimum(room, self._fastest), -self._fastest)

    def _stopping_rates(self, room: Array) -> Array:
        """The rates from which parameters can still stop within the room if they fall by a·dt in every step.

        With u = v/(a·dt), the way until then is a·dt²·S(u), where S is linear between whole numbers and
        S(k) = k(k + 1)/2.  This is its inverse.
        """
        change = np.where(np.isfinite(self._change), self._change, 1.0)
        way = room / change
        whole = np.floor(0.5 * (np.sqrt(8.0 * way + 1.0) - 1.0))
        return np.asarray((way / (whole + 1.0) + 0.5 * whole) * change)


def by_parameter(problem: Problem, given: Any, what: str) -> Array:
    """A bound for every parameter (size,): from one number, one for each, or some by name; others are unbounded."""
    bounds = np.full(problem.size, np.inf)
    if isinstance(given, Mapping):
        for name, value in given.items():
            if not isinstance(value, (int, float)):
                raise InputError(f"the {what} of a parameter is a number, not {shorten(value)}")
            bounds[problem.columns(name)] = value
    elif given is not None:
        try:
            bounds[:] = np.asarray(given, float)
        except (TypeError, ValueError):
            raise InputError(
                f"the {what} is one number, {problem.size} numbers, or numbers by name, not {shorten(given)}"
            ) from None
    if not (bounds > 0).all():
        raise InputError(f"the {what} must be above 0, not {shorten(given)}")
    return bounds
