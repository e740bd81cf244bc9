"""Constant handles in the world, so that a goal's target may be numbers or another handle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.figure.pose import Pose
from manikin.handles.handle import Handle, ValueType, finite, rotation_rows, unit, vec3
from manikin.math.rotations import IDENTITY_ROTATION, Array, RotationLike, VectorLike
from manikin.math.sparse_rows import SparseRows

__all__ = ["Fixed", "FixedDirection", "FixedFrame", "FixedOrientation", "FixedPoint", "FixedVector"]


@dataclass(frozen=True, kw_only=True)
class Fixed(Handle):
    """Base of the constant handles: they belong to no figure, and no parameter moves them."""

    @property
    def constant(self) -> Array:
        """The value (size,)."""
        raise NotImplementedError

    def renewed(self, numbers: Sequence[float]) -> Fixed:
        """A handle of the same kind with another value, given in the form of ``constant``."""
        raise NotImplementedError

    def value(self, pose: Pose) -> Array:
        return self.constant

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        return SparseRows(np.zeros(0, np.int64), np.zeros((self.tangent, 0)))


@dataclass(frozen=True, kw_only=True)
class FixedPoint(Fixed, kind="fixed_point"):
    """A constant position in the world.

    Attributes:
        position: Three numbers [m].
    """

    value_type: ClassVar[ValueType] = "point"
    position: VectorLike

    def __post_init__(self) -> None:
        object.__setattr__(self, "position", vec3(self.position, "a position"))

    @property
    def constant(self) -> Array:
        return np.array(self.position)

    def renewed(self, numbers: Sequence[float]) -> FixedPoint:
        return FixedPoint(position=vec3(numbers, "a position"))


@dataclass(frozen=True, kw_only=True)
class FixedDirection(Fixed, kind="fixed_direction"):
    """A constant direction in the world.

    Attributes:
        along: Three numbers, of any length except zero; kept as a unit vector.
    """

    value_type: ClassVar[ValueType] = "direction"
    along: VectorLike

    def __post_init__(self) -> None:
        object.__setattr__(self, "along", unit(self.along, "a direction"))

    @property
    def constant(self) -> Array:
        return np.array(self.along)

    def renewed(self, numbers: Sequence[float]) -> FixedDirection:
        return FixedDirection(along=vec3(numbers, "a direction"))


@dataclass(frozen=True, kw_only=True)
class FixedOrientation(Fixed, kind="fixed_orientation"):
    """A constant orientation in the world.

    Attributes:
        rotation: A rotation matrix, 9 numbers row by row or (3, 3).
    """

    value_type: ClassVar[ValueType] = "orientation"
    rotation: RotationLike

    def __post_init__(self) -> None:
        object.__setattr__(self, "rotation", rotation_rows(self.rotation))

    @property
    def constant(self) -> Array:
        return np.array(self.rotation)

    def renewed(self, numbers: Sequence[float]) -> FixedOrientation:
        return FixedOrientation(rotation=tuple(numbers))


@dataclass(frozen=True, kw_only=True)
class FixedFrame(Fixed, kind="fixed_frame"):
    """A constant frame in the world.

    Attributes:
        position: Three numbers [m].
        rotation: A rotation matrix, 9 numbers row by row or (3, 3).
    """

    value_type: ClassVar[ValueType] = "frame"
    position: VectorLike
    rotation: RotationLike = IDENTITY_ROTATION

    def __post_init__(self) -> None:
        object.__setattr__(self, "position", vec3(self.position, "a position"))
        object.__setattr__(self, "rotation", rotation_rows(self.rotation))

    @property
    def constant(self) -> Array:
        r, (x, y, z) = self.rotation, self.position
        return np.array([*r[:3], x, *r[3:6], y, *r[6:], z])  # a third of what it takes to stack arrays

    def renewed(self, numbers: Sequence[float]) -> FixedFrame:
        rows = np.reshape(numbers, (3, 4))
        return FixedFrame(position=vec3(rows[:, 3], "a position"), rotation=tuple(rows[:, :3].reshape(9).tolist()))


@dataclass(frozen=True, kw_only=True)
class FixedVector(Fixed, kind="fixed_vector"):
    """Constant numbers, such as values of parameters [rad, m] or of a combined handle.

    Attributes:
        numbers: At least one number.
    """

    value_type: ClassVar[ValueType] = "vector"
    numbers: VectorLike

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", finite(self.numbers, None, "a vector"))
        if not self.numbers:
            raise InputError("a vector must be at least one number")

    @property
    def size(self) -> int:
        return len(self.numbers)

    @property
    def constant(self) -> Array:
        return np.array(self.numbers)

    def renewed(self, numbers: Sequence[float]) -> FixedVector:
        return FixedVector(numbers=tuple(numbers))
