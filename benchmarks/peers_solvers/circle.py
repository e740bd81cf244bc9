"""A humanoid stands on both feet while a hand follows a circle: the task for all libraries, written with NumPy only."""

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
    radius: float
    turns: int
    first: tuple[float, float, float]
    second: tuple[float, float, float]
    passes: int

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
        """(FRAMES, 3) from where the hand starts [m]: along ``first``, then ``second``; at rest at both ends."""
        t = np.linspace(0, 1, FRAMES)
        angle = 2 * np.pi * self.turns * t**3 * (10 - 15 * t + 6 * t**2)
        return self.radius * (np.outer(np.sin(angle), self.first) + np.outer(1 - np.cos(angle), self.second))


CIRCLES = {
    "upright circle": (0.1, 4, (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
    "level circle, small and fast": (0.05, 8, (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
    "leaning circle, wide and slow": (0.2, 2, (0.6, 0.8, 0.0), (0.0, 0.0, 1.0)),
}
"""Radius [m], turns, and the two directions: x is forward, y to the left, z up."""

PASSES = (1, 2)
"""Steps of a library per frame: each library is run with both numbers, and the better result counts."""

DAMPING = 1e-6
"""Weight of the joints' motion [rad²] relative to the hand's error [m²] in a step, the same for all."""


def circle(name: str, passes: int) -> Circle:
    """A circle that all follow, by its name."""
    return Circle(load("p3_talos_near"), *CIRCLES[name], passes)
