"""Bare linkages: the planar arm of P's examples, the limb of W 4.3, the snake."""

from __future__ import annotations

import math
from dataclasses import replace

from manikin.bodies.snake import snake as snake_of
from manikin.build import chain, hinge, joint
from manikin.skeleton import Dof, Skeleton

from .parts import rod


def planar3() -> Skeleton:
    """Three links of 15, 10 and 5 in a plane, no limits, bent as P's examples begin (figs 5.20 to 5.25)."""
    made = chain([15, 10, 5], name="planar3", thickness=0.6)
    rest = iter((math.pi / 8, math.pi / 4, math.pi / 4))
    return Skeleton(
        name=made.name,
        joints=tuple(replace(j, dofs=tuple(replace(d, rest=next(rest)) for d in j.dofs)) for j in made.joints),
    )


def limb7() -> Skeleton:
    """Ball shoulder, hinge elbow, ball wrist without limits: the 7 degrees of freedom of W 4.3; 1 m, along x."""

    def ball(part: str) -> list[Dof]:
        return [hinge(axis, name=f"{part}_{axis}") for axis in "zyx"]

    parts = (
        ("upper_arm", 0.4, ball("shoulder"), 0.040, 0.032),
        ("forearm", 0.4, [hinge("z", name="elbow")], 0.032, 0.024),
        ("hand", 0.2, ball("wrist"), 0.026, 0.014),
    )
    joints, parent, at = [], None, 0.0
    for name, length, dofs, thick, thin in parts:
        joints.append(
            joint(name, parent, offset=(at, 0, 0), dofs=dofs, mass=2.5 * length, centre=(length / 2, 0.0, 0.0),
                  shapes=[rod((0, 0, 0), (length - (thin if name == "hand" else 0), 0, 0), thick, thin)])
        )  # fmt: skip
        parent, at = name, length
    joints.append(joint("hand tip", parent, offset=(at, 0, 0)))
    return Skeleton(name="limb7", joints=tuple(joints))


def snake() -> Skeleton:
    return snake_of(24)
