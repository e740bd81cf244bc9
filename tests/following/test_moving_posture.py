"""The posture changes smoothly while targets leave the start."""

from __future__ import annotations

import numpy as np

from manikin import Position, bodies
from manikin.following.moving_posture import MovingPosture
from manikin.following.wishes import own_wishes
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.preferred_bends import bends_of

HUMAN = bodies.load("human")


def _postures(ways: Array) -> Array:
    """The postures along ways of both hands from the start (frames, 6)."""
    rest, hands = HUMAN.pose(), ("l_palm", "r_palm")
    goals = [Position(point=HUMAN.point(hand), target=rest.position(hand)) for hand in hands]
    given = Problem(HUMAN, goals)
    problem = given.with_goals(*own_wishes(given, 2, HUMAN.rest, free_limbs=True, preferred_bends=True))
    posture = MovingPosture(given, problem, HUMAN.rest, 1e-3, bends_of(given), still=True)
    assert posture.moves
    found = []
    for way in ways:
        constants = np.array(problem.constants)
        for i in range(2):
            constants[problem.constants_of(i)["target"]] += way[3 * i : 3 * i + 3]
        found.append(posture.leave(constants))
    return np.array(found)


def _speeds_change(postures: Array) -> float:
    """The most that the speed changes in a frame, over the most speed."""
    speeds = np.diff(postures, axis=0)
    return float(np.abs(np.diff(speeds, axis=0)).max() / np.abs(speeds).max())


def test_it_is_smooth_where_one_target_overtakes_another() -> None:
    time = np.linspace(0, 1, 401)[:, None]
    one, other = np.array([[0.2, 0.0, 0.0]]), np.array([[0.0, 0.0, 0.25]])
    ways = np.concatenate([0.5 * one + 0 * time, other * time], axis=1)
    assert _speeds_change(_postures(ways)) < 0.05


def test_it_is_smooth_where_a_target_turns_into_another_direction() -> None:
    turn = np.linspace(0, np.pi, 401)[:, None]
    circle = 0.15 * np.concatenate([1 - np.cos(turn), np.sin(turn), 0 * turn], axis=1)
    ways = np.concatenate([circle, 0 * circle], axis=1)
    assert _speeds_change(_postures(ways)) < 0.05
