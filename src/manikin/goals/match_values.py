"""Goals on the values of a vector: postures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.goals.goal import Goal
from manikin.handles.handle import Handle, ValuesLike, ValueType, finite
from manikin.math.rotations import Array, VectorLike

__all__ = ["MatchValues"]


@dataclass(frozen=True, kw_only=True)
class MatchValues(Goal, kind="match"):
    """Bring a vector to target values: r = v − t, one row for each number.

    With a handle on parameters it is a posture goal; with a combined handle it brings points and directions to given
    coordinates (Z 4.1: 3, 6 or 9 numbers).

    Attributes:
        values: Handle on the vector.
        target: As many numbers, or a handle on another vector.  Numbers are constants of a problem: a session can
            change them.
        factors: Factor of each row, 0 or above; 1 by default.
    """

    takes: ClassVar[dict[str, ValueType]] = {"values": "vector", "target": "vector"}
    values: Handle
    target: ValuesLike
    factors: VectorLike | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        size = self.values.size
        for field in self.takes:
            count = getattr(self, field).size
            if count != size:
                raise InputError(f"{self.kind}: {field} must be {size} numbers, not {count}")
        if self.factors is not None:
            object.__setattr__(self, "factors", finite(self.factors, size, f"{self.kind}: factors"))
            if min(self.factors) < 0:
                raise InputError(f"{self.kind}: factors must be 0 or above")

    @property
    def preference(self) -> bool:
        return self.values.kind == "parameters"

    @property
    def units(self) -> tuple[str, ...]:
        return ("",) * self.values.size

    @property
    def scales(self) -> Array:
        return np.ones(self.values.size) if self.factors is None else np.array(self.factors)

    def residual(self, *values: Array) -> Array:
        current, target = values
        return current - target

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        one = np.eye(self.values.size)
        return one, -one
