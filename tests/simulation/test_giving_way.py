"""Constraints that cannot all hold: moved ones give way to those that stay, calmly, and hold again where they can."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from manikin import Figure, MatchValues, Point, Position, Simulation, chain
from tests.support.simulation_cases import BY, FEET, HUMAN, REST

HANDS = ("l_palm", "r_palm")


def hands_apart(by: Any, **options: Any) -> Simulation:
    """A human with locked feet whose hands are held where they are."""
    hands = [Position(point=HUMAN.point(hand), target=REST.position(hand), name=hand) for hand in HANDS]
    return Simulation(HUMAN, [*FEET, *hands], evaluate_with=by, **options)


@BY
@pytest.mark.parametrize("options", [{}, {"braking": 50.0}])
def test_locked_feet_stay_while_hands_are_pulled_apart_out_of_reach(by: Any, options: Any) -> None:
    sim = hands_apart(by, **options)
    steps = 60 if by == "auto" else 6
    for k in range(1, steps + 1):
        for hand, side in zip(HANDS, (1.0, -1.0), strict=True):
            sim.move(hand, REST.position(hand) + side * np.array([1.5 * k / steps, 0.4 * k / steps, 0.0]))
        sim.step(1 / 60)
        slip = [max(error.values()) for name, error in sim.violations.items() if name not in HANDS]
        assert max(slip) < 1e-8
        assert ((sim.q >= HUMAN.lo) & (sim.q <= HUMAN.hi)).all()
    assert not sim.held
    assert sim.violations["l_palm"]["m"] > 0.3


def test_a_constraint_that_was_not_moved_competes_by_its_weight_and_one_that_was_does_not() -> None:
    arm = Figure(chain([0.3, 0.3]))
    tip = arm.point("tip")
    start = [0.4, 0.9]
    here = arm.pose(start).position("tip")
    there = here + np.array([0.02, -0.05, 0.0])
    given = [Position(point=tip, target=here, name="a"), Position(point=tip, target=there, name="b", weight=3.0)]
    both = Simulation(arm, given, start=start)
    both.step(0.1, 30)
    assert both.pose.position("tip") == pytest.approx((here + 3 * there) / 4, abs=1e-6)
    moved = Simulation(arm, given[:1], start=start)
    moved.add(Position(point=tip, target=here, name="b", weight=3.0))
    moved.move("b", there)
    moved.step(0.1, 30)
    assert moved.pose.position("tip") == pytest.approx(here, abs=1e-9)


def along_the_edge(forces: bool) -> tuple[float, float]:
    """The fastest joint [rad/s] of an arm whose hand is led along the edge of its reach, and how far from best [m]."""
    loose = HUMAN.ungrouped("right shoulder")
    own = [n for n in loose.parameter_names if n.startswith(("r_upper_arm", "r_elbow", "r_forearm", "r_wrist"))]
    others = [name for name in loose.parameter_names if name not in own]
    shoulder, way = REST.position("r_upper_arm"), np.array([-0.5, -0.3, 0.8])
    way /= np.linalg.norm(way)
    side = np.cross(way, (0.3, 1.0, 0.2))
    side /= np.linalg.norm(side)
    path = [shoulder + 0.616 * (0.98 * way + 0.45 * np.sin(2 * np.pi * k / 240) * side) for k in range(240)]
    hand = Position(point=loose.point("r_palm"), target=path[0], name="hand")
    start = loose.solve([hand], frozen=others).q
    sim = Simulation(loose, [hand], start=start, frozen=others)
    if forces:
        rest = [loose.rest[loose.index(name)] for name in own]
        sim.add_force(MatchValues(values=loose.parameter_values(*own), target=rest, weight=3.0))
        sim.step(1 / 60, 60)
    fastest, farther, q = 0.0, 0.0, sim.q
    for target in path:
        sim.move("hand", target)
        new = sim.step(1 / 60)
        fastest, q = max(fastest, float(np.abs(new - q).max()) * 60), new
        over = max(float(np.linalg.norm(target - shoulder)) - 0.616, 0.0)
        farther = max(farther, float(np.linalg.norm(sim.pose.position("r_palm") - target)) - over)
    return fastest, farther


@pytest.mark.parametrize("forces", [False, True])
def test_a_hand_is_calm_along_the_edge_of_its_reach_and_as_near_as_it_can_be(forces: bool) -> None:
    fastest, farther = along_the_edge(forces)
    assert fastest < 25
    assert farther < 0.002


@BY
def test_a_limb_that_comes_back_into_reach_bends_as_it_was_bent_before(by: Any) -> None:
    arm = Figure(chain([0.3, 0.25, 0.1]))
    start = [0.2, 0.7, 0.2]
    near = arm.pose(start).position("tip")
    sim = Simulation(arm, [Position(point=Point(part="tip"), target=near, name="tip")], start=start, evaluate_with=by)
    bends = []
    for k in range(81):
        share = 0.5 - 0.5 * np.cos(2 * np.pi * k / 80)
        sim.move("tip", near * (1 + 0.5 * share))
        bends.append(sim.step(1 / 60)[1:])
    assert np.abs(bends[40]).max() < 1e-3  # straight, out of reach
    assert sim.held
    assert bends[-1] == pytest.approx(start[1:], abs=0.15)


def test_what_cannot_hold_comes_to_rest_with_springs_beside_it() -> None:
    arm = Figure(chain([0.3, 0.25, 0.1]))
    far = Position(point=Point(part="tip"), target=(0.5, 0.9, 0.0), name="far")
    wish = MatchValues(values=arm.parameter_values(*arm.parameter_names), target=[0.0, 0.6, -0.4], weight=3.0)
    sim = Simulation(arm, [far], [wish], start=[0.2, 0.7, 0.2])
    sim.step(1 / 60, 240)
    before = sim.q
    after = sim.step(1 / 60)
    assert np.abs(after - before).max() < 1e-7
    reach = 0.65 * np.array([0.5, 0.9, 0.0]) / np.linalg.norm([0.5, 0.9, 0.0])
    assert sim.pose.position("tip") == pytest.approx(reach, abs=1e-5)
