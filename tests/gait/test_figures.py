"""The figures of walks: footholds, slide, depth under the ground, knees; and the angles of a normal gait."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from manikin import bodies
from manikin.gait.ground import Ground, HeightField, Level, Stairs, slopes
from manikin.gait.keyed import Walk
from manikin.gait.options import Gait
from manikin.gait.walk import walk
from manikin.math.rotations import Array

HUMAN = bodies.load("human")
RATE = 30.0


def field(heights: Array, x: float, z: float, spacing: float) -> HeightField:
    return HeightField(heights=tuple(map(tuple, heights.tolist())), origin=(x, z), spacing=(spacing, spacing))


def slope(share: float) -> HeightField:
    z = 0.15 * np.arange(100) - 3
    return field(np.tile(np.interp(z, [0.0, 0.8, 5, 20], [0, 0, share * 4.2, share * 4.2]), (40, 1)), -3, -3, 0.15)


def mound(height: float) -> HeightField:
    z = 0.1 * np.arange(100) - 2
    return field(np.tile(height * np.exp(-2 * ((z - 2.2) / 0.7) ** 2), (60, 1)), -3, -2, 0.1)


def hills() -> HeightField:
    x, z = np.meshgrid(0.156 * np.arange(60) - 4, 0.156 * np.arange(90) - 2, indexing="ij")
    return field(0.06 * np.sin(1.7 * x + 0.3) * np.cos(1.3 * z) + 0.03 * np.sin(3.1 * z + 1), -4, -2, 0.156)


CURVE = [(0, 0), (0.1, 1.6), (0.9, 3.2), (1.0, 5.0)]
WALKS: dict[str, tuple[list[tuple[float, float]], Gait, Ground, float]] = {
    "level": ([(0, 0), (0, 4.3)], Gait(), Level(), 125),
    "short steps": ([(0, 0), (0, 4)], Gait(step=0.42), Level(), 125),
    "long steps": ([(0, 0), (0, 6)], Gait(step=0.8), Level(), 270),
    "curve": (CURVE, Gait(step=0.58), Level(), 125),
    "uphill": ([(0, 0), (0, 5)], Gait(), slope(0.12), 130),
    "downhill": ([(0, 0), (0, 5)], Gait(), slope(-0.12), 125),
    "mound": ([(0, 0), (0, 5)], Gait(step=0.55), mound(0.15), 125),
    "hills": ([*CURVE, (0, 6.8)], Gait(step=0.58, lift=0.08, pitch=12), hills(), 130),
    "stairs up": ([(0, 0), (0, 4)], Gait(), Stairs(count=5), 230),
    "stairs down": ([(0, 0), (0, 4)], Gait(), Stairs(count=5, rise=-0.17), 230),
    "steep stairs": ([(0, 0), (0, 4)], Gait(), Stairs(count=6, rise=0.19, tread=0.26, start=(0, 0.9)), 240),
}
"""Places, options, ground, and the largest acceleration of a knee [rad/s²]; in captured walks it is 91 to 125."""


@cache
def made(name: str) -> Walk:
    places, gait, ground, _ = WALKS[name]
    return walk(HUMAN, places, gait=gait, ground=ground, rate=RATE)


def depth(states: Array, ground: Ground) -> float:
    """How far shins, feet and toes are under the ground at most [m]: the balls at the ends of their capsules."""
    world = HUMAN.forward(states)
    found = 0.0
    for i, joint in enumerate(HUMAN.skeleton.joints):
        if joint.name[2:] not in ("shin", "foot", "toes"):
            continue
        for shape in joint.shapes:
            for end, radius in ((shape.start, shape.radius), (shape.end, shape.end_radius)):  # type: ignore[attr-defined]
                places = world[:, i, :, :3] @ np.array(end) + world[:, i, :, 3]
                level = places[:, [0, 2]]
                steep = 0.0 if ground.has_edges else np.linalg.norm(slopes(ground, level), axis=1)
                above = (places[:, 1] - ground.height(level)) / np.hypot(1.0, steep) - radius
                found = max(found, float(-above.min()))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", WALKS)
def test_feet_hold_stay_above_the_ground_and_knees_are_calm(name: str) -> None:
    one = made(name)
    clip = one.clip()
    fine = np.arange(clip.start, clip.end, 0.25)
    audit = clip.audit(fine)
    assert audit.held
    assert max(goal.worst.get("m", 0.0) for goal in audit.goals.values()) < 1e-6
    states = clip.at(fine)
    assert depth(states, one.plan.ground) < 0.003
    knees = states[:, [HUMAN.index("l_knee"), HUMAN.index("r_knee")]]
    assert np.abs(np.diff(knees, 2, axis=0)).max() * (4 * RATE) ** 2 < WALKS[name][3]


@pytest.mark.slow
@pytest.mark.parametrize("name", WALKS)
def test_every_foot_that_stands_is_on_its_foothold(name: str) -> None:
    one = made(name)
    frames = np.arange(one.plan.begin, one.plan.end)
    world = HUMAN.forward(one.motion.states(frames), ["l_foot", "r_foot"])
    for column, side in enumerate("lr"):
        foot = one.motion.feet[side]
        standing = foot.stands(frames)
        assert np.abs(world[standing, column] - foot.at(frames[standing]).frame).max() < 1e-6


def test_hips_knees_and_ankles_turn_as_in_a_normal_gait() -> None:
    """Peaks beside approximate ones of normal gait, not read from a source: sizes [degrees], times [% of the cycle]."""
    one = walk(HUMAN, [(0, 0), (0, 6)], gait=Gait(step=0.7))
    strikes = [contact.strike for contact in one.plan.of("l") if np.isfinite(contact.strike)]
    states = np.degrees(one.clip().at(np.linspace(strikes[1], strikes[2], 101)))
    hip, knee, ankle = (states[:, HUMAN.index(f"l_{name}")] for name in ("hip_flexion", "knee", "ankle_flexion"))
    normal = [
        (hip[30:70].min(), -10, 8), (hip[70:].max(), 35, 15),
        (knee[5:25].max(), 20, 10), (knee[30:50].min(), 5, 10), (knee[60:].max(), 60, 12),
        (ankle[30:55].max(), 10, 13), (ankle[50:75].min(), -20, 10),
    ]  # fmt: skip
    for ours, theirs, apart in normal:
        assert ours == pytest.approx(theirs, abs=apart)
    times = [(30 + hip[30:70].argmin(), 50), (60 + knee[60:].argmax(), 72), (50 + ankle[50:75].argmin(), 63)]
    for ours, theirs in times:
        assert ours == pytest.approx(theirs, abs=8)


def test_a_run_has_both_feet_in_the_air() -> None:
    from manikin.gait.options import RUNNING

    one = walk(HUMAN, [(0, 0), (0, 8)], gait=Gait(**RUNNING))  # type: ignore[arg-type]
    middle = np.arange(60.0, 90.0, 0.25)
    flight = ~(one.motion.feet["l"].stands(middle) | one.motion.feet["r"].stands(middle))
    assert 0.1 < flight.mean() < 0.5
    heights = HUMAN.forward(one.clip().at(middle), ["l_toes", "r_toes"])[:, :, 1, 3]
    rest = HUMAN.pose().position("l_toes")[1]
    assert heights[flight].min() > rest - 0.003
