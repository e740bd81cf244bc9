"""No parameter changes faster than its speed, nor by more than max_step, whatever asks for it."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

from manikin import Figure, Point, Position, Simulation, bodies, chain, lock_from_text

Evaluation = Literal["auto", "network"]
FAST_TARGET, SLOW_START = (0.3, 0.3, 0.0), [0.3, 0.8]


@pytest.mark.parametrize("evaluate_with", ["auto", "network"])
@pytest.mark.parametrize("integrator", ["implicit", "euler", "rk4", "adaptive"])
def test_a_moved_constraint_is_followed_at_the_speed_of_the_joints(
    integrator: Literal["implicit", "euler", "rk4", "adaptive"], evaluate_with: Evaluation
) -> None:
    arm = Figure(chain([0.3, 0.3], speed=1.0))
    tip = Position(point=Point(part="tip"), target=arm.pose(SLOW_START).position("tip"), name="tip")
    sim = Simulation(arm, [tip], start=SLOW_START, integrator=integrator, evaluate_with=evaluate_with)
    sim.move("tip", FAST_TARGET)
    needed = 0
    while not sim.held and needed < 200:
        before = sim.q
        sim.step(0.01)
        needed += 1
        assert np.abs(sim.q - before).max() <= 0.01 * (1 + 1e-9)
        off = float(np.linalg.norm(sim.pose.position("tip") - FAST_TARGET))
        assert sim.held == (off <= 2e-9), "held says what is so"
    farthest = float(np.abs(sim.q - SLOW_START).max())
    assert sim.held
    assert farthest / 0.01 <= needed <= 1.2 * farthest / 0.01, "it goes nearly as fast as it may"


@pytest.mark.parametrize("evaluate_with", ["auto", "network"])
def test_a_hand_that_lags_does_not_pull_the_feet_away(evaluate_with: Evaluation) -> None:
    human = bodies.load("human")
    rest = human.pose()
    hand = Position(point=human.point("r_palm"), target=rest.position("r_palm"), name="hand")
    feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]
    sim = Simulation(human, [*feet, hand], max_step=0.05, evaluate_with=evaluate_with)
    sim.move("hand", (-0.3, 1.3, 0.5))
    for _ in range(30):
        before = sim.q
        sim.step(1 / 60)
        assert np.abs(sim.q - before).max() <= 0.05 * (1 + 1e-9)
        slip = [max(error.values()) for name, error in sim.violations.items() if name != "hand"]
        assert max(slip) < 1e-8
    assert sim.held
