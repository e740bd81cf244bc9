"""Goals on the orientation of a part: all of it, or some of its axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.goals.angular import Angular
from manikin.goals.goal import Goal, degrees_to_scale
from manikin.handles.handle import OrientationLike, ValueType
from manikin.math.rotations import Array, cross_matrix, rotation_vector, rotation_vector_jacobian

__all__ = [
    "HeldAxes",
    "OrientationAxes",
    "OrientationGoal",
    "axes_jacobians",
    "axes_residual",
    "turn_jacobians",
    "turn_residual",
]


@dataclass(frozen=True, kw_only=True)
class OrientationGoal(Angular, kind="orientation"):
    """Bring a part to an orientation: r = log(R Tᵀ), the rotation vector from target to part, three rows [rad].

    Attributes:
        orientation: Orientation R of the part.
        target: Wanted orientation T.
        degrees_per_metre: How many degrees weigh as much as one metre; 57.3 by default (Z eq. 8).
    """

    takes: ClassVar[dict[str, ValueType]] = {"orientation": "orientation", "target": "orientation"}
    orientation: OrientationLike
    target: OrientationLike
    row_units: ClassVar[tuple[str, ...]] = ("rad", "rad", "rad")

    def residual(self, *values: Array) -> Array:
        r, t = (value.reshape(3, 3) for value in values)
        return turn_residual(r, t)

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        r, t = (value.reshape(3, 3) for value in values)
        return turn_jacobians(r, t)


@dataclass(frozen=True, kw_only=True)
class HeldAxes(Goal):
    """Base of the goals on some axes of a part.

    With one axis held, the part may still rotate about it: a hand that carries a cup.

    Attributes:
        degrees_per_metre: For each of the axes x, y, z, how many degrees weigh as much as one metre; ``None`` leaves
            an axis free.
    """

    degrees_per_metre: tuple[float | None, float | None, float | None] = (57.29577951308232, 57.29577951308232, None)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_axes(self.degrees_per_metre, self.kind)

    @property
    def axes(self) -> list[int]:
        """Indices of the axes that are held."""
        return [k for k, d in enumerate(self.degrees_per_metre) if d is not None]

    def kernel_numbers(self) -> Sequence[float]:
        return self.axes


@dataclass(frozen=True, kw_only=True)
class OrientationAxes(HeldAxes, kind="orientation_axes"):
    """Bring one, two or three axes of a part to those of a target: e_k − g_k, three rows [rad] each (Z eq. 9, W 6.3).

    Attributes:
        orientation: Orientation of the part, with the axes e_k.
        target: Wanted orientation, with the axes g_k.
        degrees_per_metre: For each of the axes x, y, z, how many degrees weigh as much as one metre; ``None`` leaves
            an axis free.
    """

    takes: ClassVar[dict[str, ValueType]] = {"orientation": "orientation", "target": "orientation"}
    orientation: OrientationLike
    target: OrientationLike

    @property
    def units(self) -> tuple[str, ...]:
        return ("rad",) * (3 * len(self.axes))

    @property
    def scales(self) -> Array:
        return axes_scales(self.degrees_per_metre, self.kind)

    def residual(self, *values: Array) -> Array:
        r, t = (value.reshape(3, 3) for value in values)
        return axes_residual(r, t, self.axes)

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        r, t = (value.reshape(3, 3) for value in values)
        return axes_jacobians(r, t, self.axes)


# ---- shared with the goals on whole frames -----------------------------------------------------


def turn_residual(r: Array, t: Array) -> Array:
    """log(R Tᵀ), three rows [rad]."""
    return rotation_vector(r @ t.T)


def turn_jacobians(r: Array, t: Array) -> tuple[Array, Array]:
    """Derivatives by the angular velocities of the part and of the target."""
    jacobian = rotation_vector_jacobian(rotation_vector(r @ t.T))
    return jacobian, -jacobian.T


def check_axes(degrees_per_metre: object, what: str) -> None:
    """Raise unless there are three entries and at least one axis is held."""
    if not isinstance(degrees_per_metre, (tuple, list)) or len(degrees_per_metre) != 3:
        raise InputError(f"{what}: degrees_per_metre has three entries, for x, y and z")
    if not any(degrees_to_scale(degrees_per_metre, what)):
        raise InputError(f"{what}: at least one axis must be held")


def axes_scales(degrees_per_metre: tuple[float | None, ...], what: str) -> Array:
    """c_d of Z eq. 8 for the rows of the held axes."""
    held = [d for d in degrees_per_metre if d is not None]
    return np.repeat(degrees_to_scale(held, what), 3)


def axes_residual(r: Array, t: Array, axes: list[int]) -> Array:
    """The held axes of R minus those of T, three rows each."""
    return (r - t).T[axes].reshape(-1)


def axes_jacobians(r: Array, t: Array, axes: list[int]) -> tuple[Array, Array]:
    """Derivatives by the angular velocities of the part and of the target."""
    return -cross_matrix(r.T[axes]).reshape(-1, 3), cross_matrix(t.T[axes]).reshape(-1, 3)
