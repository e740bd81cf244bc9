"""A library of Node behind a Python follower: JSON line by line.  Needs NumPy alone."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.environments import node_packages
from benchmarks.motion.adapters.common import homogeneous
from benchmarks.motion.follow import State
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task

__all__ = ["NodeProcess", "model_data", "package_version"]


class NodeProcess:
    """A script of this folder, run beside the packages; ``clock`` is the CPU time of its solves [s]."""

    settles = 60

    def __init__(self, script: str, packages: tuple[str, ...], setup: dict[str, Any]) -> None:
        folder, absent = node_packages(packages)
        assert folder, absent
        copy = Path(folder) / script
        shutil.copy(Path(__file__).parent / script, copy)
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(["node", str(copy)], stdin=pipe, stdout=pipe, text=True, cwd=folder)
        self._cpu = 0.0
        self._setup = setup
        self.reset()

    def reset(self) -> None:
        self._ask({"setup": self._setup})

    def clock(self) -> float:
        return self._cpu

    def step(self, targets: np.ndarray) -> State:
        found = self._ask({"targets": targets.reshape(len(targets), 12).tolist()})
        arrays = {name: np.array(value) for name, value in found.items() if name in ("q", "base", "frames")}
        for name in ("base", "frames"):
            if name in arrays:
                arrays[name] = arrays[name].reshape(*((-1,) if name == "frames" else ()), 3, 4)
        return State(**arrays)

    def _ask(self, words: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the Node process ended")
        found: dict[str, Any] = json.loads(line)
        if "error" in found:
            raise RuntimeError(found["error"])
        self._cpu += found.get("cpu", 0.0)
        return found

    def __del__(self) -> None:
        self._process.kill()
        self._process.communicate()


def package_version(package: str, packages: tuple[str, ...]) -> str:
    """The installed version of a package."""
    folder, _ = node_packages(packages)
    data = json.loads((Path(folder) / "node_modules" / package / "package.json").read_text())
    return str(data["version"])


def model_data(model: Model, task: Task) -> dict[str, Any]:
    """The links, with infinite limits left out, for JSON has none; and the start."""
    links = []
    for link in model.links:
        own = {"name": link.name, "parent": link.parent, "origin": list(link.origin), "hinge": bool(link.joint)}
        own |= {"axis": list(link.axis)}
        own |= {name: value for name in ("lo", "hi") if np.isfinite(value := getattr(link, name))}
        links.append(own)
    base = homogeneous(task.base if model.floating else model.base_frame)[:3].reshape(-1).tolist()
    return {"links": links, "base": base, "floating": model.floating, "q": task.q.tolist(), "rest": model.rest.tolist()}
