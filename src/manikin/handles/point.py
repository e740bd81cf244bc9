"""A point on a body part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.figure.pose import Pose
from manikin.handles.handle import Handle, ValueType, check_part, vec3
from manikin.math.rotations import Array, VectorLike
from manikin.math.sparse_rows import SparseRows

__all__ = ["OnPart", "Point"]


@dataclass(frozen=True, kw_only=True)
class OnPart(Handle):
    """Base of the handles at a point of a part.

    Attributes:
        part: Name of the part.
        at: The point in the part's frame [m].
    """

    part: str
    at: VectorLike = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        check_part(self.part)
        object.__setattr__(self, "at", vec3(self.at, "at"))

    def parts(self) -> Sequence[str]:
        return (self.part,)


@dataclass(frozen=True, kw_only=True)
class Point(OnPart, kind="point"):
    """World position of a point of a part; 3 numbers [m].

    Attributes:
        part: Name of the part.
        at: The point in the part's frame [m].
    """

    value_type: ClassVar[ValueType] = "point"

    def value(self, pose: Pose) -> Array:
        t = pose.transform(self.part)
        return np.asarray(self.at) @ t[:, :3].T + t[:, 3]

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        return pose.derivatives.of_point(self.part, self.value(pose))
