"""Dressed figures: the skeleton of a rig with the limits, masses, groups, bends and solids of a human body.

A rig from a motion or character file is bare: every joint turns any way, nothing has mass.  Its joints have roles
(``roles``), and each role has its part of the shipped human.  The dressed figure has the rig's own proportions, parts
and parameters called as the human's are, and stands as the human does; so locks, balance, comfort, walks and the
shipped clips work on it.  Joints without a role are fixed to the part that they hang from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from manikin.arguments import explained
from manikin.characters.dressmaker import Dressmaker
from manikin.characters.reference import Reference, reference_of
from manikin.characters.roles import Roles, find_roles
from manikin.characters.tailoring import Tailor
from manikin.characters.tree_view import zero_state
from manikin.figure.figure import Figure
from manikin.figure.scaling import height_of
from manikin.math.rotations import Array, compose, inverse, orthonormal_frame
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.skin import Skin

__all__ = ["Dressed", "dress"]


@dataclass(frozen=True, eq=False)
class Dressed:
    """A dressed figure, and how it belongs to the rig it was made from.

    Attributes:
        figure: The dressed figure.
        rig: The figure that it was made from.
        roles: Which joint is which part, and how that was found.
        reference: The rig in the reference pose, which is the zero pose of the dressed figure.
        parts: For each joint of the rig from the pelvis on, the part of the dressed figure that moves it.
        headings: Rotations of parts in the zero pose that do not stand along the axes: the feet.
    """

    figure: Figure
    rig: Figure
    roles: Roles
    reference: Reference
    parts: Mapping[str, str]
    headings: Mapping[str, Array]

    def table(self) -> str:
        """What was guessed: a line for each role, then the totals."""
        skeleton = self.figure.skeleton
        beside = len(self.parts) - len(self.roles.joints)
        groups = ", ".join(coupling.name for coupling in skeleton.couplings) or "none"
        lines = [self.roles.table(), ""]
        lines.append(f"{len(self.roles.joints)} roles; joints without a role, fixed to their part: {beside}")
        lines.append(f"stature {height_of(self.figure):.3f} m, mass {skeleton.mass:.1f} kg; joint groups: {groups}")
        lines += [f"note: {odd}" for odd in self.roles.warnings]
        return "\n".join(lines)


@explained
def dress(figure: Figure, roles: Mapping[str, str | None] | None = None, *, name: str | None = None) -> Dressed:
    """A figure with the limits, masses, joint groups, preferred bends and solids of a human body.

    Args:
        figure: A figure as a motion or character file gives it.
        roles: Roles of joints that are known: {"Bone.012": "l_thigh", "Tail": None}; the others are found.
        name: Name of the dressed figure; that of the rig by default.
    """
    found = find_roles(figure, roles)
    reference = reference_of(figure, found)
    maker = Dressmaker(Tailor(reference))
    skeleton = maker.skeleton(name or figure.name)
    if figure.skeleton.skin is not None:
        skeleton = replace(skeleton, skin=_carried_skin(figure.skeleton.skin, reference, skeleton, maker.own))
    return Dressed(Figure(skeleton), figure, found, reference, maker.parts, maker.headings)


def _carried_skin(skin: Skin, reference: Reference, skeleton: Skeleton, own: Mapping[str, str]) -> Skin:
    """The skin of a rig on the dressed skeleton: in the reference pose both are the same.

    ``own`` has the dressed joint of each joint of the rig; what is above the pelvis goes with the pelvis.
    """
    rig, dressed = reference.figure, Figure(skeleton)
    world = np.asarray(rig.forward(zero_state(rig)))
    scales = np.swapaxes(orthonormal_frame(world[..., :3]), -1, -2) @ world[..., :3]
    zero = np.asarray(dressed.forward(zero_state(dressed)))
    shift = zero[skeleton.index("pelvis"), :, 3] - reference.place("pelvis")
    frames = {}
    for i, joint in enumerate(rig.skeleton.joints):
        target = own.get(joint.name, "pelvis")
        frame = np.column_stack([reference.rotations[i] @ scales[i], reference.places[i] + shift])
        frames[joint.name] = (target, compose(inverse(zero[skeleton.index(target)]), frame))
    return skin.carried(frames)
