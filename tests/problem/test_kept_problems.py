"""A figure keeps what was compiled for its problems: the answers must be those of problems made anew."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from manikin.bodies import load
from manikin.figure.figure import Figure
from manikin.goals import AnyOf, MatchValues, OrientationGoal, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.handles import Combined, FixedVector
from manikin.kernels import library
from manikin.problem.kept_problems import MOST_STRUCTURES
from manikin.problem.problem import Problem
from manikin.solvers import solve


def limb() -> Figure:
    """A figure that has kept nothing yet."""
    return Figure(load("limb7").skeleton)


def asked(figure: Figure, rng: np.random.Generator) -> dict[str, Any]:
    """Arguments of ``figure.solve``: few shapes, any targets."""
    tip = figure.point("hand tip", (0.0, 0.0, 0.01 * rng.integers(2)))
    place = Position(point=tip, target=rng.normal(0, 0.3, 3), weight=float(rng.integers(1, 3)))
    turn = np.linalg.qr(rng.normal(0, 1, (3, 3)))[0]
    turn *= np.sign(np.linalg.det(turn))
    pose = PoseGoal(frame=figure.frame("hand tip"), target=np.column_stack([turn, rng.normal(0, 0.3, 3)]))
    facing = OrientationGoal(orientation=figure.orientation("hand tip"), target=turn)
    choice = AnyOf(goals=(place, Position(point=tip, target=rng.normal(0, 0.3, 3))))
    goals: list[list[Goal]] = [[place], [pose], [place, facing], [facing, place], [choice]]
    k = int(rng.integers(len(goals)))
    hard = [goals[k].pop()] if k in (2, 3) and rng.integers(2) else []
    return {
        "goals": goals[k],
        "hard": hard,
        "frozen": ["elbow"] if rng.integers(2) else [],
        "stiffness": {"shoulder_x": 0.5} if rng.integers(2) else None,
        "limits": bool(rng.integers(2)),
    }


def test_answers_are_those_of_problems_made_anew_to_the_last_bit() -> None:
    rng, figure = np.random.default_rng(0), limb()
    statuses = set()
    for _ in range(150):
        how, start = asked(figure, rng), figure.random_state(rng)
        found = figure.solve(**how, start=start, restarts=2)
        anew = solve(Problem(limb(), **how), start, restarts=2)
        assert (found.q.tobytes(), found.status, found.iterations) == (anew.q.tobytes(), anew.status, anew.iterations)
        assert found.errors == anew.errors
        assert found.problem.goals == tuple(how["goals"])
        assert found.problem.hard == tuple(how["hard"])
        statuses.add(found.status)
    assert len(statuses) > 1


def test_constants_inside_combined_handles_are_targets_too() -> None:
    figure = limb()
    values = figure.parameter_values("elbow", "shoulder_x")
    for x in (0.3, 0.2, 0.3, 0.4):
        target = Combined(handles=(FixedVector(numbers=(x,)), FixedVector(numbers=(0.1,))))
        found = figure.solve([MatchValues(values=values, target=target)], start=figure.rest)
        assert found.pose.q[figure.index("elbow")] == pytest.approx(x)


@pytest.mark.skipif(library() is None, reason="only what is compiled is kept")
def test_goals_that_differ_in_targets_share_a_structure_and_others_do_not() -> None:
    figure = limb()
    tip = figure.point("hand tip")
    here, there = (figure.solve([Position(point=tip, target=(x, 0.3, 0.1))]).posed for x in (0.1, 0.2))
    heavy = figure.solve([Position(point=tip, target=(0.1, 0.3, 0.1), weight=2.0)]).posed
    frozen = figure.solve([Position(point=tip, target=(0.1, 0.3, 0.1))], frozen=["elbow"]).posed
    assert here.structure is there.structure
    assert len({id(problem.structure) for problem in (here, heavy, frozen)}) == 3


def test_only_the_last_structures_are_kept() -> None:
    figure = limb()
    tip = figure.point("hand tip")
    for k in range(3 * MOST_STRUCTURES):
        figure.solve([Position(point=tip, target=(0.1, 0.3, 0.1), weight=1.0 + k)], max_iterations=1)
    assert len(figure._problems._structures) <= MOST_STRUCTURES


def test_threads_may_solve_with_one_figure_at_once() -> None:
    figure, rng = limb(), np.random.default_rng(1)
    calls = [(asked(figure, rng), figure.random_state(rng)) for _ in range(60)]
    alone = [solve(Problem(limb(), **how), start).q.tobytes() for how, start in calls]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda call: figure.solve(**call[0], start=call[1]).q.tobytes(), calls))
    assert together == alone


def test_a_figure_that_has_kept_problems_can_be_pickled_and_copied() -> None:
    figure = limb()
    goal = Position(point=figure.point("hand tip"), target=(0.1, 0.3, 0.1))
    result = figure.solve([goal])
    result = figure.solve([goal])
    for same in (pickle.loads(pickle.dumps(figure)), copy.deepcopy(figure)):
        assert same.solve([goal]).q.tobytes() == result.q.tobytes()
    assert pickle.loads(pickle.dumps(result)).problem.goals == (goal,)


def test_a_goal_whose_fields_have_no_hash_is_solved_as_before() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Noted(Position):
        notes: list[str] = field(default_factory=list)

    figure = limb()
    goal = Noted(point=figure.point("hand tip"), target=(0.1, 0.3, 0.1), notes=["a list has no hash"])
    assert figure.solve([goal], start=figure.rest + 0.1).reached
