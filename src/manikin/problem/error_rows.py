"""The errors of goals from the rows of a problem, all at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from manikin.figure.figure import Figure
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.problem.goal_words import units_of

__all__ = ["ErrorRows"]


class ErrorRows:
    """Which rows of which goals share a unit; see ``Goal.error``."""

    def __init__(self, goals: Sequence[Goal], figures: Sequence[Figure]) -> None:
        order: list[int] = []
        starts: list[int] = []
        self._units: list[tuple[str, ...]] = []
        for goal, row in zip(goals, accumulate((goal.rows for goal in goals), initial=0), strict=False):
            units = units_of(goal, figures)
            self._units.append(tuple(dict.fromkeys(units)))
            for unit in self._units[-1]:
                starts.append(len(order))
                order += [row + i for i, own in enumerate(units) if own == unit]
        self._order, self._starts = np.array(order, int), np.array(starts, int)

    def errors(self, rows: Array) -> list[dict[str, float]]:
        """For each goal the norm of its rows in each of its units, of unweighted rows (rows,)."""
        if not len(self._starts):
            return [{} for _ in self._units]
        own = rows[self._order]
        norms = iter(np.sqrt(np.add.reduceat(own * own, self._starts)).tolist())
        return [{unit: next(norms) for unit in units} for units in self._units]
