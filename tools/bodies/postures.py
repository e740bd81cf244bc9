"""The named poses of the human."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from manikin.figure.figure import Figure
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import NamedPose

__all__ = ["with_poses"]

# Postures of the human [degrees]; "b_" stands for both sides.
POSTURES: dict[str, dict[str, float]] = {
    "walk": {
        "r_hip_flexion": 28, "r_knee": 8, "r_ankle_flexion": 2, "l_hip_flexion": -18, "l_knee": 22,
        "l_ankle_flexion": -12, "l_toes": 30, "r_shoulder_elevation": -14, "r_shoulder_abduction": 20,
        "l_shoulder_elevation": 22, "l_shoulder_abduction": -14, "b_elbow": 28, "spine_twist": 8, "root_turn": -6,
    },
    "reach": {
        "root_tilt": 20, "spine_bend": 30, "spine_twist": 22, "r_hip_flexion": 35, "l_hip_flexion": 5,
        "r_knee": 25, "l_knee": 5, "r_ankle_flexion": 10, "l_ankle_flexion": 18, "r_shoulder_elevation": 110,
        "r_shoulder_abduction": -40, "l_shoulder_elevation": 5, "l_shoulder_abduction": 30, "neck_bend": -20,
        "r_knuckles": 5, "r_finger_curl": 5,
    },
    "sit": {
        "b_hip_flexion": 90, "b_knee": 90, "b_hip_abduction": 6, "b_shoulder_elevation": 22,
        "b_shoulder_abduction": -16, "b_elbow": 62, "b_forearm_twist": 70, "b_knuckles": 25, "spine_bend": 8,
    },
    "bow": {
        "root_tilt": 50, "b_hip_flexion": 50, "spine_bend": 60, "b_shoulder_elevation": 75,
        "b_shoulder_abduction": -38, "b_elbow": 4, "neck_bend": 15,
    },
    "cheer": {
        "b_shoulder_elevation": 155, "b_shoulder_abduction": 20, "b_elbow": 12, "spine_bend": -15, "neck_bend": -15,
        "b_hip_abduction": 12, "b_ankle_inversion": 8, "b_knuckles": 70, "b_finger_curl": 90, "b_thumb_flexion": 40,
    },
    "crouch": {
        "root_tilt": 12, "b_hip_flexion": 118, "b_hip_abduction": 14, "b_knee": 128, "b_ankle_flexion": 22,
        "spine_bend": 35, "b_shoulder_elevation": 70, "b_shoulder_abduction": -42, "b_elbow": 25, "neck_bend": -20,
    },
    "turn": {
        "spine_twist": 40, "neck_twist": 25, "head_turn": 25, "l_shoulder_elevation": 90,
        "l_shoulder_abduction": 40, "r_shoulder_elevation": 70, "r_shoulder_abduction": -60, "b_elbow": 45,
        "spine_side": 8,
    },
    "lean": {
        "spine_side": 36, "neck_side": 15, "r_shoulder_elevation": 160, "r_shoulder_abduction": 15,
        "l_shoulder_elevation": 12, "l_shoulder_abduction": 14, "b_hip_abduction": 14, "b_ankle_inversion": 10,
    },
}  # fmt: skip


def with_poses(skeleton: Skeleton) -> Skeleton:
    """The human with its poses, each within the limits and placed on the ground."""
    figure = Figure(skeleton)
    made = []
    for name, degrees in POSTURES.items():
        values = {full: math.radians(value) for key, value in degrees.items() for full in _sides(key)}
        pose = figure.pose(values)
        outside = (pose.q < figure.lo) | (pose.q > figure.hi)
        assert not outside.any(), [figure.parameter_names[i] for i in np.flatnonzero(outside)]
        lowest = min(
            float((shape.triangles(16)[0] @ pose.world[i, 1, :3] + pose.world[i, 1, 3]).min())
            for i, joint in enumerate(skeleton.joints)
            for shape in joint.shapes
        )
        values["root_y"] = round(pose["root_y"] - lowest, 4) + 0.0  # no minus zero
        made.append(NamedPose(name=name, values=tuple(values.items())))
    return replace(skeleton, poses=tuple(made))


def _sides(name: str) -> list[str]:
    return [f"l_{name[2:]}", f"r_{name[2:]}"] if name.startswith("b_") else [name]
