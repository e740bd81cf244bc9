"""Position and orientation of a body part together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.figure.pose import Pose
from manikin.handles.handle import ValueType
from manikin.handles.point import OnPart
from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows, stack

__all__ = ["Frame"]


@dataclass(frozen=True, kw_only=True)
class Frame(OnPart, kind="frame"):
    """World frame of a part, moved to a point of the part; 12 numbers, the rows of [R | p].

    The derivative has 6 rows: position [m], then angular velocity [rad].

    Attributes:
        part: Name of the part.
        at: The point in the part's frame [m].
    """

    value_type: ClassVar[ValueType] = "frame"

    def value(self, pose: Pose) -> Array:
        point = pose.convert_point(self.at, self.part)
        return np.column_stack([pose.orientation(self.part), point]).reshape(12)

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        point = pose.convert_point(self.at, self.part)
        return stack([pose.derivatives.of_point(self.part, point), pose.derivatives.of_orientation(self.part)])
