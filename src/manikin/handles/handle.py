"""Handles: quantities of a figure that goals use (W 5.3.2, Z 4).

A handle knows its value and its derivative with respect to the parameters that can change it.  A new kind is one small
class:

    @dataclass(frozen=True, kw_only=True)
    class Height(Handle, kind="height"):
        '''Height of a part.  One number [m].'''
        part: str
        value_type = "vector"
        size = 1
        def parts(self): return (self.part,)
        def value(self, pose): return pose.position(self.part)[1:2]
        def sparse_jacobian(self, pose): return Y_ROW @ pose.derivatives.of_point(self.part, pose.position(self.part))
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import Array, Vec3, VectorLike, from_quaternion, rotation_vector
from manikin.math.sparse_rows import Columns, SparseRows
from manikin.registry import Described, Registry

__all__ = [
    "DirectionLike",
    "FrameLike",
    "Handle",
    "OrientationLike",
    "PointLike",
    "PointsLike",
    "ValueType",
    "ValuesLike",
    "check_part",
    "finite",
    "handle_kinds",
    "rotation_rows",
    "unit",
    "vec3",
]

ValueType = Literal["point", "direction", "orientation", "frame", "vector"]
"""The type of a handle's value; it decides which goals can use the handle."""
LARGEST_NUMBER = 1e100
"""The largest number in a goal or handle: the squares of much larger ones overflow."""
VALUE_SIZES: dict[str, tuple[int, int]] = {
    "point": (3, 3),
    "direction": (3, 3),
    "orientation": (9, 3),
    "frame": (12, 6),
}
"""Numbers in a value of each type, and rows of its derivative."""


@dataclass(frozen=True, kw_only=True)
class Handle(Described, what="handle"):
    """Base of all handles.

    The value depends on ``value_type``: a point [m] or a unit direction (3,), an orientation (9,) as a matrix row by
    row, a frame (12,) as the rows of [R | p], or a vector of any length.  The derivative has one row for each number,
    with two exceptions: an orientation has three rows of angular velocity [rad], and a frame has three rows of
    position, then three of angular velocity.

    Attributes:
        figure: Name of the figure that the handle belongs to; needed only in a problem with several figures.
    """

    value_type: ClassVar[ValueType]
    figure: str | None = None

    @property
    def size(self) -> int:
        """Numbers in the value; a kind whose value is a vector must define it."""
        return VALUE_SIZES[self.value_type][0]

    @property
    def tangent(self) -> int:
        """Rows of the derivative."""
        return self.size if self.value_type == "vector" else VALUE_SIZES[self.value_type][1]

    def value(self, pose: Pose) -> Array:
        """The value in a pose (size,)."""
        raise NotImplementedError

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        """The derivative d value/dq in a pose: ``tangent`` rows, only for the parameters that matter."""
        raise NotImplementedError

    def difference(self, a: Array, b: Array) -> Array:
        """a − b for two values, in the rows of the derivative: for orientations log(A Bᵀ) [rad]."""
        if self.value_type == "orientation":
            return rotation_vector(a.reshape(3, 3) @ b.reshape(3, 3).T)
        if self.value_type == "frame":
            a, b = a.reshape(3, 4), b.reshape(3, 4)
            return np.concatenate([a[:, 3] - b[:, 3], rotation_vector(a[:, :3] @ b[:, :3].T)])
        return a - b

    def parts(self) -> Sequence[str]:
        """Names of the parts whose frames the value depends on."""
        return ()

    def columns(self, figure: Figure) -> Columns:
        """Indices of the parameters that the value depends on, ascending."""
        return figure.columns_moving(self.parts())

    def jacobian(self, pose: Pose) -> Array:
        """The derivative as a dense matrix (tangent, figure.size)."""
        return self.sparse_jacobian(pose).dense(pose.figure.size)

    def check(self, figure: Figure) -> None:
        """Raise if the figure lacks a named part."""
        for part in self.parts():
            figure.skeleton.index(part)


handle_kinds: Registry[type[Handle]] = Handle.registry

PointLike = Handle | VectorLike
"""A handle on a point, or three numbers: a constant position in the world [m]."""
PointsLike = Sequence[PointLike] | NDArray[Any]
"""Several points; as an array (n, 3)."""
DirectionLike = Handle | VectorLike
"""A handle on a direction, or three numbers: a constant direction in the world, of any length except zero."""
ValuesLike = Handle | VectorLike
"""A handle on a vector, or as many numbers, a constant."""
OrientationLike = Handle | VectorLike | Sequence[VectorLike]
"""A handle on an orientation, or a constant: a quaternion xyzw, or a rotation matrix of 9 numbers or (3, 3)."""
FrameLike = Handle | Sequence[VectorLike] | NDArray[Any]
"""A handle on a frame, or a constant transform of shape (3, 4) or (4, 4)."""


def finite(values: Any, count: int | None, what: str) -> tuple[float, ...]:
    """``values`` as a tuple of ``count`` finite numbers; raises with ``what`` in the message."""
    try:
        if type(values) is tuple and set(map(type, values)) == {float}:  # checked before
            numbers = values
        else:
            numbers = tuple(np.asarray(values, float).reshape(-1).tolist())
    except (TypeError, ValueError):
        raise InputError(f"{what} must be numbers, not {shorten(values)}") from None
    if count is not None and len(numbers) != count:
        raise InputError(f"{what} must be {count} numbers, not {len(numbers)}")
    if sum(map(abs, numbers)) <= LARGEST_NUMBER:
        return numbers  # the usual case, found fast
    if not all(map(math.isfinite, numbers)):
        raise InputError(f"{what} must be finite, not {shorten(values)}")
    if max(map(abs, numbers)) > LARGEST_NUMBER:
        raise InputError(f"{what} must be numbers of at most {LARGEST_NUMBER:g}, not {max(numbers, key=abs):g}")
    return numbers


def check_part(part: object) -> None:
    """Raise unless a part is given by its name."""
    if not isinstance(part, str):
        raise InputError(f"part must be the name of a part, not {shorten(part)}")


def vec3(values: Any, what: str) -> Vec3:
    """``values`` as three finite numbers; raises with ``what`` in the message."""
    x, y, z = finite(values, 3, what)
    return (x, y, z)


def rotation_rows(values: Any) -> tuple[float, ...]:
    """A rotation as 9 numbers row by row, from a matrix (3, 3), from 9 numbers, or from a quaternion xyzw."""
    numbers = finite(values, None, "a rotation")
    if len(numbers) == 4 and any(numbers):
        return tuple(from_quaternion(np.asarray(numbers)).reshape(9).tolist())
    if len(numbers) != 9:
        raise InputError(f"a rotation must be a 3×3 matrix, 9 numbers or a quaternion xyzw, not {shorten(values)}")
    a, b, c, d, e, f, g, h, i = numbers  # plain floats, because this runs for every new target
    squares = (a * a + b * b + c * c, d * d + e * e + f * f, g * g + h * h + i * i)
    between = (a * d + b * e + c * f, a * g + b * h + c * i, d * g + e * h + f * i)
    determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    if not (max(abs(x - 1) for x in squares) <= 1e-6 and max(map(abs, between)) <= 1e-6 and determinant > 0):
        raise InputError("an orientation must be a rotation matrix: orthonormal, right-handed")
    return numbers


def unit(values: Any, what: str) -> Vec3:
    """``values`` scaled to a unit vector; if it has length 1 to within 1e-12 it is kept unchanged."""
    from manikin.skeleton.variables import unit_axis

    return unit_axis(vec3(values, what), what)
