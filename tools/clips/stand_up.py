"""Standing up from a chair: a little back, the trunk forward until the weight is over the feet, then up."""

from __future__ import annotations

import math

from tools.clips.sit_down import SEAT, SITTING, both, hands_at, on_thighs, seated, sits
from tools.clips.take import EASE, FEET, Take, standing


def stand_up() -> Take:
    take = Take("stand_up", chair=-0.40)
    for one in standing():
        take.hold(one)
    take.key(0, SITTING, pelvis=SEAT, hard=[seated(-3)], free="lr", soft=on_thighs(-0.10))
    take.key(
        8,
        {"root_tilt": -6, "spine_bend": 5, "neck_bend": 3},
        pelvis=SEAT,
        hard=[seated(-6)],
        free="lr",
        soft=on_thighs(-0.11),
    )
    take.key(
        19,
        {
            "root_tilt": 28,
            "spine_bend": 25,
            "neck_bend": -14,
            **both(shoulder_elevation=34, shoulder_abduction=-6, elbow=46, forearm_twist=50),
        },
        pelvis=SEAT,
        hard=[seated(28)],
        free="lr",
        soft=hands_at((0.15, 0.632, 0.0), (0.27, 0.72, -0.18)),
    )
    take.key(
        25,
        {
            "root_tilt": 40,
            "spine_bend": 32,
            "neck_bend": -22,
            **both(
                shoulder_elevation=62,
                shoulder_abduction=-2,
                shoulder_twist=0,
                elbow=44,
                forearm_twist=40,
                wrist_flexion=0,
                wrist_deviation=0,
            ),
        },
        pelvis=(0, -0.378, -0.385),
        balanced=FEET,
        free="lr",
        soft=hands_at((0.17, 0.655, 0.10), (0.27, 0.77, -0.04)),
    )
    take.key(
        35,
        {
            "root_tilt": 34,
            "spine_bend": 18,
            "neck_bend": -12,
            **both(shoulder_elevation=34, shoulder_abduction=2, elbow=28, forearm_twist=24),
        },
        pelvis=(0, -0.22, -0.20),
        balanced=FEET,
        free="lr",
        soft=hands_at((0.21, 0.70, 0.17), (0.26, 0.90, 0.03)),
    )
    take.key(
        45,
        {
            "root_tilt": 12,
            "spine_bend": 7,
            "neck_bend": -3,
            **both(shoulder_elevation=10, shoulder_abduction=6, elbow=20, forearm_twist=12),
            **both(shoulder_twist=0, wrist_flexion=0, wrist_deviation=0),
        },
        pelvis=(0, -0.055, -0.03),
        balanced=FEET,
    )
    take.key(
        53,
        {
            "root_tilt": -1,
            "spine_bend": -3,
            "neck_bend": 3,
            **both(shoulder_elevation=-3, shoulder_abduction=7, elbow=12),
        },
        pelvis=(0, -0.002, 0.012),
        balanced=FEET,
    )
    take.key(
        61,
        {"root_tilt": 0.5, "spine_bend": 1.5, "neck_bend": 0, **both(shoulder_elevation=6, elbow=16)},
        pelvis=(0, -0.006, -0.003),
        balanced=FEET,
    )
    take.key(
        72,
        {**dict.fromkeys(("root_tilt", "spine_bend", "neck_bend", "head_nod"), 0.0), **EASE},
        pelvis=(0, -0.004, 0.0),
        balanced=FEET,
    )
    sits(take, -math.inf, 20, (0, 5))
    return take
