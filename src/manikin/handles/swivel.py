"""The swivel of a limb as a number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.figure.pose import Pose
from manikin.handles.handle import Handle, ValueType, check_part, unit
from manikin.math.rotations import Array, VectorLike
from manikin.math.sparse_rows import SparseRows, total
from manikin.math.transport import carried

__all__ = ["Swivel"]

SMALLEST_LENGTH = 1e-9
"""Lengths are divided by no less [m]: a straight limb has no swivel, and derivatives stay finite there."""


@dataclass(frozen=True, kw_only=True)
class Swivel(Handle, kind="swivel"):
    """The angle of a limb's middle about the line from its base to its tip, from −π to π; one number [rad].

    It is measured from a reference that is carried from ahead to where the limb points by the shortest rotation; see
    ``SwivelGoal``, which brings it to a value.  0 for a straight limb.

    Attributes:
        limb: Names of the limb's base, middle and tip joints.
        part: Name of the part of the body in whose frame both directions are given.
        ahead: The direction opposite to which the limb cannot go.
        reference: The direction in which the middle has the swivel 0 if the limb points ahead.
    """

    value_type: ClassVar[ValueType] = "vector"
    limb: tuple[str, str, str]
    part: str
    ahead: VectorLike
    reference: VectorLike

    def __post_init__(self) -> None:
        object.__setattr__(self, "limb", tuple(self.limb))
        for part in (*self.limb, self.part):
            check_part(part)
        ahead = np.array(unit(self.ahead, "ahead"))
        reference = np.array(unit(self.reference, "reference"))
        object.__setattr__(self, "ahead", tuple(ahead.tolist()))
        object.__setattr__(self, "reference", unit(reference - (reference @ ahead) * ahead, "reference"))

    @property
    def size(self) -> int:
        return 1

    def parts(self) -> Sequence[str]:
        return (*self.limb, self.part)

    def value(self, pose: Pose) -> Array:
        base, middle, tip = (pose.position(part) for part in self.limb)
        u = (tip - base) / max(float(np.linalg.norm(tip - base)), SMALLEST_LENGTH)
        w = carried(self._direction(pose, self.reference), self._direction(pose, self.ahead), u).value
        return np.array([math.atan2(np.cross(u, w) @ (middle - base), w @ (middle - base))])

    def _direction(self, pose: Pose, along: VectorLike) -> Array:
        world = pose.convert_direction(along, self.part)
        return np.asarray(world / np.linalg.norm(world))

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        base, middle, tip = (pose.position(part) for part in self.limb)
        length, a = max(float(np.linalg.norm(tip - base)), SMALLEST_LENGTH), middle - base
        u = (tip - base) / length
        ahead, reference = self._direction(pose, self.ahead), self._direction(pose, self.reference)
        there = carried(reference, ahead, u)
        w, side = there.value, np.cross(u, there.value)
        x, y = float(w @ a), float(side @ a)
        below = max(x * x + y * y, SMALLEST_LENGTH**2)
        by_middle, by_w = (x * side - y * w) / below, (x * np.cross(a, u) - y * a) / below
        by_tip = (x * np.cross(w, a) / below + by_w @ there.by_end) @ (np.eye(3) - np.outer(u, u)) / length
        derivatives = pose.derivatives
        over_points = zip((-by_middle - by_tip, by_middle, by_tip), self.limb, strict=True)
        parts = [row[None] @ derivatives.of_point(part, pose.position(part)) for row, part in over_points]
        for matrix, direction in ((there.by_start, ahead), (there.by_direction, reference)):
            parts.append((by_w @ matrix)[None] @ derivatives.of_direction(self.part, direction))
        return total(parts, 1)
