"""What one constraint or force brings to the compiled simulation: flattened once, joined with the others as they go.

Mirrors kernels/src/simulation/flat_entries.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from manikin.figure.figure import Figure
from manikin.goals.goal import Goal
from manikin.handles.handle import Handle
from manikin.problem.kernel_codes import GOAL_CODES
from manikin.problem.kernel_tables import flat_handle, is_flat, simple
from manikin.problem.network import row_weights
from manikin.simulation.forces import ConstantForce

__all__ = ["Flat", "FlatRows", "flat_push", "flat_rows"]

HandleRow = tuple[int, int, Sequence[float], Sequence[int]]
GoalRow = tuple[int, int, Sequence[int], Sequence[float], Sequence[float], int, float, float]


class FlatRows(NamedTuple):
    """A goal, what is asked of its rows (see ``subsystems.Terms``), and which runs of them are springs."""

    goal: Goal
    kind: int = 0
    low: float = 0.0
    high: float = 0.0
    springs: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True, eq=False)
class Flat:
    """Handles as (code, joint, numbers, parameters); goals as (code, rows, inputs, numbers, scales, kind, low, high).

    The inputs of goals are places among the handles.  ``springs`` are runs of rows, counted from the first of all, that
    are distances.  Of several goals one counts, which changes with ``hysteresis``: they are a disjunction if there is
    one, be it 0.  A push has no goals, but the ``force`` on the rows of its handles.
    """

    handles: Sequence[HandleRow]
    goals: Sequence[GoalRow] = ()
    hysteresis: float | None = None
    springs: Sequence[tuple[int, int]] = ()
    force: Sequence[float] = ()


def flat_push(push: ConstantForce, figures: Sequence[Figure]) -> Flat | None:
    """A push, or None where its handle is not built in."""
    parts = simple(push.handle)
    if not all(map(is_flat, parts)):
        return None
    return Flat(handles=[flat_handle(part, figures) for part in parts], force=push.force)


def flat_rows(given: Sequence[FlatRows], figures: Sequence[Figure], *, hysteresis: float | None = None) -> Flat | None:
    """A goal, or the members of a disjunction; None where something is not built in."""
    handles: list[Handle] = []
    goals: list[GoalRow] = []
    springs: list[tuple[int, int]] = []
    rows = 0
    for goal, kind, low, high, runs in given:
        if type(goal) not in GOAL_CODES:
            return None
        own = [part for handle in goal.handles for part in simple(handle)]
        inputs = list(range(len(handles), len(handles) + len(own)))
        handles += own
        numbers, scales = goal.kernel_numbers(), row_weights(goal).tolist()
        goals.append((GOAL_CODES[type(goal)], goal.rows, inputs, numbers, scales, kind, low, high))
        springs += [(rows + first, rows + last) for first, last in runs]
        rows += goal.rows
    if not all(map(is_flat, handles)):
        return None
    flat = [flat_handle(handle, figures) for handle in handles]
    return Flat(handles=flat, goals=goals, hysteresis=hysteresis, springs=springs)
