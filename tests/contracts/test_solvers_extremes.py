"""Input at the edge of sense: every solver stays finite, within the limits and no worse than its start, or refuses."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from manikin.errors import InputError, Unsupported
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.cancel import Cancel
from manikin.solvers.result import Result, Status
from manikin.solvers.solver import solver_kinds
from tests.support.arms import FORMS, LIMBS, SQUARE, By, arm, asked, parts, start_and_target

FAR = 1e12
FOR_ONE_GOAL = (*SQUARE, *LIMBS, "fabrik")
"""These have nothing to go by where no goal counts, and say so."""


def checked(kind: str, problem: Problem, start: Array, **options: Any) -> Result:
    """A solve of which all holds that every solve owes."""
    result = solver_kinds[kind](**{"max_iterations": 20, **options}).solve(problem, start)
    assert np.isfinite(result.q).all()
    assert np.isfinite(result.cost)
    assert result.cost <= problem.cost(np.clip(start, problem.lo, problem.hi))
    assert (result.q >= problem.lo).all()
    assert (result.q <= problem.hi).all()
    still = problem.gain == 0
    assert result.q[still].tobytes() == start[still].tobytes()
    assert result.message
    return result


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.mark.slow
@pytest.mark.parametrize("lengths", [(0.0, 0.4, 0.1), (0.5, 0.0, 0.1), (0.5, 0.4, 0.0), (0.0, 0.0, 0.0)])
@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_bones_without_length_do_no_harm(kind: str, by: By, lengths: Any, rng: np.random.Generator) -> None:
    skeleton = arm(kind, lengths=lengths)
    for part in parts(kind):
        start, _ = start_and_target(kind, skeleton, part, rng)
        _, target = start_and_target(kind, arm(kind), part, rng)
        checked(kind, asked(kind, skeleton, part, target, evaluate_with=by), start)
        checked(kind, asked(kind, skeleton, part, target, evaluate_with=by), np.zeros(len(start)))


@pytest.mark.slow
@pytest.mark.parametrize("weight", [0.0, 1e12, 1e-12])
@pytest.mark.parametrize("far", [1.0, FAR])
@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_far_goals_and_weights_of_every_size_give_finite_answers(
    kind: str, by: By, far: float, weight: float, rng: np.random.Generator
) -> None:
    for part in parts(kind):
        start, target = start_and_target(kind, arm(kind), part, rng)
        target = target * np.array([1.0, 1.0, 1.0, far])
        problem = asked(kind, arm(kind), part, target, evaluate_with=by, weight=weight)
        if weight == 0 and kind in FOR_ONE_GOAL:
            with pytest.raises(Unsupported, match=kind):
                checked(kind, problem, start)
            continue
        result = checked(kind, problem, start)
        if weight == 0:
            assert result.status is Status.REACHED
            assert result.q.tobytes() == start.tobytes()
        elif far > 1:
            assert result.status is not Status.REACHED


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_limits_without_room_leave_everything_where_it_is(kind: str, by: By, rng: np.random.Generator) -> None:
    for part in parts(kind):
        _, target = start_and_target(kind, arm(kind), part, rng)
        problem = asked(kind, arm(kind, lo=0.25, hi=0.25), part, target, evaluate_with=by)
        if not np.isfinite(problem.lo).all():
            continue  # the solver refuses limits
        result = checked(kind, problem, np.full(problem.size, 0.25))
        assert (result.q == 0.25).all()
        assert result.status is not Status.REACHED


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_where_nothing_may_move_nothing_does(kind: str, by: By, rng: np.random.Generator) -> None:
    for part in parts(kind):
        start, target = start_and_target(kind, arm(kind), part, rng)
        problem = asked(kind, arm(kind), part, target, evaluate_with=by, frozen=Figure(arm(kind)).parameter_names)
        if kind in (*SQUARE, *LIMBS):
            with pytest.raises(Unsupported, match=kind):
                solver_kinds[kind]().solve(problem, start)
            continue
        result = checked(kind, problem, start)
        assert result.q.tobytes() == start.tobytes()
        assert result.status is not Status.REACHED


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_without_goals_all_is_well_or_it_is_refused(kind: str, by: By, rng: np.random.Generator) -> None:
    figure = Figure(arm(kind))
    start = rng.uniform(-1, 1, figure.size)
    problem = Problem(figure, [], evaluate_with=by, limits=False)
    if kind in FOR_ONE_GOAL:
        with pytest.raises(Unsupported, match=kind):
            solver_kinds[kind]().solve(problem, start)
        return
    result = checked(kind, problem, start)
    assert result.status is Status.REACHED
    assert result.iterations == 0
    assert result.q.tobytes() == start.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_what_is_no_number_is_refused_before_any_work(kind: str, by: By, bad: float, rng: np.random.Generator) -> None:
    part = parts(kind)[0]
    start, target = start_and_target(kind, arm(kind), part, rng)
    spoilt, away = start.copy(), target.copy()
    spoilt[2], away[1, 3] = bad, bad
    with pytest.raises(InputError):
        asked(kind, arm(kind), part, away)
    problem, solver = asked(kind, arm(kind), part, target, evaluate_with=by), solver_kinds[kind]()
    with pytest.raises(InputError):
        solver.solve(problem, spoilt)
    with pytest.raises(InputError):
        solver.solve_batch(problem, np.array([start, spoilt]))
    session = solver.start(problem, start)
    for state, constants in ((spoilt, None), (start, np.full(len(problem.constants), bad))):
        if constants is None or len(constants):
            with pytest.raises(InputError):
                session.solve(state, constants)
            assert session.q.tobytes() == start.tobytes()  # untouched, and still at work
    if len(problem.constants):
        with pytest.raises(InputError):
            session.set_targets(np.full(len(problem.constants), bad))
        with pytest.raises(InputError):
            solver.solve_batch(problem, np.array([start]), constants=np.full((1, len(problem.constants)), bad))
    assert session.solve().q.tobytes() == solver.solve(problem, start).q.tobytes()


# ---- cancelling --------------------------------------------------------------------------------


class Countdown:
    """A flag that is set when it has been looked at so many times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def __getitem__(self, index: int) -> bool:
        self.looks -= 1
        return self.looks < 0


