"""Parts of a problem: some of its goals, with other limits or gains, at much less cost than a problem made anew."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import replace

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["subproblem_of", "with_limits"]

OF_GOALS = ("all_goals", "_network", "rows", "setting", "row_scales", "constants", "program", "structure", "tables")
"""What a problem keeps that depends on its goals."""


def subproblem_of(problem: Problem, goals: Sequence[int], *, hard: Sequence[int] = (), alike: bool = False) -> Problem:
    """A problem of some of the goals, by their places in ``problem.all_goals``, soft and hard.

    What may move, and how far, stays as it is, whatever the chains of the goals say.  ``alike`` gives the weight 1 to
    all goals that have any.
    """
    order = [*hard, *goals]
    given = problem.all_goals
    if len(set(order)) != len(order) or not all(0 <= i < len(given) for i in order):
        raise InputError(f"a part has goals of the problem, each once, not {shorten(order)}")
    part = copy(problem)
    own = part.__dict__
    for stale in OF_GOALS:
        own.pop(stale, None)
    if alike:
        given = tuple(goal if goal.weight in (0, 1) else replace(goal, weight=1.0) for goal in given)
    own["_given"] = (tuple(given[i] for i in hard), tuple(given[i] for i in goals))
    own["_constants"] = None
    if problem.tables is not None:
        own["tables"] = problem.tables.chosen(order)
        if alike:
            factors = [1 / math.sqrt(problem.all_goals[i].weight or 1.0) for i in order]
            own["tables"] = own["tables"].reweighted(np.repeat(factors, [given[i].rows for i in order]))
    return part


def with_limits(
    problem: Problem,
    *,
    lo: Array | None = None,
    hi: Array | None = None,
    linear: tuple[Array, Array, Array] | None = None,
    gain: Array | None = None,
) -> Problem:
    """The same goals with other limits (size,), linear limits (k, size), (k,), (k,), or gains (size,)."""
    other = copy(problem)
    own = other.__dict__
    own.pop("setting", None)
    given = {"lo": lo, "hi": hi, "linear_limits": linear, "gain": gain}
    own.update({name: value for name, value in given.items() if value is not None})
    return other
