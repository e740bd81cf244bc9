"""ikpy: SciPy's bounded least squares on serial chains.

- ``default``: as its first example has it: every frame from the rest state.
- ``warm``: from the last frame's state, as its documentation advises for motions.
"""

from __future__ import annotations

from importlib.metadata import version as version_of

import numpy as np

from benchmarks.motion.adapters.common import in_base, is_chain
from benchmarks.motion.follow import Follower, State
from benchmarks.motion.model import Model, rpy
from benchmarks.motion.task import Task

LIBRARY = "ikpy"
MODES = ["default", "warm"]
REQUIREMENTS = ("ikpy>=3.4,<5",)


def version() -> str:
    return version_of("ikpy")


def make(mode: str, task: Task, model: Model) -> Follower | None:
    """None for trees and for several aims: it solves one chain for one frame."""
    return Ikpy(task, model, warm=mode == "warm") if is_chain(task, model) else None


class Ikpy:
    """``Chain.inverse_kinematics_frame``."""

    settles = 1

    def __init__(self, task: Task, model: Model, warm: bool) -> None:
        from ikpy.chain import Chain
        from ikpy.link import OriginLink, URDFLink

        self.task, self.model, self.warm = task, model, warm
        links, mask = [OriginLink()], [False]
        for link in model.links[1:]:
            frame = np.array(link.origin).reshape(3, 4)
            turn = np.array(rpy(frame[:, :3]))
            kind = {"rotation": np.array(link.axis)} if link.joint else {"joint_type": "fixed"}
            bounds = (link.lo, link.hi) if link.joint else (-np.inf, np.inf)
            links.append(URDFLink(link.name, frame[:, 3], turn, bounds=bounds, **kind))
            mask.append(bool(link.joint))
        self.chain = Chain(links, active_links_mask=mask)
        self.active = np.flatnonzero(mask)
        self.reset()

    def reset(self) -> None:
        self.q = self._full(self.task.q)

    def _full(self, q: np.ndarray) -> np.ndarray:
        out = np.zeros(len(self.chain.links))
        # its solver refuses a start that is not inside the limits
        out[self.active] = np.clip(q, self.model.lo + 1e-9, self.model.hi - 1e-9)
        return out

    def step(self, targets: np.ndarray) -> State:
        start = self.q if self.warm else self._full(self.model.rest)
        mode = "all" if self.task.aims[0].pose else None
        target = in_base(self.model, targets[0])
        found = self.chain.inverse_kinematics_frame(target, initial_position=start, orientation_mode=mode)
        q = np.asarray(found)[self.active]
        self.q = self._full(q)
        return State(q, self.model.base_frame)