def hard_cases(kind: str, by: By, rng: np.random.Generator) -> Iterator[tuple[Problem, Array]]:
    for part in parts(kind):
        for far in (1.0, 3.0):
            start, target = start_and_target(kind, arm(kind), part, rng)
            yield asked(kind, arm(kind), part, target * np.array([1.0, 1.0, 1.0, far]), evaluate_with=by), start


@pytest.mark.parametrize("kind", sorted(solver_kinds))
def test_cancelling_returns_the_best_so_far(kind: str, rng: np.random.Generator) -> None:
    solver = solver_kinds[kind](tolerance=0.0)
    for problem, start in hard_cases(kind, "network", rng):
        for looks in (1, 2, 7):
            cancel = Cancel()
            cancel.flag = Countdown(looks)  # type: ignore[assignment]
            result = solver.solve(problem, start, cancel=cancel, history=True)
            assert result.history is not None
            if result.status is Status.CANCELLED:
                assert result.iterations == looks
            best = min([problem.cost(start), *result.history])
            assert result.cost == pytest.approx(best, rel=1e-12, abs=1e-30)


@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_cancelling_from_another_thread_or_running_out_of_time_is_never_worse_than_the_start(
    kind: str, by: By, rng: np.random.Generator
) -> None:
    solver = solver_kinds[kind](tolerance=0.0, max_iterations=10**9)
    for problem, start in hard_cases(kind, by, rng):
        none = solver.solve(problem, start, seconds=0.0)
        assert none.iterations <= 1
        assert none.cost <= problem.cost(start)
        cancel = Cancel()
        timer = threading.Timer(0.005, cancel.set)
        timer.start()
        result = solver.solve(problem, start, cancel=cancel, seconds=60.0)
        timer.join()
        assert result.status is not Status.MAX_ITERATIONS  # neither a billion iterations nor a minute were needed
        assert result.cost <= problem.cost(start)
        assert (result.q >= problem.lo).all()
        assert (result.q <= problem.hi).all()
