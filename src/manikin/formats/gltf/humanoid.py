"""The humanoid bones of VRM avatars and motions (VRM 0.x, VRM 1.0, VRMA 1.0) as roles of joints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from manikin.formats.gltf.asset import Asset

__all__ = ["BONES", "bone_nodes", "bone_roles", "read_roles", "signal_nodes"]

TRUNK = {"hips": "pelvis", "neck": "neck", "head": "head"}
SPINE = ("spine", "chest", "upperChest")
LIMBS = {
    "Shoulder": "clavicle", "UpperArm": "upper_arm", "LowerArm": "forearm", "Hand": "hand", "UpperLeg": "thigh",
    "LowerLeg": "shin", "Foot": "foot", "Toes": "toes",
}  # fmt: skip
FINGERS = {"Index": "index", "Middle": "middle", "Ring": "ring", "Little": "pinky"}
SIDES = {"left": "l", "right": "r"}
THUMBS = ("Metacarpal", "Proximal", "Intermediate", "Distal")
"""Bones of a thumb: VRM 1.0 has the first, VRM 0.x the third instead."""
BONES: dict[str, str] = {
    **TRUNK,
    **{f"{side}{bone}": f"{s}_{role}" for side, s in SIDES.items() for bone, role in LIMBS.items()},
    **{
        f"{side}{finger}{bone}": f"{s}_{role}{k}"
        for side, s in SIDES.items()
        for finger, role in FINGERS.items()
        for k, bone in enumerate(("Proximal", "Intermediate", "Distal"), start=1)
    },
}
"""Roles by the names of bones; those of spine and thumb depend on which of them there are."""


def read_roles(asset: Asset, names: dict[int, str]) -> tuple[tuple[str, str], ...]:
    """Roles and joints, where the file says which node is which bone; ``names`` are those of the nodes in use."""
    bones = bone_nodes(asset)
    found = {BONES[bone]: node for bone, node in bones.items() if bone in BONES}
    for k, bone in enumerate([bone for bone in SPINE if bone in bones], start=1):
        found[f"spine{k}"] = bones[bone]
    for side, s in SIDES.items():
        for k, bone in enumerate([b for b in THUMBS if f"{side}Thumb{b}" in bones], start=1):
            found[f"{s}_thumb{k}"] = bones[f"{side}Thumb{bone}"]
    known = [(role, names[node]) for role, node in found.items() if node in names]
    return tuple(known) if len({joint for _, joint in known}) == len(known) else ()


def bone_roles(roles: Iterable[str]) -> dict[str, str]:
    """The role of each bone of VRM 1.0 among these roles, parents first; of a long spine the first, middle, last."""
    have = set(roles)
    spine = sorted((r for r in have if r.startswith("spine")), key=lambda role: int(role[5:]))
    if len(spine) > len(SPINE):
        spine = [spine[0], spine[len(spine) // 2], spine[-1]]
    found = {"hips": "pelvis"} | dict(zip(SPINE, spine, strict=False))
    found |= {bone: role for bone, role in BONES.items() if role in have}
    for side, s in SIDES.items():
        for k, bone in enumerate(("Metacarpal", "Proximal", "Distal"), start=1):
            if f"{s}_thumb{k}" in have:
                found[f"{side}Thumb{bone}"] = f"{s}_thumb{k}"
    return found


def bone_nodes(asset: Asset) -> dict[str, int]:
    """The nodes of bones by their names; empty where the file does not say."""
    for own in _extensions(asset):
        humanoid = own.get("humanoid")
        given: Any = humanoid.get("humanBones") if isinstance(humanoid, dict) else None
        if isinstance(given, dict):
            pairs = [(bone, one.get("node")) for bone, one in given.items() if isinstance(one, dict)]
        elif isinstance(given, list):
            pairs = [(one.get("bone"), one.get("node")) for one in given if isinstance(one, dict)]
        else:
            continue
        return {bone: node for bone, node in pairs if isinstance(bone, str) and type(node) is int}
    return {}


def signal_nodes(asset: Asset) -> dict[int, str]:
    """Nodes of a VRM motion that are no parts of a body: where the eyes look, how strong an expression is."""
    found: dict[int, str] = {}
    for own in _extensions(asset):
        groups = own.get("expressions")
        if isinstance(groups, dict):
            named = [one for group in ("preset", "custom") if isinstance(one := groups.get(group), dict)]
            found |= {_node(one): f"the expression {name}" for group in named for name, one in group.items()}
        found[_node(own.get("lookAt"))] = "where the eyes look"
    found.pop(-1, None)
    return found


def _node(given: Any) -> int:
    node = given.get("node") if isinstance(given, dict) else None
    return node if type(node) is int else -1


def _extensions(asset: Asset) -> list[dict[str, Any]]:
    """What a file says of a humanoid, by each version of VRM."""
    extensions = asset.json.get("extensions")
    given = extensions if isinstance(extensions, dict) else {}
    return [own for name in ("VRMC_vrm", "VRMC_vrm_animation", "VRM") if isinstance(own := given.get(name), dict)]
