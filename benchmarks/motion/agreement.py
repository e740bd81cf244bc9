"""The referee, the URDF files and manikin have the same kinematics, or nothing runs."""

from __future__ import annotations

import sys

import numpy as np

from benchmarks.motion.adapters.manikin_problem import figure_of
from benchmarks.motion.model import Model
from benchmarks.motion.models import MODELS, absent, model
from benchmarks.motion.referee import kinematics
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton

__all__ = ["check_kinematics", "differences"]

CLOSE = 1e-9


def check_kinematics() -> None:
    """End the program unless all agree to 1e-9 m at 50 random states of every link."""
    for name in MODELS:
        if absent(name):
            continue
        off = differences(model(name))
        if not off < CLOSE:
            sys.exit(f"{name}: the referee's kinematics, its URDF file and manikin's figure differ by {off:.1e}")


def differences(m: Model, states: int = 50) -> float:
    """The largest difference between the referee and manikin, for its figure and for the URDF file."""
    q = random_states(m, states, np.random.default_rng(0))
    figure = figure_of(m)
    mine = np.tile(figure.rest, (states, 1))
    mine[:, [figure.index(joint) for joint in m.joint_names]] = q
    frames = figure.forward(mine)
    base = frames[:, figure.skeleton.index(m.links[0].name)]
    world = kinematics(m).forward(q, base)
    parts = [m.index[part] for part in m.parts]
    off = np.abs(world[:, parts] - frames[:, [figure.skeleton.index(part) for part in m.parts]]).max()
    robot = Figure(read_skeleton(m.to_urdf().encode(), f"{m.name}.urdf"))
    own = np.tile(robot.rest, (states, 1))
    own[:, [robot.index(joint) for joint in m.urdf_joints]] = q
    links = robot.forward(own)[:, [robot.skeleton.index(link.name) for link in m.links]]
    still = kinematics(m).forward(q, np.eye(3, 4))
    return float(max(off, np.abs(links - still).max()))


def random_states(m: Model, count: int, rng: np.random.Generator) -> np.ndarray:
    """(count, joints) between the limits, or within half a turn."""
    return np.asarray(rng.uniform(np.maximum(m.lo, -np.pi), np.minimum(m.hi, np.pi), (count, len(m.joints))))
