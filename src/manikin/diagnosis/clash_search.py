"""Solves of parts of a problem: whether some of its demands can hold together, and if not, who is in the way.

A demand is a goal that is meant to be met, or one end of a limit or of a linear limit.  All count alike here: weights
say who gives way, not whether all can hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from manikin.diagnosis.multipliers import multipliers
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.subproblem import subproblem_of, with_limits
from manikin.solvers.result import Result, Status
from manikin.solvers.solver import Solver, as_solver

__all__ = ["Demand", "Outcome", "Trials"]

NUDGE = 1e-3  # [rad, m]; a start on a saddle, as of a straight arm, leaves it by this
ROUNDS = 20
SLOW = 0.5  # a round of iterations that leaves more than this part of the objective is the last one
PART_OF_IT = 1e-4  # a demand that pulls less than this part of the strongest of its kind is not in the way


Kind = Literal["goal", "limit", "linear"]


@dataclass(frozen=True)
class Demand:
    """A goal by its place among the demanded ones, or an end (1 upper, −1 lower) of a parameter's or linear limit."""

    kind: Kind
    index: int
    end: int = 0


@dataclass(frozen=True, eq=False)
class Outcome:
    """Whether some demands hold at the state that was found for them."""

    holds: bool
    q: Array
    part: Problem


