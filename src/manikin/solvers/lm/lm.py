"""Levenberg-Marquardt with exact limits: the default.  Mirrors kernels/src/solvers/lm/lm.hpp."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.lm.conjugate_step import LastStep
from manikin.solvers.lm.step import MET, DampedStep
from manikin.solvers.result import Status
from manikin.solvers.search import HARDNESS, Measure, Search
from manikin.solvers.solver import FEATURES, Solver

__all__ = ["LevenbergMarquardt"]

CREEP = 1e-9
"""Three steps in a row that gain less of the objective are enough, where hard inequalities are held."""
CREEPING = 10
"""So many slow steps in a row lead to no hard goals."""
MOST_ALONE = 100
"""So many iterations hard goals are given to be met by themselves."""
TRIES = 16
"""So often a step is tried with eight times the damping.  Near the goals a kink may want |J|² of it."""
LEAST, LEAST_BESIDE_HARD = 1e-4, 1e-8
"""The least damping.  Beside hard rows soft ones may be far from their goals, and want a small one to the end."""


@dataclass(frozen=True, kw_only=True)
class LevenbergMarquardt(Solver, kind="lm"):
    """Fast, exact about limits, calm where goals cannot be reached; tries other starts (``restarts``) if need be.

    A step minimises |J dq + r|² + λ|dq/gain|² within the limits.  The damping is in proportion to the objective, on
    hard rows to their own share of it, so that the last steps are those of Gauss and Newton and hard goals win where
    goals clash.  Once they hold they are kept: a step counts only if it ends on them, and then by what it does for the
    soft ones.  Where hard ones cannot be met they weigh in the damping what they do in the merit.
    """

    honours: ClassVar[frozenset[str]] = frozenset(FEATURES)
    compiled: ClassVar[bool] = True
    follows_bends: ClassVar[bool] = True
    restarts: int = 20

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (isinstance(self.restarts, int) and self.restarts >= 0):
            raise InputError(f"lm: restarts must be a whole number, not {shorten(self.restarts)}")

    def starts(self, problem: Problem) -> int:
        # where a preference pulls at the pose, goals are not meant to be met to the last digit
        return 0 if any(goal.preference for goal in problem.structure.soft) else self.restarts

    def weary(self, search: Search) -> bool:
        # two steps in a row that gained less than a twentieth: another start is worth more than a third
        return bool(search.memory.get("slow", 0) >= 2)

    def advance(self, search: Search) -> Status | None:
        status, memory = self._iterate(search), search.memory
        if status is not None:
            memory.update(FRESH)  # whoever goes on does so with other targets
        going = status is None and (memory["clash"] or memory["slow"] < CREEPING)
        if going or not search.now.breach > search.enough:
            return status
        # short of its hard goals the search meets them first; if it cannot it goes on for the nearest compromise
        if self._met_alone(search):
            return None
        if memory["clash"] or not search.now.breach > MET:
            return status
        memory.update(FRESH, clash=True)
        return None

    def _met_alone(self, search: Search) -> bool:
        """Meet the hard goals if that can be done from here: the same method on their rows alone.

        Else the state stays.
        """
        before, memory = (search.q, search.r, search.now), search.memory
        clash = memory["clash"]
        memory.update(FRESH, alone=True, clash=False)
        for _ in range(MOST_ALONE):
            if search.now.breach <= search.enough or memory["slow"] >= CREEPING or self._iterate(search) is not None:
                break
        memory.update(FRESH, alone=False)
        if search.now.breach <= search.enough:
            return True
        memory["clash"] = clash
        search.take(*before)
        return False

    def _iterate(self, search: Search) -> Status | None:
        step, memory = DampedStep(search), search.memory
        mu, slow = memory.get("mu", FRESH["mu"]), memory.get("slow", 0)
        memory["slow"] = slow
        nearly = memory.get("gained", 1.0) < 1e-9
        for tries in range(TRIES):
            memory["mu"] = mu
            trial = step.within_bounds(mu)
            if trial is not None:
                if tries == 0:
                    nearly |= step.little_promised(mu)
                if step.gradient_below(1e-9, mu):
                    return Status.MINIMUM
                step.follow_edge(mu)
                before = search.now
                q, r, now = step.brought_back(trial, *search.measure(trial))
                if _gains(search, now, before):
                    worth = _worth(search, before)
                    kept = (worth - _worth(search, now)) / step.promise if step.promise else math.inf
                    if step.hard_rows and step.promise < 1e-12 * worth:
                        kept = 1.0  # what rounding hides says nothing of the damping
                    search.take(*_joined(search, step, slow, q, r, now))
                    memory["gained"] = 1 - _worth(search, search.now) / worth
                    same = (now.breach <= search.enough) == (before.breach <= search.enough)
                    memory["slow"] = slow + 1 if _worth(search, search.now) > 0.95 * worth and same else 0
                    least = LEAST_BESIDE_HARD if step.hard_rows else LEAST
                    memory["mu"] = max(0.25 * mu, least) if kept > 0.75 else 2 * mu if kept < 0.25 else mu
                    memory["idle"] = memory.get("idle", 0) + 1 if memory["gained"] < CREEP else 0
                    # along the edge of an inequality steps may gain ever less and never nothing
                    return Status.MINIMUM if step.bounds and memory["idle"] >= 3 else None
                if step.gradient_below(1e-7, mu):
                    return Status.MINIMUM  # what is left to gain is lost in rounding
            mu *= 8
        memory["mu"] = mu
        # not even the shortest step down gains what can be seen
        return Status.MINIMUM if nearly else Status.STALLED


FRESH: dict[str, Any] = {"mu": 0.1, "slow": 0, "gained": 1.0, "idle": 0}
"""What a search remembers that has learnt nothing yet."""


def _worth(search: Search, measure: Measure) -> float:
    return HARDNESS * measure.breach if search.memory.get("alone") else measure.merit


def _gains(search: Search, a: Measure, b: Measure) -> bool:
    return a.breach < b.breach if search.memory.get("alone") else search.better(a, b)


def _joined(
    search: Search, step: DampedStep, slow: int, q: Array, r: Array, now: Measure
) -> tuple[Array, Array, Measure]:
    """The trial, or, where steps gain little, what it makes together with the last one if that is better."""
    last: LastStep | None = search.memory.get("last")
    search.memory["last"] = LastStep(search.q, step.uphill)
    if slow >= 2 and last is not None:
        change = _worth(search, now) - _worth(search, search.now)
        mate = last.joined(search.problem, search.q, step.uphill, q, change)
        if mate is not None:
            mate = step.shortened(mate)
            other = step.brought_back(mate, *search.measure(mate))
            if _gains(search, other[2], now):
                return other
    return q, r, now
