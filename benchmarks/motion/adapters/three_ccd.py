"""three.js' CCDIKSolver (JavaScript): cyclic coordinate descent on bones, from the last frame's state.

Bones are balls of the same lengths; it knows no joint values, so limits are not judged.

- ``default``: as it comes: one iteration a frame, no hinges.
- ``hinges``: twenty iterations a frame, elbows and knees as hinges that bend one way.
"""

from __future__ import annotations

import numpy as np

from benchmarks.motion.adapters.bones import bone_chain
from benchmarks.motion.adapters.node_process import NodeProcess, package_version
from benchmarks.motion.follow import Follower
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task

LIBRARY = "three.js CCDIKSolver"
MODES = ["default", "hinges"]
NODE_PACKAGES = ("three@^0.180.0", "closed-chain-ik@0.0.3")


def version() -> str:
    return package_version("three", NODE_PACKAGES)


def make(mode: str, task: Task, model: Model) -> Follower | None:
    """None unless one point of a chain of bones is asked for."""
    chain = bone_chain(task, model)
    if chain is None:
        return None
    frames = chain.frames(task.q)
    parts, bones = model.parts, []
    for k, part in enumerate(parts):
        above = chain.parent(part)
        frame = frames[k] if above < 0 else _relative(frames[above], frames[k])
        bones.append({"parent": above, "frame": frame.reshape(-1).tolist()})
    links = []
    for part in reversed(chain.bones):
        axis = chain.hinge_axis(part) if mode == "hinges" else None
        links.append({"index": parts.index(part), "axis": axis})
    setup = {"bones": bones, "effector": parts.index(model.tip), "links": links}
    return NodeProcess("three_ccd.mjs", NODE_PACKAGES, {**setup, "iteration": 20 if mode == "hinges" else 1})


def _relative(above: np.ndarray, frame: np.ndarray) -> np.ndarray:
    R = above[:, :3].T
    return np.c_[R @ frame[:, :3], R @ (frame[:, 3] - above[:, 3])]
