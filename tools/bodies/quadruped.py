"""A dog the size of a shepherd: 0.65 m at the withers, 32 kg.

Lengths are estimated from pictures of the breed, masses from the volumes of the parts.  Limits are rounded values of
what walking, galloping and lying down need.
"""

from __future__ import annotations

from collections.abc import Sequence

from manikin.math.rotations import Vec3
from manikin.skeleton.build import joint
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof

from .parts import egg, free_root, limb, minus, point, rod, turn, with_mirror_images

DARK: Vec3 = (0.22, 0.20, 0.19)

# World positions of the joints of the middle and of the left side, standing [m].
AT: dict[str, Vec3] = {
    "pelvis": (0.0, 0.575, -0.340),
    "loins": (0.0, 0.605, -0.225),
    "ribs": (0.0, 0.610, -0.060),
    "neck": (0.0, 0.605, 0.205),
    "nape": (0.0, 0.690, 0.275),
    "head": (0.0, 0.775, 0.345),
    "jaw": (0.0, 0.760, 0.385),
    "tail1": (0.0, 0.610, -0.440),
    "tail2": (0.0, 0.555, -0.530),
    "tail3": (0.0, 0.465, -0.580),
    "l_shoulder_blade": (0.062, 0.600, 0.110),
    "l_upper_arm": (0.088, 0.450, 0.205),
    "l_forearm": (0.092, 0.345, 0.085),
    "l_fore_paw": (0.086, 0.135, 0.100),
    "l_fore_toes": (0.086, 0.040, 0.122),
    "l_thigh": (0.070, 0.555, -0.365),
    "l_shin": (0.100, 0.365, -0.255),
    "l_hind_paw": (0.086, 0.170, -0.435),
    "l_hind_toes": (0.086, 0.040, -0.392),
}


def part(name: str, parent: str | None, dofs: Sequence[Dof], mass: float, end: Vec3, shapes: Sequence[Shape]) -> Joint:
    """A joint at its position; ``end`` is the world position where the part ends, its centre of mass is halfway."""
    at = AT[name]
    centre = point([(b - a) / 2 for a, b in zip(at, end, strict=True)])
    offset = at if parent is None else minus(at, AT[parent])
    return joint(name, parent, offset=offset, dofs=dofs, mass=mass, centre=centre, shapes=shapes)


def tip(name: str, parent: str, at: Vec3) -> Joint:
    return joint(name, parent, offset=minus(at, AT[parent]))


def local(name: str, *points: Vec3) -> list[Vec3]:
    return [minus(p, AT[name]) for p in points]


def trunk() -> list[Joint]:
    a = AT
    return [
        part("pelvis", None, free_root(), 4.0, (0, 0.56, -0.34), [
            *limb(local("pelvis", (0, 0.545, -0.395), (0, 0.548, -0.33), (0, 0.552, -0.225)), [0.070, 0.090, 0.083]),
        ]),
        part("loins", "pelvis", [turn("loins_bend", "x", -25, 35), turn("loins_side", "y", -25, 25),
                                 turn("loins_twist", "z", -12, 12)], 3.6, (0, 0.52, -0.06), [
            *limb(local("loins", (0, 0.552, -0.225), (0, 0.545, -0.14), (0, 0.525, -0.06)), [0.083, 0.088, 0.112]),
        ]),
        part("ribs", "loins", [turn("ribs_bend", "x", -15, 25), turn("ribs_side", "y", -20, 20),
                               turn("ribs_twist", "z", -15, 15)], 9.4, (0, 0.46, 0.22), [
            *limb(local("ribs", (0, 0.525, -0.06), (0, 0.506, 0.05), (0, 0.508, 0.13)), [0.112, 0.128, 0.118]),
            rod(*local("ribs", (0, 0.540, 0.10), (0, 0.575, 0.205)), 0.105, 0.086),
            egg(minus((0, 0.455, 0.125), a["ribs"]), (0.082, 0.100, 0.115)),
        ]),
        part("neck", "ribs", [turn("neck_bend", "x", -40, 45), turn("neck_side", "y", -40, 40)], 1.6, a["nape"], [
            *limb(local("neck", (0, 0.580, 0.190), a["nape"]), [0.092, 0.070]),
        ]),
        part("nape", "neck", [turn("nape_bend", "x", -40, 45), turn("nape_side", "y", -40, 40)], 1.2, a["head"], [
            *limb(local("nape", a["nape"], (0, 0.770, 0.345)), [0.070, 0.057]),
        ]),
        part("head", "nape", [turn("head_nod", "x", -40, 50), turn("head_turn", "y", -45, 45),
                              turn("head_tilt", "z", -35, 35)], 1.9, (0, 0.79, 0.48), head()),
        part("jaw", "head", [turn("jaw", "x", 0, 45)], 0.4, (0, 0.74, 0.50), [
            *limb([(0, -0.003, 0.005), (0, -0.013, 0.065), (0, -0.016, 0.122)], [0.030, 0.023, 0.015]),
        ]),
        joint("nose", "head", offset=(0, 0.008, 0.212)),
        joint("eyes", "head", offset=(0, 0.046, 0.085)),
        *tail(),
    ]  # fmt: skip


