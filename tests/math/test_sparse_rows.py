"""Rows with few columns: sums, differences and multiples are those of the dense rows."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.errors import InputError
from manikin.math.sparse_rows import SparseRows


def rows(rng: np.random.Generator, count: int, size: int) -> SparseRows:
    columns = np.sort(rng.choice(size, rng.integers(0, size), replace=False)).astype(np.int64)
    return SparseRows(columns, rng.normal(size=(count, len(columns))))


def test_sums_differences_and_multiples_are_those_of_dense_rows() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        size, count = int(rng.integers(1, 12)), int(rng.integers(1, 4))
        a, b = rows(rng, count, size), rows(rng, count, size)
        dense_a, dense_b = a.dense(size), b.dense(size)
        np.testing.assert_array_equal((a + b).dense(size), dense_a + dense_b)
        np.testing.assert_array_equal((a - b).dense(size), dense_a - dense_b)
        np.testing.assert_array_equal((-a).dense(size), -dense_a)
        np.testing.assert_array_equal((2.5 * a - a * 0.5).dense(size), 2.5 * dense_a - 0.5 * dense_a)
        assert (np.diff((a + b).columns) > 0).all()


def test_rows_of_different_numbers_and_other_things_are_refused() -> None:
    rng = np.random.default_rng(2)
    with pytest.raises(InputError, match="2 and 3 rows"):
        _ = rows(rng, 2, 5) + rows(rng, 3, 5)
    for other in (1.0, "x", None):
        with pytest.raises(TypeError):
            _ = rows(rng, 2, 5) + other  # type: ignore[operator]
        with pytest.raises(TypeError):
            _ = rows(rng, 2, 5) - other  # type: ignore[operator]
