"""A jump forward: down with the arms back, up with the arms, a flight as gravity has it, and a soft landing."""

from __future__ import annotations

import numpy as np
from tools.clips.sit_down import both
from tools.clips.take import EASE, FEET, GRAVITY, HUMAN, RATE, Take, foot, standing

from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.goals import PoseGoal, Position

OFF, DOWN, FAR = 26, 41, 0.35
"""The frames of take-off and touch-down, and how far it goes [m]."""


def toes(side: str, ahead: float) -> PoseGoal:
    """The toes flat on the ground."""
    target = HUMAN.pose().transform(f"{side}_toes")[:3].copy()
    target[2, 3] += ahead
    return PoseGoal(frame=HUMAN.frame(f"{side}_toes"), target=target, name=f"{side}_toes")


def jump() -> Take:
    take = Take("jump")
    ahead = (0.0, 0.0, FAR)
    landed = [foot("l", ahead), foot("r", ahead)]
    take.key(0, pelvis=(0, -0.004, 0), balanced=FEET)
    take.key(5, {"spine_bend": -2, **both(shoulder_elevation=14, elbow=20)}, pelvis=(0, 0.0, 0.004), balanced=FEET)
    take.key(
        12,
        {
            "root_tilt": 30,
            "spine_bend": 24,
            "neck_bend": -12,
            **both(shoulder_elevation=-36, shoulder_abduction=12, elbow=14),
        },
        pelvis=(0, -0.27, -0.14),
        balanced=FEET,
    )
    take.key(
        15,
        {"root_tilt": 36, "spine_bend": 28, "neck_bend": -18, **both(shoulder_elevation=-46, elbow=10)},
        pelvis=(0, -0.33, -0.15),
        balanced=FEET,
    )
    take.key(
        19,
        {"root_tilt": 31, "spine_bend": 22, "neck_bend": -16, **both(shoulder_elevation=-14, elbow=18)},
        pelvis=(0, -0.272, -0.125),
        balanced=FEET,
    )
    take.key(
        21,
        {"root_tilt": 25, "spine_bend": 15, "neck_bend": -13, **both(shoulder_elevation=28, elbow=26, toes=0)},
        pelvis=(0, -0.205, -0.075),
        feet=[foot("l", pitch=0), foot("r", pitch=0)],
    )
    take.key(
        23.5,
        {
            "root_tilt": 17,
            "spine_bend": 5,
            "neck_bend": -10,
            **both(shoulder_elevation=84, shoulder_abduction=9, elbow=28, toes=24),
        },
        pelvis=(0, -0.088, 0.02),
        feet=[foot("l", pitch=24), foot("r", pitch=24)],
    )
    off = take.key(
        OFF,
        {
            "root_tilt": 6,
            "spine_bend": -6,
            "neck_bend": -6,
            **both(shoulder_elevation=128, shoulder_abduction=8, elbow=24, toes=52),
        },
        pelvis=(0, 0.075, 0.145),
        feet=[foot("l", pitch=52), foot("r", pitch=52)],
    )
    start = off.centre_of_mass()
    down = {
        "root_tilt": 12,
        "spine_bend": 10,
        "neck_bend": -4,
        **both(shoulder_elevation=86, shoulder_abduction=8, elbow=24, toes=0),
    }
    landing = Take("landing", angles=dict(take.angles), last=take.last.copy()).key(
        DOWN, down, pelvis=(0, -0.05, FAR - 0.09), feet=[foot("l", ahead), foot("r", ahead)]
    )
    end = landing.centre_of_mass()
    seconds = (DOWN - OFF) / RATE
    rise = (end[1] - start[1]) / seconds + GRAVITY * seconds / 2

    def flight(frame: float) -> tuple[float, float, float]:
        t = (frame - OFF) / RATE
        x, z = start[[0, 2]] + (end - start)[[0, 2]] * t / seconds
        return (float(x), float(start[1] + rise * t - GRAVITY * t * t / 2), float(z))

    def centre(frame: float) -> Position:
        return Position(point=HUMAN.centre_of_mass(), target=flight(frame), name="flight")

    legs = lambda hip, knee, ankle, toes: both(hip_flexion=hip, knee=knee, ankle_flexion=ankle, toes=toes)  # noqa: E731
    take.key(
        30,
        {"root_tilt": 4, "spine_bend": 2, **legs(22, 38, -32, 10), **both(shoulder_elevation=146, elbow=26)},
        feet=[],
        hard=[centre(30)],
        leg_factor=4.0,
    )
    take.key(
        35,
        {"root_tilt": 8, "spine_bend": 10, **legs(46, 52, -16, 4), **both(shoulder_elevation=132, elbow=28)},
        feet=[],
        hard=[centre(35)],
        leg_factor=4.0,
    )
    take.key(
        DOWN, {**down, **legs(0, 0, 0, 0)}, pelvis=(0, -0.05, FAR - 0.09), feet=[foot("l", ahead), foot("r", ahead)]
    )
    take.key(
        42,
        {"root_tilt": 16, "spine_bend": 13, "neck_bend": -5, **both(toes=0, shoulder_elevation=75, elbow=26)},
        pelvis=(0, -0.10, FAR - 0.10),
        feet=landed,
    )
    take.key(
        46,
        {
            "root_tilt": 28,
            "spine_bend": 22,
            "neck_bend": -8,
            **both(shoulder_elevation=40, shoulder_abduction=10, elbow=30),
        },
        pelvis=(0, -0.265, FAR - 0.12),
        feet=landed,
    )
    take.key(
        50,
        {"root_tilt": 34, "spine_bend": 26, "neck_bend": -14, **both(shoulder_elevation=2, elbow=22)},
        pelvis=(0, -0.31, FAR - 0.13),
        feet=landed,
        balanced=FEET,
    )
    take.key(
        59,
        {
            "root_tilt": 16,
            "spine_bend": 10,
            "neck_bend": -6,
            **both(shoulder_elevation=-14, shoulder_abduction=10, elbow=12),
        },
        pelvis=(0, -0.12, FAR - 0.04),
        feet=landed,
        balanced=FEET,
    )
    take.key(
        69,
        {
            "root_tilt": -1,
            "spine_bend": -3,
            "neck_bend": 2,
            **both(shoulder_elevation=12, shoulder_abduction=8, elbow=20),
        },
        pelvis=(0, -0.002, FAR + 0.012),
        feet=landed,
        balanced=FEET,
    )
    take.key(
        77,
        {"root_tilt": 0.5, "spine_bend": 1, "neck_bend": 0, **both(shoulder_elevation=1, elbow=12)},
        pelvis=(0, -0.006, FAR - 0.002),
        feet=landed,
        balanced=FEET,
    )
    take.key(
        89,
        {**dict.fromkeys(("root_tilt", "spine_bend", "neck_bend"), 0.0), **EASE},
        pelvis=(0, -0.004, FAR),
        feet=landed,
        balanced=FEET,
    )
    for one in standing():
        take.hold(one, end=20, ease=(0, 0))
    for side in "lr":
        take.hold(toes(side, 0.0), 21, OFF, (0, 0))
        take.hold(toes(side, FAR), DOWN, ease=(0, 0))
    for one in landed:
        take.hold(one, DOWN, ease=(0, 0))
    frames = np.arange(OFF, DOWN + 1.0)
    target = MovingTarget(field="target", frames=tuple(frames), values=tuple(flight(f) for f in frames))
    take.goals.append(
        TimedGoal(goal=centre(OFF), spans=(Span(start=OFF, end=DOWN, ease_in=0, ease_out=0),), moving=target)
    )
    return take
