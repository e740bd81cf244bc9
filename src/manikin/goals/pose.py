"""Position and orientation together."""

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
    """Bring a part to a place and an orientation: p − t [m], then log(R Tᵀ) [rad], six rows.

    The position's rows weigh w_p = ``position_weight``, the orientation's 1 − w_p (Z eq. 12).
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
    """Close a loop: two parts share one frame, as a hinge pin shares those of both its leaves.

    The same rows as a pose goal, of a part against another part, with full weight on both halves.
    """

    @property
    def scales(self) -> Array:
        return np.asarray(math.sqrt(2) * super().scales)


@dataclass(frozen=True, kw_only=True)
class PoseAxes(HeldAxes, kind="pose_axes"):
    """Bring a part to a place and some of its axes to those of the target (Z eq. 12): 3 + 3 per axis rows.

    X6's hands on the tube: position, and the palms' normals alone.
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
    """w_p lies between 0 and 1."""
    if not (isinstance(position_weight, (int, float)) and 0 <= position_weight <= 1):
        raise InputError(f"{what}: position_weight must lie between 0 and 1, not {shorten(position_weight)}")


def share(position_weight: float, turning: Array) -> Array:
    """Row scales with w_p + w_o = 1; the objective squares them."""
    return np.concatenate([np.full(3, math.sqrt(position_weight)), math.sqrt(1 - position_weight) * turning])


def beside(position: Array, turn: Array) -> Array:
    """The slope over a frame: position and turn do not mix."""
    out = np.zeros((len(position) + len(turn), 6))
    out[: len(position), :3] = position
    out[len(position) :, 3:] = turn
    return out
