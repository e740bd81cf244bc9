"""An overhand throw: back on the right leg, a step with the left, then hips, shoulders, elbow and hand, one after the
other; the arm goes on across the body, and the right foot catches up."""

from __future__ import annotations

from tools.clips.take import EASE, HUMAN, REST, Take, at, facing, foot

from manikin.goals import Position

STEP = 0.50
BALL = tuple(REST.position("r_toes").tolist())


def throw() -> Take:
    take = Take(
        "throw", angles={**EASE, "r_finger_curl": 55, "r_knuckles": 40, "r_thumb_opposition": 30, "r_thumb_flexion": 30}
    )
    right, left = foot("r"), foot("l")
    planted, square = foot("l", (0, 0, STEP)), foot("r", (0, 0, STEP))
    pivot = Position(point=HUMAN.point("r_toes"), target=BALL, name="r_ball")

    take.key(0, pelvis=(0, -0.004, 0))
    # back and onto the right leg; the left foot comes up
    take.key(
        8,
        {"root_turn": -22, "spine_twist": -12, "head_turn": 20, "neck_twist": 12, "spine_bend": 4},
        pelvis=(-0.05, -0.035, -0.02),
        feet=[right, foot("l", (0, 0.03, 0.01), pitch=14)],
        free="rl",
        soft=[
            at("r_hand", (-0.32, 0.95, 0.10), 6),
            at("l_hand", (0.02, 1.12, 0.26), 6),
            at("l_forearm", (0.22, 1.10, 0.02), 2),
        ],
    )
    take.key(
        16,
        {"root_turn": -52, "spine_twist": -28, "head_turn": 34, "neck_twist": 32, "spine_bend": 0, "spine_side": -6},
        pelvis=(-0.085, -0.05, -0.07),
        feet=[right, foot("l", (-0.02, 0.16, 0.10), -24, pitch=12)],
        free="rl",
        soft=[
            at("r_hand", (-0.48, 1.10, -0.42), 6),
            at("r_forearm", (-0.40, 1.22, -0.26), 2),
            at("l_hand", (0.10, 1.30, 0.42), 6),
            at("l_forearm", (0.18, 1.28, 0.20), 2),
        ],
    )
    # the stride: the hips begin to open while the arm is still going back
    take.key(
        23,
        {"root_turn": -44, "spine_twist": -38, "spine_bend": -4, "spine_side": -9},
        pelvis=(-0.03, -0.10, 0.10),
        feet=[right, foot("l", (0, 0.045, STEP - 0.06), -8, pitch=-12)],
        free="rl",
        soft=[
            at("r_hand", (-0.50, 1.52, -0.34), 6),
            at("r_forearm", (-0.45, 1.36, -0.15), 3),
            at("l_hand", (0.12, 1.38, 0.62), 6),
            at("l_forearm", (0.14, 1.32, 0.36), 2),
        ],
    )
    take.key(
        25,
        {"root_turn": -28, "spine_twist": -38, "head_turn": 28, "neck_twist": 26, "spine_bend": -5, "spine_side": -8},
        pelvis=(-0.015, -0.115, 0.155),
        feet=[right, planted],
        free="rl",
        soft=[
            at("r_hand", (-0.51, 1.60, -0.22), 6),
            at("r_forearm", (-0.46, 1.39, -0.01), 3),
            at("l_hand", (0.19, 1.30, 0.59), 6),
            at("l_forearm", (0.22, 1.25, 0.33), 2),
        ],
    )
    take.key(
        27,
        {
            "r_toes": 16,
            "root_turn": -8,
            "spine_twist": -34,
            "head_turn": 20,
            "neck_twist": 20,
            "spine_bend": -6,
            "spine_side": -6,
        },
        pelvis=(0.0, -0.125, 0.20),
        feet=[foot("r", turn=10, pitch=16), planted],
        free="rl",
        soft=[
            at("r_hand", (-0.50, 1.62, -0.04), 6),
            at("r_forearm", (-0.46, 1.42, 0.16), 4),
            at("l_hand", (0.26, 1.18, 0.52), 6),
            at("l_forearm", (0.30, 1.16, 0.28), 2),
        ],
    )
    # let go: hips and shoulders square, the hand passes the head
    take.key(
        30,
        {
            "r_toes": 32,
            "root_turn": 16,
            "spine_twist": 0,
            "head_turn": -4,
            "neck_twist": -4,
            "spine_bend": 8,
            "spine_side": 8,
            "r_finger_curl": 20,
            "r_knuckles": 10,
            "r_thumb_opposition": 0,
        },
        pelvis=(0.02, -0.13, 0.27),
        feet=[foot("r", turn=16, pitch=32), planted],
        free="rl",
        soft=[
            at("r_hand", (-0.30, 1.72, 0.60), 8),
            at("r_forearm", (-0.36, 1.48, 0.48), 3),
            at("l_hand", (0.26, 1.02, 0.34), 6),
            at("l_forearm", (0.32, 1.14, 0.12), 2),
        ],
    )
    take.key(
        33,
        {
            "r_toes": 42,
            "root_turn": 28,
            "spine_twist": 18,
            "head_turn": -18,
            "neck_twist": -14,
            "spine_bend": 22,
            "spine_side": 8,
            "root_tilt": 8,
        },
        pelvis=(0.035, -0.14, 0.31),
        feet=[foot("r", turn=20, pitch=42), planted],
        free="rl",
        soft=[
            at("r_hand", (0.02, 1.24, 0.92), 8),
            at("r_forearm", (-0.12, 1.30, 0.70), 2),
            at("l_hand", (0.34, 0.98, 0.18), 6),
            at("l_forearm", (0.36, 1.10, 0.02), 2),
        ],
    )
    take.key(
        39,
        {
            "r_toes": 50,
            "root_turn": 36,
            "spine_twist": 26,
            "head_turn": -26,
            "neck_twist": -20,
            "neck_bend": -16,
            "spine_bend": 34,
            "root_tilt": 18,
            "spine_side": 4,
        },
        pelvis=(0.05, -0.15, 0.345),
        feet=[foot("r", turn=24, pitch=50), planted],
        free="rl",
        soft=[
            at("r_hand", (0.34, 0.78, 0.62), 8),
            at("r_forearm", (0.10, 0.96, 0.66), 2),
            at("l_hand", (0.44, 1.02, 0.10), 6),
            at("l_forearm", (0.42, 1.12, 0.08), 2),
        ],
    )
    # the right foot catches up
    take.key(
        50,
        {
            "r_toes": 6,
            "root_turn": 22,
            "spine_twist": 10,
            "head_turn": -14,
            "neck_twist": -8,
            "neck_bend": -10,
            "spine_bend": 20,
            "root_tilt": 10,
            "spine_side": 0,
        },
        pelvis=(0.07, -0.09, 0.44),
        feet=[foot("r", (0.03, 0.06, STEP / 2), 12, pitch=30), planted],
        free="rl",
        soft=[at("r_hand", (0.06, 0.82, 0.80), 5), at("l_hand", (0.40, 0.92, 0.34), 5)],
    )
    take.key(
        56,
        {
            "r_toes": 0,
            "root_turn": 12,
            "spine_twist": 5,
            "head_turn": -6,
            "neck_twist": -4,
            "neck_bend": -5,
            "spine_bend": 13,
            "root_tilt": 6,
        },
        pelvis=(0.045, -0.05, STEP - 0.005),
        feet=[foot("r", (0.01, 0.045, STEP - 0.05), 4, pitch=4), planted],
        free="rl",
        soft=[at("r_hand", (-0.16, 0.84, 0.86), 5), at("l_hand", (0.36, 0.88, 0.44), 5)],
    )
    rest = {
        "r_toes": 0.0,
        **dict.fromkeys(
            (
                "root_turn",
                "spine_twist",
                "head_turn",
                "neck_twist",
                "neck_bend",
                "spine_bend",
                "root_tilt",
                "spine_side",
            ),
            0.0,
        ),
        **EASE,
        "r_thumb_opposition": 0.0,
        **{f"{s}_{n}": 0.0 for s in "lr" for n in ("shoulder_twist", "wrist_flexion", "wrist_deviation")},
    }
    take.key(
        61,
        {
            **rest,
            "root_turn": 6,
            "spine_twist": 2,
            "spine_bend": 7,
            "root_tilt": 3,
            "r_shoulder_elevation": 16,
            "l_shoulder_elevation": -4,
            "r_elbow": 26,
        },
        pelvis=(0.015, -0.03, STEP + 0.01),
        feet=[square, planted],
    )
    take.key(
        70,
        {
            "root_turn": 0,
            "spine_twist": 0,
            "spine_bend": -1,
            "root_tilt": 0,
            "r_shoulder_elevation": 1,
            "l_shoulder_elevation": 7,
            "r_elbow": 14,
        },
        pelvis=(-0.004, -0.003, STEP + 0.004),
        feet=[square, planted],
    )
    take.key(82, rest, pelvis=(0, -0.004, STEP), feet=[square, planted])
    take.hold(right, end=24, ease=(0, 0))
    take.hold(pivot, 25, 41, (0, 6))
    take.hold(facing("r_toes", (0.0, 1.0, 0.0), (0.0, 1.0, 0.0)), 25, 41, (0, 6))
    take.hold(left, end=5, ease=(0, 3))
    take.hold(planted, 25, ease=(3, 0))
    take.hold(square, 60, ease=(3, 0))
    return take
