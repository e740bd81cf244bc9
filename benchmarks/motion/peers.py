"""Other libraries at the tasks, each in an environment and a process of its own, speaking .npz files."""

from __future__ import annotations

import importlib
import json
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.environments import node_packages, python_with
from benchmarks.motion.follow import Motion
from benchmarks.motion.perform import Performance
from benchmarks.motion.task import Task

__all__ = ["PEERS", "Peer", "modes_of"]

PEERS = ("placo", "pink", "mink", "roboticstoolbox", "ikpy", "blender", "three_ccd", "closed_chain_ik")
ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 120.0
"""CPU time that a library has for a run."""


def modes_of(name: str) -> list[str]:
    """The modes of a library; its adapter imports the library only where it works."""
    return list(importlib.import_module(f"benchmarks.motion.adapters.{name}").MODES)


class Peer:
    """One mode of a library at work in a process of its own.

    Attributes:
        absent: Why the library is not there; empty where it is.
        version: Of the library.
    """

    def __init__(self, name: str, mode: str, models: Path) -> None:
        adapter = importlib.import_module(f"benchmarks.motion.adapters.{name}")
        self._command = ["-m", "benchmarks.motion.perform", name, mode, str(SECONDS), str(models)]
        self.version = ""
        if packages := getattr(adapter, "NODE_PACKAGES", ()):
            folder, self.absent = node_packages(tuple(packages))
            self._python = sys.executable if folder else ""
        else:
            self._python, self.absent = python_with(name, tuple(adapter.REQUIREMENTS))

    def perform(self, tasks: list[tuple[Task, Path]]) -> Iterator[Performance]:
        """What it does with every task, in their order; a process that dies has failed its task and is begun anew."""
        process: subprocess.Popen[str] | None = None
        with tempfile.TemporaryDirectory() as folder:
            for task, file in tasks:
                if process is None or process.poll() is not None:
                    process = self._begin()
                yield self._ask(process, file, Path(folder) / task.name)
            if process is not None:
                process.kill()
                process.communicate()

    def _begin(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [self._python, *self._command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        self.version = json.loads(line)["version"] if line else ""
        return process

    def _ask(self, process: subprocess.Popen[str], file: Path, answer: Path) -> Performance:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(f"{file}\t{answer}\n")
            process.stdin.flush()
        except BrokenPipeError:
            return Performance(failed="its process ended")
        # three runs at most, on a machine that may be busy
        if not select.select([process.stdout], [], [], 12 * SECONDS)[0]:
            process.kill()
            process.communicate()
            return Performance(failed="took too long")
        line = process.stdout.readline()
        if not line:
            process.communicate()
            return Performance(failed="its process ended")
        words = json.loads(line)
        done = Performance(failed=words["failed"], stated=words["stated"], same=words["same"])
        if done.stated and not done.failed:
            done.motion = Motion.load(f"{answer}.npz")
            done.second = Motion.load(f"{answer}.second.npz") if words["second"] else None
        return done
