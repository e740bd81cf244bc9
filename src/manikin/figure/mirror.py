"""Mirrored states: reflection in the figure's plane of symmetry, through its root.

The plane is found from the partners of the skeleton: it is square to the axis of the root's frame along which most of
them lie apart.  Without partners it is x = 0 if y is up, and y = 0 if z is up, as in robots, which face x.

A reflection M maps a hinge about the axis a to one about M a with the opposite sign, and a slide along a to one along
M a.  The signs are found from the axes of the two partners in the rest pose, so the two sides may be built in different
ways.  A figure that has no mirror image among its poses, such as an arm whose links lie beside each other, is refused.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.kernels.pure import PureTree
from manikin.kernels.tables import SLIDE
from manikin.math.rotations import Array
from manikin.skeleton.skeleton import Skeleton

__all__ = ["Reflection", "mirror_partners", "mirror_signs", "mirror_state", "reflection", "side_axis"]

TOLERANCE = 0.01
"""How far the mirror image of a part may be from its partner, as a share of the figure's size."""
TRIAL = 0.3
"""Parameters are moved by up to this [rad, m] to see whether the mirrored state is the mirror image."""


def mirror_state(figure: Figure, q: Array) -> Array:
    """The mirrored state; (…, size) → (…, size).  Mirroring twice returns the state."""
    source, sign = _checked_map(figure)
    return np.asarray(figure.rest + sign * (q[..., source] - figure.rest[source]))


def mirror_partners(figure: Figure) -> tuple[int, ...]:
    """For each parameter, the index of the one whose value it takes in a mirrored state; its own if there is none."""
    try:
        return tuple(_checked_map(figure)[0].tolist())
    except InputError:
        return tuple(range(figure.size))


def mirror_signs(figure: Figure) -> Array:
    """The sign (size,) that each parameter's way from rest gets in a mirrored state."""
    return _checked_map(figure)[1]


class Reflection(NamedTuple):
    """How a figure's mirror image lies in space.

    The frame W of a part goes over into that of its partner as turn·W·flip⁻¹ (and ``shift``).

    Attributes:
        turn: The reflection (3, 3) in the plane.
        shift: Added after it (3,) [m]; not zero where the plane misses the origin.
        flips: For each part, from its own coordinates to its partner's (joints, 3, 4).
    """

    turn: Array
    shift: Array
    flips: Array


@lru_cache(maxsize=32)
def reflection(figure: Figure) -> Reflection:
    """The reflection that ``mirror_state`` stands for."""
    _checked_map(figure)
    skeleton = figure.skeleton
    world, _, _, origin, mirror = _plane(figure)
    flips = np.empty_like(world)
    for i, joint in enumerate(skeleton.joints):
        partner = world[i if joint.mirror is None else skeleton.index(joint.mirror)]
        back = np.linalg.inv(partner[:, :3])
        flips[i, :, :3] = back @ mirror @ world[i, :, :3]
        flips[i, :, 3] = back @ (mirror @ (world[i, :, 3] - origin) + origin - partner[:, 3])
    return Reflection(mirror, origin - mirror @ origin, flips)


def _plane(figure: Figure) -> tuple[Array, Array, Array, Array, Array]:
    """Transforms and frames of the parts at rest, the flip in the root's frame, the root's origin, the reflection."""
    skeleton = figure.skeleton
    world, frames, _ = PureTree(figure.tables).trace(figure.rest)
    root = world[0] if not skeleton.root.dofs else np.column_stack([frames[0], world[0, :, 3]])
    turn, origin = np.linalg.inv(root[:, :3]), root[:, 3]
    axis = side_axis(skeleton, (world[:, :, 3] - origin) @ turn.T)
    flip = np.eye(3)
    flip[axis, axis] = -1.0
    return world, turn @ frames, flip, origin, root[:, :3] @ flip @ turn


