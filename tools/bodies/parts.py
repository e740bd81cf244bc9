"""Building blocks of the generated figures: solids, masses, mirror images.

A generator writes the left side (+x) only; ``with_mirror_images`` adds the right one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from manikin.math.rotations import Affine, Vec3, scaling
from manikin.skeleton.build import hinge, placement, slide
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, Shape
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Dof

Point = Sequence[float]


def tidy(value: float) -> float:
    """Round to a hundredth of a millimetre, without negative zeros, so that the files stay legible."""
    return round(float(value), 5) + 0.0


def point(values: Point) -> Vec3:
    x, y, z = (tidy(v) for v in values)
    return (x, y, z)


def minus(a: Point, b: Point) -> Vec3:
    """a − b, tidy."""
    return point([x - y for x, y in zip(a, b, strict=True)])


def between(a: Point, b: Point, share: float) -> Vec3:
    """The point between a and b at a share of the way."""
    return point([x + share * (y - x) for x, y in zip(a, b, strict=True)])


# ---- solids ------------------------------------------------------------------------------------


def rod(
    start: Point, end: Point, radius: float, end_radius: float | None = None, *, colour: Vec3 | None = None
) -> Capsule:
    """A tapered rod with round ends."""
    last = radius if end_radius is None else end_radius
    return Capsule(start=point(start), end=point(end), radius=tidy(radius), end_radius=tidy(last), colour=colour)


def limb(points: Sequence[Point], radii: Sequence[float]) -> list[Shape]:
    """A chain of tapered rods through points, each beginning with the ball that ends the one before."""
    return [rod(a, b, r, s) for a, b, r, s in zip(points, points[1:], radii, radii[1:], strict=False)]


Section = tuple[float, float, float]  # height, half breadth, place of its middle before the hips [m]
FLAT, DEPTH = 0.3, 0.69  # how much a trunk's ends are flattened, and its depth over its breadth


def slab(low: Section, high: Section, origin: Point) -> Capsule:
    """A piece of trunk between two oval cross sections: a tapered rod, squeezed so that its ends are almost flat.

    All slabs are squeezed alike, so that neighbours share their sections and bend without a gap.
    """
    x, y, z = origin
    ends = [point((-x, (height - y) / FLAT, (middle - z) / DEPTH)) for height, _, middle in (low, high)]
    return Capsule(
        at=scaling(1, FLAT, DEPTH), start=ends[0], end=ends[1], radius=tidy(low[1]), end_radius=tidy(high[1])
    )


def egg(centre: Point, radii: Point, turn: Point = (0, 0, 0), *, colour: Vec3 | None = None) -> Ellipsoid:
    """An ellipsoid, turned by degrees about the fixed x, y, z axes."""
    return Ellipsoid(at=placement(point(centre), turn), radii=point(radii), colour=colour)


# ---- degrees of freedom, in degrees ------------------------------------------------------------


def turn(name: str, axis: str | Vec3, lo: float, hi: float, rest: float = 0.0) -> Dof:
    """A hinge with limits and rest value in degrees."""
    return hinge(axis, math.radians(lo), math.radians(hi), name=name, rest=math.radians(rest))


def free_root() -> tuple[Dof, ...]:
    """A root that may be anywhere: three slides, then turn (about y), tilt (about x), roll (about z)."""
    slides = [slide(axis, name=f"root_{axis}") for axis in "xyz"]
    return (*slides, hinge("y", name="root_turn"), hinge("x", name="root_tilt"), hinge("z", name="root_roll"))


# ---- mirror images -----------------------------------------------------------------------------


def with_mirror_images(joints: Iterable[Joint]) -> list[Joint]:
    """The joints, with the mirror images of left joints (l_…) before each group of them; both name their partners."""
    out: list[Joint] = []
    left: list[Joint] = []
    for joint in [*joints, None]:
        if joint is not None and is_left(joint.name):
            left.append(replace(joint, mirror=other_side(joint.name)))
            continue
        out += [mirror_image(j) for j in left] + left
        left = []
        if joint is not None:
            out.append(joint)
    return out


def is_left(name: str) -> bool:
    return name.startswith(("l_", "left "))


def other_side(name: str) -> str:
    """The right name of a left thing, and the left name of a right one; others keep theirs."""
    for mine, other in (("l_", "r_"), ("r_", "l_"), ("left ", "right "), ("right ", "left "), ("Left ", "Right ")):
        if name.startswith(mine):
            return other + name[len(mine) :]
    return name


def mirror_image(joint: Joint) -> Joint:
    """A joint reflected in the plane x = 0.

    A hinge's axis turns into (a_x, −a_y, −a_z), so that equal values of partners mean equal movements.
    """
    return replace(
        joint,
        name=other_side(joint.name),
        parent=None if joint.parent is None else other_side(joint.parent),
        before=_reflected(joint.before),
        after=_reflected(joint.after),
        dofs=tuple(_mirrored_dof(dof) for dof in joint.dofs),
        centre=_flip(joint.centre),
        shapes=tuple(_mirrored_shape(shape) for shape in joint.shapes),
        mirror=joint.name,
        limb=None if joint.limb is None else other_side(joint.limb),
    )


def _mirrored_dof(dof: Dof) -> Dof:
    x, y, z = dof.axis
    axis = (x, 0.0 - y, 0.0 - z) if dof.kind == "hinge" else (0.0 - x, y, z)
    return replace(dof, name=other_side(dof.name), axis=axis)


def _mirrored_shape(shape: Shape) -> Shape:
    placed = replace(shape, at=_reflected(shape.at))
    if isinstance(placed, Capsule):
        return replace(placed, start=_flip(placed.start), end=_flip(placed.end))
    if isinstance(placed, (Ellipsoid, Box, Cylinder)):  # symmetric themselves
        return placed
    raise TypeError(f"no mirror image of a {shape.kind}")


def _flip(p: Vec3) -> Vec3:
    return (0.0 - p[0], p[1], p[2])


def _reflected(a: Affine) -> Affine:
    """M·A·M with M = diag(−1, 1, 1)."""
    signs = (1, -1, -1, -1, -1, 1, 1, 1, -1, 1, 1, 1)
    return tuple(s * value + 0.0 for s, value in zip(signs, a, strict=True))  # type: ignore[return-value]
