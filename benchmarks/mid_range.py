"""TRAC-IK's own test (Beeson & Ames 2015): reachable poses from the middle of the joints' ranges, to 1e-5."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.peers_solvers import manikin, tasks
from benchmarks.peers_solvers.tasks import Task
from benchmarks.solvers_peers import reason_for_absence, solved
from benchmarks.timing import Row, readable
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton

__all__ = ["mid_range_rows", "mid_range_task"]

ARMS = {"p1_panda": "Panda", "p2_ur5": "UR5"}
ALLOWED = 5e-3  # seconds per solve in the paper


def mid_range_task(name: str, count: int) -> Task:
    """Frames of random states as targets; solves start in the middle.  Only the arm of the named problem is used."""
    task = tasks.load(name)
    figure = Figure(read_skeleton(task.urdf.read_bytes(), task.urdf.name))
    states = np.tile(figure.rest, (count, 1))
    columns = [figure.index(joint) for joint in task.joints]
    states[:, columns] = np.random.default_rng(0).uniform(task.lo, task.hi, (count, len(columns)))
    targets = np.tile(np.eye(4), (count, 1, 1, 1))
    targets[:, :, :3] = figure.forward(states, parts=task.frames)
    starts = np.tile((task.lo + task.hi) / 2, (count, 1))
    return replace(task, name=f"{name} from mid-range", starts=starts, targets=targets, metres=1e-5, radians=1e-5)


def mid_range_rows(numbers: dict[str, Any], *, count: int = 10_000) -> list[Row]:
    """The share solved, and CPU times from Python, one solve after another."""
    absent = reason_for_absence()
    if absent:
        return [Row("from mid-range", "left out", absent, np.nan)]
    rows = []
    for name, label in ARMS.items():
        task = mid_range_task(name, count)
        solve = manikin.prepare(task)
        states, seconds = [], np.empty(count)
        solve(0)
        for i in range(count):
            begin = time.process_time()
            states.append(solve(i))
            seconds[i] = time.process_time() - begin
        good = solved(task, np.array(states))
        in_time = float((good & (seconds <= ALLOWED)).mean())
        share, mean, median = float(good.mean()), float(seconds.mean()), float(np.median(seconds))
        numbers[task.name] = {"solved": share, "in 5 ms": in_time, "mean": mean, "median": median, "poses": count}
        rows.append(Row(f"{label}: {count:,} poses from mid-range", f"{share:.2%}", "bound 99.9%", share / 0.999, 1.0))
        text = f"median {readable(median)}, {in_time:.2%} within 5 ms"
        rows.append(Row(f"{label}: mean time", readable(mean), text, np.nan))
    return rows
