"""The figures of walks: footholds, slide, depth under the ground, knees; and angles beside those of people."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tools.normal_gait import OTHER, PERCENT, PUBLISHED, captured_cycles, our_cycle

from manikin import bodies
from manikin.gait.ground import Ground, HeightField, Level, Stairs, slopes
from manikin.gait.keyed import Walk
from manikin.gait.options import Gait
from manikin.gait.walk import walk
from manikin.math.rotations import Array
from tests.support.paths import REAL_FILES

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
WALKS: dict[str, tuple[list[tuple[float, float]], Gait, Ground]] = {
    "level": ([(0, 0), (0, 4.3)], Gait(), Level()),
    "short steps": ([(0, 0), (0, 4)], Gait(step=0.42), Level()),
    "long steps": ([(0, 0), (0, 6)], Gait(step=0.8), Level()),
    "curve": (CURVE, Gait(step=0.58), Level()),
    "uphill": ([(0, 0), (0, 5)], Gait(), slope(0.12)),
    "downhill": ([(0, 0), (0, 5)], Gait(), slope(-0.12)),
    "mound": ([(0, 0), (0, 5)], Gait(step=0.55), mound(0.15)),
    "hills": ([*CURVE, (0, 6.8)], Gait(step=0.58, lift=0.08, pitch=12), hills()),
    "stairs up": ([(0, 0), (0, 4)], Gait(), Stairs(count=5)),
    "stairs down": ([(0, 0), (0, 4)], Gait(), Stairs(count=5, rise=-0.17)),
    "steep stairs": ([(0, 0), (0, 4)], Gait(), Stairs(count=6, rise=0.19, tread=0.26, start=(0, 0.9))),
}
"""Places, options and ground."""
MOST_KNEE = 125.0
"""The largest acceleration of a knee in captured walks [rad/s²]; the least of them is 91."""


@cache
def made(name: str) -> Walk:
    places, gait, ground = WALKS[name]
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
    assert np.abs(np.diff(knees, 2, axis=0)).max() * (4 * RATE) ** 2 < MOST_KNEE


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


def test_angles_are_hardly_farther_from_another_gait_than_published_ones_are_from_each_other() -> None:
    """Nothing of ours was chosen by that gait: strides of 1.39 m at 1.2 m/s."""
    angles, speed = our_cycle(0.694, len(PERCENT))
    assert 1.1 < speed < 1.3
    for name, values in OTHER.items():
        ours, apart = (
            np.sqrt(np.mean((np.array(curve) - values) ** 2)) for curve in (angles[name], PUBLISHED[name][0])
        )
        assert ours < apart + 1.0, name  # degrees


@pytest.mark.parametrize("step", [0.62, 0.7])
def test_thighs_knees_and_ankles_turn_as_in_a_published_gait(step: float) -> None:
    """They are within one and a half standard deviations at every tenth of the cycle."""
    angles, speed = our_cycle(step, len(PERCENT))
    assert 0.9 < speed < 1.4
    for name in PUBLISHED:
        mean, spread = (np.array(values) for values in PUBLISHED[name])
        assert (np.abs(angles[name] - mean) < 1.5 * spread).all(), name
        assert np.sqrt(np.mean((angles[name] - mean) ** 2)) < 4.0, name  # degrees


def test_a_step_lands_on_a_nearly_straight_knee_that_gives_way_and_pushes_off() -> None:
    """Angles of the joints themselves, which are 0 where the leg is straight and the foot level."""
    made = walk(HUMAN, [(0, 0), (0, 8)], gait=Gait(step=0.68))
    first, last = [c.strike for c in made.plan.of("l") if np.isfinite(c.strike)][2:4]
    states = np.degrees(made.clip().at(np.linspace(first, last, 101)))
    knee, ankle = states[:, HUMAN.index("l_knee")], states[:, HUMAN.index("l_ankle_flexion")]
    assert 0 < knee[0] < 5
    assert 11 < knee[:25].max() < 20  # loading
    assert 48 < knee.max() < 62
    assert 7 < ankle[30:55].max() < 15
    assert -30 < ankle[60:70].min() < -15  # push-off


def test_knees_are_no_less_calm_than_in_a_captured_walk_of_the_same_speed() -> None:
    file = REAL_FILES / "bvh" / "cmu_02_01_walk.bvh"
    if not file.is_file():
        pytest.skip("the captured walk is not here")
    cycles = captured_cycles(file)
    assert len(cycles) >= 3

    def calm(knee: Array, seconds: float) -> float:
        """The largest acceleration [rad/s²], of the values smoothed over 5 %."""
        smooth = np.convolve(np.radians(knee), np.ones(5) / 5, "valid")
        return float(np.abs(np.diff(smooth, 2)).max() / (seconds / 100) ** 2)

    theirs = [calm(angles["knee"], seconds) for angles, seconds in cycles]
    made = walk(HUMAN, [(0, 0), (0, 8)], gait=Gait(step=0.65, pace=1.83))  # of the captured walk: 1.19 m/s
    first, last = [c.strike for c in made.plan.of("l") if np.isfinite(c.strike)][2:4]
    knee = np.degrees(made.clip().at(np.linspace(first, last, 101))[:, HUMAN.index("l_knee")])
    assert calm(knee, (last - first) / made.rate) < min(theirs)


def test_a_run_has_both_feet_in_the_air() -> None:
    from manikin.gait.options import RUNNING

    one = walk(HUMAN, [(0, 0), (0, 8)], gait=Gait(**RUNNING))  # type: ignore[arg-type]
    middle = np.arange(60.0, 90.0, 0.25)
    flight = ~(one.motion.feet["l"].stands(middle) | one.motion.feet["r"].stands(middle))
    assert 0.1 < flight.mean() < 0.5
    heights = HUMAN.forward(one.clip().at(middle), ["l_toes", "r_toes"])[:, :, 1, 3]
    rest = HUMAN.pose().position("l_toes")[1]
    assert heights[flight].min() > rest - 0.003
