"""What could give way so that all other demands hold: a goal dropped or moved, a limit widened, a joint freed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from manikin.arguments import explained
from manikin.diagnosis.clash_search import ClashSearch, Demand, Trial
from manikin.diagnosis.diagnosis import goal_names, linear_names, parameter_names
from manikin.diagnosis.multipliers import multipliers
from manikin.goals import MatchValues
from manikin.goals.goal import error_in_words
from manikin.handles import Parameters
from manikin.math.rotations import Array
from manikin.problem.error_rows import ErrorRows
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits

__all__ = ["Relaxation", "relaxations"]

MAX_FREED = 3
"""Maximum number of frozen joints or joint groups that are tried."""


@explained
@dataclass(frozen=True, eq=False, kw_only=True)
class Relaxation:
    """One thing that could give way.

    Attributes:
        kind: "drop": the goal is left out.  "move": its target is moved.  "widen": a joint limit or linear limit is
            passed.  "free": a joint or group that is frozen, or in no chain, may move.
        name: Of the goal, limit, joint or group.
        amounts: By how much, in each unit [m, rad].
        cost: Size of the change, with 1 rad as 1 m; goals weigh angles in their own way.  Infinite for "drop".
        resolves: Whether all other demands hold then; if not, only those of the same clash do.
        end: 1 where an upper limit is widened, −1 a lower one.
        q: A state where it holds (size,).
    """

    kind: Literal["drop", "move", "widen", "free"]
    name: str
    amounts: dict[str, float]
    cost: float
    resolves: bool
    end: int = 0
    q: Array

    def __str__(self) -> str:
        seen = {unit: x for unit, x in self.amounts.items() if x > 1e-6} or self.amounts
        much = error_in_words(seen).replace(", ", " and ")
        if self.kind == "widen":
            return f"let {self.name} go {much} beyond its {'upper' if self.end > 0 else 'lower'} limit"
        return {"drop": f"drop {self.name}", "move": f"move {self.name} by {much}", "free": f"let {self.name} help"}[
            self.kind
        ]


def relaxations(search: ClashSearch, clash: frozenset[Demand], compromise: Array) -> tuple[Relaxation, ...]:
    """All relaxations that help alone, the smallest change first; of equal changes the soft goal first."""
    found: list[Relaxation] = list(_freed(search, compromise))
    for demand in sorted(clash, key=lambda d: (d.kind, d.index)):
        if demand.kind == "goal":
            found += _moved(search, demand, clash, compromise)
    for demand in _hardest_pressed(search, clash, compromise)[: search.limits_to_widen]:
        found += _widened(search, demand, compromise)
    hard = set(goal_names(search.problem)[: len(search.problem.hard)])
    return tuple(sorted(found, key=lambda r: (not r.resolves, float(f"{r.cost:.3g}"), r.name in hard)))


def _hardest_pressed(search: ClashSearch, clash: frozenset[Demand], compromise: Array) -> list[Demand]:
    """The clashing limits, the largest multiplier first."""
    found_multipliers = multipliers(search.subproblem(sorted(d.index for d in clash if d.kind == "goal")), compromise)
    by_kind = {"limit": np.abs(found_multipliers.limits), "linear": np.abs(found_multipliers.linear)}
    limits = [demand for demand in clash if demand.kind != "goal"]
    return sorted(limits, key=lambda d: (-by_kind[d.kind][d.index], d.kind, d.index))


def _moved(search: ClashSearch, demand: Demand, clash: frozenset[Demand], compromise: Array) -> Iterator[Relaxation]:
    """The relaxations "move", by as little as the other demands allow, and "drop" of a goal."""
    whole = search.whole
    others = [i for i in range(len(whole.all_goals)) if i != demand.index]
    resolves, best = False, None
    if not search.known_to_fail(search.all_demands - {demand}):
        best = _nearest(search, demand.index, others, compromise)
        resolves = best is not None
    if best is None:  # something else clashes too
        others = [d.index for d in clash if d.kind == "goal" and d != demand]
        best = _nearest(search, demand.index, others, compromise)
    if best is None:
        return
    name = goal_names(search.problem)[search.goals[demand.index]]
    goal = whole.all_goals[demand.index]
    start = sum(goal.rows for goal in whole.all_goals[: demand.index])
    raw = whole.raw_residual(best.q)[start : start + goal.rows]
    counted = np.where(goal.scales == 0, 0.0, raw)
    cost = float(np.linalg.norm(goal.scales * raw))
    amounts = ErrorRows([goal], whole.figures).errors(counted)[0]
    yield Relaxation(kind="move", name=name, amounts=amounts, cost=cost, resolves=resolves, q=best.q)
    yield Relaxation(kind="drop", name=name, amounts={}, cost=math.inf, resolves=resolves, q=best.q)


def _nearest(search: ClashSearch, goal: int, others: list[int], q: Array) -> Trial | None:
    """A state where the others hold and the goal is as near as possible; None where the others do not hold."""
    subproblem = search.subproblem([goal], hard=others)
    near = search.nearest(subproblem, q)
    if near.holds:
        return near
    without = search.try_subproblem(search.subproblem(others), q)
    if not without.holds:
        return None
    near = search.nearest(subproblem, without.q)
    return near if near.holds else without


def _widened(search: ClashSearch, demand: Demand, compromise: Array) -> Iterator[Relaxation]:
    """The relaxation "widen" of a limit, by as little as the goals need, with all other limits kept."""
    problem, whole = search.problem, search.whole
    lo, hi = problem.lo.copy(), problem.hi.copy()
    a, a_lo, a_hi = (array.copy() for array in problem.linear_limits)
    low, high = (lo, hi) if demand.kind == "limit" else (a_lo, a_hi)
    wanted = float((high if demand.end > 0 else low)[demand.index])
    (high if demand.end > 0 else low)[demand.index] = math.inf * demand.end
    opened = search.try_subproblem(with_limits(whole, lo=lo, hi=hi, linear=(a, a_lo, a_hi)), compromise)
    if not opened.holds:
        return
    columns = [demand.index] if demand.kind == "limit" else np.flatnonzero(a[demand.index]).tolist()
    # for a linear limit the parameters are pulled back to the compromise: nearly the least excess, not always the least
    stay = [(column, wanted if demand.kind == "limit" else float(compromise[column])) for column in columns]
    asked = Problem(problem.figures, [_match(problem, stay)], hard=whole.all_goals, limits=problem.limits)
    firm = with_limits(asked, lo=lo, hi=hi, linear=(a, a_lo, a_hi), gain=problem.gain)
    near = search.nearest(firm, opened.q)

    def excess(trial: Trial) -> float:
        value = trial.q[demand.index] if demand.kind == "limit" else a[demand.index] @ trial.q
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
    """A goal that pulls parameters of one figure to values."""
    start = 0
    for figure in problem.figures:
        if wanted[0][0] < start + figure.size:
            break
        start += figure.size
    names = tuple(figure.parameter_names[column - start] for column, _ in wanted)
    return MatchValues(values=Parameters(names=names, figure=figure.name), target=tuple(value for _, value in wanted))


def _freed(search: ClashSearch, compromise: Array) -> Iterator[Relaxation]:
    """The relaxation "free" of the frozen joints and groups that the goals pull most: each alone, else all together."""
    problem, whole = search.problem, search.whole
    frozen = (problem.gain == 0) & (problem.lo < problem.hi)
    if not frozen.any():
        return
    pull = np.abs(whole.cost_and_gradient(compromise)[1])
    groups = [(label, [c for c in columns if frozen[c]]) for label, columns in _groups(problem)]
    pulls = sorted(((float(np.linalg.norm(pull[c])), label, c) for label, c in groups if c), reverse=True)
    pulled = [(label, columns) for strength, label, columns in pulls if strength > 1e-9 * float(pull.max())]
    everything = ("the frozen joints", [column for _, columns in pulled for column in columns])
    helped = False
    for label, columns in [*pulled[:MAX_FREED], everything]:
        if helped and label == everything[0]:
            break
        gain = problem.gain.copy()
        gain[columns] = 1.0
        trial = search.try_subproblem(with_limits(whole, gain=gain), compromise)
        if trial.holds:
            helped = True
            yield Relaxation(kind="free", name=label, amounts={}, cost=0.0, resolves=True, q=trial.q)


def _groups(problem: Problem) -> Iterator[tuple[str, list[int]]]:
    """Joint groups and single joints, with the indices of their parameters in the state."""
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
