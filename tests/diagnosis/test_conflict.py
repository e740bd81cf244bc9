"""Conflicts: the clashing set is found, is irreducible, has the right prices, and what is said to help helps."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import least_squares

from manikin import bodies
from manikin.diagnosis.conflict import Conflict, find_conflict
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.goals import AnyOf, Distance, HalfSpace, MatchValues, Plane, Position
from manikin.goals.goal import Goal
from manikin.language.goals import goal_from_text, lock_from_text
from manikin.problem.kernel_tables import flatten
from manikin.problem.problem import Problem
from manikin.problem.subproblem import subproblem_of
from manikin.skeleton.build import chain, hinge, joint
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers.result import Status
from manikin.solvers.solver import as_solver
from tests.support.command_line import ran

ARM = Figure(chain([1.0, 1.0]))
LONG = Figure(chain([1.0, 0.8, 0.6, 0.5], limits=(-1.2, 1.5)))
HUMAN = bodies.load("human")
REST = HUMAN.pose()


def tip(target: tuple[float, float], figure: Figure = ARM, **more: object) -> Position:
    return Position(point=figure.point("tip"), target=(*target, 0.0), **more)  # type: ignore[arg-type]


def wall(at: tuple[float, float], normal: tuple[float, float], figure: Figure = ARM, **more: object) -> Plane:
    return Plane(point=figure.point("tip"), origin=(*at, 0.0), normal=(*normal, 0.0), **more)  # type: ignore[arg-type]


def elbow(lo: float, hi: float) -> Figure:
    """Two links of 1 m, the second of which bends so far."""
    joints = (joint("upper", dofs=[hinge("z")]), joint("lower", "upper", offset=(1, 0, 0), dofs=[hinge("z", lo, hi)]))
    return Figure(Skeleton(name="elbow", joints=(*joints, joint("tip", "lower", offset=(1, 0, 0)))))


def conflict_of(goals: list[Goal], figure: Figure = ARM, **how: object) -> Conflict | None:
    found = figure.solve(goals, start=np.full(figure.size, 0.4), **how).conflict  # type: ignore[arg-type]
    assert found is None or str(found) == found.sentence
    return found


# ---- cases made by hand ---------------------------------------------------------------------------


def test_where_all_can_hold_there_is_no_conflict() -> None:
    assert conflict_of([tip((1.0, 1.0))]) is None
    assert conflict_of([]) is None
    assert conflict_of([tip((1.0, 1.0)), wall((1.0, 0.0), (1, 0))], hard=[wall((0, 1), (0, 1))]) is None
    # nothing but a posture stands in the way: it leans, and demands nothing
    ease = MatchValues(values=ARM.parameter_values(), target=ARM.rest, weight=0.5)
    assert ARM.solve([tip((1.0, 1.0)), ease]).status is Status.MINIMUM
    assert conflict_of([tip((1.0, 1.0)), ease]) is None


def test_a_straight_arm_that_is_pulled_along_itself_is_no_conflict() -> None:
    problem = Problem(ARM, [tip((0.5, 0.0))])
    stuck = as_solver("lm", restarts=0, max_iterations=50).solve(problem, [0.0, 0.0])
    assert not stuck.reached
    assert find_conflict(problem, stuck.q, restarts=0) is None


def test_a_goal_out_of_reach_clashes_with_nobody() -> None:
    found = conflict_of([tip((1.5, 2.0), name="far")])
    assert found is not None
    assert (found.names, found.limits) == (("far",), ())
    assert found.cheapest is not None
    assert (found.cheapest.kind, found.cheapest.name) == ("move", "far")
    assert found.cheapest.amounts["m"] == pytest.approx(0.5)
    assert found.sentence == "far is out of reach: far is off by 500 mm. Move far by 500 mm or drop far."
    np.testing.assert_allclose(found.members[0].multiplier, 2 * np.array([0.3, 0.4, 0]) * -1, atol=1e-6)


def test_contradictory_hard_goals_are_infeasible_and_named() -> None:
    here, there = tip((1.0, 1.0), name="here"), tip((1.0, 0.4), name="there")
    result = ARM.solve([], hard=[here, there], start=[0.4, 0.4])
    assert result.status is Status.INFEASIBLE
    assert "here and there cannot both hold" in result.message
    np.testing.assert_allclose(result.pose.position("tip"), [1.0, 0.7, 0], atol=1e-3)  # the compromise
    found = result.conflict
    assert found is not None
    assert [member.role for member in found.members] == ["hard", "hard"]
    # prices of hard goals that do not hold are those of their squares
    np.testing.assert_allclose(found.members[0].multiplier, [0, -0.6, 0], atol=2e-3)
    np.testing.assert_allclose(found.members[1].multiplier, [0, 0.6, 0], atol=2e-3)
    moves = {r.name: r.amounts["m"] for r in found.relaxations if r.kind == "move"}
    assert moves == pytest.approx({"here": 0.6, "there": 0.6})
    competing = ARM.solve([tip((0.5, 0.5), name="aside")], hard=[here, there], start=[0.4, 0.4])
    assert competing.status is Status.INFEASIBLE
    assert competing.conflict is not None
    assert competing.conflict.names == ("here", "there")


def test_duplicates_are_told_apart_and_dropping_one_of_them_is_no_way_out() -> None:
    found = conflict_of(
        [tip((1.0, 0.4), name="there")], hard=[tip((1.0, 1.0), name="here"), tip((1.0, 1.0), name="here")]
    )
    assert found is not None
    assert len(found.names) == 2
    assert "there" in found.names
    assert {name for name in found.names if name != "there"} < {"here (1)", "here (2)"}
    assert {r.name for r in found.relaxations if r.resolves} == {"there"}
    unnamed = conflict_of([tip((1.0, 1.0)), tip((1.0, 1.0)), tip((1.0, 0.4))])
    assert unnamed is not None
    assert len(unnamed.names) == 2
    assert "position (3)" in unnamed.names


def test_goals_of_weight_zero_demand_nothing_soft_or_hard() -> None:
    assert conflict_of([tip((1.0, 1.0)), tip((9.0, 9.0), weight=0.0)]) is None
    idle = tip((9.0, 9.0), weight=0.0)
    result = ARM.solve([wall((0.3, 0), (1, 0)), wall((0.4, 0), (1, 0))], hard=[idle], start=[0.3, 0.3])
    assert result.status is not Status.INFEASIBLE
    assert result.conflict is not None
    assert result.conflict.names == ("plane (1)", "plane (2)")


@pytest.mark.parametrize("weights", [(1.0, 1.0, 1.0), (1e6, 1.0, 1e-4)])
def test_three_of_which_each_two_could_hold(weights: tuple[float, float, float]) -> None:
    walls = [wall((0.5, 0), (1, 0)), wall((0, 0.5), (0, 1)), wall((0.75, 0.75), (1, 1))]
    walls = [replace(goal, weight=w, name=name) for goal, w, name in zip(walls, weights, "abc", strict=True)]
    for pair in (walls[:2], walls[1:], walls[::2]):
        assert conflict_of(list(pair)) is None
    found = conflict_of([*walls, tip((0.2, 0.1), name="other", weight=1e-9)][:3])
    assert found is not None
    assert found.names == ("a", "b", "c")
    assert found.sentence.startswith("a, b and c cannot all hold: ")
    moves = {r.name: r.amounts["m"] for r in found.relaxations if r.kind == "move"}
    assert moves == pytest.approx({"a": 0.5, "b": 0.5, "c": 0.5 / math.sqrt(2)}, rel=1e-4)
    assert found.cheapest is not None
    assert found.cheapest.name == "c"


def test_a_clash_through_a_limit_and_by_how_much_the_limit_would_have_to_give() -> None:
    figure = elbow(0.0, 0.5)
    found = conflict_of([tip((0.6, 0.8), figure, name="near")], figure)
    assert found is not None
    assert (found.names, found.limits) == (("near",), ("lower",))
    assert found.members[1].role == "limit"
    assert found.members[1].end == 1
    widened, moved, _ = found.relaxations[1], found.relaxations[0], found.relaxations[2]
    assert (moved.kind, widened.kind, widened.end) == ("move", "widen", 1)
    assert moved.amounts["m"] == pytest.approx(math.sqrt(2 + 2 * math.cos(0.5)) - 1)
    assert widened.amounts["rad"] == pytest.approx(2 * math.pi / 3 - 0.5)
    assert "within the limit of lower" in found.sentence
    assert "let lower go 91.4° beyond its upper limit" in found.sentence
    for give, ends in ((1e-4, True), (-1e-3, False)):
        wider = elbow(0.0, 0.5 + widened.amounts["rad"] + give)
        assert wider.solve([tip((0.6, 0.8), wider)], start=[0.4, 0.4]).reached is ends
    lower = elbow(0.3, 1.0)
    straight = conflict_of([tip((0.0, 2.0), lower)], lower)
    assert straight is not None
    assert straight.members[1].end == -1
    assert straight.relaxations[-1].kind == "drop"


def test_a_parameter_is_moved_by_as_many_degrees_as_it_is_off() -> None:
    conflict = HUMAN.solve([goal_from_text("match r_elbow 200", REST)]).conflict
    assert conflict is not None
    assert "is off by 50°. Move match r_elbow by 50° or" in str(conflict)


def test_two_goals_that_clash_through_a_limit_only() -> None:
    figure = elbow(0.0, 0.5)
    goals = [wall((0.3, 0), (1, 0), figure, name="x"), wall((0, 0.3), (0, 1), figure, name="y")]
    assert all(conflict_of([goal], figure) is None for goal in goals)
    found = conflict_of(goals, figure)
    assert found is not None
    assert (found.names, found.limits) == (("x", "y"), ("lower",))


def test_what_is_frozen_or_in_nobodys_chain_may_help() -> None:
    arm = Figure(chain([1.0, 1.0, 1.0]))
    problem = Problem(arm, [tip((-1.5, 1.0), arm, name="behind")], frozen=["rod1"])
    found = find_conflict(problem, as_solver("lm").solve(problem).q)
    assert found is not None
    assert found.cheapest is not None
    assert (found.cheapest.kind, found.cheapest.name) == ("free", "rod1")
    assert "Let rod1 help" in found.sentence
    np.testing.assert_allclose(arm.pose(found.cheapest.q).position("tip"), [-1.5, 1.0, 0], atol=1e-5)
    reach = goal_from_text("position r_hand by 0.1 0.2 0.6 chain r_upper_arm r_forearm", REST)
    result = HUMAN.solve([reach], start=REST)
    assert (result.q == REST.q)[result.problem.gain == 0].all()
    told = result.conflict
    assert told is not None
    assert "spine" in [r.name for r in told.relaxations if r.kind == "free"]


def test_disjunctions_regions_and_distances_clash_like_all_others() -> None:
    either = AnyOf(goals=(tip((3.0, 0.0)), tip((0.0, 3.0))), name="either")
    found = conflict_of([either, HalfSpace(point=ARM.point("tip"), origin=(0, 0, 0), normal=(0, 1, 0), name="above")])
    assert found is not None
    assert found.names == ("either",)
    close = Distance(point=ARM.point("tip"), target=(0.0, 0.0, 0.0), lo=0.0, hi=0.5, name="close")
    right = HalfSpace(point=ARM.point("tip"), origin=(0.9, 0, 0), normal=(1, 0, 0), name="right")
    both = conflict_of([close, right])
    assert both is not None
    assert both.names == ("close", "right")
    assert both.relaxations[0].amounts["m"] == pytest.approx(0.4, rel=1e-4)


def test_two_figures_that_cannot_meet() -> None:
    other = Figure(Skeleton(name="other", joints=chain([1.0], name="other").joints))
    far = Skeleton(
        name="far", joints=(joint("rod1", offset=(4, 0, 0), dofs=[hinge("z")]), joint("tip", "rod1", offset=(1, 0, 0)))
    )
    figures = [other, Figure(far)]
    clasp = Position(point=figures[0].point("tip"), target=figures[1].point("tip"), name="clasp")
    clasp = replace(clasp, point=replace(clasp.point, figure="other"), target=replace(clasp.target, figure="far"))
    problem = Problem(figures, [clasp])
    found = find_conflict(problem, as_solver("lm").solve(problem, [0.3, 2.5]).q)
    assert found is not None
    assert found.relaxations[0].amounts["m"] == pytest.approx(2.0)


def test_a_foot_that_stays_and_a_hand_that_is_pulled_away() -> None:
    foot = lock_from_text("l_foot", REST)
    hand = goal_from_text("position r_hand by 0 0.5 1.6 name hand", REST)
    result = HUMAN.solve([hand], hard=[foot], start=REST, restarts=0)
    found = result.conflict
    assert found is not None
    assert found.names == ("lock l_foot", "hand")
    assert "drop hand or lock l_foot" in found.sentence or "drop lock l_foot or hand" in found.sentence
    hard, soft = found.members
    assert (hard.role, soft.role) == ("hard", "soft")
    assert np.linalg.norm(hard.multiplier[:3]) == pytest.approx(np.linalg.norm(soft.multiplier), rel=1e-3)
    moved = next(r for r in found.relaxations if r.kind == "move" and r.name == "hand")
    assert moved.amounts["m"] == pytest.approx(result.errors[1]["m"], rel=0.02)
    there = replace(hand, target=tuple(HUMAN.point("r_hand").value(HUMAN.pose(moved.q))))
    assert HUMAN.solve([there], hard=[foot], start=moved.q, tolerance=1e-5).reached


# ---- against another judge ------------------------------------------------------------------------


def _feasible(problem: Problem, starts: np.ndarray) -> bool:
    """By SciPy's bounded least squares from many starts."""
    for start in starts:
        found = least_squares(
            problem.residual,
            start,
            jac=problem.jacobian,
            bounds=(problem.lo, problem.hi),
            xtol=1e-12,
            ftol=1e-12,
            gtol=1e-12,
            max_nfev=60,
        )
        if np.abs(found.fun).max(initial=0.0) < 1e-6:
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_the_clashing_set_is_irreducible_for_scipy_too(seed: int) -> None:
    rng = np.random.default_rng(seed)
    goals: list[Goal] = []
    for k, part in enumerate(rng.choice(["tip", "rod3", "rod4"], 4)):
        point, place = LONG.point(str(part)), (*rng.uniform(-1.5, 2.0, 2), 0.0)
        kinds = [
            Position(point=point, target=place, name=f"place {k}"),
            Plane(point=point, origin=place, normal=(*rng.normal(size=2), 0.0), name=f"wall {k}"),
            Distance(point=point, target=place, lo=0.2, hi=0.4, name=f"near {k}"),
        ]
        goals.append(kinds[int(rng.integers(3))])
    problem = Problem(LONG, goals)
    starts = rng.uniform(LONG.lo, LONG.hi, (20, LONG.size))
    found = as_solver("lm").solve(problem, starts[0]).conflict
    if found is None:
        assert _feasible(problem, starts)
        return
    clashing = [goal for goal in goals if goal.name in found.names]
    assert not _feasible(Problem(LONG, clashing), starts)
    for goal in clashing:
        rest = Problem(LONG, [other for other in clashing if other is not goal])
        assert _feasible(rest, starts), f"{found.names} clash without {goal.name}"
    for relaxation in found.relaxations:
        if relaxation.kind == "drop" and relaxation.resolves:
            others = [goal for goal in goals if goal.name != relaxation.name]
            assert np.abs(Problem(LONG, others).raw_residual(relaxation.q)).max(initial=0.0) <= 1e-6
        if relaxation.kind == "widen":
            assert np.abs(problem.raw_residual(relaxation.q)).max(initial=0.0) <= 1e-6
            assert problem.limit_violation(relaxation.q) == pytest.approx(relaxation.cost, abs=1e-9)


