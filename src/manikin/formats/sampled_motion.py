"""A clip as rotations and places of its joints, frame by frame: what motion files can hold of any figure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.clips import balls
from manikin.clips.clip import Clip
from manikin.clips.samples import Samples
from manikin.figure.figure import Figure
from manikin.math.rotations import Array, orthonormal_frame, to_quaternion

__all__ = ["LocalMotion", "baked", "continuous_angles", "dof_values", "local_motion"]

MOVES = 1e-9
"""A joint moves against its parent if its place there changes by more than this share of the figure's size."""


@dataclass(frozen=True)
class LocalMotion:
    """Joints in frames that are parallel to the world while the figure rests.

    Attributes:
        offsets: Places at rest in the parent's frame (joints, 3) [m].
        rotations: Rotations in the parent's frame (frames, joints, 3, 3).
        places: Places in the parent's frame (frames, joints, 3) [m].
        moving: Whether each joint moves against its parent (joints,).
    """

    offsets: Array
    rotations: Array
    places: Array
    moving: np.ndarray


def baked(clip: Clip) -> Samples:
    """The clip as samples at whole frames."""
    return clip if isinstance(clip, Samples) else clip.bake()


def dof_values(figure: Figure, states: Array) -> Array:
    """The values of all degrees of freedom (frames, dofs) [rad, m]; those that groups drive too."""
    if not figure.active_couplings:
        return states
    coupling = figure.coupling
    made = np.tile(coupling.offsets, (len(states), 1))
    for dof in range(made.shape[1]):
        for k in range(int(coupling.starts[dof]), int(coupling.starts[dof + 1])):
            column = states[:, coupling.columns[k]]
            made[:, dof] += coupling.factors[k] * np.array([coupling.curves[k].value(p) for p in column.tolist()])
    return made


def local_motion(figure: Figure, states: Array) -> LocalMotion:
    """The motion of the joints; scales and mirrors are taken out of the rotations and stay in the places."""
    rest = np.asarray(figure.forward(figure.rest))
    world = np.asarray(figure.forward(np.ascontiguousarray(states)))
    parents = figure.skeleton.parents
    turns = orthonormal_frame(world[..., :3]) @ np.swapaxes(orthonormal_frame(rest[..., :3]), -1, -2)
    rotations, places, offsets = turns.copy(), world[..., 3].copy(), rest[..., 3].copy()
    below = np.flatnonzero(parents >= 0)
    back = np.swapaxes(turns[:, parents[below]], -1, -2)
    rotations[:, below] = back @ turns[:, below]
    apart = world[..., 3][:, below] - world[..., 3][:, parents[below]]
    places[:, below] = (back @ apart[..., None])[..., 0]
    offsets[below] -= rest[..., 3][parents[below]]
    size = float(np.ptp(rest[..., 3], axis=0).max(initial=0.0)) or 1.0
    moving = np.abs(places - offsets).max(axis=(0, 2), initial=0.0) > MOVES * size
    return LocalMotion(offsets, rotations, places, moving)


def continuous_angles(rotations: Array, axes: Array) -> Array:
    """Three angles (frames, joints, 3) [rad] about axes (joints, 3, 3) of rotations (frames, joints, 3, 3).

    Each frame has the angles nearest to those of the frame before it, so that none jumps where the rotation does not.
    """
    quaternions = to_quaternion(rotations)
    made = np.empty((*quaternions.shape[:-1], 3))
    near = np.zeros((quaternions.shape[1], 3))
    for frame, now in enumerate(quaternions):
        near = made[frame] = balls.angles(axes, now, near)
    return made
