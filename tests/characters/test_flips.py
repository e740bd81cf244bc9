"""Frames in which a retargeted joint flips are found and bridged."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from manikin import bodies
from manikin.characters.flips import bridged, flips
from manikin.characters.roles import find_roles
from manikin.math.rotations import about_axis

FRAMES = 24


def source(swing: float = 0.0) -> Any:
    """A human that stands, or swings its right upper arm by an angle [rad] from frame 9 to 10."""
    human = bodies.load("human")
    turns = np.tile(np.eye(3), (FRAMES, len(human.skeleton), 1, 1))
    arm = human.skeleton.index("r_upper_arm")
    turns[10:, arm : int(human.skeleton.ends[arm])] = about_axis((1.0, 0.0, 0.0), swing)
    return SimpleNamespace(turns=turns, source=SimpleNamespace(figure=human, roles=find_roles(human)))


def spike() -> np.ndarray:
    angles = np.zeros((FRAMES, 3))
    angles[10:13, 1] = 1.2
    return angles


def test_a_joint_that_turns_alone_flips() -> None:
    assert flips(source(), spike()) == [(8, 14)]
    assert flips(source(), 0.5 * spike()) == []
    assert flips(source(), spike()[:5]) == []


def test_a_joint_that_turns_with_the_source_does_not() -> None:
    assert flips(source(swing=0.5), spike()) == [(11, 14)]  # it comes back although the source stays


def test_a_bridge_is_even() -> None:
    states = np.array([0.0, 9.0, 9.0, 9.0, 4.0])[:, None] * np.ones(2)
    np.testing.assert_allclose(bridged(states, 1, 3), [[1.0] * 2, [2.0] * 2, [3.0] * 2])
