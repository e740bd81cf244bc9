"""Sessions: many solves of one problem with other starts and targets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.goals import MatchValues, Position
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.result import Status
from manikin.solvers.solver import as_solver


def reach() -> Problem:
    figure = Figure(chain([1.0, 0.8, 0.6], joints="ball", limits=(-2.0, 2.0)))
    return Problem(figure, [Position(point=figure.point("tip"), target=(1.0, 1.0, 0.5))])


def test_solving_in_a_session_gives_the_bytes_of_a_solve_of_its_own() -> None:
    rng, problem, solver = np.random.default_rng(0), reach(), as_solver("lm")
    session = solver.start(problem)
    for _ in range(20):
        q, target = rng.uniform(-2, 2, problem.size), rng.uniform(-1.2, 1.2, 3)
        result = session.solve(q, target)
        alone = solver.solve(problem.with_constants(target), q)
        assert result.q.tobytes() == alone.q.tobytes()
        assert (result.status, result.iterations, result.attempts) == (alone.status, alone.iterations, alone.attempts)
        assert result.errors == alone.errors
        assert result.problem.constants.tolist() == session.problem.constants.tolist() == target.tolist()


def test_a_result_keeps_its_target_when_the_next_is_solved() -> None:
    session = as_solver("lm").start(reach())
    target = np.array([0.5, 1.5, 0.2])
    first = session.solve(np.zeros(9), target)
    target[:] = 9.0
    session.solve(np.zeros(9), [1.0, 0.3, 0.1])
    assert first.errors[0]["m"] < 1e-5
    with pytest.raises(ValueError, match="read-only"):
        first.q[0] = 1.0


def test_without_a_state_or_target_the_present_ones_serve() -> None:
    session = as_solver("lm").start(reach())
    first = session.solve(constants=(0.2, 1.9, 0.3))
    again = session.solve()
    assert again.iterations == 0
    assert again.q.tobytes() == first.q.tobytes()
    assert session.problem.constants.tolist() == [0.2, 1.9, 0.3]


def test_a_target_given_between_steps_is_the_one_that_is_solved() -> None:
    session = as_solver("lm").start(reach())
    session.advance(2)
    session.set_targets([0.4, 0.5, 1.2])
    result = session.run()
    assert result.status is Status.REACHED
    np.testing.assert_allclose(result.pose.position("tip"), [0.4, 0.5, 1.2], atol=2e-6)


@pytest.mark.parametrize(
    ("q", "constants"),
    [
        ([0.0] * 8, None),
        ([np.nan] * 9, None),
        ("abc", None),
        (np.zeros((9, 1)), None),
        (None, [1.0, 2.0]),
        (None, [np.inf, 0.0, 0.0]),
        (None, ["a", "b", "c"]),
        (None, [[1.0, 2.0], [3.0]]),
    ],
)
def test_wrong_numbers_are_refused_and_the_session_goes_on(q: object, constants: object) -> None:
    session = as_solver("lm").start(reach())
    session.solve(np.zeros(9), (0.5, 1.5, 0.2))
    with pytest.raises(InputError):
        session.solve(q, constants)
    if constants is not None:
        with pytest.raises(InputError):
            session.set_targets(constants)
    assert session.problem.constants.tolist() == [0.5, 1.5, 0.2]
    assert session.solve(np.zeros(9)).status is Status.REACHED


def test_a_problem_of_the_network_is_solved_again_from_another_state() -> None:
    problem = reach()
    slow = Problem(problem.figures, problem.goals, evaluate_with="network")
    session = as_solver("lm").start(slow)
    assert session.compiled is None
    assert session.solve(np.full(9, 0.3)).status is Status.REACHED
    with pytest.raises(InputError):
        session.solve(np.zeros(9), (1.0, 2.0, 3.0))


def test_a_target_given_anew_costs_no_new_problem_until_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    session = as_solver("lm").start(reach())
    if session.compiled is None:
        pytest.skip("no compiled kernels here")
    made: list[object] = []
    plain = Problem.with_constants
    monkeypatch.setattr(Problem, "with_constants", lambda self, constants: made.append(1) or plain(self, constants))
    result = session.solve(np.zeros(9), (0.5, 1.5, 0.2))
    session.set_targets((0.4, 1.5, 0.2))
    session.advance(2)
    assert not made
    assert result.errors[0]["m"] < 1e-5
    assert len(made) == 1


def slider() -> Problem:
    """A hand to be kept in its place beside two sliders that are set, and a wish for the others."""
    figure = Figure(chain([1.0, 0.8, 0.6], joints="ball", limits=(-2.0, 2.0)))
    names = figure.parameter_names
    set_to = MatchValues(values=figure.parameter_values(names[0], names[4]), target=(0.1, 0.2), weight=3.0)
    wish = MatchValues(values=figure.parameter_values(*names[5:]), target=np.zeros(4), weight=0.1, name="wish")
    return Problem(figure, [set_to, wish], hard=[Position(point=figure.point("tip"), target=(1.0, 1.0, 0.5))])


@pytest.mark.parametrize("solver", ["lm", "dls", "zhao"])
def test_values_to_match_are_targets_that_a_session_may_be_given(solver: str) -> None:
    rng, problem = np.random.default_rng(1), slider()
    if solver != "lm":  # only this one has hard goals
        problem = Problem(problem.figures, problem.all_goals)
    method = as_solver(solver)
    session = method.start(problem)
    figure = problem.figures[0]
    hand, match, wish = sorted(problem.all_goals, key=lambda goal: (goal.kind != "position", goal.name == "wish"))
    assert {field for goal in (hand, match, wish) for field in problem.constants_of(goal)} == {"target"}
    for _ in range(10):
        q, place = rng.uniform(-1, 1, problem.size), rng.uniform(-1.0, 1.0, 3)
        values, wished = rng.uniform(-1, 1, 2), rng.uniform(-1, 1, 4)
        constants = np.array(problem.constants)
        constants[problem.constants_of(hand)["target"]] = place
        constants[problem.constants_of(match)["target"]] = values
        constants[problem.constants_of(wish)["target"]] = wished
        moved = {
            hand: replace(hand, target=place),
            match: replace(match, target=values),
            wish: replace(wish, target=wished),
        }
        goals, hard = [moved[goal] for goal in problem.goals], [moved[goal] for goal in problem.hard]
        fresh = Problem(figure, goals, hard=hard)
        wanted = method.solve(fresh, q)
        found = session.solve(q, constants)
        assert found.q.tobytes() == wanted.q.tobytes()
        assert found.status is wanted.status
        assert found.problem.all_goals == fresh.all_goals


def test_a_slider_is_followed_from_step_to_step() -> None:
    problem = slider()
    match = problem.goals[0]
    place = problem.constants_of(match)["target"]
    session = as_solver("lm").start(problem)
    session.run()
    constants = np.array(problem.constants)
    for value in np.linspace(0.1, 0.6, 11):
        constants[place] = value, -value
        session.set_targets(constants)
        session.advance(8)
    # where the last targets lead, as a problem of its own finds it
    there = problem.with_constants(constants)
    alone = as_solver("lm").solve(there, session.q)
    assert np.abs(alone.q - session.run().q).max() < 1e-6
    assert there.goals[0].target.constant.tolist() == [0.6, -0.6]


def test_many_solves_may_each_match_other_values() -> None:
    rng, problem, solver = np.random.default_rng(3), slider(), as_solver("lm")
    starts = rng.uniform(-1, 1, (12, problem.size))
    constants = np.tile(problem.constants, (12, 1))
    constants[:, problem.constants_of(problem.goals[0])["target"]] = rng.uniform(-1, 1, (12, 2))
    together = solver.solve_batch(problem, starts, constants=constants)
    for q, row, found in zip(starts, constants, together.q, strict=True):
        assert solver.solve(problem.with_constants(row), q).q.tobytes() == found.tobytes()
