"""A step combined with the one before it.  Mirrors kernels/src/solvers/lm/conjugate_step.hpp.

If targets stay out of reach, J Jᵀ does not contain the curvature of the objective along directions that leave the rows
unchanged.  There damped steps are steepest descent, and may need thousands of iterations.  In the plane of a step p and
the last step d a quadratic model is known: its gradient; its curvature along p from the value there; its curvature with
d from the change of the gradient along d.  Its minimum is the step of the conjugate gradient method (Hestenes & Stiefel
1952).
"""

from __future__ import annotations

from dataclasses import dataclass

from manikin.math.rotations import Array
from manikin.solvers.search import Search

__all__ = ["LastStep"]


@dataclass(frozen=True)
class LastStep:
    """Where the last step started.

    Attributes:
        q: The state (size,).
        gradient: Jᵀr there (size,), columns scaled by their gains.
    """

    q: Array
    gradient: Array

    def combined(self, search: Search, gradient: Array, trial: Array, change: float) -> Array | None:
        """The step from q to trial combined with the last one, within the limits; None if the model has no minimum.

        Args:
            search: At the state q.
            gradient: Jᵀr there.
            trial: The end of the step.
            change: How much the step changed Σ r².
        """
        q, gain = search.q, search.problem.gain
        free = gain > 0
        p, d = ((step[free] / gain[free]) for step in (trial - q, q - self.q))
        y = (gradient - self.gradient)[free]
        pg, dg, py, dy = (float(a @ b) for a, b in ((p, gradient[free]), (d, gradient[free]), (p, y), (d, y)))
        pp = change - 2 * pg
        det = pp * dy - py * py
        if not (pp > 0 and det > 1e-9 * pp * dy):
            return None
        along_step, along_last = (py * dg - dy * pg) / det, (py * pg - pp * dg) / det
        combined = q + along_step * (trial - q) + along_last * (q - self.q)
        return search.inside(combined)
