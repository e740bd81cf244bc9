"""A goal of one's own, and the check of its derivatives: first with a wrong sign, then right."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin import Figure, Goal, chain, check_goal
from manikin.handles.handle import PointLike, ValueType
from manikin.math.rotations import Array


@dataclass(frozen=True, kw_only=True)
class Level(Goal, kind="level"):
    """Keep a point at the height of another.  One row [m]."""

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "target": "point"}
    row_units: ClassVar[tuple[str, ...]] = ("m",)
    point: PointLike
    target: PointLike
    sign: float = -1.0

    def residual(self, *values: Array) -> Array:
        point, target = values
        return (point - target)[1:2]

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        up = np.array([[0.0, 1.0, 0.0]])
        return up, self.sign * up


arm = Figure(chain([0.3, 0.25, 0.1]))
wrong = Level(point=arm.point("tip"), target=arm.point("rod1"), sign=1.0)
right = Level(point=arm.point("tip"), target=arm.point("rod1"))
print(check_goal(wrong, arm))
print(check_goal(right, arm))
assert check_goal(right, arm).ok
assert not check_goal(wrong, arm).ok
