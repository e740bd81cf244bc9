"""Measures of the motion benchmark on motions made by hand, whose answers are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.motion.bars import Bar
from benchmarks.motion.follow import Motion
from benchmarks.motion.measures import Run, measure, turns_between
from benchmarks.motion.models import model
from benchmarks.motion.referee import exp, kinematics
from benchmarks.motion.tables import cell, cpu_ratio
from benchmarks.motion.task import Aim, Task

LIMB = model("limb7")
ELBOW, TWIST = 3, 2
"""Places in a state of limb7: the elbow, and the shoulder's turn about the upper arm."""
STRAIGHT_WRIST = np.array([0.3, 0.2, 0.0, -1.2, 0.0, 0.0, 0.0])


def run_of(q: np.ndarray, name: str = "T1-limb7-made", settle: int = 3, **more: object) -> Run:
    """States that count, after some at the first one; targets are where the tip is, so that nothing is missed."""
    places = kinematics(LIMB).forward(q)[:, [LIMB.index["hand tip"]]]
    task = Task(name, "made", "limb7", (Aim("hand tip"),), places, q[0], LIMB.base_frame, 1.0, settle)
    task = replace(task, **more)  # type: ignore[arg-type]
    states = np.concatenate([np.repeat(q[:1], settle, axis=0), q])
    return Run(LIMB, task, task.targets, Motion(states, None, None, 1e-3))


def turning(joint: int, angles: np.ndarray) -> np.ndarray:
    q = np.tile(STRAIGHT_WRIST, (len(angles), 1))
    q[:, joint] += angles
    return q


def test_an_elbow_that_turns_evenly_has_its_speed_and_starts_with_a_jerk() -> None:
    found = measure(run_of(turning(ELBOW, 0.01 * np.arange(60))))
    assert found["speed"] == pytest.approx(0.6)
    assert found["acceleration"] == pytest.approx(0.6 * 60)  # from rest in one frame
    assert found["ok"] == 100
    assert found["miss_max"] == pytest.approx(0, abs=1e-9)
    assert found["flips"] == found["snaps"] == 0


def test_a_pop_is_the_acceleration_over_that_of_the_target() -> None:
    """The whole limb swings about its base: seen from there target and limb turn alike, and a jump shows."""
    s = np.arange(120) / 119
    angles = 0.8 * (s - np.sin(2 * np.pi * s) / (2 * np.pi))
    q = np.tile(np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]), (120, 1))
    q[:, 0] = angles
    calm = measure(run_of(q))
    assert calm["pop"] == pytest.approx(1.0, rel=0.02)
    assert calm["onset"] < 1
    jump = q.copy()
    jump[60, 6] += 0.1  # a turn of the hand about itself moves no target
    popped = measure(run_of(jump))
    assert popped["acceleration"] == pytest.approx(2 * 0.1 * 3600, rel=0.02)  # there and back
    assert popped["pop"] == pytest.approx(popped["acceleration"] / calm["acceleration"] * calm["pop"])
    onset = q.copy()
    onset[2:, 6] += 0.1
    assert measure(run_of(onset))["onset"] > 10


def test_an_elbow_that_swings_by_more_than_thirty_degrees_in_a_frame_flips() -> None:
    for degrees, flips in ((40.0, 1), (25.0, 0)):
        angles = np.zeros(30)
        angles[15:] = np.radians(degrees)
        found = measure(run_of(_swivelled(angles)))
        assert found["flips"] == flips
        assert found["snaps"] == flips


def _swivelled(angles: np.ndarray) -> np.ndarray:
    """The limb turned about the line from its base to the wrist: every step is the swing of the elbow."""
    kin = kinematics(LIMB)
    world = kin.forward(STRAIGHT_WRIST)
    line = world[LIMB.index["hand"], :, 3] - world[LIMB.index["upper_arm"], :, 3]
    line /= np.linalg.norm(line)
    q = np.tile(STRAIGHT_WRIST, (len(angles), 1))
    for k, angle in enumerate(angles):
        q[k, :3] = _zyx(exp(angle * line) @ world[LIMB.index["upper_arm"], :, :3])
    return q


def _zyx(R: np.ndarray) -> tuple[float, float, float]:
    return float(np.arctan2(R[1, 0], R[0, 0])), float(np.arcsin(-R[2, 0])), float(np.arctan2(R[2, 1], R[2, 2]))


def test_a_straight_limb_cannot_flip() -> None:
    q = np.zeros((20, 7))
    q[10:, TWIST] = 2.0
    assert measure(run_of(q))["flips"] == 0
    assert measure(run_of(q))["snaps"] == 1


def test_jitter_is_the_mean_square_turn_of_the_parts() -> None:
    shake = 1e-4 * (np.arange(240) % 2)
    q = turning(ELBOW, shake)
    run = run_of(q, "T4-limb7-made", settle=0, facts={"least": np.zeros((240, 1))})
    found = measure(run)
    assert found["jitter"] == pytest.approx(1e-4 / np.sqrt(3))  # one of three parts
    assert found["settled"] == 239
    assert found["worse"] == pytest.approx(0, abs=1e-9)


