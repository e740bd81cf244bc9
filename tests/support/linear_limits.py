"""Linear limits: made from a dictionary of terms, and looked at one by one."""

from __future__ import annotations

import math

import numpy as np

from manikin.figure.figure import Figure
from manikin.skeleton.variables import LinearLimit


def limit(name: str, terms: dict[str, float], lo: float = -math.inf, hi: float = math.inf) -> LinearLimit:
    """lo ≤ Σ factor · parameter ≤ hi, of factors by the names of parameters."""
    return LinearLimit(name=name, terms=tuple(terms.items()), lo=lo, hi=hi)


def within_linear_limits(figure: Figure, q: np.ndarray, slack: float = 1e-12) -> bool:
    """Whether a state keeps every linear limit of a figure."""
    values = [sum(a * q[figure.index(name)] for name, a in limit.terms) for limit in figure.linear_limits]
    return all(
        limit.lo - slack <= value <= limit.hi + slack for limit, value in zip(figure.linear_limits, values, strict=True)
    )
