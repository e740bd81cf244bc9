"""The fingers of a character: one parameter for all knuckles of a hand, one for what curls behind them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin import bodies
from manikin.characters.reference import Reference
from manikin.math.rotations import Vec3
from manikin.skeleton.shapes import Capsule, Shape
from manikin.skeleton.variables import Dof, Variable

__all__ = ["FingerPart", "finger_parts"]

CURL_SHARES = {2: 1.0, 3: 0.6}
"""How far the second and the third joint of a finger follow its curl."""
RADIUS = 0.09
"""Thickness of a finger, in lengths of its first bone."""
DENSITY = 1100.0
"""Of a finger [kg/m³]."""


@dataclass(frozen=True)
class FingerPart:
    """A joint of a finger: its degree of freedom and what drives it, its solid and mass."""

    dofs: tuple[Dof, ...] = ()
    driven_by: Variable | None = None
    share: float = 1.0
    mass: float = 0.0
    centre: Vec3 = (0.0, 0.0, 0.0)
    shapes: tuple[Shape, ...] = ()


def finger_parts(reference: Reference) -> dict[str, FingerPart]:
    """The joints of the fingers by role; those that lie in the wrist do not move."""
    skeleton, roles = reference.figure.skeleton, reference.roles
    human = bodies.load("human").skeleton
    found: dict[str, FingerPart] = {}
    for role, joint in roles.joints.items():
        finger = role[2:].rstrip("0123456789")
        if role[1:2] != "_" or finger not in ("thumb", "index", "middle", "ring", "pinky", "finger"):
            continue
        side, path = role[:2], skeleton.path(joint)
        hand = reference.place(f"{side}hand")
        away = float(np.linalg.norm(reference.place(role) - hand))
        before = [
            n for n in path[:-1] if n in roles.role_of and roles.role_of[n] in found and found[roles.role_of[n]].dofs
        ]
        number = 1 + len(before)
        if away < 0.02 * reference.arm or number > 3:
            found[role] = FingerPart()
        elif finger == "thumb":
            found[role] = _thumb(
                reference, role, number, human[f"{side}thumb" if number == 1 else f"{side}thumb_end"].dofs[:1]
            )
        else:
            part = human[f"{side}middle1" if number == 1 else f"{side}middle2"].dofs[0]
            own = Dof(name=role, axis=part.axis, lo=part.lo, hi=part.hi, rest=part.rest * CURL_SHARES.get(number, 1.0))
            name = f"{side}knuckles" if number == 1 else f"{side}finger_curl"
            drive = Variable(name=name, lo=part.lo, hi=part.hi, rest=part.rest)
            found[role] = _solid(reference, role, (own,), drive, CURL_SHARES.get(number, 1.0))
    return found


def _thumb(reference: Reference, role: str, number: int, dofs: tuple[Dof, ...]) -> FingerPart:
    return _solid(reference, role, dofs if number <= 2 else (), None, 1.0)


def _solid(reference: Reference, role: str, dofs: tuple[Dof, ...], drive: Variable | None, share: float) -> FingerPart:
    """A capsule to the next joint, and its mass."""
    skeleton = reference.figure.skeleton
    i = skeleton.index(reference.roles[role])
    bones = [
        reference.places[skeleton.index(child)] - reference.places[i]
        for child in skeleton.children(reference.roles[role])
    ]
    bones = [bone for bone in bones if np.linalg.norm(bone) > 1e-6]
    if not bones:
        return FingerPart(dofs, drive, share)
    bone = bones[0]
    length = float(np.linalg.norm(bone))
    radius = max(RADIUS * 2.5 * length, 1e-4)
    x, y, z = bone.tolist()
    shape = Capsule(start=(0.0, 0.0, 0.0), end=(x, y, z), radius=radius, end_radius=0.8 * radius)
    mass = DENSITY * np.pi * radius**2 * length
    return FingerPart(dofs, drive, share, float(mass), (x / 2, y / 2, z / 2), (shape,))
