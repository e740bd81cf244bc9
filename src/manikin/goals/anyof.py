"""Disjunction: any one of several goals suffices (Z eq. 27)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goal import Goal
from manikin.handle import Handle
from manikin.rotations import Array

__all__ = ["AnyOf"]


@dataclass(frozen=True, kw_only=True)
class AnyOf(Goal, kind="any_of"):
    """The goal with the smallest objective counts, the others rest: G = min G_i.

    The rows of all goals stand one after the other; those of the resting ones are zero.  "Outside a convex
    polyhedron" is any of the half-spaces of its faces.
    """

    goals: tuple[Goal, ...]

    def __post_init__(self) -> None:
        self.check_weight()
        goals = tuple(self.goals)
        object.__setattr__(self, "goals", goals)
        if not goals:
            raise InputError("any_of: needs at least one goal")
        for goal in goals:
            if not isinstance(goal, Goal) or isinstance(goal, AnyOf):
                raise InputError(f"any_of: takes goals that are no disjunctions themselves, not {shorten(goal)}")

    @property
    def handles(self) -> tuple[Handle, ...]:
        return tuple(handle for goal in self.goals for handle in goal.handles)

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(unit for goal in self.goals for unit in goal.units)

    @property
    def scales(self) -> Array:
        return np.concatenate([np.sqrt(goal.weight) * goal.scales for goal in self.goals])

    def _parts(self, values: tuple[Array, ...]) -> list[tuple[Goal, tuple[Array, ...]]]:
        parts, start = [], 0
        for goal in self.goals:
            end = start + len(goal.handles)
            parts.append((goal, values[start:end]))
            start = end
        return parts

    def choice(self, *values: Array) -> int:
        """Which goal counts: the first of those with the smallest objective."""
        costs = [
            goal.weight * float(((goal.scales * goal.residual(*own)) ** 2).sum()) for goal, own in self._parts(values)
        ]
        return int(np.argmin(costs))

    def residual(self, *values: Array) -> Array:
        chosen = self.choice(*values)
        return np.concatenate([g.residual(*own) * (i == chosen) for i, (g, own) in enumerate(self._parts(values))])

    def slopes(self, *values: Array) -> tuple[Array, ...]:
        chosen = self.choice(*values)
        found, row = [], 0
        for i, (goal, own) in enumerate(self._parts(values)):
            for slope in goal.slopes(*own):
                block = np.zeros((self.rows, slope.shape[1]))
                if i == chosen:
                    block[row : row + goal.rows] = slope
                found.append(block)
            row += goal.rows
        return tuple(found)
