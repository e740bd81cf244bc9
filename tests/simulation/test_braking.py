"""Parameters that come to rest at their limits, and gains that let a free root go."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from manikin import Figure, InputError, Position, Simulation, Skeleton, hinge, joint, slide
from tests.support.simulation_cases import BY, FEET, HUMAN, REST, worst


def rail(limit: float = 1.0) -> Figure:
    """A bead on a rail with ends."""
    return Figure(Skeleton(name="rail", joints=(joint("bead", dofs=[slide("x", lo=-limit, hi=limit)]),)))


@BY
@pytest.mark.parametrize("integrator", ["euler", "implicit"])
@pytest.mark.parametrize(("braking", "h"), [(2.0, 0.01), (0.5, 0.05), (10.0, 1 / 60)])
def test_a_bead_comes_to_rest_at_the_end_of_its_rail(braking: float, h: float, integrator: Any, by: Any) -> None:
    figure = rail()
    sim = Simulation(figure, integrator=integrator, braking=braking, evaluate_with=by)
    sim.push(figure.point("bead"), (0.7, 0.0, 0.0))
    path = [0.0, *(float(sim.step(h)[0]) for _ in range(int(8 / h)))]
    assert path[-1] == 1.0
    accelerations = np.diff(path, n=2) / h**2
    assert accelerations.min() >= -braking * (1 + 1e-9)
    assert accelerations.min() < -0.9 * braking  # no more gently than it need be
    assert np.diff(path)[:10] == pytest.approx(0.7 * h)  # nothing brakes it far from the end


@BY
def test_locks_hold_while_joints_brake_and_limits_are_kept(by: Any) -> None:
    rng = np.random.default_rng(5)
    sim = Simulation(HUMAN, FEET, braking=3.0, gains="joints", evaluate_with=by)
    for _ in range(4):
        spot = str(rng.choice(["r_hand", "pelvis", "head"]))
        name = sim.pull(HUMAN.point(spot), REST.position(spot) + rng.normal(0, 0.5, 3), strength=300)
        for _ in range(6 if by == "network" else 60):
            q = sim.step(0.02)
            assert ((q >= HUMAN.lo) & (q <= HUMAN.hi)).all()
        assert worst(sim) < 1e-8
        sim.remove(name)


@pytest.mark.parametrize("seed", range(3))
def test_the_kernel_brakes_as_its_definition_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    by: list[Any] = ["auto", "network"]
    sims = [Simulation(HUMAN, FEET, braking=2.0, gains="joints", evaluate_with=way) for way in by]
    for _ in range(3):
        target, spot = rng.normal((0, 1, 0), 0.6), str(rng.choice(["r_hand", "head"]))
        q = sims[0].q
        for sim in sims:
            sim.q = q  # also what is expected to stay at a limit is the same
            sim.pull(HUMAN.point(spot), target, strength=100, name="pull")
            sim.step(0.02, 3)
            sim.remove("pull")
        assert sims[0].q == pytest.approx(sims[1].q, abs=1e-7)


def test_a_free_root_gives_way_before_joints_do_and_a_fixed_one_is_left_alone() -> None:
    free = Simulation(HUMAN, gains="joints").mobility
    unit = Simulation(HUMAN).mobility
    assert free[:6] == pytest.approx(100 * unit[:6])
    assert free[6:] == pytest.approx(unit[6:])
    arm = Figure(Skeleton(name="arm", joints=(joint("a", dofs=[hinge("x")]), joint("b", "a", offset=(0, 1, 0)))))
    assert Simulation(arm, gains="joints").mobility == pytest.approx(Simulation(arm).mobility)


def test_bad_braking_is_refused() -> None:
    for wrong in (0.0, -1.0, np.inf, np.nan, "hard"):
        with pytest.raises(InputError, match="braking"):
            Simulation(HUMAN, braking=wrong)  # type: ignore[arg-type]
    for integrator in ("rk4", "adaptive"):
        with pytest.raises(InputError, match="euler and implicit"):
            Simulation(HUMAN, braking=1.0, integrator=integrator)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="unit, links or joints"):
        Simulation(HUMAN, gains="bones")  # type: ignore[arg-type]


def test_a_hand_that_follows_a_circle_to_its_joints_limits_does_so_smoothly() -> None:
    """The largest acceleration is a fraction of what it is where joints stop dead."""
    first = REST.position("r_hand")
    angle = 2 * np.pi * np.linspace(0, 1, 200)
    places = first + 0.3 * np.stack([np.sin(angle), 1 - np.cos(angle), 0 * angle], axis=1)
    worst_of = []
    for braking in (None, 3.0):
        sim = Simulation(HUMAN, FEET, braking=braking)
        sim.add_force(Position(point=HUMAN.point("r_hand"), target=first, weight=1e6), name="hand")
        path = []
        for place in places:
            sim.move("hand", place)
            path.append(sim.step(0.02))
        assert ((np.array(path) <= HUMAN.lo) | (np.array(path) >= HUMAN.hi))[100].any()
        worst_of.append(np.abs(np.diff(path, n=2, axis=0)).max() / 0.02**2)
    assert worst_of[1] < 0.5 * worst_of[0]
