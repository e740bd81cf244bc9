"""A library at a task, in this process or in one of its own: its motions, and whether they repeat to the last bit.

    python -m benchmarks.motion.perform adapter mode seconds models_folder < paths of tasks and answers, line by line

Needs NumPy and the library alone.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np

from benchmarks.motion.follow import Motion, TimeUp, follow
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task

__all__ = ["AGAIN", "Performance", "perform"]

AGAIN = ("T1-arm7-circle", "T2-arm7-through0", "T4-panda-distance", "T6-human96-down", "T9-limb7-loops")
"""Tasks that are run twice, the second time with a follower made anew."""


@dataclass
class Performance:
    """What a library did with a task: a motion and perhaps that of a second run, or why there is none.

    ``stated`` is False where the library cannot state the task; ``same`` tells whether a repetition had the same bits.
    """

    motion: Motion | None = None
    second: Motion | None = None
    failed: str = ""
    stated: bool = True
    same: bool | None = None


def perform(adapter: ModuleType, mode: str, task: Task, model: Model, seconds: float = 120.0) -> Performance:
    """Let a mode of a library follow a task."""
    try:
        follower = adapter.make(mode, task, model)
        if follower is None:
            return Performance(stated=False)
        motion = follow(follower, task, task.targets, seconds)
        second = None if task.other is None else follow(follower, task, task.other, seconds)
        same = None
        if task.name in AGAIN:
            other = follow(adapter.make(mode, task, model), task, task.targets, seconds)
            same = _bytes(motion) == _bytes(other)
    except TimeUp as error:
        return Performance(failed=str(error))
    except Exception as error:  # whatever a library raises, it has failed the task
        return Performance(failed=f"{type(error).__name__}: {error}"[:300])
    if any(a is not None and not np.isfinite(a).all() for a in (motion.q, motion.base, motion.frames)):
        return Performance(failed="numbers that are not finite")
    return Performance(motion, second, same=same)


def _bytes(motion: Motion) -> bytes:
    return b"".join(a.tobytes() for a in (motion.q, motion.base, motion.frames) if a is not None)


def main(name: str, mode: str, seconds: str, models: str) -> None:
    """Answer tasks of standard input: a line with the paths of a task and of the answer, without their suffix."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not get among the answers
    adapter = importlib.import_module(f"benchmarks.motion.adapters.{name}")
    print(json.dumps({"version": adapter.version()}), file=answers, flush=True)
    for line in sys.stdin:
        given, answer = line.rstrip("\n").split("\t")
        task = Task.load(given)
        done = perform(adapter, mode, task, Model.load(Path(models) / f"{task.model}.json"), float(seconds))
        words = {"failed": done.failed, "stated": done.stated, "same": done.same, "second": done.second is not None}
        if done.motion is not None:
            done.motion.save(f"{answer}.npz")
        if done.second is not None:
            done.second.save(f"{answer}.second.npz")
        print(json.dumps(words), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
