"""Base of goals on angles: the balance between angles and lengths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.goals.goal import Goal, degrees_to_scale
from manikin.math.rotations import Array

__all__ = ["Angular", "turn_scale"]


@dataclass(frozen=True, kw_only=True)
class Angular(Goal):
    """Base of the goals whose rows are angles, or chords of angles [rad].

    Attributes:
        degrees_per_metre: How many degrees weigh as much as one metre, d of Z eq. 8; 57.3 by default.
    """

    degrees_per_metre: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        degrees_to_scale(self.degrees_per_metre, self.kind)

    @property
    def scales(self) -> Array:
        return np.full(self.rows, turn_scale(self.degrees_per_metre, self.kind))


def turn_scale(degrees_per_metre: float | None, what: str) -> float:
    """c_d of Z eq. 8; 1 for ``None``."""
    return 1.0 if degrees_per_metre is None else degrees_to_scale(degrees_per_metre, what)[0]
