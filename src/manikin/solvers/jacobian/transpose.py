"""The transpose of the Jacobian: a simplified dynamics.  Mirrors kernels/src/solvers/jacobian/transpose.hpp."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.jacobian.jacobian_method import STEPPING, System, check_choice, check_number, differences, take
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import Solver

__all__ = ["JacobianTranspose"]

INTEGRATORS = ("euler", "rk4", "adaptive")


@dataclass(frozen=True, kw_only=True)
class JacobianTranspose(Solver, kind="transpose"):
    """q̇ = scale · K Jᵀ F: the goals pull with forces and torques F = −r, joints give way (W 4.1, P, B 3.1.1).

    ``scale`` None: the step that would bring the rows nearest to zero were they linear, (r·Jd)/|Jd|² along d = K Jᵀr;
    with the adaptive integrator, 1.  ``gains`` "links": K_i = 1/(w_i α_i), w_i the length of the link [m], 1 for slides
    (W eq. 4.11); "unit": K_i = 1/α_i.  ``responsiveness``: the α_i, one for each parameter, above 0; large is sluggish.
    ``integrator``: "euler" (W eq. 4.12), "rk4", the classic Runge-Kutta step, each over ``time_step`` [s]; "adaptive",
    Dormand and Prince's pair of order 5(4), the step chosen so that its error stays within ``accuracy`` times what the
    rows still lack (SciPy's RK45 here, the same rules in the kernels), ``time_step`` being the first.  No joint is
    faster than its variable's ``speed``.  ``delta``: J by central differences (B eq. 3.5).  Limits by clamping
    (W 4.1.6).
    Along a straight limb there is no torque: pulled inwards it stays (W fig. 4.2).
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
        system = System(search, None if self.delta is None else differences(search, search.q, self.delta))
        if system.still:
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
            from scipy.integrate import RK45  # a heavy import, wanted here only

            h = search.memory.get("h", h)
            left = max(self.accuracy * math.sqrt(float(search.r @ search.r)), 1e-300)
            integration = RK45(lambda _, q: rate(q), 0.0, search.q, math.inf, first_step=h, rtol=1e-12, atol=left)
            integration.step()
            if integration.status == "failed":
                return Status.STALLED
            search.memory["h"] = min(integration.h_abs, 1e100)
            dq = integration.y - search.q
        return take(search, dq, self.max_step)

    def pull(self, search: Search, q: Array) -> Array:
        """Jᵀ r (size,) at a state, columns scaled by their gains."""
        if self.delta is not None:
            return np.asarray(differences(search, q, self.delta).T @ search.measure(q)[0])
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

    def numbers_for(self, problem: Problem) -> Array:
        own = [
            0.0 if self.scale is None else self.scale,
            INTEGRATORS.index(self.integrator),
            self.time_step,
            self.accuracy,
            math.inf if self.max_step is None else self.max_step,
            self.delta or 0.0,
        ]
        return np.concatenate([own, self.matrix(problem), problem.state_vector.speeds])
