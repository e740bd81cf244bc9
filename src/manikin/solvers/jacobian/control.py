"""The control term: a secondary criterion in the null space of the goals.

Mirrors kernels/src/solvers/jacobian/control.hpp.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.jacobian.criteria import (
    Sphere,
    bones_of,
    dexterity,
    gradient_by_differences,
    obstacle_gradient,
    range_factors,
)
from manikin.solvers.jacobian.jacobian_method import JacobianSolver, System, check_number, move
from manikin.solvers.jacobian.pseudoinverse import right_by_lu
from manikin.solvers.result import Status
from manikin.solvers.search import Search

__all__ = ["ControlTerm"]

CRITERIA = ("angles", "range", "dexterity", "obstacles")


@dataclass(frozen=True, kw_only=True)
class ControlTerm(JacobianSolver, kind="control"):
    """dq = −J⁺ r + (I − J⁺J) z with z = −gains · ∇H: H falls as far as the goals allow (P eq. 5.25-5.31, W eq. 3.8).

    Args:
        criterion: H.  "angles": Σ gain_i (q_i − desired_i)².  "range": Σ ((q_i − middle_i)/range_i)², away from the
            limits.  "dexterity": −√det(JJᵀ), away from singular states, by differences.  "obstacles":
            Σ ½ max(0, margin − d)², d the distances of the bones between roots and goals from ``spheres``.  Or any
            function of the state (size,), by differences; then the solve runs in Python.
        desired: For "angles", a value for each parameter [rad, m]; the rest pose by default.
        gains: One number, or one for each parameter.
        spheres: For "obstacles", tuples (x, y, z, radius) [m].
        margin: For "obstacles", the distance that the bones should keep [m].
        damping: λ of Jᵀ(JJᵀ + λ²I)⁻¹ r in place of J⁺ r.  The projection stays exact, so z never moves a goal.
        rcond: Singular values up to this share of the largest count as zero.
        delta: Step of central differences [rad, m].
    """

    criterion: str | Callable[[Array], float] = "angles"
    desired: tuple[float, ...] | None = None
    gains: float | tuple[float, ...] = 0.1
    spheres: tuple[Sphere, ...] = ()
    margin: float = 0.1
    damping: float = 0.0
    rcond: float = 1e-4
    delta: float = 1e-5

    def __post_init__(self) -> None:
        super().__post_init__()
        if not callable(self.criterion) and self.criterion not in CRITERIA:
            raise InputError(
                f"control: criterion must be one of {', '.join(CRITERIA)} or a function of the state, "
                f"not {shorten(self.criterion)}"
            )
        for label in ("margin", "delta"):
            check_number(self, label, above=0.0)
        check_number(self, "rcond", above=0.0, most=0.5)
        if self.damping != 0:
            check_number(self, "damping", above=0.0)
        self._vector("gains", self.gains if isinstance(self.gains, (tuple, list)) else (self.gains,))
        if self.desired is not None:
            object.__setattr__(self, "desired", tuple(self._vector("desired", self.desired).tolist()))
        if isinstance(self.gains, list):
            object.__setattr__(self, "gains", tuple(self.gains))
        rows = [self._vector("spheres", sphere) for sphere in self.spheres]
        if any(len(row) != 4 or row[3] < 0 for row in rows):
            raise InputError("control: a sphere is x, y, z and a radius of 0 or above")
        object.__setattr__(self, "spheres", tuple(tuple(row.tolist()) for row in rows))
        if (self.criterion == "obstacles") != bool(self.spheres):
            raise InputError('control: the criterion "obstacles", and no other, needs spheres')

    def _vector(self, label: str, value: object) -> Array:
        try:
            array = np.array(value, float)
        except (TypeError, ValueError):
            array = np.array(np.nan)
        if array.ndim != 1 or not np.isfinite(array).all():
            raise InputError(f"control: {label} must be finite numbers, not {shorten(value)}")
        return array

    def check(self, problem: Problem) -> None:
        super().check(problem)
        for label in ("gains", "desired"):
            value = getattr(self, label)
            if isinstance(value, tuple) and len(value) != problem.size:
                raise InputError(
                    f"control: {label} needs one number for each of {problem.size} parameters, not {len(value)}"
                )

    def compilable(self, problem: Problem) -> bool:
        if self.criterion == "obstacles":  # figures with scales are left to the Python form
            return all(getattr(figure.tree, "rigid", False) for figure in problem.figures)
        return not callable(self.criterion)

    # -- one iteration ---------------------------------------------------------------------------

    def advance(self, search: Search) -> Status | None:
        system = self.system(search)
        try:
            step = self.rate * self.step(system)
        except np.linalg.LinAlgError:
            return Status.STALLED
        if system.is_stationary and np.abs(step).max(initial=0.0) <= 1e-9:
            return Status.MINIMUM
        return move(search, np.where(system.held, 0.0, search.problem.gain) * step, self.max_step)

    def step(self, system: System) -> Array:
        z = self.secondary_step(system)
        wanted = -(system.jacobian @ z)
        damped: Array = np.zeros(len(wanted))
        if self.damping > 0:
            normal = system.normal + self.damping**2 * np.eye(len(wanted))
            damped = np.asarray(np.linalg.solve(normal, -system.r), np.float64)
        else:
            wanted -= system.r
        return np.asarray(z + system.jacobian.T @ (damped + right_by_lu(system.jacobian, wanted, self.rcond)))

    def secondary_step(self, system: System) -> Array:
        """z = −gains · ∇H over scaled columns (size,); 0 for parameters that are held at a limit."""
        search = system.search
        problem = search.problem
        z = -problem.gain * self._gains(problem) * self.gradient(search)
        return np.where(system.held | (problem.gain == 0), 0.0, z)

    def gradient(self, search: Search) -> Array:
        """∇H (size,) at the state, without the gains."""
        problem, q = search.problem, search.q
        if self.criterion == "angles":
            return 2 * (q - self._desired(problem))
        if self.criterion == "range":
            middle, factor = range_factors(problem)
            return 2 * factor * (q - middle)
        if self.criterion == "obstacles":
            return obstacle_gradient(problem, q, self.spheres, self.margin)
        if callable(self.criterion):
            return gradient_by_differences(self.criterion, q, problem.gain > 0, self.delta)
        return -gradient_by_differences(
            lambda state: dexterity(problem.jacobian(state) * problem.gain), q, problem.gain > 0, self.delta
        )

    def _gains(self, problem: Problem) -> Array:
        return np.broadcast_to(np.array(self.gains, float), (problem.size,))

    def _desired(self, problem: Problem) -> Array:
        return problem.rest if self.desired is None else np.array(self.desired)

    def kernel_options(self, problem: Problem) -> Array:
        """Damping, rcond, delta, margin, criterion; gains; aims and their factors; spheres; bones."""
        kind = CRITERIA.index(str(self.criterion))
        aim, factor = np.zeros(problem.size), np.zeros(problem.size)
        if self.criterion == "angles":
            aim, factor = self._desired(problem), np.ones(problem.size)
        elif self.criterion == "range":
            aim, factor = range_factors(problem)
        bones = np.zeros(0)
        if self.criterion == "obstacles":
            first = np.cumsum([0, *(len(figure.skeleton) for figure in problem.figures)])
            pairs = [(first[number] + joint, first[number] + parent) for number, joint, parent in bones_of(problem)]
            bones = np.array(pairs, float).reshape(-1)
        own = [self.damping, self.rcond, self.delta, self.margin, kind, len(self.spheres)]
        spheres = np.array(self.spheres, float).reshape(-1)
        return np.concatenate([super().kernel_options(problem), own, self._gains(problem), aim, factor, spheres, bones])
