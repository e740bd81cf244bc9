"""Rows of a Jacobian that are zero except in a few columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.math.rotations import Array

__all__ = ["Columns", "SparseRows", "stack", "total"]

Columns = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, eq=False)
class SparseRows:
    """``block`` (rows, k) holds the values of the columns ``columns`` (k), ascending; all other columns are zero.

    A matrix times rows, sums, differences and multiples of rows are rows again, which is what the chain rule needs.
    """

    columns: Columns
    block: Array
    __array_ufunc__: ClassVar[None] = None  # so that NumPy leaves matrix @ rows to __rmatmul__

    def __rmatmul__(self, matrix: Array) -> SparseRows:
        return SparseRows(self.columns, matrix @ self.block)

    def __add__(self, other: SparseRows) -> SparseRows:
        if not isinstance(other, SparseRows):
            return NotImplemented
        if len(self.block) != len(other.block):
            raise InputError(f"rows are added one by one: {len(self.block)} and {len(other.block)} rows do not fit")
        return total((self, other), len(self.block))

    def __neg__(self) -> SparseRows:
        return SparseRows(self.columns, -self.block)

    def __sub__(self, other: SparseRows) -> SparseRows:
        return self + -other if isinstance(other, SparseRows) else NotImplemented

    def __mul__(self, factor: float) -> SparseRows:
        return SparseRows(self.columns, self.block * factor) if isinstance(factor, (int, float)) else NotImplemented

    __rmul__ = __mul__

    def shifted(self, by: int) -> SparseRows:
        """The same rows with all columns moved right by ``by``, for a figure that is part of a larger state."""
        return self if by == 0 else SparseRows(self.columns + by, self.block)

    def dense(self, size: int) -> Array:
        """The rows as a dense array (rows, size)."""
        out = np.zeros((len(self.block), size))
        out[:, self.columns] = self.block
        return out


def total(parts: Sequence[SparseRows], rows: int) -> SparseRows:
    """The sum of several blocks with the same number of rows and different columns."""
    if len(parts) == 1:
        return parts[0]
    columns = _union(parts)
    block = np.zeros((rows, len(columns)))
    for part in parts:
        block[:, np.searchsorted(columns, part.columns)] += part.block
    return SparseRows(columns, block)


def stack(parts: Sequence[SparseRows]) -> SparseRows:
    """Several blocks of rows, one below the other."""
    if len(parts) == 1:
        return parts[0]
    columns = _union(parts)
    block = np.zeros((sum(len(part.block) for part in parts), len(columns)))
    row = 0
    for part in parts:
        block[row : row + len(part.block), np.searchsorted(columns, part.columns)] = part.block
        row += len(part.block)
    return SparseRows(columns, block)


def _union(parts: Sequence[SparseRows]) -> Columns:
    if not parts:
        return np.zeros(0, np.int64)
    return np.unique(np.concatenate([part.columns for part in parts]))
