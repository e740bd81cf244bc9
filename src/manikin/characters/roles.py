"""Roles: which joint of a figure is which part of a human body, found by names, tree and geometry.

Names come first, because rigs name their joints; the tree decides words with two meanings ("Shoulder" is a clavicle in
one program and an upper arm in another); geometry checks sides and finds what has no name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from manikin.arguments import ExplainedType, explained
from manikin.characters.limb_search import find_limbs
from manikin.characters.tree_view import TreeView
from manikin.characters.words import read_name
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure

__all__ = ["LIMBS", "NEEDED", "Roles", "find_roles", "is_finger", "is_role", "map_to_roles", "role_names"]

LIMBS = {
    "leg": ("thigh", "shin", "foot", "toes"),
    "arm": ("clavicle", "upper_arm", "forearm", "hand"),
}
FINGER_ROLES = ("thumb", "index", "middle", "ring", "pinky", "finger")
NEEDED = ("pelvis", "l_thigh", "l_shin", "l_foot", "r_thigh", "r_shin", "r_foot")
LEAST = 12
"""Fewest roles of a figure that counts as a human body."""
UPRIGHT = 0.5
"""Least cosine between the trunk and the vertical while a human figure rests."""


def is_finger(role: str) -> bool:
    """Whether a role is that of a joint of a finger."""
    return role[1:2] == "_" and role[2:].rstrip("0123456789") in FINGER_ROLES


def role_names() -> tuple[str, ...]:
    """All roles except the joints of spine and fingers, which are counted: spine1, spine2, l_index1."""
    sided = [f"{side}_{part}" for side in "lr" for parts in LIMBS.values() for part in parts]
    return ("pelvis", "neck", "head", *sided)


@dataclass(frozen=True)
class Roles(metaclass=ExplainedType):
    """The roles of a figure.

    Attributes:
        joints: For each role, the joint that has it: "l_thigh", "spine1", "l_index2".
        why: For each role, how it was found: "name", "tree", "geometry", "file" or "map".
        warnings: What was odd, and what was done about it.
    """

    joints: Mapping[str, str]
    why: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def __contains__(self, role: object) -> bool:
        return role in self.joints

    def __getitem__(self, role: str) -> str:
        if role not in self.joints:
            raise UnknownName("role", role, self.joints)
        return self.joints[role]

    @cached_property
    def spine(self) -> tuple[str, ...]:
        """The roles between pelvis and neck, from below."""
        return tuple(f"spine{i}" for i in range(1, 1 + sum(role.startswith("spine") for role in self.joints)))

    @property
    def chest(self) -> str:
        """The role that the arms hang from: the last of the spine, or the pelvis."""
        return self.spine[-1] if self.spine else "pelvis"

    @cached_property
    def role_of(self) -> dict[str, str]:
        """The role of each joint that has one."""
        return {joint: role for role, joint in self.joints.items()}

    def table(self) -> str:
        """A line for each role: the joint, and how it was found."""
        width = max(map(len, self.joints), default=0)
        long = max(map(len, self.joints.values()), default=0)
        return "\n".join(
            f"{role:{width}}  {joint:{long}}  by {self.why.get(role, 'name')}" for role, joint in self.joints.items()
        )


@explained
def find_roles(figure: Figure, given: Mapping[str, str | None] | None = None) -> Roles:
    """The roles of a figure; an ``InputError`` says why it has none of a human body.

    Args:
        figure: The figure.
        given: Roles that are known, by joint: {"Bone.012": "l_thigh", "Tail": None}.  None says that a joint has no
            role.  What is not given is found.
    """
    view = TreeView(figure)
    said = _checked(figure, given or {})
    file = {r: joint for r, joint in figure.skeleton.roles if r not in said and joint not in (given or {})}
    known = {**file, **said}
    barred = {joint for joint, role in (given or {}).items() if role is None}
    joints, why, odd = find_limbs(view, known, barred)
    joints, why = _trunk(view, joints, why, known, barred)
    joints, odd = _right_way_round(view, joints, known, odd)
    _refuse_others(view, joints)
    joints |= {role: joint for role, joint in known.items() if is_finger(role)}
    joints |= {role: joint for role, joint in _fingers(view, joints).items() if role not in joints}
    why |= {role: "name" for role in joints if role not in why}
    why |= dict.fromkeys(file, "file") | dict.fromkeys(said, "map")
    order = _order(joints)
    return Roles({role: joints[role] for role in order}, {role: why[role] for role in order}, tuple(odd))


def is_role(name: str) -> bool:
    """Whether a name is that of a role."""
    stem = name.rstrip("0123456789")
    return name in role_names() or stem in ("spine", *(f"{s}_{f}" for s in "lr" for f in FINGER_ROLES))


def map_to_roles(
    figure: Figure, given: Mapping[str, str | None], other: Roles | None = None, target: Figure | None = None
) -> dict[str, str | None]:
    """A map of a figure's joints to roles, from one that may also name joints of another figure.

    A joint of the other figure stands for the role that it has there; a name that is both is a role.  Names that are
    neither are refused with the nearest right ones.
    """
    made = {joint: _role_for(name, other, target) for joint, name in given.items()}
    _checked(figure, made)
    return made


def _role_for(name: str | None, other: Roles | None, target: Figure | None) -> str | None:
    if name is None or is_role(name) or other is None or target is None:
        return name
    if name in other.role_of:
        return other.role_of[name]
    if name in target.skeleton:
        raise InputError(
            f"the joint {shorten(name)} of {shorten(target.name)} has no role; a map of that figure says it"
        )
    known = (*role_names(), "spine1", "l_index1", *(joint.name for joint in target.skeleton))
    raise UnknownName(f"role, or joint of {shorten(target.name)},", name, known)


def _checked(figure: Figure, given: Mapping[str, str | None]) -> dict[str, str]:
    """The given joints by role."""
    found: dict[str, str] = {}
    for joint, role in given.items():
        figure.skeleton.index(joint)
        if role is None:
            continue
        if not is_role(role):
            raise UnknownName("role", role, (*role_names(), "spine1", "l_index1"))
        if role in found:
            raise InputError(f"two joints have the role {role}: {shorten(found[role])} and {shorten(joint)}")
        found[role] = joint
    return found


def _trunk(
    view: TreeView, joints: dict[str, str], why: dict[str, str], known: Mapping[str, str], barred: set[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Pelvis, spine, neck and head: where the legs meet, the way to where the arms meet, and on from there."""
    made = dict(joints)
    thighs = [made[f"{side}_thigh"] for side in "lr" if f"{side}_thigh" in made]
    if "pelvis" in known:
        made["pelvis"] = known["pelvis"]
    elif len(thighs) == 2:
        made["pelvis"] = view.last_in_place(view.meeting(*thighs))
        why["pelvis"] = "name" if "pelvis" in read_name(made["pelvis"]).scores else "tree"
    arms = [made[role] for s in "lr" for role in (f"{s}_clavicle", f"{s}_upper_arm") if role in made]
    if "pelvis" not in made:
        return made, why
    chest = view.meeting(*arms) if len(arms) > 1 else made["pelvis"]
    given = {joint: role for role, joint in known.items()}
    head = known.get("head") or view.topmost("head", chest, barred | given.keys())
    neck = known.get("neck") or view.neck_below(head, chest, barred | given.keys())
    if head is None and neck is None:
        sided = [joint for role, joint in made.items() if role[1:2] == "_"]
        limbs = {name for joint in sided for name in (joint, *view.below(joint))}
        neck = next((name for name in view.above(chest, limbs) if name not in barred), None)
        why["neck"] = "tree"
    if head is None and neck is not None:
        head, why["head"] = view.last_above(neck, barred), "tree"
    if head is not None and head != neck:
        made["head"] = head
    if neck is not None:
        made["neck"] = neck
    spine = [name for name in view.between(made["pelvis"], chest) if name not in barred]
    if any(role.startswith("spine") for role in known):
        spine = [joint for role, joint in sorted(known.items()) if role.startswith("spine")]
    for i, name in enumerate(spine):
        made[f"spine{i + 1}"] = name
        why[f"spine{i + 1}"] = "tree"
    return made, why


