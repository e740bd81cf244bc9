"""Solves that follow one another: joints slow down before their limits, and what can be reached is reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.figure.figure import Figure
from manikin.goals import Position
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.solver import as_solver, solve, solve_batch
from manikin.solvers.step_limits import NEAR_SHARE, StepLimits

FORMS = pytest.mark.parametrize("by", ["auto", "network"])


def problem_of(figure: Figure, target: Any, by: str = "auto") -> Problem:
    return Problem(figure, [Position(point=figure.point("tip"), target=target)], evaluate_with=by)  # type: ignore[arg-type]


def planar(limit: float = 0.9) -> Figure:
    return Figure(chain([0.5, 0.4, 0.3, 0.2], joints="hinge", limits=(-limit, limit)))


def spatial() -> Figure:
    return Figure(chain([1.0, 0.8, 0.6], joints="ball", limits=(-0.8, 0.8)))


def led_to_a_limit(stay_near: bool, by: str) -> tuple[Figure, Array]:
    """The states of an arm whose hand goes round its base until the first joint is at its limit."""
    figure, states = planar(), [np.array([0.6, 0.6, -0.5, -0.4])]
    begin = figure.pose(states[0]).position("tip")
    solver = as_solver("lm", restarts=0, stay_near=stay_near)
    for angle in np.linspace(0, 0.5, 61)[1:]:
        turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        result = solver.solve(problem_of(figure, turn @ begin, by), states[-1])
        assert result.reached
        states.append(result.q)
    return figure, np.array(states)


@FORMS
def test_a_joint_that_is_led_to_its_limit_slows_down_before_it(by: str) -> None:
    figure, calm = led_to_a_limit(True, by)
    sudden = led_to_a_limit(False, by)[1]
    assert (sudden >= figure.hi).any()  # else this would show nothing
    speeds = [np.diff(states, axis=0) for states in (calm, sudden)]
    changes = [np.abs(np.diff(speed, axis=0)).max() for speed in speeds]
    assert changes[0] < 0.6 * changes[1]


@FORMS
def test_a_solve_goes_at_most_half_of_the_way_to_a_limit_where_that_is_enough(by: str) -> None:
    figure, states = led_to_a_limit(True, by)
    way = np.where(np.diff(states, axis=0) > 0, figure.hi - states[:-1], states[:-1] - figure.lo)
    assert (np.abs(np.diff(states, axis=0)) <= NEAR_SHARE * way + 1e-9).all()


@FORMS
def test_it_goes_on_to_the_limits_where_the_target_needs_it(by: str) -> None:
    """Targets that only states with joints at limits reach, in one solve and in few iterations."""
    figure, rng = planar(), np.random.default_rng(3)
    for _ in range(20):
        corner = rng.choice([-1.0, 1.0]) * figure.hi
        corner[rng.integers(4)] *= rng.uniform(0.8, 1.0)
        problem = problem_of(figure, figure.pose(corner).position("tip"), by)
        start = 0.9 * corner
        near, plain = (as_solver("lm", restarts=0, stay_near=stay).solve(problem, start) for stay in (True, False))
        assert near.cost <= plain.cost + 1e-12
        assert problem.limit_violation(near.q) == 0.0


@FORMS
def test_what_cannot_be_reached_ends_at_the_minimum_within_the_limits_themselves(by: str) -> None:
    figure = planar()
    for target in ((0.2, -3.0, 0.0), (-2.0, 1.0, 0.0), (1.3, 1.3, 0.0)):
        problem, start = problem_of(figure, target, by), np.array([0.3, 0.3, 0.3, 0.3])
        near, plain = (as_solver("lm", restarts=0, stay_near=stay).solve(problem, start) for stay in (True, False))
        assert near.status is plain.status
        assert near.cost == pytest.approx(plain.cost, rel=1e-9)


@FORMS
def test_at_least_half_of_the_iterations_are_left_for_the_whole_way(by: str) -> None:
    figure = planar()
    problem, start = problem_of(figure, (-2.0, 1.0, 0.0), by), np.array([0.3, 0.3, 0.3, 0.3])
    steps = StepLimits(problem)
    steps.draw_near(start)
    assert steps.hold(LevenbergMarquardt(restarts=0, max_iterations=2).solve(problem, start).q)
    few = LevenbergMarquardt(restarts=0, max_iterations=12).solve(problem, start).q
    assert (few >= figure.hi).any()


@pytest.mark.parametrize("make", [planar, spatial])
def test_one_by_one_and_in_batches_the_bits_are_the_same(make: Callable[[], Figure]) -> None:
    figure, rng, count = make(), np.random.default_rng(8), 60
    starts = np.clip(rng.uniform(-1.3, 1.3, (count, figure.size)), figure.lo, figure.hi)
    aims = figure.forward(np.clip(starts + rng.normal(0, 0.3, starts.shape), figure.lo, figure.hi))[:, -1, :, 3]
    aims[::5] *= 1.4  # some are out of reach
    problem = problem_of(figure, aims[0])
    for options in ({"restarts": 0}, {"restarts": 2}, {"restarts": 0, "max_iterations": 7}):
        found = solve_batch(problem, starts, constants=aims, **options)
        for k in range(count):
            alone = solve(problem.with_constants(aims[k]), starts[k], **options)
            assert alone.q.tobytes() == found.q[k].tobytes()
            assert (alone.iterations, alone.evaluations) == (found.iterations[k], found.evaluations[k])
            assert alone.status is found.status[k]


@pytest.mark.skipif(library() is None, reason="nothing to compare")
def test_compiled_and_python_end_at_the_same_states() -> None:
    for make in (planar, spatial):
        figure, rng = make(), np.random.default_rng(5)
        for _ in range(30):
            start = figure.random_state(rng)
            goal = np.clip(start + rng.normal(0, 0.2, figure.size), figure.lo, figure.hi)
            target = figure.pose(goal).position("tip")
            ends = [
                as_solver("lm", restarts=0).solve(problem_of(figure, target, by), start).q for by in ("auto", "network")
            ]
            np.testing.assert_allclose(ends[0], ends[1], atol=1e-7)


@FORMS
def test_iteration_by_iteration_and_without_a_start_the_way_is_straight(by: str) -> None:
    figure = planar()
    problem, start = problem_of(figure, (0.3, 1.1, 0.0), by), np.array([0.8, 0.1, 0.1, 0.1])
    ways = [as_solver("lm", stay_near=stay).start(problem, start) for stay in (True, False)]
    for _ in range(6):
        assert ways[0].advance().q.tobytes() == ways[1].advance().q.tobytes()
    assert solve(problem).q.tobytes() == solve(problem, stay_near=False).q.tobytes()


def test_limits_that_are_drawn_near_hold_what_has_gone_as_far_as_it_may() -> None:
    figure = Figure(chain([1.0, 1.0], joints="hinge", limits=(-1.0, 1.0)))
    steps = StepLimits(problem_of(figure, (1.0, 1.0, 0.0)))
    assert not steps.are_near
    assert not steps.hold(figure.hi)
    steps.draw_near(np.array([0.5, 1.0]))
    assert steps.are_near
    assert steps.lo.tolist() == [-0.25, 0.0]
    assert steps.hi.tolist() == [0.75, 1.0]
    assert not steps.hold(np.array([0.5, 1.0]))  # what was at its limit can go no farther
    assert not steps.hold(np.array([0.7, 0.5]))
    assert steps.hold(np.array([0.75, 0.5]))
    assert steps.hold(np.array([0.0, 0.0]))
    steps.open()
    assert steps.hi.tolist() == [1.0, 1.0]
    assert not steps.hold(np.array([0.0, 0.0]))


def test_where_something_that_moves_has_no_limits_the_way_is_straight() -> None:
    """A root that floats would take over what joints may not do at first."""
    figure = bodies.load("human")
    for frozen, near in (((), False), (("pelvis",), True)):
        goal = Position(point=figure.point("l_hand"), target=(0.3, 1.2, 0.3))
        steps = StepLimits(Problem(figure, [goal], frozen=frozen))
        steps.draw_near(figure.rest)
        assert steps.are_near is near


@FORMS
def test_other_limits_of_a_session_hold_from_the_next_solve_on(by: str) -> None:
    figure = planar()
    target = figure.pose([0.8, 0.8, 0.8, 0.8]).position("tip")
    session = as_solver("lm", restarts=0).start(problem_of(figure, target, by), np.zeros(4))
    session.set_limits(figure.lo, np.full(4, 0.3))
    assert session.solve(np.zeros(4)).q.max() <= 0.3
    session.set_limits(figure.lo, figure.hi)
    assert session.solve(np.zeros(4)).reached


@FORMS
def test_with_hard_goals_the_way_is_straight(by: str) -> None:
    """Between hard goals and near limits searches ended in dead ends."""
    figure, start = planar(), np.array([0.6, 0.6, -0.5, -0.4])
    held = Position(point=figure.point("rod3"), target=figure.pose(start).position("rod3"))
    pull = Position(point=figure.point("tip"), target=(0.3, 0.9, 0.0))
    problem = Problem(figure, [pull], hard=[held], evaluate_with=by)  # type: ignore[arg-type]
    near, straight = (
        solve(problem, start=start, solver=as_solver("lm", restarts=0, stay_near=n)) for n in (True, False)
    )
    assert near.q.tolist() == straight.q.tolist()
