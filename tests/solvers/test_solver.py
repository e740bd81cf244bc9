"""One way into solving: the same question has the same answer however it is asked, preferred bends included."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from tools.solver_page import PAGE, WHEN, features, written

from manikin.bodies import load
from manikin.errors import InputError, ManikinError, UnknownName
from manikin.figure.figure import Figure
from manikin.goals import AnyOf, Position
from manikin.goals.goal import Goal
from manikin.kernels import library
from manikin.language.goals import lock_from_text
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import PreferredBend
from manikin.solvers import DampedLeastSquares, LevenbergMarquardt, solve, solve_batch
from manikin.solvers.cancel import Cancel
from manikin.solvers.result import Status
from manikin.solvers.solver import solver_kinds

Case = tuple[Problem, np.ndarray]


def leg() -> Figure:
    """Three rods that are straight at rest, and prefer to bend one way."""
    rods = chain([1.0, 0.8, 0.3], joints="ball", limits=(-2.0, 2.0))
    bend = PreferredBend(name="knee", limb=("rod1", "rod2", "rod3"), part="rod1", toward=(0.0, 0.0, 1.0))
    return Figure(Skeleton(name="leg", joints=rods.joints, bends=(bend,)))


def crouching_human() -> Case:
    """Toes that must hold, a pelvis to be lowered by different amounts; some of them cannot be reached."""
    human = load("human")
    rest = human.pose()
    toes = [lock_from_text(f"{side}_toes:position", rest) for side in "lr"]
    pelvis = Position(point=human.point("pelvis"), target=rest.position("pelvis"))
    problem = Problem(human, [pelvis], hard=toes)
    return problem, moved(problem, pelvis, [(0, -down, ahead) for down in (0.0, 0.2, 0.5, 2.0) for ahead in (0, 0.1)])


def reaching_human() -> Case:
    human = load("human")
    hand = Position(point=human.point("r_hand"), target=human.pose().position("r_hand"))
    chest = Position(point=human.point("l_hand"), target=human.point("t4", (0.0, 0.1, 0.3)))
    problem = Problem(human, [hand, chest], frozen=["pelvis"])
    return problem, moved(problem, hand, np.random.default_rng(1).normal(0, 0.4, (8, 3)).tolist())


def chained_human() -> Case:
    human = load("human")
    chain = ("r_upper_arm", "r_forearm", "r_hand")
    hand = Position(point=human.point("r_hand"), target=human.pose().position("r_hand"), chain=chain)
    problem = Problem(human, [hand])
    return problem, moved(problem, hand, np.random.default_rng(2).normal(0, 0.3, (8, 3)).tolist())


def stepping_quadruped() -> Case:
    """The quadruped has no preferred bends of its own: here its knees and elbows turn outward."""
    parts = (("upper_arm", "forearm", "fore_paw"), ("thigh", "shin", "hind_paw"))
    limbs = [(f"{side}_{base}", f"{side}_{middle}", f"{side}_{tip}") for side in "lr" for base, middle, tip in parts]
    bends = tuple(
        PreferredBend(name=limb[1], limb=limb, part="pelvis", toward=(3.0 if limb[0][0] == "l" else -3.0, 0.0, 0.5))
        for limb in limbs
    )
    beast = Figure(replace(load("quadruped").skeleton, bends=bends))
    rest = beast.pose()
    feet = [limb[2] for limb in limbs]
    wished = [Position(point=beast.point(foot), target=rest.position(foot)) for foot in feet]
    problem = Problem(beast, wished)
    return problem, moved(problem, wished[0], np.random.default_rng(3).normal(0, 0.15, (8, 3)).tolist())


def straight_leg() -> Case:
    """Targets on the line that the leg lies on: nothing leads there but a bend."""
    figure = leg()
    tip = figure.pose().position("tip")
    foot = Position(point=figure.point("tip"), target=tip)
    problem = Problem(figure, [foot])
    return problem, moved(problem, foot, [tuple(-share * tip) for share in (0.0, 0.1, 0.3, 0.6, 0.9, -0.5)])


def two_figures() -> Case:
    anna, otto = load("human").renamed("anna"), load("human").renamed("otto")
    clasp = Position(point=anna.point("r_hand"), target=otto.point("l_hand"))
    held = Position(point=otto.point("l_foot"), target=otto.pose().position("l_foot"))
    problem = Problem([anna, otto], [clasp, held])
    return problem, moved(problem, held, [(0, 0.05 * k, 0) for k in range(4)])


def choosing_human() -> Case:
    human = load("human")
    at = human.pose().position("r_hand")
    places = tuple(Position(point=human.point("r_hand"), target=at + 0.3 * step) for step in np.eye(3))
    problem = Problem(human, [AnyOf(goals=places)])
    return problem, np.array([problem.constants + 0.1 * k for k in range(4)])


CASES = [
    crouching_human,
    reaching_human,
    chained_human,
    stepping_quadruped,
    straight_leg,
    two_figures,
    choosing_human,
]


def moved(problem: Problem, goal: Goal, steps: object) -> np.ndarray:
    """The problem's constants with a goal's target moved by some steps [m]."""
    rows = np.tile(problem.constants, (len(steps), 1))  # type: ignore[arg-type]
    rows[:, problem.constants_of(goal)["target"]] += steps
    return rows


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@pytest.mark.skipif(library() is None, reason="only the kernels have constants")
def test_a_batch_is_the_loop_over_figure_and_solver(case: object) -> None:
    problem, constants = case()  # type: ignore[operator]
    solver = LevenbergMarquardt(restarts=3)
    starts = np.tile(problem.rest, (len(constants), 1))
    starts[1::2] += np.where(problem.gain > 0, np.random.default_rng(4).normal(0, 0.05, problem.size), 0.0)
    batches = [solver.solve_batch(problem, starts, constants=constants, threads=threads) for threads in (1, 2)]
    batches.append(solve_batch(problem, starts, "lm", restarts=3, constants=constants))
    frozen = ["pelvis"] if case is reaching_human else []
    statuses = set()
    for i, (q, row) in enumerate(zip(starts, constants, strict=True)):
        own = problem.with_constants(row)
        answers = [solver.solve(own, q), solve(own, q, solver), solve(own, q, "lm", restarts=3)]
        if len(problem.figures) == 1:
            how = {"hard": own.hard, "start": q, "frozen": frozen}
            answers.append(problem.figures[0].solve(own.goals, solver=solver, **how))
            answers.append(problem.figures[0].pose(q).solve(own.goals, hard=own.hard, frozen=frozen, restarts=3))
        for answer in answers:
            assert answer.q.tobytes() == batches[0].q[i].tobytes()
            assert answer.status is batches[0].status[i]
            assert answer.iterations == batches[0].iterations[i]
        for batch in batches:
            assert batch.q[i].tobytes() == batches[0].q[i].tobytes()
        statuses.add(answers[0].status)
    assert Status.REACHED in statuses
    session = solver.start(problem)
    for q, row, found in zip(starts, constants, batches[0].q, strict=True):
        own = problem.with_constants(row)
        assert solver.solve(own, q, preferred_bends=False).q.tobytes() == found.tobytes(), "a start is not led"
        if case is not choosing_human:  # whose session favours what it chose before
            assert session.solve(q, row).q.tobytes() == found.tobytes()


def test_the_network_gives_the_same_answer_as_the_loop() -> None:
    figure = leg()
    foot = Position(point=figure.point("tip"), target=0.5 * figure.pose().position("tip"))
    problem = Problem(figure, [foot], evaluate_with="network")
    starts = np.tile(problem.rest, (2, 1)) + 0.1
    starts[1] += 0.2
    batch = solve_batch(problem, starts, "lm", restarts=0)
    for q, found, status in zip(starts, batch.q, batch.status, strict=True):
        alone = solve(problem, q, "lm", restarts=0)
        assert alone.q.tobytes() == found.tobytes()
        assert alone.status is status is Status.REACHED


def test_a_straight_leg_is_bent_the_way_it_prefers() -> None:
    figure = leg()
    foot = Position(point=figure.point("tip"), target=0.5 * figure.pose().position("tip"))
    led = figure.solve([foot], restarts=0)
    assert led.reached
    assert led.pose.convert_point(led.pose.position("rod2"), None, "rod1")[2] >= -1e-9
    assert not figure.solve([foot], restarts=0, preferred_bends=False).reached


def test_only_solvers_that_follow_bends_are_led_by_them() -> None:
    problem, _ = reaching_human()
    soft = Problem(problem.figures, problem.goals, limits=False)
    for wanted in (True, False):
        assert (
            DampedLeastSquares().solve(soft, preferred_bends=wanted).q.tobytes()
            == DampedLeastSquares().start(soft).run().q.tobytes()
        )


def test_a_led_solve_keeps_its_history_and_can_be_stopped() -> None:
    problem, constants = crouching_human()
    for own in (problem.with_constants(constants[3]), problem.with_constants(constants[-1])):
        result = solve(own, history=True, restarts=2)
        assert result.history is not None
        assert 0 < len(result.history) < result.iterations
    assert solve(own, seconds=0.0).status is Status.TIMEOUT
    cancel = Cancel()
    cancel.set()
    assert solve(own, cancel=cancel).status is Status.CANCELLED
    cancel = Cancel()
    timer = threading.Timer(0.01, cancel.set)
    timer.start()
    slow = replace(LevenbergMarquardt(), max_iterations=10**9, restarts=10**6, tolerance=0.0)
    assert slow.solve(own, cancel=cancel).status in (Status.CANCELLED, Status.INFEASIBLE)
    timer.join()


def test_a_solver_or_an_option_that_does_not_exist_is_refused() -> None:
    problem = Problem(leg())
    with pytest.raises(UnknownName, match="solver"):
        solve(problem, solver="magic")
    with pytest.raises(UnknownName, match="solver"):
        solve(problem, solver=5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="patience"):
        solve(problem, solver="lm", patience=3)
    with pytest.raises(InputError, match="not both"):
        solve(problem, solver=LevenbergMarquardt(), restarts=3)


def test_a_figure_and_a_pose_stop_when_their_time_is_up() -> None:
    figure = Figure(chain([0.5] * 40, joints="ball", limits=(-0.3, 0.3)))
    goal = Position(point=figure.point("tip"), target=(0.0, -3.0, 2.0))
    how = {"solver": "transpose", "max_iterations": 10**7, "tolerance": 0.0}
    for solved in (figure.solve, figure.pose().solve):
        begin = time.perf_counter()
        result = solved([goal], seconds=0.05, **how)
        assert time.perf_counter() - begin < 5
        assert not result.reached
        assert 0 < result.iterations < 10**7
    for wrong in (-1, "1", math.nan, None):
        with pytest.raises(InputError, match="seconds must be a number of 0 or above"):
            figure.solve([goal], seconds=wrong)  # type: ignore[arg-type]


def test_the_page_on_solvers_has_every_solver_and_what_it_honours() -> None:
    text = PAGE.read_text("utf-8")
    assert set(WHEN) == set(solver_kinds)
    assert text == written(text, {"features": features()}), "run python -m tools.solver_page"
    times = text.partition("<!-- times")[2].partition("<!-- end of times")[0]
    assert all(f"| `{kind}` |" in times for kind in WHEN), "run python -m tools.solver_page --measure"


def test_a_start_is_left_only_for_a_gain() -> None:
    """Two targets for one tip: every pose with the tip halfway is as good, and none is better."""
    arm = load("limb7")
    tip, rng = arm.point("hand tip"), np.random.default_rng(5)
    for _ in range(20):
        start = arm.random_state(rng)
        at = arm.pose(start).position("hand tip")
        goals = [Position(point=tip, target=at + sign * np.array([0.03, 0.0, 0.02])) for sign in (-1, 1)]
        near, best = (arm.solve(goals, start=start, stay_near=stay) for stay in (True, False))
        assert np.abs(near.q - start).max() < 1e-6
        assert near.cost < best.cost * (1 + 1e-6) + 1e-12


def test_an_arm_whose_target_is_out_of_reach_comes_to_rest_and_stays() -> None:
    """Targets that tremble by a micrometre: once, the twist of the forearm crept by 0.2 degrees a frame for ever."""
    figure, rng = load("human").ungrouped("right shoulder"), np.random.default_rng(77)
    arm = ("r_clavicle", "r_upper_arm", "r_elbow", "r_forearm", "r_wrist")
    frozen = [name for name in figure.parameter_names if not name.startswith(arm)]
    shoulder = figure.pose().position("r_upper_arm")
    for way in ((0.2, -0.7, 0.6), (-0.8, 0.1, 0.4), (-0.3, 0.6, 0.7), (0.5, 0.2, -0.8)):
        target, q, states = shoulder + 0.9 * np.array(way), figure.rest, []
        for _ in range(40):
            goal = Position(point=figure.point("r_palm"), target=target + rng.normal(scale=1e-6, size=3))
            q = figure.solve([goal], start=q, frozen=frozen).q
            states.append(q)
        assert np.abs(np.diff(states[10:], axis=0)).max() < 5e-5
        assert np.degrees(np.abs(states[-1] - states[10]).max()) < 0.01


def test_another_start_is_found_where_the_given_one_is_stuck() -> None:
    """A straight limb, and a target on its line: no direction leads there."""
    figure = leg()
    foot = Position(point=figure.point("tip"), target=0.5 * figure.pose().position("tip"))
    assert not figure.solve([foot], start=figure.rest, restarts=0).reached
    assert figure.solve([foot], start=figure.rest).reached


@pytest.mark.parametrize("evaluate_with", ["auto", "network"])
def test_other_starts_leave_alone_what_changes_no_goal(evaluate_with: object) -> None:
    human, rng = load("human"), np.random.default_rng(6)
    far = Position(point=human.point("r_hand"), target=(0.2, 5.0, 0.3))
    start = np.clip(human.rest + rng.normal(0, 0.05, human.size), human.lo, human.hi)
    problem = Problem(human, [far], evaluate_with=evaluate_with)  # type: ignore[arg-type]
    idle = np.setdiff1d(np.arange(human.size), human.columns_moving(["r_hand"]))
    session = LevenbergMarquardt(restarts=3, max_iterations=5, stay_near=False).start(problem, start)
    begun = np.array(session.q)  # inside the limits
    assert session.run().attempts > 1
    assert len(idle) > 20
    assert session.q[idle].tobytes() == begun[idle].tobytes()


def test_limits_over_several_parameters_that_are_frozen_do_not_count() -> None:
    human = load("human")
    leg = [name for name in human.parameter_names if name.startswith(("r_hip", "r_knee", "r_ankle"))]
    frozen = [name for name in human.parameter_names if name not in leg]
    foot = Position(point=human.point("r_foot"), target=human.pose().position("r_foot") + np.array([0.0, 0.1, 0.1]))
    for kind in ("dls", "sdls", "pseudoinverse", "transpose"):
        bent = human.solve([foot], frozen=frozen, solver=kind, start=human.pose(r_knee=0.3))
        assert bent.errors[0]["m"] < 0.1
    with pytest.raises(ManikinError, match="several parameters"):
        human.solve([Position(point=human.point("r_hand"), target=(0, 1, 0))], solver="dls")
