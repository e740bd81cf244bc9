"""A direction fixed in a body part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.figure.pose import Pose
from manikin.handles.handle import Handle, ValueType, check_part, unit
from manikin.math.rotations import Array, VectorLike
from manikin.math.sparse_rows import SparseRows

__all__ = ["Direction"]


@dataclass(frozen=True, kw_only=True)
class Direction(Handle, kind="direction"):
    """World unit vector of a direction fixed in a part; 3 numbers.

    Attributes:
        part: Name of the part.
        along: The direction in the part's frame, of any length except zero; kept as a unit vector.
    """

    value_type: ClassVar[ValueType] = "direction"
    part: str
    along: VectorLike

    def __post_init__(self) -> None:
        check_part(self.part)
        object.__setattr__(self, "along", unit(self.along, "along"))

    def parts(self) -> Sequence[str]:
        return (self.part,)

    def value(self, pose: Pose) -> Array:
        world = pose.convert_direction(self.along, self.part)
        return np.asarray(world / np.linalg.norm(world))

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        return pose.derivatives.of_direction(self.part, self.value(pose))
