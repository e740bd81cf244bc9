"""Every task of a seed: made once, kept in a folder, and compared with the hashes in the repository."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.motion import VERSION
from benchmarks.motion.families import body, edge, far, paths
from benchmarks.motion.families.walk import walk_tasks
from benchmarks.motion.models import MODELS, absent, model
from benchmarks.motion.task import Task

__all__ = ["ALL", "FAMILIES", "HASHES", "WALK", "known_hashes", "tasks", "write_hashes", "write_models"]

FAMILIES: dict[str, Callable[[int, bool], Iterator[Task]]] = {
    "T1": paths.t1,
    "T2": edge.t2,
    "T3": far.t3,
    "T4": edge.t4,
    "T5": edge.t5,
    "T6": body.t6,
    "T7": body.t7,
    "T8": paths.t8,
    "T9": paths.t9,
    "T10": paths.t10,
    "T12": body.t12,
}
WALK = "T11"
ALL = (*list(FAMILIES)[:-1], WALK, "T12")
HASHES = Path(__file__).parent.parent / "hashes.json"


def tasks(seed: int, quick: bool, only: list[str], folder: Path, walk: str | None = None) -> list[Task]:
    """The tasks of some families, from the folder or made anew; T11 from a captured walk, where there is one."""
    found = []
    for family in only:
        if family == WALK:
            found += walk_tasks(walk) if walk else []
            continue
        place = folder / f"{_key(seed, quick)}{'-without-talos' if absent('talos') else ''}" / family
        done = place / "done"
        if not done.is_file():
            place.mkdir(parents=True, exist_ok=True)
            names = []
            for task in FAMILIES[family](seed, quick):
                task.save(place / f"{task.name}.npz")
                names.append(task.name)
            done.write_text("\n".join(names))
        found += [Task.load(place / f"{name}.npz") for name in done.read_text().split("\n")]
    return found


def known_hashes(seed: int, quick: bool) -> dict[str, str]:
    """The hashes of a seed's tasks that the repository keeps, by name."""
    kept = json.loads(HASHES.read_text()) if HASHES.is_file() else {}
    return dict(kept.get(_key(seed, quick), {}))


def write_hashes(made: list[Task], seed: int, quick: bool) -> None:
    """Keep the hashes of tasks; T11 is made from a file of somebody else's, and has none."""
    kept = json.loads(HASHES.read_text()) if HASHES.is_file() else {}
    own = kept.setdefault(_key(seed, quick), {})
    own |= {task.name: task.hash for task in made if task.family != WALK}
    HASHES.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")


def _key(seed: int, quick: bool) -> str:
    return f"v{VERSION}-seed{seed}{'-quick' if quick else ''}"


def write_models(folder: Path) -> None:
    """The figures as JSON and URDF, for libraries in processes of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in MODELS:
        if not absent(name):
            (folder / f"{name}.json").write_text(model(name).to_json())
            (folder / f"{name}.urdf").write_text(model(name).to_urdf())
