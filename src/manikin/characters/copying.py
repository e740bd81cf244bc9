"""States of a target that copies a source, joint by joint."""

from __future__ import annotations

import numpy as np

from manikin.characters.orientations import states_with
from manikin.characters.pelvis_slides import pelvis_slides
from manikin.characters.roles import is_finger
from manikin.characters.transfer import Transfer
from manikin.math.rotations import Array

__all__ = ["copied", "root_states"]


def root_states(transfer: Transfer) -> Array:
    """States (frames, size) at rest with the pelvis in its place."""
    figure = transfer.target.figure
    base = np.clip(figure.rest, figure.lo, figure.hi)
    slides = pelvis_slides(figure, transfer.target.roles["pelvis"], base)
    states = np.tile(base, (len(transfer.clip.data), 1))
    states[:, slides.columns] += (transfer.in_target(transfer.pelvis) - slides.place) @ slides.inverse.T
    return states


def copied(transfer: Transfer, states: Array) -> Array:
    """The states with every part turned as in the source, joint by joint, as far as hinges and limits allow it."""
    target, figure = transfer.target, transfer.target.figure
    wanted = {}
    for role, joint in target.roles.joints.items():
        if is_finger(role) and role not in transfer.source.roles:
            continue
        wanted[joint] = target.orientations(transfer.turn(role), target.index(role))
    own = {joint.name for joint in transfer.source.figure.skeleton if joint.dofs} - set(transfer.source.roles.role_of)
    for i, other in enumerate(figure.skeleton.joints):
        if other.dofs and other.name in own and other.name not in wanted:  # the same rig: what has no role goes along
            turns = transfer.turns[:, transfer.source.figure.skeleton.index(other.name)]
            wanted[other.name] = target.orientations(turns, i)
    made = states_with(figure, states, wanted, continuous=True)
    return np.clip(made, figure.lo, figure.hi)