def test_drift_is_what_loops_are_apart() -> None:
    loop = 0.1 * np.sin(2 * np.pi * np.arange(93) / 93)
    q = turning(ELBOW, np.concatenate([loop + 0.01 * k for k in range(10)]))
    found = measure(run_of(q, "T9-limb7-made"))
    assert found["drift"] == pytest.approx(np.degrees(0.09))
    assert found["drift_last"] == pytest.approx(np.degrees(0.01))


def test_orders_are_apart_by_the_largest_turn_at_the_same_target() -> None:
    q = turning(TWIST, np.zeros(20))
    order = np.random.default_rng(1).permutation(20)
    pairs = np.stack([order, np.arange(20)], axis=1)
    first = run_of(q, "T10-limb7-made", pairs=pairs)
    moved = q[order].copy()
    moved[7, TWIST] += 0.2
    second = run_of(moved, "T10-limb7-made", pairs=pairs)
    assert measure(first, second)["apart"] == pytest.approx(np.degrees(0.2))


def test_the_gain_of_noise_is_turns_over_noise_at_the_reach() -> None:
    rng = np.random.default_rng(2)
    noise = 1e-3 * rng.normal(size=200)
    q = turning(ELBOW, np.zeros(200))
    count = np.arange(200)
    pairs = np.stack([count, count], axis=1)
    clean = run_of(q, "T8-limb7-made", pairs=pairs)
    targets = clean.targets.copy()
    targets[:, 0, 0, 3] += noise
    moved = turning(ELBOW, 3 * noise)
    moved[0] = q[0]
    noisy = replace(run_of(moved, "T8-limb7-made", pairs=pairs), targets=targets)
    assert measure(noisy, clean)["gain"] == pytest.approx(3.0, rel=0.01)


def test_frames_are_all_right_up_to_a_millimetre_beside_what_cannot_be_helped() -> None:
    run = run_of(turning(ELBOW, np.zeros(10)))
    targets = run.targets.copy()
    targets[:5, 0, 1, 3] += 0.0009
    targets[5:, 0, 1, 3] += 0.0011
    assert measure(replace(run, targets=targets))["ok"] == 50
    known = replace(run.task, facts={"least": np.full((10, 1), 0.0002)})
    assert measure(replace(run, task=known, targets=targets))["ok"] == 100


def test_passing_a_limit_is_told_in_degrees() -> None:
    arm = model("arm7")
    q = np.tile(arm.rest, (5, 1))
    q[3, 3] = arm.hi[3] + np.radians(2.0)
    places = kinematics(arm).forward(q)[:, [arm.index["r_palm"]]]
    task = Task("T5-arm7-made", "press", "arm7", (Aim("r_palm"),), places, q[0], arm.base_frame, 0.6, 0)
    assert measure(Run(arm, task, places, Motion(q, None, None, 0.0)))["beyond"] == pytest.approx(2.0)


def test_a_locked_part_slips_by_place_and_turn() -> None:
    run = run_of(turning(ELBOW, np.zeros(10)))
    targets = run.targets.copy()
    targets[4, 0, 2, 3] += 0.002
    targets[6, 0, :, :3] = exp(np.array([0.0, 0.01, 0.0])) @ targets[6, 0, :, :3]
    locked = replace(run.task, aims=(Aim("hand tip", True, hard=True), Aim("hand tip")))
    both = np.concatenate([targets, run.targets], axis=1)
    found = measure(replace(run, task=locked, targets=both))
    assert found["slip"] == pytest.approx(2.0)
    assert found["slip_turn"] == pytest.approx(np.degrees(0.01))


def test_a_motion_of_bones_is_judged_as_one_of_joints() -> None:
    run = run_of(turning(ELBOW, 0.01 * np.arange(30) ** 1.5))
    frames = run.world[:, [LIMB.index[part] for part in LIMB.parts]]
    bones = replace(run, motion=Motion(None, None, frames, 1e-3))
    with_joints, without = measure(run), measure(bones)
    assert with_joints.pop("beyond") == 0
    assert without == pytest.approx(with_joints)


def test_turns_between_rotations_are_their_angles() -> None:
    w = np.array([[0.0, 0.0, 0.3], [0.0, 0.0, 0.0]])
    assert turns_between(np.tile(np.eye(3), (2, 1, 1)), exp(w)) == pytest.approx([0.3, 0.0])


def test_bars_count_the_worst_or_the_median_of_the_tasks_they_name() -> None:
    results = {
        "T2-arm7-touch0": {"ok": 99.0, "pop": 4.0},
        "T2-leg6-touch0": {"ok": 100.0, "pop": 6.0},
        "T3-x": {"pop": 9.0},
    }
    assert Bar("T2", "ok", 98).value(results) == 99
    assert Bar("T2", "pop", 5, median=True).value(results) == 5
    assert Bar("T2", "pop", 5, "leg6").value(results) == 6
    assert Bar("T4", "pop", 5).value(results) is None
    assert Bar("T2", "ok", 98).met(99)
    assert not Bar("T2", "pop", 5).met(6)


def test_cells_show_the_median_and_the_worst() -> None:
    assert cell("pop", [1.0, 2.0, 30.0]) == "2 / 30"
    assert cell("ok", [100.0, 100.0, 50.0]) == "100 / 50"
    assert cell("flips", [0.0, 0.0]) == "0"
    assert cpu_ratio({"a": {"cpu": 2.0}, "b": {"cpu": 1.0}}, {"a": {"cpu": 1.0}}) == 2.0
