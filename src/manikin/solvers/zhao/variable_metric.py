"""A variable metric on a face of a polyhedron: the matrices of Zhao & Badler's appendix and their updates.

Mirrors kernels/src/solvers/zhao/variable_metric.hpp.
"""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array

__all__ = ["VariableMetric"]

DEPENDENT_SQUARED = 1e-12
"""Squared norm of the component orthogonal to the active normals below which a unit normal counts as linearly
dependent on them."""


class VariableMetric:
    """H_q, an approximate inverse Hessian within the face of q active constraints.

    Attributes:
        h: H_q (n, n).
        active: Numbers of the active constraints.
        normals: Their unit normals A_q (n, q).
        inverse: (A_qᵀA_q)⁻¹ (q, q).
        unit: The scale of H where nothing has been learnt.
    """

    def __init__(self, size: int) -> None:
        self.unit = 1.0
        self.h = np.eye(size)
        self.active: list[int] = []
        self.normals = np.zeros((size, 0))
        self.inverse = np.zeros((0, 0))

    def project(self, g: Array) -> Array:
        """P_q g: the component of g within the face."""
        return np.asarray(g - self.normals @ (self.inverse @ (self.normals.T @ g)))

    def multipliers(self, g: Array) -> tuple[Array, Array]:
        """α = (A_qᵀA_q)⁻¹A_qᵀg (Step 2), and α_i a_ii^(−1/2), the gain from dropping each constraint (Step 3)."""
        alpha = self.inverse @ (self.normals.T @ g)
        return alpha, alpha / np.sqrt(np.diag(self.inverse))

    def add(self, number: int, a: Array) -> bool:
        """Make a constraint active (eq. 32); False, and no change, if it depends linearly on the active ones."""
        u = self.inverse @ (self.normals.T @ a)
        pivot = 1 - float((self.normals.T @ a) @ u)
        if not pivot > DEPENDENT_SQUARED:
            return False
        # (A_qᵀA_q)⁻¹ bordered by a row (Goldfarb 1969)
        border = np.append(-u, 1.0)
        self.inverse = np.pad(self.inverse, (0, 1)) + np.outer(border, border) / pivot
        self.normals = np.column_stack([self.normals, a])
        self.active.append(number)
        ha = self.h @ a
        width = float(a @ ha)
        if width > 0:
            self.h = self.h - np.outer(ha, ha) / width
        only = np.flatnonzero(a)
        if len(only) == 1:  # a limit of one parameter: exact zeros instead of rounding
            self.h[only] = self.h[:, only] = 0.0
        return True

    def drop(self, place: int) -> None:
        """Release the active constraint at an index of ``active`` (eq. 30)."""
        column, corner = self.inverse[:, place], float(self.inverse[place, place])
        across = self.normals @ column  # P_{q−1}a / aᵀP_{q−1}a, and aᵀP_{q−1}a is 1 / corner
        self.h = self.h + self.unit * np.outer(across, across) / corner
        smaller = self.inverse - np.outer(column, column) / corner
        self.inverse = np.delete(np.delete(smaller, place, 0), place, 1)
        self.normals = np.delete(self.normals, place, 1)
        del self.active[place]

    def update(self, step: Array, change: Array, formula: str) -> None:
        """Update H by a step and the change of the gradient: eq. 33 (bfgs), eq. 34 (dfp), or Fletcher's switch."""
        hy = self.h @ change
        sy, yhy = float(step @ change), float(change @ hy)
        if formula == "bfgs" or (formula == "switch" and sy >= yhy):
            mixed = np.outer(step, hy)
            self.h = self.h + ((1 + yhy / sy) * np.outer(step, step) - mixed - mixed.T) / sy
        elif yhy > 0:
            self.h = self.h + np.outer(step, step) / sy - np.outer(hy, hy) / yhy

    def scale(self, unit: float) -> None:
        """Forget everything but the active set: H = unit · P_q."""
        self.unit = unit
        size = len(self.h)
        self.h = unit * (np.eye(size) - self.normals @ self.inverse @ self.normals.T)
        for a in self.normals.T:
            only = np.flatnonzero(a)
            if len(only) == 1:
                self.h[only] = self.h[:, only] = 0.0
