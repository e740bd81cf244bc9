"""The swivel of a limb: where its elbow or knee is on the circle about the line from base to tip."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.goals.aiming import toward
from manikin.goals.angular import Angular
from manikin.goals.bend_toward import STRAIGHT_SINE
from manikin.goals.goal import SMALLEST_LENGTH
from manikin.handles.handle import DirectionLike, Handle, ValuesLike, ValueType
from manikin.math.rotations import Array, cross_matrix
from manikin.math.transport import carried

__all__ = ["SwivelGoal"]


@dataclass(frozen=True, kw_only=True)
class SwivelGoal(Angular, kind="swivel"):
    """Turn a limb about the line from base to tip until its swivel has a value; three rows [rad].

    The swivel is the angle from the carried reference to the middle of the limb, about the line from base to tip.  The
    reference is a direction of the body for a limb that points ahead.  For a limb that points elsewhere it is carried
    there by the shortest rotation.  So it turns continuously over the whole reach, and jumps only for a limb that
    points straight back, where arms and legs cannot go.

    r = s (m − t).  m and t are the unit vectors orthogonal to the line toward the middle and toward its target;
    s = σ²/(σ² + κ²) with σ the sine of the angle between the upper part and the line.  It is 1 for a bent limb and 0
    for a straight one, which has no swivel.  ``swivel_goal`` makes one for a limb of a figure.

    Attributes:
        base: Upper end of the limb.
        middle: Its elbow or knee.
        tip: Lower end of the limb.
        ahead: The direction of the body opposite to which the limb cannot go.
        reference: The direction of the body in which the middle has the swivel 0 if the limb points ahead.
        target: The swivel [rad], or a handle on one number.
        degrees_per_metre: How many degrees weigh as much as one metre; 57.3 by default (Z eq. 8).
    """

    takes: ClassVar[dict[str, ValueType]] = {
        "base": "point",
        "middle": "point",
        "tip": "point",
        "ahead": "direction",
        "reference": "direction",
        "target": "vector",
    }
    base: Handle
    middle: Handle
    tip: Handle
    ahead: DirectionLike
    reference: DirectionLike
    target: ValuesLike = (0.0,)
    row_units: ClassVar[tuple[str, ...]] = ("rad", "rad", "rad")

    def __post_init__(self) -> None:
        if isinstance(self.target, (int, float)) and not isinstance(self.target, bool):
            object.__setattr__(self, "target", (self.target,))
        super().__post_init__()
        assert isinstance(self.target, Handle)
        if self.target.size != 1:
            raise InputError(f"{self.kind}: target must be one number, not {self.target.size}")

    def residual(self, *values: Array) -> Array:
        base, middle, tip, ahead, reference, target = values
        u, a = toward(tip - base)[0], middle - base
        n = toward(reference - (reference @ ahead) * ahead)[0]
        w = carried(n, ahead, u).value
        wanted = math.cos(target[0]) * w + math.sin(target[0]) * np.cross(u, w)
        d = a - (a @ u) * u
        off = float(np.linalg.norm(d))
        strength, _, _ = _strength(off, float(np.linalg.norm(a)))
        return np.asarray(strength * (d - off * wanted))

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        base, middle, tip, ahead, reference, target = values
        one, a, (u, turn) = np.eye(3), middle - base, toward(tip - base)
        n, lean = toward(reference - (reference @ ahead) * ahead)
        there, cos, sin = carried(n, ahead, u), math.cos(target[0]), math.sin(target[0])
        about = cos * one + sin * cross_matrix(u)
        wanted = about @ there.value
        d = a - (a @ u) * u
        off, along = float(np.linalg.norm(d)), toward(d)[0]
        strength, by_off, by_length = _strength(off, float(np.linalg.norm(a)))
        wrong = d - off * wanted
        over_d = strength * (one - np.outer(wanted, along)) + by_off * np.outer(wrong, along)
        over_wanted = -strength * off * one
        by_middle = over_d @ (one - np.outer(u, u)) + by_length * np.outer(wrong, toward(a)[0])
        by_line = -over_d @ ((a @ u) * one + np.outer(u, a))
        by_line += over_wanted @ (about @ there.by_end - sin * cross_matrix(there.value))
        by_tip = by_line @ turn
        by_n = over_wanted @ about @ there.by_direction @ lean
        by_ahead = over_wanted @ about @ there.by_start - by_n @ (
            np.outer(ahead, reference) + (reference @ ahead) * one
        )
        by_reference = by_n @ (one - np.outer(ahead, ahead))
        by_target = over_wanted @ (cos * np.cross(u, there.value) - sin * there.value)
        return -by_middle - by_tip, by_middle, by_tip, by_ahead, by_reference, by_target[:, None]


def _strength(off: float, length: float) -> tuple[float, float, float]:
    """s/|d| as a function of |d| and of the length of the upper part, and its derivatives by both."""
    flat = (STRAIGHT_SINE * length) ** 2
    below = max(off * off + flat, SMALLEST_LENGTH * SMALLEST_LENGTH)
    return off / below, (flat - off * off) / below**2, -2 * off * STRAIGHT_SINE**2 * length / below**2
