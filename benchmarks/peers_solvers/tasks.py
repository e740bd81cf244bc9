"""The problems that all solvers get, read with NumPy only."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray
Solve = Callable[[int], Array]


PATIENCE = 2.0
"""CPU seconds after which a problem gets no more starts."""


class Unfit(Exception):
    """Why a library cannot do a task."""


def folder() -> Path:
    """Where models and problems lie: MANIKIN_BENCH, or ../shared/bench beside the repository."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "bench"
    return Path(os.environ.get("MANIKIN_BENCH", beside))


@dataclass(frozen=True)
class Task:
    """Problems of one kind.  ``targets`` (n, k, 4, 4) for the k ``frames``; position or orientation may not count.

    ``metres`` and ``radians`` say when a problem counts as solved.
    """

    name: str
    urdf: Path
    base: str
    joints: list[str]
    lo: Array
    hi: Array
    starts: Array
    base_start: Array | None
    frames: list[str]
    places: list[bool]
    turns: list[bool]
    targets: Array
    metres: float
    radians: float

    @property
    def whole_figure(self) -> bool:
        """Whether the base is free and there are several goals."""
        return self.base_start is not None

    @property
    def tip(self) -> str:
        """The only frame of a chain."""
        if self.whole_figure:
            raise Unfit("chains only")
        return self.frames[0]

    @cached_property
    def weights(self) -> Array:
        """(k · 16,) weights of squared differences of frames: 1 for the largest error that is allowed."""
        found = np.zeros((len(self.frames), 4, 4))
        found[:, :3, 3] = np.array(self.places)[:, None] / self.metres**2
        found[:, :3, :3] = np.array(self.turns)[:, None, None] / (2 * self.radians**2)
        return found.reshape(-1)

    def pose_goal(self) -> None:
        """Refuse a task that leaves the orientation free."""
        if not all(self.turns):
            raise Unfit("whole poses only")

    def errors(self, i: int, frames: Array) -> tuple[float, float]:
        """The largest distance [m] and angle [rad] of frames (k, 4, 4) or (k, 3, 4) from the i-th targets."""
        square = frames[:, :3] - self.targets[i, :, :3]
        square *= square
        far = square[:, :, 3].sum(axis=1)
        # the chord between two rotations: exact for small turns, where the trace is not
        chord = square[:, :, :3].sum(axis=(1, 2))
        far *= self.places
        chord *= self.turns
        return math.sqrt(far.max()), 2 * math.asin(min(1.0, math.sqrt(chord.max() / 8)))

    def solved(self, i: int, frames: Array) -> bool:
        """Whether these frames count as a solution of the i-th problem."""
        far, turned = self.errors(i, frames)
        return far <= self.metres and turned <= self.radians


def load(name: str) -> Task:
    """A task by the name of its file."""
    data: dict[str, Any] = dict(np.load(folder() / "problems" / f"{name}.npz"))
    targets = data["T_goal"]
    count = len(targets)
    common: dict[str, Any] = {
        "name": name,
        "urdf": folder() / "models" / str(data["urdf"]),
        "base": str(data["base"]),
        "joints": [str(joint) for joint in data["joint_names"]],
        "lo": data["lo"],
        "hi": data["hi"],
    }
    if "frames" in data:
        base = np.eye(4)
        base[:3, 3] = data["base_neutral"]
        return Task(
            **common,
            starts=np.tile(data["q_neutral"], (count, 1)),
            base_start=base,
            frames=[str(frame) for frame in data["frames"]],
            places=[bool(use) for use in data["use_pos"]],
            turns=[bool(use) for use in data["use_rot"]],
            targets=targets,
            metres=1e-3,
            radians=1e-2,
        )
    chain = name.startswith("p4")
    length = float(np.linalg.norm(targets[0, :3, 3])) / 0.6  # targets lie at 60 % of the length
    return Task(
        **common,
        starts=data["q_start"],
        base_start=None,
        frames=[str(data["tip"])],
        places=[True],
        turns=[not chain],
        targets=targets[:, None],
        metres=1e-3 * length if chain else 1e-6,
        radians=1e-6,
    )


def search(
    task: Task,
    i: int,
    begin: Callable[[Array], None],
    step: Callable[[], Array],
    found: Callable[[], Array],
) -> Array:
    """The loop around a library that gives single steps: from the start, then from random states.

    ``begin`` takes joint values and puts the base at its start, ``step`` goes one step and returns the frames,
    ``found`` the state.  An attempt that does not halve its error in a few steps is replaced by
    another start; whole figures get no other starts.
    """
    rng = np.random.default_rng(i)
    best, best_error = task.starts[i], np.inf
    lo, hi = np.maximum(task.lo, -np.pi), np.minimum(task.hi, np.pi)
    wanted, weights, terms = task.targets[i], task.weights, sum(task.places) + sum(task.turns)
    attempts, steps, patience = (1, 30, 30) if task.whole_figure else (100, 50, 4)
    end = time.process_time() + PATIENCE
    for attempt in range(attempts):
        if time.process_time() > end:
            break
        begin(task.starts[i] if attempt == 0 else rng.uniform(lo, hi))
        watched = error = np.inf
        for k in range(steps):
            frames = step()
            away = (frames - wanted).reshape(-1)
            away *= away
            error = float(away @ weights)
            if error <= terms and (error <= 1 or task.solved(i, frames)):  # most steps need no closer look
                return found()
            if k % patience == patience - 1:
                if error > 0.25 * watched:
                    break
                watched = error
        if error < best_error:
            best, best_error = found(), error
    return best
