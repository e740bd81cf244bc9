"""Selectively damped least squares.  Mirrors kernels/src/solvers/jacobian/sdls.hpp."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.jacobian.jacobian_method import JacobianSolver, System, check_number

__all__ = ["SelectivelyDamped"]


@dataclass(frozen=True, kw_only=True)
class SelectivelyDamped(JacobianSolver, kind="sdls"):
    """Each singular direction is damped by itself (Buss & Kim 2005).

    Along v_i the pseudoinverse would step by (u_i·e)/σ_i.  That step is clamped to γ_i = min(1, N_i/M_i)·max_step.  N_i
    is how far the goals' rows should move along u_i, M_i how far the joints would then move them.  So only directions
    near a singularity are slowed.  The sum is clamped to max_step again.  A goal is one end effector.

    Args:
        max_step: The largest change of a parameter in a step [rad, m].
        max_pull: The largest error of a goal that a step uses [m, rad], so that far goals are approached step by step;
            None for no bound.
        rcond: Singular values up to this share of the largest count as zero.
    """

    max_step: float | None = math.pi / 4
    max_pull: float | None = None
    rcond: float = 1e-10

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number(self, "max_step", above=0.0)
        check_number(self, "rcond", above=0.0, most=0.5)
        if self.max_pull is not None:
            check_number(self, "max_pull", above=0.0)

    def step(self, system: System) -> Array:
        assert self.max_step is not None  # checked in __post_init__
        ends = np.cumsum([goal.rows for goal in system.search.problem.all_goals])
        starts = ends - [goal.rows for goal in system.search.problem.all_goals]
        jacobian, error = system.jacobian, -system.r
        if self.max_pull is not None:
            sizes = np.sqrt(np.add.reduceat(error**2, starts))
            error = error * np.repeat(np.where(sizes > self.max_pull, self.max_pull / np.maximum(sizes, 1e-300), 1.0),
                                      ends - starts)  # fmt: skip
        u, sigma, vt = np.linalg.svd(jacobian, full_matrices=False)
        reach = np.sqrt(np.add.reduceat(jacobian**2, starts, axis=0)).sum(axis=0)  # Σ over goals of |∂s/∂θ_j|
        step = np.zeros(jacobian.shape[1])
        for i in np.flatnonzero(sigma > self.rcond * sigma.max(initial=0.0)):
            wanted = float(np.sqrt(np.add.reduceat(u[:, i] ** 2, starts)).sum())
            moved = float(np.abs(vt[i]) @ reach) / float(sigma[i])
            step += clamped(vt[i] * (float(u[:, i] @ error) / sigma[i]), min(1.0, wanted / moved) * self.max_step)
        return clamped(step, self.max_step)

    def kernel_options(self, problem: Problem) -> Array:
        pull = math.inf if self.max_pull is None else self.max_pull
        return np.append(super().kernel_options(problem), [pull, self.rcond])


def clamped(step: Array, most: float) -> Array:
    """The step scaled so that no entry is larger than ``most``."""
    longest = float(np.abs(step).max(initial=0.0))
    return step * (most / longest) if longest > most else step
