"""TRAC-IK through pytracik: KDL's Newton method and a quadratic program side by side in two threads."""

from __future__ import annotations

import numpy as np

from benchmarks.peers_solvers.tasks import Array, Solve, Task

REQUIREMENTS = ("pytracik>=0.0.3",)


def prepare(task: Task) -> Solve:
    """``TracIK.ik`` with a limit of 20 ms of wall-clock time, the only clock that it has."""
    tip = task.tip
    task.pose_goal()
    from trac_ik import TracIK

    arm = TracIK(task.base, tip, str(task.urdf), timeout=0.02, epsilon=0.5 * task.metres)
    targets = task.targets[:, 0]

    def solve(i: int) -> Array:
        found = arm.ik(targets[i, :3, 3], targets[i, :3, :3], task.starts[i])
        return task.starts[i] if found is None else np.asarray(found)

    return solve
