"""Pseudoinverse steps for halved requests.  Mirrors kernels/src/solvers/jacobian/halving.hpp."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.jacobian.jacobian_method import JacobianSolver, System, check_number, jacobian_by_differences
from manikin.solvers.search import Search

__all__ = ["StepHalving"]


@dataclass(frozen=True, kw_only=True)
class StepHalving(JacobianSolver, kind="halving"):
    """dq = J⁺ dx, where dx = −r is halved while |(I − JJ⁺) dx| exceeds ``epsilon`` (B 3.1, eq. 3.9-3.11).

    Args:
        epsilon: The largest part of dx that the joints cannot follow, in the units of the rows.
        max_halvings: The most halvings of dx.
        rcond: Singular values up to this share of the largest count as zero.
        delta: Step of central differences for J [rad, m] (eq. 3.5); None for the exact derivative.
    """

    epsilon: float = 1e-3
    max_halvings: int = 30
    rcond: float = 1e-4
    delta: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number(self, "epsilon", above=0.0)
        check_number(self, "rcond", above=0.0, most=0.5)
        if self.delta is not None:
            check_number(self, "delta", above=0.0)
        if not (type(self.max_halvings) is int and 0 <= self.max_halvings <= 1000):
            raise InputError(f"halving: max_halvings must be 0 to 1000, not {shorten(self.max_halvings)}")

    def system(self, search: Search) -> System:
        return System(search, None if self.delta is None else jacobian_by_differences(search, search.q, self.delta))

    def step(self, system: System) -> Array:
        u, sigma, vt = np.linalg.svd(system.jacobian, full_matrices=False)
        counts = sigma > self.rcond * sigma.max(initial=0.0)
        u, sigma, vt = u[:, counts], sigma[counts], vt[counts]
        share = u.T @ -system.r
        missing = float(np.linalg.norm(-system.r - u @ share))
        part = 1.0
        for _ in range(self.max_halvings):
            if not missing * part > self.epsilon:
                break
            part /= 2
        return np.asarray(vt.T @ (part * share / sigma))

    def kernel_options(self, problem: Problem) -> Array:
        return np.append(
            super().kernel_options(problem), [self.epsilon, self.max_halvings, self.rcond, self.delta or 0.0]
        )
