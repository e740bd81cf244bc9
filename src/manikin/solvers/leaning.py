"""Sessions that lean to a posture with the least effort, after their goals (see ``manikin.solvers.levels``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from manikin.body.effort import effort
from manikin.goals import BendToward
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits
from manikin.solvers.preferred_bends import bends_of, middle_columns
from manikin.solvers.search import Lean
from manikin.solvers.session import Session
from manikin.solvers.solver import Solver

__all__ = ["leaning_session"]

POSTURE_WEIGHT = 2.5e-4
"""Weight of the posture, in units of the squared change of the targets' rows for one unit of effort."""
MARGIN_SHARE, MOST_MARGIN, POSTURE_ROOM = 0.1, 0.3, 0.5
"""Parameters stiffen near their limits: within this share of their range, at most the second [rad, m], and at most the
third of the way from the posture to the limit."""
MIDDLE_MARGIN = 0.05
"""The same for the middle joints of limbs, elbows and knees [rad]."""
LOOSE = 5.0
"""How much easier parameters move whose posture is a wish."""


def leaning_session(
    problem: Problem,
    solver: Solver,
    q: Array,
    *,
    posture: Array,
    wishes: Iterable[Goal] = (),
    softness: float = 1.0,
    loose: Sequence[int] = (),
    bends: Sequence[BendToward] | None = None,
) -> Session:
    """A session that meets the goals of a problem before it leans to a posture.

    Args:
        problem: Figures and their goals; all soft ones are met exactly where they can be.
        solver: The solver lm with its options.
        q: The state to start at (size,).
        posture: The preferred state (size,).
        wishes: Goals as weak as the posture; a weight of 1 is worth one unit of effort for every unit squared.
        softness: How far limbs give way near the end of their reach; 1 is about 3 mm for a metre.
        loose: Parameters whose posture is among the wishes; they lean to it very little by themselves.
        bends: The preferred bends of the problem (see ``bends_of``), if they are known already.
    """
    gain, unit = _effort_gains(problem)
    weight = POSTURE_WEIGHT * _row_power(problem, gain)
    wished = [replace(wish, weight=unit * weight * wish.weight) for wish in wishes]
    gain[list(loose)] *= LOOSE
    most = float(gain.max(initial=0.0)) or 1.0
    gain, weight = gain / most, weight / most**2  # gains are 1 at most; the weight of a posture over them stays
    leaning = with_limits(problem.with_goals(*wished), gain=gain)
    exact = np.zeros(leaning.rows, np.uint8)
    exact[: problem.rows] = 1  # hard rows need no shift: levels leave them out
    telling = np.ones(problem.size, np.uint8)
    telling[list(loose)] = 0  # near its pole the angles of a ball turn faster than itself
    margins = _margins(problem, posture, bends_of(problem) if bends is None else bends)
    lean = Lean(posture, weight, np.zeros(leaning.rows), exact, softness, margins, telling)
    return Session(solver, leaning, q, lean=lean)


def _margins(problem: Problem, posture: Array, bends: Sequence[BendToward]) -> Array:
    """How far from its lower and upper limit each parameter stiffens (2, size); a posture is never in a margin.

    The middle joints of limbs, elbows and knees, have a small one, for soft reach cares for their ends.  But a posture
    that likes a limb straight must not draw it quite there: then another joint would bend in its place.
    """
    room = np.array([posture - problem.lo, problem.hi - posture])
    widest = np.minimum(MARGIN_SHARE * (problem.hi - problem.lo), MOST_MARGIN)
    widest[middle_columns(problem, bends)] = MIDDLE_MARGIN
    return np.asarray(np.clip(POSTURE_ROOM * room, 0.0, widest))


def _effort_gains(problem: Problem) -> tuple[Array, float]:
    """Gains, 1 for the lightest parameter, so that steps over gains measure effort; and how many make a unit."""
    costs = np.concatenate([np.zeros(0), *(effort(figure) for figure in problem.figures)])
    gain = problem.gain / np.sqrt(costs)
    largest = float(gain.max(initial=0.0)) or 1.0
    return gain / largest, largest**2


def _row_power(problem: Problem, gain: Array) -> float:
    """The squared change of a target row for one unit of effort: the mean over the kind of rows that has the least."""
    power = ((problem.jacobian(problem.rest) * gain) ** 2).sum(axis=1)
    kinds: list[float] = []
    row = 0
    for i, goal in enumerate(problem.all_goals):
        units = np.array(goal.units)
        if i >= len(problem.hard):
            kinds += [float(power[row : row + goal.rows][units == unit].mean()) for unit in set(goal.units)]
        row += goal.rows
    return min((kind for kind in kinds if kind > 0), default=1e-6)  # without targets, far below what locks weigh
