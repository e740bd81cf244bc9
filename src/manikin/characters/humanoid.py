"""A character as the humanoid of the VRM Consortium: bones with names of their own that rest with arms aside.

Bones turn as the parts of the character do, measured from the reference pose; so its own rest pose and axes do not
matter.  Facts: VRMC_vrm 1.0 (humanoid, T-pose) and VRMC_vrm_animation 1.0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.characters.reference import Reference, reference_of
from manikin.characters.roles import Roles, find_roles
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.formats.gltf.humanoid import bone_roles
from manikin.math.rotations import Array

__all__ = ["HumanoidMotion", "arms_aside", "humanoid_bones", "humanoid_motion"]

ARMS = ("upper_arm", "forearm", "hand", "thumb", "index", "middle", "ring", "pinky", "finger")
PARENTS = {
    "spine": ("hips",), "chest": ("spine",), "upperChest": ("chest",), "neck": ("upperChest", "chest", "spine"),
    "head": ("neck", "upperChest", "chest", "spine"), "Shoulder": ("upperChest", "chest", "spine"),
    "UpperArm": ("Shoulder", "upperChest", "chest", "spine"), "LowerArm": ("UpperArm",), "Hand": ("LowerArm",),
    "UpperLeg": ("hips",), "LowerLeg": ("UpperLeg",), "Foot": ("LowerLeg",), "Toes": ("Foot",),
}  # fmt: skip
"""What each bone may hang from, the nearest first."""


@dataclass(frozen=True, eq=False)
class HumanoidMotion:
    """The bones of a humanoid that moves, parents first; at rest no bone is turned.

    Attributes:
        bones: Names of the bones; the first is "hips".
        parents: Index of each bone's parent, −1 for the hips.
        offsets: Places at rest against the parent (bones, 3) [m]; of the hips over the ground.
        rotations: Rotations against the parent (frames, bones, 3, 3).
        hips: Places of the hips (frames, 3) [m].
        root: The figure's joint that the hips are.
    """

    bones: tuple[str, ...]
    parents: tuple[int, ...]
    offsets: Array
    rotations: Array
    hips: Array
    root: str


def humanoid_bones(roles: Roles, name: str) -> dict[str, str]:
    """The role of each bone that a figure has; raises where one is missing that a humanoid must have."""
    found = bone_roles(tuple(roles.joints))
    needed = ["hips", "spine", "head"]
    needed += [
        f"{s}{b}" for s in ("left", "right") for b in PARENTS if b[0].isupper() and b not in ("Shoulder", "Toes")
    ]
    if missing := [bone for bone in needed if bone not in found]:
        raise InputError(f"{shorten(name)} is no VRM humanoid: it has no {', '.join(missing)}; give a map of roles")
    return found


def humanoid_motion(figure: Figure, states: Array) -> HumanoidMotion:
    """The motion of a figure with a human body, given by its states (frames, size), as that of a humanoid."""
    reference = reference_of(figure, find_roles(figure))
    roles = humanoid_bones(reference.roles, figure.name)
    bones = list(roles)
    parents = [_parent(bone, bones) for bone in bones]
    world = np.asarray(figure.forward(np.ascontiguousarray(states)))
    turns = reference.turns(world)
    joints = [reference.index(role) for role in roles.values()]
    asides = np.stack([_aside(role) for role in roles.values()])
    whole = turns[:, joints] @ asides
    rotations, offsets = whole.copy(), reference.places[joints].copy()
    for i, parent in enumerate(parents):
        if parent >= 0:
            rotations[:, i] = np.swapaxes(whole[:, parent], -1, -2) @ whole[:, i]
            offsets[i] = asides[parent].T @ (reference.places[joints[i]] - reference.places[joints[parent]])
    hips = world[:, joints[0], :, 3] @ reference.turn.T
    return HumanoidMotion(tuple(bones), tuple(parents), offsets, rotations, hips, reference.roles["pelvis"])


def arms_aside(reference: Reference) -> Array:
    """Frames (joints, 3, 4) of a figure that stands with its arms aside, y up, facing along z."""
    skeleton, role_of = reference.figure.skeleton, reference.roles.role_of
    turned = np.empty((len(skeleton), 3, 3))
    frames = np.empty((len(skeleton), 3, 4))
    for i, joint in enumerate(skeleton.joints):
        parent = int(skeleton.parents[i])
        above = np.eye(3) if parent < 0 else turned[parent]
        turned[i] = _aside(role_of[joint.name]).T if joint.name in role_of else above
        frames[i, :, :3] = turned[i] @ reference.rotations[i]
        frames[i, :, 3] = reference.places[i]
        if parent >= 0:
            frames[i, :, 3] = frames[parent, :, 3] + above @ (reference.places[i] - reference.places[parent])
    return frames


def _aside(role: str) -> Array:
    """From arms aside to hanging arms, for a part of an arm; no turn for others."""
    if role[1:2] != "_" or role[2:].rstrip("0123456789") not in ARMS:
        return np.eye(3)
    side = 1.0 if role[0] == "l" else -1.0
    return np.array([[0.0, side, 0.0], [-side, 0.0, 0.0], [0.0, 0.0, 1.0]])


def _parent(bone: str, bones: list[str]) -> int:
    """The index of the bone that a bone hangs from; −1 for the hips."""
    if bone == "hips":
        return -1
    side = next((s for s in ("left", "right") if bone.startswith(s)), "")
    part = bone.removeprefix(side)
    for above in PARENTS.get(part, ()):
        name = f"{side}{above}" if above[0].isupper() else above
        if name in bones:
            return bones.index(name)
    before = [other for other in bones[: bones.index(bone)] if other.startswith(side + part[:4])]  # of the same finger
    return bones.index(before[-1]) if before else bones.index(f"{side}Hand")
