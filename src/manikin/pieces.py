"""What one constraint or force brings to the compiled simulation: flattened once, joined with the others as they go.

Mirrors kernels/src/pieces.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from manikin.figure import Figure
from manikin.flatten import GOAL_CODES, flat_handle, flat_members, is_flat, simple
from manikin.forces import Push
from manikin.goal import Goal
from manikin.goals import AnyOf
from manikin.handle import Handle
from manikin.network import row_weights

__all__ = ["Flat", "flat_push", "flat_rows"]

HandleRow = tuple[int, int, Sequence[float], Sequence[int]]
GoalRow = tuple[int, int, Sequence[int], Sequence[float], Sequence[float], Sequence[float]]


@dataclass(frozen=True, eq=False)
class Flat:
    """Handles as (code, joint, numbers, parameters); goals as (code, rows, inputs, numbers, scales, choice scales).

    The inputs of goals are places among the handles.  Of the rows: their ``kind``, ends and ``scales``, and which runs
    of them are distances of ``springs``.  A push has no goals, but the ``force`` on the rows of its handles.
    """

    handles: Sequence[HandleRow]
    goals: Sequence[GoalRow] = ()
    disjunction: bool = False
    kind: int = 0
    low: float = 0.0
    high: float = 0.0
    scales: Sequence[float] = ()
    springs: Sequence[tuple[int, int]] = ()
    force: Sequence[float] = ()


def flat_push(push: Push, figures: Sequence[Figure]) -> Flat | None:
    """A push, or None where its handle is not built in."""
    parts = simple(push.handle)
    if not all(map(is_flat, parts)):
        return None
    return Flat(handles=[flat_handle(part, figures) for part in parts], force=push.force)


def flat_rows(goal: Goal, figures: Sequence[Figure], **rows: Any) -> Flat | None:
    """A goal with what is asked of its ``rows``, or None where it is not built in."""
    members = flat_members(0, goal)
    handles: list[Handle] = []
    goals: list[GoalRow] = []
    for member, _, scales, choice_scales, _ in members:
        if type(member) not in GOAL_CODES:
            return None
        code, numbers = GOAL_CODES[type(member)]
        own = [part for handle in member.handles for part in simple(handle)]
        inputs = list(range(len(handles), len(handles) + len(own)))
        handles += own
        goals.append((code, member.rows, inputs, numbers(member), scales.tolist(), choice_scales.tolist()))
    if not all(map(is_flat, handles)):
        return None
    return Flat(
        handles=[flat_handle(handle, figures) for handle in handles],
        goals=goals,
        disjunction=isinstance(goal, AnyOf),
        scales=row_weights(goal).tolist(),
        **rows,
    )
