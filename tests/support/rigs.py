"""Bare rigs of bipeds as programs name them: ball joints without limits, in several rest poses."""

from __future__ import annotations

import numpy as np

from manikin import Figure, Joint, Skeleton
from manikin.math.rotations import Array, about_axis, affine
from manikin.skeleton.build import dofs_of_kind, named_dofs

# the parts of a rig with places in a T-pose [m]: y up, facing z, left along x
PLACES: dict[str, tuple[str | None, tuple[float, float, float]]] = {
    "pelvis": (None, (0.0, 0.95, 0.0)),
    "spine1": ("pelvis", (0.0, 1.05, -0.01)),
    "spine2": ("spine1", (0.0, 1.20, -0.02)),
    "spine3": ("spine2", (0.0, 1.32, -0.02)),
    "neck": ("spine3", (0.0, 1.45, -0.02)),
    "head": ("neck", (0.0, 1.55, 0.0)),
    "clavicle": ("spine3", (0.03, 1.40, 0.0)),
    "upper_arm": ("clavicle", (0.18, 1.41, -0.02)),
    "forearm": ("upper_arm", (0.45, 1.41, -0.02)),
    "hand": ("forearm", (0.70, 1.41, -0.02)),
    "thigh": ("pelvis", (0.10, 0.90, 0.0)),
    "shin": ("thigh", (0.10, 0.48, 0.0)),
    "foot": ("shin", (0.10, 0.08, -0.01)),
    "toes": ("foot", (0.11, 0.02, 0.12)),
}
SIDED = ("clavicle", "upper_arm", "forearm", "hand", "thigh", "shin", "foot", "toes")
DIALECTS = {
    "mixamo": "mixamorig:Hips mixamorig:Spine mixamorig:Spine1 mixamorig:Spine2 mixamorig:Neck mixamorig:Head "
    "mixamorig:*Shoulder mixamorig:*Arm mixamorig:*ForeArm mixamorig:*Hand mixamorig:*UpLeg mixamorig:*Leg "
    "mixamorig:*Foot mixamorig:*ToeBase Left Right",
    "acclaim": "root lowerback upperback thorax lowerneck head *clavicle *humerus *radius *wrist *femur *tibia *foot "
    "*toes l r",
    "biped": "Bip01_Pelvis Bip01_Spine Bip01_Spine1 Bip01_Spine2 Bip01_Neck Bip01_Head Bip01_*_Clavicle "
    "Bip01_*_UpperArm Bip01_*_Forearm Bip01_*_Hand Bip01_*_Thigh Bip01_*_Calf Bip01_*_Foot Bip01_*_Toe0 L R",
    "unreal": "pelvis spine_01 spine_02 spine_03 neck_01 head clavicle_* upperarm_* lowerarm_* hand_* thigh_* calf_* "
    "foot_* ball_* l r",
    "rigify": "DEF-spine DEF-spine.001 DEF-spine.002 DEF-spine.003 DEF-neck DEF-head DEF-shoulder.* DEF-upper_arm.* "
    "DEF-forearm.* DEF-hand.* DEF-thigh.* DEF-shin.* DEF-foot.* DEF-toe.* L R",
    "vrm": "J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_Chest J_Bip_C_UpperChest J_Bip_C_Neck J_Bip_C_Head J_Bip_*_Shoulder "
    "J_Bip_*_UpperArm J_Bip_*_LowerArm J_Bip_*_Hand J_Bip_*_UpperLeg J_Bip_*_LowerLeg J_Bip_*_Foot J_Bip_*_ToeBase L R",
    "smpl": "Pelvis Spine1 Spine2 Spine3 Neck Head *_Collar *_Shoulder *_Elbow *_Wrist *_Hip *_Knee *_Ankle *_Foot L R",
    "xsens": "Hips Chest Chest2 Chest3 Neck Head *Collar *Shoulder *Elbow *Wrist *Hip *Knee *Ankle *Toe Left Right",
    "nameless": "b0 b1 b2 b3 b4 b5 b6* b7* b8* b9* b10* b11* b12* b13* p q",
}


def names_in(dialect: str) -> dict[str, str]:
    """The name of each role in a dialect: {"l_thigh": "LeftUpLeg", …}."""
    *words, left, right = DIALECTS[dialect].split()
    found = {}
    for part, word in zip(PLACES, words, strict=True):
        if part in SIDED:
            found |= {f"{side}_{part}": word.replace("*", own) for side, own in (("l", left), ("r", right))}
        else:
            found[part] = word
    return found


def rest_places(arms: float = 0.0, legs: float = 0.0, scale: float = 1.0) -> dict[str, Array]:
    """Places of all roles at rest; arms hang down by an angle from aside, legs are spread by one [degrees]."""
    found: dict[str, Array] = {}
    for side, sign in (("l", 1.0), ("r", -1.0)):
        for part, (_, at) in PLACES.items():
            role = f"{side}_{part}" if part in SIDED else part
            found[role] = np.array(at) * ((sign, 1.0, 1.0) if part in SIDED else (1.0, 1.0, 1.0))
        for base, turn, moved in (("upper_arm", -arms, ("forearm", "hand")), ("thigh", legs, ("shin", "foot", "toes"))):
            rotation = about_axis((0.0, 0.0, 1.0), np.radians(sign * turn))
            flat = about_axis((0.0, 0.0, 1.0), 0.0)
            pivot = found[f"{side}_{base}"]
            foot = found[f"{side}_foot"].copy()
            for part in moved:
                role = f"{side}_{part}"
                if part == "toes":  # feet stay level
                    found[role] = found[f"{side}_foot"] + flat @ (found[role] - foot)
                else:
                    found[role] = pivot + rotation @ (found[role] - pivot)
    return {role: scale * at for role, at in found.items()}


def rig(dialect: str = "mixamo", *, arms: float = 0.0, legs: float = 0.0, scale: float = 1.0, up: str = "y") -> Figure:
    """A rig at rest with its arms aside (0) or hanging (90 degrees)."""
    names, places = names_in(dialect), rest_places(arms, legs, scale)
    turn = np.eye(3) if up == "y" else np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])  # faces x, left along y
    joints = []
    for role, at in places.items():
        side, part = (role[:2], role[2:]) if role[1] == "_" else ("", role)
        above = PLACES[part][0]
        parent = None if above is None else (f"{side}{above}" if above in SIDED else above)
        offset = turn @ (at if parent is None else at - places[parent])
        kind = "free" if parent is None else "ball"
        joints.append(
            Joint(
                name=names[role],
                parent=None if parent is None else names[parent],
                before=affine(None, offset.tolist()),
                dofs=named_dofs(names[role], dofs_of_kind(kind)),
            )
        )
    return Figure(Skeleton(name=f"{dialect} rig", joints=tuple(joints), up="z" if up == "z" else "y"))
