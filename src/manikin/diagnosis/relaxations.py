"""What could give way, so that all the rest holds: a goal dropped or moved, a limit widened, a joint set free."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from manikin.diagnosis.clash_search import Demand, Outcome, Trials
from manikin.diagnosis.diagnosis import goal_names, linear_names, parameter_names
from manikin.diagnosis.multipliers import multipliers
from manikin.goals import MatchValues
from manikin.goals.goal import error_in_words
from manikin.handles import Parameters
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits

__all__ = ["Relaxation", "relaxations"]

FEW = 3  # frozen joints or groups of which it is tried whether they could help


@dataclass(frozen=True, eq=False, kw_only=True)
class Relaxation:
    """One thing that gives way.  ``amounts`` says by how much, in each unit [m, rad].

    ``drop``: the goal is left out.  ``move``: its target is moved so far.  ``widen``: a parameter, or a linear limit,
    passes its end by so much.  ``free``: what is frozen, or in nobody's chain, may move.
    """

    kind: Literal["drop", "move", "widen", "free"]
    name: str
    amounts: dict[str, float]
    cost: float
    """How much gives way, a radian as a metre; goals weigh angles as they do anyhow.  Infinite for what is dropped."""
    resolves: bool
    """Whether all else holds then; if not, only what it clashes with."""
    end: int = 0
    """1 where an upper limit is widened, −1 a lower one."""
    q: Array
    """A state (size,) where it holds."""

    def __str__(self) -> str:
        seen = {unit: x for unit, x in self.amounts.items() if x > 1e-6} or self.amounts
        much = error_in_words(seen).replace(", ", " and ")
        if self.kind == "widen":
            return f"let {self.name} go {much} beyond its {'upper' if self.end > 0 else 'lower'} limit"
        return {"drop": f"drop {self.name}", "move": f"move {self.name} by {much}", "free": f"let {self.name} help"}[
            self.kind
        ]


def relaxations(trials: Trials, clash: frozenset[Demand], compromise: Array) -> tuple[Relaxation, ...]:
    """All that help alone, what gives way least first; of two that give way alike the soft goal."""
    found: list[Relaxation] = list(_freed(trials, compromise))
    for demand in sorted(clash, key=lambda d: (d.kind, d.index)):
        if demand.kind == "goal":
            found += _moved(trials, demand, clash, compromise)
    for demand in _hardest_pressed(trials, clash, compromise)[: trials.limits_to_widen]:
        found += _widened(trials, demand, compromise)
    hard = set(goal_names(trials.problem)[: len(trials.problem.hard)])
    return tuple(sorted(found, key=lambda r: (not r.resolves, float(f"{r.cost:.3g}"), r.name in hard)))


def _hardest_pressed(trials: Trials, clash: frozenset[Demand], compromise: Array) -> list[Demand]:
    """The clashing limits, the one with the highest price first."""
    prices = multipliers(trials.part(sorted(d.index for d in clash if d.kind == "goal")), compromise)
    by_kind = {"limit": np.abs(prices.limits), "linear": np.abs(prices.linear)}
    limits = [demand for demand in clash if demand.kind != "goal"]
    return sorted(limits, key=lambda d: (-by_kind[d.kind][d.index], d.kind, d.index))


def _moved(trials: Trials, demand: Demand, clash: frozenset[Demand], compromise: Array) -> Iterator[Relaxation]:
    """A goal dropped, and the same goal moved as little as the others need."""
    whole = trials.whole
    others = [i for i in range(len(whole.all_goals)) if i != demand.index]
    resolves, best = False, None
    if not trials.known_to_fail(trials.all_goals - {demand}):
        best = _nearest(trials, demand.index, others, compromise)
        resolves = best is not None
    if best is None:  # something else clashes too
        others = [d.index for d in clash if d.kind == "goal" and d != demand]
        best = _nearest(trials, demand.index, others, compromise)
    if best is None:
        return
    name = goal_names(trials.problem)[trials.goals[demand.index]]
    goal = whole.all_goals[demand.index]
    start = sum(goal.rows for goal in whole.all_goals[: demand.index])
    raw = whole.raw_residual(best.q)[start : start + goal.rows]
    counted = np.where(goal.scales == 0, 0.0, raw)
    cost = float(np.linalg.norm(goal.scales * raw))
    yield Relaxation(kind="move", name=name, amounts=goal.error(counted), cost=cost, resolves=resolves, q=best.q)
    yield Relaxation(kind="drop", name=name, amounts={}, cost=math.inf, resolves=resolves, q=best.q)


def _nearest(trials: Trials, goal: int, others: list[int], q: Array) -> Outcome | None:
    """A state where the others hold and the goal is as near as they let it; None where they do not hold themselves."""
    part = trials.part([goal], hard=others)
    near = trials.nearest(part, q)
    if near.holds:
        return near
    without = trials.reach(trials.part(others), q)
    if not without.holds:
        return None
    near = trials.nearest(part, without.q)
    return near if near.holds else without


def _widened(trials: Trials, demand: Demand, compromise: Array) -> Iterator[Relaxation]:
    """A limit passed as little as the goals need, all other limits kept."""
    problem, whole = trials.problem, trials.whole
    lo, hi = problem.lo.copy(), problem.hi.copy()
    a, a_lo, a_hi = (array.copy() for array in problem.linear_limits)
    low, high = (lo, hi) if demand.kind == "limit" else (a_lo, a_hi)
    wanted = float((high if demand.end > 0 else low)[demand.index])
    (high if demand.end > 0 else low)[demand.index] = math.inf * demand.end
    opened = trials.reach(with_limits(whole, lo=lo, hi=hi, linear=(a, a_lo, a_hi)), compromise)
    if not opened.holds:
        return
    columns = [demand.index] if demand.kind == "limit" else np.flatnonzero(a[demand.index]).tolist()
    # of a linear limit the parameters are drawn back to where it held them: near the least, not always the very least
    stay = [(column, wanted if demand.kind == "limit" else float(compromise[column])) for column in columns]
    asked = Problem(problem.figures, [_match(problem, stay)], hard=whole.all_goals, limits=problem.limits)
    firm = with_limits(asked, lo=lo, hi=hi, linear=(a, a_lo, a_hi), gain=problem.gain)
    near = trials.nearest(firm, opened.q)

    def excess(outcome: Outcome) -> float:
        value = outcome.q[demand.index] if demand.kind == "limit" else a[demand.index] @ outcome.q
        return max(0.0, demand.end * (float(value) - wanted))

    best = min((o for o in (opened, near) if o.holds), key=excess)
    names = parameter_names(problem) if demand.kind == "limit" else linear_names(problem)
    unit = "m" if problem.variables[columns[0]].kind == "slide" else "rad"
    amount = excess(best)
    yield Relaxation(
        kind="widen",
        name=names[demand.index],
        amounts={unit: amount},
        cost=amount,
        resolves=True,
        end=demand.end,
        q=best.q,
    )


def _match(problem: Problem, wanted: list[tuple[int, float]]) -> MatchValues:
    """Parameters drawn to values; they are of one figure."""
    start = 0
    for figure in problem.figures:
        if wanted[0][0] < start + figure.size:
            break
        start += figure.size
    names = tuple(figure.parameter_names[column - start] for column, _ in wanted)
    return MatchValues(values=Parameters(names=names, figure=figure.name), target=tuple(value for _, value in wanted))


def _freed(trials: Trials, compromise: Array) -> Iterator[Relaxation]:
    """Frozen joints and groups that the goals pull at hardest, each set free alone."""
    problem, whole = trials.problem, trials.whole
    frozen = (problem.gain == 0) & (problem.lo < problem.hi)
    if not frozen.any():
        return
    pull = np.abs(whole.cost_and_gradient(compromise)[1])
    groups = [(label, [c for c in columns if frozen[c]]) for label, columns in _groups(problem)]
    pulls = sorted(((float(np.linalg.norm(pull[c])), label, c) for label, c in groups if c), reverse=True)
    for strength, label, columns in pulls[:FEW]:
        if strength <= 1e-9 * float(pull.max()):
            break
        gain = problem.gain.copy()
        gain[columns] = 1.0
        outcome = trials.reach(with_limits(whole, gain=gain), compromise)
        if outcome.holds:
            yield Relaxation(kind="free", name=label, amounts={}, cost=0.0, resolves=True, q=outcome.q)


def _groups(problem: Problem) -> Iterator[tuple[str, list[int]]]:
    """Joint groups and single joints with their places in the state."""
    several, start = len(problem.figures) > 1, 0
    for figure in problem.figures:
        places = {name: start + i for i, name in enumerate(figure.parameter_names)}
        title = f"{figure.name}: " if several else ""
        for coupling in figure.skeleton.couplings:
            if coupling.name in figure.active_couplings:
                yield title + coupling.name, [places.pop(v.name) for v in coupling.parameters if v.name in places]
        for joint in figure.skeleton:
            own = [places[dof.name] for dof in joint.dofs if dof.name in places]
            if own:
                yield title + joint.name, own
        start += figure.size
