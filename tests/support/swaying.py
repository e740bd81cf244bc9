"""A human that sways with both feet on the ground, and how far the feet slip."""

from __future__ import annotations

from functools import cache

import numpy as np

from manikin import Position, bodies, lock_from_text
from manikin.clips import Keyframes
from manikin.clips.differences import difference
from manikin.clips.key import Key

__all__ = ["FEET", "HUMAN", "REST", "acceleration", "slip", "swaying"]

HUMAN = bodies.load("human")
REST = HUMAN.pose()
FEET = [lock_from_text(foot, REST) for foot in ("l_foot", "r_foot")]


LEGS = [HUMAN.index(f"{side}_{name}") for side in "lr" for name in ("hip_twist", "knee", "ankle_flexion")]


@cache
def swaying(seed: int = 0, keys: int = 4, step: float = 30.0, *, easy: bool = True) -> Keyframes:
    """Keys that meet both foot locks, with the pelvis and the upper body in different places.

    Easy ones have no leg at a limit.
    """
    rng = np.random.default_rng(seed)
    made: list[Key] = []
    while len(made) < keys:
        start = HUMAN.rest.copy()
        for name in ("spine_bend", "spine_twist", "l_shoulder_elevation", "r_shoulder_elevation", "l_elbow", "r_elbow"):
            column = HUMAN.index(name)
            start[column] = np.clip(start[column] + 0.4 * rng.normal(), HUMAN.lo[column], HUMAN.hi[column])
        start[HUMAN.index("root_turn")] += 0.3 * rng.normal()
        place = REST.position("pelvis") + rng.uniform((-0.06, -0.12, -0.06), (0.06, -0.02, 0.06))
        goal = Position(point=HUMAN.point("pelvis"), target=tuple(place), weight=10.0)
        q = HUMAN.solve([goal], hard=FEET, start=start).q
        if not easy or (np.minimum(q - HUMAN.lo, HUMAN.hi - q)[LEGS] > 0.01).all():
            made.append(Key(frame=step * len(made), q=tuple(q)))
    return Keyframes(figure=HUMAN, keys=tuple(made))


def acceleration(states: np.ndarray) -> float:
    """The largest change of speed from frame to frame, balls by their rotations."""
    speeds = difference(HUMAN, states[1:], states[:-1])
    return float(np.abs(np.diff(speeds, axis=0)).max())


def slip(states: np.ndarray) -> np.ndarray:
    """How far the feet are from where they stood [m], by forward kinematics alone."""
    return np.array(
        [
            max(np.linalg.norm(HUMAN.pose(q).position(p) - REST.position(p)) for p in ("l_foot", "r_foot"))
            for q in states
        ]
    )
