"""Sessions: many solves of one problem with other starts and targets."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.goals import Position
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
