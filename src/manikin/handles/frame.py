"""Position and orientation of a body part together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.handle import Handle, ValueType, vec3
from manikin.pose import Pose
from manikin.rotations import Array, Vec3
from manikin.sparse import SparseRows, stack

__all__ = ["Frame"]


@dataclass(frozen=True, kw_only=True)
class Frame(Handle, kind="frame"):
    """A part's frame moved to the point ``at`` [m] of it; 12 numbers [R | p], 6 rows of slope: position, turn."""

    value_type: ClassVar[ValueType] = "frame"
    part: str
    at: Vec3 = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", vec3(self.at, "a point"))

    def parts(self) -> Sequence[str]:
        return (self.part,)

    def value(self, pose: Pose) -> Array:
        point = pose.convert_point(self.at, self.part)
        return np.column_stack([pose.orientation(self.part), point]).reshape(12)

    def slope(self, pose: Pose) -> SparseRows:
        point = pose.convert_point(self.at, self.part)
        return stack([pose.motion.of_point(self.part, point), pose.motion.of_orientation(self.part)])
