"""Motions of the AMASS collection: rotation vectors of the joints of SMPL bodies in arrays of NumPy.

The files hold no body: lengths are those of a figure that the user gives, whose joints are called as those of SMPL.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from manikin.clips.samples import Samples
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.math.rotations import from_rotation_vector, orthonormal_frame

__all__ = ["AMASS_ARRAYS", "RATES", "amass_clip"]

AMASS_ARRAYS = ("poses", "trans")
RATES = ("mocap_framerate", "mocap_frame_rate")
BODY = [
    "pelvis", "left_hip", "right_hip", "spine1", "left_knee", "right_knee", "spine2", "left_ankle", "right_ankle",
    "spine3", "left_foot", "right_foot", "neck", "left_collar", "right_collar", "head", "left_shoulder",
    "right_shoulder", "left_elbow", "right_elbow", "left_wrist", "right_wrist",
]  # fmt: skip
FINGERS = ("index", "middle", "pinky", "ring", "thumb")
HANDS = [f"{side}_{finger}{k}" for side in ("left", "right") for finger in FINGERS for k in (1, 2, 3)]
FACE = ["jaw", "left_eye", "right_eye"]
LAYOUTS = {
    66: BODY, 72: [*BODY, "left_hand", "right_hand"], 156: [*BODY, *HANDS], 165: [*BODY, *FACE, *HANDS],
}  # fmt: skip
"""Joints by the number of columns: SMPL without hands, SMPL, SMPL-H, SMPL-X."""
PARENTS = dict(zip(
    BODY, (None, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19), strict=True
))  # fmt: skip
TO_Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""From the world of the files, with z up, to one with y up."""


def amass_clip(arrays: Mapping[str, Any], figure: Figure | None, rate: float | None) -> Samples:
    """The clip; ``rate`` is instead of that in the file, which is wrong in some."""
    from manikin.characters.orientations import states_with
    from manikin.characters.pelvis_slides import pelvis_slides
    from manikin.characters.tree_view import zero_state

    if figure is None:
        raise InputError("files of AMASS hold no body: give a figure with the joints of SMPL, as in figure=…")
    poses, trans = (np.asarray(arrays[name]) for name in AMASS_ARRAYS)
    if poses.ndim != 2 or poses.shape[1] not in LAYOUTS or trans.shape != (len(poses), 3) or not len(poses):
        widths = ", ".join(map(str, LAYOUTS))
        raise InputError(f"poses are rows of {widths} numbers and trans of 3, not {poses.shape} and {trans.shape}")
    if not np.isfinite(poses).all() or not np.isfinite(trans).all():
        raise InputError("poses and trans must be finite numbers")
    names = LAYOUTS[poses.shape[1]]
    joints = _joints(figure, names)
    turns = from_rotation_vector(poses.reshape(len(poses), -1, 3).astype(float))
    whole: dict[str, np.ndarray] = {}
    for i, name in enumerate(names):
        above = _parent(name)
        whole[name] = turns[:, i] if above is None else whole[above] @ turns[:, i]
    up = TO_Y_UP if figure.skeleton.up == "y" else np.eye(3)
    zero = zero_state(figure)
    rest = np.asarray(figure.forward(zero))
    skeleton = figure.skeleton
    stands = np.eye(3) if figure.skeleton.up == "y" else TO_Y_UP.T  # bodies of SMPL have y up in their own frame
    wanted = {
        joint: up @ whole[name] @ stands.T @ orthonormal_frame(rest[skeleton.index(joint), :, :3])
        for name, joint in joints.items()
    }
    states = states_with(figure, np.tile(zero, (len(poses), 1)), wanted, continuous=True)
    root = skeleton.index(joints["pelvis"])
    made = np.asarray(figure.forward(states))[:, root, :, 3]
    goal = trans.astype(float) @ up.T + rest[root, :, 3]
    slides = pelvis_slides(figure, joints["pelvis"], zero)
    states[:, slides.columns] += (goal - made) @ slides.inverse.T
    return Samples(figure=figure, rate=_rate(arrays, rate), data=states)


def _joints(figure: Figure, names: list[str]) -> dict[str, str]:
    """The joint of the figure for each one of SMPL: "L_Hip" and "leftHip" are "left_hip", too."""
    found = {_plain(joint.name): joint.name for joint in figure.skeleton}
    joints = {name: found[name] for name in names if name in found}
    if missing := [name for name in BODY if name not in joints]:
        raise InputError(f"{shorten(figure.name)} has no joint {', '.join(missing[:6])} of SMPL")
    return joints


def _plain(name: str) -> str:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.rpartition(":")[2]).lower().split("_")
    return "_".join({"l": "left", "r": "right"}.get(word, word) for word in words if word)


def _parent(name: str) -> str | None:
    if name in PARENTS:
        above = PARENTS[name]
        return None if above is None else BODY[above]
    if name in FACE:
        return "head"
    side, part = name.split("_")
    if name[-1] in "23":
        return f"{side}_{part[:-1]}{int(part[-1]) - 1}"
    return f"{side}_wrist"


def _rate(arrays: Mapping[str, Any], rate: float | None) -> float:
    if rate is not None:
        return float(rate)
    for name in RATES:
        if name in arrays and np.size(arrays[name]) == 1:
            return float(np.asarray(arrays[name]).item())
    raise InputError(f"the file has no {' or '.join(RATES)}: give rate=…")
