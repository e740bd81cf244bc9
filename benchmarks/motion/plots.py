"""Pictures of motions: how fast parts turn, and what the aims miss, frame by frame, all modes in one."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.motion import RATE
from benchmarks.motion.follow import Motion
from benchmarks.motion.kept import Kept
from benchmarks.motion.measures import Run
from benchmarks.motion.models import model
from benchmarks.motion.task import Task

__all__ = ["draw_all"]


def draw_all(made: list[Task], kept: Kept) -> Path:
    """A picture of every task that moves; returns the folder."""
    folder = kept.folder / "plots"
    folder.mkdir(parents=True, exist_ok=True)
    for task in made:
        if not task.cold:
            _draw(task, kept, folder / f"{task.name}.png")
    return folder


def _draw(task: Task, kept: Kept, file: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, (fast, off) = plt.subplots(2, 1, figsize=(9, 6), sharex=True, layout="constrained")
    for mode in kept.results:
        motion = kept.motions(mode) / f"{task.name}.npz"
        if not motion.is_file():
            continue
        run = Run(model(task.model), task, task.targets, Motion.load(motion))
        speed = np.linalg.norm(run.speeds, axis=-1).max(axis=1)
        asked = [i for i, aim in enumerate(task.aims) if not aim.hard]
        frames = np.arange(len(speed)) - min(run.begin, 2) + (run.begin if not run.lead else 0)
        fast.plot(frames / RATE, np.maximum(speed, 1e-8), linewidth=0.9, label=mode)
        miss = 1e3 * run.misses[0][:, asked].max(axis=1)
        off.plot(np.arange(len(miss)) / RATE, np.maximum(miss, 1e-9), linewidth=0.9)
    fast.set(yscale="log", ylabel="fastest part [rad/s]", title=task.name)
    off.set(yscale="log", ylabel="largest miss [mm]", xlabel="time [s]")
    if fast.lines:
        fast.legend(fontsize=7, ncols=4)
    figure.savefig(file, dpi=110)
    plt.close(figure)
