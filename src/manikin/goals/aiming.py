"""Goals on directions: aim at a point, look at it upright, align two axes, turn a limb toward a pole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.goals.angular import Angular
from manikin.goals.goal import SMALLEST_LENGTH
from manikin.handles.handle import DirectionLike, Handle, PointLike, ValueType
from manikin.math.rotations import Array

__all__ = ["Aim", "Align", "LookAt", "Pole", "toward"]


@dataclass(frozen=True, kw_only=True)
class Aim(Angular, kind="aim"):
    """Aim at a target from a point p along a direction v: r = v − (t − p)/|t − p|, three rows [rad] (Z eq. 13).

    Attributes:
        point: Where the ray begins.
        direction: Direction of the ray.
        target: The point to aim at.
        degrees_per_metre: How many degrees weigh as much as one metre; 57.3 by default (Z eq. 8).
    """

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "direction": "direction", "target": "point"}
    point: PointLike
    direction: DirectionLike
    target: PointLike
    row_units: ClassVar[tuple[str, ...]] = ("rad", "rad", "rad")

    def residual(self, *values: Array) -> Array:
        point, v, target = values
        return v - toward(target - point)[0]

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        point, _, target = values
        _, turn = toward(target - point)
        return turn, np.eye(3), -turn


@dataclass(frozen=True, kw_only=True)
class LookAt(Angular, kind="look_at"):
    """Aim at a target and stay upright: three rows as in ``Aim``, then u − w, three rows [rad].

    w is the unit vector along the component of ``sky`` that is orthogonal to the view direction.

    Attributes:
        point: Where the ray begins.
        direction: Direction of the ray.
        up: Direction of the part that should point upward.
        target: The point to look at.
        sky: The upward direction of the world.
        degrees_per_metre: How many degrees weigh as much as one metre; 57.3 by default (Z eq. 8).
    """

    takes: ClassVar[dict[str, ValueType]] = {
        "point": "point",
        "direction": "direction",
        "up": "direction",
        "target": "point",
        "sky": "direction",
    }
    point: PointLike
    direction: DirectionLike
    up: DirectionLike
    target: PointLike
    sky: DirectionLike = (0.0, 1.0, 0.0)
    row_units: ClassVar[tuple[str, ...]] = ("rad",) * 6

    def residual(self, *values: Array) -> Array:
        point, v, up, target, sky = values
        return np.concatenate([v - toward(target - point)[0], up - toward(sky - (sky @ v) * v)[0]])

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        point, v, _, target, sky = values
        one, zero = np.eye(3), np.zeros((3, 3))
        _, turn = toward(target - point)
        _, lean = toward(sky - (sky @ v) * v)
        by_view = lean @ (np.outer(v, sky) + (sky @ v) * one)
        by_sky = -lean @ (one - np.outer(v, v))
        blocks = [(turn, zero), (one, by_view), (zero, one), (-turn, zero), (zero, by_sky)]
        return tuple(np.concatenate(pair) for pair in blocks)


@dataclass(frozen=True, kw_only=True)
class Align(Angular, kind="align"):
    """Align a direction with a target direction: r = v − t, three rows [rad].

    Attributes:
        direction: The direction to align.
        target: The direction to align it with.
        either_way: Whether the opposite direction will do as well.
        degrees_per_metre: How many degrees weigh as much as one metre; 57.3 by default (Z eq. 8).
    """

    takes: ClassVar[dict[str, ValueType]] = {"direction": "direction", "target": "direction"}
    direction: DirectionLike
    target: DirectionLike
    either_way: bool = False
    row_units: ClassVar[tuple[str, ...]] = ("rad", "rad", "rad")

    def _sign(self, v: Array, t: Array) -> float:
        return -1.0 if self.either_way and v @ t < 0 else 1.0

    def kernel_numbers(self) -> Sequence[float]:
        return (float(self.either_way),)

    def residual(self, *values: Array) -> Array:
        v, t = values
        return v - self._sign(v, t) * t

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        v, t = values
        return np.eye(3), -self._sign(v, t) * np.eye(3)


@dataclass(frozen=True, kw_only=True)
class Pole(Angular, kind="pole"):
    """Rotate a limb about the line from base to tip until its middle points toward the target; three rows [rad].

    r = m − t, with m and t the unit vectors orthogonal to that line toward the middle and toward the target.  It is the
    swivel angle of the elbow circle (Z 2) as a goal, so that it competes with other goals and respects all limits.

    Attributes:
        base: Upper end of the limb.
        middle: Its elbow or knee.
        tip: Lower end of the limb.
        target: The point toward which the middle should bend.
        degrees_per_metre: How many degrees weigh as much as one metre; 57.3 by default (Z eq. 8).
    """

    takes: ClassVar[dict[str, ValueType]] = {"base": "point", "middle": "point", "tip": "point", "target": "point"}
    base: Handle
    middle: Handle
    tip: Handle
    target: PointLike
    row_units: ClassVar[tuple[str, ...]] = ("rad", "rad", "rad")

    def residual(self, *values: Array) -> Array:
        base, middle, tip, target = values
        n, _ = toward(tip - base)
        lean, wanted = (d - (d @ n) * n for d in (middle - base, target - base))
        return toward(lean)[0] - toward(wanted)[0]

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        base, middle, tip, target = values
        n, turn = toward(tip - base)
        across = np.eye(3) - np.outer(n, n)
        by_point, by_axis = [], np.zeros((3, 3))
        for sign, d in ((1.0, middle - base), (-1.0, target - base)):
            _, jacobian = toward(d - (d @ n) * n)
            by_point.append(sign * jacobian @ across)
            by_axis -= sign * jacobian @ (np.outer(n, d) + (d @ n) * np.eye(3)) @ turn
        by_middle, by_target = by_point
        return -by_middle - by_target - by_axis, by_middle, by_axis, by_target


def toward(d: Array) -> tuple[Array, Array]:
    """The unit vector along d and its derivative by d; both go to zero where |d| < ``SMALLEST_LENGTH``."""
    length = max(float(np.linalg.norm(d)), SMALLEST_LENGTH)
    u = d / length
    return u, (np.eye(3) - np.outer(u, u)) / length
