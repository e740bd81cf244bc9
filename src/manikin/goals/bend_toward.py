"""Which way a limb bends: knees toward the toes, elbows down (W 7.2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.goals.aiming import toward
from manikin.goals.goal import SMALLEST_LENGTH, Goal
from manikin.handles.handle import Handle, PointLike, ValueType
from manikin.math.rotations import Array

__all__ = ["BendToward"]


STRAIGHT_SINE = 0.03
"""κ: sine of the angle between the upper part of a limb and the line to its tip above which it counts as bent."""


@dataclass(frozen=True, kw_only=True)
class BendToward(Goal, kind="bend_toward"):
    """Bend a limb so that its middle moves toward the target, away from the line from base to tip; three rows [m].

    r = ℓ s (d/|d| − w).  d is the vector from that line to the middle, w the unit vector orthogonal to the line toward
    the target, ℓ the distance from base to middle, and s = σ²/(σ² + κ²) with σ = |d|/ℓ.  If the limb bends in the right
    direction, r = 0, however much it bends.  If it bends in another direction, r decreases when the limb rotates, and
    hardly when it straightens, because s is nearly 1 for σ well above κ.  Unlike ``Pole``, the goal is smooth
    everywhere, and zero for a straight limb.

    Attributes:
        base: Upper end of the limb.
        middle: Its elbow or knee.
        tip: Lower end of the limb.
        target: The point toward which the middle should bend.
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
    """g = ℓ s/|d| as a function of |d| and ℓ, and its derivatives by both."""
    square = off * off + (STRAIGHT_SINE * length) ** 2
    below = max(square, SMALLEST_LENGTH * SMALLEST_LENGTH)
    rise = ((STRAIGHT_SINE * length) ** 2 - off * off) / (below * below)
    return length * off / below, length * rise, -off * rise
