"""Zhao and Badler's solver: Kuhn-Tucker points, SciPy's minima, options, its own two forms."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError, Unsupported
from manikin.figure.figure import Figure
from manikin.goals import AnyOf, HalfSpace, MatchValues, Position
from manikin.goals.goal import Goal
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain, joint, slide
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import LinearLimit
from manikin.solvers import ZhaoBadler
from manikin.solvers.result import Status
from tests.support.judges import judge, optimality
from tests.support.linear_limits import limit

FEW = library() is None  # fewer rounds where the network does the work


def random_problem(rng: np.random.Generator, *, convex: bool) -> tuple[Problem, Array]:
    """Limits, equal ends, linear limits, doubled ones and equalities, stiffness; and a start inside."""
    count = int(rng.integers(2, 9))
    if convex:
        joints = []
        for i in range(count):
            lo, hi = sorted(rng.uniform(-2, 2, 2))
            axis = tuple(rng.normal(size=3))
            dof = slide(axis, lo, lo if rng.random() < 0.1 else hi, name=f"x{i}")
            joints.append(joint(f"j{i}", f"j{i - 1}" if i else None, dofs=[dof]))
        skeleton, tip = Skeleton(name="programme", joints=tuple(joints)), f"j{count - 1}"
    else:
        turns = "ball" if rng.random() < 0.5 else "free"
        ends = sorted(rng.uniform(-2.5, 2.5, 2))
        skeleton, tip = chain(rng.uniform(0.2, 1, count), joints=turns, limits=(ends[0], ends[1])), "tip"
    bare = Figure(skeleton)
    names, start = bare.parameter_names, rng.uniform(bare.lo, bare.hi)
    limits: list[LinearLimit] = []
    for k in range(int(rng.integers(0, 5))):
        who = rng.choice(len(names), int(rng.integers(1, min(5, len(names)) + 1)), replace=False)
        a = rng.normal(size=len(who))
        value = float(a @ start[who])
        below, above = rng.choice([0.0, math.inf, rng.exponential(0.3)], 2, p=[0.2, 0.2, 0.6])
        terms = {names[w]: float(x) for w, x in zip(who, a, strict=True)}
        limits.append(limit(f"l{k}", terms, value - below, value + above))
        if rng.random() < 0.2:
            limits.append(replace(limits[-1], name=f"the same as l{k}"))
    limits = [one for one in limits if math.isfinite(one.lo) or math.isfinite(one.hi)]
    figure = Figure(replace(skeleton, limits=tuple(limits)))
    goals: list[Goal] = [Position(point=figure.point(tip), target=tuple(rng.normal(0, 1.5, 3)))]
    if convex or rng.random() < 0.5:
        target, factors = rng.uniform(-3, 3, figure.size), rng.uniform(0.1, 1, figure.size)
        weight = 1.0 if convex else 0.05
        goals.append(
            MatchValues(values=figure.parameter_values(), target=tuple(target), factors=tuple(factors), weight=weight)
        )
    stiffness = {name: float(rng.uniform(0, 0.9)) for name in names if rng.random() < 0.2}
    return Problem(figure, goals, stiffness=stiffness), start  # type: ignore[arg-type]


# ---- against SciPy, and against the definition of a minimum ---------------------------------------------------------


def test_convex_problems_end_at_the_minimum_that_scipy_finds() -> None:
    rng = np.random.default_rng(1)
    lower = 0
    for _ in range(80):
        problem, start = random_problem(rng, convex=True)
        result = ZhaoBadler(tolerance=1e-9).solve(problem, start)
        theirs, there = judge(problem, start)
        assert result.status in (Status.MINIMUM, Status.REACHED)
        assert optimality(problem, result.q) < 3e-7 or result.reached
        assert result.cost <= theirs + 1e-8 * (1 + theirs) or problem.limit_violation(there) > 1e-10
        lower += result.cost < theirs - 1e-8 * (1 + theirs)
    assert lower < 16  # where SLSQP gives up, which doubled equalities make it do


@pytest.mark.slow
def test_figures_end_at_kuhn_tucker_points_mostly_the_ones_that_scipy_finds() -> None:
    rng = np.random.default_rng(2)
    same = 0
    rounds = 12 if FEW else 80
    for _ in range(rounds):
        problem, start = random_problem(rng, convex=False)
        result = ZhaoBadler(tolerance=1e-9).solve(problem, start)
        theirs, there = judge(problem, start)
        assert result.status in (Status.MINIMUM, Status.REACHED)
        assert optimality(problem, result.q) < 3e-7 or result.reached
        assert problem.limit_violation(result.q) < 1e-11
        if abs(result.cost - theirs) <= 1e-8:
            same += 1
        elif problem.limit_violation(there) < 1e-10:  # another minimum, or theirs is none
            assert result.cost < theirs or optimality(problem, there) < 1e-4 or theirs < 1e-12
    assert same >= 0.65 * rounds


def test_the_objective_never_rises() -> None:
    rng = np.random.default_rng(3)
    for k in range(10 if FEW else 40):
        problem, start = random_problem(rng, convex=k % 2 == 0)
        history = ZhaoBadler().solve(problem, start, history=True).history
        assert history is not None
        assert (np.diff([problem.cost(start), *history]) <= 0).all()


def test_starts_on_several_bounds_end_at_kuhn_tucker_points() -> None:
    rng = np.random.default_rng(4)
    for k in range(10 if FEW else 60):
        problem, start = random_problem(rng, convex=k % 2 == 0)
        draw = rng.random(problem.size)
        start = np.where(draw < 0.4, problem.lo, np.where(draw < 0.8, problem.hi, start))
        result = ZhaoBadler(tolerance=1e-9).solve(problem, start)
        assert result.status in (Status.MINIMUM, Status.REACHED)
        assert optimality(problem, result.q) < 3e-7 or result.reached
        assert problem.limit_violation(result.q) < 1e-11


def test_a_whole_human_with_its_joint_groups_ends_at_kuhn_tucker_points() -> None:
    figure = bodies.load("human")
    rng = np.random.default_rng(5)
    for k in range(2 if FEW else 20):
        pose = figure.pose(np.clip(figure.rest + rng.normal(0, 0.4, figure.size), figure.lo, figure.hi))
        parts = ("l_hand", "r_hand", "l_foot", "r_foot", "head")
        far = 0.3 * (k % 2)
        goals = [Position(point=figure.point(p), target=tuple(pose.position(p) + rng.normal(0, far, 3))) for p in parts]
        problem = Problem(figure, goals)
        result = ZhaoBadler().solve(problem)
        assert result.status in (Status.MINIMUM, Status.REACHED)
        assert optimality(problem, result.q) < 3e-7 or result.reached
        assert result.violation < 1e-11


# ---- disjunctions, stiffness, options ------------------------------------------------------------------------------


def outside_a_box(figure: Figure) -> AnyOf:
    """The tip anywhere but in the cube of half a metre around (1, 1, 0)."""
    faces = [(axis, sign) for axis in np.eye(3) for sign in (1, -1)]
    centre = np.array([1.0, 1.0, 0.0])
    walls = [
        HalfSpace(point=figure.point("tip"), origin=tuple(centre + 0.25 * s * a), normal=tuple(s * a)) for a, s in faces
    ]
    return AnyOf(goals=tuple(walls))


def test_a_disjunction_is_met_and_the_objective_never_rises() -> None:
    figure = Figure(chain([0.8, 0.8, 0.6], limits=(-2.5, 2.5)))
    rng = np.random.default_rng(6)
    for _ in range(20):
        target = 1.0 + rng.uniform(-0.2, 0.2, 2)
        goals = [Position(point=figure.point("tip"), target=(*target, 0.0), weight=1e-4), outside_a_box(figure)]
        problem = Problem(figure, goals)
        result = ZhaoBadler().solve(problem, rng.uniform(-1, 1, 3), history=True)
        assert result.history is not None
        assert (np.diff(result.history) <= 0).all()
        assert result.status in (Status.MINIMUM, Status.REACHED)
        assert np.abs(result.pose.position("tip") - (1, 1, 0)).max() > 0.249


def test_stiff_joints_move_less_and_rigid_ones_not_at_all() -> None:
    figure = Figure(chain([1.0, 1.0, 1.0]))
    goal = Position(point=figure.point("tip"), target=(2.5, 1.0, 0.0))
    start = np.array([0.2, 0.1, 0.1])
    moved = []
    for stiffness in (0.0, 0.5, 0.9, 1.0):
        problem = Problem(figure, [goal], stiffness={"rod1": stiffness})
        result = ZhaoBadler().solve(problem, start)
        assert result.reached
        moved.append(abs(result.q[0] - start[0]))
    assert moved[0] > moved[1] > moved[2] > moved[3] == 0


@pytest.mark.parametrize("update", ["switch", "bfgs", "dfp"])
@pytest.mark.parametrize("initial", ["curvature", "identity", "first step"])
def test_every_formula_and_start_reaches(update: str, initial: str) -> None:
    figure = Figure(chain([1.0, 0.8, 0.6], limits=(-2, 2)))
    problem = Problem(figure, [Position(point=figure.point("tip"), target=(0.9, 1.1, 0.0))])
    solver = ZhaoBadler(update=update, initial=initial)  # type: ignore[arg-type]
    assert solver.solve(problem, [0.1, 0.2, 0.3]).reached


def test_the_answer_scales_with_the_problem() -> None:
    """Millimetres instead of metres, and any weight: the same path."""
    found = []
    for size, weight in ((1.0, 1.0), (1024.0, 1.0), (2.0**-10, 2.0**20)):
        figure = Figure(chain([size, 0.5 * size, 0.75 * size], limits=(-2, 2)))
        goal = Position(point=figure.point("tip"), target=(3 * size, size, 0.0), weight=weight)
        found.append(ZhaoBadler().solve(Problem(figure, [goal]), [0.1, 0.2, 0.3]))
    assert found[0].iterations == found[1].iterations == found[2].iterations
    assert found[1].q == pytest.approx(found[0].q, abs=1e-12)
    assert found[2].q == pytest.approx(found[0].q, abs=1e-12)


def test_hard_goals_are_refused() -> None:
    figure = Figure(chain([1.0, 1.0]))
    goal = Position(point=figure.point("tip"), target=(1.0, 1.0, 0.0))
    with pytest.raises(Unsupported, match="zhao"):
        ZhaoBadler().solve(Problem(figure, [], hard=[goal]))


@pytest.mark.parametrize(
    "options",
    [{"decrease": 0.0}, {"slope": 1.0}, {"decrease": 0.6, "slope": 0.7}, {"decrease": 0.3, "slope": 0.2},
     {"decrease": math.nan}, {"slope": "0.5"}, {"update": "newton"}, {"initial": "zero"}],
)  # fmt: skip
def test_options_that_no_line_search_can_use_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match="zhao"):
        ZhaoBadler(**options)  # type: ignore[arg-type]


def test_nothing_to_move_and_nothing_to_want_are_minima() -> None:
    figure = Figure(chain([1.0, 1.0], limits=(-1, 1)))
    goal = Position(point=figure.point("tip"), target=(0.0, 1.0, 0.0))
    stuck = Problem(figure, [goal], frozen=["rod1", "rod2"])
    assert ZhaoBadler().solve(stuck, [0.1, 0.2]).status is Status.MINIMUM
    assert ZhaoBadler().solve(Problem(figure, []), [0.1, 0.2]).status is Status.REACHED


@pytest.mark.parametrize("far", [1e6, 1e12])
def test_goals_far_away_give_finite_answers_inside_the_limits(far: float) -> None:
    figure = Figure(chain([1.0, 1.0, 1.0], limits=(-1, 1)))
    problem = Problem(figure, [Position(point=figure.point("tip"), target=(0.3 * far, far, 0.0), weight=1e3)])
    result = ZhaoBadler().solve(problem)
    assert np.isfinite(result.q).all()
    assert problem.limit_violation(result.q) == 0
    assert result.cost <= problem.cost(problem.rest)


# ---- the two forms, and what an iteration costs ---------------------------------------------------------------------


def test_python_and_compiled_end_at_the_same_minimum() -> None:
    if library() is None:
        pytest.skip("no compiled kernels here")
    rng = np.random.default_rng(7)
    for k in range(30):
        problem, start = random_problem(rng, convex=True)
        if k % 2:  # from a corner, or from outside the linear limits
            start = np.where(rng.random(problem.size) < 0.5, problem.lo, problem.hi)
        stiffness = {v.name: 1 - float(g) for v, g in zip(problem.variables, problem.gain, strict=True)}
        slow = Problem(problem.figures, problem.goals, stiffness=stiffness, evaluate_with="network")
        for _ in range(2):
            compiled, python = (ZhaoBadler().solve(p, start) for p in (problem, slow))
            assert compiled.status == python.status
            assert compiled.q == pytest.approx(python.q, abs=1e-6)


def test_python_and_compiled_take_the_same_way_through_active_sets() -> None:
    if library() is None:
        pytest.skip("no compiled kernels here")
    rng = np.random.default_rng(8)
    for _ in range(20):
        problem, start = random_problem(rng, convex=False)
        stiffness = {v.name: 1 - float(g) for v, g in zip(problem.variables, problem.gain, strict=True)}
        slow = Problem(problem.figures, problem.goals, stiffness=stiffness, evaluate_with="network")
        compiled, python = (ZhaoBadler().start(p, start) for p in (problem, slow))
        for _ in range(6):
            assert compiled.advance().q == pytest.approx(python.advance().q, abs=1e-7)


def test_new_targets_keep_the_metric_and_are_followed() -> None:
    figure = Figure(chain([1.0, 0.8, 0.6, 0.4], limits=(-2, 2)))
    goal = Position(point=figure.point("tip"), target=(1.5, 1.0, 0.0))
    for by in ("auto", "network"):
        problem = Problem(figure, [goal], evaluate_with=by)  # type: ignore[arg-type]
        session = ZhaoBadler().start(problem, [0.3, 0.4, -0.2, 0.5])
        assert session.run().reached
        if problem.tables is None:
            continue
        for x in np.linspace(1.5, 1.2, 7):
            session.set_targets(np.array([x, 1.0, 0.0]))
            result = session.run()
            assert result.reached
            assert result.pose.position("tip") == pytest.approx([x, 1.0, 0.0], abs=2e-6)
            assert result.iterations < 15


@pytest.mark.timing
def test_an_iteration_costs_no_more_than_the_square_of_the_parameters() -> None:
    if library() is None:
        pytest.skip("the compiled form is measured")
    seconds = []
    sizes = (100, 400)
    for size in sizes:
        figure = Figure(chain([1.0 / size] * size, limits=(-2, 2)))
        rng = np.random.default_rng(0)
        goals: list[Goal] = [
            Position(point=figure.point("tip"), target=(0.9, 0.9, 0.0)),
            MatchValues(values=figure.parameter_values(), target=tuple(rng.normal(0, 0.1, size)), weight=1e-3),
        ]
        problem, best = Problem(figure, goals), math.inf
        for _ in range(5):
            begin = time.process_time()
            result = ZhaoBadler(tolerance=0.0, max_iterations=size).solve(problem, rng.normal(0, 0.05, size))
            best = min(best, (time.process_time() - begin) / max(result.iterations, 1))
        seconds.append(best)
    assert math.log(seconds[1] / seconds[0]) / math.log(sizes[1] / sizes[0]) < 2.4