def _right_way_round(
    view: TreeView, joints: dict[str, str], known: Mapping[str, str], odd: list[str]
) -> tuple[dict[str, str], list[str]]:
    """Left parts lie on the left, seen along the toes; where names say the opposite, they are swapped, and told."""
    if not all(f"{side}_{part}" in joints for side in "lr" for part in ("thigh", "foot", "toes")):
        return joints, odd
    place = view.place
    left = place(joints["l_thigh"]) - place(joints["r_thigh"])
    toes = sum(place(joints[f"{side}_toes"]) - place(joints[f"{side}_foot"]) for side in "lr")
    ahead = np.cross(left, view.up)
    if ahead @ toes >= -0.3 * np.linalg.norm(ahead) * np.linalg.norm(toes) or any(r[1:2] == "_" for r in known):
        return joints, odd
    other = {"l": "r", "r": "l"}
    swapped = {(other[r[0]] + r[1:] if r[1:2] == "_" else r): joint for r, joint in joints.items()}
    odd = [*odd, "the toes point backward for the sides that the names say: left and right are swapped"]
    return swapped, odd


def _refuse_others(view: TreeView, joints: Mapping[str, str]) -> None:
    """Raise for figures that are no human bodies."""
    name = shorten(view.figure.name)
    missing = [role for role in NEEDED if role not in joints]
    if missing or len(joints) < LEAST:
        count = f"{len(joints)} of at least {LEAST} roles were found"
        silent = [j.name for j in view.figure.skeleton if read_name(j.name).silent][:8]
        hints = f"; joints without a role: {', '.join(map(shorten, silent))}" if silent else ""
        lacking = f"{', '.join(missing)} are missing" if missing else "that is too few for arms and trunk"
        raise InputError(f"{name} is not taken for a human body: {count}, {lacking}; give a map of roles{hints}")
    top = (
        joints.get("neck")
        or joints.get("head")
        or next((joints[role] for role in ("l_upper_arm", "r_upper_arm") if role in joints), joints["pelvis"])
    )
    trunk = view.place(top) - view.place(joints["pelvis"])
    length = float(np.linalg.norm(trunk))
    if length and trunk @ view.up < UPRIGHT * length:
        angle = float(np.degrees(np.arccos(np.clip(trunk @ view.up / length, -1, 1))))
        raise InputError(f"{name} is no biped: its trunk lies {angle:.0f}° from the vertical while it rests")


def _fingers(view: TreeView, joints: Mapping[str, str]) -> dict[str, str]:
    """The joints of the fingers, counted from the hand: l_index1, l_index2, …"""
    found: dict[str, str] = {}
    taken = set(joints.values())
    for side in "lr":
        hand = joints.get(f"{side}_hand")
        counts: dict[str, int] = {}
        for name in view.below(hand) if hand is not None else ():
            words = read_name(name)
            if words.finger and not words.helper and name not in taken and view.moves(name):
                counts[words.finger] = counts.get(words.finger, 0) + 1
                found[f"{side}_{words.finger}{counts[words.finger]}"] = name
    return found


def _order(joints: Mapping[str, str]) -> list[str]:
    """Roles from the pelvis up, then the arms, then the legs, then the fingers."""
    spine = [f"spine{i}" for i in range(1, len(joints) + 1)]
    sides = [f"{side}_{part}" for side in "lr" for limb in ("arm", "leg") for part in LIMBS[limb]]
    wanted = ["pelvis", *spine, "neck", "head", *sides]
    return [role for role in wanted if role in joints] + [role for role in joints if role not in wanted]
