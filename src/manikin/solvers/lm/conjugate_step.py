"""A step and the one before it, joined.  Mirrors kernels/src/solvers/lm/conjugate_step.hpp.

Where targets stay out of reach J Jᵀ knows nothing of how the objective bends along the ways that leave the rows as
they are: there damped steps go steepest down, and may need thousands.  Over the plane of a step p and of the last one
d, all that a quadratic needs is known: its slopes; its bend along p from its value there; those with d from how the
gradient changed along d.  Its lowest point is what the method of conjugate gradients (Hestenes & Stiefel 1952) would
choose.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["LastStep"]


@dataclass(frozen=True)
class LastStep:
    """Where the last step was made from, and the gradient Jᵀr there over scaled columns."""

    q: Array
    gradient: Array

    def joined(self, problem: Problem, q: Array, gradient: Array, trial: Array, change: float) -> Array | None:
        """Where the step from q to trial, which changed Σ r² so, leads together with this one, within the limits."""
        free = problem.gain > 0
        p, d = ((step[free] / problem.gain[free]) for step in (trial - q, q - self.q))
        y = (gradient - self.gradient)[free]
        pg, dg, py, dy = (float(a @ b) for a, b in ((p, gradient[free]), (d, gradient[free]), (p, y), (d, y)))
        pp = change - 2 * pg
        det = pp * dy - py * py
        if not (pp > 0 and det > 1e-9 * pp * dy):
            return None
        along_step, along_last = (py * dg - dy * pg) / det, (py * pg - pp * dg) / det
        there = q + along_step * (trial - q) + along_last * (q - self.q)
        return np.where(free, np.clip(there, problem.lo, problem.hi), q)
