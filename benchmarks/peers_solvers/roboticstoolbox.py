"""Robotics Toolbox for Python: Levenberg-Marquardt after Chan, with random restarts of its own."""

from __future__ import annotations

import warnings

import numpy as np

from benchmarks.peers_solvers.tasks import Array, Solve, Task, Unfit

REQUIREMENTS = ("roboticstoolbox-python>=1.1,<2",)


def prepare(task: Task) -> Solve:
    """``ETS.ik_LM`` with a tolerance small enough for the task; it compares half the squared error with it."""
    tip = task.tip
    if len(task.joints) > 300:
        raise Unfit("takes seconds a problem")
    import roboticstoolbox as rtb

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        chain = rtb.Robot.URDF(str(task.urdf)).ets(end=tip)
    turn = float(task.turns[0])
    mask = np.array([1.0, 1.0, 1.0, turn, turn, turn])
    tolerance = 1e-13 if turn else 0.5 * task.metres**2
    targets = task.targets[:, 0]

    def solve(i: int) -> Array:
        found = chain.ik_LM(
            targets[i],
            q0=task.starts[i],
            ilimit=30,
            slimit=100,
            tol=tolerance,
            mask=mask,
            joint_limits=True,
            k=0.1 if turn else 1.0,  # the best values for arms and long chains
            method="chan",
        )
        return np.asarray(found.q if hasattr(found, "q") else found[0])

    return solve
