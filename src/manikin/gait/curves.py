"""Curves between two states of motion."""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array

__all__ = ["bumps", "quintic", "settling", "smooth_step"]

RATES_LAST = 0.3
"""The share of the time for which a curve that settles shows the rate of its start, and that of its end."""

SIDE_TOP = 5**5 / (2**2 * 3**3)
"""What makes the early and the late bump 1 at the top."""


def smooth_step(u: Array) -> Array:
    """From 0 to 1 as u goes from 0 to 1, at rest at both ends."""
    s = np.clip(u, 0.0, 1.0)
    return np.asarray(s * s * s * (10 - 15 * s + 6 * s * s))


def quintic(u: Array, start: Array, end: Array) -> Array:
    """From one state of motion to another, values and rates (2, n), with no acceleration there; u (n,) is 0 to 1."""
    a, va = start
    b, vb = end
    rise = u**3 * (10 - 15 * u + 6 * u * u)
    first = u - u**3 * (6 - 8 * u + 3 * u * u)
    last = -(u**3) * (4 - 7 * u + 3 * u * u)
    return np.asarray(a + (b - a) * rise + va * first + vb * last)


def settling(u: Array, start: Array, end: Array, *, settled: float) -> Array:
    """Like ``quintic``, but at the end after a share of the time; the rates at both ends are soon gone from it."""
    a, va = start
    b, vb = end
    zero = np.zeros(len(u))
    still = np.stack([zero, zero])
    soon, late = np.minimum(u / RATES_LAST, 1.0), np.maximum((u - 1) / RATES_LAST + 1, 0.0)
    first = quintic(soon, np.stack([zero, va]), still)
    last = quintic(late, still, np.stack([zero, vb]))
    return np.asarray(a + (b - a) * smooth_step(u / settled) + RATES_LAST * (first + last))


def bumps(u: Array) -> Array:
    """Three bumps (n, 3), early, in the middle and late: 0 at both ends with no rate, 1 at the top."""
    v = 1 - u
    return np.stack([SIDE_TOP * u**2 * v**3, 64 * (u * v) ** 3, SIDE_TOP * u**3 * v**2], axis=1)
