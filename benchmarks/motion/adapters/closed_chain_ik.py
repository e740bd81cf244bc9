"""closed-chain-ik (JavaScript): damped least squares over all goals and closures, from the last frame's state.

Locks are goals like others: it has no ranks, and no weights either.

- ``default``: as its first example has it.
- ``rest``: with its wish for the rest pose, thresholds a hundred times as tight, and three times the iterations.
"""

from __future__ import annotations

from typing import Any

from benchmarks.motion.adapters.node_process import NodeProcess, model_data, package_version
from benchmarks.motion.follow import Follower
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task

LIBRARY = "closed-chain-ik"
MODES = ["default", "rest"]
NODE_PACKAGES = ("closed-chain-ik@0.0.3", "three@^0.180.0")
OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "rest": {
        "maxIterations": 15,
        "restPoseFactor": 0.001,
        "translationConvergeThreshold": 1e-5,
        "rotationConvergeThreshold": 1e-7,
        "stallThreshold": 1e-6,
    },
}


def version() -> str:
    return package_version("closed-chain-ik", NODE_PACKAGES)


def make(mode: str, task: Task, model: Model) -> Follower | None:
    """None for balance and for aims of different weight."""
    if task.balance or any(aim.weight != 1.0 or aim.at != (0.0, 0.0, 0.0) for aim in task.aims):
        return None
    aims = [{"link": model.index[aim.link], "pose": aim.pose} for aim in task.aims]
    return NodeProcess(
        "closed_chain_ik.mjs", NODE_PACKAGES, {**model_data(model, task), "aims": aims, "options": OPTIONS[mode]}
    )
