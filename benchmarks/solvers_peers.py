"""Other libraries: their environments, their processes, and how good their answers are."""

from __future__ import annotations

import importlib
import json
import select
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.environments import python_with, run_quietly
from benchmarks.peers_solvers import tasks
from benchmarks.peers_solvers.circle import FRAMES
from benchmarks.peers_solvers.tasks import Task
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton

__all__ = ["CLOSED_FORMS", "OURS", "PEERS", "Entry", "compete", "follow", "poses_per_second", "reason_for_absence"]

OURS = "manikin"
CLOSED_FORMS = ("ssik",)
PEERS = ("ssik", "roboticstoolbox", "placo", "pink", "mink", "pytracik", "kdl")
HERE = Path(__file__).parent
SLACK = 1e-9  # largest distance beyond a limit that counts as rounding [rad]


@dataclass
class Entry:
    """The result of a library on a task: CPU seconds, and the share solved, measured by our forward kinematics."""

    left_out: str = ""
    medians: list[float] = field(default_factory=list)
    means: list[float] = field(default_factory=list)
    times: list[list[float]] = field(default_factory=list)
    solved: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))

    @property
    def median(self) -> float:
        """Of the best round."""
        return min(self.medians, default=np.inf)

    @property
    def mean(self) -> float:
        """Of the best round."""
        return min(self.means, default=np.inf)

    @property
    def share(self) -> float:
        """Share solved, of the problems for which there was time."""
        return float(self.solved.mean()) if len(self.solved) else 0.0

    def within(self, seconds: float) -> float:
        """The share that was solved in at most that many CPU seconds, in the best of the rounds."""
        if not self.times:
            return 0.0
        count = min(len(times) for times in self.times)
        quickest = np.min([times[:count] for times in self.times], axis=0)
        return float((self.solved[:count] & (quickest <= seconds)).mean())

    def facts(self) -> dict[str, Any]:
        """For the file of numbers."""
        if self.left_out:
            return {"left out": self.left_out}
        return {"median": self.median, "mean": self.mean, "solved": self.share, "problems": len(self.solved)}


# ---- environments ------------------------------------------------------------------------------


@cache
def python_of(name: str) -> tuple[str, str]:
    """The Python that has a library, installed if necessary; or an empty text and the reason."""
    if name == OURS:
        return sys.executable, ""
    adapter = importlib.import_module(f"benchmarks.peers_solvers.{name}")
    if module := getattr(adapter, "SYSTEM", ""):
        for python in ("/usr/bin/python3", "python3"):
            if not run_quietly([python, "-c", f"import {module}, numpy"]):
                return python, ""
        return "", f"the system's Python has no {module}"
    return python_with(name, tuple(adapter.REQUIREMENTS))


# ---- processes ---------------------------------------------------------------------------------


