"""The humanoid bones of VRM avatars and motions (VRM 0.x, VRM 1.0, VRMA 1.0) as roles of joints."""

from __future__ import annotations

from typing import Any

from manikin.formats.gltf.asset import Asset

__all__ = ["BONES", "read_roles"]

TRUNK = {"hips": "pelvis", "neck": "neck", "head": "head"}
SPINE = ("spine", "chest", "upperChest")
LIMBS = {
    "Shoulder": "clavicle", "UpperArm": "upper_arm", "LowerArm": "forearm", "Hand": "hand", "UpperLeg": "thigh",
    "LowerLeg": "shin", "Foot": "foot", "Toes": "toes",
}  # fmt: skip
FINGERS = {"Index": "index", "Middle": "middle", "Ring": "ring", "Little": "pinky"}
SIDES = {"left": "l", "right": "r"}
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
    bones = _bones(asset)
    found = {BONES[bone]: node for bone, node in bones.items() if bone in BONES}
    for k, bone in enumerate([bone for bone in SPINE if bone in bones], start=1):
        found[f"spine{k}"] = bones[bone]
    for side, s in SIDES.items():
        thumbs = ("Metacarpal", "Proximal", "Intermediate", "Distal")
        for k, bone in enumerate([b for b in thumbs if f"{side}Thumb{b}" in bones], start=1):
            found[f"{s}_thumb{k}"] = bones[f"{side}Thumb{bone}"]
    known = [(role, names[node]) for role, node in found.items() if node in names]
    return tuple(known) if len({joint for _, joint in known}) == len(known) else ()


def _bones(asset: Asset) -> dict[str, int]:
    """The nodes of bones by their names."""
    extensions = asset.json.get("extensions")
    if not isinstance(extensions, dict):
        return {}
    for name in ("VRMC_vrm", "VRMC_vrm_animation", "VRM"):
        own = extensions.get(name)
        humanoid = own.get("humanoid") if isinstance(own, dict) else None
        given: Any = humanoid.get("humanBones") if isinstance(humanoid, dict) else None
        if isinstance(given, dict):
            pairs = [(bone, one.get("node")) for bone, one in given.items() if isinstance(one, dict)]
        elif isinstance(given, list):
            pairs = [(one.get("bone"), one.get("node")) for one in given if isinstance(one, dict)]
        else:
            continue
        return {bone: node for bone, node in pairs if isinstance(bone, str) and type(node) is int}
    return {}
