"""The Jacobian transpose: first-order dynamics.  Mirrors kernels/src/solvers/jacobian/transpose.hpp."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.jacobian.jacobian_method import (
    STEPPING,
    System,
    check_choice,
    check_number,
    jacobian_by_differences,
    move,
)
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import Solver

__all__ = ["JacobianTranspose"]

INTEGRATORS = ("euler", "rk4", "adaptive")


@dataclass(frozen=True, kw_only=True)
class JacobianTranspose(Solver, kind="transpose"):
    """q̇ = scale · K Jᵀ F: the goals pull with forces and torques F = −r (W 4.1, P, B 3.1.1).

    No parameter is faster than its variable's ``speed``.  Limits are kept by clamping (W 4.1.6).  A straight limb that
    is pulled along its length gets no torque and stays straight (W fig. 4.2).

    Args:
        scale: The factor; None for the step that minimises the linearised rows, (r·Jd)/|Jd|² along d = K Jᵀr, and for 1
            with the adaptive integrator.
        gains: K: "unit" for K_i = 1/α_i, "links" for K_i = 1/(w_i α_i), w_i the length of the link [m], 1 for slides
            (W eq. 4.11).
        responsiveness: α_i of every parameter, above 0; a large one is slow.  1 by default.
        integrator: "euler" (W eq. 4.12), "rk4" (the classic Runge-Kutta step), or "adaptive": Dormand and Prince's pair
            of order 5(4), SciPy's RK45 here and the same rules in the kernels.
        time_step: The time of a step [s]; with "adaptive", of the first one.
        accuracy: With "adaptive", the largest error of a step, as a share of the present residual.
        max_step: The largest change of a parameter in a step [rad, m]; None for no bound.
        delta: Step of central differences for J [rad, m] (B eq. 3.5); None for the exact derivative.
    """

    honours: ClassVar[frozenset[str]] = STEPPING
    compiled: ClassVar[bool] = True
    max_iterations: int = 2000
    scale: float | None = None
    gains: Literal["unit", "links"] = "unit"
    responsiveness: tuple[float, ...] | None = None
    integrator: Literal["euler", "rk4", "adaptive"] = "euler"
    time_step: float = 1.0
    accuracy: float = 1e-3
    max_step: float | None = 0.5
    delta: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self, "gains", ("unit", "links"))
        check_choice(self, "integrator", INTEGRATORS)
        for label in ("time_step", "accuracy"):
            check_number(self, label, above=0.0)
        for label in ("scale", "max_step", "delta"):
            if getattr(self, label) is not None:
                check_number(self, label, above=0.0)
        if self.responsiveness is not None:
            object.__setattr__(self, "responsiveness", tuple(self.responsiveness))
            for alpha in self.responsiveness:
                if not (isinstance(alpha, (int, float)) and 0 < alpha < math.inf):
                    raise InputError(f"transpose: responsiveness must be numbers above 0, not {shorten(alpha)}")

    def check(self, problem: Problem) -> None:
        super().check(problem)
        if self.responsiveness is not None and len(self.responsiveness) != problem.size:
            raise InputError(
                f"transpose: responsiveness needs one number for each of {problem.size} parameters, "
                f"not {len(self.responsiveness)}"
            )

    # -- one iteration ---------------------------------------------------------------------------

    def advance(self, search: Search) -> Status | None:
        problem = search.problem
        system = System(search, None if self.delta is None else jacobian_by_differences(search, search.q, self.delta))
        if system.is_stationary:
            return Status.MINIMUM
        free = np.where(system.held, 0.0, problem.gain)
        mobility, speed = self.scaled_by(system) * self.matrix(problem) * free, problem.state_vector.speeds

        def rate(q: Array) -> Array:
            """q̇ at a state."""
            return np.asarray(np.clip(-mobility * self.pull(search, q), -speed, speed))

        first = np.clip(-mobility * system.gradient, -speed, speed)
        h = self.time_step
        if self.integrator == "euler":
            dq = h * first
        elif self.integrator == "rk4":
            k2 = rate(search.q + h / 2 * first)
            k3 = rate(search.q + h / 2 * k2)
            k4 = rate(search.q + h * k3)
            dq = h / 6 * (first + 2 * k2 + 2 * k3 + k4)
        else:
            from scipy.integrate import RK45  # slow to import, needed only here

            h = h if search.memory is None else search.memory
            left = max(self.accuracy * math.sqrt(float(search.r @ search.r)), 1e-300)
            integration = RK45(lambda _, q: rate(q), 0.0, search.q, math.inf, first_step=h, rtol=1e-12, atol=left)
            integration.step()
            if integration.status == "failed":
                return Status.STALLED
            search.memory = min(integration.h_abs, 1e100)
            dq = integration.y - search.q
        return move(search, dq, self.max_step)

    def pull(self, search: Search, q: Array) -> Array:
        """Jᵀ r (size,) at a state, columns scaled by their gains."""
        if self.delta is not None:
            return np.asarray(jacobian_by_differences(search, q, self.delta).T @ search.measure(q)[0])
        search.evaluations += 1
        return search.problem.gain * search.problem.cost_and_gradient(q)[1] / 2

    def scaled_by(self, system: System) -> float:
        """The scale in use at a state."""
        if self.scale is not None or self.integrator == "adaptive":
            return 1.0 if self.scale is None else self.scale
        response = system.jacobian @ (self.matrix(system.search.problem) * system.gradient)
        square = float(response @ response)
        return float(system.r @ response) / square if square > 0 else 0.0

    def matrix(self, problem: Problem) -> Array:
        """The diagonal of K (size,)."""
        alpha = np.ones(problem.size) if self.responsiveness is None else np.array(self.responsiveness, float)
        return 1 / (alpha * (problem.state_vector.link_lengths if self.gains == "links" else 1.0))

    def kernel_options(self, problem: Problem) -> Array:
        own = [
            0.0 if self.scale is None else self.scale,
            INTEGRATORS.index(self.integrator),
            self.time_step,
            self.accuracy,
            math.inf if self.max_step is None else self.max_step,
            self.delta or 0.0,
        ]
        return np.concatenate([own, self.matrix(problem), problem.state_vector.speeds])