def head() -> list[Shape]:
    """Skull, stop, muzzle, nose, eyes and pricked ears."""

    ears = [
        shape
        for s in (-1, 1)
        for shape in (
            *limb([(0.038 * s, 0.062, 0.015), (0.048 * s, 0.105, 0.009), (0.052 * s, 0.150, 0.011)],
                  [0.026, 0.019, 0.005]),
            egg((0.036 * s, 0.046, 0.079), (0.009, 0.008, 0.007), colour=DARK),
        )
    ]  # fmt: skip
    return [
        egg((0, 0.026, 0.027), (0.064, 0.058, 0.072), (20, 0, 0)),
        *limb([(0, 0.022, 0.060), (0, 0.008, 0.110), (0, -0.002, 0.180)], [0.050, 0.037, 0.024]),
        egg((0, 0.008, 0.201), (0.015, 0.012, 0.012), colour=DARK),
        *ears,
    ]


def tail() -> list[Joint]:
    ends = [AT["tail2"], AT["tail3"], (0.0, 0.365, -0.600)]
    radii = [0.034, 0.038, 0.034, 0.010]
    made, parent = [], "pelvis"
    for k in range(3):
        name = f"tail{k + 1}"
        start = (0.0, 0.585, -0.425) if k == 0 else AT[name]
        dofs = [turn(f"{name}_lift", "x", -40, 60), turn(f"{name}_wag", "y", -45, 45)]
        shape = rod(*local(name, start, ends[k]), radii[k], radii[k + 1])
        made.append(part(name, parent, dofs, (0.25, 0.2, 0.15)[k], ends[k], [shape]))
        parent = name
    return [*made, tip("tail tip", "tail3", ends[2])]


def fore_leg() -> list[Joint]:
    a = AT
    toes_end = (0.088, 0.018, 0.178)
    return [
        part("l_shoulder_blade", "ribs", [turn("l_shoulder_blade", "-x", -25, 25)], 0.75, a["l_upper_arm"], [
            *limb(local("l_shoulder_blade", (0.058, 0.585, 0.120), (0.076, 0.510, 0.165), a["l_upper_arm"]),
                  [0.048, 0.058, 0.050]),
        ]),
        part("l_upper_arm", "l_shoulder_blade", [turn("l_upper_arm_flexion", "-x", -50, 60),
                                                 turn("l_upper_arm_abduction", "z", -20, 35)],
             0.75, a["l_forearm"], [
            *limb(local("l_upper_arm", a["l_upper_arm"], (0.092, 0.395, 0.135), a["l_forearm"]),
                  [0.050, 0.050, 0.038]),
        ]),
        part("l_forearm", "l_upper_arm", [turn("l_elbow", "-x", -35, 105)], 0.45, a["l_fore_paw"], [
            *limb(local("l_forearm", a["l_forearm"], (0.090, 0.270, 0.090), a["l_fore_paw"]), [0.038, 0.034, 0.023]),
        ]),
        part("l_fore_paw", "l_forearm", [turn("l_wrist", "x", -20, 110)], 0.15, a["l_fore_toes"], [
            *limb(local("l_fore_paw", a["l_fore_paw"], (0.086, 0.085, 0.110), a["l_fore_toes"]),
                  [0.024, 0.021, 0.024]),
        ]),
        part("l_fore_toes", "l_fore_paw", [turn("l_fore_toes", "-x", -50, 60)], 0.1, toes_end,
             toes("l_fore_toes", a["l_fore_toes"])),
        tip("l_fore toe tip", "l_fore_toes", (0.086, 0.0, 0.165)),
    ]  # fmt: skip


def hind_leg() -> list[Joint]:
    a = AT
    toes_end = (0.088, 0.018, -0.336)
    return [
        part("l_thigh", "pelvis", [turn("l_hip_flexion", "-x", -50, 70), turn("l_hip_abduction", "z", -15, 40)],
             1.45, a["l_shin"], [
            *limb(local("l_thigh", (0.060, 0.545, -0.365), (0.080, 0.460, -0.330), a["l_shin"]),
                  [0.074, 0.076, 0.046]),
        ]),
        part("l_shin", "l_thigh", [turn("l_knee", "x", -35, 75)], 0.65, a["l_hind_paw"], [
            *limb(local("l_shin", a["l_shin"], (0.095, 0.300, -0.318), a["l_hind_paw"]), [0.046, 0.042, 0.022]),
        ]),
        part("l_hind_paw", "l_shin", [turn("l_hock", "-x", -35, 75)], 0.25, a["l_hind_toes"], [
            *limb(local("l_hind_paw", (0.086, 0.185, -0.452), (0.086, 0.150, -0.428), a["l_hind_toes"]),
                  [0.018, 0.022, 0.022]),
            rod(*local("l_hind_paw", (0.086, 0.170, -0.435), (0.086, 0.150, -0.428)), 0.022, 0.022),
        ]),
        part("l_hind_toes", "l_hind_paw", [turn("l_hind_toes", "-x", -50, 60)], 0.1, toes_end,
             toes("l_hind_toes", a["l_hind_toes"])),
        tip("l_hind toe tip", "l_hind_toes", (0.086, 0.0, a["l_hind_toes"][2] + 0.043)),
    ]  # fmt: skip


def toes(name: str, at: Vec3) -> list[Shape]:
    """A pad and four toes that stand on the ground."""
    x, _, z = at
    made: list[Shape] = [egg(minus((x, 0.024, z + 0.006), at), (0.029, 0.024, 0.030))]
    for across, reach in ((-0.022, 0.030), (-0.008, 0.042), (0.008, 0.042), (0.022, 0.030)):
        made.append(rod(*local(name, (x + 0.8 * across, 0.028, z), (x + across, 0.0125, z + reach)), 0.016, 0.0125))
    return made


def quadruped() -> Skeleton:
    joints = [*trunk(), *fore_leg(), *hind_leg()]
    return Skeleton(name="quadruped", joints=tuple(with_mirror_images(joints)))
