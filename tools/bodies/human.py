"""The human figure: 1.75 m, 75 kg, 17 vertebrae, hands and feet."""

from __future__ import annotations

from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import PreferredBend

from .arm import arm
from .hand import hand_groups
from .leg import leg
from .parts import free_root, with_mirror_images
from .postures import with_poses
from .shoulder import STERNUM, at_rest, clavicle, shoulder_group, shoulder_limits, upper_arm_dofs
from .trunk import neck_and_head, pelvis, spine, spine_group, vertebra_positions


def upper_body(*, moving_fingers: bool) -> list[Joint]:
    """Spine, neck, head, left clavicle and arm on a pelvis."""
    top = vertebra_positions()[-1]
    left = [
        clavicle("t1", top, moving=True),
        *arm("l_clavicle", STERNUM, shoulder=upper_arm_dofs(), moving_fingers=moving_fingers),
    ]
    return [*spine(), *neck_and_head("t1", top), *at_rest(left, shoulder_group("left"))]


def bends() -> tuple[PreferredBend, ...]:
    """Knees forward and apart, elbows down, out and back."""
    found = []
    # elbows bend away from the eyes, through the shoulder (Kim et al. 2011)
    for name, part, (x, y, z) in (("knee", "pelvis", (0.7, 0.0, 1.5)), ("elbow", "t4", (0.775, -0.733, -0.307))):
        limb = ("thigh", "shin", "foot") if name == "knee" else ("upper_arm", "forearm", "hand")
        for word, side, out in (("right", "r", -x), ("left", "l", x)):
            base, middle, tip = (f"{side}_{joint}" for joint in limb)
            bend = PreferredBend(name=f"{word} {name}", limb=(base, middle, tip), part=part, toward=(out, y, z))
            found.append(bend)
    return tuple(found)


def human() -> Skeleton:
    joints = [pelvis(None, free_root()), *upper_body(moving_fingers=True), *leg()]
    standing = Skeleton(
        name="human",
        joints=tuple(with_mirror_images(joints)),
        couplings=(
            spine_group(),
            shoulder_group("right"),
            shoulder_group("left"),
            *hand_groups("right"),
            *hand_groups("left"),
        ),
        limits=shoulder_limits(),
        bends=bends(),
    )
    return with_poses(standing)
