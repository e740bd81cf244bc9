"""placo: a quadratic program on Pinocchio's kinematics.  Locks are hard tasks, aims soft ones; joint limits hold.

- ``plain``: as its examples have it: one step a frame, with a small regularization.
- ``damped``: five steps a frame with a limit of joint speeds, a faint wish for the rest pose, and a strong
  regularization, which keeps steps short out of reach.
"""

from __future__ import annotations

from importlib.metadata import version as version_of
from typing import Any

import numpy as np

from benchmarks.motion.adapters.common import in_base, urdf_file
from benchmarks.motion.follow import Follower, State
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task
from benchmarks.peers_solvers.placo import REQUIREMENTS as REQUIREMENTS

LIBRARY = "placo"
MODES = ["plain", "damped"]
FASTEST = 15.0
"""Limit of joint speeds in the mode ``damped`` [rad/s]."""


def version() -> str:
    return version_of("placo")


def make(mode: str, task: Task, model: Model) -> Follower | None:
    """None for balance, which its polygon states for a world with z up and the centre of mass alone."""
    if task.balance or any(aim.at != (0.0, 0.0, 0.0) for aim in task.aims):
        return None
    return Placo(task, model, damped=mode == "damped")


class Placo:
    """A ``KinematicsSolver``."""

    def __init__(self, task: Task, model: Model, damped: bool) -> None:
        import placo

        self.task, self.model = task, model
        self.passes = 5 if damped else 1
        self.settles = 60 // self.passes
        self.robot = placo.RobotWrapper(urdf_file(model), placo.Flags.ignore_collisions)
        self.solver = placo.KinematicsSolver(self.robot)
        self.solver.enable_joint_limits(True)
        if not model.floating:
            self.solver.mask_fbase(True)
        self.offsets = [self.robot.get_joint_offset(name) for name in model.urdf_joints]
        self.first = np.array(self.robot.state.q)
        self.reset()
        self.aims = [self._add(i) for i in range(len(task.aims))]
        if damped:
            self.solver.dt = 1 / 60 / self.passes
            self.robot.set_velocity_limits(FASTEST)
            self.solver.enable_velocity_limits(True)
            rest = self.solver.add_joints_task()
            rest.set_joints(dict(zip(model.urdf_joints, model.rest.tolist(), strict=True)))
            rest.configure("rest", "soft", 1e-4)
        self.solver.add_regularization_task(1e-2 if damped else 1e-6)

    def _add(self, i: int) -> Any:
        aim, target = self.task.aims[i], in_base(self.model, self.task.targets[0][i])
        kind = "hard" if aim.hard else "soft"
        if aim.pose:
            wanted = self.solver.add_frame_task(aim.link, target)
            wanted.configure(f"aim{i}", kind, aim.weight, aim.weight)
        else:
            wanted = self.solver.add_position_task(aim.link, target[:3, 3])
            wanted.configure(f"aim{i}", kind, aim.weight)
        return wanted

    def reset(self) -> None:
        state = self.first.copy()
        state[self.offsets] = self.task.q
        self.robot.state.q = state
        if self.model.floating:
            self.robot.set_T_world_fbase(in_base(self.model, self.task.base))
        self.robot.update_kinematics()

    def step(self, targets: np.ndarray) -> State:
        for aim, wanted, target in zip(self.task.aims, self.aims, in_base(self.model, targets), strict=True):
            if aim.pose:
                wanted.T_world_frame = target
            else:
                wanted.target_world = target[:3, 3]
        for _ in range(self.passes):
            self.solver.solve(True)
            self.robot.update_kinematics()
        q = np.array(self.robot.state.q)[self.offsets]
        base = self.robot.get_T_world_fbase()[:3] if self.model.floating else self.model.base_frame
        return State(q, np.array(base))
