"""A posture that travels: the root of a figure that floats goes where most of its targets go.

Someone who walks away does not lean back to where the walk began.  The way is the median of the ways of a figure's
locks and targets: a hand that reaches while both feet stand carries nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from manikin.figure.root_slides import root_slides, slide_ways
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["CarriedRoot", "carried_roots"]


class CarriedRoot(NamedTuple):
    """The slides of a floating root, and the targets that carry it.

    Attributes:
        columns: The three slides in the state.
        slides: What each target's way [m] is in the slides (3, 3).
        places: Where the targets stand among the constants (k, 3).
    """

    columns: np.ndarray
    slides: Array
    places: np.ndarray

    def way(self, change: Array) -> Array:
        """How far the slides go, from the change of the constants."""
        ways = np.sort(change[self.places], axis=0)  # np.median takes ten times as long
        count = len(ways)
        return np.asarray(self.slides @ (0.5 * (ways[(count - 1) // 2] + ways[count // 2])))


def carried_roots(problem: Problem, count: int) -> list[CarriedRoot]:
    """The roots that float and may move, each with those of the first ``count`` goals that have a place as a target."""
    found: list[CarriedRoot] = []
    start = 0
    for figure in problem.figures if problem.tables is not None else ():
        columns = np.array(root_slides(figure), np.int64)
        start, first = start + figure.size, start
        places = _places(problem, figure.name, count)
        if len(columns) != 3 or not (problem.gain[first + columns] > 0).all() or not places:
            continue
        moved = slide_ways(figure.pose())
        if abs(np.linalg.det(moved)) > 1e-9:
            found.append(CarriedRoot(first + columns, np.asarray(np.linalg.inv(moved), float), np.array(places)))
    return found


def _places(problem: Problem, figure: str, count: int) -> list[list[int]]:
    """The three constants of each place that a handle of a figure has as its target."""
    found = []
    for i, goal in enumerate(problem.all_goals[:count]):
        where = problem.constants_of(i).get("target")
        own = [handle for handle in goal.handles if not isinstance(handle, Fixed)]
        if where is None or not own or own[0].figure != figure or own[0].value_type not in ("point", "frame"):
            continue
        size, at = where.stop - where.start, where.start
        found.append([at, at + 1, at + 2] if size == 3 else [at + 3, at + 7, at + 11])
    return found
