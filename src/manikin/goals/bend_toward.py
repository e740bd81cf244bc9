"""Which way a limb bends: knees over the toes, elbows down (W 7.2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.goals.aiming import toward
from manikin.goals.goal import TINY, Goal
from manikin.handles.handle import Handle, PointLike, ValueType
from manikin.math.rotations import Array

__all__ = ["BendToward"]


STRAIGHT = 0.03
"""The sine of the angle between a limb's upper part and the line to its tip at which a limb is no longer straight."""


@dataclass(frozen=True, kw_only=True)
class BendToward(Goal, kind="bend_toward"):
    """Let the middle of a limb leave the line from base to tip toward the target; three rows [m].

    r = ℓ s (d/|d| − w): d leads from that line to the middle, w is the unit vector square to the line toward the
    target, ℓ the distance from base to middle, s = σ²/(σ² + κ²) with σ = |d|/ℓ.  A limb that bends the right way is at
    rest however much it bends.  One that bends another way gains by turning, and hardly by straightening: where σ is
    well above κ, s is nearly 1.  Unlike a pole the goal is smooth everywhere, and asks nothing of a straight limb.
    """

    takes: ClassVar[dict[str, ValueType]] = {"base": "point", "middle": "point", "tip": "point", "target": "point"}
    base: Handle
    middle: Handle
    tip: Handle
    target: PointLike
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m")

    @property
    def preference(self) -> bool:
        return True

    def residual(self, *values: Array) -> Array:
        base, middle, tip, target = values
        n, _ = toward(tip - base)
        d, wanted = (m - (m @ n) * n for m in (middle - base, target - base))
        off = float(np.linalg.norm(d))
        g, _, _ = _strength(off, float(np.linalg.norm(middle - base)))
        return np.asarray(g * (d - off * toward(wanted)[0]))

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        base, middle, tip, target = values
        n, turn = toward(tip - base)
        across = np.eye(3) - np.outer(n, n)
        m, k = middle - base, target - base
        d = m - (m @ n) * n
        w, lean = toward(k - (k @ n) * n)
        off = float(np.linalg.norm(d))
        g, by_off, by_length = _strength(off, float(np.linalg.norm(m)))
        wrong, u = d - off * w, toward(d)[0]
        over_d = g * (np.eye(3) - np.outer(w, u)) + by_off * np.outer(wrong, u)
        over_wanted = -g * off * lean
        by_axis = np.zeros((3, 3))
        for over, arm in ((over_d, m), (over_wanted, k)):
            by_axis -= over @ ((arm @ n) * np.eye(3) + np.outer(n, arm)) @ turn
        by_middle = over_d @ across + by_length * np.outer(wrong, toward(m)[0])
        by_target = over_wanted @ across
        return -by_middle - by_target - by_axis, by_middle, by_axis, by_target


def _strength(off: float, length: float) -> tuple[float, float, float]:
    """g = ℓ s/|d| of |d| and ℓ, and its slopes over both."""
    square = off * off + (STRAIGHT * length) ** 2
    below = max(square, TINY * TINY)
    rise = ((STRAIGHT * length) ** 2 - off * off) / (below * below)
    return length * off / below, length * rise, -off * rise
