"""Pelvis, spine, neck and head of the human figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scipy.interpolate import PchipInterpolator

from manikin.math.rotations import Vec3
from manikin.skeleton.build import joint
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Coupling, Dof, Term, Variable

from .anthropometry import (
    CERVICALE,
    FORWARD_SHARE,
    HEIGHT,
    RANGE,
    SACRUM,
    SEGMENTS,
    SKULL_BASE,
    SPINE,
    SPINE_BACKWARD,
    SPINE_FORWARD,
    SPINE_SIDE,
    SPINE_TWIST,
    STATURE,
    kilograms,
)
from .parts import Section, egg, limb, minus, point, rod, slab, tidy, turn

HIP = HEIGHT["hip"] * STATURE
PELVIS = point((0, HIP, 0))
NECK = point((0, CERVICALE * STATURE, -0.042))
HEAD = point((0, SKULL_BASE * STATURE, -0.012))
EYES = point((0, HEIGHT["eyes"] * STATURE, 0.088))

# The outline of the trunk: height, half breadth, place of its middle before (+) or behind the hips [m].
OUTLINE = PchipInterpolator(
    *zip(
        (0.880, (0.146, -0.006)),
        (0.920, (0.162, -0.006)),
        (0.960, (0.166, -0.006)),
        (1.000, (0.158, -0.004)),
        (1.050, (0.146, 0.001)),
        (1.100, (0.139, 0.005)),
        (1.150, (0.141, 0.005)),
        (1.200, (0.149, 0.002)),
        (1.250, (0.159, -0.001)),
        (1.280, (0.165, -0.003)),
        (1.310, (0.168, -0.006)),
        (1.340, (0.1665, -0.010)),
        (1.370, (0.160, -0.015)),
        (1.400, (0.147, -0.021)),
        (1.430, (0.124, -0.028)),
        (1.460, (0.094, -0.034)),
        (1.490, (0.068, -0.040)),
        strict=True,
    )
)


def section(y: float) -> Section:
    """The trunk's cross section at a height."""
    breadth, middle = OUTLINE(y)
    return (y, float(breadth), float(middle))


ROUNDED = ("t8", "t7", "t6", "t5", "t4", "t3", "t2", "t1")  # where the outline curves most: two slabs each


def vertebra_positions() -> list[Vec3]:
    """World positions of the joints l5 … t1 in the rest pose."""
    heights = np.cumsum([0.0, *(level.height for level in SPINE)])
    y = (SACRUM + (CERVICALE - SACRUM) * heights / heights[-1]) * STATURE
    return [point((0, y[i], level.depth / 1000)) for i, level in enumerate(SPINE)]


def slabs(heights: Sequence[float], origin: Sequence[float]) -> list[Shape]:
    """Slabs that fill the trunk's outline from height to height."""
    return [slab(section(low), section(high), origin) for low, high in pairwise(heights)]


def blades(origin: Sequence[float]) -> list[Shape]:
    """The muscles before and behind the armpits, hidden while the arms hang."""
    return [egg(minus((x, 1.325, -0.022), origin), (0.066, 0.115, 0.076)) for x in (-0.106, 0.106)]


# ---- masses ------------------------------------------------------------------------------------


def trunk_masses() -> dict[str, float]:
    """Masses [kg] of the pelvis and of the slice of each vertebra: de Leva's three parts, divided by height."""
    parts = {
        "lower_trunk": ("pelvis", "l5", "l4"),
        "middle_trunk": ("l3", "l2", "l1", "t12", "t11", "t10"),
        "upper_trunk": ("t9", "t8", "t7", "t6", "t5", "t4", "t3", "t2", "t1"),
    }
    heights = {level.name: level.height for level in SPINE} | {"pelvis": 110.0}
    masses: dict[str, float] = {}
    for part, names in parts.items():
        total, whole = kilograms(SEGMENTS[part].mass), sum(heights[name] for name in names)
        shares = [round(total * heights[name] / whole, 3) for name in names]
        shares[0] = tidy(total - sum(shares[1:]))
        masses |= dict(zip(names, shares, strict=True))
    return masses


def slice_centre(low: float, high: float, origin: Sequence[float]) -> Vec3:
    y, breadth, middle = section((low + high) / 2)
    return minus((0, y, middle - 0.08 * breadth), origin)  # the back is the denser half


# ---- joints ------------------------------------------------------------------------------------


def pelvis(parent: str | None, dofs: Sequence[Dof]) -> Joint:
    """The pelvis, its frame midway between the hips."""
    shapes = [
        *slabs((0.880, 0.905, 0.935, 0.965, 1.000, SACRUM * STATURE), PELVIS),
        egg((0, -0.036, 0.004), (0.070, 0.060, 0.080)),
        egg((0.064, -0.016, -0.044), (0.084, 0.094, 0.074)),
        egg((-0.064, -0.016, -0.044), (0.084, 0.094, 0.074)),
    ]
    mass = trunk_masses()["pelvis"]
    return joint("pelvis", parent, offset=PELVIS, dofs=dofs, mass=mass, centre=(0.0, 0.03, -0.01), shapes=shapes)


