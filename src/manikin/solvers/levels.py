"""Targets before posture: a shift of the target rows so that leaning to a posture costs them no accuracy.

Mirrors kernels/src/solvers/levels.hpp.

A search that leans to a posture with the weight ε (see ``manikin.solvers.search.Lean``) ends where ε and the targets
balance: |r + s|² + ε|x|², x the distance from the posture.  With the shift s = 0 the targets are missed a little.  With
s = the rows' multipliers they are met exactly, and the posture takes what they leave free (the method of multipliers,
Hestenes 1969, Powell 1969).

Near the end of a reach the multipliers grow without bound, and with them the speed of the joints: there the shift is
left out.  In the directions u of the target rows with J Jᵀ u = σ² u, over what hard goals and limits leave free,
ρ = ε/(σ² + ε) says how much of the row the posture would take.  Rows with a small ρ are met exactly; with a large ρ
they give way: soft reach.  What no movement changes (two targets for one hand) is in no such direction, so goals that
compete still end at their weighted mean.
"""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.search import Lean

__all__ = ["shift_at"]

EXACT_SHARE, SOFT_SHARE = 0.05, 0.6
"""Up to the first share ρ of the posture a row is met exactly; from the second on the posture keeps its share."""


def shift_at(problem: Problem, lean: Lean, q: Array, r: Array) -> Array:
    """The shift (rows,) at a state whose weighted and shifted rows are r."""
    exact, hard = lean.exact != 0, problem.kernel_limits.hard != 0
    exact = exact & ~hard
    free = (q > problem.lo) & (q < problem.hi)
    jacobian = problem.jacobian(q) * np.where(free, problem.gain, 0.0)
    rows = jacobian[exact]
    if hard.any():
        basis = _row_space(jacobian[hard])
        rows = rows - (rows @ basis.T) @ basis
    values, directions = np.linalg.eigh(rows @ rows.T)
    share = lean.weight / (np.maximum(values, 0.0) + lean.weight)
    kept = 1 - _smooth(np.log(share / EXACT_SHARE) / np.log(SOFT_SHARE / EXACT_SHARE))
    shift = np.zeros_like(r)
    shift[exact] = directions @ (kept * (directions.T @ r[exact]))
    return shift


def _row_space(rows: Array) -> Array:
    """Orthonormal rows with the same span."""
    _, sizes, basis = np.linalg.svd(rows, full_matrices=False)
    return np.asarray(basis[sizes > 1e-9 * sizes[0]])


def _smooth(x: Array) -> Array:
    """From 0 to 1 with two continuous derivatives."""
    t = np.clip(x, 0.0, 1.0)
    return np.asarray(t**3 * (10 - 15 * t + 6 * t * t))
