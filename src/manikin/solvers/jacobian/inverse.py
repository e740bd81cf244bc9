"""The inverse of a square Jacobian, by LU.  Mirrors kernels/src/solvers/jacobian/inverse.hpp."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.errors import Unsupported
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.jacobian.elimination import solve_lu
from manikin.solvers.jacobian.jacobian_method import JacobianSolver, System
from manikin.solvers.search import Search

__all__ = ["InverseJacobian"]


@dataclass(frozen=True, kw_only=True)
class InverseJacobian(JacobianSolver, kind="inverse"):
    """dq = −J⁻¹ r (P eq. 5.19, W eq. 3.7): for problems with as many rows as free parameters.

    Rows of weight 0 and frozen parameters do not count.  If J is singular there is no inverse, and the solve ends as
    "stalled".  Limits are kept by clamping.
    """

    def check(self, problem: Problem) -> None:
        super().check(problem)
        rows, columns = int((problem.row_scales != 0).sum()), int((problem.gain > 0).sum())
        if rows != columns:
            raise Unsupported(
                f"the solver inverse needs a square Jacobian, but this problem has {rows} rows that count and "
                f"{columns} free parameters: use pseudoinverse, or freeze parameters"
            )

    def system(self, search: Search) -> System:
        return System(search, hold=False)

    def step(self, system: System) -> Array | None:
        problem = system.search.problem
        rows, columns = np.flatnonzero(problem.row_scales), np.flatnonzero(problem.gain)
        x, rank = solve_lu(system.jacobian[np.ix_(rows, columns)], -system.r[rows], 1e-14)
        if rank < len(rows):
            return None
        step = np.zeros(problem.size)
        step[columns] = x
        return step