class Trials:
    """The demands of a problem, to be tried in parts.  ``count`` says how many solves there were."""

    def __init__(self, problem: Problem, goals: Iterable[int], *, tolerance: float, restarts: int) -> None:
        self.problem, self.goals = problem, tuple(goals)
        self.tolerance, self.count = tolerance, 0
        self.whole = subproblem_of(problem, self.goals, alike=True)
        self._nudge = np.where(problem.gain > 0, NUDGE * np.sin(1.0 + 2.3 * np.arange(problem.size)), 0.0)
        self._failed: list[frozenset[Demand]] = []
        self._parts: dict[tuple[tuple[int, ...], tuple[int, ...]], Problem] = {}
        self.near: Solver = as_solver("lm", tolerance=tolerance, restarts=0)
        self.far: Solver = as_solver("lm", tolerance=tolerance, restarts=restarts)
        self.farther: Solver = as_solver("lm", tolerance=tolerance, restarts=5 * restarts or 4)
        # iterations in a round; of one that brings a goal as near as others let it, and its SLOW
        self._round = 12 if restarts else 8
        self._nearing, self._settled = (12, 0.9999) if restarts else (4, 0.99)
        self.limits_to_widen = 3 if restarts else 1

    @cached_property
    def movable(self) -> np.ndarray:
        """(size,) booleans."""
        return (self.problem.gain > 0) & (self.problem.lo < self.problem.hi)

    @cached_property
    def limits(self) -> frozenset[Demand]:
        """All ends of limits that hold something."""
        a, a_lo, a_hi = self.problem.linear_limits
        every = np.ones(len(a), bool)
        sides: list[tuple[Kind, int, Array, np.ndarray]] = [
            ("limit", -1, self.problem.lo, self.movable),
            ("limit", 1, self.problem.hi, self.movable),
            ("linear", -1, a_lo, every),
            ("linear", 1, a_hi, every),
        ]
        return frozenset(
            Demand(kind, i, end)
            for kind, end, ends, counts in sides
            for i in np.flatnonzero(np.isfinite(ends) & counts).tolist()
        )

    @cached_property
    def all_goals(self) -> frozenset[Demand]:
        """All goals and all limits."""
        return self.limits.union(Demand("goal", i) for i in range(len(self.goals)))

    # -- trying --------------------------------------------------------------------------------

    def hold(self, demands: Collection[Demand], q: Array, *, near: bool = False) -> Outcome:
        """Try some demands, and no others, from a state; ``near`` it only, or from other starts too."""
        goals = sorted(demand.index for demand in demands if demand.kind == "goal")
        outcome = self.reach(with_limits(self.part(goals), **self._limits(demands)), q, near=near)
        if not outcome.holds:
            self._failed.append(frozenset(demands))
        return outcome

    def _limits(self, demands: Collection[Demand]) -> dict[str, Any]:
        """The limits that are among the demands, the others infinitely far."""
        if self.limits.issubset(demands):
            return {}
        problem, free = self.problem, np.inf
        a, a_lo, a_hi = problem.linear_limits
        ends = {
            ("limit", -1): (problem.lo, np.where(self.movable, -free, problem.lo)),
            ("limit", 1): (problem.hi, np.where(self.movable, free, problem.hi)),
            ("linear", -1): (a_lo, np.full(len(a), -free)),
            ("linear", 1): (a_hi, np.full(len(a), free)),
        }
        for demand in demands:
            if demand.kind != "goal":
                given, kept = ends[demand.kind, demand.end]
                kept[demand.index] = given[demand.index]
        lo, hi, linear_lo, linear_hi = (kept for _, kept in ends.values())
        return {"lo": lo, "hi": hi, "linear": (a, linear_lo, linear_hi)}

    def known_to_fail(self, demands: Collection[Demand]) -> bool:
        """Whether some of these have been seen not to hold together."""
        return any(failed.issubset(demands) for failed in self._failed)

    def part(self, goals: Sequence[int], *, hard: Sequence[int] = ()) -> Problem:
        """Some of the goals, within all limits."""
        key = (tuple(goals), tuple(hard))
        if key not in self._parts:
            self._parts[key] = part = subproblem_of(self.whole, goals, hard=hard)
            part.program  # noqa: B018  (made once, for whatever limits will be tried)
        return self._parts[key]

    def reach(self, part: Problem, q: Array, *, near: bool = False) -> Outcome:
        """Try a part of the whole problem from a state."""
        self.count += 1
        result = self._advanced(part, q + self._nudge, self._round, SLOW)
        if not (result.reached or near) and self.far.starts(part):
            result = self.far.solve(part, result.q, preferred_bends=False)
        return Outcome(result.reached, result.q, part)

    def nearest(self, part: Problem, q: Array) -> Outcome:
        """Bring the soft goals of a part as near as the hard ones let them, from a state where those hold."""
        self.count += 1
        result = self._advanced(part, q, self._nearing, self._settled)
        rows = sum(goal.rows for goal in part.hard)
        left = (part.raw_residual(result.q) * (part.row_scales != 0))[:rows]
        return Outcome(bool(np.abs(left).max(initial=0.0) <= self.tolerance), result.q, part)

    def _advanced(self, part: Problem, q: Array, iterations: int, slow: float) -> Result:
        """A solve that is given up when a round of iterations leaves more than a certain part of the objective."""
        session = self.near.start(part, q)
        before = np.inf
        for _ in range(ROUNDS):
            result = session.advance(iterations)
            cost = part.cost(result.q)
            if result.status is not Status.MAX_ITERATIONS or cost > slow * before:
                break
            before = cost
        return result

    # -- who is in the way ----------------------------------------------------------------------

    def in_the_way(self, outcome: Outcome, demands: Collection[Demand]) -> dict[Demand, float]:
        """Those of some demands that pull at the state where they do not hold, and how hard.

        Where Σ r² is least, Jᵀr + μ = 0: the residuals and the limits' multipliers balance, and prove, as far as
        slopes tell, that these demands alone cannot hold (Farkas).
        """
        prices = multipliers(outcome.part, outcome.q)
        goals = sorted(demand.index for demand in demands if demand.kind == "goal")
        rows = np.split(prices.rows, np.cumsum([self.whole.all_goals[i].rows for i in goals])[:-1])
        pulls = {Demand("goal", i): float(np.linalg.norm(own)) for i, own in zip(goals, rows, strict=False)}
        limits = {
            Demand(kind, int(i), 1 if price[i] > 0 else -1): abs(float(price[i]))  # type: ignore[arg-type]
            for kind, price in (("limit", prices.limits), ("linear", prices.linear))
            for i in np.flatnonzero(price)
        }
        pulls |= {demand: pull for demand, pull in limits.items() if demand in demands}
        least = {
            kind: PART_OF_IT * max((pull for demand, pull in pulls.items() if demand.kind == kind), default=0.0)
            for kind in ("goal", "limit", "linear")
        }
        return {demand: pull for demand, pull in pulls.items() if pull > least[demand.kind]}

    def irreducible(self, q: Array, goals: Collection[int]) -> tuple[frozenset[Demand], Array] | None:
        """Of some goals and all limits, some that cannot hold together, though they could without any one of them.

        None where all hold.  A deletion filter (Chinneck and Dravnieks 1991).  First goals are left out one after
        another, all limits kept: a goal is not needed where the rest still cannot hold.  Then limits are left out that
        the remaining goals push against, many at a time, and tried near by only: far away, where joints turn at will,
        anything may hold.  At last the goals that are left, few as they are, are tried from many starts; should they
        hold somewhere, all is done again with as many.
        """
        found = self._irreducible(q, goals)
        if found is not None and self.far is not self.farther:
            clash = sorted(demand.index for demand in found[0] if demand.kind == "goal")
            self.count += 1
            if self.farther.solve(self.part(clash), found[1], preferred_bends=False).reached:
                self.far = self.farther
                self._failed.clear()
                found = self._irreducible(q, goals)
        return found

    def _irreducible(self, q: Array, goals: Collection[int]) -> tuple[frozenset[Demand], Array] | None:
        every = self.limits.union(Demand("goal", i) for i in goals)
        outcome = self.hold(every, q)
        if outcome.holds:
            return None
        pulls = self.in_the_way(outcome, every)
        order = sorted((d for d in pulls if d.kind == "goal"), key=lambda d: (-pulls[d], d.index))
        clash, outcome = self._filtered([[d] for d in order], self.limits.union(order), outcome)
        if not self.known_to_fail(clash):
            trial = self.hold(clash, outcome.q)
            if trial.holds:  # slopes were misleading: leave out only what was tried
                order = sorted(every - self.limits, key=lambda d: -d.index)
                clash, outcome = self._filtered([[d] for d in order], every, outcome)
            else:
                outcome = trial
        pressed = self.in_the_way(outcome, clash)
        order = sorted((d for d in pressed if d.kind != "goal"), key=lambda d: (pressed[d], d.kind, d.index))
        clash, _ = self._filtered([order], (clash - self.limits).union(order), outcome, near=True)
        return clash, outcome.q

    def _filtered(
        self, batches: list[list[Demand]], left: frozenset[Demand], outcome: Outcome, *, near: bool = False
    ) -> tuple[frozenset[Demand], Outcome]:
        """What is left of demands when batches of them, the last one first, are left out where that changes nothing."""
        candidates = {demand for batch in batches for demand in batch}
        needed: set[Demand] = set()
        while batches:
            batch = [d for d in batches.pop() if d in left]
            if not batch:
                continue
            trial = self.hold(left.difference(batch), outcome.q, near=near)
            if not trial.holds:
                left, outcome = left.difference(batch), trial
                idle = candidates.difference(self.in_the_way(trial, left), needed)
                left = left.difference(idle)
            elif len(batch) == 1:
                needed.update(batch)
            else:
                half = len(batch) // 2
                batches += [batch[half:], batch[:half]]
        return left, outcome
