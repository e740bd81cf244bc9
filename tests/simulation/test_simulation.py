"""The equation of motion under constraints: multipliers, active sets, integrators."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import lsq_linear

from manikin import (
    Align,
    AnyOf,
    ConstantForce,
    Distance,
    HalfSpace,
    Line,
    Plane,
    PoseGoal,
    Position,
    Problem,
    Simulation,
    bodies,
    lock_from_text,
)
from tests.support.simulation_cases import BY, HUMAN, INTEGRATORS, arm, bead, bent


@BY
def test_a_bead_in_a_plane_feels_the_plane_answer_the_force_along_its_normal(by: Any) -> None:
    figure, n, force = bead(), np.array([1.0, 2.0, 2.0]) / 3, np.array([3.0, -1.0, 4.0])
    sim = Simulation(
        figure, [Plane(point=figure.point("bead"), origin=(0, 0, 0), normal=n, name="floor")], evaluate_with=by
    )
    sim.push(figure.point("bead"), force)
    assert sim.multipliers["floor"] == pytest.approx([-n @ force], abs=1e-12)
    assert sim.rates() == pytest.approx(force - n * (n @ force), abs=1e-12)


@BY
def test_multipliers_and_rates_are_those_of_least_squares(by: Any) -> None:
    """λ of least length by NumPy; duplicates and rows that depend on one another among them."""
    rng = np.random.default_rng(3)
    q = HUMAN.rest + rng.normal(0, 0.1, HUMAN.size)
    pose = HUMAN.pose(q)
    lock = Position(point=HUMAN.point("l_hand"), target=pose.position("l_hand"))
    held = [
        PoseGoal(frame=HUMAN.frame("r_foot"), target=pose.transform("r_foot")),
        lock,
        lock,
        Line(point=HUMAN.point("head"), origin=pose.position("head"), along=(1, 2, 3)),
        Align(direction=HUMAN.direction("t5", (0, 1, 0)), target=pose.orientation("t5") @ [0.0, 1.0, 0.0]),
    ]
    pull = Position(point=HUMAN.point("r_hand"), target=(0.5, 1.5, 0.5), weight=40.0)
    push = ConstantForce(handle=HUMAN.frame("pelvis"), force=(5, -20, 3, 0.3, 0.1, -0.7))
    alpha = rng.uniform(0.5, 2, HUMAN.size)
    sim = Simulation(HUMAN, held, [pull, push], start=q, limits=False, responsiveness=alpha, evaluate_with=by)
    k = np.diag((1 - HUMAN.stiffness) ** 2 / alpha)
    problem = Problem(HUMAN, [pull], hard=held, limits=False)
    j_c, j_p = np.split(problem.jacobian(q), [problem.rows - 3])
    force = push.handle.jacobian(pose).T @ push.numbers - j_p.T @ problem.residual(q)[-3:]
    multipliers = np.linalg.lstsq(j_c @ k @ j_c.T, -j_c @ k @ force, rcond=1e-10)[0]
    found = np.concatenate(list(sim.multipliers.values()))
    # weighted rows answer with λ/scale in their own units
    assert found / problem.row_scales[:-3] == pytest.approx(multipliers, abs=1e-7)
    assert sim.rates() == pytest.approx(k @ (force + j_c.T @ multipliers), abs=1e-8)
    assert np.abs(j_c @ sim.rates()).max() < 1e-9


@BY
@pytest.mark.parametrize("seed", range(4))
def test_an_active_set_of_limits_and_ranges_is_that_of_bounded_least_squares(seed: int, by: Any) -> None:
    """The multipliers of limits and half-spaces have signs: SciPy's bounded least squares finds the same motion."""
    rng = np.random.default_rng(seed)
    q = np.where(rng.random(HUMAN.size) < 0.5, HUMAN.lo, HUMAN.random_state(rng))
    q = np.where(np.isfinite(q), q, HUMAN.rest)
    pose = HUMAN.pose(q)
    spots = ["l_hand", "r_hand", "head", "l_shin"]
    walls = [
        HalfSpace(point=HUMAN.point(spot), origin=pose.position(spot), normal=rng.normal(size=3)) for spot in spots
    ]
    held = [Position(point=HUMAN.point("r_foot"), target=pose.position("r_foot"))]
    pull = Position(point=HUMAN.point("l_hand"), target=rng.normal(0, 1, 3), weight=30.0)
    tug = Position(point=HUMAN.point("head"), target=rng.normal(0, 1, 3), weight=30.0)
    sim = Simulation(HUMAN, [*held, *walls], [pull, tug], start=q, evaluate_with=by)
    planes = [wall.as_range()[0] for wall in walls]  # type: ignore[index]
    problem = Problem(HUMAN, [pull, tug], hard=[*held, *planes])
    jacobian = problem.jacobian(q)
    root = problem.gain
    t = -root * (jacobian[7:].T @ problem.residual(q)[7:])
    low, high = np.flatnonzero(q <= HUMAN.lo), np.flatnonzero(q >= HUMAN.hi)
    unit = np.eye(HUMAN.size)
    rows = np.concatenate([jacobian[:7] * root, unit[low], -unit[high]])
    signs = np.concatenate([np.full(3, -np.inf), np.zeros(4 + len(low) + len(high))])
    y = lsq_linear(rows.T, -t, (signs, np.inf), tol=1e-14, method="bvls").x
    assert sim.rates() == pytest.approx(root * (t + rows.T @ y), abs=1e-6 * np.abs(t).max())


