"""A captured walk from a BVH file, and the locks of its feet: what smoothing and interpolation are measured on."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np

from manikin import Figure, Point, PoseGoal, Position, Skeleton, hinge, joint, slide
from manikin.clips import Samples
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.skeleton.variables import Dof

__all__ = ["foot_locks", "read_bvh"]

INCH_SCALE = 0.0254 / 0.45
"""Metres of a unit of length in the files of the CMU database."""
FEET = (("LeftFoot", "LeftToeBase"), ("RightFoot", "RightToeBase"))
SLOW, LOW = 0.3, 0.06
"""A point stands while it is slower than this [m/s] and no higher above its lowest place [m]; the floor slopes."""
SHORTEST, NOISE = 0.08, 0.03
"""A stand lasts so long at least; shorter interruptions than the second are noise [s]."""


def read_bvh(path: Path, scale: float = INCH_SCALE) -> Samples:
    """The motion of a BVH file; its first frame, a rest pose, is left out."""
    text = path.read_text("utf-8")
    head, _, motion = text.partition("MOTION")
    words = re.findall(r"\S+", head)
    joints, order, parents, at = [], [], [], 0
    while at < len(words):
        word = words[at]
        if word in ("ROOT", "JOINT", "End"):
            name = words[at + 1] if word != "End" else f"{parents[-1]} end"
            offset = [scale * float(x) for x in words[at + 4 : at + 7]]
            dofs: list[Dof] = []
            if word != "End":
                count = int(words[at + 8])
                for channel in words[at + 9 : at + 9 + count]:
                    make = slide if channel.endswith("position") else hinge
                    dofs.append(make(channel[0].lower(), name=f"{name} {channel}"))
                    order.append(channel)
            joints.append(joint(name, parents[-1] if parents else None, offset=offset, dofs=dofs))
            parents.append(name)
        elif word == "}":
            parents.pop()
        at += 1
    lines = motion.strip().splitlines()
    rate = round(1 / float(lines[1].split(":")[1]))
    numbers = np.array([[float(x) for x in line.split()] for line in lines[2:]])[1:]
    factors = [scale if channel.endswith("position") else np.pi / 180 for channel in order]
    figure = Figure(Skeleton(name="captured", joints=tuple(joints)))
    return Samples(figure=figure, rate=float(rate), data=numbers * factors)


def foot_locks(clip: Samples) -> tuple[TimedGoal, ...]:
    """Where the feet stand: one placement of the foot for each step, which all locks of the step are read from."""
    frames = clip.frames()
    poses = [clip.figure.pose(q) for q in clip.data]
    locks: list[TimedGoal] = []
    for foot, toes in FEET:
        stands = {}
        for part in (foot, toes):
            places = np.array([pose.position(part) for pose in poses])
            speed = np.linalg.norm(np.gradient(places, axis=0), axis=1) * clip.rate
            stands[part] = _without_gaps((speed < SLOW) & (places[:, 1] < places[:, 1].min() + LOW), NOISE * clip.rate)
        state = 2 * stands[foot].astype(int) + stands[toes]  # 3: flat, 2: the heel, 1: the toes
        edges = [0, *(np.flatnonzero(np.diff(state)) + 1).tolist(), len(state)]
        runs = [(a, b - 1, int(state[a])) for a, b in pairwise(edges) if b - a >= SHORTEST * clip.rate]
        for first, last, kind in runs:
            if kind != 3:
                continue
            there = poses[(first + last) // 2]
            locks.append(
                _lock(PoseGoal(frame=clip.figure.frame(foot), target=there.transform(foot)), frames, first, last)
            )
            for a, b, other in runs:
                if other in (1, 2) and (b + 1 == first or a == last + 1):
                    part = toes if other == 1 else foot
                    goal = Position(point=Point(part=part), target=tuple(there.position(part)))
                    locks.append(_lock(goal, frames, a, b))
    return tuple(locks)


def _without_gaps(stands: np.ndarray, longest: float) -> np.ndarray:
    """The same with interruptions closed of so many frames at most."""
    closed = stands.copy()
    held = np.flatnonzero(stands)
    for a, b in pairwise(held.tolist()):
        if b - a - 1 <= longest:
            closed[a:b] = True
    return closed


def _lock(goal: PoseGoal | Position, frames: np.ndarray, first: int, last: int) -> TimedGoal:
    return TimedGoal(goal=goal, spans=(Span(start=float(frames[first]), end=float(frames[last])),))
