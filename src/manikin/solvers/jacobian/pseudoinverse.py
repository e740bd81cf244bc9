"""The pseudoinverse of the Jacobian.  Mirrors kernels/src/solvers/jacobian/pseudoinverse.hpp."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from manikin.math.rotations import Array
from manikin.solvers.jacobian.elimination import solve_lu
from manikin.solvers.jacobian.jacobian_method import JacobianSolver, System, check_choice, check_number

__all__ = ["PseudoinverseJacobian", "right_by_lu"]


@dataclass(frozen=True, kw_only=True)
class PseudoinverseJacobian(JacobianSolver, kind="pseudoinverse"):
    """dq = −J⁺ r: the smallest step that does best (P eq. 5.20-5.23, W 3.2.1).

    ``via`` "svd": singular values up to ``rcond`` times the largest count as zero.  ``via`` "lu": normal equations,
    J⁺ = Jᵀ(JJᵀ)⁻¹ in the ``form`` "right", (JᵀJ)⁻¹Jᵀ in the form "left", "auto" the smaller of the two; pivots up to
    rcond² times the largest are left out, so that rows that nothing moves, or joints that add nothing, do no harm.
    Where rows depend on one another, singular values say what is best for all of them.
    """

    form: Literal["auto", "left", "right"] = "auto"
    via: Literal["svd", "lu"] = "svd"
    rcond: float = 1e-4

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self, "form", ("auto", "left", "right"))
        check_choice(self, "via", ("svd", "lu"))
        check_number(self, "rcond", above=0.0, most=0.5)

    def step(self, system: System) -> Array:
        jacobian, r = system.jacobian, system.r
        if self.via == "svd":
            u, sigma, vt = np.linalg.svd(jacobian, full_matrices=False)
            counts = sigma > self.rcond * sigma.max(initial=0.0)
            return np.asarray(-vt[counts].T @ ((u.T @ r)[counts] / sigma[counts]))
        if self.form == "right" or (self.form == "auto" and len(r) <= (system.search.problem.gain > 0).sum()):
            return np.asarray(jacobian.T @ right_by_lu(jacobian, -r, self.rcond))
        return solve_lu(jacobian.T @ jacobian, -system.gradient, least_pivot(self.rcond))[0]

    def numbers(self) -> Array:
        form = check_choice(self, "form", ("auto", "left", "right"))
        return np.append(super().numbers(), [form, check_choice(self, "via", ("svd", "lu")), self.rcond])


def right_by_lu(jacobian: Array, right: Array, rcond: float) -> Array:
    """β of (J Jᵀ) β = right (P eq. 5.22); where rows depend on others, and may contradict them, (J Jᵀ)⁺ right."""
    normal = jacobian @ jacobian.T
    beta, rank = solve_lu(normal, right, least_pivot(rcond))
    if rank == np.count_nonzero(np.diag(normal)):
        return beta
    u, sigma, _ = np.linalg.svd(jacobian, full_matrices=False)
    counts = sigma > rcond * sigma.max(initial=0.0)
    return np.asarray(u[:, counts] @ (u[:, counts].T @ right / sigma[counts] ** 2))


def least_pivot(rcond: float) -> float:
    """Pivots of normal equations go with the squares of singular values; rounding leaves 1e-14."""
    return max(rcond**2, 1e-14)
