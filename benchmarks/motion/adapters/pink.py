"""Pink: weighed tasks in a quadratic program on Pinocchio's kinematics.  Locks are heavy tasks; joint limits hold.

- ``plain``: as its examples have it: one step a frame.
- ``posture``: five steps a frame beside a faint posture task, with damping where the error is large.
"""

from __future__ import annotations

from importlib.metadata import version as version_of

import numpy as np

from benchmarks.motion.adapters.common import in_base, urdf_file
from benchmarks.motion.follow import Follower, State
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task
from benchmarks.peers_solvers.pink import REQUIREMENTS as REQUIREMENTS

LIBRARY = "pink"
MODES = ["plain", "posture"]
LOCKED = 100.0
"""Cost of a lock: its square is the weight beside an aim of cost 1."""


def version() -> str:
    return version_of("pin-pink")


def make(mode: str, task: Task, model: Model) -> Follower | None:
    """None for balance: it has no inequality for it."""
    if task.balance or any(aim.at != (0.0, 0.0, 0.0) for aim in task.aims):
        return None
    return Pink(task, model, posture=mode == "posture")


class Pink:
    """``solve_ik`` of frame tasks."""

    def __init__(self, task: Task, model: Model, posture: bool) -> None:
        import pink
        import pinocchio as pin

        self.pink, self.pin, self.task, self.model = pink, pin, task, model
        self.passes, damping = (5, 1.0) if posture else (1, 1e-6)
        self.settles = 60 // self.passes
        free = (pin.JointModelFreeFlyer(),) if model.floating else ()
        robot = pin.buildModelFromUrdf(urdf_file(model), *free)
        self.offsets = [robot.joints[robot.getJointId(name)].idx_q for name in model.urdf_joints]
        self.start = pin.neutral(robot)
        self.start[self.offsets] = np.clip(task.q, model.lo, model.hi)
        if model.floating:
            self.start[:7] = pin.SE3ToXYZQUAT(pin.SE3(in_base(model, task.base)))
        self.at = pink.Configuration(robot, robot.createData(), self.start)
        self.tasks = []
        for aim in task.aims:
            cost = LOCKED if aim.hard else float(np.sqrt(aim.weight))
            turn = cost if aim.pose else 0.0
            one = pink.tasks.FrameTask(aim.link, position_cost=cost, orientation_cost=turn, lm_damping=damping)
            self.tasks.append(one)
        self.all = list(self.tasks)
        if posture:
            rest = pin.neutral(robot)
            rest[self.offsets] = model.rest
            self.all.append(pink.tasks.PostureTask(cost=5e-3))
            self.all[-1].set_target(rest)
        self.limits = [pink.limits.ConfigurationLimit(robot, config_limit_gain=1.0)]

    def reset(self) -> None:
        self.at.update(self.start)

    def step(self, targets: np.ndarray) -> State:
        for goal, target in zip(self.tasks, in_base(self.model, targets), strict=True):
            goal.set_target(self.pin.SE3(target))
        for _ in range(self.passes):
            velocity = self.pink.solve_ik(
                self.at, self.all, 1 / 60, solver="daqp", limits=self.limits, safety_break=False, damping=1e-8
            )
            self.at.integrate_inplace(velocity, 1 / 60)
        q = self.at.q[self.offsets]
        if not self.model.floating:
            return State(q, self.model.base_frame)
        return State(q, self.pin.XYZQUATToSE3(self.at.q[:7]).homogeneous[:3])
