"""What adapters of libraries that read URDF files share.  Needs NumPy alone."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from benchmarks.motion.model import Model
from benchmarks.motion.task import Task

__all__ = ["aligned", "homogeneous", "in_base", "is_chain", "urdf_file"]

_folder = tempfile.TemporaryDirectory()


def urdf_file(model: Model) -> str:
    """A file with the model as URDF, for as long as the process lives."""
    file = Path(_folder.name) / f"{model.name}.urdf"
    if not file.is_file():
        file.write_text(model.to_urdf())
    return str(file)


def homogeneous(frames: np.ndarray) -> np.ndarray:
    """(…, 4, 4) of (…, 3, 4)."""
    out = np.zeros((*frames.shape[:-2], 4, 4))
    out[..., :3, :] = frames
    out[..., 3, 3] = 1.0
    return out


def in_base(model: Model, frames: np.ndarray) -> np.ndarray:
    """Frames (…, 4, 4) in the base of a chain that stands still; of a floating one they stay in the world."""
    if model.floating:
        return homogeneous(frames)
    return np.asarray(np.linalg.inv(homogeneous(model.base_frame)) @ homogeneous(frames))


def is_chain(task: Task, model: Model) -> bool:
    """Whether one aim pulls the tip of a chain: all that solvers of serial arms know."""
    return not model.floating and len(task.aims) == 1 and task.aims[0].link == model.tip


def aligned(axis: tuple[float, float, float]) -> np.ndarray:
    """A rotation (3, 3) that takes z to an axis."""
    z = np.array(axis) / np.linalg.norm(axis)
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)
