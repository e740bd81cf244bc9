"""Forces on handles: what moves a figure whose constraints are maintained (W 4.1, 5.2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals import Align, MatchValues, OrientationGoal, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.handles.handle import Handle, finite
from manikin.math.rotations import Array

__all__ = ["ConstantForce", "spring"]


@dataclass(frozen=True, kw_only=True)
class ConstantForce:
    """A constant force on a handle: one number for each row of its slope.

    On a point or a centre of mass a force [N], on an orientation a torque [N·m], on a frame both, on parameters the
    forces on them.
    """

    handle: Handle
    force: tuple[float, ...] = field(default=())
    name: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.handle, Handle):
            raise InputError(f"a push acts on a handle, not on {shorten(self.handle)}")
        object.__setattr__(self, "force", finite(self.force, self.handle.tangent, "push: the force"))

    @property
    def numbers(self) -> Array:
        """(handle.tangent,)."""
        return np.array(self.force)


def spring(
    handle: Handle, target: Any, strength: float, *, name: str | None = None, chain: tuple[str, ...] | None = None
) -> Goal:
    """The goal whose residual, times ``strength`` [N/m, N·m/rad], pulls a handle to its target.

    A point to a point, an orientation or a frame to its like, a direction to a direction, parameters to numbers.
    """
    options: dict[str, Any] = {"weight": strength, "name": name, "chain": chain}
    kind = handle.value_type if isinstance(handle, Handle) else None
    if kind == "point":
        return Position(point=handle, target=target, **options)
    if kind == "orientation":
        return OrientationGoal(orientation=handle, target=target, **options)
    if kind == "frame":
        return PoseGoal(frame=handle, target=target, **{**options, "weight": 2 * strength})  # shared by place and turn
    if kind == "direction":
        return Align(direction=handle, target=target, **options)
    if kind == "vector":
        return MatchValues(values=handle, target=target, **options)
    raise InputError(f"a pull acts on a handle, not on {shorten(handle)}")
