"""The shoulder of the human figures: clavicle and upper arm as one joint group, and its polygon of limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from manikin.math.rotations import Vec3
from manikin.skeleton.build import joint
from manikin.skeleton.coupling_curves import LINEAR, CouplingCurve, RampCurve
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Coupling, Dof, LinearLimit, Term, Variable

from .anthropometry import RANGE, SHOULDER, SHOULDER_CORNERS, STATURE
from .parts import limb, minus, point, rod, tidy, turn

STERNUM = point((0.022, 1.428, 0.012))  # joint between breastbone and clavicle
SHOULDER_JOINT = point((0.190, SHOULDER * STATURE, -0.022))

# Elevation lifts the arm in a plane 45° before the frontal plane (Johnston: 30-45°), abduction swings it out of that
# plane, outward and back (+) or forward and across (−).  So the poles, where two of the three axes coincide,
# are out of reach: backward, and across the chest.
HALF = math.sqrt(0.5)
ELEVATION_AXIS: Vec3 = (-HALF, 0.0, HALF)
ABDUCTION_AXIS: Vec3 = (HALF, 0.0, HALF)
REST = {"elevation": 5.0, "abduction": 6.0, "twist": 0.0}  # degrees: the arms hang slightly off the body

CLAVICLE_SHARE = 1 / 3  # of the elevation beyond the setting phase (Inman et al.: one part in three)
SETTING, BEND = math.radians(40), math.radians(20)
PROTRACTION_SHARE = 0.2

_elevations, _abductions = zip(*SHOULDER_CORNERS, strict=True)
WHOLE = {
    "elevation": (min(_elevations), max(_elevations)),
    "abduction": (min(_abductions), max(_abductions)),
    "twist": RANGE["shoulder_twist"],
}


def clavicle(parent: str, below: Sequence[float], *, moving: bool) -> Joint:
    """The left clavicle with the shoulder blade; elevation and protraction are positive.

    It rises in the plane of the arm's elevation, so that the two add up.
    """

    def at(x: float, y: float, z: float) -> Vec3:
        return minus((x, y, z), STERNUM)

    shapes = [
        *limb([at(0.030, 1.462, -0.048), at(0.110, 1.437, -0.040), at(0.175, 1.407, -0.024)], [0.050, 0.045, 0.042]),
        rod(at(0.012, 1.418, 0.004), at(0.172, 1.400, -0.016), 0.034, 0.046),
        rod(at(0.085, 1.372, -0.026), at(0.180, 1.392, -0.022), 0.058, 0.050),
    ]
    dofs = [
        turn("l_clavicle_elevation", ELEVATION_AXIS, *RANGE["clavicle_elevation"]),
        turn("l_clavicle_protraction", "-y", *RANGE["clavicle_protraction"]),
    ]
    offset = minus(STERNUM, below)
    return joint("l_clavicle", parent, offset=offset, dofs=dofs if moving else (), shapes=shapes, limb="Left arm")


def upper_arm_dofs() -> list[Dof]:
    """Elevation, abduction, twist inward (+) of the left upper arm on its clavicle."""
    return [
        turn("l_upper_arm_elevation", ELEVATION_AXIS, *RANGE["upper_arm_elevation"]),
        turn("l_upper_arm_abduction", ABDUCTION_AXIS, *RANGE["upper_arm_abduction"]),
        turn("l_upper_arm_twist", "-y", *RANGE["shoulder_twist"]),
    ]


def whole_shoulder_dofs() -> list[Dof]:
    """The same for a left shoulder without a clavicle that moves: the range of both together."""
    axes = {"elevation": ELEVATION_AXIS, "abduction": ABDUCTION_AXIS, "twist": "-y"}
    return [turn(f"l_shoulder_{motion}", axes[motion], *WHOLE[motion], rest=REST[motion]) for motion in axes]


def shoulder_group(side: str) -> Coupling:
    """Elevation, abduction and twist drive the clavicle and the upper arm together (Z 12)."""
    prefix = f"{side[0]}_"
    parameters = [
        Variable(
            name=f"{prefix}shoulder_{motion}",
            lo=math.radians(lo),
            hi=math.radians(hi),
            rest=math.radians(REST[motion]),
        )
        for motion, (lo, hi) in WHOLE.items()
    ]

    def term(dof: str, motion: str, factor: float, curve: CouplingCurve = LINEAR) -> Term:
        return Term(dof=prefix + dof, parameter=f"{prefix}shoulder_{motion}", factor=factor, curve=curve)

    ramp = RampCurve(start=SETTING, width=BEND)
    terms = (
        term("clavicle_elevation", "elevation", CLAVICLE_SHARE, ramp),
        term("clavicle_protraction", "abduction", -PROTRACTION_SHARE),
        term("upper_arm_elevation", "elevation", 1.0),
        term("upper_arm_elevation", "elevation", -CLAVICLE_SHARE, ramp),
        term("upper_arm_abduction", "abduction", 1 - PROTRACTION_SHARE),
        term("upper_arm_twist", "twist", 1.0),
    )
    return Coupling(name=f"{side} shoulder", parameters=tuple(parameters), terms=terms)


def at_rest(joints: Sequence[Joint], coupling: Coupling) -> list[Joint]:
    """The joints with the rest values that the group gives them, so that nothing moves when the group is not in use."""
    rest = {v.name: np.array(v.rest) for v in coupling.parameters}
    values: dict[str, float] = {}
    for term in coupling.terms:
        value = term.factor * float(term.curve.value(rest[term.parameter]))
        values[term.dof] = values.get(term.dof, 0.0) + value
    return [replace(j, dofs=tuple(replace(d, rest=values.get(d.name, d.rest)) for d in j.dofs)) for j in joints]


def shoulder_limits() -> tuple[LinearLimit, ...]:
    """The slanting edges of both shoulders' polygons as linear limits (S9)."""
    found = []
    edges = list(zip(SHOULDER_CORNERS, SHOULDER_CORNERS[1:] + SHOULDER_CORNERS[:1], strict=True))
    slanting = [(a, b) for a, b in edges if a[0] != b[0] and a[1] != b[1]]  # the others limit single variables
    for side in ("right", "left"):
        for k, ((e1, a1), (e2, a2)) in enumerate(slanting):
            length = math.hypot(e2 - e1, a2 - a1)
            normal = (round((a2 - a1) / length, 6), round((e1 - e2) / length, 6))  # outward: corners run anticlockwise
            reach = max(normal[0] * e + normal[1] * a for e, a in ((e1, a1), (e2, a2)))
            names = (f"{side[0]}_shoulder_elevation", f"{side[0]}_shoulder_abduction")
            found.append(
                LinearLimit(
                    name=f"{side} shoulder, edge {k + 1}",
                    terms=tuple(zip(names, normal, strict=True)),
                    hi=math.radians(tidy(reach)),
                )
            )
    return tuple(found)
