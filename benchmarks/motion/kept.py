"""What is kept of a seed's runs, in a folder of its own: measures by mode and task, motions, and when they were made.

A run replaces the results of the modes and tasks that it has, and leaves the others: so other libraries, which take
long, need not run again when ours have changed.  A result carries the hash of its task, and goes when the task has
become another one.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.motion import VERSION
from benchmarks.motion.perform import Performance
from benchmarks.motion.task import Task

__all__ = ["Kept", "folder_of"]


def folder_of(out: Path, seed: int, quick: bool) -> Path:
    """Where the results of a seed are kept."""
    return out / f"v{VERSION}-seed{seed}{'-quick' if quick else ''}"


class Kept:
    """Results of a seed's tasks.

    Attributes:
        results: Measures by name, of tasks by name, of modes by label; a task that failed has ``failed``, one that
            the library cannot state has ``left_out``.
        facts: What is said of whole modes, by label: the library with its version, and the day; or why it is absent.
    """

    def __init__(self, folder: Path, seed: int, quick: bool) -> None:
        self.folder, self.seed, self.quick = folder, seed, quick
        self.results: dict[str, dict[str, dict[str, Any]]] = {}
        self.facts: dict[str, dict[str, Any]] = {}
        self._own: set[str] = set()  # labels that this run changes
        self._hashes: dict[str, str] | None = None  # of the tasks; None where former results do not count

    @property
    def file(self) -> Path:
        return self.folder / "results.json"

    def load(self, made: Iterable[Task]) -> int:
        """Read what there is; returns how many results are left out, because their tasks are others now."""
        self._hashes = {task.name: task.hash for task in made}
        if not self.file.is_file():
            return 0
        kept = json.loads(self.file.read_text())
        self.results = {label: self._same(found) for label, found in kept["results"].items()}
        self.facts = kept["facts"]
        return sum(len(found) - len(self.results[label]) for label, found in kept["results"].items())

    def _same(self, found: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        """Those of some results whose tasks are as they were."""
        hashes = self._hashes or {}
        return {name: m for name, m in found.items() if hashes.get(name, m["hash"]) == m["hash"]}

    def absent(self, label: str, library: str, why: str) -> None:
        """A library that is not there; what it once did stays."""
        if label not in self.results:
            self._own.add(label)
            self.facts[label] = {"library": library, "absent": why}

    def add(self, label: str, library: str, done: list[tuple[Task, Performance, dict[str, Any]]]) -> None:
        """Put in what a mode did, with the measures of each task, and write all of it."""
        self._own.add(label)
        own = self.results.setdefault(label, {})
        motions = self.motions(label)
        motions.mkdir(parents=True, exist_ok=True)
        for task, performance, measures in done:
            words: dict[str, Any] = {"kind": task.kind, "hash": task.hash}
            if not performance.stated:
                words["left_out"] = True
            elif performance.motion is None:
                words["failed"] = performance.failed
            else:
                performance.motion.save(motions / f"{task.name}.npz")
                words |= measures
                if performance.same is not None:
                    words["same"] = performance.same
            own[task.name] = words
        self.facts[label] = {"library": library, "day": datetime.date.today().isoformat()}
        self.save()

    def save(self) -> None:
        """Write all: a long run that is stopped leaves what it had, and two at a time leave what both had."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.file.is_file() and self._hashes is not None:
            now = json.loads(self.file.read_text())
            self.results |= {label: self._same(f) for label, f in now["results"].items() if label not in self._own}
            self.facts |= {label: said for label, said in now["facts"].items() if label not in self._own}
        self.file.write_text(json.dumps(self.data(), indent=1))

    def data(self) -> dict[str, Any]:
        """As it is written."""
        words = {"version": VERSION, "seed": self.seed, "quick": self.quick}
        return {**words, "facts": self.facts, "results": self.results}

    def motions(self, label: str) -> Path:
        """Folder of a mode's motions."""
        return self.folder / "motions" / label.replace(" ", "_")
