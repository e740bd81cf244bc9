"""The thesis's truncated singular value decomposition as a choice, beside NumPy's least squares."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from manikin import Align, ConstantForce, InputError, Line, PoseGoal, Position, Problem, Simulation
from tests.support.simulation_cases import BY, HUMAN, REST, arm, worst


@BY
@pytest.mark.parametrize("truncation", [1e-10, 1e-6, 1e-3])
@pytest.mark.parametrize("bend", [0.0, 1e-3, 0.03])
def test_rates_are_those_of_least_squares_with_the_same_truncation(bend: float, truncation: float, by: Any) -> None:
    """A straight arm that is held at its full reach and pulled along itself; duplicates and dependent rows besides."""
    figure = arm(6)
    q = np.full(figure.size, bend)
    pose = figure.pose(q)
    lock = Position(point=figure.point("tip"), target=pose.position("tip"))
    middle = figure.skeleton.joints[2].name
    held = [
        lock,
        lock,
        Line(point=figure.point(middle), origin=pose.position(middle), along=(1, 2, 3)),
        Align(direction=figure.direction("tip", (0, 1, 0)), target=pose.orientation("tip") @ [0.0, 1.0, 0.0]),
    ]
    pull = Position(point=figure.point("tip"), target=pose.position("tip") + np.array([0.1, 0.7, -0.2]), weight=40.0)
    push = ConstantForce(handle=figure.frame(middle), force=(5, -20, 3, 0.3, 0.1, -0.7))
    options: dict[str, Any] = {"limits": False, "decomposition": "svd", "truncation": truncation, "evaluate_with": by}
    sim = Simulation(figure, held, [pull, push], start=q, **options)
    problem = Problem(figure, [pull], hard=held, limits=False)
    j_c, j_p = np.split(problem.jacobian(q), [problem.rows - 3])
    k = np.diag(problem.gain**2)
    force = push.handle.jacobian(pose).T @ push.numbers - j_p.T @ problem.residual(q)[-3:]
    values = np.linalg.svd(j_c @ k @ j_c.T, compute_uv=False)
    assert not ((values > 0.5 * truncation * values[0]) & (values < 2 * truncation * values[0])).any()  # no near miss
    assert (values < truncation * values[0]).any()
    multipliers = np.linalg.lstsq(j_c @ k @ j_c.T, -j_c @ k @ force, rcond=truncation)[0]
    wanted = k @ (force + j_c.T @ multipliers)
    assert sim.rates() == pytest.approx(wanted, abs=1e-7 * np.abs(k @ force).max())
    found = np.concatenate(list(sim.multipliers.values())) / problem.row_scales[:-3]
    assert found == pytest.approx(multipliers, abs=1e-6 * np.abs(multipliers).max())


@BY
def test_locks_hold_and_agree_with_the_factor_where_nothing_is_nearly_singular(by: Any) -> None:
    rng = np.random.default_rng(3)
    bent = HUMAN.pose(np.clip(HUMAN.rest + rng.uniform(0.1, 0.3, HUMAN.size), HUMAN.lo, HUMAN.hi))
    feet = [PoseGoal(frame=HUMAN.frame(foot), target=bent.transform(foot)) for foot in ("l_foot", "r_foot")]
    names: list[Any] = ["cholesky", "svd"]
    sims = [Simulation(HUMAN, feet, start=bent, decomposition=name, evaluate_with=by) for name in names]
    for _ in range(3):
        target = rng.normal((0.2, 1.0, 0.3), 0.2)
        for sim in sims:
            name = sim.pull(HUMAN.point("r_hand"), target, strength=300)
            sim.step(0.02, 2)
            assert worst(sim) < 1e-8
        assert sims[0].q == pytest.approx(sims[1].q, abs=1e-3)  # corrections go other ways to the constraints
        sims[1].q = sims[0].q
        assert sims[0].rates() == pytest.approx(sims[1].rates(), abs=1e-7)
        for sim in sims:
            sim.remove(name)


@BY
def test_contradictions_end_at_the_least_sum_of_squares(by: Any) -> None:
    head = REST.position("head")
    wishes = [Position(point=HUMAN.point("head"), target=head + step) for step in ([0.1, 0, 0], [-0.1, 0, 0])]
    feet = [PoseGoal(frame=HUMAN.frame(foot), target=REST.transform(foot)) for foot in ("l_foot", "r_foot")]
    sim = Simulation(HUMAN, [*feet, *wishes], decomposition="svd", evaluate_with=by)
    sim.step(0.05, 6)
    assert np.isfinite(sim.q).all()
    assert sim.pose.position("head") == pytest.approx(head, abs=1e-4)


def test_bad_choices_are_refused() -> None:
    with pytest.raises(InputError, match="cholesky or svd"):
        Simulation(HUMAN, decomposition="qr")  # type: ignore[arg-type]
    for wrong in (0.0, 1.0, -1e-3, np.nan, "much"):
        with pytest.raises(InputError, match="truncation"):
            Simulation(HUMAN, truncation=wrong)  # type: ignore[arg-type]


@BY
def test_time_tells_how_far_an_adaptive_step_came(by: Any) -> None:
    """A spring so stiff that a second would take millions of steps; an easy one takes all of it."""
    figure = arm(2)
    for strength, all_of_it in ((1e9, False), (1.0, True)):
        sim = Simulation(
            figure, start=np.full(figure.size, 0.2), integrator="adaptive", accuracy=1e-6, evaluate_with=by
        )
        sim.pull(figure.point("tip"), (0.5, 0.5, 0.0), strength=strength)
        sim.step(1.0)
        assert 0 < sim.time <= 1.0
        assert (sim.time == 1.0) == all_of_it
