"""The orientation of a body part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from manikin.figure.pose import Pose
from manikin.handles.handle import Handle, ValueType, check_part
from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows

__all__ = ["Orientation"]


@dataclass(frozen=True, kw_only=True)
class Orientation(Handle, kind="orientation"):
    """World orientation of a part; 9 numbers, a rotation matrix row by row.

    The derivative has 3 rows of angular velocity [rad].

    Attributes:
        part: Name of the part.
    """

    value_type: ClassVar[ValueType] = "orientation"
    part: str

    def __post_init__(self) -> None:
        check_part(self.part)

    def parts(self) -> Sequence[str]:
        return (self.part,)

    def value(self, pose: Pose) -> Array:
        return pose.orientation(self.part).reshape(9)

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        return pose.derivatives.of_orientation(self.part)
