"""Chains as bones, for libraries that have no joint values: each part that turns is a bone to the next one.

Lengths are those of the model, and elbows and knees are the same hinges.  Needs NumPy alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from benchmarks.motion.adapters.common import is_chain
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task

__all__ = ["BoneChain", "bone_chain"]

CHAINS = ("arm7", "leg6", "limb7", "dogleg", "snake12")


@dataclass(frozen=True)
class BoneChain:
    """A chain of bones; ``bones`` are the parts that turn and have a length, from the base to the tip."""

    model: Model
    bones: tuple[str, ...]

    def parent(self, part: str) -> int:
        """Index among the parts of the part above; −1 for the base."""
        first = next(link for link in self.model.links if link.part == part)
        return -1 if first.parent < 0 else self.model.parts.index(self.model.links[first.parent].part)

    def hinges(self, part: str) -> list[int]:
        """Places in a state of the hinges of a part."""
        return [k for k, i in enumerate(self.model.joints) if self.model.links[i].part == part]

    def hinge_axis(self, part: str) -> list[float] | None:
        """The axis of a part that is a hinge; None where it is a ball."""
        own = self.hinges(part)
        return list(self.model.links[self.model.joints[own[0]]].axis) if len(own) == 1 else None

    def frames(self, q: np.ndarray) -> np.ndarray:
        """World frames of the parts (parts, 3, 4) at a state, by products of the links' matrices."""
        world: list[np.ndarray] = []
        for i, link in enumerate(self.model.links):
            frame = np.eye(4)
            frame[:3] = self.model.base_frame if link.parent < 0 else np.array(link.origin).reshape(3, 4)
            if link.joint:
                turn = np.eye(4)
                turn[:3, :3] = _about(np.array(link.axis), float(q[self.model.joints.index(i)]))
                frame = frame @ turn
            world.append(frame if link.parent < 0 else world[link.parent] @ frame)
        return np.array([world[self.model.index[part]][:3] for part in self.model.parts])


def bone_chain(task: Task, model: Model) -> BoneChain | None:
    """The bones of a task; None unless it asks for one point of a chain that bones can be."""
    if model.name not in CHAINS or not is_chain(task, model) or task.aims[0].pose:
        return None
    # a part behind the last place that matters has no length
    turning = [part for part in model.parts if any(link.joint for link in model.links if link.part == part)]
    return BoneChain(model, tuple(part for part in turning if part != model.tip))


def _about(axis: np.ndarray, angle: float) -> np.ndarray:
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * (K @ K)
