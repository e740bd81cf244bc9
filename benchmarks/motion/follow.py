"""Run a library along a task: what an adapter is, and what its motion is.  Needs NumPy alone.

An adapter is a module in ``adapters``:

    LIBRARY = "name"
    MODES = ["…"]                          # each one honest way to use it, told in the module's first lines
    def make(mode, task, model) -> Follower | None       # None: the library cannot state this task
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from benchmarks.motion.task import Task

__all__ = ["Follower", "Motion", "State", "TimeUp", "follow"]


@dataclass(frozen=True)
class State:
    """A figure in a frame: joint values (joints,) on a base (3, 4); or, from a library of bones, frames of the parts.

    ``frames`` (parts, 3, 4) are in the order of ``Model.parts``.
    """

    q: np.ndarray | None = None
    base: np.ndarray | None = None
    frames: np.ndarray | None = None


class Follower(Protocol):
    """A library at one task; one that works in another process has a ``clock()`` of that one's CPU seconds as well."""

    settles: int
    """Frames that a cold task may take: 1 for what solves to the end."""

    def reset(self) -> None:
        """Back to the task's start."""

    def step(self, targets: np.ndarray) -> State:
        """The next frame, for targets (aims, 3, 4)."""


@dataclass
class Motion:
    """What a library did: states (frames, joints), bases (frames, 3, 4) or frames of parts, and CPU seconds a frame."""

    q: np.ndarray | None
    base: np.ndarray | None
    frames: np.ndarray | None
    cpu: float

    def save(self, file: str | Path) -> None:
        arrays = {name: value for name, value in vars(self).items() if value is not None}
        np.savez(file, **arrays)

    @classmethod
    def load(cls, file: str | Path) -> Motion:
        with np.load(file) as data:
            got = {name: data[name] for name in data.files}
        return cls(got.get("q"), got.get("base"), got.get("frames"), float(got["cpu"]))


class TimeUp(Exception):
    """A library did not end a run within its time."""


def follow(follower: Follower, task: Task, targets: np.ndarray, seconds: float = 300.0) -> Motion:
    """The motion along targets (frames, aims, 3, 4): first the frames that do not count, then all others."""
    follower.reset()
    if task.cold:
        wanted = [(k == 0, target) for target in targets for k in range(follower.settles)]
        kept = follower.settles
    else:
        wanted = [(False, target) for target in (*[targets[0]] * task.settle, *targets)]
        kept = 1
    states: list[State] = []
    clock = getattr(follower, "clock", time.process_time)
    begin = clock()
    for i, (anew, target) in enumerate(wanted):
        if anew:
            follower.reset()
        state = follower.step(target)
        if i % kept == kept - 1:
            states.append(state)
        if clock() - begin > seconds:
            raise TimeUp(f"not done after {seconds:.0f} s")
    cpu = (clock() - begin) / len(wanted)
    q = None if states[0].q is None else np.array([state.q for state in states], float)
    base = None if states[0].base is None else np.array([state.base for state in states], float)
    frames = None if states[0].frames is None else np.array([state.frames for state in states], float)
    return Motion(q, base, frames, cpu)
