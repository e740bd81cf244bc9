"""Levenberg-Marquardt with exact limits: the default solver.  Mirrors kernels/src/solvers/lm/lm.hpp."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.lm.conjugate_step import LastStep
from manikin.solvers.lm.damping import (
    LAST_LEAN_STEP,
    MAX_DAMPING_TRIALS,
    MAX_HARD_ONLY_ITERATIONS,
    MIN_DAMPING,
    MIN_DAMPING_BESIDE_HARD,
    MIN_RELATIVE_GAIN,
    MOST_PLANNED,
    NO_LEAN_STEP,
    SATISFIABLE_SQUARED,
    SLOW_RATIO,
    SLOW_STEPS_TO_RESTART,
    SLOW_STEPS_TO_SWITCH,
    memory_of,
    next_damping,
)
from manikin.solvers.lm.step import DampedStep
from manikin.solvers.result import Status
from manikin.solvers.search import HARD_WEIGHT, Measure, Search
from manikin.solvers.solver import FEATURES, Solver

__all__ = ["LevenbergMarquardt"]


@dataclass(frozen=True, kw_only=True)
class LevenbergMarquardt(Solver, kind="lm"):
    """The default solver: fast, exact about limits, steady if goals cannot be reached.

    A step minimises |J dq + r|² + λ|dq/gain|² within the limits.  The damping is proportional to the objective, and on
    hard rows to their own part of it.  So the last steps are Gauss-Newton steps, and where goals conflict the hard ones
    win.  Once hard goals hold they are kept: a step must end on them, and is then judged by the soft goals.  If hard
    goals cannot be met they are weighted in the damping as in the merit.

    Args:
        tolerance: Size up to which every row of every goal counts as met, in its own unit [m, rad].
        max_iterations: The most iterations from each start.
        restarts: The most other starts, tried if the goals are not reached.
        stay_near: Whether the result stays near the given start.  The start is searched to its end, and left only for
            another one that at least halves the objective; and without hard goals, where all that moves has limits,
            each parameter goes at most half of its way to a limit unless the goals need more, so that it slows down
            before its limit where one solve follows another.  Without it a slow start is given up at once and the best
            of all counts, which is faster where starts mean nothing; so it is where none is given.
    """

    honours: ClassVar[frozenset[str]] = frozenset(FEATURES)
    compiled: ClassVar[bool] = True
    follows_bends: ClassVar[bool] = True
    restarts: int = 20
    stay_near: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (isinstance(self.restarts, int) and self.restarts >= 0):
            raise InputError(f"lm: restarts must be a whole number of 0 or above, not {shorten(self.restarts)}")

    def restart_count(self, problem: Problem) -> int:
        # beside a preference for a pose, other goals are not expected to be met to the last digit
        return 0 if any(goal.preference for goal in problem.structure.soft) else self.restarts

    def kernel_options(self, problem: Problem) -> Array:
        return np.array([0.0, self.stay_near])

    @property
    def stays_near(self) -> bool:
        return self.stay_near

    def from_anywhere(self) -> LevenbergMarquardt:
        return replace(self, stay_near=False) if self.stay_near else self

    def should_restart(self, search: Search) -> bool:
        return memory_of(search).slow_steps >= SLOW_STEPS_TO_RESTART

    def advance(self, search: Search) -> Status | None:
        status, memory = self._iterate(search), memory_of(search)
        if status is not None:
            memory.reset_damping()  # the next call has other targets
        going_on = status is None and (memory.hard_clash or memory.slow_steps < SLOW_STEPS_TO_SWITCH)
        if going_on or not search.current.hard_violation > search.hard_tolerance:
            return status
        # with violated hard goals the search first tries to meet them alone; else it goes on to the best compromise
        if self._meet_hard_goals(search):
            return None
        if memory.hard_clash or not search.current.hard_violation > SATISFIABLE_SQUARED:
            return status
        memory.reset_damping()
        memory.hard_clash = True
        return None

    def _meet_hard_goals(self, search: Search) -> bool:
        """Try to meet the hard goals: the same method on their rows alone.  If that fails the state stays."""
        before, memory = (search.q, search.r, search.current), memory_of(search)
        clash = memory.hard_clash
        memory.reset_damping()
        memory.hard_only, memory.hard_clash = True, False
        for _ in range(MAX_HARD_ONLY_ITERATIONS):
            met = search.current.hard_violation <= search.hard_tolerance
            if met or memory.slow_steps >= SLOW_STEPS_TO_SWITCH or self._iterate(search) is not None:
                break
        memory.reset_damping()
        memory.hard_only = False
        if search.current.hard_violation <= search.hard_tolerance:
            return True
        memory.hard_clash = clash
        search.accept(*before)
        return False

    def _iterate(self, search: Search) -> Status | None:
        step, memory = DampedStep(search), memory_of(search)
        nearly = memory.relative_gain < 1e-9
        known = len(memory.learnt) < len(memory.planned) and not memory.hard_only
        if known and (not memory.learnt or search.current.hard_violation <= search.hard_tolerance):
            memory.damping = memory.planned[len(memory.learnt)]
        for tries in range(MAX_DAMPING_TRIALS):
            trial = step.trial_within_bounds(memory.damping)
            memory.held = step.held_rows()
            if trial is not None:
                if tries == 0:
                    nearly |= step.predicts_little(memory.damping)
                if step.gradient_below(1e-9, memory.damping) or step.lean_step_below(NO_LEAN_STEP):
                    return Status.MINIMUM
                step.project_gradient(memory.damping)
                found = step.corrected(trial, *search.measure(trial))
                if _improves(search, found[2], search.current):
                    return self._accept(search, step, tries, *found)
                if step.gradient_below(1e-7, memory.damping):
                    return Status.MINIMUM  # the remaining gain is below rounding
            memory.damping *= 8
        return Status.MINIMUM if nearly else Status.STALLED  # not even the shortest step gives a visible gain

    def _accept(
        self, search: Search, step: DampedStep, tries: int, q: Array, r: Array, measure: Measure
    ) -> Status | None:
        """Make a trial that improves, or its combination with the last step, the state; so many were refused."""
        memory, before = memory_of(search), search.current
        objective = _objective(search, before)
        gain_ratio = math.inf
        if step.predicted_gain:
            gain_ratio = (objective - _objective(search, measure)) / step.predicted_gain
        if step.hard_rows and step.predicted_gain < 1e-12 * objective:
            gain_ratio = 1.0  # below rounding: it says nothing about the damping
        search.accept(*_combined(search, step, q, r, measure))
        remaining = _objective(search, search.current)
        memory.relative_gain = 1 - remaining / objective
        met_before = before.hard_violation <= search.hard_tolerance
        same = (measure.hard_violation <= search.hard_tolerance) == met_before
        memory.slow_steps = memory.slow_steps + 1 if remaining > SLOW_RATIO * objective and same else 0
        least = MIN_DAMPING_BESIDE_HARD if step.hard_rows else MIN_DAMPING
        made, memory.damping = memory.damping, next_damping(memory.damping, gain_ratio, least)
        if not memory.hard_only and len(memory.learnt) < MOST_PLANNED:
            # a smaller damping that was just refused is not tried again
            memory.learnt += (max(made, memory.damping) if tries else memory.damping,)
        memory.idle_steps = memory.idle_steps + 1 if memory.relative_gain < MIN_RELATIVE_GAIN else 0
        # along the edge of an inequality the gains of steps may shrink without end
        stagnates = step.bounds and memory.idle_steps >= 3
        return Status.MINIMUM if stagnates or step.lean_step_below(LAST_LEAN_STEP) else None


def _objective(search: Search, measure: Measure) -> float:
    return HARD_WEIGHT * measure.hard_violation if memory_of(search).hard_only else measure.merit


def _improves(search: Search, a: Measure, b: Measure) -> bool:
    return a.hard_violation < b.hard_violation if memory_of(search).hard_only else search.is_better(a, b)


def _combined(search: Search, step: DampedStep, q: Array, r: Array, measure: Measure) -> tuple[Array, Array, Measure]:
    """The trial; where steps are slow, its combination with the last step if that is better."""
    memory = memory_of(search)
    last, memory.last = memory.last, LastStep(search.q, step.merit_gradient)
    if memory.slow_steps >= SLOW_STEPS_TO_RESTART and last is not None:
        change = _objective(search, measure) - _objective(search, search.current)
        combined = last.combined(search, step.merit_gradient, q, change)
        if combined is not None:
            combined = step.shortened(combined)
            other = step.corrected(combined, *search.measure(combined))
            if _improves(search, other[2], measure):
                return other
    return q, r, measure
