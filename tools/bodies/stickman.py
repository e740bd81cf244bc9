"""The stick man of W fig. 6.1: eleven joints, straight limbs, groups named as there; 1.75 m and 75 kg."""

from __future__ import annotations

from dataclasses import replace

from manikin.skeleton.build import joint
from manikin.skeleton.skeleton import Joint, Skeleton

from .anthropometry import FOOT_LENGTH, HEIGHT, LENGTH, RANGE, SEGMENTS, SHOULDER, STATURE, kilograms
from .parts import egg, free_root, limb, point, rod, turn, with_mirror_images

HIP, ANKLE = HEIGHT["hip"] * STATURE, HEIGHT["ankle"] * STATURE
WAIST, NECK = 1.03, 1.50  # m above the ground
ARM = (LENGTH["upper_arm"] + LENGTH["forearm"]) * STATURE
HAND = LENGTH["hand"] * STATURE
THIN, LIMB = 0.021, 0.024  # different, so that no two surfaces coincide where they meet


def share(*segments: str) -> float:
    return kilograms(sum(SEGMENTS[name].mass for name in segments))


def middle() -> list[Joint]:
    """Pelvis, torso and head."""
    chest = SHOULDER * STATURE - WAIST
    return [
        joint("pelvis", offset=point((0, HIP, 0)), dofs=free_root(), mass=share("lower_trunk"),
              centre=(0.0, 0.03, 0.0),
              shapes=[rod((-0.09, 0, 0), (0.09, 0, 0), THIN), rod((0, 0, 0), (0, WAIST - HIP, 0), THIN)]),
        joint("torso", "pelvis", offset=point((0, WAIST - HIP, 0)),
              dofs=[turn("torso bend", "x", -40, 90), turn("torso side", "-z", -40, 40),
                    turn("torso twist", "y", -45, 45)],
              mass=share("middle_trunk", "upper_trunk"), centre=point((0, 0.21, 0)),
              shapes=[rod((0, 0, 0), (0, NECK - WAIST, 0), THIN), rod((-0.19, chest, 0), (0.19, chest, 0), THIN)],
              limb="Upper body"),
        *arm(chest),
        joint("head", "torso", offset=point((0, NECK - WAIST, 0)),
              dofs=[turn("head nod", "x", -50, 50), turn("head side", "-z", -45, 45),
                    turn("head turn", "y", -80, 80)],
              mass=share("head"), centre=point((0, 0.13, 0)),
              shapes=[rod((0, 0, 0), (0, 0.05, 0), THIN), egg((0, 0.14, 0), (0.085, 0.11, 0.095)),
                      rod((0, 0.13, 0.09), (0, 0.115, 0.10), 0.010, 0.014)],
              limb="Upper body"),
    ]  # fmt: skip


def arm(height: float) -> list[Joint]:
    return [
        joint("left arm", "torso", offset=point((0.19, height, 0)),
              dofs=[turn("left arm forward", "-x", -50, 180), turn("left arm out", "z", -30, 170, rest=10),
                    turn("left arm twist", "-y", -90, 80)],
              mass=share("upper_arm", "forearm"), centre=point((0, -0.46 * ARM, 0)),
              shapes=[rod((0, 0, 0), (0, -ARM, 0), LIMB, THIN)], limb="Left arm"),
        joint("left hand", "left arm", offset=point((0, -ARM, 0)),
              dofs=[turn("left hand bend", "-z", *RANGE["wrist_flexion"])],
              mass=share("hand"), centre=point((0, -SEGMENTS["hand"].centre * HAND, 0)),
              shapes=[rod((0, 0, 0), (0, -0.75 * HAND, 0), 0.026, 0.030)], limb="Left arm"),
    ]  # fmt: skip


def leg() -> list[Joint]:
    length = FOOT_LENGTH * STATURE
    return [
        joint("left leg", "pelvis", offset=(0.09, 0, 0),
              dofs=[turn("left leg forward", "-x", *RANGE["hip_flexion"]),
                    turn("left leg out", "z", *RANGE["hip_abduction"]),
                    turn("left leg twist", "-y", *RANGE["hip_twist"])],
              mass=share("thigh", "shank"), centre=point((0, 0.325 * (ANKLE - HIP), 0)),
              shapes=[rod((0, 0, 0), (0, ANKLE - HIP, 0), LIMB, THIN)], limb="Left leg"),
        joint("left foot", "left leg", offset=point((0, ANKLE - HIP, 0)),
              dofs=[turn("left foot lift", "-x", *RANGE["ankle_flexion"])],
              mass=share("foot"), centre=point((0, -ANKLE + 0.03, 0.05)),
              shapes=limb([(0, 0, 0), (0, LIMB - ANKLE, -0.04), (0, LIMB - ANKLE, length - 0.04 - 2 * LIMB)],
                          [LIMB, LIMB, LIMB]),
              limb="Left leg"),
    ]  # fmt: skip


def stickman() -> Skeleton:
    joints = with_mirror_images([*middle(), *leg()])
    as_printed = [replace(j, limb="Right Arm") if j.limb == "Right arm" else j for j in joints]
    return Skeleton(name="stickman", joints=tuple(as_printed))
