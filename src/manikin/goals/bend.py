"""Which way a limb bends: knees over the toes, elbows down (W 7.2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.goal import Goal
from manikin.goals.aiming import toward
from manikin.handle import Handle, ValueType
from manikin.rotations import Array

__all__ = ["BendToward"]


@dataclass(frozen=True, kw_only=True)
class BendToward(Goal, kind="bend_toward"):
    """Let the middle of a limb leave the line from base to tip toward the target; three rows [m].

    r = d − |d| w: d leads from that line to the middle, w is the unit vector square to the line toward the target.
    Unlike a pole it asks nothing of a straight limb, and of a bent one the more the farther its middle stands off.
    """

    takes: ClassVar[dict[str, ValueType]] = {"base": "point", "middle": "point", "tip": "point", "target": "point"}
    base: Handle
    middle: Handle
    tip: Handle
    target: Handle
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m")

    @property
    def preference(self) -> bool:
        return True

    def residual(self, *values: Array) -> Array:
        base, middle, tip, target = values
        n, _ = toward(tip - base)
        d, wanted = (m - (m @ n) * n for m in (middle - base, target - base))
        return np.asarray(d - float(np.linalg.norm(d)) * toward(wanted)[0])

    def slopes(self, *values: Array) -> tuple[Array, ...]:
        base, middle, tip, target = values
        n, turn = toward(tip - base)
        across = np.eye(3) - np.outer(n, n)
        m, k = middle - base, target - base
        d = m - (m @ n) * n
        w, lean = toward(k - (k @ n) * n)
        over_d = np.eye(3) - np.outer(w, toward(d)[0])
        over_wanted = -float(np.linalg.norm(d)) * lean
        by_axis = np.zeros((3, 3))
        for over, arm in ((over_d, m), (over_wanted, k)):
            by_axis -= over @ ((arm @ n) * np.eye(3) + np.outer(n, arm)) @ turn
        by_middle, by_target = over_d @ across, over_wanted @ across
        return -by_middle - by_target - by_axis, by_middle, by_axis, by_target
