"""Constraints and forces that come and go: the compiled simulation joins what they bring, piece by piece."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from manikin import AnyOf, ConstantForce, Distance, HalfSpace, Plane, Position, Problem, Simulation, lock_from_text
from manikin.errors import InputError
from manikin.kernels import library
from manikin.kernels.tables import Tables
from manikin.simulation.active_set import SOFT
from manikin.simulation.entries import Entries
from manikin.simulation.flat_entries import FlatEntry, GoalRows, flat_force, flat_goals
from manikin.simulation.options import stepper_options
from tests.support.simulation_cases import HUMAN, REST

compiled = pytest.mark.skipif(library() is None, reason="there are no compiled kernels")


@pytest.mark.parametrize("seed", range(3))
def test_what_came_and_went_leaves_the_system_as_if_it_were_made_at_once(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sim = Simulation(HUMAN, [lock_from_text("l_foot", REST)])
    sim.step(1e-3)
    hand, spots = HUMAN.point("l_hand"), ["r_hand", "head", "t5", "l_shin", "r_forearm"]
    walls = [Plane(point=hand, origin=rng.normal(0, 1, 3), normal=rng.normal(size=3)) for _ in "ab"]
    kinds = [
        lambda: Position(point=HUMAN.point(str(rng.choice(spots))), target=rng.normal((0, 1, 0), 0.4), weight=30.0),
        lambda: ConstantForce(handle=HUMAN.frame(str(rng.choice(spots))), force=rng.normal(0, 5, 6)),
        lambda: ConstantForce(handle=HUMAN.centre_of_mass(), force=rng.normal(0, 5, 3)),
    ]
    held = [
        lock_from_text("r_foot", REST),
        HalfSpace(point=HUMAN.point("head"), origin=(0, 3, 0), normal=(0, -1, 0)),
        Distance(point=hand, target=HUMAN.point("pelvis"), lo=0.1, hi=2.0),
        AnyOf(goals=tuple(walls), weight=1e-3),
    ]
    for k in range(20):
        names = [*sim.constraints, *sim.forces]
        if len(names) > 4 and rng.random() < 0.4:
            sim.remove(str(rng.choice(names)))
        elif held and rng.random() < 0.3:
            sim.add(held.pop())
        else:
            sim.add_force(kinds[rng.integers(3)](), name=f"force {k}")
        if springs := [name for name, force in sim.forces.items() if isinstance(force, Position)]:
            sim.move(springs[0], rng.normal((0, 1, 0), 0.5, 3))
        sim.step(0.01)
        fresh = Simulation(HUMAN, start=sim.q)
        for name, goal in sim.constraints.items():
            fresh.add(goal, name=name)
        for name, force in sim.forces.items():
            fresh.add_force(force, name=name)
        assert sim.rates() == pytest.approx(fresh.rates(), abs=1e-8)
        assert sim.limit_forces == pytest.approx(fresh.limit_forces, abs=1e-6)
        for name, found in fresh.multipliers.items():
            assert sim.multipliers[name] == pytest.approx(found, abs=1e-6)


def parts() -> tuple[Any, FlatEntry, FlatEntry]:
    """A compiled simulation without pieces, a spring, and a push."""
    terms = Entries(Problem(HUMAN)).terms(np.ones(HUMAN.size), limits_only=True)
    options = stepper_options("implicit", 1.0, 12, 1e-9, 1e-4, 0.5, "cholesky", 1e-10, None)
    goal = Position(point=HUMAN.point("head"), target=(0.1, 1.5, 0.2))
    spring = flat_goals([GoalRows(goal, SOFT, springs=[(0, 3)])], [HUMAN])
    push = flat_force(ConstantForce(handle=HUMAN.frame("head"), force=(1, 2, 3, 4, 5, 6)), [HUMAN])
    assert spring is not None
    assert push is not None
    return library().Simulation(Tables.join([HUMAN.tables]), terms, options), spring, push  # type: ignore[union-attr]


@compiled
def test_pieces_that_make_no_sense_are_refused() -> None:
    sim, spring, push = parts()
    piece = library().Piece  # type: ignore[union-attr]
    root = np.ones(HUMAN.size)
    (handle, target), (goal,) = spring.handles, spring.goals
    for broken in (
        replace(spring, handles=[(99, *handle[1:]), target]),
        replace(spring, handles=[handle]),
        replace(spring, goals=[(goal[0], 0, *goal[2:])]),
        replace(spring, goals=[(*goal[:2], [0, 7], *goal[3:])]),
        replace(spring, goals=[(*goal[:4], [1.0], *goal[5:])]),
        replace(spring, goals=[(*goal[:4], [-1.0, 1.0, 1.0], *goal[5:])]),
        replace(spring, goals=[(*goal[:5], 3, *goal[6:])]),
        replace(spring, goals=[(*goal[:5], 0, *goal[6:])]),
        replace(spring, goals=[(*goal[:6], 1.0, 0.0)]),
        replace(spring, springs=[(0, 4)]),
        replace(spring, springs=[(2, 1)]),
        replace(spring, hysteresis=1.0),
        replace(spring, goals=[], springs=[], hysteresis=0.1),
        replace(push, force=(1.0, np.nan, 3.0, 4.0, 5.0, 6.0)),
    ):
        with pytest.raises(InputError):
            piece(broken)
    for broken in (  # seen only where the tree is known
        replace(spring, handles=[(handle[0], 10_000, *handle[2:]), target]),
        replace(spring, handles=[(handle[0], handle[1], [0.0], []), target]),
        replace(spring, goals=[(goal[0], goal[1], [0, 0, 0], *goal[3:])]),
        replace(push, force=(1.0, 2.0)),
        replace(push, handles=[target]),
    ):
        with pytest.raises(InputError):
            sim.wire([piece(broken)], root)
    for wrong in (root[1:], -root, np.full(HUMAN.size, np.nan)):
        with pytest.raises(InputError):
            sim.wire([], wrong)
    sim.wire([piece(spring), piece(push)], root)  # nothing of the above did harm
    for place, numbers in ((5, np.zeros(3)), (-1, np.zeros(3)), (0, np.zeros(2)), (0, np.full(3, np.inf))):
        with pytest.raises(InputError):
            sim.set_targets(place, numbers)
    for chosen in ([0], [-2], [2]):
        with pytest.raises(InputError):
            sim.favour(chosen)
    sim.wire([piece(replace(spring, goals=[goal, goal], springs=[], hysteresis=0.1))], root)
    for chosen in ([], [-2], [2], [0, 0]):
        with pytest.raises(InputError):
            sim.favour(chosen)
    sim.favour([1])
    sim.run(0.01, 3, True)
    assert sim.choices() == [1]
    assert np.isfinite(sim.q).all()


@compiled
def test_pushes_on_one_handle_add_up_and_constants_stay_apart() -> None:
    sim, spring, push = parts()
    piece = library().Piece  # type: ignore[union-attr]
    root = np.ones(HUMAN.size)
    sim.wire([piece(push), piece(push)], root)
    sim.place(HUMAN.rest.copy())
    twice = sim.asked(HUMAN.rest.copy())
    sim.wire([piece(replace(push, force=[2 * x for x in push.force]))], root)
    assert sim.asked(HUMAN.rest.copy()) == pytest.approx(twice, abs=1e-12)
    sim.wire([piece(spring), piece(spring)], root)
    both = sim.asked(HUMAN.rest.copy())
    sim.set_targets(1, np.array(REST.position("head")))
    assert sim.asked(HUMAN.rest.copy()) == pytest.approx(both / 2, abs=1e-9)
