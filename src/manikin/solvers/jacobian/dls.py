"""Damped least squares.  Mirrors kernels/src/solvers/jacobian/dls.hpp."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.jacobian.jacobian_method import JacobianSolver, System, check_choice, check_number

__all__ = ["DampedLeastSquares"]


@dataclass(frozen=True, kw_only=True)
class DampedLeastSquares(JacobianSolver, kind="dls"):
    """dq = −Jᵀ(JJᵀ + λ²I)⁻¹ r (P eq. 5.24): stable near singular states, slower near the goal.

    Args:
        damping: λ, or its largest value, in the units of J.
        choose: "fixed" for λ = ``damping`` everywhere; "singular" for a damping only near singular states,
            λ² = damping²·(1 − (σ/region)²) where the smallest singular value σ is below ``region`` (Nakamura & Hanafusa
            1986, Maciejewski & Klein 1988).  Rows that no parameter moves do not count in σ.
        region: The singular value below which "singular" damps, in the units of J.
    """

    damping: float = 0.1
    choose: Literal["fixed", "singular"] = "fixed"
    region: float = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number(self, "damping", above=0.0)
        check_choice(self, "choose", ("fixed", "singular"))
        check_number(self, "region", above=0.0)

    def square(self, system: System) -> float:
        """λ² at a state."""
        if self.choose == "fixed":
            return self.damping**2
        sigma = smallest_singular_value(system.jacobian)
        return self.damping**2 * max(0.0, 1 - (sigma / self.region) ** 2)

    def step(self, system: System) -> Array:
        normal = system.normal
        damping = max(self.square(system), 1e-14 * (float(np.trace(normal)) + 1e-300))
        normal[np.diag_indices(len(normal))] += damping
        return np.asarray(-system.jacobian.T @ np.linalg.solve(normal, system.r))

    def kernel_options(self, problem: Problem) -> Array:
        own = [self.damping, check_choice(self, "choose", ("fixed", "singular")), self.region]
        return np.append(super().kernel_options(problem), own)


def smallest_singular_value(jacobian: Array) -> float:
    """The smallest singular value of the rows and columns that are not zero; 0 if there are none."""
    count = min(int(jacobian.any(axis=1).sum()), int(jacobian.any(axis=0).sum()))
    return float(np.linalg.svd(jacobian, compute_uv=False)[count - 1]) if count else 0.0
