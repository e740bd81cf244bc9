"""Arm and hand of the human figures: the left side, hanging straight down, thumb forward."""

from __future__ import annotations

import math
from collections.abc import Sequence

from manikin.math.rotations import Vec3
from manikin.skeleton.build import joint
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Dof

from .anthropometry import LENGTH, RANGE, SEGMENTS, STATURE, kilograms
from .parts import egg, limb, minus, point, rod, tidy, turn
from .shoulder import SHOULDER_JOINT

UPPER_ARM, FOREARM, HAND = (tidy(LENGTH[name] * STATURE) for name in ("upper_arm", "forearm", "hand"))
GROUP = "Left arm"
ELBOW_REST, CURL = 12.0, 12.0  # degrees

# The four fingers from the thumb's side: place across the hand, knuckle below the wrist, lengths of their halves [m].
FINGERS = (
    (0.031, 0.090, 0.040, 0.043),
    (0.0105, 0.094, 0.042, 0.050),
    (-0.0095, 0.090, 0.041, 0.047),
    (-0.028, 0.082, 0.036, 0.036),
)
KNUCKLES, MIDDLE = 0.088, 0.041  # the common axes of the fingers: below the wrist, and below that [m]


def arm(parent: str, below: Sequence[float], *, shoulder: Sequence[Dof], fingers: bool) -> list[Joint]:
    """Upper arm, forearm, hand with fingers and thumb (rigid unless ``fingers``), and useful points on them."""
    upper_arm, forearm = SEGMENTS["upper_arm"], SEGMENTS["forearm"]
    upper_shapes = limb(
        [(0.002, 0.0, 0.0), (0.004, -0.075, 0.0), (0.0, -0.165, 0.004), (0.0, -UPPER_ARM, 0.0)],
        [0.055, 0.052, 0.046, 0.038],
    )
    forearm_shapes = limb(
        [(0.0, 0.0, 0.0), (0.002, -0.065, 0.002), (0.0, -0.155, 0.0), (0.0, -FOREARM, 0.0)],
        [0.038, 0.043, 0.035, 0.0265],
    )
    return [
        joint("l_upper_arm", parent, offset=minus(SHOULDER_JOINT, below), dofs=shoulder,
              mass=kilograms(upper_arm.mass), centre=point((0, -upper_arm.centre * UPPER_ARM, 0)),
              shapes=upper_shapes, limb=GROUP),
        joint("l_forearm", "l_upper_arm", offset=(0, -UPPER_ARM, 0),
              dofs=[turn("l_elbow", "-x", *RANGE["elbow"], rest=ELBOW_REST)],
              mass=kilograms(forearm.mass), centre=point((0, -forearm.centre * FOREARM, 0)),
              shapes=forearm_shapes, limb=GROUP),
        palm(),
        # z points out of the palm, y towards the wrist
        joint("l_palm", "l_hand", offset=(-0.018, -0.060, 0.0), orientation=(0, -math.pi / 2, 0), limb=GROUP),
        *finger_block(fingers),
        *thumb(fingers),
    ]  # fmt: skip


def palm() -> Joint:
    """The hand with the three degrees of freedom of the wrist: pronation, flexion, towards the thumb."""
    shapes: list[Shape] = [egg((0, -0.050, 0.002), (0.016, 0.048, 0.040)), egg((0, -0.004, 0), (0.024, 0.022, 0.028))]
    shapes += [rod((0, -0.012, 0.45 * x), (0.002, -down, x), 0.014, 0.0115) for x, down, _, _ in FINGERS]
    dofs = [
        turn("l_forearm_twist", "-y", *RANGE["forearm_twist"]),
        turn("l_wrist_flexion", "-z", *RANGE["wrist_flexion"]),
        turn("l_wrist_deviation", "-x", *RANGE["wrist_deviation"]),
    ]
    mass = kilograms(SEGMENTS["hand"].mass - 0.17)  # fingers and thumb carry the rest
    return joint("l_hand", "l_forearm", offset=(0, -FOREARM, 0), dofs=dofs, mass=mass, centre=(0.0, -0.052, 0.002),
                 shapes=shapes, limb=GROUP)  # fmt: skip


def _hinge(moving: bool, name: str, axis: str | Vec3, key: str, rest: float) -> list[Dof]:
    return [turn(name, axis, *RANGE[key], rest=rest)] if moving else []


def finger_block(moving: bool) -> list[Joint]:
    """Four fingers that bend together at the knuckles and in the middle."""
    first: list[Shape] = []
    second: list[Shape] = []
    for across, down, one, two in FINGERS:
        start, bend = KNUCKLES - down, KNUCKLES - down - one
        first.append(rod((0.002, start, across), (0, bend, across), 0.0112, 0.0098))
        bend += MIDDLE
        second.append(rod((0, bend, across), (-0.001, bend - two + 0.008, across), 0.0098, 0.0075))
    return [
        joint("l_fingers", "l_hand", offset=(0, -KNUCKLES, 0), mass=kilograms(0.08), centre=(0.0, -0.02, 0.0),
              dofs=_hinge(moving, "l_knuckles", "-z", "knuckles", CURL), shapes=first, limb=GROUP),
        joint("l_fingertips", "l_fingers", offset=(0, -MIDDLE, 0), mass=kilograms(0.05), centre=(0.0, -0.02, 0.0),
              dofs=_hinge(moving, "l_finger_curl", "-z", "fingers", 1.5 * CURL), shapes=second, limb=GROUP),
        joint("l_hand tip", "l_fingertips", offset=point((0, KNUCKLES + MIDDLE - HAND, 0.0105)), limb=GROUP),
    ]  # fmt: skip


def thumb(moving: bool) -> list[Joint]:
    """A thumb that swings towards the palm and bends."""
    base, middle, end = (-0.008, -0.022, 0.026), (-0.014, -0.040, 0.024), (-0.004, -0.034, 0.006)
    return [
        joint("l_thumb", "l_hand", offset=base, mass=kilograms(0.025), centre=(-0.006, -0.02, 0.01),
              dofs=_hinge(moving, "l_thumb_opposition", "-y", "thumb_opposition", 0.0),
              shapes=[rod((0, 0, 0), middle, 0.0165, 0.0125)], limb=GROUP),
        joint("l_thumb_end", "l_thumb", offset=middle, mass=kilograms(0.015), centre=(-0.002, -0.016, 0.003),
              dofs=_hinge(moving, "l_thumb_flexion", (-0.6, 0.0, -0.8), "thumb_flexion", 0.5 * CURL),
              shapes=[rod((0, 0, 0), end, 0.0125, 0.0098)], limb=GROUP),
        joint("l_thumb tip", "l_thumb_end", offset=point((end[0], end[1] - 0.008, end[2] + 0.002)), limb=GROUP),
    ]  # fmt: skip
