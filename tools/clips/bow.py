"""A bow: a breath, down from the hips with the head last, a moment of rest, and up with the head last."""

from __future__ import annotations

from tools.clips.take import FEET, Take, standing


def bow() -> Take:
    take = Take("bow")
    for one in standing():
        take.hold(one)
    arms = lambda elevation, abduction, elbow: {  # noqa: E731
        f"{side}_{name}": value
        for side in "lr"
        for name, value in {"shoulder_elevation": elevation, "shoulder_abduction": abduction, "elbow": elbow}.items()
    }
    take.key(0, pelvis=(0.0, -0.004, 0.0), balanced=FEET)
    take.key(
        9,
        {"spine_bend": -4, "neck_bend": -5, "root_tilt": -1, **arms(1, 8, 16)},
        pelvis=(0, -0.003, 0.006),
        balanced=FEET,
    )
    take.key(
        19,
        {"spine_bend": 11, "neck_bend": -4, "root_tilt": 18, **arms(16, 4, 14)},
        pelvis=(0, -0.012, -0.05),
        balanced=FEET,
    )
    take.key(
        30,
        {"spine_bend": 27, "neck_bend": 10, "head_nod": 6, "root_tilt": 40, **arms(43, -4, 12)},
        pelvis=(0, -0.03, -0.115),
        balanced=FEET,
    )
    take.key(
        37,
        {"spine_bend": 30, "neck_bend": 17, "head_nod": 10, "root_tilt": 42, **arms(47, -5, 12)},
        pelvis=(0, -0.032, -0.12),
        balanced=FEET,
    )
    take.key(
        46,
        {"spine_bend": 29, "neck_bend": 18, "root_tilt": 41.5, **arms(46, -5, 13)},
        pelvis=(0, -0.032, -0.12),
        balanced=FEET,
    )
    take.key(
        60,
        {"spine_bend": 16, "neck_bend": 16, "head_nod": 9, "root_tilt": 17, **arms(20, 2, 15)},
        pelvis=(0, -0.013, -0.05),
        balanced=FEET,
    )
    take.key(
        71,
        {"spine_bend": 0, "neck_bend": 4, "head_nod": 3, "root_tilt": 0, **arms(2, 7, 16)},
        pelvis=(0, -0.004, 0.004),
        balanced=FEET,
    )
    take.key(
        78,
        {"spine_bend": -1.5, "neck_bend": -2, "head_nod": -1, "root_tilt": -0.5, **arms(3, 7, 13)},
        pelvis=(0, -0.003, 0.004),
        balanced=FEET,
    )
    take.key(
        90,
        {"spine_bend": 0, "neck_bend": 0, "head_nod": 0, "root_tilt": 0, **arms(4, 7, 14)},
        pelvis=(0, -0.004, 0.0),
        balanced=FEET,
    )
    return take
