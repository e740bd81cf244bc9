"""Robotics Toolbox for Python: Levenberg-Marquardt on serial chains (``ETS.ik_LM``), from the last frame's state.

- ``default``: as it comes: up to 100 random starts, its own tolerance.
- ``one start``: a single start and a tight tolerance, and the last state where it reports a failure (it then gives a
  random one), so that poses do not jump.
"""

from __future__ import annotations

from importlib.metadata import version as version_of

import numpy as np

from benchmarks.motion.adapters.common import aligned, homogeneous, in_base, is_chain
from benchmarks.motion.follow import Follower, State
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task
from benchmarks.peers_solvers.roboticstoolbox import REQUIREMENTS as REQUIREMENTS

LIBRARY = "roboticstoolbox"
MODES = ["default", "one start"]


def version() -> str:
    return version_of("roboticstoolbox-python")


def make(mode: str, task: Task, model: Model) -> Follower | None:
    """None for trees and for several aims: it solves one chain for one frame."""
    return Toolbox(task, model, mode) if is_chain(task, model) else None


class Toolbox:
    """``ik_LM`` on an ETS whose axes are all z."""

    settles = 1

    def __init__(self, task: Task, model: Model, mode: str) -> None:
        import roboticstoolbox as rtb

        self.task, self.model, self.hold = task, model, mode == "one start"
        turn = float(task.aims[0].pose)
        tight = {"ilimit": 100, "slimit": 1, "tol": 1e-14}
        self.options = {"mask": np.array([1.0, 1.0, 1.0, turn, turn, turn]), "joint_limits": True}
        self.options |= tight if mode == "one start" else {}
        parts = []
        still = np.eye(4)
        for link in model.links[1:]:
            still = still @ homogeneous(np.array(link.origin).reshape(3, 4))
            if link.joint:
                turned = np.eye(4)
                turned[:3, :3] = aligned(link.axis)
                lo, hi = max(link.lo, -np.pi * 2), min(link.hi, np.pi * 2)
                parts += [rtb.ET.SE3(still @ turned), rtb.ET.Rz(qlim=[lo, hi])]
                still = turned.T
        self.chain = rtb.ETS([*parts, rtb.ET.SE3(still)])
        self.reset()

    def reset(self) -> None:
        self.q = self.task.q

    def step(self, targets: np.ndarray) -> State:
        found = self.chain.ik_LM(in_base(self.model, targets[0]), q0=self.q, **self.options)
        q, success = (found.q, found.success) if hasattr(found, "q") else found[:2]
        if success or not self.hold:
            self.q = np.asarray(q)
        return State(self.q, self.model.base_frame)
