"""A natural start for solving: least effort and what bodies wish, then the goals alone (W 7.2.1).

A search that leans to the start leads to a state from which the problem is solved as it is.  Limbs that the goals move
wish for their preferred bends, and free ones keep their direction: arms hang where a body bends.  The goals are met as
well as without all this.  A straight limb gives a solver no way to go: where the goals are not reached, a second try
starts with the limb bent, and the better of the two results counts.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from manikin.body.posture import FREE_LIMB_WEIGHT, free_limb_goals
from manikin.goals import BendToward
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.cancel import Cancel
from manikin.solvers.leaning import leaning_session
from manikin.solvers.preferred_bends import BEND_WEIGHT, bend_straight_limbs
from manikin.solvers.result import Result
from manikin.solvers.search import Search
from manikin.solvers.session import Session
from manikin.solvers.solver import Solver

__all__ = ["NaturalStart"]

LEADING_ITERATIONS, LEADING_ROUNDS = 60, 2
"""The most iterations of a leading solve, and how often it is made more exact."""
FIRST_BEND_ANGLE = 0.6
"""How far a straight limb is bent for the second try [rad]."""


class NaturalStart:
    """A problem solved from its start with the least effort and the preferred bends, then as it is."""

    def __init__(self, problem: Problem, solver: Solver, bends: Sequence[BendToward], start: Any = None) -> None:
        self.problem, self.bends = problem, bends
        self._start = problem.checked(problem.rest if start is None else start)
        self._plain = Session(solver, problem, self._start)

    def solve(self, *, seconds: float, cancel: Cancel | None, history: bool) -> Result:
        """Solve from the start; the result counts the work of all searches."""
        end = time.perf_counter() + seconds
        done: list[Result] = []

        def run(session: Session, q: Array | None = None, **how: Any) -> Result:
            if q is not None:
                session.begin(q)
            left = max(0.0, end - time.perf_counter())
            done.append(session.run(seconds=left, cancel=cancel, history=history, **how))
            return done[-1]

        def stopped() -> bool:
            return time.perf_counter() >= end or bool(cancel is not None and cancel.flag[0])

        first = run(self._plain, iterations=0, restarts=0)
        if first.reached or self._plain.solver.max_iterations == 0:
            return first
        done.clear()
        if stopped():
            return run(self._plain, restarts=0)
        led = self._lead(self._start)
        done.append(led)
        result = run(self._plain, led.q, restarts=0)
        if not (result.reached or stopped()):
            led = self._lead(bend_straight_limbs(self.problem, self.bends, self._start, FIRST_BEND_ANGLE))
            done.append(led)
            second = run(self._plain, led.q)
            result = result if _is_better(self.problem, result.q, second.q, self._plain.solver) else second
        return _together(result, done)

    def _lead(self, q: Array) -> Result:
        """The goals met with the least effort from the start, from a state on."""
        self._leaning.begin(q)
        return self._leaning.follow(self._leaning.problem.constants, rounds=LEADING_ROUNDS)

    @cached_property
    def _leaning(self) -> Session:
        solver = replace(self._plain.solver, max_iterations=min(self._plain.solver.max_iterations, LEADING_ITERATIONS))
        problem, start = self.problem, self._start
        wishes: list[Goal] = [replace(bend, weight=BEND_WEIGHT) for bend in self.bends]
        for figure, own in zip(problem.figures, problem.split(start), strict=True):
            wishes += free_limb_goals(figure.pose(own), problem.all_goals, weight=FREE_LIMB_WEIGHT)
        return leaning_session(problem, solver, start, posture=start, wishes=wishes, bends=self.bends)


def _is_better(problem: Problem, first: Array, second: Array, solver: Solver) -> bool:
    """Whether the first of two states is better than the second."""
    a, b = (Search(problem, q, solver.tolerance) for q in (first, second))
    return b.is_better(a.current, b.current)


def _together(result: Result, done: Sequence[Result]) -> Result:
    """A result that counts the work of all searches done; their histories one after another."""
    histories = [one.history for one in done if one.history is not None]
    return Result(
        posed=result.posed,
        q=result.q,
        status=result.status,
        iterations=sum(one.iterations for one in done),
        evaluations=sum(one.evaluations for one in done),
        seconds=math.fsum(one.seconds for one in done),
        attempts=result.attempts,
        history=np.concatenate(histories) if histories else None,
        constants=result.constants,
    )
