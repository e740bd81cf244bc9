"""Sitting down: a pelvis that is pulled to the floor gets there, and the rest of the body makes room for it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmarks.drag_feel import joint_changes
from benchmarks.random_drags import Led, RandomDrag, lead, straight

from manikin import bodies
from manikin.body.contact_balls import contact_balls
from manikin.document.ground import GroundShape
from manikin.posing.floor import heights_of

HUMAN = bodies.load("human")
BALLS = contact_balls(HUMAN)
FRONT, SIDE = (0.0, 0.0, -1.0), (-1.0, 0.0, 0.0)
REST = 40


def pulled(way: Any, view: Any, speed: float = 0.008, unlocked: tuple[str, ...] = ("r_foot", "l_foot")) -> Led:
    """The pelvis is pulled along a way, waits there, and comes back."""
    down = straight(np.zeros(3), np.array(way), speed)
    ways = np.vstack([down, np.repeat(down[-1:], REST, axis=0), straight(down[-1], np.zeros(3), speed)])
    return lead(RandomDrag(0, "pelvis", np.array(view), False, unlocked, down, np.zeros(3)), ways)


def heights(state: Any) -> Any:
    """How high the balls of all parts are above the floor [m]."""
    return heights_of(HUMAN.pose(state), BALLS, GroundShape())


@pytest.mark.parametrize(
    ("way", "view", "speed"),
    [
        ((0.0, -0.9, 0.0), SIDE, 0.008),
        ((0.0, -1.02, 0.0), FRONT, 0.011),
        ((0.0, -0.93, -0.17), SIDE, 0.006),
        ((0.13, -0.88, 0.0), FRONT, 0.007),
    ],
)
def test_who_is_pulled_to_the_floor_sits_down_on_it(way: Any, view: Any, speed: float) -> None:
    """The seat stopped 12 to 15 cm above it, on legs that were folded, with hands and toes up to 10 mm in the floor."""
    led = pulled(way, view, speed)
    moving = len(straight(np.zeros(3), np.array(way), speed))
    seated = led.states[moving + REST]
    by_height = sorted(zip((ball.part for ball in BALLS), heights(seated).tolist(), strict=True), key=lambda x: -x[1])
    low = dict(by_height)  # of each part the lowest
    assert low["pelvis"] == pytest.approx(0.0, abs=2e-3)
    assert min(low.values()) > -2e-3
    assert min(low["r_foot"], low["l_foot"]) < 0.01
    pose = HUMAN.pose(seated)
    assert abs(np.degrees(pose["root_tilt"])) < 10
    assert 45 < np.degrees(pose["r_knee"]) < 120  # knees are up
    ahead = pose.position("r_foot") - pose.position("pelvis")
    assert ahead[2] > 0.3
    assert led.pop < 4
    assert led.sunk < 1e-3
    assert np.degrees(joint_changes(HUMAN, led.states[-1:], led.states[:1]).max()) < 0.5


def test_toes_that_a_foot_rolls_over_askew_do_not_sink() -> None:
    """Not all of their balls were held above the floor: they were up to 21 mm in it."""
    view = np.array([-0.45, -0.3, -0.84])
    led = pulled((0.0, -0.7, 0.0), tuple(view / np.linalg.norm(view)), 0.0055)
    assert led.sunk < 1e-3
    assert led.pop < 4


def test_arms_hang_until_the_floor_is_near() -> None:
    worlds = HUMAN.forward(pulled((0.0, -0.3, 0.0), SIDE).states)[:, :, :, 3]
    hand, shoulder = HUMAN.skeleton.index("r_hand"), HUMAN.skeleton.index("r_upper_arm")
    hangs = worlds[:, hand] - worlds[:, shoulder]
    assert np.linalg.norm(hangs - hangs[0], axis=1).max() < 0.02


def test_who_is_held_by_locked_feet_crouches_as_low_as_flat_feet_allow() -> None:
    led = pulled((0.0, -0.9, 0.0), SIDE, unlocked=())
    assert led.lock_error < 1e-4
    assert led.sunk < 2e-3
    assert min(heights(state).min() for state in led.states) > -2e-3
    assert np.degrees(joint_changes(HUMAN, led.states[-1:], led.states[:1]).max()) < 0.5
