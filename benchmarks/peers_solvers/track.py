"""A hand that follows a fast path within speed limits, one step a frame.

    python -m benchmarks.peers_solvers.track NAME SPEED

Prints a JSON object with the states and the CPU seconds of every step.  Needs NumPy and the library alone.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from benchmarks.peers_solvers.tasks import Array, folder

FRAMES = 2000
"""Steps of the path."""


@dataclass(frozen=True)
class Track:
    """A Panda whose flange follows a figure of eight and keeps its orientation; joints turn at most at ``speed``."""

    speed: float

    @property
    def urdf(self) -> Path:
        """The arm."""
        return folder() / "models" / "panda7.urdf"

    @property
    def frame(self) -> str:
        """The link that follows."""
        return "panda_link8"

    @property
    def start(self) -> Array:
        """The first state [rad], well inside the limits and away from singular poses."""
        return np.array([0.2, 0.3, -0.2, -1.9, 0.3, 2.1, 0.6])

    @cached_property
    def offsets(self) -> Array:
        """(FRAMES, 3) from where the flange starts [m]."""
        a = 2 * np.pi * np.arange(FRAMES) / 200
        return np.stack([0.1 * np.sin(a), 0.1 * (1 - np.cos(a)), 0.05 * np.sin(2 * a)], axis=1)


def main(name: str, speed: float) -> None:
    """Follow the path with a library."""
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not get among the answers
    adapter = importlib.import_module(f"benchmarks.peers_solvers.{name}")
    states, seconds = adapter.track(Track(speed))
    answer.write(json.dumps({"states": np.asarray(states).tolist(), "seconds": list(seconds)}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
