"""States in which joints have given orientations: exact for balls, the nearest that hinges allow for others."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from manikin.clips import balls
from manikin.figure.figure import Figure
from manikin.math import quaternions as quat
from manikin.math.rotations import Array, about_axis, compose, orthonormal_frame, to_quaternion
from manikin.skeleton.skeleton import Joint

__all__ = ["states_with"]

ORTHOGONAL = 1e-6


def states_with(figure: Figure, states: Array, wanted: Mapping[str, Array], *, continuous: bool = False) -> Array:
    """The states (frames, size) in which joints have orientations of the world (frames, 3, 3).

    All other parameters stay as they are; so do degrees of freedom that a group drives.

    Args:
        figure: The figure.
        states: The states to start from; angles are chosen nearest to theirs.
        wanted: Orientations by joint.
        continuous: Whether angles are chosen nearest to those of the frame before instead.
    """
    skeleton = figure.skeleton
    columns = {name: i for i, name in enumerate(figure.parameter_names)}
    needed = {name for joint in wanted for name in skeleton.path(joint)}
    made = np.array(states, float)
    world: dict[str, Array] = {}
    for joint in skeleton.joints:
        if joint.name not in needed:
            continue
        own = np.broadcast_to(np.reshape(joint.before, (3, 4)), (len(made), 3, 4))
        frame = own if joint.parent is None else compose(world[joint.parent], own)
        hinges = [dof for dof in joint.dofs if dof.kind == "hinge"]
        if joint.name in wanted and hinges and all(dof.name in columns for dof in hinges):
            after = orthonormal_frame(np.reshape(joint.after, (3, 4))[:, :3])
            local = np.swapaxes(orthonormal_frame(frame[..., :3]), -1, -2) @ wanted[joint.name] @ after.T
            places = [columns[dof.name] for dof in hinges]
            axes = np.array([dof.axis for dof in hinges], float)
            made[:, places] = _angles(local, axes, made[:, places], continuous)
        world[joint.name] = _placed(joint, frame, made, columns, figure)
    return made


def _placed(joint: Joint, frame: Array, states: Array, columns: Mapping[str, int], figure: Figure) -> Array:
    """The transforms of a joint, given that of its place and its values."""
    for dof in joint.dofs:
        values = states[:, columns[dof.name]] if dof.name in columns else _driven(figure, states, dof.name)
        step = np.zeros((len(states), 3, 4))
        if dof.kind == "slide":
            step[:, :, :3] = np.eye(3)
            step[:, :, 3] = values[:, None] * np.array(dof.axis)
        else:
            step[:, :, :3] = about_axis(dof.axis, values)
        frame = compose(frame, step)
    return np.asarray(compose(frame, np.broadcast_to(np.reshape(joint.after, (3, 4)), frame.shape)))


def _driven(figure: Figure, states: Array, dof: str) -> Array:
    """The values of a degree of freedom that a group drives (frames,)."""
    coupling, i = figure.coupling, figure.skeleton.dof_index[dof]
    made = np.full(len(states), coupling.offsets[i])
    for k in range(int(coupling.starts[i]), int(coupling.starts[i + 1])):
        column = states[:, coupling.columns[k]]
        made += coupling.factors[k] * np.array([coupling.curves[k].value(p) for p in column.tolist()])
    return made


def _angles(local: Array, axes: Array, near: Array, continuous: bool) -> Array:
    """Angles (frames, hinges) about axes (hinges, 3) whose product is nearest to rotations (frames, 3, 3)."""
    turns = to_quaternion(local)
    if len(axes) == 1:
        angle = 2 * np.arctan2(turns[:, :3] @ axes[0], turns[:, 3])[:, None]
        return np.asarray(angle + 2 * np.pi * np.round((near - angle) / (2 * np.pi)))
    if len(axes) == 2:
        third = np.cross(axes[0], axes[1])
        axes, near = np.vstack([axes, third]), np.column_stack([near, np.zeros(len(near))])
        return _angles(local, axes, near, continuous)[:, :2]
    if abs(axes[0] @ axes[1]) > ORTHOGONAL or abs(axes[1] @ axes[2]) > ORTHOGONAL or len(axes) > 3:
        return _slanted(turns, axes, near)
    rows = np.broadcast_to(axes, (len(turns), 3, 3))
    if not continuous:
        return balls.angles(rows, turns, near)
    made, last = np.empty_like(near), near[0]
    for i, turn in enumerate(turns):
        last = made[i] = balls.angles(rows[0], turn, last)
    return made


def _slanted(turns: Array, axes: Array, near: Array) -> Array:
    """Angles about axes that are not at right angles, by Gauss and Newton from those near by."""
    theta = near.copy()
    for _ in range(20):
        made = np.tile([0.0, 0.0, 0.0, 1.0], (len(turns), 1))
        columns = []
        for k, axis in enumerate(axes):
            columns.append(quat.rotate(made, np.broadcast_to(axis, (len(turns), 3))))
            made = quat.multiply(made, quat.about(np.broadcast_to(axis, (len(turns), 3)), theta[:, k]))
        off = quat.log(quat.multiply(turns, quat.conjugate(made)))
        jacobian = np.stack(columns, axis=-1)
        step = (np.linalg.pinv(jacobian, rcond=1e-6) @ off[..., None])[..., 0]
        theta = theta + step
        if np.abs(step).max(initial=0.0) < 1e-12:
            break
    return theta
