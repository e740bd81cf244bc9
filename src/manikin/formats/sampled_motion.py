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

SAME_WAY = 2.2
"""The two triples of angles of a rotation lie 4.4 apart at least: a step below half of that keeps to one [rad]."""
NEAR_LOCK = 1e-5
"""Below this sine of the middle angle the outer two turn about one axis; such joints go frame by frame."""
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
    made = np.empty(rotations.shape[:-1])
    for joint in range(rotations.shape[1] if len(rotations) else 0):  # one by one: the numbers of one stay near by
        made[:, joint] = _of_one_ball(to_quaternion(np.ascontiguousarray(rotations[:, joint])), axes[joint])
    return made


def _of_one_ball(quaternions: Array, axes: Array) -> Array:
    """Continuous angles (frames, 3) of one ball, whose rotations are quaternions (frames, 4)."""
    a, b, c = axes
    made = np.array(balls.angles(np.broadcast_to(axes, (len(quaternions), 3, 3)), quaternions, np.zeros((1, 3))))
    lead = np.arctan2(c @ np.cross(b, a), a @ c)
    middle = made[:, 1] + lead
    sine = np.sin(middle)
    other = (sine >= 0) != (sine[0] >= 0)  # the same rotation by the other two half turns
    made[other] = np.stack([made[:, 0] + np.pi, -middle - lead, made[:, 2] + np.pi], axis=-1)[other]
    made = np.unwrap(made, axis=0)
    leaps = np.linalg.norm(np.diff(made, axis=0), axis=-1) > SAME_WAY
    if leaps.any() or (np.abs(sine) < NEAR_LOCK).any():
        near = np.zeros(3)
        for frame, now in enumerate(quaternions):
            near = made[frame] = balls.angles(axes, now, near)
    return made
