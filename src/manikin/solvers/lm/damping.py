"""Constants of the Levenberg-Marquardt method, and what it remembers between iterations.

Mirrors kernels/src/solvers/lm/damping.hpp.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.goals import AnyOf
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.lm.conjugate_step import LastStep
from manikin.solvers.search import Search

__all__ = ["INITIAL_DAMPING", "Dampings", "LmMemory", "far_target_scales", "memory_of", "next_damping"]

SATISFIABLE_SQUARED = 1e-10
"""If the squared hard residual is below this, the hard goals count as satisfiable; above it they are weighted in the
damping as in the merit."""
INITIAL_DAMPING = 0.1
"""The first damping, in units of the objective."""
MIN_DAMPING, MIN_DAMPING_BESIDE_HARD = 1e-4, 1e-8
"""The smallest damping, in units of the objective.  Beside hard rows, soft rows may stay far from their goals and need
a smaller one."""
MOST_PLANNED = 8
"""The dampings of so many first steps are remembered from frame to frame."""
MAX_DAMPING_TRIALS = 16
"""The most trials of one step, each with eight times the damping.  Near the goals a kink may need a damping of |J|²."""
SLOW_RATIO = 0.95
"""A step is slow if more than this share of the objective remains."""
SLOW_STEPS_TO_RESTART, SLOW_STEPS_TO_SWITCH = 2, 10
"""After so many slow steps in a row another start is tried, or a search switches to its hard goals alone."""
LAST_LEAN_STEP, NO_LEAN_STEP = 1e-5, 1e-6
"""A search that leans to a posture ends with a step that is smaller than the first, over the gains [rad, m]; a step
that is smaller than the second is not worth its evaluation."""
MAX_HARD_ONLY_ITERATIONS = 100
"""The most iterations on hard goals alone."""
MIN_RELATIVE_GAIN = 1e-9
"""Three steps in a row with a smaller gain end a search that holds hard inequalities."""
MAX_CORRECTIONS, CORRECTED_SQUARED = 8, 1e-28
"""The most Newton corrections of a trial, and the squared hard residual at which they stop.  With a larger remainder
soft goals could gain by violating hard ones."""
ACTIVE_SET_ROUNDS, MAX_ACTIVE_SET_ROUNDS = 4, 24
"""Rounds of the active set in a step; then parameters beyond a limit are cut off there.  Steps with exact rows need
more rounds, because there the set must be right."""


Dampings = tuple[float, ...]
"""Dampings of the first steps of a search."""


@dataclass
class LmMemory:
    """What the method remembers between iterations.

    Attributes:
        damping: μ, the damping in units of the objective.
        slow_steps: Slow steps in a row.
        relative_gain: The share of the objective that the last step gained.
        idle_steps: Steps in a row that gained less than ``MIN_RELATIVE_GAIN``.
        hard_clash: Whether the hard rows cannot be satisfied here.
        hard_only: Whether soft rows are left out.
        last: The last step, None before the first.
        planned: Dampings that the first steps take.
        learnt: Dampings that they would take another time.
        held: The rows by which the last step held hard inequalities (rows, size), see ``DampedStep.held_rows``.
    """

    damping: float = INITIAL_DAMPING
    slow_steps: int = 0
    relative_gain: float = 1.0
    idle_steps: int = 0
    hard_clash: bool = False
    hard_only: bool = False
    last: LastStep | None = None
    planned: Dampings = ()
    learnt: Dampings = ()
    held: Array | None = None

    def reset_damping(self) -> None:
        """Forget what depends on the targets."""
        self.damping, self.slow_steps, self.relative_gain, self.idle_steps = INITIAL_DAMPING, 0, 1.0, 0
        self.planned = ()


def memory_of(search: Search) -> LmMemory:
    """The memory of a search; a new one where a start begins."""
    if not isinstance(search.memory, LmMemory):
        search.memory = LmMemory()
    return search.memory


def next_damping(damping: float, gain_ratio: float, least: float) -> float:
    """The next damping; ``gain_ratio`` is the actual gain of the step over the predicted one."""
    if gain_ratio > 0.75:
        return max(0.25 * damping, least)
    return 2 * damping if gain_ratio < 0.25 else damping


def far_target_scales(problem: Problem, jacobian: Array, r: Array) -> Array:
    """Factors s of the rows (rows,) that add the curvature of far targets; rows times s, residual over s.

    A point at the end of a lever L with a target at the distance d has the curvature L(L + d), but JᵀJ gives L².  The
    gradient stays as it is.
    """
    scales = np.ones(len(r))
    row = 0
    for i, goal in enumerate(problem.all_goals):
        for member in goal.goals if isinstance(goal, AnyOf) else (goal,):
            own = slice(row, row + member.target_rows)
            distance = float(r[own] @ r[own])
            lever = float((jacobian[own] ** 2).sum(axis=0).max(initial=0.0))
            if i >= len(problem.hard) and distance > 0 and lever > 0:  # hard rows are not scaled
                scales[own] = np.sqrt(1 + np.sqrt(distance / lever))
            row += member.rows
    return scales