class Worker:
    """A library in its own process, which answers line by line."""

    def __init__(self, name: str) -> None:
        python, self.absent = python_of(name)
        self.states = tempfile.NamedTemporaryFile(suffix=".npy")  # noqa: SIM115  (lives as long as the worker)
        self.process: subprocess.Popen[str] | None = None
        if python:
            self.process = subprocess.Popen(
                [python, "-m", "benchmarks.peers_solvers.worker", name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                cwd=HERE.parent,
            )

    def ask(self, task: str, part: range, seconds: float, threads: int | None = None) -> None:
        """Start to solve a part of a task."""
        asked = {"task": task, "first": part.start, "last": part.stop, "seconds": seconds, "threads": threads}
        if self.process is not None and self.process.stdin is not None:
            try:
                self.process.stdin.write(json.dumps({**asked, "states": self.states.name}) + "\n")
                self.process.stdin.flush()
            except BrokenPipeError:
                self._end("its process ended")

    def answer(self, seconds: float) -> dict[str, Any]:
        """CPU seconds and state of each solve, or why there are none; the preparation may take three minutes."""
        if self.process is None or self.process.stdout is None:
            return {"left_out": self.absent}
        if not select.select([self.process.stdout], [], [], 4 * seconds + 180)[0]:
            return self._end("took too long")
        line = self.process.stdout.readline()
        if not line:
            return self._end("its process ended")
        answer: dict[str, Any] = json.loads(line)
        if "left_out" not in answer:
            answer["states"] = np.load(self.states.name)
        return answer

    def _end(self, why: str) -> dict[str, Any]:
        self.close()
        self.process, self.absent = None, why
        return {"left_out": why}

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self.states.close()


def compete(task: Task, names: tuple[str, ...], *, count: int, rounds: int, seconds: float) -> dict[str, Entry]:
    """Every library solves the first ``count`` problems once per round, in turns, for at most ``seconds`` per round."""
    found = {name: Entry() for name in names}
    numbers = range(min(count, len(task.targets)))
    with ExitStack() as stack:
        workers = {name: stack.enter_context(Worker(name)) for name in names}
        for _ in range(rounds):
            for name, worker in workers.items():
                entry = found[name]
                if entry.left_out:
                    continue
                worker.ask(task.name, numbers, seconds)
                answer = worker.answer(seconds)
                if "left_out" in answer:
                    entry.left_out = answer["left_out"]
                    continue
                entry.medians.append(float(np.median(answer["times"])))
                entry.means.append(float(np.mean(answer["times"])))
                entry.times.append(answer["times"])
                entry.solved = solved(task, answer["states"])
    return found


def follow(
    names: tuple[str, ...], circle: str, passes: int, *, rounds: int, seconds: float = 30.0
) -> dict[str, dict[str, Any]]:
    """Every library follows a circle once per round, in turns, with some passes per frame; the fastest round counts."""
    found: dict[str, dict[str, Any]] = {}
    with ExitStack() as stack:
        workers = {name: stack.enter_context(Worker(name)) for name in names}
        for _ in range(rounds):
            for name, worker in workers.items():
                if "left_out" in found.get(name, {}):
                    continue
                worker.ask(f"{circle}/{passes}", range(FRAMES), seconds)
                answer = worker.answer(seconds)
                if name not in found or "left_out" in answer or sum(answer["times"]) < sum(found[name]["times"]):
                    found[name] = answer
    return found


def poses_per_second(task: Task, name: str, *, count: int, rounds: int, seconds: float) -> tuple[float, float, float]:
    """On two cores: by the wall clock, by CPU time as if both cores were ours alone, and the share solved.

    A library that solves batches uses two threads; for any other one, two processes share the problems.
    """
    together = hasattr(importlib.import_module(f"benchmarks.peers_solvers.{name}"), "prepare_all")
    count = min(count, len(task.targets))
    middle = count // 2
    parts = [range(count)] if together else [range(middle), range(middle, count)]
    walls, cpus, share = [], [], 0.0
    with ExitStack() as stack:
        workers = [stack.enter_context(Worker(name)) for _ in parts]
        for k in range(rounds + 1):
            for worker, part in zip(workers, parts, strict=True):
                # the first round only prepares the processes, so that imports do not count
                worker.ask(task.name, part if k else part[:16], seconds, 2 if together else None)
                if not k and "left_out" in (answer := worker.answer(seconds)):
                    raise tasks.Unfit(answer["left_out"])
            if not k:
                continue
            answers = [worker.answer(seconds) for worker in workers]
            for answer in answers:
                if "left_out" in answer:
                    raise tasks.Unfit(answer["left_out"])
            done = sum(len(answer["states"]) for answer in answers)
            walls.append(done / max(answer["wall"] for answer in answers))
            cpus.append(2 * done / sum(answer["cpu"] for answer in answers))
            good = [solved(task, answer["states"], part.start) for answer, part in zip(answers, parts, strict=True)]
            share = float(np.concatenate(good).mean())
    return max(walls), max(cpus), share


# ---- judging -----------------------------------------------------------------------------------


def solved(task: Task, states: np.ndarray, first: int = 0) -> np.ndarray:
    """(n,) booleans: whether states, of problems from ``first`` on, solve them inside the limits by our kinematics."""
    figure = Figure(read_skeleton(task.urdf.read_bytes(), task.urdf.name))
    joints = len(task.joints)
    q = np.tile(figure.rest, (len(states), 1))
    q[:, [figure.index(name) for name in task.joints]] = states[:, :joints]
    good = np.zeros(len(states), bool)
    finite = np.isfinite(states).all(axis=1)
    frames = figure.forward(np.where(finite[:, None], q, 0.0), parts=task.frames)
    for i in np.flatnonzero(finite):
        own = frames[i]
        if task.whole_figure:
            base = states[i, joints:].reshape(3, 4)
            own = np.concatenate([base[:, :3] @ own[:, :, :3], base[:, :3] @ own[:, :, 3:] + base[:, 3:]], axis=2)
            if np.abs(base[:, :3] @ base[:, :3].T - np.eye(3)).max() > 1e-9:
                continue
        inside = (states[i, :joints] >= task.lo - SLACK) & (states[i, :joints] <= task.hi + SLACK)
        good[i] = inside.all() and task.solved(first + i, own)
    return good


def reason_for_absence() -> str:
    """Why there are no problems to solve; empty if there are some."""
    place = tasks.folder()
    if (place / "problems").is_dir():
        return ""
    return f"no problems in {place}: set MANIKIN_BENCH to the folder that has models/ and problems/"
