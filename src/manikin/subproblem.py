"""Parts of a problem: some of its goals, with other limits or gains, at much less cost than a problem made anew."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import replace

import numpy as np

from manikin.errors import InputError, shorten
from manikin.problem import Problem
from manikin.rotations import Array

__all__ = ["part_of"]

OF_GOALS = ("everything", "_network", "rows", "setting", "row_scales", "constants", "program", "tables")
"""What a problem keeps that depends on its goals or limits."""


def part_of(
    problem: Problem,
    goals: Sequence[int],
    *,
    hard: Sequence[int] = (),
    lo: Array | None = None,
    hi: Array | None = None,
    linear: tuple[Array, Array, Array] | None = None,
    gain: Array | None = None,
    alike: bool = False,
) -> Problem:
    """A problem of some of the goals, by their places in ``problem.everything``, soft and hard.

    Limits ``lo`` and ``hi`` (size,), ``linear`` limits (k, size), (k,), (k,), and the ``gain`` (size,) may be others;
    chains of goals have their say in the gain, and no other.  ``alike`` gives all goals the weight 1.
    """
    order = [*hard, *goals]
    given = problem.everything
    if len(set(order)) != len(order) or not all(0 <= i < len(given) for i in order):
        raise InputError(f"a part has goals of the problem, each once, not {shorten(order)}")
    part = copy(problem)
    own = part.__dict__
    for stale in OF_GOALS:
        own.pop(stale, None)
    if alike:
        given = tuple(goal if goal.weight == 1 else replace(goal, weight=1.0) for goal in given)
    own["_given"] = (tuple(given[i] for i in hard), tuple(given[i] for i in goals))
    own["_constants"] = None
    own["lo"], own["hi"] = problem.lo if lo is None else lo, problem.hi if hi is None else hi
    own["gain"] = problem.gain if gain is None else gain
    if linear is not None:
        own["linear_limits"] = linear
    if problem.tables is not None:
        own["tables"] = problem.tables.chosen(order)
        if alike:
            factors = [1 / math.sqrt(problem.everything[i].weight) for i in order]
            own["tables"] = own["tables"].reweighted(np.repeat(factors, [given[i].rows for i in order]))
    return part
