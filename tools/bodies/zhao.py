"""The figures of Z 12: the one that looks down a tube (fig. 3), and the more primitive one that reaches a box (6-8)."""

from __future__ import annotations

import math

import numpy as np

from manikin.math.rotations import Vec3
from manikin.skeleton.build import joint
from manikin.skeleton.shapes import Box, Cylinder
from manikin.skeleton.skeleton import Joint, Skeleton

from .anthropometry import CERVICALE, FORWARD_SHARE, SACRUM, SPINE_FORWARD, SPINE_SIDE, SPINE_TWIST, STATURE
from .arm import arm
from .human import upper_body
from .leg import leg
from .parts import minus, point, tidy, with_mirror_images
from .shoulder import STERNUM, clavicle, shoulder_group, shoulder_limits, whole_shoulder_dofs
from .trunk import (
    PELVIS,
    blades,
    neck_and_head,
    pelvis,
    slabs,
    slice_centre,
    spine_group,
    trunk_masses,
    vertebra_dofs,
    vertebra_positions,
)

WOOD: Vec3 = (0.66, 0.56, 0.36)
TUBE_BOTTOM, TUBE_TOP, TUBE_RADIUS = point((0, 0.92, 0.36)), point((0, 1.36, 0.36)), 0.045
BOX_EDGE, BOX_CENTRE = 0.30, point((0.06, 1.18, 0.84))
SEGMENTS = 5


def z_tube() -> Skeleton:
    """22 degrees of freedom, 70 with the spine ungrouped; the lower body is rigid, the tube stands in the world."""
    centre = point([(a + b) / 2 for a, b in zip(TUBE_BOTTOM, TUBE_TOP, strict=True)])
    shape = Cylinder(radius=TUBE_RADIUS, length=tidy(TUBE_TOP[1] - TUBE_BOTTOM[1]), colour=WOOD)
    tube = [
        joint("tube", "pelvis", offset=minus(centre, PELVIS), shapes=[shape], limb="Scene"),
        joint("tube bottom", "tube", offset=minus(TUBE_BOTTOM, centre), limb="Scene"),
        joint("tube top", "tube", offset=minus(TUBE_TOP, centre), limb="Scene"),
    ]
    joints = [pelvis(None, ()), *upper_body(moving_fingers=False), *leg(moving=False), *tube]
    return Skeleton(
        name="z_tube",
        joints=tuple(with_mirror_images(joints)),
        couplings=(spine_group(), shoulder_group("right"), shoulder_group("left")),
        limits=shoulder_limits(),
    )


def z_reach() -> Skeleton:
    """A torso of five segments, no joint groups: 22 degrees of freedom from the waist to either hand, and a box."""
    top = torso_positions()[-1]
    arms = [
        clavicle("torso5", top, moving=False),
        *arm("l_clavicle", STERNUM, shoulder=whole_shoulder_dofs(), moving_fingers=False),
    ]
    half = BOX_EDGE / 2
    box = [
        joint("box", "pelvis", offset=minus(BOX_CENTRE, PELVIS), shapes=[Box(size=(BOX_EDGE,) * 3, colour=WOOD)],
              limb="Scene"),
        # z points out of the face that lies to the figure's right
        joint("box right face", "box", offset=(-half, 0, 0), orientation=(0, -math.pi / 2, 0), limb="Scene"),
    ]  # fmt: skip
    joints = [pelvis(None, ()), *torso(), *neck_and_head("torso5", top), *arms, *leg(moving=False), *box]
    return Skeleton(name="z_reach", joints=tuple(with_mirror_images(joints)), limits=shoulder_limits())


def torso_positions() -> list[Vec3]:
    """World positions of the joints torso1 … torso5: evenly spaced along the spine."""
    line = np.array([*vertebra_positions(), (0, CERVICALE * STATURE, -0.042)])
    heights = np.linspace(SACRUM, CERVICALE, SEGMENTS + 1)[:-1] * STATURE
    return [point((0, y, np.interp(y, line[:, 1], line[:, 2]))) for y in heights]


def torso() -> list[Joint]:
    positions = torso_positions()
    heights = [at[1] for at in positions] + [CERVICALE * STATURE]
    whole = sum(trunk_masses().values()) - trunk_masses()["pelvis"]
    made: list[Joint] = []
    for k, at in enumerate(positions):
        name = f"torso{k + 1}"
        low, high = heights[k], heights[k + 1]
        steps = np.linspace(low, high, 5).tolist()
        made.append(
            joint(
                name,
                made[-1].name if made else "pelvis",
                offset=minus(at, positions[k - 1] if k else PELVIS),
                dofs=vertebra_dofs(
                    name, SPINE_FORWARD / FORWARD_SHARE / SEGMENTS, SPINE_SIDE / SEGMENTS, SPINE_TWIST / SEGMENTS
                ),
                mass=tidy(whole / SEGMENTS),
                centre=slice_centre(low, high, at),
                shapes=[*slabs(steps, at), *(blades(at) if k == 3 else [])],
                limb="Torso",
            )
        )
    return made
