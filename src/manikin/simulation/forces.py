"""Forces on handles: constant forces and springs (W 4.1, 5.2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError, shorten
from manikin.goals import Align, MatchValues, OrientationGoal, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.handles.handle import Handle, finite
from manikin.math.rotations import Array

__all__ = ["ConstantForce", "spring"]


@explained
@dataclass(frozen=True, kw_only=True)
class ConstantForce:
    """A constant force on a handle: one number for each row of the handle's Jacobian.

    Attributes:
        handle: Where the force acts.
        force: On a point or a centre of mass a force [N], on an orientation a torque [N·m], on a frame both, on
            parameters one force for each.
        name: Under which a simulation knows it.
    """

    handle: Handle
    force: tuple[float, ...] = field(default=())
    name: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.handle, Handle):
            raise InputError(f"a constant force acts on a handle, not on {shorten(self.handle)}")
        object.__setattr__(self, "force", finite(self.force, self.handle.tangent, "constant force: the force"))

    @property
    def numbers(self) -> Array:
        """The force as an array (handle.tangent,)."""
        return np.array(self.force)


def spring(
    handle: Handle, target: Any, strength: float, *, name: str | None = None, chain: tuple[str, ...] | None = None
) -> Goal:
    """A goal as a spring: the force on the handle is the residual times ``strength`` [N/m, N·m/rad].

    The target has the type of the handle: a point, an orientation, a frame, a direction, or numbers for parameters.
    """
    options: dict[str, Any] = {"weight": strength, "name": name, "chain": chain}
    kind = handle.value_type if isinstance(handle, Handle) else None
    if kind == "point":
        return Position(point=handle, target=target, **options)
    if kind == "orientation":
        return OrientationGoal(orientation=handle, target=target, **options)
    if kind == "frame":
        options["weight"] = 2 * strength  # shared by position and rotation
        return PoseGoal(frame=handle, target=target, **options)
    if kind == "direction":
        return Align(direction=handle, target=target, **options)
    if kind == "vector":
        return MatchValues(values=handle, target=target, **options)
    raise InputError(f"a pull acts on a handle, not on {shorten(handle)}")
