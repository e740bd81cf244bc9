"""A search for demands that cannot hold together, by solving subproblems.

A demand is a goal that should be met, or one end of a joint limit or of a linear limit.  All have the same weight here:
weights decide which goal gives way, not whether all can hold.
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

__all__ = ["ClashSearch", "Demand", "Trial"]

NUDGE_SIZE = 1e-3
"""Offset of every start [rad, m], so that a search leaves a saddle point such as a straight arm."""
MAX_ROUNDS = 20
"""Maximum number of rounds of iterations in one solve."""
MAX_COST_SHARE = 0.5
"""A solve is given up after a round that leaves more than this share of the cost."""
MIN_PULL_SHARE = 1e-4
"""A demand blocks others only if it pulls with more than this share of the strongest pull of its kind."""


Kind = Literal["goal", "limit", "linear"]


@dataclass(frozen=True)
class Demand:
    """A goal, or one end of a limit.

    Attributes:
        kind: "goal", "limit" of a parameter, or "linear" limit.
        index: Among the demanded goals, the parameters or the linear limits.
        end: 1 for the upper end of a limit, −1 for the lower end, 0 for a goal.
    """

    kind: Kind
    index: int
    end: int = 0


@dataclass(frozen=True, eq=False)
class Trial:
    """The result of trying some demands.

    Attributes:
        holds: Whether all of them hold at q.
        q: The state that was found (size,).
        subproblem: What was solved.
    """

    holds: bool
    q: Array
    subproblem: Problem


class ClashSearch:
    """The demands of a problem, tried in subsets.

    Attributes:
        problem: The problem.
        goals: Indices of its demanded goals.
        tolerance: How near a goal must come to hold [m, rad].
        count: Number of solves so far.
        whole: The problem of all demanded goals, with the same weight for each.
        near_solver: Without restarts.
        far_solver: With restarts.
        thorough_solver: With more restarts.
        limits_to_widen: Number of limits for which relaxations try how far they must be widened.
    """

    def __init__(self, problem: Problem, goals: Iterable[int], *, tolerance: float, restarts: int) -> None:
        self.problem, self.goals = problem, tuple(goals)
        self.tolerance, self.count = tolerance, 0
        self.whole = subproblem_of(problem, self.goals, alike=True)
        self._nudge = np.where(problem.gain > 0, NUDGE_SIZE * np.sin(1.0 + 2.3 * np.arange(problem.size)), 0.0)
        self._contradictions: list[frozenset[Demand]] = []
        self._subproblems: dict[tuple[tuple[int, ...], tuple[int, ...]], Problem] = {}
        self.near_solver: Solver = as_solver("lm", tolerance=tolerance, restarts=0, stay_near=False)
        self.far_solver: Solver = as_solver("lm", tolerance=tolerance, restarts=restarts, stay_near=False)
        self.thorough_solver: Solver = as_solver("lm", tolerance=tolerance, restarts=5 * restarts or 4, stay_near=False)
        # iterations of a round; the same for ``nearest``, with its largest share of the cost
        self._round = 12 if restarts else 8
        self._nearing, self._settled = (12, 0.9999) if restarts else (4, 0.99)
        self.limits_to_widen = 3 if restarts else 1

    @cached_property
    def movable(self) -> np.ndarray:
        """Whether a parameter may move (size,)."""
        return (self.problem.gain > 0) & (self.problem.lo < self.problem.hi)

    @cached_property
    def limits(self) -> frozenset[Demand]:
        """All finite ends of limits of movable parameters and of linear limits."""
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
    def all_demands(self) -> frozenset[Demand]:
        """All goals and all limits."""
        return self.limits.union(Demand("goal", i) for i in range(len(self.goals)))

    # -- trials --------------------------------------------------------------------------------

    def try_demands(self, demands: Collection[Demand], q: Array, *, near: bool = False) -> Trial:
        """Try some demands, and no others, from a state; with ``near`` without restarts."""
        goals = sorted(demand.index for demand in demands if demand.kind == "goal")
        trial = self.try_subproblem(with_limits(self.subproblem(goals), **self._limits(demands)), q, near=near)
        if not trial.holds:
            self._contradictions.append(frozenset(demands))
        return trial

    def _limits(self, demands: Collection[Demand]) -> dict[str, Any]:
        """The limits among the demands; all other limits are infinite."""
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
        """Whether a subset of these demands was found not to hold together."""
        return any(failed.issubset(demands) for failed in self._contradictions)

    def subproblem(self, goals: Sequence[int], *, hard: Sequence[int] = ()) -> Problem:
        """The problem of some of the goals, with all limits."""
        key = (tuple(goals), tuple(hard))
        if key not in self._subproblems:
            self._subproblems[key] = subproblem_of(self.whole, goals, hard=hard)
        return self._subproblems[key]

    def try_subproblem(self, subproblem: Problem, q: Array, *, near: bool = False) -> Trial:
        """Solve a subproblem from a state; with ``near`` without restarts."""
        self.count += 1
        result, _ = self._solve_in_rounds(subproblem, q + self._nudge, self._round, MAX_COST_SHARE)
        if not (result.reached or near) and self.far_solver.restart_count(subproblem):
            result = self.far_solver.solve(subproblem, result.q, preferred_bends=False)
        return Trial(result.reached, result.q, subproblem)

    def nearest(self, subproblem: Problem, q: Array) -> Trial:
        """Minimise the soft goals of a subproblem, from a state where its hard goals hold."""
        self.count += 1
        result, residual = self._solve_in_rounds(subproblem, q, self._nearing, self._settled)
        rows = sum(goal.rows for goal in subproblem.structure.hard)
        scales = subproblem.row_scales[:rows]
        left = residual[:rows][scales != 0] / scales[scales != 0]
        return Trial(bool(np.abs(left).max(initial=0.0) <= self.tolerance), result.q, subproblem)

    def _solve_in_rounds(self, subproblem: Problem, q: Array, iterations: int, slow: float) -> tuple[Result, Array]:
        """A solve that is given up after a round of iterations that leaves more than the share ``slow`` of the cost.

        Returns:
            The result, and the weighted rows (rows,) where it ended.
        """
        session = self.near_solver.start(subproblem, q)
        before = np.inf
        for _ in range(MAX_ROUNDS):
            result = session.advance(iterations)
            residual = session.residual
            cost = float(residual @ residual)
            if result.status is not Status.MAX_ITERATIONS or cost > slow * before:
                break
            before = cost
        return result, residual

    # -- which demands block each other ---------------------------------------------------------

    def blocking(self, trial: Trial, demands: Collection[Demand]) -> dict[Demand, float]:
        """The demands that pull at a state where they do not hold, and how strongly.

        Where Σ r² is least, Jᵀr + μ = 0: the residuals and the multipliers of the limits balance.  To first order this
        proves that these demands cannot hold together (Farkas).
        """
        found = multipliers(trial.subproblem, trial.q)
        goals = sorted(demand.index for demand in demands if demand.kind == "goal")
        rows = np.split(found.rows, np.cumsum([self.whole.all_goals[i].rows for i in goals])[:-1])
        pulls = {Demand("goal", i): float(np.linalg.norm(own)) for i, own in zip(goals, rows, strict=False)}
        limits = {
            Demand(kind, int(i), 1 if multiplier[i] > 0 else -1): abs(float(multiplier[i]))  # type: ignore[arg-type]
            for kind, multiplier in (("limit", found.limits), ("linear", found.linear))
            for i in np.flatnonzero(multiplier)
        }
        pulls |= {demand: pull for demand, pull in limits.items() if demand in demands}
        least = {
            kind: MIN_PULL_SHARE * max((pull for demand, pull in pulls.items() if demand.kind == kind), default=0.0)
            for kind in ("goal", "limit", "linear")
        }
        return {demand: pull for demand, pull in pulls.items() if pull > least[demand.kind]}

    def irreducible(self, q: Array, goals: Collection[int]) -> tuple[frozenset[Demand], Array] | None:
        """An irreducible clash among some goals and all limits, and the state where it was found.

        Its demands cannot hold together, but can without any one of them.  None where all hold.

        A deletion filter (Chinneck and Dravnieks 1991).  First, goals are removed one after another with all limits
        kept: a goal is not needed if the rest still cannot hold.  Then limits that the remaining goals push against are
        removed, many at a time, without restarts: far away, without limits, almost anything can hold.  At last the
        remaining goals are tried with more restarts.  If they hold somewhere, the search is repeated with as many.
        """
        found = self._irreducible(q, goals)
        if found is not None and self.far_solver is not self.thorough_solver:
            clash = sorted(demand.index for demand in found[0] if demand.kind == "goal")
            self.count += 1
            if self.thorough_solver.solve(self.subproblem(clash), found[1]).reached:
                self.far_solver = self.thorough_solver
                self._contradictions.clear()
                found = self._irreducible(q, goals)
        return found

    def _irreducible(self, q: Array, goals: Collection[int]) -> tuple[frozenset[Demand], Array] | None:
        every = self.limits.union(Demand("goal", i) for i in goals)
        trial = self.try_demands(every, q)
        if trial.holds:
            return None
        pulls = self.blocking(trial, every)
        order = sorted((d for d in pulls if d.kind == "goal"), key=lambda d: (-pulls[d], d.index))
        clash, trial = self._reduced([[d] for d in order], self.limits.union(order), trial)
        if not self.known_to_fail(clash):
            other_trial = self.try_demands(clash, trial.q)
            if other_trial.holds:  # the first-order proof was wrong: remove only what was tried
                order = sorted(every - self.limits, key=lambda d: -d.index)
                clash, trial = self._reduced([[d] for d in order], every, trial)
            else:
                trial = other_trial
        pressed = self.blocking(trial, clash)
        order = sorted((d for d in pressed if d.kind != "goal"), key=lambda d: (pressed[d], d.kind, d.index))
        clash, _ = self._reduced([order], (clash - self.limits).union(order), trial, near=True)
        return clash, trial.q

    def _reduced(
        self, batches: list[list[Demand]], left: frozenset[Demand], trial: Trial, *, near: bool = False
    ) -> tuple[frozenset[Demand], Trial]:
        """Remove batches of demands, the last one first, where the rest still cannot hold; returns the rest."""
        candidates = {demand for batch in batches for demand in batch}
        needed: set[Demand] = set()
        while batches:
            batch = [d for d in batches.pop() if d in left]
            if not batch:
                continue
            other_trial = self.try_demands(left.difference(batch), trial.q, near=near)
            if not other_trial.holds:
                left, trial = left.difference(batch), other_trial
                idle = candidates.difference(self.blocking(other_trial, left), needed)
                left = left.difference(idle)
            elif len(batch) == 1:
                needed.update(batch)
            else:
                half = len(batch) // 2
                batches += [batch[half:], batch[:half]]
        return left, trial
