"""The pseudoinverse of the Jacobian.  Mirrors kernels/src/solvers/jacobian/pseudoinverse.hpp."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.jacobian.elimination import solve_lu
from manikin.solvers.jacobian.jacobian_method import JacobianSolver, System, check_choice, check_number

__all__ = ["PseudoinverseJacobian", "right_by_lu"]


@dataclass(frozen=True, kw_only=True)
class PseudoinverseJacobian(JacobianSolver, kind="pseudoinverse"):
    """dq = −J⁺ r: the shortest step in the least-squares sense (P eq. 5.20-5.23, W 3.2.1).

    Args:
        form: Of the normal equations: "right" for J⁺ = Jᵀ(JJᵀ)⁻¹, "left" for (JᵀJ)⁻¹Jᵀ, "auto" for the smaller one.
        via: "svd" for singular values, "lu" for normal equations.  If rows depend on one another, "lu" uses singular
            values too.
        rcond: Singular values up to this share of the largest count as zero; with "lu", pivots up to its square.
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

    def kernel_options(self, problem: Problem) -> Array:
        form = check_choice(self, "form", ("auto", "left", "right"))
        return np.append(super().kernel_options(problem), [form, check_choice(self, "via", ("svd", "lu")), self.rcond])


def right_by_lu(jacobian: Array, right: Array, rcond: float) -> Array:
    """β of (J Jᵀ) β = right (P eq. 5.22); if rows depend on others, which they may contradict, (J Jᵀ)⁺ right."""
    normal = jacobian @ jacobian.T
    beta, rank = solve_lu(normal, right, least_pivot(rcond))
    if rank == np.count_nonzero(np.diag(normal)):
        return beta
    u, sigma, _ = np.linalg.svd(jacobian, full_matrices=False)
    counts = sigma > rcond * sigma.max(initial=0.0)
    return np.asarray(u[:, counts] @ (u[:, counts].T @ right / sigma[counts] ** 2))


def least_pivot(rcond: float) -> float:
    """The share of the largest pivot below which one counts as zero.

    Pivots of normal equations are like squared singular values; rounding leaves 1e-14.
    """
    return max(rcond**2, 1e-14)
