"""Fingers and thumb of the human figures: the left hand, hanging straight down, thumb forward."""

from __future__ import annotations

import math

from manikin.math.rotations import Vec3
from manikin.skeleton.build import joint
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Coupling, Dof, Term, Variable

from .anthropometry import DISTAL_SHARE, END_OF_CURL, LENGTH, RANGE, STATURE, THUMB_KNUCKLE_SHARE, kilograms
from .parts import Point, between, minus, point, rod, tidy, turn

GROUP = "Left arm"
HAND = tidy(LENGTH["hand"] * STATURE)
KNUCKLE_REST, CURL_REST, THUMB_REST = 12.0, 18.0, 6.0  # degrees

# From the thumb's side: place across the hand, knuckle below the wrist, length of the first bone and of the rest [m]:
# round values of our own that look right on a hand of this length; only the shares of the last bones have a source.
FINGERS = {
    "index": (0.031, 0.090, 0.040, 0.043),
    "middle": (0.0105, 0.094, 0.042, 0.050),
    "ring": (-0.0095, 0.090, 0.041, 0.047),
    "pinky": (-0.028, 0.082, 0.036, 0.036),
}
KNUCKLES, MIDDLE = 0.088, 0.041  # the common axes of fingers that are one block: below the wrist, and below that [m]
FIRST_MASS, REST_MASS = 0.08, 0.05  # of the four first bones, and of all behind them [% of the body]
THUMB_BASE, THUMB_AXIS = (-0.008, -0.022, 0.026), (-0.6, 0.0, -0.8)
# Along the straight thumb from its base: knuckle, joint of the end, end of the bone, tip [m].
THUMB = ((-0.0112, -0.032, 0.0192), (-0.0158, -0.0553, 0.0267), (-0.018, -0.074, 0.030), (-0.018, -0.082, 0.032))


def finger_block() -> list[Joint]:
    """Four fingers as one rigid block, and a thumb that does not move."""
    first: list[Shape] = []
    second: list[Shape] = []
    for across, down, one, two in FINGERS.values():
        start, bend = KNUCKLES - down, KNUCKLES - down - one
        first.append(rod((0.002, start, across), (0, bend, across), 0.0112, 0.0098))
        bend += MIDDLE
        second.append(rod((0, bend, across), (-0.001, bend - two + 0.008, across), 0.0098, 0.0075))
    middle, end = (-0.014, -0.040, 0.024), (-0.004, -0.034, 0.006)
    return [
        joint("l_fingers", "l_hand", offset=(0, -KNUCKLES, 0), mass=kilograms(FIRST_MASS), centre=(0.0, -0.02, 0.0),
              shapes=first, limb=GROUP),
        joint("l_fingertips", "l_fingers", offset=(0, -MIDDLE, 0), mass=kilograms(REST_MASS), centre=(0.0, -0.02, 0.0),
              shapes=second, limb=GROUP),
        joint("l_hand tip", "l_fingertips", offset=point((0, KNUCKLES + MIDDLE - HAND, 0.0105)), limb=GROUP),
        joint("l_thumb", "l_hand", offset=THUMB_BASE, mass=kilograms(0.025), centre=(-0.006, -0.02, 0.01),
              shapes=[rod((0, 0, 0), middle, 0.0165, 0.0125)], limb=GROUP),
        joint("l_thumb_end", "l_thumb", offset=middle, mass=kilograms(0.015), centre=(-0.002, -0.016, 0.003),
              shapes=[rod((0, 0, 0), end, 0.0125, 0.0098)], limb=GROUP),
        joint("l_thumb tip", "l_thumb_end", offset=point((end[0], end[1] - 0.008, end[2] + 0.002)), limb=GROUP),
    ]  # fmt: skip


