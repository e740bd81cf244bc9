"""A cycle of a run at 3 m/s: two steps of 1.1 m, each with a flight as gravity has it."""

from __future__ import annotations

import numpy as np
from tools.clips.cycles import whole_cycle
from tools.clips.take import GRAVITY, HUMAN, RATE, Take, facing, foot

from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.goals import PoseGoal, Position
from manikin.handles import FixedFrame

HALF, STEP = 11, 1.1
CENTRE_LINE = -0.045  # the feet tread nearly one line
BEGIN = 1.5  # of the cycle, after the landing: both ends are in the same stance, so the loop has no seam
LANDING = 0.27  # the foot lands so far ahead of the pelvis [m]


def both_ways(share: float) -> dict[str, float]:
    """Arms and trunk at a share of the way from the right foot's landing to the left one's."""
    swing = np.cos(np.pi * share)
    return {
        "r_shoulder_elevation": 2 - 36 * swing, "l_shoulder_elevation": 2 + 36 * swing,
        "r_shoulder_abduction": 10 - 4 * abs(swing), "l_shoulder_abduction": 10 - 4 * abs(swing),
        "r_shoulder_twist": 8, "l_shoulder_twist": 8,
        "r_elbow": 92 - 10 * swing, "l_elbow": 92 + 10 * swing, "r_forearm_twist": 30, "l_forearm_twist": 30,
        "r_finger_curl": 60, "l_finger_curl": 60, "r_knuckles": 40, "l_knuckles": 40,
        "root_turn": 7 * swing, "spine_twist": -13 * swing, "neck_twist": 3 * swing, "head_turn": 3 * swing,
    }  # fmt: skip


def run() -> Take:
    take = Take("run", rests=False)
    ahead = STEP / HALF
    planted = LANDING  # of the ankle from the pelvis, when it lands
    ankle = float(HUMAN.pose().position("r_foot")[2])
    z = planted - ankle

    def stance(frame: float, y: float, pitch: float, left: dict[str, float], tilt: float, **how: float) -> None:
        angles = {
            **both_ways(frame / HALF),
            **left,
            "root_tilt": tilt,
            "spine_bend": 5,
            "neck_bend": -5,
            "root_roll": 0,
            "r_toes": max(pitch, 0),
            **how,
        }
        take.key(
            frame,
            angles,
            pelvis=(-0.012, y, ahead * frame),
            feet=[foot("r", (-CENTRE_LINE, 0.0, z), turn=4, pitch=pitch)],
        )

    def leg(hip: float, knee: float, ankle: float, toes: float = 0) -> dict[str, float]:
        return {
            "l_hip_flexion": hip,
            "l_knee": knee,
            "l_ankle_flexion": ankle,
            "l_toes": toes,
            "l_hip_abduction": 0,
            "l_hip_twist": 0,
        }

    stance(0, -0.058, 0, leg(-5, 70, -22, 4), 6)
    stance(1, -0.070, 0, leg(4, 88, -19, 2), 6.5)
    stance(2.5, -0.088, 0, leg(18, 104, -12), 7)
    stance(4, -0.088, 0, leg(36, 106, -4), 8)
    stance(6, -0.058, 28, leg(52, 92, 0), 9)
    stance(7.5, -0.028, 52, leg(56, 78, 0), 8)
    # in the air: the right leg swings back, the left one reaches out
    swing = {
        "r_hip_flexion": -20,
        "r_knee": 34,
        "r_ankle_flexion": -30,
        "r_toes": 14,
        "r_hip_abduction": 0,
        "r_hip_twist": 0,
    }
    take.key(
        9.5,
        {**both_ways(9.5 / HALF), **leg(42, 28, 0), **swing, "root_tilt": 7},
        pelvis=(0.0, -0.022, ahead * 9.5),
        feet=[],
        leg_factor=4.0,
    )
    half = list(take.keys)
    take.keys = list(whole_cycle(half, HALF, STEP, BEGIN))
    for turn in range(3):  # the right foot stands at the beginning, and again at the end
        side, start, more = "rl"[turn % 2], HALF * turn - BEGIN, STEP * turn
        sign = 1.0 if side == "l" else -1.0
        flat = foot(side, (sign * CENTRE_LINE, 0.0, z + more), turn=-4 * sign)
        take.hold(flat, start, min(start + 3, 2 * HALF), (0, 0))
        if turn == 2:
            break
        toe = _toe(flat, side)
        tips = Position(point=HUMAN.point(f"{side}_toes"), target=toe, name=f"{side}_toes")
        for goal in (tips, facing(f"{side}_toes", (0.0, 1.0, 0.0), (0.0, 1.0, 0.0))):
            take.hold(goal, start + 4, start + 7.4, (0, 0))
        _fly(take, start + 7.5, start + HALF)
    return take


def _fly(take: Take, off: float, down: float) -> None:
    """The centre of mass flies as gravity has it between two frames, which it meets where the keys have it."""
    start, end = (take.plain.pose(frame).centre_of_mass() for frame in (off, down))
    seconds = (down - off) / RATE
    frames = np.linspace(off, down, 11)
    t = (frames - off) / RATE
    way = start + (end - start) * (t / seconds)[:, None]
    way[:, 1] += GRAVITY * t * (seconds - t) / 2
    target = MovingTarget(field="target", frames=tuple(frames.tolist()), values=tuple(map(tuple, way.tolist())))
    goal = Position(point=HUMAN.centre_of_mass(), target=tuple(way[0].tolist()), name="flight")
    take.goals.append(TimedGoal(goal=goal, spans=(Span(start=off, end=down, ease_in=0, ease_out=0),), moving=target))


def _toe(flat: PoseGoal, side: str) -> tuple[float, float, float]:
    """Where the joint of the toes is when the foot is flat."""
    rest = HUMAN.pose()
    inside = rest.orientation(f"{side}_foot").T @ (rest.position(f"{side}_toes") - rest.position(f"{side}_foot"))
    target = flat.target
    assert isinstance(target, FixedFrame)
    x, y, z = (np.reshape(target.rotation, (3, 3)) @ inside + target.position).tolist()
    return (x, y, z)