# ---- parts, ways to evaluate, bad input -----------------------------------------------------------


def test_a_part_is_the_problem_made_of_those_goals() -> None:
    goals = [
        tip((1, 1), LONG),
        AnyOf(goals=(tip((1, 0), LONG), tip((0, 1), LONG))),
        wall((0, 1), (0, 1), LONG, weight=3.0),
    ]
    whole = Problem(LONG, goals)
    q = np.array([0.3, -0.2, 0.5, 0.1])
    for hard, soft in (((), (2, 0)), ((1,), (0,)), ((2, 1), (0,)), ((), ())):
        part = subproblem_of(whole, soft, hard=hard)
        alone = Problem(LONG, [goals[i] for i in soft], hard=[goals[i] for i in hard])
        np.testing.assert_array_equal(part.residual(q), alone.residual(q))
        np.testing.assert_array_equal(part.jacobian(q), alone.jacobian(q))
        np.testing.assert_array_equal(part.constants, alone.constants)
        assert (part.hard, part.goals) == (alone.hard, alone.goals)
        if whole.tables is not None:
            order = [goals[i] for i in (*hard, *soft)]
            made, fresh = whole.tables.chosen([*hard, *soft]), flatten([LONG], order)
            for field in fresh.__dataclass_fields__:  # type: ignore[union-attr]
                if field != "tree":
                    a, b = getattr(made, field), getattr(fresh, field)
                    assert a.dtype == b.dtype
                    np.testing.assert_array_equal(a, b, field)
        if len(part.constants):
            np.testing.assert_array_equal(
                part.with_constants(part.constants + 1).raw_residual(q),
                alone.with_constants(alone.constants + 1).raw_residual(q),
            )
    with pytest.raises(InputError):
        subproblem_of(whole, [0, 0])
    with pytest.raises(InputError):
        subproblem_of(whole, [3])


