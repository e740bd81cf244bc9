"""Two forms of one solver, compiled and in Python, side by side."""

from __future__ import annotations

import numpy as np

from manikin.solvers.session import Session


def assert_same_way(compiled: Session, python: Session, *, iterations: int, atol: float) -> int:
    """Both go the same way, iteration by iteration; how many iterations they made."""
    assert compiled.compiled is not None
    assert python.compiled is None
    made = 0
    for _ in range(iterations):
        a, b = compiled.advance(), python.advance()
        np.testing.assert_allclose(a.q, b.q, atol=atol)
        assert a.status == b.status
        made += a.iterations
    return made
