"""Disjunctions in a simulation: which goal counts does not chatter, and changes where it should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from manikin import AnyOf, Box, ConstantForce, HalfSpace, Plane, Position, Simulation, keep_out
from manikin.kernels import library
from tests.support.simulation_cases import BY, HUMAN, INTEGRATORS, REST, bead, worst

BEAD = bead()
SPOT = BEAD.point("bead")
BOX = Box(size=(2.0, 2.0, 2.0))


def springs(by: Any, hysteresis: float = 0.2, integrator: Any = "implicit") -> Simulation:
    """A bead between two springs of which one pulls, led by a stronger one."""
    ends = tuple(Position(point=SPOT, target=(x, 0, 0)) for x in (-1.0, 1.0))
    sim = Simulation(BEAD, evaluate_with=by, integrator=integrator)
    sim.add_force(AnyOf(goals=ends, hysteresis=hysteresis, weight=0.2), name="either")
    sim.pull(SPOT, (0, 0, 0), strength=10.0, name="hand")
    return sim


def clash(by: Any, hysteresis: float = 0.2) -> Simulation:
    """A bead that must be in one of two planes, and much more in between; both were moved, so their weights decide."""
    walls = tuple(Plane(point=SPOT, origin=(x, 0, 0), normal=(1, 0, 0)) for x in (-1.0, 1.0))
    either = AnyOf(goals=walls, hysteresis=hysteresis, name="either")
    sim = Simulation(BEAD, [either], evaluate_with=by)
    sim.replace("either", either)
    sim.add(Position(point=SPOT, target=(0, 0, 0), weight=100.0), name="hand")
    return sim


def led(sim: Simulation, targets: np.ndarray) -> list[int]:
    """What is chosen while the hand goes from target to target."""
    found = []
    for target in targets:
        sim.move("hand", target)
        sim.step(0.1, 3)
        found.append(sim.choices["either"])
    return found


def changes(found: list[int]) -> int:
    return int((np.diff(found) != 0).sum())


@pytest.mark.slow
@BY
@pytest.mark.parametrize("made", [springs, clash])
def test_a_trembling_pull_at_the_border_does_not_change_the_choice(made: Any, by: Any) -> None:
    count = 200 if by == "auto" and library() is not None else 60
    trembling = np.random.default_rng(3).uniform(-0.06, 0.06, (count, 3))
    assert changes(led(made(by, hysteresis=0.0), trembling)) >= count / 20
    assert changes(led(made(by), trembling)) == 0


@pytest.mark.slow
@BY
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_pull_beyond_the_margin_changes_it_once(by: Any, integrator: str) -> None:
    sim = springs(by, integrator=integrator)
    there = np.linspace(-0.5, 0.5, 40)[:, None] * np.array([1.0, 0, 0])
    before = led(sim, there)
    assert before[0] == 0
    assert before[-1] == 1
    assert changes(before) == 1
    x = sim.q[0]
    back = led(sim, there[::-1])
    assert changes(back) == 1
    assert (before.index(1), back.index(0)) > (21, 21)  # later than the border, either way
    assert sim.q[0] == pytest.approx(-x, abs=0.02)


@BY
def test_the_choice_changes_where_the_other_is_nearer_by_the_share(by: Any) -> None:
    sim = clash(by)
    sim.step(0.05)
    first = sim.choices["either"]
    side = -1.0 if first == 0 else 1.0
    for x, chosen in ((0.08, first), (0.12, 1 - first)):  # 0.92 is no fifth less than 1.08, 0.88 is of 1.12
        sim.q = [-side * x, 0, 0]
        assert sim.choices["either"] == chosen


@BY
def test_a_bead_goes_round_the_corner_of_a_box_and_is_never_inside(by: Any) -> None:
    sim = Simulation(BEAD, [keep_out(SPOT, BOX, name="either")], start=[1.5, 0.2, 0.0], evaluate_with=by)
    right = sim.choices["either"]
    sim.pull(SPOT, (0.6, 0.5, 0.0), strength=100.0, name="hand")
    pressed = led(sim, np.array([0.6, 0.6, 0.0]) + np.random.default_rng(1).normal(0, 0.1, (60, 3)))
    assert set(pressed) == {right}  # the diagonal, where two faces are equally near, is no border to what is held
    assert sim.q[0] == pytest.approx(1.0, abs=1e-8)
    assert sim.multipliers["either"][right] == pytest.approx(
        100 * (1 - sim.forces["hand"].target.position[0]), rel=1e-6
    )  # type: ignore[union-attr]
    way = np.array([[0.6, 1.0 + t, 0.0] for t in np.linspace(-0.5, 0.3, 20)] + [[0.0, 0.7, 0.0]] * 20)
    for target in way:
        sim.move("hand", target)
        sim.step(0.05)
        assert np.abs(sim.q).max() >= 1 - 1e-8
    assert sim.q[:2] == pytest.approx([0.0, 1.0], abs=0.01)
    assert sim.choices["either"] != right
    assert worst(sim) <= 1e-8


@BY
def test_what_was_chosen_is_kept_while_others_come_and_go(by: Any) -> None:
    sim = clash(by)
    led(sim, np.array([[0.3, 0.0, 0.0]] * 3))
    chosen = sim.choices["either"]
    assert chosen == 1
    led(sim, np.array([[-0.05, 0.0, 0.0]] * 3))
    assert sim.choices["either"] == 1
    for _ in range(3):
        sim.push(SPOT, (0, 1, 0), name="wind")
        sim.step(0.05)
        assert sim.choices["either"] == 1
        sim.remove("wind")
        sim.step(0.05)
    sim.rates([-0.5, 0, 0])  # asking about another state is no reason either
    assert sim.choices["either"] == 1
    sim.replace("either", AnyOf(goals=sim.constraints["either"].goals, favoured=0))  # type: ignore[attr-defined]
    assert sim.choices["either"] == 0


@pytest.mark.skipif(library() is None, reason="there are no compiled kernels")
@pytest.mark.parametrize("seed", range(3))
def test_compiled_or_not_the_same_is_chosen(seed: int) -> None:
    rng = np.random.default_rng(seed)
    hand, other = HUMAN.point("r_hand"), HUMAN.point("l_hand")
    start = REST.position("r_hand")
    walls = [HalfSpace(point=hand, origin=start + rng.normal(0, 0.2, 3), normal=rng.normal(size=3)) for _ in range(3)]
    mixed = AnyOf(goals=(*walls, Position(point=hand, target=start)), name="walls")
    pulls = AnyOf(goals=tuple(Position(point=other, target=rng.normal((0, 1, 0), 0.4)) for _ in "ab"), weight=50.0)
    sims = [Simulation(HUMAN, [mixed], [pulls], evaluate_with=by) for by in ("network", "auto")]
    for _ in range(15):
        force = rng.normal(0, 40, 3)
        for sim in sims:
            if "wind" in sim.forces:
                sim.remove("wind")
            sim.add_force(ConstantForce(handle=hand, force=force), name="wind")
            sim.step(0.02)
        assert sims[0].choices == sims[1].choices
        assert sims[0].q == pytest.approx(sims[1].q, abs=1e-7)
        for name, found in sims[0].multipliers.items():
            assert sims[1].multipliers[name] == pytest.approx(found, abs=1e-5)
