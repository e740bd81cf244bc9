"""One constraint or force as plain numbers for the compiled simulation.

Each is flattened once.  The kernels join those that are present.  Mirrors kernels/src/simulation/flat_entries.hpp.
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

__all__ = ["FlatEntry", "GoalRows", "flat_force", "flat_goals"]

HandleRow = tuple[int, int, Sequence[float], Sequence[int]]
GoalRow = tuple[int, int, Sequence[int], Sequence[float], Sequence[float], int, float, float]


class GoalRows(NamedTuple):
    """A goal with the kind and range of its rows.

    Attributes:
        goal: The goal.
        kind: EQUAL, RANGED or SOFT.
        low: Lower end of the rows, in their own units.
        high: Upper end of the rows.
        springs: (first, last) rows of the goal that are distances to a target.
    """

    goal: Goal
    kind: int = 0
    low: float = 0.0
    high: float = 0.0
    springs: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True, eq=False)
class FlatEntry:
    """A constraint or force for the kernels.

    Attributes:
        handles: (code, joint, numbers, parameters) of every handle.
        goals: (code, rows, inputs, numbers, scales, kind, low, high) of every goal.  The inputs are indices of handles.
            A constant force has no goals.
        hysteresis: Of a disjunction, of whose goals one counts; None for anything else.
        springs: (first, last) rows that are distances to a target, counted from the first row of the first goal.
        force: Of a constant force, on the rows of its handles.
    """

    handles: Sequence[HandleRow]
    goals: Sequence[GoalRow] = ()
    hysteresis: float | None = None
    springs: Sequence[tuple[int, int]] = ()
    force: Sequence[float] = ()


def flat_force(force: ConstantForce, figures: Sequence[Figure]) -> FlatEntry | None:
    """A constant force, or None where its handle is not built in."""
    parts = simple(force.handle)
    if not all(map(is_flat, parts)):
        return None
    return FlatEntry(handles=[flat_handle(part, figures) for part in parts], force=force.force)


def flat_goals(
    given: Sequence[GoalRows], figures: Sequence[Figure], *, hysteresis: float | None = None
) -> FlatEntry | None:
    """A goal, or the members of a disjunction; None where one of them is not built in."""
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
    return FlatEntry(handles=flat, goals=goals, hysteresis=hysteresis, springs=springs)
