"""The orientation of a body part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.figure.pose import Pose
from manikin.handles.handle import Handle, ValueType, rotation_rows
from manikin.math.rotations import IDENTITY_ROTATION, Array, RotationLike
from manikin.math.sparse_rows import SparseRows

__all__ = ["Orientation", "turned"]


@dataclass(frozen=True, kw_only=True)
class Orientation(Handle, kind="orientation"):
    """World orientation of a part, or of axes fixed in it; 9 numbers, a rotation matrix row by row.

    The derivative has 3 rows of angular velocity [rad].

    Attributes:
        part: Name of the part.
        rotation: The axes in the part's frame, as the columns of a rotation matrix; those of the part by default.  A
            matrix (3, 3), 9 numbers row by row, or a quaternion xyzw; kept as 9 numbers.
    """

    value_type: ClassVar[ValueType] = "orientation"
    part: str
    rotation: RotationLike = IDENTITY_ROTATION

    def __post_init__(self) -> None:
        object.__setattr__(self, "rotation", rotation_rows(self.rotation))

    def parts(self) -> Sequence[str]:
        return (self.part,)

    def value(self, pose: Pose) -> Array:
        return turned(pose.orientation(self.part), self.rotation).reshape(9)

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        return pose.derivatives.of_orientation(self.part)


def turned(orientation: Array, rotation: object) -> Array:
    """An orientation (3, 3) times a constant rotation, given as 9 numbers row by row."""
    if rotation == IDENTITY_ROTATION:
        return orientation
    return orientation @ np.reshape(np.asarray(rotation, float), (3, 3))
