"""A humanoid stands on both feet while a hand follows a circle: what every library is asked for, with NumPy alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchmarks.peers_solvers.tasks import Array, Task, load

FRAMES = 1000
STEP = 0.01
"""Seconds between two frames."""


@dataclass(frozen=True)
class Circle:
    """The robot of a task at its start; the first two ``task.frames`` are soles, the fourth is the hand."""

    task: Task
    radius: float = 0.1
    turns: int = 4

    @property
    def feet(self) -> list[str]:
        """The links that must not move."""
        return self.task.frames[:2]

    @property
    def hand(self) -> str:
        """The link that follows."""
        return self.task.frames[3]

    @property
    def base(self) -> Array:
        """(4, 4) where the base starts."""
        assert self.task.base_start is not None
        return self.task.base_start

    @cached_property
    def offsets(self) -> Array:
        """(FRAMES, 3) from where the hand starts [m]: a circle forward and up, at rest at both ends."""
        t = np.linspace(0, 1, FRAMES)
        angle = 2 * np.pi * self.turns * t**3 * (10 - 15 * t + 6 * t**2)
        return self.radius * np.stack([np.sin(angle), 0 * t, 1 - np.cos(angle)], axis=1)


def circle() -> Circle:
    """The circle that all follow."""
    return Circle(load("p3_talos_near"))