def side_axis(skeleton: Skeleton, places: Array) -> int:
    """The coordinate in which left and right differ, for places (joints, 3) in the root's frame at rest."""
    apart = np.zeros(3)
    for i, joint in enumerate(skeleton.joints):
        if joint.mirror is not None:
            apart += np.abs(places[i] - places[skeleton.index(joint.mirror)])
    apart[skeleton.up_index] = 0.0
    if apart.max() > 0:
        return int(apart.argmax())
    return 0 if skeleton.up == "y" else 1


@lru_cache(maxsize=32)
def _checked_map(figure: Figure) -> tuple[np.ndarray, Array]:
    """For each parameter, the index of the one whose value it takes, and the sign (size,); raises if that is wrong."""
    skeleton = figure.skeleton
    world, frames, flip, origin, mirror = _plane(figure)
    source, sign = _map(figure, flip, frames)
    trial = figure.rest + TRIAL * np.cos(1.0 + 2.0 * np.arange(figure.size))
    mirrored = figure.rest + sign * (trial[source] - figure.rest[source])
    here, there = (figure.forward(q)[:, :, 3] - origin for q in (trial, mirrored))
    partner = np.array([i if j.mirror is None else skeleton.index(j.mirror) for i, j in enumerate(skeleton.joints)])
    moves = np.array([bool(joint.dofs) for joint in skeleton.joints])  # cameras may be where they like
    off = np.where(moves, np.linalg.norm(here @ mirror.T - there[partner], axis=1), 0.0)
    size = float(np.ptp(world[:, :, 3], axis=0).max()) or 1.0
    if off.max(initial=0.0) > TOLERANCE * size:
        raise InputError(
            _explanation(skeleton, int(np.argmax(off > TOLERANCE * size)), "xyz"[int(np.argmin(np.diag(flip)))])
        )
    return source, sign


def _explanation(skeleton: Skeleton, worst: int, axis: str) -> str:
    joint = skeleton.joints[worst]
    if joint.mirror is None:
        reason = f"{shorten(joint.name)} has no partner on the other side and does not lie in"
    else:
        reason = f"{shorten(joint.mirror)} is not the mirror image of {shorten(joint.name)} in"
    return f"{shorten(skeleton.name)} has no mirrored poses: {reason} the plane {axis} = 0 of the root"


def _map(figure: Figure, flip: Array, frames: Array) -> tuple[np.ndarray, Array]:
    """For each parameter, the index of the one whose value it takes, and the sign (size,)."""
    partner, sign = _dof_partners(figure, flip, frames)
    coupling = figure.coupling
    source = np.arange(figure.size)
    signs = np.ones(figure.size)
    for column in range(figure.size):
        for k in np.flatnonzero(coupling.columns == column)[:1]:
            row = partner[coupling.rows[k]]
            twins = [
                j
                for j in range(coupling.starts[row], coupling.starts[row + 1])
                if type(coupling.curves[j]) is type(coupling.curves[k])
                and abs(coupling.factors[j]) == abs(coupling.factors[k])
            ]
            if twins:
                source[column] = coupling.columns[twins[0]]
                signs[column] = sign[coupling.rows[k]] * np.sign(coupling.factors[k] * coupling.factors[twins[0]])
    return source, signs


def _dof_partners(figure: Figure, flip: Array, frames: Array) -> tuple[np.ndarray, Array]:
    """For each degree of freedom, the index of its mirror partner, and the sign (dofs,)."""
    skeleton, tables = figure.skeleton, figure.tables
    axes = (frames @ tables.axes[:, :, None])[..., 0]
    partner = np.arange(len(skeleton.dofs))
    sign = np.ones(len(skeleton.dofs))
    for i, joint in enumerate(skeleton.joints):
        other = i if joint.mirror is None else skeleton.index(joint.mirror)
        if len(skeleton.joints[other].dofs) != len(joint.dofs):
            continue
        for n in range(len(joint.dofs)):
            mine, twin = tables.dof_starts[i] + n, tables.dof_starts[other] + n
            if tables.motions[mine] != tables.motions[twin]:
                continue
            along = float(flip @ axes[mine] @ axes[twin])
            partner[mine] = twin
            sign[mine] = np.copysign(1.0, along if tables.motions[mine] == SLIDE else -along)
    return partner, sign
