"""Where one way to bend ends and another begins: straight arms, and poles of ball joints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from manikin import Follower, Position, bodies
from manikin.figure.figure import Figure
from manikin.kernels import library

HUMAN, LIMB = bodies.load("human"), bodies.load("limb7")
RATE = 60.0


def followed(figure: Figure, part: str, path: np.ndarray, **how: Any) -> tuple[np.ndarray, np.ndarray]:
    """The states along a path of a part, after some frames at its start, and how far the part is from it [m]."""
    goal = Position(point=figure.point(part), target=tuple(path[0]), name="tip")
    follower = Follower(figure, [goal], posture=figure.rest, **how)
    for _ in range(10):
        follower.step()
    states = []
    for place in path:
        follower.move("tip", place)
        states.append(follower.step().q)
    places = np.array([figure.pose(q).position(part) for q in states])
    return np.array(states), np.linalg.norm(places - path, axis=1)


def over_the_pole(azimuth: float, frames: int = 181) -> np.ndarray:
    """There and back below the shoulder of the limb, whose first axis points up, within three seconds."""
    side = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    swing = np.cos(2 * np.pi * np.linspace(0, 1, frames))
    return np.array([0.0, 0.0, -0.65]) + 0.35 * side * swing[:, None]


@pytest.mark.parametrize("along", [(-0.262, -0.903, -0.341), (0.017, -0.974, -0.226)])
def test_an_arm_that_was_stretched_out_bends_again(along: tuple[float, float, float]) -> None:
    """Down and back the arm gets straight before its end; a wrist that bends instead of the elbow is a dead end."""
    rest = HUMAN.pose()
    shoulder = rest.position("r_upper_arm")
    reach = np.linalg.norm(rest.position("r_palm") - shoulder)
    far = 0.7 + 0.3 * (0.5 - 0.5 * np.cos(2 * np.pi * np.linspace(0, 1, 200)))
    path = shoulder + reach * far[:, None] * np.array(along) / np.linalg.norm(along)
    own = ("r_shoulder", "r_elbow", "r_forearm", "r_wrist")
    frozen = [name for name in HUMAN.parameter_names if not name.startswith(own)]
    states, off = followed(HUMAN, "r_palm", path, frozen=frozen)
    assert off[100] < 0.02 * reach  # at the end of the reach
    assert off[-1] < 1e-6
    assert np.abs(states[-1] - states[0]).max() < 1e-3


@pytest.mark.parametrize("frames", [180, 240])
def test_an_elbow_takes_over_from_a_wrist_before_that_jams(frames: int) -> None:
    """Aside and back the posture likes the arm straight, for that takes less twist; then the wrist bends instead."""
    own = ("r_upper_arm", "r_elbow", "r_forearm", "r_wrist")
    figure = HUMAN.ungrouped()
    frozen = [name for name in figure.parameter_names if not name.startswith(own)]
    t = np.linspace(0, 1, frames)
    there = 0.5 - 0.5 * np.cos(2 * np.pi * t**3 * (10 - 15 * t + 6 * t * t))
    near, far = np.array([-0.473, 1.122, -0.19]), np.array([-0.594, 1.0023, -0.2604])
    states, off = followed(figure, "r_palm", near + there[:, None] * (far - near), frozen=frozen)
    assert off.max() < 2e-3  # soft reach
    assert np.abs(np.diff(states, n=2, axis=0)).max() * RATE**2 < 200.0
    assert np.abs(states[-1] - states[0]).max() < 1e-4


@pytest.mark.parametrize("azimuth", [0.0, 0.7, 1.5, 2.6, 4.0])
def test_a_limb_passes_a_pole_of_its_shoulder_calmly(azimuth: float) -> None:
    path = over_the_pole(azimuth)
    states, off = followed(LIMB, "hand tip", path)
    turns = Rotation.from_matrix([LIMB.pose(q).orientation("upper_arm") for q in states])
    speeds = (turns[:-1].inv() * turns[1:]).as_rotvec() * RATE
    asked = 0.35 * (2 * np.pi / 3) ** 2  # what the target asks for [m/s²]
    assert off.max() < 1e-6
    assert np.linalg.norm(np.diff(speeds, axis=0) * RATE, axis=1).max() < 3 * asked
    assert np.abs(states[-1] - states[0]).max() < 1e-5


@pytest.mark.skipif(library() is None, reason="there are no compiled kernels to compare with")
def test_python_and_the_kernels_pass_a_pole_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    path = over_the_pole(2.6)[40:50]
    compiled = followed(LIMB, "hand tip", path)[0]
    monkeypatch.setattr("manikin.solvers.session.library", lambda: None)
    np.testing.assert_allclose(followed(LIMB, "hand tip", path)[0], compiled, atol=1e-6)


@pytest.mark.parametrize("seed", [2, 7])
def test_a_hand_that_passes_its_own_shoulder_stays_on_its_path(seed: int) -> None:
    """The nearest pose to rest changes suddenly there; the shoulder's wish must not draw the limb to it at once."""
    rng = np.random.default_rng(seed)
    along, other = rng.normal(size=3), rng.normal(size=3)
    along /= np.linalg.norm(along)
    aside = np.cross(along, other) / np.linalg.norm(np.cross(along, other))
    time = np.linspace(0, 1, 121)
    path = 0.1 * aside + 0.5 * along * (1 - 2 * (time - np.sin(2 * np.pi * time) / (2 * np.pi)))[:, None]
    states, off = followed(LIMB, "hand tip", np.concatenate([path, path[-2::-1]]))
    assert off.max() < 5e-4
    assert np.abs(np.diff(states, n=2, axis=0)).max() * RATE**2 < 200


def test_an_arm_that_starts_stuck_far_from_its_target_is_tried_from_elsewhere() -> None:
    """The shoulder is at two of its limits there, and every small movement leads away."""
    human = HUMAN.ungrouped()
    own = ("r_upper_arm", "r_elbow", "r_forearm", "r_wrist")
    arm = [name for name in human.parameter_names if name.startswith(own)]
    q, target = human.rest.copy(), np.array([-0.261, 1.656, 0.354])
    q[[human.index(name) for name in arm]] = (-0.96, -1.222, 0.846, 2.003, -1.382, -0.291, 0.0)
    start = np.clip(q, human.lo, human.hi)
    frozen = [name for name in human.parameter_names if name not in arm]
    follower = Follower(human, [Position(point=human.point("r_palm"), target=target)], start=start, frozen=frozen)
    assert np.linalg.norm(human.pose(start).position("r_palm") - target) > 0.05
    assert np.linalg.norm(follower.step().pose.position("r_palm") - target) < 1e-3
