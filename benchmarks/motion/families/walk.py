"""T11: a captured walk, read from a BVH file that is not part of this repository.

The points of a body are given, scaled to the human's legs; elbows and knees are kept as the truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.motion import RATE
from benchmarks.motion.models import model
from benchmarks.motion.referee import exp
from benchmarks.motion.task import Aim, Task, rounded

__all__ = ["walk_tasks"]

POINTS = {  # link of the human: joint of the file (as the conversions of the CMU captures name them)
    "pelvis": ("LeftUpLeg", "RightUpLeg"),
    "l_foot": ("LeftFoot",),
    "r_foot": ("RightFoot",),
    "l_toes": ("LeftToeBase",),
    "r_toes": ("RightToeBase",),
    "l_hand": ("LeftHand",),
    "r_hand": ("RightHand",),
    "head": ("Head",),
}
LIMBS = {  # base, middle and tip of the limbs whose bend is compared
    "r_upper_arm": ("RightArm", "RightForeArm", "RightHand"),
    "l_upper_arm": ("LeftArm", "LeftForeArm", "LeftHand"),
    "r_thigh": ("RightUpLeg", "RightLeg", "RightFoot"),
    "l_thigh": ("LeftUpLeg", "LeftLeg", "LeftFoot"),
}
ANKLE = 0.068
"""Height of the human's ankles where it stands [m]."""


@dataclass
class Capture:
    """Places of joints by name (frames, 3), and the time between frames [s]."""

    places: dict[str, np.ndarray]
    step: float


def read_bvh(text: str) -> Capture:
    """Places of all joints; enough of the format for one capture: the library has a reader of its own."""
    words = iter(text.split())
    names: list[str] = []
    parents: list[int] = []
    offsets: list[list[float]] = []
    channels: list[list[str]] = []
    above: list[int] = []
    for word in words:
        if word in ("ROOT", "JOINT", "End"):
            names.append(next(words))
            parents.append(above[-1] if above else -1)
            channels.append([])
        elif word == "{":
            above.append(len(names) - 1)
        elif word == "}":
            above.pop()
        elif word == "OFFSET":
            offsets.append([float(next(words)) for _ in range(3)])
        elif word == "CHANNELS":
            channels[-1] = [next(words) for _ in range(int(next(words)))]
        elif word == "MOTION":
            break
    head, count = next(words), int(next(words))
    assert head == "Frames:", f"{head} instead of Frames:"
    next(words), next(words)
    step = float(next(words))
    numbers = np.array([float(word) for word in words]).reshape(count, -1)
    return Capture(_places(names, parents, np.array(offsets), channels, numbers), step)


def _places(
    names: list[str], parents: list[int], offsets: np.ndarray, channels: list[list[str]], numbers: np.ndarray
) -> dict[str, np.ndarray]:
    count, column = len(numbers), 0
    turns, places = [], []
    for parent, offset, own in zip(parents, offsets, channels, strict=True):
        place, turn = np.tile(offset, (count, 1)), np.tile(np.eye(3), (count, 1, 1))
        for channel in own:
            axis = "XYZ".index(channel[0])
            if channel.endswith("position"):
                place[:, axis] = numbers[:, column]  # a root's place takes the place of its offset
            else:
                turn = turn @ exp(np.radians(numbers[:, column])[:, None] * np.eye(3)[axis])
            column += 1
        if parent >= 0:
            place = np.einsum("fij,fj->fi", turns[parent], place) + places[parent]
            turn = turns[parent] @ turn
        turns.append(turn)
        places.append(place)
    return dict(zip(names, places, strict=True))


def walk_tasks(file: str | Path) -> list[Task]:
    """The walk at 60 Hz, from the second frame on: the first is a T-pose in captures of this kind."""
    capture = read_bvh(Path(file).read_text())
    every = max(round(1 / (RATE * capture.step)), 1)
    m = model("human96")
    raw = {name: places[1::every] for name, places in capture.places.items()}
    legs = [
        np.linalg.norm(raw[a] - raw[b], axis=1).mean()
        for a, b in (("RightUpLeg", "RightLeg"), ("RightLeg", "RightFoot"))
    ]
    scale = m.length("r_thigh", "r_foot") / sum(legs)
    left = (raw["LeftUpLeg"] - raw["RightUpLeg"])[0]
    turn = exp(np.array([0.0, np.arctan2(left[2], left[0]), 0.0]))  # its left is the human's left: x
    first = (raw["LeftUpLeg"] + raw["RightUpLeg"])[0] / 2
    sole = min(raw["LeftFoot"][:, 1].min(), raw["RightFoot"][:, 1].min())

    def place(names: tuple[str, ...]) -> np.ndarray:
        middle = sum(raw[name] for name in names) / len(names) - [first[0], sole, first[2]]
        return np.asarray(scale * middle @ turn.T + [0.0, ANKLE, 0.0])

    targets = np.zeros((len(raw["Head"]), len(POINTS), 3, 4))
    targets[..., :3] = np.eye(3)
    targets[..., 3] = np.stack([place(names) for names in POINTS.values()], axis=1)
    facts = {base: np.stack([place((name,)) for name in names], axis=1) for base, names in LIMBS.items()}
    aims = tuple(Aim(link) for link in POINTS)
    reach = m.length("r_upper_arm", "r_hand")
    q, base = rounded(m.rest), rounded(m.base_frame)
    name = "T11-human96-walk"
    return [Task(name, "walk", m.name, aims, rounded(targets), q, base, reach, settle=0, facts=facts)]