def vertebra_dofs(name: str, bend: float, side: float, twist: float) -> tuple[Dof, Dof, Dof]:
    """Bend forward (+), side to the left (+), twist to the left (+); ranges as in ``Level``."""
    return (
        turn(f"{name}_bend", "x", -tidy((1 - FORWARD_SHARE) * bend), tidy(FORWARD_SHARE * bend)),
        turn(f"{name}_side", "-z", -side, side),
        turn(f"{name}_twist", "y", -twist, twist),
    )


def spine() -> list[Joint]:
    """l5 … t1: 17 vertebrae with three hinges each."""
    positions, masses = vertebra_positions(), trunk_masses()
    made: list[Joint] = []
    for i, level in enumerate(SPINE):
        at = positions[i]
        top = NECK[1] if i + 1 == len(SPINE) else positions[i + 1][1]
        below = PELVIS if i == 0 else positions[i - 1]
        steps = np.linspace(at[1], top, 3 if level.name in ROUNDED else 2).tolist()
        made.append(
            joint(
                level.name,
                made[-1].name if made else "pelvis",
                offset=minus(at, below),
                dofs=vertebra_dofs(level.name, level.bend, level.side, level.twist),
                mass=masses[level.name],
                centre=slice_centre(at[1], top, at),
                shapes=[*slabs(steps, at), *(blades(at) if level.name == "t4" else [])],
                limb="Spine",
            )
        )
    return made


def spine_group() -> Coupling:
    """The spine driven by bend, side bend and twist; each level moves in proportion to its published range (Z 12)."""
    wholes = {
        "bend": (-SPINE_BACKWARD, SPINE_FORWARD),
        "side": (-SPINE_SIDE, SPINE_SIDE),
        "twist": (-SPINE_TWIST, SPINE_TWIST),
    }
    parameters, terms = [], []
    for motion, (lo, hi) in wholes.items():
        name = f"spine_{motion}"
        parameters.append(Variable(name=name, lo=math.radians(lo), hi=math.radians(hi)))
        ranges = [getattr(level, motion) for level in SPINE]
        for level, own in zip(SPINE, ranges, strict=True):
            factor = round(own / sum(ranges), 6)
            terms.append(Term(dof=f"{level.name}_{motion}", parameter=name, factor=factor))
    return Coupling(name="spine", parameters=tuple(parameters), terms=tuple(terms))


def neck_and_head(parent: str, below: Sequence[float]) -> list[Joint]:
    """Three degrees of freedom from the trunk to the neck, two from the neck to the head (Z 12)."""
    share = SEGMENTS["head"]
    neck_mass = kilograms(1.40)  # our split of de Leva's head and neck
    head_mass = tidy(kilograms(share.mass) - neck_mass)
    neck_centre = (NECK[1] + HEAD[1]) / 2
    whole = STATURE - share.centre * (STATURE - NECK[1])
    head_centre = (whole * (head_mass + neck_mass) - neck_centre * neck_mass) / head_mass
    neck_shapes = [rod(minus((0, 1.470, -0.048), NECK), minus((0, 1.600, -0.010), NECK), 0.058, 0.051)]
    neck = joint(
        "neck",
        parent,
        offset=minus(NECK, below),
        dofs=[
            turn("neck_bend", "x", *RANGE["neck_bend"]),
            turn("neck_side", "-z", *RANGE["neck_side"]),
            turn("neck_twist", "y", *RANGE["neck_twist"]),
        ],
        mass=neck_mass,
        centre=minus((0, neck_centre, -0.028), NECK),
        shapes=neck_shapes,
        limb="Head",
    )
    head = joint(
        "head",
        "neck",
        offset=minus(HEAD, NECK),
        dofs=[turn("head_nod", "x", *RANGE["head_nod"]), turn("head_turn", "y", *RANGE["head_turn"])],
        mass=head_mass,
        centre=minus((0, head_centre, 0.008), HEAD),
        shapes=head_shapes(),
        limb="Head",
    )
    eyes = joint("eyes", "head", offset=minus(EYES, HEAD), limb="Head")
    top = joint("head top", "head", offset=minus((0, STATURE, 0.0), HEAD), limb="Head")
    return [neck, head, eyes, top]


def head_shapes() -> list[Shape]:
    """Skull, face and jaw, and a nose that shows where the face is."""

    def at(x: float, y: float, z: float) -> Vec3:
        return minus((x, y, z), HEAD)

    return [
        egg(at(0, 1.656, -0.006), (0.076, 0.094, 0.095)),
        *limb([at(0, 1.634, 0.020), at(0, 1.598, 0.030), at(0, 1.557, 0.052)], [0.070, 0.064, 0.038]),
        rod(at(0, 1.632, 0.086), at(0, 1.604, 0.099), 0.008, 0.012),
        egg(at(0.073, 1.625, -0.008), (0.008, 0.029, 0.017), (0, 20, 0)),
        egg(at(-0.073, 1.625, -0.008), (0.008, 0.029, 0.017), (0, -20, 0)),
    ]
