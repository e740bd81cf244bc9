"""LU decomposition with complete pivoting, for systems that may be singular.

Mirrors kernels/src/numerics/elimination.hpp.
"""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array

__all__ = ["solve_lu"]


def solve_lu(matrix: Array, right: Array, least: float) -> tuple[Array, int]:
    """x of matrix · x = right (n,), and the rank found.

    Pivots up to ``least`` times the first count as zero: their equations are left out, their unknowns are 0.
    """
    a, b = np.array(matrix, float), np.array(right, float)
    n = len(b)
    order = np.arange(n)
    rank, first = 0, 0.0
    for k in range(n):
        size = np.abs(a[k:, k:])
        i, j = (k + int(place) for place in np.unravel_index(int(size.argmax()), size.shape))
        pivot = float(abs(a[i, j]))
        first = first or pivot
        if not pivot > least * first:
            break
        a[[k, i]], b[[k, i]] = a[[i, k]], b[[i, k]]
        a[:, [k, j]], order[[k, j]] = a[:, [j, k]], order[[j, k]]
        factors = a[k + 1 :, k] / a[k, k]
        a[k + 1 :, k:] -= np.outer(factors, a[k, k:])
        b[k + 1 :] -= factors * b[k]
        rank = k + 1
    x = np.zeros(n)
    for k in range(rank - 1, -1, -1):
        x[order[k]] = (b[k] - a[k, k + 1 : rank] @ x[order[k + 1 : rank]]) / a[k, k]
    return x, rank
