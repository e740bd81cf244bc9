"""Making skeletons: joints in convenient terms, chains from lengths, Denavit-Hartenberg tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

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
from manikin.skeleton.shapes import Capsule, Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof, DofKind, default_dof_names

__all__ = [
    "DhRow",
    "chain",
    "denavit_hartenberg",
    "free_motion",
    "hinge",
    "joint",
    "motions",
    "placement",
    "slide",
]

AXES: dict[str, Vec3] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
Axis = str | Vec3
UNNAMED = "?"


def axis_of(axis: Axis) -> Vec3:
    """A vector from "x", "y", "z", "-x", … or three numbers."""
    if isinstance(axis, str):
        sign, letter = (-1.0, axis[1:]) if axis.startswith("-") else (1.0, axis)
        if letter not in AXES:
            raise InputError(f'an axis is "x", "y", "z", "-x", "-y", "-z" or three numbers, not {shorten(axis)}')
        x, y, z = AXES[letter]
        return (sign * x + 0.0, sign * y + 0.0, sign * z + 0.0)
    return axis


def hinge(axis: Axis, lo: float = -math.inf, hi: float = math.inf, *, name: str = UNNAMED, **data: float) -> Dof:
    """A rotation [rad] about an axis; further ``Variable`` data by name."""
    return Dof(name=name, kind="hinge", axis=axis_of(axis), lo=lo, hi=hi, **data)


def slide(axis: Axis, lo: float = -math.inf, hi: float = math.inf, *, name: str = UNNAMED, **data: float) -> Dof:
    """A translation [m] along an axis; further ``Variable`` data by name."""
    return Dof(name=name, kind="slide", axis=axis_of(axis), lo=lo, hi=hi, **data)


def motions(kind: str) -> tuple[Dof, ...]:
    """The degrees of freedom of a kind of joint, without limits.

    fixed, hinge (x), slide (x), universal (x, y), ball (z, x, y), planar (slides x, z, hinge y), free (slides
    x, y, z and a ball: turn about y first, then x, then z).
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
        raise InputError(f"a joint is one of {', '.join(made)}, not {shorten(kind)}")
    return made[kind]


def free_motion() -> tuple[Dof, ...]:
    """The six degrees of freedom of a root that may be anywhere."""
    return motions("free")


def placement(offset: Sequence[float] = (0, 0, 0), orientation: Sequence[float] = (0, 0, 0)) -> Affine:
    """A constant placement: offset [m], then turns about the fixed x, y, z axes in degrees."""
    if not any(orientation):
        return IDENTITY if not any(offset) else translation(*(float(x) for x in offset))
    x, y, z = map(float, offset)
    a, b, c, d, e, f, g, h, i = euler_rows(*map(float, orientation))
    return (a, b, c, x, d, e, f, y, g, h, i, z)


def joint(
    name: str,
    parent: str | None = None,
    *,
    offset: Sequence[float] = (0, 0, 0),
    orientation: Sequence[float] = (0, 0, 0),
    scale: Sequence[float] = (1, 1, 1),
    dofs: str | Sequence[Dof] = (),
    mass: float = 0.0,
    centre: Vec3 = (0.0, 0.0, 0.0),
    shapes: Sequence[Shape] = (),
    mirror: str | None = None,
    limb: str | None = None,
) -> Joint:
    """A joint from an offset [m], a static orientation [degrees], a scale, and degrees of freedom.

    Unnamed degrees of freedom are named after the joint; ``dofs`` may name a kind, as in ``motions``.
    """
    given = motions(dofs) if isinstance(dofs, str) else tuple(dofs)
    return Joint(
        name=name,
        parent=parent,
        before=placement(offset, orientation),
        dofs=named_dofs(name, given),
        after=IDENTITY if tuple(scale) == (1, 1, 1) else scaling(*(float(s) for s in scale)),
        mass=mass,
        centre=centre,
        shapes=tuple(shapes),
        mirror=mirror,
        limb=limb,
    )


def named_dofs(joint_name: str, dofs: Sequence[Dof]) -> tuple[Dof, ...]:
    """The degrees of freedom with names in place of the absent ones."""
    if all(dof.name != UNNAMED for dof in dofs):
        return tuple(dofs)
    names = default_dof_names(joint_name, [(dof.kind, dof.axis) for dof in dofs])
    return tuple(dof if dof.name != UNNAMED else _renamed(dof, name) for dof, name in zip(dofs, names, strict=True))


def _renamed(dof: Dof, name: str) -> Dof:
    return Dof(
        name=name,
        kind=dof.kind,
        axis=dof.axis,
        lo=dof.lo,
        hi=dof.hi,
        rest=dof.rest,
        stiffness=dof.stiffness,
        speed=dof.speed,
        spring=dof.spring,
    )


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
    """A chain of rods along x (S11, B 1.1), the first at the origin, with a joint "tip" at the end.

    ``joints``: "hinge" turns about z in a plane, "free" about z and y as in B, "ball" about z, y and x.  ``limits``
    [rad] and ``speed`` [rad/s] hold for every angle.  A rod with ``bend`` or ``stretch`` above 0 flexes: it gets a
    small joint in its middle that bends about z and y, or stretches along x, held by a spring of weight
    1/compliance.
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
    radius = thickness if thickness is not None else 0.04 * float(np.mean(lengths))
    made: list[Joint] = []
    parent, at = None, 0.0
    for i, length in enumerate(float(x) for x in lengths):
        dofs = [hinge(axis, *limits, speed=speed) for axis in turns[joints]]
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
    quarter = math.pi / 4
    dofs = [hinge(axis, -quarter, quarter, spring=1 / bend) for axis in "zy"] if bend else []
    if stretch:
        dofs.append(slide("x", -length / 2, length / 2, spring=1 / stretch))
    return dofs


@dataclass(frozen=True, kw_only=True, slots=True)
class DhRow:
    """One row of a Denavit-Hartenberg table: lengths in m, angles in rad.

    A hinge adds its variable to ``theta``, a slide to ``d``.
    """

    a: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    kind: DofKind = "hinge"
    lo: float = -math.inf
    hi: float = math.inf
    name: str | None = None


def denavit_hartenberg(
    rows: Sequence[DhRow], *, convention: Literal["standard", "modified"] = "standard", name: str = "arm"
) -> Skeleton:
    """A chain whose joint frames are the frames of the table (P 5.1.2, appendix B.4).

    standard: Rot_z(θ) Trans_z(d) Trans_x(a) Rot_x(α); modified (Craig): Rot_x(α) Trans_x(a) Rot_z(θ) Trans_z(d).
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
