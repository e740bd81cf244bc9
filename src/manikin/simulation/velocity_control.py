"""Velocities in, rates out: differential inverse kinematics as a quadratic programme."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.goals.goal import as_handle
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.handle_reader import HandleReader
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.simulation.velocity_bounds import by_parameter, make_velocity_bounds
from manikin.simulation.velocity_levels import Level, StepBox, level_ends, per_handle, row_order, row_softness

__all__ = ["VelocityControl"]

DIRECTION_SHARE = 1e-3
"""A velocity is met in its direction if its error is a smaller share of it."""
HALVINGS = 14
"""Steps of the search for the largest share of the velocities that can be met in their direction."""


@explained
class VelocityControl:
    """Rates of a figure's parameters that give its handles wanted velocities, step by step.

    The rates minimise Σ weight · |J q̇ − v|² + damping² · |q̇ − posture|² within the limits of position, speed and
    acceleration, which always hold.  A later priority moves only in what the earlier ones leave free.  Arrays and the
    active set stay between calls, so that a step takes microseconds.

    The velocity of a point is in m/s, that of a direction the rate of the unit vector, that of an orientation the
    angular velocity in rad/s; that of a frame both, the velocity of its origin first.  All are in the world's axes.

    Args:
        figures: One figure or several; the state holds their parameters one after another, as in a ``Problem``.
        handles: The handles that are moved.
        dt: Length of a step [s]: q + dt · rates is the next state, and keeps the limits.
        speed: Largest rates [rad/s, m/s]: one number, one for each parameter, or by name; beside the figures' own.
        acceleration: Largest change of the rates in a second [rad/s², m/s²], in the same forms.  Parameters then brake
            before their limits.
        weights: For each handle a weight, or one for each row of its velocity; 0 leaves a row free.
        priorities: For each handle a whole number; smaller ones come first.  Default: all are equal.
        damping: Singular values of the Jacobian well above it [m/rad] are followed exactly, smaller ones faintly.
        posture: A state that is approached as far as the velocities leave it free; None for least rates.
        posture_gain: Share of the way to the posture in a second [1/s].
        keep_direction: Whether velocities that limits do not allow are slowed down together rather than bent aside.
            Where no way leads on, the handles then stop.
        frozen: Names of joints or parameters that must not move.
        stiffness: Stiffness, 0 (free) to 1 (rigid), by name.
        limits: Whether the figures' limits hold.

    Attributes:
        previous: The rates of the last step (size,), from which acceleration counts; None before the first step, where
            the figure may begin at any speed.
        share: The share of the velocities of the first priority that was asked for; below 1 only with
            ``keep_direction``.
        converged: Whether the last rates are the minimum; if not, they still keep all bounds.
    """

    previous: Array | None
    share: float
    converged: bool

    def __init__(
        self,
        figures: Figure | Iterable[Figure],
        handles: Handle | Iterable[Handle],
        *,
        dt: float,
        speed: Any = None,
        acceleration: Any = None,
        weights: Sequence[Any] | None = None,
        priorities: Sequence[int] | None = None,
        damping: float = 1e-3,
        posture: Any = None,
        posture_gain: float = 1.0,
        keep_direction: bool = False,
        frozen: Iterable[Name] = (),
        stiffness: Mapping[Name, float] | None = None,
        limits: bool = True,
    ) -> None:
        for what, value in (("dt", dt), ("damping", damping), ("posture_gain", posture_gain)):
            if not (isinstance(value, (int, float)) and 0 < value < math.inf):
                raise InputError(f"{what} must be a number above 0, not {shorten(value)}")
        problem = Problem(figures, frozen=frozen, stiffness=stiffness, limits=limits)
        given = (handles,) if isinstance(handles, Handle) else tuple(handles)
        if not given:
            raise InputError("name at least one handle that is moved")
        if any(isinstance(handle, Fixed) for handle in given):
            raise InputError("a constant has no velocity: name handles on the figure, as figure.point(…) makes them")
        self._problem, self._given = problem, given
        ranks = per_handle(priorities, given, "priorities", 0)
        order = sorted(range(len(given)), key=lambda i: ranks[i])
        self._reader = HandleReader(problem.figures, [given[i] for i in order])
        self._handle_order, self._order = order, row_order(given, order)
        read = self._reader.handles
        self._types = "".join(h.value_type[0] * (h.size if h.value_type == "vector" else 1) for h in read)
        self._compiled = library()
        self._values = sum(handle.size for handle in given)
        self._cuts = np.cumsum([handle.size for handle in read])[:-1]
        self._dt, self._keep_direction = float(dt), keep_direction
        self._bounds = make_velocity_bounds(
            problem, dt, by_parameter(problem, speed, "speed"), by_parameter(problem, acceleration, "acceleration")
        )
        self._posture = None if posture is None else problem.checked(posture)
        self._posture_gain = posture_gain
        self._gain = None if ((problem.gain == 0) | (problem.gain == 1)).all() else np.maximum(problem.gain, 1e-9)
        softness = np.concatenate(row_softness(weights, given, order, damping))
        ends = level_ends([given[i] for i in order], [ranks[i] for i in order])
        self._levels = [
            Level(softness[:end], earlier, problem, self._gain) for earlier, end in zip([0, *ends], ends, strict=False)
        ]
        self._jacobian = np.zeros((len(softness), problem.size))
        program = self._reader.program
        self._find_jacobian: Callable[[Array, Array], Array] = (
            program.slopes if program is not None else lambda q, out: self._reader.jacobian(q, out=out)
        )
        self._none = np.zeros(problem.size)
        self.restart()

    def restart(self, previous: Any = None) -> None:
        """Forget the last step; acceleration then counts from the rates ``previous`` (size,), if they are given."""
        self.previous = None if previous is None else self._problem.checked(previous)
        self.share, self.converged = 1.0, True

    def rates(self, q: Any, velocities: Any) -> Array:
        """The rates (size,) [rad/s, m/s] at a state.

        Args:
            q: The state (size,).
            velocities: For each handle its velocity, in the order in which the handles were given; all of them may
                stand in one array, one after another.
        """
        return self._step(self._placed(q), self._wanted(velocities))

    def rates_to(self, q: Any, targets: Any, *, gain: float | None = None) -> Array:
        """The rates (size,) that take the handles toward targets.

        Args:
            q: The state (size,).
            targets: For each handle a value, as goals take it; or the values of all handles as they have them, one
                after another in one array, which is faster.
            gain: Share of the way in a second [1/s]; by default the whole way in one step.
        """
        goals = self._targets(targets)
        if self._reader.program is not None and self._compiled is not None:
            found = self._compiled.differences(self._types, goals, self._reader.values(q))
        else:
            handles, values = self._reader.handles, self._reader.values(q)
            parts = [np.split(numbers, self._cuts) for numbers in (goals, values)]
            found = np.concatenate([h.difference(a, b) for h, a, b in zip(handles, *parts, strict=True)])
        found *= 1 / self._dt if gain is None else gain
        if not math.isfinite(found.dot(found)):
            raise InputError(f"targets and their gain must be finite numbers, not {shorten(targets)} and {gain}")
        return self._step(self._placed(q), found)

    def _step(self, state: Array, wanted: Array) -> Array:
        """The rates for velocities in the order of the rows, at a state whose Jacobian is known."""
        target = self._none if self._posture is None else self._posture_gain * (self._posture - state)
        lo, hi = self._bounds.at(state, self.previous)
        if self._gain is not None:
            self._jacobian *= self._gain
            target, lo, hi = target / self._gain, lo / self._gain, hi / self._gain
        self.share, self.converged = 1.0, True
        rates = self._solved(wanted, StepBox(state, target, lo, hi, self._dt))
        if self._gain is not None:
            rates = rates * self._gain
        rates.setflags(write=False)  # the next step counts from them
        self.previous = rates
        return rates

    def _targets(self, targets: Any) -> Array:
        """Values of all handles, in the order in which they are read."""
        size = self._values
        if type(targets) is np.ndarray and targets.shape == (size,) and self._order is None:
            return np.ascontiguousarray(targets, float)
        if isinstance(targets, np.ndarray) and targets.shape == (size,):
            cuts = np.cumsum([handle.size for handle in self._given])[:-1]
            values = np.split(targets, cuts)
        else:
            given = per_handle(targets, self._given, "targets", None)
            named = zip(self._given, given, strict=True)
            lifted = [as_handle(one, handle.value_type, f"the target of a {handle.kind}") for handle, one in named]
            if not all(isinstance(one, Fixed) for one in lifted):
                raise InputError("the targets of velocity control are numbers")
            values = [one.constant for one in lifted if isinstance(one, Fixed)]
        return np.concatenate([values[i] for i in self._handle_order])

    def _placed(self, q: Any) -> Array:
        """The state as numbers; its Jacobian is then in ``_jacobian``."""
        try:
            self._find_jacobian(q, self._jacobian)  # the kernels check a state faster than NumPy does
            return q  # type: ignore[no-any-return]
        except InputError:
            state = self._problem.checked(q)
            self._find_jacobian(state, self._jacobian)
            return state

    def _wanted(self, velocities: Any) -> Array:
        """The velocities in the order of the rows."""
        rows = len(self._jacobian)
        plain = type(velocities) is np.ndarray and velocities.dtype == float and velocities.shape == (rows,)
        if plain and self._order is None and math.isfinite(velocities.dot(velocities)):
            return np.ascontiguousarray(velocities)
        try:
            numbers = np.asarray(velocities, float)
        except (TypeError, ValueError):  # of different lengths
            try:
                numbers = np.concatenate([np.asarray(one, float).reshape(-1) for one in velocities])
            except (TypeError, ValueError):
                raise InputError(f"the velocities must be numbers, not {shorten(velocities)}") from None
        if numbers.size != rows or not np.isfinite(numbers).all():
            raise InputError(f"the velocities of these handles are {rows} finite numbers, not {shorten(velocities)}")
        numbers = numbers.reshape(-1)
        return numbers if self._order is None else numbers[self._order]

    def _solved(self, wanted: Array, box: StepBox) -> Array:
        """Level by level; the velocities of a level that is done are then wanted as they were met."""
        first, last = self._levels[0], self._levels[-1]
        if first is last and not self._keep_direction:  # the usual case, without slices
            rates = first.solve(self._jacobian, wanted, box)
            self.converged = first.converged
            return rates
        rates = self._none
        for level in self._levels:
            rates = self._level(level, wanted, box)
            if level is first and self._keep_direction and not self._meets(level, wanted, rates):
                wanted = wanted.copy()
                rates = self._slowed(level, wanted, box)
            if level is not last:
                wanted = np.concatenate([self._jacobian[: level.rows] @ rates, wanted[level.rows :]])
        return rates

    def _level(self, level: Level, wanted: Array, box: StepBox) -> Array:
        rates = level.solve(self._jacobian[: level.rows], wanted[: level.rows], box)
        self.converged = self.converged and level.converged
        return rates

    def _meets(self, level: Level, wanted: Array, rates: Array) -> bool:
        """Whether rates give the velocities of a level, to a share of them."""
        own = wanted[: level.rows] / level.scales
        error = self._jacobian[: level.rows] @ rates / level.scales - own
        return float(error @ error) <= DIRECTION_SHARE**2 * float(own @ own)

    def _slowed(self, level: Level, wanted: Array, box: StepBox) -> Array:
        """The rates for the largest share of the velocities that can be met in their direction; scales ``wanted``."""
        whole = wanted[: level.rows].copy()
        least, most = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = 0.5 * (least + most)
            wanted[: level.rows] = middle * whole
            if self._meets(level, wanted, self._level(level, wanted, box)):
                least = middle
            else:
                most = middle
        self.share = least
        wanted[: level.rows] = least * whole
        return self._level(level, wanted, box)
