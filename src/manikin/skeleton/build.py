"""Building skeletons: joints from offsets and angles, chains from lengths, Denavit-Hartenberg tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from manikin.arguments import explained, one_or_several, tell_degrees
from manikin.errors import InputError, shorten
from manikin.math.rotations import (
    IDENTITY,
    Affine,
    Vec3,
    affine,
    compose,
    euler_rows,
    scaling,
    translation,
)
from manikin.skeleton.checks import check_numbers
from manikin.skeleton.shapes import Capsule, Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof, DofKind, default_dof_names

__all__ = [
    "DhRow",
    "chain",
    "denavit_hartenberg",
    "dofs_of_kind",
    "free_dofs",
    "hinge",
    "joint",
    "placement",
    "single_part",
    "slide",
]

AXES: dict[str, Vec3] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
Axis = str | Vec3
UNNAMED = "?"
"""Name of a degree of freedom that is to be named after its joint."""


def axis_of(axis: Axis) -> Vec3:
    """A vector from "x", "y", "z", "-x", … or three numbers."""
    if isinstance(axis, str):
        sign, letter = (-1.0, axis[1:]) if axis.startswith("-") else (1.0, axis)
        if letter not in AXES:
            raise InputError(f'an axis is "x", "y", "z", "-x", "-y", "-z" or three numbers, not {shorten(axis)}')
        x, y, z = AXES[letter]
        return (sign * x + 0.0, sign * y + 0.0, sign * z + 0.0)
    try:
        good = len(axis) == 3 and all(math.isfinite(x) for x in axis)
    except TypeError:
        good = False
    if not good:
        raise InputError(f'an axis is "x", "y", "z", "-x", "-y", "-z" or three numbers, not {shorten(axis)}')
    return axis


@explained
def hinge(axis: Axis, lo: float = -math.inf, hi: float = math.inf, *, name: str = UNNAMED, **data: float) -> Dof:
    """A degree of freedom that rotates about an axis.

    Args:
        axis: "x", "y", "z", "-x", "-y", "-z" or a vector in the joint's frame.
        lo: Lower limit [rad].
        hi: Upper limit [rad].
        name: Name; by default made from the joint's name.
        data: Further fields of ``Variable``: rest, stiffness, speed, spring.
    """
    made = Dof(name=name, kind="hinge", axis=axis_of(axis), lo=lo, hi=hi, **data)
    tell_degrees(f"a hinge with the limits {made.lo:g} and {made.hi:g} rad", made.lo, made.hi)
    return made


@explained
def slide(axis: Axis, lo: float = -math.inf, hi: float = math.inf, *, name: str = UNNAMED, **data: float) -> Dof:
    """A degree of freedom that slides along an axis.

    Args:
        axis: "x", "y", "z", "-x", "-y", "-z" or a vector in the joint's frame.
        lo: Lower limit [m].
        hi: Upper limit [m].
        name: Name; by default made from the joint's name.
        data: Further fields of ``Variable``: rest, stiffness, speed, spring.
    """
    return Dof(name=name, kind="slide", axis=axis_of(axis), lo=lo, hi=hi, **data)


def dofs_of_kind(kind: str) -> tuple[Dof, ...]:
    """The degrees of freedom of a kind of joint, without limits.

    The kinds are fixed, hinge (x), slide (x), universal (x, y), ball (z, x, y), planar (slides x, z, hinge y) and free
    (slides x, y, z, then hinges y, x, z).
    """
    made = {
        "fixed": (),
        "hinge": (hinge("x"),),
        "slide": (slide("x"),),
        "universal": (hinge("x"), hinge("y")),
        "ball": (hinge("z"), hinge("x"), hinge("y")),
        "planar": (slide("x"), slide("z"), hinge("y")),
        "free": (slide("x"), slide("y"), slide("z"), hinge("y"), hinge("x"), hinge("z")),
    }
    if kind not in made:
        raise InputError(f"dofs must be one of {', '.join(made)}, or a list of hinges and slides, not {shorten(kind)}")
    return made[kind]


def free_dofs() -> tuple[Dof, ...]:
    """The six degrees of freedom of a root that can be anywhere."""
    return dofs_of_kind("free")


def placement(offset: Sequence[float] = (0, 0, 0), orientation: Sequence[float] = (0, 0, 0)) -> Affine:
    """A constant transform: offset [m] and orientation, rotations about the fixed x, then y, then z axis [degrees]."""
    if not any(orientation):
        return IDENTITY if not any(offset) else translation(*(float(x) for x in offset))
    x, y, z = map(float, offset)
    a, b, c, d, e, f, g, h, i = euler_rows(*map(float, orientation))
    return (a, b, c, x, d, e, f, y, g, h, i, z)


@explained
def joint(
    name: str,
    parent: str | None = None,
    *,
    offset: Sequence[float] = (0, 0, 0),
    orientation: Sequence[float] = (0, 0, 0),
    scale: Sequence[float] = (1, 1, 1),
    dofs: str | Dof | Sequence[Dof] = (),
    mass: float = 0.0,
    centre: Vec3 = (0.0, 0.0, 0.0),
    shapes: Shape | Sequence[Shape] = (),
    mirror: str | None = None,
    limb: str | None = None,
) -> Joint:
    """A joint from an offset, a static orientation, a scale and degrees of freedom.

    Args:
        name: Name of the joint and of its part.
        parent: Name of the joint it hangs from; ``None`` for the root.
        offset: Position in the parent's frame [m].
        orientation: Static rotations about the parent's x, then y, then z axis [rad].
        scale: Static scale along x, y, z.
        dofs: Degrees of freedom made by ``hinge`` and ``slide``, or a kind: "fixed", "hinge", "slide", "universal",
            "ball", "planar" or "free".  Unnamed ones are named after the joint.
        mass: Mass of the part [kg].
        centre: Centre of mass in the joint's frame [m].
        shapes: Solids to draw.
        mirror: Name of the joint on the other side of the body.
        limb: Label of the limb that the part belongs to.
    """
    given = dofs_of_kind(dofs) if isinstance(dofs, str) else one_or_several(dofs, Dof, f"joint {shorten(name)}: dofs")
    for field, numbers in (("offset", offset), ("orientation", orientation), ("scale", scale)):
        check_numbers(name, field, numbers, 3)
    tell_degrees(f"the orientation of joint {shorten(name)}", *orientation)
    return Joint(
        name=name,
        parent=parent,
        before=placement(offset, [math.degrees(angle) for angle in orientation]),
        dofs=named_dofs(name, given),
        after=IDENTITY if tuple(scale) == (1, 1, 1) else scaling(*(float(s) for s in scale)),
        mass=mass,
        centre=centre,
        shapes=one_or_several(shapes, Shape, f"joint {shorten(name)}: shapes"),
        mirror=mirror,
        limb=limb,
    )


def single_part(name: str, shapes: tuple[Shape, ...], *, height: float = 0.0, mass: float = 0.0) -> Skeleton:
    """A skeleton of one joint that is free to move, at ``height`` [m] above the ground when at rest."""
    if not shapes:
        raise InputError(f"the prop {shorten(name)} has no shape: give it a solid or a mesh")
    free: tuple[Dof, ...] = (
        slide("x", name="root_x"), slide("y", name="root_y", rest=height), slide("z", name="root_z"),
        hinge("y", name="root_turn"), hinge("x", name="root_tilt"), hinge("z", name="root_roll"),
    )  # fmt: skip
    return Skeleton(name=name, joints=(joint(name, dofs=free, mass=mass, shapes=shapes),))


def named_dofs(joint_name: str, dofs: Sequence[Dof]) -> tuple[Dof, ...]:
    """The degrees of freedom, the unnamed ones named after the joint."""
    if all(dof.name != UNNAMED for dof in dofs):
        return tuple(dofs)
    names = default_dof_names(joint_name, [(dof.kind, dof.axis) for dof in dofs])
    return tuple(dof if dof.name != UNNAMED else replace(dof, name=name) for dof, name in zip(dofs, names, strict=True))


@explained
def chain(
    lengths: Sequence[float],
    *,
    joints: Literal["hinge", "free", "ball"] = "hinge",
    name: str = "chain",
    limits: tuple[float, float] = (-math.inf, math.inf),
    speed: float = math.inf,
    bend: float = 0.0,
    stretch: float = 0.0,
    thickness: float | None = None,
) -> Skeleton:
    """A chain of rods along x, the first at the origin, with a joint "tip" at the end (S11, B 1.1).

    A rod with ``bend`` or ``stretch`` above 0 flexes: it has a joint in its middle that bends about z and y, or
    stretches along x, held by a spring of weight 1/compliance.

    Args:
        lengths: Length of each rod [m].
        joints: Hinges between the rods: "hinge" about z (a planar chain), "free" about z and y as in B, "ball" about
            z, y and x.
        name: Name of the skeleton.
        limits: Lower and upper limit of every angle [rad].
        speed: Largest rate of every angle [rad/s].
        bend: Compliance of a rod's bending, 0 for rigid rods; the spring's weight is 1/bend.
        stretch: Compliance of a rod's stretching, 0 for rigid rods; the spring's weight is 1/stretch.
        thickness: Radius of the rods that are drawn [m]; by default 4 % of the mean length.
    """
    if not len(lengths):
        raise InputError("a chain needs at least one length")
    turns = {"hinge": "z", "free": "zy", "ball": "zyx"}
    if joints not in turns:
        raise InputError(f'joints must be "hinge", "free" or "ball", not {shorten(joints)}')
    for length in lengths:
        if not (math.isfinite(length) and length >= 0):
            raise InputError(f"a rod's length must be finite and 0 or above, not {shorten(length)}")
    if not (0 <= bend < math.inf and 0 <= stretch < math.inf):
        raise InputError("bend and stretch are compliances: finite and 0 or above")
    try:
        lo, hi = limits
        bounded = float(lo) <= float(hi)
    except (TypeError, ValueError):
        bounded = False
    if not bounded:
        raise InputError(f"limits must be a lower and an upper angle [rad], not {shorten(limits)}")
    tell_degrees(f"a hinge with the limits {lo:g} and {hi:g} rad", lo, hi)
    radius = thickness if thickness is not None else 0.04 * float(np.mean(lengths))
    made: list[Joint] = []
    parent, at = None, 0.0
    for i, length in enumerate(float(x) for x in lengths):
        dofs = [
            Dof(name=UNNAMED, kind="hinge", axis=axis_of(axis), lo=lo, hi=hi, speed=speed) for axis in turns[joints]
        ]
        halves = [length / 2, length / 2] if bend or stretch else [length]
        for k, part in enumerate(halves):
            label = f"rod{i + 1}" + ("" if k == 0 else ".flex")
            rod = Capsule(start=(0.0, 0.0, 0.0), end=(part, 0.0, 0.0), radius=radius, end_radius=radius)
            own = dofs if k == 0 else _flex(bend, stretch, part)
            made.append(joint(label, parent, offset=(at, 0, 0), dofs=own, mass=part, centre=(part / 2, 0.0, 0.0),
                              shapes=[rod] if radius > 0 else []))  # fmt: skip
            parent, at = label, part
    made.append(joint("tip", parent, offset=(at, 0, 0)))
    return Skeleton(name=name, joints=tuple(made))


def _flex(bend: float, stretch: float, length: float) -> list[Dof]:
    """The degrees of freedom in the middle of a flexible rod."""
    quarter = math.pi / 4
    dofs = [hinge(axis, -quarter, quarter, spring=1 / bend) for axis in "zy"] if bend else []
    if stretch:
        dofs.append(slide("x", -length / 2, length / 2, spring=1 / stretch))
    return dofs


@explained
@dataclass(frozen=True, kw_only=True, slots=True)
class DhRow:
    """One row of a Denavit-Hartenberg table; a hinge adds its variable to ``theta``, a slide to ``d``.

    Attributes:
        a: Link length [m].
        alpha: Link twist [rad].
        d: Link offset [m].
        theta: Joint angle [rad].
        kind: "hinge" or "slide".
        lo: Lower limit of the variable [rad, m].
        hi: Upper limit of the variable [rad, m].
        name: Name of the joint; "link1", "link2", … by default.
    """

    a: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    kind: DofKind = "hinge"
    lo: float = -math.inf
    hi: float = math.inf
    name: str | None = None

    def __post_init__(self) -> None:
        for label in ("a", "alpha", "d", "theta"):
            value = getattr(self, label)
            if not (isinstance(value, (int, float, np.number)) and math.isfinite(value)):
                raise InputError(f"DhRow: {label} must be a finite number, not {shorten(value)}")
        tell_degrees("a row of a Denavit-Hartenberg table", self.alpha, self.theta, stacklevel=5)


@explained
def denavit_hartenberg(
    rows: Sequence[DhRow], *, convention: Literal["standard", "modified"] = "standard", name: str = "arm"
) -> Skeleton:
    """A chain whose joint frames are the frames of the table (P 5.1.2, appendix B.4).

    Args:
        rows: The table, from the base to the tip.
        convention: "standard" is Rot_z(θ) Trans_z(d) Trans_x(a) Rot_x(α); "modified" (Craig) is
            Rot_x(α) Trans_x(a) Rot_z(θ) Trans_z(d).
        name: Name of the skeleton.
    """
    if not rows:
        raise InputError("a Denavit-Hartenberg table needs at least one row")
    if convention not in ("standard", "modified"):
        raise InputError(f'the convention is "standard" or "modified", not {shorten(convention)}')
    made: list[Joint] = []
    for i, row in enumerate(rows):
        label = row.name or f"link{i + 1}"
        about_z = _turn((0, 0, math.degrees(row.theta)), (0, 0, row.d))
        about_x = _turn((math.degrees(row.alpha), 0, 0), (row.a, 0, 0))
        before, after = (about_z, about_x) if convention == "standard" else (compose(about_x, about_z), np.eye(3, 4))
        dof = Dof(name=label, kind=row.kind, axis=AXES["z"], lo=row.lo, hi=row.hi)
        parent = made[-1].name if made else None
        made.append(
            Joint(
                name=label,
                parent=parent,
                before=affine(before[:, :3], before[:, 3].tolist()),
                dofs=(dof,),
                after=affine(after[:, :3], after[:, 3].tolist()),
            )
        )
    return Skeleton(name=name, joints=tuple(made))


def _turn(degrees: Sequence[float], offset: Sequence[float]) -> np.ndarray:
    return np.array(placement(offset, degrees)).reshape(3, 4)
