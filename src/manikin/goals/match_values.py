"""Numbers that should take given values: postures, smooth motion, any vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.goals.goal import Goal
from manikin.handles.handle import Handle, ValueType, finite
from manikin.math.rotations import Array, VectorLike

__all__ = ["MatchValues", "Smoothness"]


@dataclass(frozen=True, kw_only=True)
class MatchValues(Goal, kind="match"):
    """Bring a vector to ``target``: r = v − t, one row per number.

    With a handle on parameters it is a posture goal; with a combined handle it is Z's 3, 6 or 9 numbers.
    ``factors`` weighs the numbers, 1 each by default.
    """

    takes: ClassVar[dict[str, ValueType]] = {"values": "vector"}
    values: Handle
    target: VectorLike
    factors: VectorLike | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        size = self.values.size
        object.__setattr__(self, "target", finite(self.target, size, f"{self.kind}: target"))
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

    @property
    def wanted(self) -> Array:
        """The numbers that the vector should take."""
        return np.array(self.target)

    def kernel_numbers(self) -> Sequence[float]:
        return list(self.wanted)

    def residual(self, *values: Array) -> Array:
        return values[0] - self.wanted

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        return (np.eye(self.values.size),)


@dataclass(frozen=True, kw_only=True)
class Smoothness(MatchValues, kind="smoothness"):
    """Let parameters go on as they moved: r = v − 2 target + before, the second difference over three frames.

    ``target`` holds the values one frame ago, ``before`` those two frames ago (the same by default: stay).
    """

    before: VectorLike | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.before is not None:
            object.__setattr__(self, "before", finite(self.before, self.values.size, f"{self.kind}: before"))

    @property
    def wanted(self) -> Array:
        last = np.array(self.target)
        return last if self.before is None else 2 * last - np.array(self.before)
