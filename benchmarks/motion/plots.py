"""Pictures of motions: how fast parts turn, and what the aims miss, frame by frame."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.motion import RATE
from benchmarks.motion.follow import Motion
from benchmarks.motion.kept import Kept
from benchmarks.motion.measures import Run
from benchmarks.motion.models import model
from benchmarks.motion.task import Task

__all__ = ["draw_all", "draw_page"]

SHOWN = ("follow", "solve", "placo damped", "mink damped", "blender ik")
"""Modes of the page's picture: two of ours, and the calmest way to use each of three others."""
STORIES = {
    "T1-arm7-circle": "an arm on a circle",
    "T2-arm7-through0": "out of reach and back, twice",
    "T2-leg6-graze0": "a leg along the edge of its reach",
    "T3-limb7-past_base": "past the own shoulder",
    "T5-panda-graze0": "a robot touches two limits",
    "T11-human96-walk": "a captured walk",
}
"""Tasks of the page's picture, in words."""
ACROSS = 3
"""Tasks beside each other in the page's picture."""


def draw_all(made: list[Task], kept: Kept) -> Path:
    """A picture of every task that moves, with all modes; returns the folder."""
    folder = kept.folder / "plots"
    folder.mkdir(parents=True, exist_ok=True)
    for task in made:
        if not task.cold:
            figure, (fast, off) = _panels(2, 1, (9, 6), sharex=True)
            _draw(task, kept, kept.results, fast, off)
            fast.set(ylabel="fastest part [rad/s]", title=task.name)
            off.set(ylabel="largest miss [mm]", xlabel="time [s]")
            if fast.lines:
                fast.legend(fontsize=7, ncols=4)
            _save(figure, folder / f"{task.name}.png")
    return folder


def draw_page(made: list[Task], kept: Kept, file: Path) -> None:
    """One picture of some tasks for the documentation, with a few modes; none of them made: the picture stays."""
    told = [task for task in made if task.name in STORIES]
    if not told:
        return
    rows = -(-len(told) // ACROSS)
    figure, panels = _panels(2 * rows, ACROSS, (3.6 * ACROSS, 4.2 * rows), squeeze=False)
    for i, task in enumerate(told):
        row, column = 2 * (i // ACROSS), i % ACROSS
        fast, off = panels[row, column], panels[row + 1, column]
        _draw(task, kept, [mode for mode in SHOWN if mode in kept.results], fast, off)
        fast.set_title(f"{task.name.split('-')[0]}: {STORIES[task.name]}", fontsize=9)
        fast.set(ylim=(1e-3, 300), ylabel="" if column else "fastest part [rad/s]")
        off.set(ylim=(1e-5, 1e3), ylabel="" if column else "largest miss [mm]", xlabel="time [s]")
    lines = {line.get_label(): line for panel in panels.flat for line in panel.lines if line.get_label()[0] != "_"}
    figure.legend(lines.values(), lines.keys(), loc="outside lower center", ncols=len(SHOWN), fontsize=9)
    _save(figure, file)


def _panels(rows: int, columns: int, size: tuple[float, float], **how: Any) -> tuple[Any, Any]:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    return plt.subplots(rows, columns, figsize=size, layout="constrained", **how)


def _save(figure: Any, file: Path) -> None:
    import matplotlib.pyplot as plt

    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=110)
    plt.close(figure)


def _draw(task: Task, kept: Kept, modes: Iterable[str], fast: Any, off: Any) -> None:
    """Lines of the modes that did a task."""
    for mode in modes:
        motion = kept.motions(mode) / f"{task.name}.npz"
        if not motion.is_file():
            continue
        run = Run(model(task.model), task, task.targets, Motion.load(motion))
        speed = np.linalg.norm(run.speeds, axis=-1).max(axis=1)
        asked = [i for i, aim in enumerate(task.aims) if not aim.hard]
        frames = np.arange(len(speed)) - min(run.begin, 2) + (run.begin if not run.lead else 0)
        style = {"linewidth": 0.9, "color": f"C{SHOWN.index(mode)}" if mode in SHOWN else None}
        fast.plot(frames / RATE, np.maximum(speed, 1e-8), label=mode, **style)
        miss = 1e3 * run.misses[0][:, asked].max(axis=1)
        off.plot(np.arange(len(miss)) / RATE, np.maximum(miss, 1e-9), **style)
    fast.set(yscale="log")
    off.set(yscale="log")
