"""The priorities of a velocity control: each is a programme in which the earlier ones weigh more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from manikin.errors import InputError, shorten
from manikin.handles.handle import Handle, finite
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.simulation.box_programme import make_box_programme

__all__ = ["Level", "StepBox", "level_ends", "per_handle", "row_order", "row_softness"]

HEAVIER = 1e6
"""How much more the rows of an earlier priority weigh in the programme of a later one, where they can be met."""
UNWEIGHED = 1e12
"""Softness of a row without weight."""
LIMIT_SOFTNESS, LIMIT_SCALE = 1e-14, 1e3
"""Softness of linear limits, and the scale of their columns; the larger, the less their values cost."""


class StepBox(NamedTuple):
    """Where a step begins, the rates that are preferred, and their bounds."""

    state: Array
    target: Array
    lo: Array
    hi: Array
    dt: float


class Level:
    """The velocities up to a priority: all earlier ones, which weigh more, and its own.

    A linear limit is one more row, with a column of its own for its value, which has bounds as the rates have.

    Attributes:
        rows: How many velocities they are.
        scales: Roots of their softness (rows,).
    """

    def __init__(self, softness: Array, earlier: int, problem: Problem, gain: Array | None) -> None:
        self.rows, self.scales = len(softness), np.sqrt(softness)
        heavier = np.where((np.arange(self.rows) < earlier) & (softness < UNWEIGHED), softness / HEAVIER, softness)
        linear, self._low, self._high = problem.linear_limits
        self._linear, count, size = linear, len(linear), problem.size
        self._softness = np.concatenate([np.full(count, LIMIT_SOFTNESS), heavier])
        self._programme = make_box_programme(count + self.rows, size + count)
        self._a = np.zeros((count + self.rows, size + count))
        self._a[:count, :size] = linear if gain is None else linear * gain
        self._a[:count, size:] = -LIMIT_SCALE * np.eye(count)
        self._none = np.zeros(count)

    @property
    def converged(self) -> bool:
        """Whether the last solve ended at its minimum."""
        return self._programme.converged

    def solve(self, jacobian: Array, wanted: Array, box: StepBox) -> Array:
        """The rates (size,) that meet the velocities best."""
        count, size = self._linear.shape
        if not count:
            return self._programme.solve(jacobian, box.target, wanted, self._softness, box.lo, box.hi)
        self._a[count:, :size] = jacobian
        now, per_step = self._linear @ box.state, LIMIT_SCALE * box.dt
        low, high = np.minimum((self._low - now) / per_step, 0.0), np.maximum((self._high - now) / per_step, 0.0)
        return self._programme.solve(
            self._a,
            np.concatenate([box.target, self._none]),
            np.concatenate([self._none, wanted]),
            self._softness,
            np.concatenate([box.lo, low]),
            np.concatenate([box.hi, high]),
        )[:size]


def level_ends(handles: Sequence[Handle], ranks: Sequence[int]) -> list[int]:
    """For each priority, the number of velocities up to its end; the handles are in the order of their priorities."""
    ends = np.cumsum([handle.tangent for handle in handles]).tolist()
    return [end for end, rank, later in zip(ends, ranks, [*ranks[1:], None], strict=True) if rank != later]


def per_handle(given: Sequence[Any] | None, handles: Sequence[Handle], what: str, default: Any) -> list[Any]:
    """One value for each handle: those that are given, or the default for all."""
    if given is None:
        return [default] * len(handles)
    if isinstance(given, str) or len(given) != len(handles):
        raise InputError(f"{what}: one for each of the {len(handles)} handles, not {shorten(given)}")
    if what == "priorities" and not all(isinstance(one, int) for one in given):
        raise InputError(f"priorities are whole numbers, not {shorten(given)}")
    return list(given)


def row_softness(
    given: Sequence[Any] | None, handles: Sequence[Handle], order: Sequence[int], damping: float
) -> list[Array]:
    """damping²/weight of the rows of each handle, in their order."""
    found = []
    weights = per_handle(given, handles, "weights", 1.0)
    for i in order:
        rows = handles[i].tangent
        numbers = np.asarray(finite(weights[i], None, "a weight"))
        if numbers.size not in (1, rows) or not (numbers >= 0).all():
            raise InputError(f"the weight of a {handles[i].kind} is one number, or {rows}, of 0 or above")
        softness = damping**2 / np.maximum(np.broadcast_to(numbers, rows), damping**2 / UNWEIGHED)
        found.append(softness)
    return found


def row_order(handles: Sequence[Handle], order: Sequence[int]) -> np.ndarray | None:
    """Where the rows of the handles in ``order`` stand among those of the handles as given; None if they are alike."""
    if list(order) == sorted(order):
        return None
    starts = np.cumsum([0, *(handle.tangent for handle in handles)])
    return np.concatenate([np.arange(starts[i], starts[i] + handles[i].tangent) for i in order])
