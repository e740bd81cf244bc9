"""Sitting down on a chair: hips back, trunk forward over the feet, down onto the seat, then upright."""

from __future__ import annotations

import math

import numpy as np
from tools.clips.take import FEET, HUMAN, REST, Take, at, facing, standing

from manikin import bodies
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.goals import Position
from manikin.goals.goal import Goal
from manikin.math.rotations import Array, Vec3

PIVOT = (0.0, -0.016, -0.044)  # between the buttocks, about which the pelvis rolls on the seat; in its frame [m]
SEAT = (0.0, -0.367, -0.42)  # the pelvis on the seat, from where it is at rest [m]
HEIGHT = 0.588  # of a palm on a thigh [m]
CHAIR = bodies.load("chair").pose()
SITTING = {"spine_bend": 8, "root_tilt": -3, "neck_bend": 0, "head_nod": 0, **{
    f"{side}_{name}": value for side in "lr" for name, value in {
        "shoulder_elevation": 22, "shoulder_abduction": -12, "shoulder_twist": 0, "elbow": 58, "forearm_twist": 68,
        "wrist_flexion": 0, "knuckles": 22, "finger_curl": 24}.items()}}  # fmt: skip


def seated(tilt: float = -3.0) -> Position:
    """The pelvis on the seat, tilted forward [degrees]."""
    turn = HUMAN.pose({"root_tilt": math.radians(tilt)}).orientation("pelvis")
    return at("pelvis", _pivot_at(turn), point=PIVOT)


def sits(take: Take, first: float, last: float, ease: tuple[float, float] | None = None) -> None:
    """Let the pelvis roll on the seat between two frames: at every tilt its lowest point touches it."""
    frames = np.arange(max(first, 0.0), last + 1.0)
    turns = HUMAN.forward(take.plain.at(frames), ["pelvis"])[:, 0, :, :3]
    target = MovingTarget(field="target", frames=tuple(frames), values=tuple(_pivot_at(turn) for turn in turns))
    windows = {} if ease is None else {"ease_in": ease[0], "ease_out": ease[1]}
    take.goals.append(TimedGoal(goal=seated(), spans=(Span(start=first, end=last, **windows),), moving=target))


def _pivot_at(turn: Array) -> Vec3:
    """Where the pivot is when a pelvis of some orientation lies on the seat."""
    surface = np.concatenate([shape.triangles(32)[0] for shape in HUMAN.skeleton["pelvis"].shapes])
    lowest = float(((surface - PIVOT) @ turn[1]).min())
    z = float(REST.position("pelvis")[2]) + SEAT[2] + PIVOT[2]
    return (0.0, float(CHAIR.world[0][1, 3]) - lowest, z)


def both(**values: float) -> dict[str, float]:
    return {f"{side}_{name}": value for side in "lr" for name, value in values.items()}


def on_thighs(z: float, weight: float = 8.0) -> list[Goal]:
    """Palms on the thighs, so far forward [m]."""
    goals: list[Goal] = []
    for side, sign in (("l", 1.0), ("r", -1.0)):
        goals.append(at(f"{side}_palm", (sign * 0.13, HEIGHT, z), weight))
        goals.append(facing(f"{side}_hand", (-sign, 0.0, 0.0), (0.0, -1.0, 0.0), 0.2))
    return goals


def hands_at(hand: Vec3, elbow: Vec3) -> list[Goal]:
    """Both hands and elbows at places, given for the left."""
    goals: list[Goal] = []
    for side, sign in (("l", 1.0), ("r", -1.0)):
        goals.append(at(f"{side}_palm", (sign * hand[0], hand[1], hand[2]), 8.0))
        goals.append(at(f"{side}_forearm", (sign * elbow[0], elbow[1], elbow[2]), 3.0))
    return goals


def sit_down() -> Take:
    take = Take("sit_down", chair=-0.40)
    for one in standing():
        take.hold(one)
    take.key(0, pelvis=(0, -0.004, 0.0), balanced=FEET)
    take.key(
        7,
        {"neck_bend": 6, "spine_bend": 2, **both(shoulder_elevation=1, elbow=16)},
        pelvis=(0, -0.012, -0.008),
        balanced=FEET,
    )
    take.key(
        17,
        {
            "root_tilt": 24,
            "spine_bend": 14,
            "neck_bend": -4,
            **both(shoulder_elevation=24, shoulder_abduction=2, elbow=24),
        },
        pelvis=(0, -0.12, -0.16),
        balanced=FEET,
    )
    take.key(
        27,
        {
            "root_tilt": 42,
            "spine_bend": 22,
            "neck_bend": -14,
            **both(shoulder_elevation=52, shoulder_abduction=-4, elbow=26, forearm_twist=36),
        },
        pelvis=(0, -0.32, -0.345),
        balanced=FEET,
        free="lr",
        soft=hands_at((0.19, 0.66, 0.15), (0.27, 0.80, -0.02)),
    )
    take.key(
        34,
        {
            "root_tilt": 32,
            "spine_bend": 22,
            "neck_bend": -12,
            **both(shoulder_elevation=45, shoulder_abduction=-8, elbow=38, forearm_twist=55),
        },
        pelvis=(SEAT[0], SEAT[1] + 0.004, SEAT[2] + 0.005),
        free="lr",
        soft=hands_at((0.17, 0.65, 0.05), (0.27, 0.74, -0.14)),
    )
    take.key(
        37,
        {"root_tilt": 26, "spine_bend": 21, "neck_bend": -8},
        pelvis=SEAT,
        hard=[seated(26)],
        free="lr",
        soft=hands_at((0.16, 0.62, 0.01), (0.27, 0.72, -0.19)),
    )
    take.key(
        45,
        {**SITTING, "root_tilt": 8, "spine_bend": 12, "neck_bend": 3, "head_nod": 2},
        pelvis=SEAT,
        hard=[seated(8)],
        free="lr",
        soft=[*on_thighs(-0.06), *hands_at((0.13, HEIGHT, -0.06), (0.27, 0.73, -0.29))],
    )
    take.key(
        54,
        {"root_tilt": -4, "spine_bend": 5, "neck_bend": 3},
        pelvis=SEAT,
        hard=[seated(-4)],
        free="lr",
        soft=on_thighs(-0.10),
    )
    take.key(
        62,
        {"root_tilt": -3.5, "spine_bend": 7, "neck_bend": -2, "head_nod": -1},
        pelvis=SEAT,
        hard=[seated(-3.5)],
        free="lr",
        soft=on_thighs(-0.10),
    )
    take.key(74, SITTING, pelvis=SEAT, hard=[seated(-3)], free="lr", soft=on_thighs(-0.10))
    sits(take, 37, take.keys[-1].frame)
    return take
