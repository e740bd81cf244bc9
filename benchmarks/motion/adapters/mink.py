"""mink: weighed tasks in a quadratic program on MuJoCo's kinematics.  Locks are equality constraints; limits hold.

- ``plain``: as its examples have it: one step a frame, more damping the larger the error.
- ``posture``: five steps a frame beside a faint posture task.
- ``damped``: one step a frame beside a faint posture task, with a constant damping.
"""

from __future__ import annotations

from importlib.metadata import version as version_of
from typing import Any

import numpy as np

from benchmarks.motion.adapters.common import in_base
from benchmarks.motion.follow import Follower, State
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task
from benchmarks.peers_solvers.mink import REQUIREMENTS as REQUIREMENTS

LIBRARY = "mink"
MODES = ["plain", "posture", "damped"]


def version() -> str:
    return version_of("mink")


def make(mode: str, task: Task, model: Model) -> Follower | None:
    """None for balance: it has a task for the centre of mass, but no inequality."""
    if task.balance or any(aim.at != (0.0, 0.0, 0.0) for aim in task.aims):
        return None
    return Mink(task, model, mode)


class Mink:
    """``solve_ik`` of frame tasks."""

    def __init__(self, task: Task, model: Model, mode: str) -> None:
        import mink
        import mujoco

        self.mink, self.task, self.model = mink, task, model
        self.passes = 5 if mode == "posture" else 1
        self.settles = 60 // self.passes
        self.damping = 1e-2 if mode == "damped" else 1e-10
        robot = model_of(model, mujoco)
        self.at = mink.Configuration(robot)
        self.offsets = [robot.joint(name).qposadr[0] for name in model.joint_names]
        self.start = self.at.q.copy()
        self.start[self.offsets] = np.clip(task.q, model.lo, model.hi)
        self.root = robot.body(model.links[0].name).id
        if model.floating:
            self.start[:3] = task.base[:, 3]
            mujoco.mju_mat2Quat(self.start[3:7], task.base[:, :3].reshape(-1))
        self.at.update(self.start)
        self.aims, self.locks, self.soft = [], [], []
        for aim in task.aims:
            cost = float(np.sqrt(aim.weight))
            turn = cost if aim.pose else 0.0
            one = mink.FrameTask(aim.link, "body", position_cost=cost, orientation_cost=turn, lm_damping=1.0)
            self.aims.append(one)
            (self.locks if aim.hard else self.soft).append(one)
        if mode != "plain":
            rest = self.start.copy()
            rest[self.offsets] = model.rest
            posture = mink.PostureTask(robot, cost=5e-3)
            posture.set_target(rest)
            self.soft.append(posture)
        self.limits = [mink.ConfigurationLimit(robot, gain=0.95)]

    def reset(self) -> None:
        self.at.update(self.start)

    def step(self, targets: np.ndarray) -> State:
        for goal, target in zip(self.aims, in_base(self.model, targets), strict=True):
            goal.set_target(self.mink.SE3.from_matrix(target))
        more = {"constraints": self.locks} if self.locks else {}
        for _ in range(self.passes):
            velocity = self.mink.solve_ik(
                self.at, self.soft, 1 / 60, solver="daqp", damping=self.damping, limits=self.limits, **more
            )
            self.at.integrate_inplace(velocity, 1 / 60)
        q = self.at.q[self.offsets].copy()
        if not self.model.floating:
            return State(q, self.model.base_frame)
        turn, place = self.at.data.xmat[self.root].reshape(3, 3), self.at.data.xpos[self.root]
        return State(q, np.c_[turn, place])


def model_of(model: Model, mujoco: Any) -> Any:
    """The model as bodies of MuJoCo under the links' names."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    solid = {"mass": 1.0, "inertia": [1.0, 1.0, 1.0], "explicitinertial": True}
    bodies = []
    for link in model.links:
        frame, quaternion = np.array(link.origin).reshape(3, 4), np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, frame[:, :3].reshape(-1).copy())
        above = spec.worldbody if link.parent < 0 else bodies[link.parent]
        body = above.add_body(name=link.name, pos=frame[:, 3], quat=quaternion, **solid)
        if link.parent < 0 and model.floating:
            body.add_freejoint()
        if link.joint:
            ends = {"limited": mujoco.mjtLimited.mjLIMITED_TRUE, "range": [link.lo, link.hi]}
            limits = ends if np.isfinite([link.lo, link.hi]).all() else {}
            body.add_joint(name=link.joint, type=mujoco.mjtJoint.mjJNT_HINGE, axis=link.axis, **limits)
        bodies.append(body)
    return spec.compile()