def test_the_network_finds_the_same_conflict() -> None:
    goals = [tip((1.0, 1.0), name="here"), wall((0.5, 0), (1, 0), name="wall")]
    quick, slow = Problem(ARM, goals), Problem(ARM, goals, evaluate_with="network")
    q = as_solver("lm").solve(quick, [0.4, 0.4]).q
    found, same = find_conflict(quick, q), find_conflict(slow, q)
    assert found is not None
    assert same is not None
    assert same.names == found.names == ("here", "wall")
    assert [str(r) for r in same.relaxations] == [str(r) for r in found.relaxations]


def test_wrong_numbers_are_refused() -> None:
    problem = Problem(ARM, [tip((3.0, 0.0))])
    with pytest.raises(InputError, match="tolerance"):
        find_conflict(problem, tolerance=0.0)
    with pytest.raises(InputError, match="restarts"):
        find_conflict(problem, restarts=-1)
    with pytest.raises(InputError):
        find_conflict(problem, [0.0, math.nan])
    with pytest.raises(InputError):
        find_conflict(problem, [0.0])


@pytest.mark.parametrize("scale", [1e12, 1e-12])
def test_targets_of_any_size_give_a_conflict_or_none_and_no_nonsense(scale: float) -> None:
    found = conflict_of([tip((scale, 0.0), name="odd"), tip((1.0, 1.0), name="plain")])
    assert found is not None
    assert "odd" in found.names
    assert all(math.isfinite(x) for r in found.relaxations for x in r.amounts.values())


# ---- the command line ------------------------------------------------------------------------------


def test_solve_prints_the_sentence_and_gives_the_facts() -> None:
    arguments = ("solve", "planar3", "--goal", "position tip 40 0 0", "--goal", "position tip 0 20 0 name up")
    text = " ".join(ran(*arguments).split())
    assert "position tip is out of reach: position tip is off by" in text
    facts = json.loads(ran(*arguments, "--json"))["conflict"]
    assert facts["members"][0]["name"] == "position tip"
    assert facts["relaxations"][0]["kind"] == "move"
    assert json.loads(ran("solve", "planar3", "--goal", "position tip 10 12 0", "--json"))["conflict"] is None