@BY
def test_feedback_is_that_of_the_equation(by: Any) -> None:
    figure = arm()
    q = bent(figure)
    goal = Position(point=figure.point("tip"), target=(0.2, 0.4, 0.1), weight=2.0)
    sim = Simulation(figure, [goal], start=q, feedback=3.0, evaluate_with=by)
    problem = Problem(figure, [goal])
    assert sim.rates() == pytest.approx(-3.0 * problem.jacobian(q).T @ problem.residual(q), abs=1e-10)
    for _ in range(200):
        sim.step(0.05)
    assert sim.held


def constrained_arm(by: Any, **options: Any) -> Simulation:
    """An arm whose elbow stays in a plane while its tip is drawn somewhere."""
    figure = arm()
    q = bent(figure, 4)
    elbow = figure.skeleton.joints[2].name
    sim = Simulation(
        figure,
        [Plane(point=figure.point(elbow), origin=figure.pose(q).position(elbow), normal=(1, 1, 0))],
        [Position(point=figure.point("tip"), target=(0.3, 0.5, 0.2), weight=4.0)],
        start=q,
        feedback=0.0,
        max_step=None,
        evaluate_with=by,
        **options,
    )
    sim.push(figure.point(elbow), (0.3, 0.0, -0.5))
    return sim


def exact_end(sim: Simulation) -> np.ndarray:
    """Where SciPy's DOP853 is after a second with the same right-hand side."""
    found = solve_ivp(lambda _, q: sim.rates(q), (0, 1), sim.q, method="DOP853", rtol=1e-12, atol=1e-13)
    return np.asarray(found.y[:, -1])


@BY
@pytest.mark.parametrize(("integrator", "order"), [("euler", 1), ("implicit", 1), ("rk4", 4)])
def test_integrators_converge_with_their_order(integrator: Any, order: int, by: Any) -> None:
    exact_by = constrained_arm(by)
    exact = solve_ivp(lambda _, q: exact_by.rates(q), (0, 1), exact_by.q, method="DOP853", rtol=1e-12, atol=1e-13).y[
        :, -1
    ]
    errors = []
    for count in (8, 16, 32):
        sim = constrained_arm(by, integrator=integrator, corrections=0)
        sim.step(1 / count, count)
        errors.append(np.abs(sim.q - exact).max())
    rates = np.log2(np.array(errors[:-1]) / errors[1:])
    assert rates[-1] > order - 0.25, (errors, rates)


@BY
def test_the_adaptive_integrator_keeps_its_accuracy(by: Any) -> None:
    exact_by = constrained_arm(by)
    exact = solve_ivp(lambda _, q: exact_by.rates(q), (0, 1), exact_by.q, method="DOP853", rtol=1e-12, atol=1e-13).y[
        :, -1
    ]
    for accuracy in (1e-4, 1e-7):
        sim = constrained_arm(by, integrator="adaptive", corrections=0, accuracy=accuracy)
        sim.step(0.5, 2)
        assert np.abs(sim.q - exact).max() < 10 * accuracy


@pytest.mark.slow
@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("seed", range(3))
def test_the_kernel_goes_the_way_of_its_definition(seed: int, integrator: Any) -> None:
    """Locks, ranges, limits, linear limits, springs, pushes and disjunctions, while constraints come and go."""
    rng = np.random.default_rng(seed)
    figure = bodies.load("human")
    pose = figure.pose(figure.rest + rng.normal(0, 0.05, figure.size)).clipped()
    hand, near = figure.point("l_hand"), pose.position("l_hand")
    walls = [Plane(point=hand, origin=rng.normal(near, 0.1), normal=rng.normal(size=3)) for _ in "ab"]
    held = [
        lock_from_text("l_foot", pose),
        Line(point=figure.point("r_foot"), origin=pose.position("r_foot"), along=(0, 0, 1), weight=2.0),
        HalfSpace(point=figure.point("r_hand"), origin=pose.position("r_hand"), normal=(0, 1, 0.2)),
        Distance(point=figure.point("l_hand"), target=figure.point("head"), lo=0.2, hi=0.5),
        AnyOf(goals=tuple(walls)),
    ]
    options = {"integrator": integrator, "gains": "links", "accuracy": 0.01}
    sims = [Simulation(figure, held, start=pose, evaluate_with=by, **options) for by in ("auto", "network")]
    sims[0].step(1e-3, 12)
    assert sims[0].held
    for k in range(3):
        spot, target = str(rng.choice(["r_hand", "head", "l_forearm"])), rng.normal((0, 1, 0), 0.6)
        force, dt = rng.normal(0, 20, 3), 0.003 if integrator == "adaptive" else float(rng.choice([1e-3, 0.02, 0.1]))
        sims[1].q = sims[0].q
        for sim in sims:
            sim.pull(figure.point(spot), target, strength=40.0, name="pull")
            sim.push(figure.centre_of_mass(), force, name="push")
            sim.step(dt, 3)
        assert sims[0].q == pytest.approx(sims[1].q, abs=1e-7)
        sims[1].q = sims[0].q
        rates, wanted = sims[0].rates(), sims[1].rates()
        assert rates == pytest.approx(wanted, abs=1e-7 * np.abs(wanted).max())
        for name, multipliers in sims[1].multipliers.items():
            assert sims[0].multipliers[name] == pytest.approx(multipliers, abs=1e-5)
        assert sims[0].limit_forces == pytest.approx(sims[1].limit_forces, abs=1e-5)
        for sim in sims:
            sim.remove("pull")
            sim.remove("push")
            if k == 1:
                sim.remove(next(iter(sim.constraints)))