def fingers() -> list[Joint]:
    """Four fingers of three joints each: the knuckle bends and spreads, the other two bend."""
    firsts, rests = (sum(finger[k] for finger in FINGERS.values()) for k in (2, 3))
    found = []
    for name, (across, down, one, two) in FINGERS.items():
        end = tidy(DISTAL_SHARE[name] * two)
        middle = tidy(two - end)
        knuckle = [
            _bend(f"l_{name}_knuckle", "knuckle", KNUCKLE_REST),
            turn(f"l_{name}_spread", "x" if across > 0 else "-x", *RANGE["finger_spread"]),
        ]
        bones = (
            (f"l_{name}1", (0, -down, across), one, knuckle, FIRST_MASS * one / firsts, (0.002, 0.0112, 0.0098)),
            (f"l_{name}2", (0, -one, 0), middle, [_bend(f"l_{name}_curl", "curl", CURL_REST)],
             REST_MASS * middle / rests, (0.0, 0.0098, 0.0088)),
            (f"l_{name}3", (0, -middle, 0), end, [_bend(f"l_{name}_end", "finger_end", END_OF_CURL * CURL_REST)],
             REST_MASS * end / rests, (0.0, 0.0088, 0.0075)),
        )  # fmt: skip
        parent = "l_hand"
        for bone, offset, length, dofs, mass, (bulge, radius, end_radius) in bones:
            last = bone.endswith("3")
            tip = (-0.001, -length + 0.008, 0) if last else (0, -length, 0)
            found.append(
                joint(bone, parent, offset=point(offset), dofs=dofs, mass=kilograms(mass),
                      centre=point((0, -length / 2, 0)), shapes=[rod((bulge, 0, 0), tip, radius, end_radius)],
                      limb=GROUP)
            )  # fmt: skip
            parent = bone
        if name == "middle":
            found.append(joint("l_hand tip", parent, offset=point((0, down + one + middle - HAND, 0)), limb=GROUP))
    return found


def thumb() -> list[Joint]:
    """A thumb of three joints: its base swings towards the palm and spreads, the other two bend."""
    knuckle, end, bone, tip = THUMB
    base = [
        turn("l_thumb_opposition", "-y", *RANGE["thumb_opposition"]),
        turn("l_thumb_spread", "-x", *RANGE["thumb_spread"]),
    ]
    rest = THUMB_KNUCKLE_SHARE * THUMB_REST
    return [
        _thumb_bone("l_thumb", "l_hand", THUMB_BASE, (0, 0, 0), knuckle, base, 0.020, (0.0165, 0.0135)),
        _thumb_bone("l_thumb_middle", "l_thumb", knuckle, knuckle, end,
                    [turn("l_thumb_knuckle", THUMB_AXIS, *RANGE["thumb_knuckle"], rest=rest)], 0.012, (0.0135, 0.0118)),
        _thumb_bone("l_thumb_end", "l_thumb_middle", minus(end, knuckle), end, bone,
                    [turn("l_thumb_flexion", THUMB_AXIS, *RANGE["thumb_flexion"], rest=THUMB_REST)], 0.008,
                    (0.0118, 0.0098)),
        joint("l_thumb tip", "l_thumb_end", offset=minus(tip, end), limb=GROUP),
    ]  # fmt: skip


def _bend(name: str, key: str, rest: float) -> Dof:
    return turn(name, "-z", *RANGE[key], rest=rest)


def _thumb_bone(
    name: str, parent: str, offset: Vec3, start: Point, end: Point, dofs: list[Dof], mass: float,
    radii: tuple[float, float],
) -> Joint:  # fmt: skip
    bone = minus(end, start)
    return joint(name, parent, offset=offset, dofs=dofs, mass=kilograms(mass), centre=between((0, 0, 0), bone, 0.5),
                 shapes=[rod((0, 0, 0), bone, *radii)], limb=GROUP)  # fmt: skip


def hand_groups(side: str) -> tuple[Coupling, Coupling]:
    """The fingers of a hand together, by two parameters; and the ends of its fingers, which follow their middles."""
    prefix = f"{side[0]}_"
    names = [prefix + name for name in FINGERS]
    parameters = [
        Variable(name=prefix + name, lo=math.radians(lo), hi=math.radians(hi), rest=math.radians(rest))
        for name, (lo, hi), rest in (
            ("knuckles", RANGE["knuckle"], KNUCKLE_REST), ("finger_curl", RANGE["curl"], CURL_REST),
        )
    ]  # fmt: skip
    terms = [Term(dof=f"{name}_knuckle", parameter=f"{prefix}knuckles") for name in names]
    terms += [Term(dof=f"{name}_curl", parameter=f"{prefix}finger_curl") for name in names]
    thumb = Term(dof=f"{prefix}thumb_knuckle", parameter=f"{prefix}thumb_flexion", factor=THUMB_KNUCKLE_SHARE)
    still = tuple((f"{name}_spread", 0.0) for name in (*names, f"{prefix}thumb"))
    ends = tuple(Term(dof=f"{name}_end", parameter=f"{name}_curl", factor=END_OF_CURL) for name in names)
    return (
        Coupling(name=f"{side} hand", parameters=tuple(parameters), terms=(*terms, thumb), offsets=still),
        Coupling(name=f"{side} fingertips", terms=ends),
    )
