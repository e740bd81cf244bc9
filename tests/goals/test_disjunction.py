"""Any one of several goals suffices, and which one does not change without need."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.body.clearance import keep_out
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.goals import AnyOf, Position
from manikin.problem.problem import Problem
from manikin.skeleton.build import joint, slide
from manikin.skeleton.shapes import Box
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers import DampedLeastSquares, LevenbergMarquardt
from manikin.solvers.solver import Solver

PUCK = Figure(Skeleton(name="puck", joints=(joint("puck", dofs=[slide("x"), slide("y"), slide("z")]),)))
BOX = Box(size=(2.0, 2.0, 2.0))


def held(by: str) -> tuple[Problem, Position]:
    """A point that is pulled into a box much harder than it is kept out of it, so that it stays inside."""
    pull = Position(point=PUCK.point("puck"), target=(0.5, 0.5, 0.0), weight=300.0)
    return Problem(PUCK, [pull, keep_out(PUCK.point("puck"), BOX)], evaluate_with=by), pull


def chosen(problem: Problem, q: np.ndarray) -> int:
    choice = problem.goals[1]
    assert isinstance(choice, AnyOf)
    point = PUCK.point("puck").value(PUCK.pose(q))
    values = [handle.constant if hasattr(handle, "constant") else point for handle in choice.handles]
    return choice.choice(*values)


def choices(way: str, by: str, solver: Solver) -> list[int]:
    """Which face counts while the target wanders about the diagonal, where two are equally near."""
    rng = np.random.default_rng(3)
    problem, pull = held(by)
    session, q, found = solver.start(problem), PUCK.rest, []
    for _ in range(60):
        target = np.array([0.5, 0.5, 0.0]) + rng.normal(0, 0.004, 3)
        if way == "session":
            constants = problem.constants.copy()
            constants[problem.constants_of(pull)["target"]] = target
            result = session.solve(q, constants)
        else:
            aim = Position(point=pull.point, target=target, weight=300.0)
            result = solver.solve(Problem(PUCK, [aim, problem.goals[1]], evaluate_with=by), q)
        q = result.q
        found.append(chosen(result.problem, q))
        problem = problem.settled(q) if way == "problem" else problem
    return found


@pytest.mark.slow
@pytest.mark.parametrize("solver", [LevenbergMarquardt(restarts=0), DampedLeastSquares()], ids=lambda s: s.kind)
@pytest.mark.parametrize("by", ["auto", "network"])
def test_the_choice_chatters_without_memory_and_not_with_it(by: str, solver: Solver) -> None:
    def changes(found: list[int]) -> int:
        return int((np.diff(found) != 0).sum())

    assert changes(choices("afresh", by, solver)) >= 10
    assert changes(choices("problem", by, solver)) == 0
    if by == "auto":
        assert changes(choices("session", by, solver)) == 0


def test_what_is_favoured_gives_way_to_what_is_clearly_nearer() -> None:
    goal = keep_out(PUCK.point("puck"), BOX)
    values = [handle.constant if hasattr(handle, "constant") else None for handle in goal.handles]

    def at(*point: float) -> list[np.ndarray]:
        return [np.array(point) if value is None else value for value in values]

    right, top = goal.choice(*at(0.9, 0.0, 0.0)), goal.choice(*at(0.0, 0.9, 0.0))
    assert right != top
    favouring = goal.settled(*at(0.9, 0.0, 0.0))
    assert favouring.favoured == right
    assert favouring.choice(*at(0.50, 0.55, 0.0)) == right  # 0.45 is not much less than 0.5
    assert favouring.choice(*at(0.50, 0.65, 0.0)) == top
    assert goal.choice(*at(0.50, 0.55, 0.0)) == top
    assert not favouring.residual(*at(0.0, 1.2, 0.0)).any(), "what is met counts, whoever is favoured"


def test_a_settled_problem_is_itself_where_nothing_is_left_to_choose() -> None:
    problem, _ = held("auto")
    once = problem.settled([0.9, 0.0, 0.0])
    assert once is not problem
    assert once.settled([0.9, 0.0, 0.0]) is once
    plain = Problem(PUCK, [Position(point=PUCK.point("puck"), target=(0, 0, 0))])
    assert plain.settled(PUCK.rest) is plain


@pytest.mark.parametrize("fields", [{"hysteresis": 1.0}, {"hysteresis": -0.1}, {"favoured": 6}, {"favoured": -1}])
def test_odd_favours_are_refused(fields: dict) -> None:
    goal = keep_out(PUCK.point("puck"), BOX)
    with pytest.raises(InputError, match="any_of"):
        AnyOf(goals=goal.goals, **fields)
