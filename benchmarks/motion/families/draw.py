"""What the families share: seeded draws, eased paths, witnesses."""

from __future__ import annotations

import zlib

import numpy as np

from benchmarks.motion import RATE
from benchmarks.motion.model import Model
from benchmarks.motion.models import model
from benchmarks.motion.referee import Searcher, kinematics
from benchmarks.motion.task import Aim, Task, rounded

__all__ = [
    "CHAINS",
    "Draw",
    "along_states",
    "base_of_reach",
    "chain_task",
    "eased",
    "frames_at",
    "least_misses",
    "random_state",
    "shape",
    "witness",
]

CHAINS = ("arm7", "leg6", "limb7", "dogleg", "snake12", "panda")
NEAR = 1e-6
"""A target counts as reached by the referee up to this miss [m, rad]."""


class Draw:
    """Random numbers of one task: they depend on the seed and the task's name, not on what was drawn before."""

    def __init__(self, seed: int, name: str) -> None:
        self.rng = np.random.default_rng([seed, zlib.crc32(name.encode())])

    def direction(self) -> np.ndarray:
        v = self.rng.normal(size=3)
        return np.asarray(v / np.linalg.norm(v))

    def square_to(self, d: np.ndarray) -> np.ndarray:
        """A direction square to another."""
        v = np.cross(d, self.direction())
        return np.asarray(v / np.linalg.norm(v))

    def rotation(self) -> np.ndarray:
        """A random orientation (3, 3)."""
        x = self.direction()
        y = self.square_to(x)
        return np.stack([x, y, np.cross(x, y)], axis=1)


def eased(frames: int) -> np.ndarray:
    """0 to 1 over the frames, beginning and ending without speed and without a jump of acceleration."""
    s = np.arange(frames) / (frames - 1)
    return np.asarray(s - np.sin(2 * np.pi * s) / (2 * np.pi))


def shape(kind: str, frames: int) -> np.ndarray:
    """(frames, 2): a closed path of size 1, from its own start and back to it, eased."""
    a = 2 * np.pi * eased(frames)
    if kind == "circle":
        return np.stack([np.cos(a) - 1.0, np.sin(a)], axis=1)
    if kind == "eight":
        return np.stack([np.sin(a), np.sin(2 * a) / 2], axis=1)
    return np.stack([1 - np.cos(a), 0 * a], axis=1)  # there and back


def random_state(m: Model, draw: Draw, share: float = 0.7) -> np.ndarray:
    """Uniform in the middle share of every range; without limits within a right angle of rest."""
    lo = np.where(np.isfinite(m.lo), m.lo, m.rest - np.pi / 2)
    hi = np.where(np.isfinite(m.hi), m.hi, m.rest + np.pi / 2)
    middle, half = (lo + hi) / 2, share * (hi - lo) / 2
    return np.asarray(draw.rng.uniform(middle - half, middle + half))


def base_of_reach(m: Model) -> tuple[np.ndarray, float]:
    """Where a chain's first joint is, and how far it reaches from there [m]."""
    first = m.links[m.joints[0]].name
    return kinematics(m).forward(m.rest)[m.joints[0], :, 3], m.length(first, m.tip)


def frames_at(places: np.ndarray, R: np.ndarray | None = None) -> np.ndarray:
    """(frames, 1, 3, 4) of places (frames, 3) with one orientation."""
    out = np.zeros((len(places), 1, 3, 4))
    out[:, 0, :, :3] = np.eye(3) if R is None else R
    out[:, 0, :, 3] = places
    return rounded(out)


def along_states(m: Model, states: np.ndarray, link: str, bases: np.ndarray | None = None) -> np.ndarray:
    """Frames (frames, 1, 3, 4) of a link along states (frames, joints)."""
    return rounded(kinematics(m).forward(states, bases)[:, [m.index[link]]])


def least_misses(task: Task, starts: int = 1) -> np.ndarray:
    """The least misses (frames, aims) that the referee finds along a path, from the frame before and from others."""
    m = model(task.model)
    searcher = Searcher(m, task.aims, fine=1e-6)
    draw = Draw(0, task.name)
    unique: dict[bytes, np.ndarray] = {}
    q, found = task.q, []
    for target in task.targets:
        key = target.tobytes()
        if key not in unique:
            others = [(random_state(m, draw), task.base) for _ in range(starts)]
            reach = searcher.best(target, [(q, task.base), (m.rest, task.base), *others], good=NEAR)
            unique[key], q = reach.miss, reach.q
        found.append(unique[key])
    return np.array(found)


def witness(
    m: Model, aim: Aim, targets: np.ndarray, q: np.ndarray, step: int = 6, fastest: float = 12.0
) -> np.ndarray | None:
    """States (frames / step, joints) that reach targets, each from the state before; None where there are none.

    No joint turns faster than ``fastest`` [rad/s].
    """
    searcher = Searcher(m, [aim], posture=1e-9)
    found: list[np.ndarray] = []
    for k in range(0, len(targets), step):
        reach = searcher.search(targets[k], found[-1] if found else q, m.base_frame)
        if max(reach.miss.max(), reach.turn.max()) > 1e-5:
            return None
        if found and np.abs(reach.q - found[-1]).max() > fastest * step / RATE:
            return None
        found.append(reach.q)
    return np.array(found)


def chain_task(
    name: str, kind: str, m: Model, targets: np.ndarray, q: np.ndarray, *, pose: bool = False, **more: object
) -> Task:
    """A task for the tip of a chain."""
    _, reach = base_of_reach(m)
    aims = (Aim(m.tip, pose),)
    return Task(name, kind, m.name, aims, rounded(targets), rounded(q), rounded(m.base_frame), reach, **more)  # type: ignore[arg-type]
