"""A friendly wave with the right hand."""

from __future__ import annotations

from tools.clips.take import Take, at, facing, standing

PALM = (1.0, 0.0, 0.0)


def wave() -> Take:
    take = Take("wave")
    for one in standing():
        take.hold(one)
    up = {"spine_side": -4, "neck_side": 5, "head_nod": -2, "spine_twist": -3, "head_turn": 3}
    take.key(0, pelvis=(0.015, -0.004, 0.0))
    take.key(
        7,
        {"spine_side": 1.5, "r_shoulder_abduction": 2, "r_shoulder_elevation": -5, "r_elbow": 22, "head_nod": 3},
        pelvis=(0.0, -0.016, 0.0),
    )
    arm = [at("r_forearm", (-0.40, 1.26, 0.08), 6), facing("r_hand", PALM, (0.1, 0, 1), 0.3)]

    def swing(frame: float, x: float, y: float, wrist: float, **how: float) -> None:
        take.key(
            frame,
            {**up, "r_wrist_deviation": wrist, "r_knuckles": 2, "r_finger_curl": 8},
            pelvis=(0.03, -0.002, 0.0),
            free="r",
            soft=[*arm, at("r_hand", (x, y, 0.17), 6)],
            **how,
        )

    swing(20, -0.40, 1.50, -8)
    swing(27, -0.52, 1.48, 8)
    swing(34, -0.31, 1.50, -14)
    swing(41, -0.52, 1.48, 12)
    swing(48, -0.31, 1.50, -14)
    swing(55, -0.50, 1.485, 8)
    swing(61, -0.40, 1.50, 0)
    take.key(
        76,
        {
            "spine_side": 0.5,
            "neck_side": 1,
            "head_nod": 1,
            "r_shoulder_abduction": 10,
            "r_shoulder_elevation": 10,
            "r_shoulder_twist": 0,
            "r_elbow": 30,
            "r_forearm_twist": 12,
            "r_wrist_flexion": 0,
            "r_wrist_deviation": 0,
            "r_knuckles": 12,
            "r_finger_curl": 20,
        },
        pelvis=(0.02, -0.008, 0.0),
    )
    take.key(
        84,
        {"r_shoulder_elevation": 0, "r_shoulder_abduction": 6, "r_elbow": 12, "spine_side": 0},
        pelvis=(0.015, -0.005, 0.0),
    )
    take.key(
        94,
        {
            "r_shoulder_elevation": 4,
            "r_shoulder_abduction": 7,
            "r_elbow": 14,
            "neck_side": 0,
            "head_nod": 0,
            "r_knuckles": 14,
            "r_finger_curl": 24,
        },
        pelvis=(0.015, -0.004, 0.0),
    )
    return take
