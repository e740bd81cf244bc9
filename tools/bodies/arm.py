"""Arm and hand of the human figures: the left side, hanging straight down, thumb forward."""

from __future__ import annotations

import math
from collections.abc import Sequence

from manikin.skeleton.build import joint
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Dof

from .anthropometry import LENGTH, RANGE, SEGMENTS, STATURE, kilograms
from .hand import FINGERS, GROUP, finger_block, fingers, thumb
from .parts import egg, limb, minus, point, rod, tidy, turn
from .shoulder import SHOULDER_JOINT

UPPER_ARM, FOREARM = (tidy(LENGTH[name] * STATURE) for name in ("upper_arm", "forearm"))
ELBOW_REST = 12.0  # degrees


def arm(parent: str, below: Sequence[float], *, shoulder: Sequence[Dof], moving_fingers: bool) -> list[Joint]:
    """Upper arm, forearm, hand with fingers and thumb (one block unless these move), and useful points on them."""
    upper_arm, forearm = SEGMENTS["upper_arm"], SEGMENTS["forearm"]
    upper_shapes = limb(
        [(0.002, 0.0, 0.0), (0.004, -0.075, 0.0), (0.0, -0.165, 0.004), (0.0, -UPPER_ARM, 0.0)],
        [0.055, 0.052, 0.046, 0.038],
    )
    forearm_shapes = limb(
        [(0.0, 0.0, 0.0), (0.002, -0.065, 0.002), (0.0, -0.155, 0.0), (0.0, -FOREARM, 0.0)],
        [0.038, 0.043, 0.035, 0.0265],
    )
    bones = [*fingers(), *thumb()] if moving_fingers else finger_block()
    return [
        joint("l_upper_arm", parent, offset=minus(SHOULDER_JOINT, below), dofs=shoulder,
              mass=kilograms(upper_arm.mass), centre=point((0, -upper_arm.centre * UPPER_ARM, 0)),
              shapes=upper_shapes, limb=GROUP),
        joint("l_forearm", "l_upper_arm", offset=(0, -UPPER_ARM, 0),
              dofs=[turn("l_elbow", "-x", *RANGE["elbow"], rest=ELBOW_REST)],
              mass=kilograms(forearm.mass), centre=point((0, -forearm.centre * FOREARM, 0)),
              shapes=forearm_shapes, limb=GROUP),
        palm(kilograms(SEGMENTS["hand"].mass) - sum(part.mass for part in bones)),
        # z points out of the palm, y towards the wrist
        joint("l_palm", "l_hand", offset=(-0.018, -0.060, 0.0), orientation=(0, -math.pi / 2, 0), limb=GROUP),
        *bones,
    ]  # fmt: skip


def palm(mass: float) -> Joint:
    """The hand with the three degrees of freedom of the wrist: pronation, flexion, towards the thumb."""
    shapes: list[Shape] = [egg((0, -0.050, 0.002), (0.016, 0.048, 0.040)), egg((0, -0.004, 0), (0.024, 0.022, 0.028))]
    shapes += [rod((0, -0.012, 0.45 * x), (0.002, -down, x), 0.014, 0.0115) for x, down, _, _ in FINGERS.values()]
    dofs = [
        turn("l_forearm_twist", "-y", *RANGE["forearm_twist"]),
        turn("l_wrist_flexion", "-z", *RANGE["wrist_flexion"]),
        turn("l_wrist_deviation", "-x", *RANGE["wrist_deviation"]),
    ]
    return joint("l_hand", "l_forearm", offset=(0, -FOREARM, 0), dofs=dofs, mass=round(mass, 5),
                 centre=(0.0, -0.052, 0.002), shapes=shapes, limb=GROUP)  # fmt: skip
