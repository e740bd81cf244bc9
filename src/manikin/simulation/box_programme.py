"""Least squares within bounds: the quadratic programme of a step of velocity control.

    minimise  ½|x − t|² + ½ Σ (A x − b)²/c  over rows,  with l ≤ x ≤ u.

With multipliers y of the rows, x(y) = t + Aᵀy clipped to the bounds, and the minimum is the zero of the piecewise
linear, strongly monotone g(y) = A x(y) + c y − b, the gradient of a convex function.  Newton's method with a line
search finds it in finitely many steps; the matrix of a step has as many rows as A, however many columns there are.
Mirrors kernels/src/numerics/box_programme.hpp.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from manikin.kernels import library
from manikin.math.rotations import Array

__all__ = ["BoxProgramme", "PureBoxProgramme", "make_box_programme"]

MAX_STEPS = 200
"""Newton steps of one solve; a few are usual."""
ROUNDING_SHARE = 1e-14
"""A row whose error is a smaller share of the sizes of its terms is met."""
NOTHING = 1e-9
"""As small a size as terms of 0, so that rounding is not chased to 0."""
DEPENDENT_SHARE = 1e-15
"""A pivot with a smaller share of its diagonal is rounding: its row depends on earlier ones."""


class BoxProgramme(Protocol):
    """A programme of fixed size that is solved again and again, each time from the multipliers of the last solve."""

    @property
    def converged(self) -> bool:
        """Whether the last solve ended at its minimum; if not, x still keeps its bounds."""

    def solve(self, a: Array, t: Array, b: Array, c: Array, lo: Array, hi: Array, /) -> Array:
        """x (n,) for rows a (m, n), targets t (n,) and b (m,), softness c (m,) above 0, bounds (n,)."""


def make_box_programme(rows: int, columns: int) -> BoxProgramme:
    """A programme, compiled if the kernels are."""
    compiled = library()
    return PureBoxProgramme(rows, columns) if compiled is None else compiled.BoxProgramme(rows, columns)


class PureBoxProgramme:
    """The programme in NumPy; see ``BoxProgramme``."""

    def __init__(self, rows: int, columns: int) -> None:
        self._y = np.zeros(rows)
        self.converged = True

    def solve(self, a: Array, t: Array, b: Array, c: Array, lo: Array, hi: Array, /) -> Array:
        y = self._y
        sizes = np.abs(a)
        for _ in range(MAX_STEPS):
            z = t + a.T @ y
            x = np.clip(z, lo, hi)
            inside = (z > lo) & (z < hi)
            error = a @ x + c * y - b
            summed = np.where(inside, np.abs(t) + sizes.T @ np.abs(y), np.abs(x))
            rounding = NOTHING + sizes @ summed + c * np.abs(y) + np.abs(b)
            self.converged = bool((np.abs(error) <= ROUNDING_SHARE * rounding).all())
            if self.converged:
                break
            free = a[:, inside]
            step = -_solved(free @ free.T + np.diag(c), error)
            y = y + _share(z, lo, hi, a.T @ step, float(error @ step), float(c @ step**2)) * step
        self._y = y if self.converged else np.zeros(len(y))
        return x


def _share(z: Array, lo: Array, hi: Array, moves: Array, slope: float, rate: float) -> float:
    """How much of a step to take: where the convex function is least along it.

    Its slope along the step, below 0 at first, grows at a rate to which every column adds moves² while it is within its
    bounds.
    """
    moving = moves != 0
    z, lo, hi, moves = z[moving], lo[moving], hi[moving], moves[moving]
    ends = np.stack([(lo - z) / moves, (hi - z) / moves])
    meets = ends.max(axis=0) > 0
    enters, leaves, adds = np.maximum(ends.min(axis=0), 0.0)[meets], ends.max(axis=0)[meets], moves[meets] ** 2
    times, changes = np.concatenate([enters, leaves]), np.concatenate([adds, -adds])
    now, least = 0.0, rate
    for k in np.argsort(times, kind="stable"):  # of those at one time, the ones that enter come first
        way = float(times[k]) - now
        if way > 0 and slope + rate * way >= 0:
            break
        if way > 0:
            slope, now = slope + rate * way, float(times[k])
        rate = max(rate + float(changes[k]), least)  # what rounding may leave
    return now - slope / rate


def _solved(matrix: Array, right: Array) -> Array:
    """matrix⁻¹ right by a Cholesky factor; rows that depend on earlier ones get 0."""
    size = len(right)
    lower = np.zeros((size, size))
    kept: list[int] = []
    for i in range(size):
        for j in kept:
            lower[i, j] = (matrix[i, j] - lower[i, :j] @ lower[j, :j]) / lower[j, j]
        pivot = matrix[i, i] - lower[i, :i] @ lower[i, :i]
        if pivot > DEPENDENT_SHARE * matrix[i, i]:
            lower[i, i] = np.sqrt(pivot)
            kept.append(i)
        else:
            lower[i] = 0.0
    out = np.zeros(size)
    for i in kept:
        out[i] = (right[i] - lower[i, :i] @ out[:i]) / lower[i, i]
    for i in reversed(kept):
        out[i] /= lower[i, i]
        out[:i] -= lower[i, :i] * out[i]
    return out
