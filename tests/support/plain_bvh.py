"""Positions of the joints of a BVH file, the plain way: words, 4×4 matrices and SciPy's rotations."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

__all__ = ["plain_positions"]


def plain_positions(text: str) -> np.ndarray:
    """The positions (frames, joints and end sites, 3) of a file without any oddity, in its own unit."""
    words = text.split()
    parents: list[int] = []
    offsets: list[list[float]] = []
    channels: list[list[str]] = []
    stack: list[int] = []
    at = 1
    while words[at] != "MOTION":
        match words[at]:
            case "ROOT" | "JOINT" | "End":
                parents.append(stack[-1] if stack else -1)
                channels.append([])
                offsets.append([])
                at = words.index("{", at)  # the name may be several words
            case "{":
                stack.append(len(parents) - 1)
                at += 1
            case "}":
                stack.pop()
                at += 1
            case "OFFSET":
                offsets[stack[-1]] = [float(word) for word in words[at + 1 : at + 4]]
                at += 4
            case "CHANNELS":
                count = int(words[at + 1])
                channels[stack[-1]] = words[at + 2 : at + 2 + count]
                at += 2 + count
            case word:
                raise ValueError(f"{word} at word {at}")
    assert words[at + 1] == "Frames:"
    frames = int(words[at + 2])
    rows = np.array(words[at + 6 :], float).reshape(frames, -1)
    world = np.zeros((frames, len(parents), 4, 4))
    column = 0
    for i, parent in enumerate(parents):
        local = np.tile(np.eye(4), (frames, 1, 1))
        local[:, :3, 3] = offsets[i]
        for name in channels[i]:
            axis = "XYZ".index(name[0])
            if name.endswith("position"):
                local[:, axis, 3] = rows[:, column]
            else:
                turn = Rotation.from_euler(name[0], rows[:, column : column + 1], degrees=True)
                local[:, :3, :3] = local[:, :3, :3] @ turn.as_matrix()
            column += 1
        world[:, i] = local if parent < 0 else world[:, parent] @ local
    assert column == rows.shape[1]
    return world[:, :, :3, 3]
