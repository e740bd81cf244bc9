"""A reach for something high in front: the eyes first, then the weight, then the hand; it stays there a moment."""

from __future__ import annotations

from tools.clips.take import FEET, Take, at, standing

SHELF = (-0.15, 1.96, 0.54)


def reach() -> Take:
    take = Take("reach")
    for one in standing():
        take.hold(one)
    tip = at("r_hand tip", SHELF, 20)
    take.key(0, pelvis=(0.01, -0.004, 0.0), balanced=FEET)
    take.key(
        8,
        {"neck_bend": -14, "head_nod": -8, "head_turn": -6, "spine_bend": 3, "r_shoulder_elevation": -4, "r_elbow": 24},
        pelvis=(0.0, -0.022, -0.012),
        balanced=FEET,
    )
    take.key(
        18,
        {
            "neck_bend": -22,
            "head_nod": -10,
            "head_turn": -8,
            "spine_bend": -2,
            "spine_twist": 6,
            "spine_side": 2,
            "r_knuckles": 4,
            "r_finger_curl": 10,
            "l_shoulder_elevation": 0,
            "l_shoulder_abduction": 12,
        },
        pelvis=(-0.012, -0.008, 0.02),
        balanced=FEET,
        free="r",
        soft=[at("r_hand tip", (-0.27, 1.50, 0.52), 8), at("r_forearm", (-0.29, 1.24, 0.18), 3)],
    )
    reached = {
        "spine_bend": -3,
        "spine_twist": 16,
        "spine_side": 7,
        "root_tilt": 4,
        "l_shoulder_elevation": -10,
        "l_shoulder_abduction": 16,
        "l_elbow": 22,
        "r_knuckles": 2,
        "r_finger_curl": 4,
    }
    elbow = at("r_forearm", (-0.27, 1.55, 0.22), 2)
    take.key(29, reached, pelvis=(-0.02, -0.004, 0.045), balanced=FEET, free="r", hard=[tip], soft=[elbow])
    take.key(
        36,
        {"spine_twist": 18, "spine_side": 8.5, "l_shoulder_elevation": -13},
        pelvis=(-0.024, -0.004, 0.05),
        balanced=FEET,
        free="r",
        hard=[tip],
        soft=[elbow],
    )
    take.key(
        46,
        {"r_knuckles": 26, "r_finger_curl": 38, "r_thumb_flexion": 30, "spine_twist": 17, "spine_side": 8},
        pelvis=(-0.022, -0.005, 0.045),
        balanced=FEET,
        free="r",
        hard=[tip],
        soft=[elbow],
    )
    take.key(
        58,
        {
            "spine_bend": 2,
            "spine_twist": 5,
            "spine_side": 1,
            "root_tilt": 0,
            "neck_bend": -6,
            "head_nod": -4,
            "head_turn": -5,
            "l_shoulder_elevation": 2,
            "l_shoulder_abduction": 9,
            "l_elbow": 16,
        },
        pelvis=(0.0, -0.014, 0.01),
        balanced=FEET,
        free="r",
        soft=[at("r_hand tip", (-0.24, 1.30, 0.50), 8), at("r_forearm", (-0.27, 1.14, 0.10), 3)],
    )
    take.key(
        72,
        {
            "spine_bend": 1,
            "spine_twist": -1,
            "spine_side": 0,
            "neck_bend": 3,
            "head_nod": 2,
            "head_turn": -2,
            "r_shoulder_elevation": 1,
            "r_shoulder_abduction": 6,
            "r_shoulder_twist": 0,
            "r_elbow": 20,
            "r_forearm_twist": 12,
            "r_wrist_flexion": 0,
            "r_wrist_deviation": 0,
            "r_knuckles": 30,
            "r_finger_curl": 40,
            "l_elbow": 14,
            "l_shoulder_elevation": 4,
            "l_shoulder_abduction": 7,
        },
        pelvis=(0.012, -0.007, 0.002),
        balanced=FEET,
    )
    take.key(
        84,
        {
            "spine_bend": 0,
            "spine_twist": 0,
            "neck_bend": 0,
            "head_nod": 0,
            "head_turn": 0,
            "r_shoulder_elevation": 4,
            "r_shoulder_abduction": 7,
            "r_elbow": 15,
        },
        pelvis=(0.01, -0.004, 0.0),
        balanced=FEET,
    )
    take.hold(at("r_hand tip", SHELF), 29, 46)
    return take
