"""Problems never change; one made from another is as if it had been made from scratch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pytest

from manikin.bodies import load
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.goals import AnyOf, HalfSpace, MatchValues, Position
from manikin.problem.problem import Problem
from manikin.problem.structure import MOST_SUBSETS
from manikin.problem.subproblem import subproblem_of, with_limits
from manikin.skeleton.build import chain
from tests.support import figures_and_goals as scenes


def arm() -> Figure:
    return Figure(chain([1.0, 0.8, 0.6], joints="ball", limits=(-2.0, 2.0)))


def asked(**how: Any) -> Problem:
    """Two figures with couplings and linear limits, hard and soft goals, a disjunction, a chain."""
    human, rods = load("human"), arm()
    hand = Position(point=human.point("r_hand"), target=(0.1, 1.2, 0.4), name="hand", weight=3.0)
    tip = Position(point=rods.point("tip"), target=human.point("l_hand"), chain=("rod2", "rod3", "l_forearm"))
    posture = MatchValues(values=human.parameter_values(), target=human.rest, weight=0.01, name="posture")
    either = AnyOf(
        goals=tuple(
            HalfSpace(point=rods.point("tip"), origin=(0, k, 0), normal=axis) for k, axis in enumerate(np.eye(3))
        )
    )
    foot = Position(point=human.point("l_foot"), target=human.pose().position("l_foot"))
    how = {"frozen": ["rod1"], "stiffness": {"r_elbow": 0.5}} | how
    return Problem([human, rods], [hand, tip, posture, either], hard=[foot], **how)


def facts(problem: Problem, q: np.ndarray) -> dict[str, Any]:
    """Whatever can be read from a problem: every property, and what it evaluates to at a state."""
    named = {
        name: getattr(problem, name)
        for name in dir(Problem)
        if isinstance(getattr(Problem, name), (property, cached_property)) and not name.startswith("_")
    }
    for apart in ("tables", "program"):  # compared by what they compute
        named.pop(apart)
    asked = ("raw_residual", "residual", "jacobian", "cost", "cost_and_gradient", "errors", "limit_violation")
    return named | {name: getattr(problem, name)(q) for name in asked}


def assert_same(a: Any, b: Any, what: str = "") -> None:
    if isinstance(a, (tuple, list)):
        assert len(a) == len(b), what
        for i, (one, other) in enumerate(zip(a, b, strict=True)):
            assert_same(one, other, f"{what}[{i}]")
    elif isinstance(a, dict):
        assert a.keys() == b.keys(), what
        for key in a:
            assert_same(a[key], b[key], f"{what}.{key}")
    elif is_dataclass(a) and not hasattr(a, "kind"):
        for field in fields(a):
            assert_same(getattr(a, field.name), getattr(b, field.name), f"{what}.{field.name}")
    elif isinstance(a, np.ndarray):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12, err_msg=what)
    elif isinstance(a, float):
        assert a == pytest.approx(b, rel=1e-12, abs=1e-12), what
    else:
        assert a == b, what


def shifted(problem: Problem) -> np.ndarray:
    """Other constants; directions, which have the length 1, stay."""
    constants = np.array(problem.constants)
    for goal in problem.all_goals:
        place = problem.constants_of(goal).get("target")
        if place is not None:
            constants[place] += 0.05 * np.sin(np.arange(place.start, place.stop))
    return constants


def remade(problem: Problem, **changes: Any) -> Problem:
    """From scratch: the goals and options of a problem, some of them changed."""
    how: dict[str, Any] = {"hard": problem.hard, "goals": problem.goals, "frozen": ["rod1"]}
    how |= {"stiffness": {"r_elbow": 0.5}} | changes
    return Problem(problem.figures, how.pop("goals"), **how)


def narrowed(problem: Problem) -> dict[str, Any]:
    a, lo, hi = problem.linear_limits
    free = np.isfinite(problem.lo)
    lower, upper = np.where(free, 0.9 * problem.lo, problem.lo), np.where(free, 0.9 * problem.hi, problem.hi)
    return {"lo": lower, "hi": upper, "linear": (a[:1], lo[:1] - 1, hi[:1] + 1), "gain": 0.5 * problem.gain}


VARIANTS: dict[str, Callable[[Problem], tuple[Problem, Problem]]] = {
    "other constants": lambda p: (
        p.with_constants(shifted(p)),
        remade(p.with_constants(shifted(p))),
    ),
    "constants twice": lambda p: (
        p.with_constants(shifted(p)).with_constants(p.constants),
        remade(p),
    ),
    "more goals": lambda p: (p.with_goals(p.goals[0], hard=[p.goals[1]]),
                             remade(p, goals=[*p.goals, p.goals[0]], hard=[*p.hard, p.goals[1]])),
    "fewer goals": lambda p: (p.without("hand", p.goals[3]), remade(p, goals=[p.goals[1], p.goals[2]])),
    "disjunctions that favour": lambda p: (
        p.settled(p.rest),
        remade(p, goals=[*p.goals[:3], replace(p.goals[3], favoured=p.settled(p.rest).goals[3].favoured)]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_problem_made_from_another_is_as_if_made_from_scratch(variant: str) -> None:
    problem = asked()
    q = scenes.states(np.random.default_rng(1), problem.figures[0], 3)[2]
    q = np.concatenate([q, np.linspace(-0.5, 0.5, problem.figures[1].size)])
    before = facts(problem, q)
    made, scratch = VARIANTS[variant](problem)
    assert made is not problem
    assert_same(facts(made, q), facts(scratch, q))
    assert_same(facts(problem, q), before)


@pytest.mark.parametrize("constants", [False, True])
def test_other_limits_and_gains_stay_with_whatever_is_made_from_them(constants: bool) -> None:
    problem = asked()
    if constants:
        problem = problem.with_constants(shifted(problem))
    before = facts(problem, problem.rest)
    other = narrowed(problem)
    near = with_limits(problem, **other)
    for made in (
        near,
        near.with_constants(shifted(problem)),
        near.with_goals(problem.goals[0]),
        near.without("hand"),
        near.settled(problem.rest),
        subproblem_of(near, [0, 2], hard=[1]),
    ):
        assert_same((made.lo, made.hi, made.linear_limits, made.gain), tuple(other.values()))
        assert_same(made.kernel_limits.lo, np.where(other["gain"] > 0, other["lo"], -np.inf))
        assert_same(made.kernel_limits.linear, other["linear"][0])
        assert_same(made.kernel_limits.gain, other["gain"])
    assert_same(near.all_goals, problem.all_goals)
    assert_same(facts(problem, problem.rest), before)
    only = with_limits(problem, gain=other["gain"])
    assert_same((only.lo, only.hi, only.linear_limits), (problem.lo, problem.hi, problem.linear_limits))


def test_a_part_of_a_problem_evaluates_as_its_goals_do() -> None:
    problem = asked().with_constants(shifted(asked()))
    part = subproblem_of(problem, [3, 1], hard=[4], alike=True)
    goals = [replace(goal, weight=1.0) for goal in (problem.all_goals[i] for i in (4, 3, 1))]
    scratch = remade(problem, hard=goals[:1], goals=goals[1:])
    q = problem.rest + 0.1
    assert part.all_goals == scratch.all_goals
    assert_same(part.residual(q), scratch.residual(q))
    assert_same(part.jacobian(q), scratch.jacobian(q))
    assert_same(part.kernel_limits.hard, scratch.kernel_limits.hard)
    assert_same(part.gain, problem.gain)
    moved = part.with_constants(shifted(part))
    assert_same(moved.raw_residual(q), Problem(problem.figures, moved.goals, hard=moved.hard).raw_residual(q))


def test_problems_that_differ_in_constants_share_their_compiled_structure() -> None:
    problem = asked()
    other = problem.with_constants(shifted(problem))
    assert other.structure is problem.structure
    near = with_limits(problem, lo=problem.lo - 1)
    assert near.structure.compiled is problem.structure.compiled


@pytest.mark.parametrize("alike", [False, True])
def test_parts_of_problems_that_differ_in_constants_share_their_compiled_goals_and_keep_their_own_constants(
    alike: bool,
) -> None:
    one = asked()
    q = one.rest + 0.1
    parts = {}
    for problem in (one, one.with_constants(shifted(one)), with_limits(one, lo=one.lo - 1)):
        part = subproblem_of(problem, [3, 1], hard=[4], alike=alike)
        scratch = remade(problem, hard=part.hard, goals=part.goals)
        assert_same(part.residual(q), scratch.residual(q))
        assert_same(part.constants, scratch.constants)
        parts[part.structure.compiled] = part
    assert len(parts) == 1
    for i in range(300):  # only so many are kept
        subproblem_of(one, [i % 5, (i + 1 + i // 5 % 4) % 5], alike=alike)
        subproblem_of(one, list(np.random.default_rng(i).permutation(5)), alike=alike)
    assert len(one.structure.compiled._subsets) <= MOST_SUBSETS


@pytest.mark.parametrize("name", ["goals", "gain", "limits", "lo", "structure", "colour", "_constants"])
def test_nothing_of_a_problem_can_be_set(name: str) -> None:
    problem = asked()
    with pytest.raises(AttributeError, match="a problem never changes"):
        setattr(problem, name, 1)
    with pytest.raises(AttributeError, match="a problem never changes"):
        delattr(problem, name)
    for inner in (problem.structure, problem.structure.compiled, problem.structure.state, problem.structure.limits):
        with pytest.raises(AttributeError, match=name):
            setattr(inner, name, 1)
    with pytest.raises(ValueError, match="read-only"):
        problem.gain[0] = 0.5


def test_figures_and_poses_cannot_be_set_either() -> None:
    figure = arm()
    for thing in (figure, figure.pose()):
        for name in ("q", "name", "colour"):
            with pytest.raises(AttributeError, match="never changes"):
                setattr(thing, name, 1)


def test_constants_that_do_not_fit_are_refused() -> None:
    network = asked(evaluate_with="network")
    assert network.with_constants([]) is network
    with pytest.raises(InputError, match="no constants"):
        network.with_constants([1.0])
    problem = asked()
    for wrong in ([1.0], np.full(len(problem.constants), np.nan), ["a"] * len(problem.constants)):
        with pytest.raises(ValueError, match="constants are"):
            problem.with_constants(wrong)
    kept = shifted(problem)
    moved = problem.with_constants(kept)
    kept[:] = 0.0
    assert_same(moved.constants, shifted(problem))
