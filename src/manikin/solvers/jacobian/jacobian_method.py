"""The base of methods that step along the Jacobian (P 5.3.3, W 3.2).

Mirrors kernels/src/solvers/jacobian/jacobian_method.hpp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import FEATURES, Solver

__all__ = ["STEPPING", "JacobianSolver", "System", "check_choice", "check_number", "jacobian_by_differences", "move"]

STEPPING = frozenset(FEATURES) - {"hard goals", "linear limits"}
"""The features that a step along the Jacobian of all rows can respect."""


class System:
    """The goals' rows, linearised at the state of a search: J x = −r.

    Args:
        search: The search.
        jacobian: J (rows, size), columns scaled by their gains; that of the search by default.
        hold: Whether a parameter at a limit that the objective would push beyond is held: its column is zero.

    Attributes:
        jacobian: J, without the columns of held parameters.
        r: The residual (rows,).
        gradient: Jᵀr (size,).
        held: Which parameters are held (size,).
    """

    def __init__(self, search: Search, jacobian: Array | None = None, *, hold: bool = True) -> None:
        problem, q = search.problem, search.q
        self.search, self.r = search, search.r
        self.jacobian = search.scaled_jacobian() if jacobian is None else jacobian
        gradient = self.jacobian.T @ self.r
        held = (((q <= problem.lo) & (gradient > 0)) | ((q >= problem.hi) & (gradient < 0))) & hold
        self.held = held
        self.jacobian = np.where(held, 0.0, self.jacobian)
        self.gradient = np.where(held, 0.0, gradient)

    @property
    def is_stationary(self) -> bool:
        """Whether the gradient, without held parameters, is below 1e-9 |J||r|."""
        size = float((self.jacobian**2).sum() * (self.r @ self.r))
        return bool(np.abs(self.gradient).max(initial=0.0) <= 1e-9 * math.sqrt(size) + 1e-300)

    @property
    def normal(self) -> Array:
        """J Jᵀ (rows, rows)."""
        return np.asarray(self.jacobian @ self.jacobian.T)


@dataclass(frozen=True, kw_only=True)
class JacobianSolver(Solver):
    """Base of the Jacobian methods: dq = rate · gain · step.

    Limits are kept by holding a parameter at a limit that the objective pushes beyond, and by clamping the end of the
    step (B 3.1, W 4.1.6).  The methods are not monotone: a solve ends at the best state that it met.

    Args:
        rate: The share of each step that is made, above 0 and at most 1.
        max_step: The largest change of a parameter in a step [rad, m]; longer steps, as near singular states, are
            shortened (P 5.3.3).  None for no bound.
    """

    honours: ClassVar[frozenset[str]] = STEPPING
    compiled: ClassVar[bool] = True
    rate: float = 1.0
    max_step: float | None = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number(self, "rate", above=0.0, most=1.0)
        if self.max_step is not None:
            check_number(self, "max_step", above=0.0)

    def system(self, search: Search) -> System:
        """The rows, linearised at the state of a search."""
        return System(search)

    def step(self, system: System) -> Array | None:
        """The step (size,) over scaled columns; None if the method has none."""
        raise NotImplementedError

    def advance(self, search: Search) -> Status | None:
        system = self.system(search)
        if system.is_stationary:
            return Status.MINIMUM
        try:
            step = self.step(system)
        except np.linalg.LinAlgError:
            return Status.STALLED
        if step is None:
            return Status.STALLED
        free = np.where(system.held, 0.0, search.problem.gain)  # rounding may move a held parameter
        return move(search, self.rate * free * step, self.max_step)

    def kernel_options(self, problem: Problem) -> Array:
        return np.array([self.rate, math.inf if self.max_step is None else self.max_step])


def move(search: Search, dq: Array, max_step: float | None) -> Status | None:
    """Move by dq, shortened to ``max_step`` and clamped to the limits."""
    longest = float(np.abs(dq).max(initial=0.0))
    if not math.isfinite(longest):
        return Status.STALLED
    if max_step is not None and longest > max_step:
        dq = dq * (max_step / longest)
    trial = search.inside(search.q + dq)
    if (trial == search.q).all():
        return Status.STALLED
    search.move_to(trial)
    return None


def jacobian_by_differences(search: Search, q: Array, delta: float) -> Array:
    """d r/dq (rows, size) at a state by central differences (B eq. 3.5), columns scaled by their gains."""
    problem = search.problem
    jacobian = np.zeros((problem.rows, problem.size))
    for i in np.flatnonzero(problem.gain):
        step = np.zeros(problem.size)
        step[i] = delta
        change = search.measure(q + step)[0] - search.measure(q - step)[0]
        jacobian[:, i] = problem.gain[i] * (change / (2 * delta))
    return jacobian


def check_number(solver: Solver, label: str, *, above: float = -math.inf, most: float = math.inf) -> None:
    """A finite option, greater than ``above`` and at most ``most``, or a clear error."""
    value = getattr(solver, label)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InputError(f"{solver.kind}: {label} must be a finite number, not {shorten(value)}")
    if not above < value <= most:
        bounds = f"above {above:g}" + (f" and at most {most:g}" if most < math.inf else "")
        raise InputError(f"{solver.kind}: {label} must be {bounds}, not {value:g}")


def check_choice(solver: Solver, label: str, known: tuple[str, ...]) -> int:
    """The index of an option among the known ones, or a clear error."""
    value = getattr(solver, label)
    if value not in known:
        raise InputError(f"{solver.kind}: {label} must be one of {', '.join(known)}, not {shorten(value)}")
    return known.index(value)
