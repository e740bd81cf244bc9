"""Directions carried from one place of the sphere to another by the shortest rotation (parallel transport)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from manikin.math.rotations import Array

__all__ = ["Carried", "carried"]

SMALLEST = 1e-9
"""1 + cos of the angle between both places is taken as no less: opposite each other there is no shortest rotation."""


class Carried(NamedTuple):
    """A direction carried along, and its derivatives.

    Attributes:
        value: The direction (3,), orthogonal to the place that it was carried to.
        by_direction: d value/d direction (3, 3).
        by_start: d value/d start (3, 3).
        by_end: d value/d end (3, 3).
    """

    value: Array
    by_direction: Array
    by_start: Array
    by_end: Array


def carried(direction: Array, start: Array, end: Array) -> Carried:
    """A unit vector orthogonal to the unit vector ``start``, turned as the shortest rotation turns start to ``end``.

    n − (n·e)/(1 + s·e) (s + e): Rodrigues' formula without angles.  It is smooth everywhere but opposite the start.
    Near there 1 + s·e = |s + e|²/2 keeps its digits.
    """
    both, along = start + end, float(direction @ end)
    below = max(float(both @ both) / 2, SMALLEST)
    share, one = along / below, np.eye(3)
    return Carried(
        value=direction - share * both,
        by_direction=one - np.outer(both, end) / below,
        by_start=share / below * np.outer(both, both) - share * one,
        by_end=-np.outer(both, direction - share * both) / below - share * one,
    )
