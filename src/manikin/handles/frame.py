"""Position and orientation of a body part, or of a tool that is fixed to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.figure.pose import Pose
from manikin.handles.direction import Direction
from manikin.handles.handle import ValueType, rotation_rows, vec3
from manikin.handles.orientation import Orientation, turned
from manikin.handles.point import OnPart, Point
from manikin.math.rotations import IDENTITY_ROTATION, Array, RotationLike, VectorLike
from manikin.math.sparse_rows import SparseRows, stack

__all__ = ["Frame"]


@dataclass(frozen=True, kw_only=True)
class Frame(OnPart, kind="frame"):
    """World frame of a part, or of a tool or grip that is fixed to it; 12 numbers, the rows of [R | p].

    The derivative has 6 rows: position [m], then angular velocity [rad].

    Attributes:
        part: Name of the part.
        at: The frame's origin in the part's frame [m].
        rotation: The frame's axes in the part's frame, as the columns of a rotation matrix; those of the part by
            default.  A matrix (3, 3), 9 numbers row by row, or a quaternion xyzw; kept as 9 numbers.
    """

    value_type: ClassVar[ValueType] = "frame"
    rotation: RotationLike = IDENTITY_ROTATION

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "rotation", rotation_rows(self.rotation))

    @property
    def local(self) -> Array:
        """The frame in the part's frame, as a transform (3, 4)."""
        return np.column_stack([np.reshape(np.asarray(self.rotation, float), (3, 3)), np.asarray(self.at, float)])

    @property
    def origin(self) -> Point:
        """A handle on the frame's origin."""
        return Point(figure=self.figure, part=self.part, at=self.at)

    @property
    def axes(self) -> Orientation:
        """A handle on the frame's orientation."""
        return Orientation(figure=self.figure, part=self.part, rotation=self.rotation)

    def direction(self, along: VectorLike) -> Direction:
        """A handle on a direction that is fixed in the frame, given by its coordinates there."""
        local = self.local[:, :3] @ vec3(along, "a direction")
        return Direction(figure=self.figure, part=self.part, along=local)

    def value(self, pose: Pose) -> Array:
        point = pose.convert_point(self.at, self.part)
        return np.column_stack([turned(pose.orientation(self.part), self.rotation), point]).reshape(12)

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        point = pose.convert_point(self.at, self.part)
        return stack([pose.derivatives.of_point(self.part, point), pose.derivatives.of_orientation(self.part)])
