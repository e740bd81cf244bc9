"""Which way a limb bends: knees toward the toes, elbows down (W 7.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.aiming import toward
from manikin.goals.goal import SMALLEST_LENGTH, Goal
from manikin.handles.handle import Handle, PointLike, ValueType
from manikin.math.rotations import Array

__all__ = ["BendToward"]


STRAIGHT_SINE = 0.03
"""κ, unless another one is given."""
ALONG_SINE = 0.25
"""c: sine of the angle between that line and the way to the target below which the target tells no direction."""


@dataclass(frozen=True, kw_only=True)
class BendToward(Goal, kind="bend_toward"):
    """Bend a limb so that its middle moves toward the target, away from the line from base to tip; three rows [m].

    r = ℓ s f (d/|d| − w).  d is the vector from that line to the middle, w the unit vector across the line toward the
    target, ℓ the distance from base to middle, and s = σ²/(σ² + κ²) with σ = |d|/ℓ.  If the limb bends in the right
    direction, r = 0, however much it bends.  If it bends in another direction, r decreases when the limb rotates, and
    hardly when it straightens, because s is nearly 1 for σ well above κ.  f = (1 + c²) ρ²/(ρ² + c²) with ρ the sine of
    the angle between the line and the way to the target: a target in line with the limb tells no direction, and nothing
    turns over where the limb passes it.  Unlike ``Pole``, the goal is smooth everywhere, and zero for a straight limb.

    Attributes:
        base: Upper end of the limb.
        middle: Its elbow or knee.
        tip: Lower end of the limb.
        target: The point toward which the middle should bend.
        straight: κ, the sine of the angle between the upper part and the line below which the limb counts as straight.
    """

    takes: ClassVar[dict[str, ValueType]] = {"base": "point", "middle": "point", "tip": "point", "target": "point"}
    base: Handle
    middle: Handle
    tip: Handle
    target: PointLike
    straight: float = STRAIGHT_SINE
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (isinstance(self.straight, (int, float)) and 0 < self.straight < np.inf):
            raise InputError(f"bend_toward: straight must be above 0 and finite, not {shorten(self.straight)}")

    def kernel_numbers(self) -> Sequence[float]:
        return (self.straight,)

    @property
    def preference(self) -> bool:
        return True

    def residual(self, *values: Array) -> Array:
        base, middle, tip, target = values
        n, _ = toward(tip - base)
        d, wanted = (m - (m @ n) * n for m in (middle - base, target - base))
        off = float(np.linalg.norm(d))
        g, _, _ = _strength(off, float(np.linalg.norm(middle - base)), self.straight)
        return np.asarray(_clearness(wanted, target - base)[0] * g * (d - off * toward(wanted)[0]))

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        base, middle, tip, target = values
        n, turn = toward(tip - base)
        across = np.eye(3) - np.outer(n, n)
        m, k = middle - base, target - base
        d, wanted = m - (m @ n) * n, k - (k @ n) * n
        w, lean = toward(wanted)
        off = float(np.linalg.norm(d))
        g, by_off, by_length = _strength(off, float(np.linalg.norm(m)), self.straight)
        f, by_wanted, by_way = _clearness(wanted, k)
        wrong, u = d - off * w, toward(d)[0]
        over_d = f * (g * (np.eye(3) - np.outer(w, u)) + by_off * np.outer(wrong, u))
        over_wanted = g * (np.outer(wrong, by_wanted) - f * off * lean)
        by_axis = np.zeros((3, 3))
        for over, arm in ((over_d, m), (over_wanted, k)):
            by_axis -= over @ ((arm @ n) * np.eye(3) + np.outer(n, arm)) @ turn
        by_middle = over_d @ across + f * by_length * np.outer(wrong, toward(m)[0])
        by_target = over_wanted @ across + g * np.outer(wrong, by_way)
        return -by_middle - by_target - by_axis, by_middle, by_axis, by_target


def _strength(off: float, length: float, straight: float) -> tuple[float, float, float]:
    """g = ℓ s/|d| as a function of |d| and ℓ, and its derivatives by both."""
    flat = (straight * length) ** 2
    below = max(off * off + flat, SMALLEST_LENGTH * SMALLEST_LENGTH)
    rise = (flat - off * off) / (below * below)
    return length * off / below, length * rise, -off * rise


def _clearness(across: Array, way: Array) -> tuple[float, Array, Array]:
    """f as a function of the way to the target and its part across the line, and its derivatives by both."""
    part, whole = float(across @ across), float(way @ way)
    below = max(part + ALONG_SINE**2 * whole, SMALLEST_LENGTH * SMALLEST_LENGTH)
    rise = 2 * (1 + ALONG_SINE**2) * ALONG_SINE**2 / (below * below)
    return (1 + ALONG_SINE**2) * part / below, rise * whole * across, -rise * part * way
