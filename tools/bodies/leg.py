"""Thigh, shin, foot and toes of the human figures: the left side, standing."""

from __future__ import annotations

from manikin.skeleton.build import joint
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Dof

from .anthropometry import FOOT_LENGTH, HEIGHT, RANGE, SEGMENTS, STATURE, kilograms
from .parts import limb, minus, point, rod, turn
from .trunk import PELVIS

HIP = point((0.090, HEIGHT["hip"] * STATURE, 0.0))
KNEE = point((0.088, HEIGHT["knee"] * STATURE, 0.002))
ANKLE = point((0.086, HEIGHT["ankle"] * STATURE, -0.038))
TOE_OUT = 7.0  # degrees
HEEL_BACK = 0.058  # from the ankle's axis to the back of the heel [m]
BALL = (0.004, -0.0445, 0.133)  # joint of the toes, in the foot's frame


def leg(*, moving: bool = True) -> list[Joint]:
    """A leg; without ``moving`` it is rigid and has only its shape."""

    def dofs(*given: Dof) -> list[Dof]:
        return list(given) if moving else []

    group = "Left leg"
    thigh, shank, foot = (SEGMENTS[name] for name in ("thigh", "shank", "foot"))
    to_knee, to_ankle = minus(KNEE, HIP), minus(ANKLE, KNEE)
    ground = -ANKLE[1]
    thigh_shapes = limb(
        [(-0.004, -0.005, 0), (0, -0.10, 0.008), (0, -0.26, 0.010), to_knee], [0.082, 0.084, 0.068, 0.053]
    )
    shin_shapes = limb(
        [(0, 0, 0), (0.0, -0.060, -0.010), (0.0, -0.125, -0.018), (0.0, -0.25, -0.021), to_ankle],
        [0.053, 0.055, 0.056, 0.045, 0.034],
    )
    length = FOOT_LENGTH * STATURE
    toe_tip = length - HEEL_BACK
    foot_shapes = [
        rod((0, ground + 0.032, -HEEL_BACK + 0.032), (0, -0.004, 0), 0.032, 0.036),
        rod((0, -0.002, 0.002), (-0.010, ground + 0.026, 0.120), 0.036, 0.026),
        rod((0, ground + 0.030, -0.024), (-0.018, ground + 0.0245, 0.128), 0.030, 0.0245),
        rod((0, ground + 0.030, -0.024), (0.026, ground + 0.0205, 0.112), 0.030, 0.0205),
        rod((-0.018, ground + 0.0245, 0.128), (0.026, ground + 0.0205, 0.112), 0.0245, 0.0205),
    ]
    down = ground - BALL[1]
    toes = [
        # (across, from, to, radius, radius at the tip)
        (-0.022, -0.004, toe_tip - BALL[2] - 0.0135, 0.022, 0.0135),
        (-0.001, -0.006, toe_tip - BALL[2] - 0.0145, 0.018, 0.0105),
        (0.013, -0.012, toe_tip - BALL[2] - 0.022, 0.018, 0.0100),
        (0.024, -0.020, toe_tip - BALL[2] - 0.034, 0.018, 0.0095),
    ]
    toe_shapes = [
        rod((x - BALL[0], down + r, z0), (x - BALL[0] + 0.004, down + r1, z1), r, r1) for x, z0, z1, r, r1 in toes
    ]
    foot_centre = (0.0, ground + 0.035, -HEEL_BACK + foot.centre * length)
    return [
        joint("l_thigh", "pelvis", offset=minus(HIP, PELVIS), mass=kilograms(thigh.mass),
              dofs=dofs(turn("l_hip_flexion", "-x", *RANGE["hip_flexion"]),
                        turn("l_hip_abduction", "z", *RANGE["hip_abduction"]),
                        turn("l_hip_twist", "-y", *RANGE["hip_twist"])),
              centre=point([thigh.centre * v for v in to_knee]), shapes=thigh_shapes, limb=group),
        joint("l_shin", "l_thigh", offset=to_knee, dofs=dofs(turn("l_knee", "x", *RANGE["knee"])),
              mass=kilograms(shank.mass), centre=point([shank.centre * v for v in to_ankle]),
              shapes=shin_shapes, limb=group),
        joint("l_foot", "l_shin", offset=to_ankle, orientation=(0, TOE_OUT, 0), mass=kilograms(foot.mass - 0.15),
              dofs=dofs(turn("l_ankle_flexion", "-x", *RANGE["ankle_flexion"]),
                        turn("l_ankle_inversion", "-z", *RANGE["ankle_inversion"])),
              centre=point(foot_centre), shapes=foot_shapes, limb=group),
        joint("l_heel", "l_foot", offset=point((0, ground, -HEEL_BACK + 0.028)), limb=group),
        joint("l_ball", "l_foot", offset=point((BALL[0], ground, BALL[2] - 0.012)), limb=group),
        joint("l_toes", "l_foot", offset=BALL, dofs=dofs(turn("l_toes", "-x", *RANGE["toes"])),
              mass=kilograms(0.15), centre=(0.0, -0.008, 0.035), shapes=toe_shapes, limb=group),
        joint("l_toe tip", "l_toes", offset=point((-0.018 - BALL[0], down, toe_tip - BALL[2] - 0.010)), limb=group),
    ]  # fmt: skip
