"""Goals on position and orientation together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.angular import turn_scale
from manikin.goals.goal import Goal, degrees_to_scale
from manikin.goals.orientation import (
    HeldAxes,
    axes_jacobians,
    axes_residual,
    axes_scales,
    turn_jacobians,
    turn_residual,
)
from manikin.handles.handle import FrameLike, ValueType
from manikin.math.rotations import Array

__all__ = ["CloseLoop", "PoseAxes", "PoseGoal"]


@dataclass(frozen=True, kw_only=True)
class PoseGoal(Goal, kind="pose"):
    """Bring a part to a position and an orientation: p − t [m], then log(R Tᵀ) [rad], six rows.

    Attributes:
        frame: Frame of the part.
        target: Wanted frame.
        position_weight: Weight w_p of the position's rows, 0 to 1; the orientation's rows have 1 − w_p (Z eq. 12).
        degrees_per_metre: How many degrees weigh as much as one metre; 57.3 by default (Z eq. 8).
    """

    takes: ClassVar[dict[str, ValueType]] = {"frame": "frame", "target": "frame"}
    frame: FrameLike
    target: FrameLike
    position_weight: float = 0.5
    degrees_per_metre: float | None = None
    row_units: ClassVar[tuple[str, ...]] = ("m", "m", "m", "rad", "rad", "rad")
    target_rows: ClassVar[int] = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        check_share(self.position_weight, self.kind)
        degrees_to_scale(self.degrees_per_metre, self.kind)

    @property
    def scales(self) -> Array:
        turn = turn_scale(self.degrees_per_metre, self.kind)
        return share(self.position_weight, np.full(3, turn))

    def residual(self, *values: Array) -> Array:
        a, b = (value.reshape(3, 4) for value in values)
        return np.concatenate([a[:, 3] - b[:, 3], turn_residual(a[:, :3], b[:, :3])])

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        a, b = (value.reshape(3, 4) for value in values)
        mine, theirs = turn_jacobians(a[:, :3], b[:, :3])
        return beside(np.eye(3), mine), beside(-np.eye(3), theirs)


@dataclass(frozen=True, kw_only=True)
class CloseLoop(PoseGoal, kind="loop"):
    """Close a kinematic loop: two parts keep one common frame, as the two halves of a hinge do.

    The rows are those of ``PoseGoal`` for a frame of one part and a frame of another, scaled by √2, so that with the
    default ``position_weight`` both position and orientation have full weight.

    Attributes:
        frame: Frame on one part.
        target: Frame on the other part.
        position_weight: Share w_p of the position, 0 to 1.
        degrees_per_metre: How many degrees weigh as much as one metre; 57.3 by default (Z eq. 8).
    """

    @property
    def scales(self) -> Array:
        return np.asarray(math.sqrt(2) * super().scales)


@dataclass(frozen=True, kw_only=True)
class PoseAxes(HeldAxes, kind="pose_axes"):
    """Bring a part to a position, and some of its axes to those of a target (Z eq. 12).

    Three rows of position [m], then three rows [rad] for each axis.  Example: a hand that holds a tube and may rotate
    about it.

    Attributes:
        frame: Frame of the part.
        target: Wanted frame.
        position_weight: Weight w_p of the position's rows, 0 to 1; the axes' rows have 1 − w_p (Z eq. 12).
        degrees_per_metre: For each of the axes x, y, z, how many degrees weigh as much as one metre; ``None`` leaves
            an axis free.
    """

    takes: ClassVar[dict[str, ValueType]] = {"frame": "frame", "target": "frame"}
    target_rows: ClassVar[int] = 3
    frame: FrameLike
    target: FrameLike
    position_weight: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        check_share(self.position_weight, self.kind)

    @property
    def units(self) -> tuple[str, ...]:
        return ("m",) * 3 + ("rad",) * (3 * len(self.axes))

    @property
    def scales(self) -> Array:
        return share(self.position_weight, axes_scales(self.degrees_per_metre, self.kind))

    def residual(self, *values: Array) -> Array:
        a, b = (value.reshape(3, 4) for value in values)
        return np.concatenate([a[:, 3] - b[:, 3], axes_residual(a[:, :3], b[:, :3], self.axes)])

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        a, b = (value.reshape(3, 4) for value in values)
        mine, theirs = axes_jacobians(a[:, :3], b[:, :3], self.axes)
        return beside(np.eye(3), mine), beside(-np.eye(3), theirs)


def check_share(position_weight: float, what: str) -> None:
    """Raise unless w_p is a number from 0 to 1."""
    if not (isinstance(position_weight, (int, float)) and 0 <= position_weight <= 1):
        raise InputError(f"{what}: position_weight must lie between 0 and 1, not {shorten(position_weight)}")


def share(position_weight: float, turning: Array) -> Array:
    """Scales of the rows with w_p + w_o = 1; the objective squares them."""
    return np.concatenate([np.full(3, math.sqrt(position_weight)), math.sqrt(1 - position_weight) * turning])


def beside(position: Array, turn: Array) -> Array:
    """The derivative by a frame (rows, 6) from those by its position and by its orientation."""
    out = np.zeros((len(position) + len(turn), 6))
    out[: len(position), :3] = position
    out[len(position) :, 3:] = turn
    return out
