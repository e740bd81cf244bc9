"""A cycle of a run at 3 m/s: two steps of 1.1 m, each with a flight as gravity has it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from scipy.interpolate import CubicSpline
from tools.clips.cycles import whole_cycle
from tools.clips.take import GRAVITY, HUMAN, RATE, Take, facing, foot

from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.goals import PoseGoal, Position
from manikin.handles import FixedFrame

HALF, STEP = 11, 1.1
OFF = 7.0
"""The frame at which the right foot leaves, after its landing at 0; the left one lands at HALF."""
CENTRE_LINE = -0.045  # the feet tread nearly one line
BEGIN = 0.5  # of the cycle, after the landing: both ends are in the same stance, so the loop has no seam
LANDING = 0.22  # the foot lands so far ahead of the pelvis [m]
RISES, PUSH = 1.5, 54.0
"""When the heel rises, and how far it has risen as the foot leaves [degrees]."""
HEIGHT = -0.05
"""The pelvis at landing and as the foot leaves, from where it is at rest [m]."""
GOES_ON = 0.7
"""The share of the toes' speed on the ground that they have as they leave it."""
SWING = CubicSpline(
    (8.0, 9.0, 10.2, 11.5, 13.0, 14.5, 16.0, 17.5, 19.0, 20.2, 21.2),
    (
        (-16.0, 21.0, -22.0, 46.0),
        (-20.0, 28.0, -27.0, 26.0),
        (-13.0, 52.0, -23.0, 8.0),
        (3.0, 81.0, -15.0, 1.0),
        (22.0, 103.0, -7.0, 0.0),
        (40.0, 104.0, -1.0, 0.0),
        (51.0, 84.0, 1.0, 0.0),
        (54.0, 53.0, 0.0, 0.0),
        (48.0, 26.0, -3.0, 0.0),
        (41.0, 15.0, -9.0, 0.0),
        (35.0, 15.0, -13.0, 0.0),
    ),
)
"""Hip, knee, ankle and toes [degrees] of a leg in the air, by the frames after its landing."""


def height(frame: float) -> float:
    """The pelvis over the right foot [m]: it meets the flights before and after it with their speed and acceleration.

    The ground pushes up by half a wave of a sine, as much as stops the fall and gives the next flight.
    """
    t, stance, flight = frame / RATE, OFF / RATE, (HALF - OFF) / RATE
    fall = GRAVITY * flight / 2
    push = (2 * fall / stance + GRAVITY) * math.pi / 2
    wave = stance / math.pi
    return HEIGHT - fall * t - GRAVITY * t * t / 2 + push * wave * (t - wave * math.sin(t / wave))


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

    def leg(side: str, frame: float) -> dict[str, float]:
        hip, knee, turn, toes = SWING(frame).tolist()
        names = ("hip_flexion", "knee", "ankle_flexion", "toes", "hip_abduction", "hip_twist")
        return {f"{side}_{name}": angle for name, angle in zip(names, (hip, knee, turn, toes, 0, 0), strict=True)}

    for frame in range(int(OFF) + 1):
        share = max(0.0, (frame - RISES) / (OFF - RISES))
        pitch = PUSH * share**2 * (2.2 - 1.2 * share)
        trunk = {"root_tilt": 6 + 3 * math.sin(math.pi * frame / OFF), "spine_bend": 5, "neck_bend": -5, "root_roll": 0}
        take.key(
            frame,
            {**both_ways(frame / HALF), **leg("l", frame + HALF), **trunk, "r_toes": pitch},
            pelvis=(-0.012, height(frame), ahead * frame),
            feet=[foot("r", (-CENTRE_LINE, 0.0, z), turn=4, pitch=pitch)],
        )
    for frame in (8.0, 9.0, 10.2):  # in the air: the right leg swings back, the left one reaches out
        t, flight = (frame - OFF) / RATE, (HALF - OFF) / RATE
        take.key(
            frame,
            {**both_ways(frame / HALF), **leg("l", frame + HALF), **leg("r", frame), "root_tilt": 6},
            pelvis=(0.0, HEIGHT + GRAVITY * t * (flight - t) / 2, ahead * frame),
            feet=[],
            leg_factor=4.0,
        )
    half = list(take.keys)
    take.keys = list(whole_cycle(half, HALF, STEP, BEGIN))
    for turn in range(3):  # the right foot stands at the beginning, and again at the end
        side, start, more = "rl"[turn % 2], HALF * turn - BEGIN, STEP * turn
        sign = 1.0 if side == "l" else -1.0
        flat = foot(side, (sign * CENTRE_LINE, 0.0, z + more), turn=-4 * sign)
        take.hold(flat, start, min(start + 1, 2 * HALF), (0, 0))
        if turn == 2:
            break
        toe = _toe(flat, side)
        tips = Position(point=HUMAN.point(f"{side}_toes"), target=toe, name=f"{side}_toes")
        for goal in (tips, facing(f"{side}_toes", (0.0, 1.0, 0.0), (0.0, 1.0, 0.0))):
            take.hold(goal, start + 2, start + OFF - 0.1, (0, 0))
        _fly(take, start + OFF, start + HALF)
    for turn in range(2):
        _push_off(take, "rl"[turn], HALF * turn - BEGIN + OFF)
    return take


def _push_off(take: Take, side: str, off: float) -> None:
    """The toes leave the ground nearly as fast as they bend on it, instead of stopping there at once."""
    toes, near = HUMAN.index(f"{side}_toes"), 0.01
    before, after = take.plain.at([off - near, off + near])
    rates = (after - before) / (2 * near)
    on_ground = take.clip.at([off - 0.1 - near, off - 0.1])[:, toes]
    rates[toes] += GOES_ON * ((on_ground[1] - on_ground[0]) / near - rates[toes])
    place = next(i for i, key in enumerate(take.keys) if abs(key.frame - off) < 1e-9)
    take.keys[place] = replace(take.keys[place], rates=tuple(rates))


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
