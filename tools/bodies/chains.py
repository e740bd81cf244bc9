"""Bare linkages: the planar arm of P's examples, the limb of W 4.3, the snake."""

from __future__ import annotations

import math
from dataclasses import replace

from manikin.bodies.snake import snake as snake_of
from manikin.skeleton.build import chain, hinge, joint
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import Dof

from .parts import rod


def planar3() -> Skeleton:
    """Three links of 15, 10 and 5 in a plane, no limits, bent as P's examples begin (figs 5.20 to 5.25)."""
    lengths, rest = (15, 10, 5), (math.pi / 8, math.pi / 4, math.pi / 4)
    links = chain(lengths, name="planar3").joints
    bent = [
        replace(
            link,
            dofs=tuple(replace(dof, rest=angle) for dof in link.dofs),
            shapes=(rod((0, 0, 0), (length, 0, 0), 0.75 - 0.1 * k, 0.6 - 0.1 * k),),
        )
        for k, (link, length, angle) in enumerate(zip(links, lengths, rest, strict=False))
    ]
    return Skeleton(name="planar3", joints=(*bent, links[-1]))


def limb7() -> Skeleton:
    """Ball shoulder, hinge elbow, ball wrist without limits: the 7 degrees of freedom of W 4.3.

    It is 1 m long along x when straight.  At rest it is bent, because the straight pose is singular.
    """
    rest = {"shoulder_z": math.radians(45), "elbow": math.radians(-60), "wrist_z": math.radians(-20)}

    def ball(part: str) -> list[Dof]:
        return [hinge(axis, name=f"{part}_{axis}", rest=rest.get(f"{part}_{axis}", 0.0)) for axis in "zyx"]

    parts = (
        ("upper_arm", 0.4, ball("shoulder"), 0.040, 0.030),
        ("forearm", 0.4, [hinge("z", name="elbow", rest=rest["elbow"])], 0.034, 0.022),
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
