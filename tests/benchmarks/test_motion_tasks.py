"""Tasks of the motion benchmark: the same for everybody, reachable where they say so, and followed by our modes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from benchmarks.motion import DEVELOPMENT_SEED, PUBLISHED_SEED
from benchmarks.motion.adapters import manikin as ours
from benchmarks.motion.families import edge, far, paths
from benchmarks.motion.families.all import known_hashes
from benchmarks.motion.families.walk import read_bvh
from benchmarks.motion.follow import State, TimeUp, follow
from benchmarks.motion.measures import Run, measure
from benchmarks.motion.models import model
from benchmarks.motion.perform import perform
from benchmarks.motion.referee import kinematics
from benchmarks.motion.task import Task


def short_task(frames: int = 8) -> Task:
    task = paths.path_task(DEVELOPMENT_SEED, "T1-arm7-circle", "point", "arm7", "circle", False)
    return Task(**{**vars(task), "targets": task.targets[:frames], "settle": 2})


@pytest.mark.parametrize("seed", [DEVELOPMENT_SEED, PUBLISHED_SEED])
def test_tasks_are_those_whose_hashes_the_repository_keeps(seed: int) -> None:
    known = known_hashes(seed, False)
    made = [*far.far_tasks(seed, ("across", "heel_to_seat")), *edge.t5(seed, False)]
    made.append(paths.path_task(seed, "T1-limb7-line", "point", "limb7", "line", False))
    assert {task.name: task.hash for task in made} == {task.name: known[task.name] for task in made}


def test_another_seed_makes_other_tasks() -> None:
    assert not set(known_hashes(DEVELOPMENT_SEED, False).values()) & set(known_hashes(PUBLISHED_SEED, False).values())
    assert known_hashes(DEVELOPMENT_SEED, False).keys() == known_hashes(PUBLISHED_SEED, False).keys()


def test_a_task_is_the_same_after_a_round_through_its_file(tmp_path: Path) -> None:
    task = next(iter(far.far_tasks(3, ("armpit",))))
    task.save(tmp_path / "task.npz")
    other = Task.load(tmp_path / "task.npz")
    assert other.hash == task.hash
    assert other.aims == task.aims
    assert np.array_equal(other.facts["witness"], task.facts["witness"])


@pytest.mark.parametrize("seed", [4, 5])
def test_witnesses_reach_their_targets_within_the_limits(seed: int) -> None:
    for task in [*far.far_tasks(seed, far.PLACES), *(t for t in edge.t5(seed, False) if t.kind == "graze")]:
        m, states = model(task.model), task.facts["witness"]
        frames = kinematics(m).forward(states)[:, m.index[m.tip]]
        assert np.abs(frames[..., 3] - task.targets[:, 0, :, 3]).max() < 1e-8
        assert (states >= m.lo - 1e-12).all()
        assert (states <= m.hi + 1e-12).all()


@pytest.mark.parametrize("mode", [mode for mode in ours.MODES if " " not in mode])
def test_every_mode_of_ours_follows_a_path(mode: str) -> None:
    task = short_task()
    done = perform(ours, mode, task, model("arm7"))
    assert not done.failed
    assert done.motion is not None
    assert done.motion.q is not None
    assert done.motion.q.shape == (10, 7)
    limit = 25.0 if mode in ("sim-pull", "editor-comfort") else 0.5  # springs and comfort leave the target
    assert measure(Run(model("arm7"), task, task.targets, done.motion))["miss_max"] < limit


def test_a_robot_whose_targets_wait_for_its_joints_does_not_give_up_on_the_way() -> None:
    """Its pose leads into a dead end, and another one is far.  It began to go there, was drawn back, began …"""
    task = next(task for task in edge.t5(308, False) if task.name == "T5-panda-graze1")
    done = perform(ours, "follow-start", task, model("panda"))
    assert done.motion is not None
    assert measure(Run(model("panda"), task, task.targets, done.motion))["ok"] > 75  # 60 where it gave up


def test_grouped_modes_are_for_the_human_alone() -> None:
    assert ours.make("session grouped", short_task(), model("arm7")) is None


def test_a_cold_task_begins_every_place_at_the_start() -> None:
    seen: list[str] = []

    class Counter:
        settles = 3

        def reset(self) -> None:
            seen.append("reset")

        def step(self, targets: np.ndarray) -> State:
            seen.append("step")
            return State(np.full(7, float(seen.count("step"))))

    cold = Task(**{**vars(short_task(2)), "cold": True})
    motion = follow(Counter(), cold, cold.targets)
    assert seen[1:] == ["reset", "step", "step", "step"] * 2
    assert motion.q is not None
    assert motion.q[:, 0].tolist() == [3.0, 6.0]  # the last of each


def test_whoever_raises_or_takes_too_long_has_failed() -> None:
    class Lazy:
        settles, now = 1, 0.0

        def reset(self) -> None: ...

        def clock(self) -> float:
            self.now += 100.0
            return self.now

        def step(self, targets: np.ndarray) -> State:
            return State(np.zeros(7))

    def broken(*_: object) -> None:
        raise ValueError("no")

    task = short_task(2)
    with pytest.raises(TimeUp):
        follow(Lazy(), task, task.targets, seconds=150.0)
    lazy, bad = SimpleNamespace(make=lambda *_: Lazy()), SimpleNamespace(make=broken)
    assert "not done" in perform(lazy, "", task, model("arm7"), 150.0).failed  # type: ignore[arg-type]
    assert perform(bad, "", task, model("arm7")).failed == "ValueError: no"  # type: ignore[arg-type]


def test_a_bvh_file_gives_the_places_of_its_joints() -> None:
    text = """HIERARCHY
    ROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
      JOINT Leg { OFFSET 0 -2 0 CHANNELS 3 Zrotation Yrotation Xrotation End Site { OFFSET 0 -1 0 } } }
    MOTION Frames: 2 Frame Time: .0083333
    1 2 3 0 0 0 0 0 0
    1 2 3 90 0 0 0 0 90"""
    capture = read_bvh(text)
    assert capture.step == pytest.approx(1 / 120, rel=1e-4)
    assert capture.places["Leg"].tolist() == pytest.approx(np.array([[1.0, 0.0, 3.0], [3.0, 2.0, 3.0]]))
    # turned about z by the root, then about x by the leg
    assert capture.places["Site"][1] == pytest.approx([3.0, 2.0, 2.0])
