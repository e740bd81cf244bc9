"""Disjunction: any one of several goals suffices (Z eq. 27)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals.goal import Goal
from manikin.handles.handle import Handle
from manikin.math.rotations import Array

__all__ = ["AnyOf"]


@dataclass(frozen=True, kw_only=True)
class AnyOf(Goal, kind="any_of"):
    """The goal with the smallest objective counts, the others rest: G = min G_i.

    The rows of all goals stand one after the other; those of the resting ones are zero.  "Outside a convex
    polyhedron" is any of the half-spaces of its faces.  Where two goals are about as near as each other the choice
    would chatter.  So the ``favoured`` one, by its number, keeps counting until another's residual is smaller by the
    share ``hysteresis``.  A session and a simulation favour what they chose last; nothing is favoured by default.
    """

    goals: tuple[Goal, ...]
    favoured: int | None = None
    hysteresis: float = 0.2

    def __post_init__(self) -> None:
        self.check_weight()
        goals = tuple(self.goals)
        object.__setattr__(self, "goals", goals)
        if not goals:
            raise InputError("any_of: needs at least one goal")
        for goal in goals:
            if not isinstance(goal, Goal) or isinstance(goal, AnyOf):
                raise InputError(f"any_of: takes goals that are no disjunctions themselves, not {shorten(goal)}")
        if not (isinstance(self.hysteresis, (int, float)) and 0 <= self.hysteresis < 1):
            raise InputError(f"any_of: hysteresis lies between 0 and 1, 1 excluded, not {shorten(self.hysteresis)}")
        if self.favoured is not None and self.favoured not in range(len(goals)):
            raise InputError(f"any_of: favours one of its {len(goals)} goals, by number, not {shorten(self.favoured)}")

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

    @property
    def shares(self) -> tuple[float, ...]:
        """(goals,): what the residual of each counts for in the choice, 1 or less."""
        return tuple(1 - self.hysteresis * (i == self.favoured) for i in range(len(self.goals)))

    def choice(self, *values: Array) -> int:
        """Which goal counts: the first of those with the smallest objective, the favoured one's being lessened."""
        costs = [
            goal.weight * float(((share * goal.scales * goal.residual(*own)) ** 2).sum())
            for share, (goal, own) in zip(self.shares, self._parts(values), strict=True)
        ]
        return int(np.argmin(costs))

    def settled(self, *values: Array) -> AnyOf:
        return replace(self, favoured=self.choice(*values))

    def residual(self, *values: Array) -> Array:
        chosen = self.choice(*values)
        return np.concatenate([g.residual(*own) * (i == chosen) for i, (g, own) in enumerate(self._parts(values))])

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        chosen = self.choice(*values)
        found, row = [], 0
        for i, (goal, own) in enumerate(self._parts(values)):
            for jacobian in goal.jacobians(*own):
                block = np.zeros((self.rows, jacobian.shape[1]))
                if i == chosen:
                    block[row : row + goal.rows] = jacobian
                found.append(block)
            row += goal.rows
        return tuple(found)
