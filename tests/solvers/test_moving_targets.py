"""Targets that a session moves by the names of their goals."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

from manikin import AnyOf, Figure, InputError, PoseGoal, Position, Problem, UnknownName, bodies
from manikin.solvers.solver import as_solver

HUMAN = bodies.load("human")


def held(evaluate_with: Literal["auto", "network"] = "auto", human: Figure = HUMAN) -> Problem:
    """Both hands and a foot; the foot comes first among the constants."""
    pose = human.pose()
    return Problem(
        human,
        [
            Position(point=human.point("r_hand"), target=(-0.3, 1.1, 0.3), name="right"),
            Position(point=human.point("l_hand"), target=(0.3, 1.1, 0.3), name="left"),
        ],
        hard=[PoseGoal(frame=human.frame("r_foot"), target=pose.transform("r_foot"))],
        evaluate_with=evaluate_with,
    )


@pytest.mark.parametrize("evaluate_with", ["auto", "network"])
def test_the_goal_of_that_name_gets_the_target_and_no_other_one(evaluate_with: Literal["auto", "network"]) -> None:
    problem = held(evaluate_with)
    session = as_solver("lm").start(problem)
    session.advance(2)
    session.move("left", (0.35, 1.2, 0.25))
    goals = session.problem.all_goals
    assert goals[2].target.constant.tolist() == [0.35, 1.2, 0.25]  # type: ignore[attr-defined]
    assert goals[:2] == problem.all_goals[:2]
    result = session.run()
    np.testing.assert_allclose(result.pose.position("l_hand"), (0.35, 1.2, 0.25), atol=1e-5)
    np.testing.assert_allclose(result.pose.position("r_hand"), (-0.3, 1.1, 0.3), atol=1e-5)
    session.move("left", np.array([0.3, 1.0, 0.3]))
    session.move("right", [-0.35, 1.0, 0.3])
    pose = session.run().pose
    np.testing.assert_allclose(pose.position("l_hand"), (0.3, 1.0, 0.3), atol=1e-5)
    np.testing.assert_allclose(pose.position("r_hand"), (-0.35, 1.0, 0.3), atol=1e-5)


def test_moving_is_the_same_as_giving_all_constants() -> None:
    problem = held()
    one, other = (as_solver("lm").start(problem) for _ in range(2))
    for k in range(5):
        target = np.array([0.3, 1.1 + 0.02 * k, 0.3])
        constants = problem.constants.copy()
        constants[problem.constants_of(2)["target"]] = target
        one.move("left", target)
        other.set_targets(constants)
        assert one.advance(3).q.tobytes() == other.advance(3).q.tobytes()


def test_a_frame_is_moved_by_a_transform_and_a_goal_without_a_name_is_called_by_its_kind() -> None:
    session = as_solver("lm").start(held())
    transform = HUMAN.pose().transform("r_foot").copy()
    transform[1, 3] += 0.1
    session.move("pose", transform)
    np.testing.assert_allclose(session.run().pose.transform("r_foot"), transform, atol=1e-5)


@pytest.mark.parametrize(
    ("name", "target", "message"),
    [
        ("lef", (0, 0, 0), 'did you mean "left"'),
        ("left", (0, 0), "3 numbers"),
        ("left", "up", "must be numbers"),
        ("left", HUMAN.point("head"), "is moved to 3 numbers"),
        ("pose", np.zeros((3, 4)), "rotation"),
    ],
)
def test_what_cannot_be_moved_is_said(name: str, target: Any, message: str) -> None:
    session = as_solver("lm").start(held())
    with pytest.raises((InputError, UnknownName), match=message):
        session.move(name, target)


def test_goals_without_a_constant_target_and_names_used_twice_are_refused() -> None:
    left, right = (HUMAN.point(part) for part in ("l_hand", "r_hand"))
    joined = Position(point=left, target=right, name="clasp")
    either = AnyOf(
        goals=(Position(point=left, target=(0, 1, 0)), Position(point=left, target=(0, 2, 0))), name="either"
    )
    twins = [Position(point=left, target=(0, 1, 0)), Position(point=right, target=(0, 1, 0))]
    session = as_solver("lm").start(Problem(HUMAN, [joined, either, *twins]))
    for name, message in (("clasp", "moves with it"), ("either", "no target"), ("position", "2 goals are called")):
        with pytest.raises(InputError, match=message):
            session.move(name, (0, 1, 0))
