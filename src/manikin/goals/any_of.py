"""Disjunction: one of several goals is enough (Z eq. 27)."""

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
    """Satisfy any one of several goals: the one with the smallest objective counts, G = min G_i.

    The residual has the rows of all goals, one after the other; those of the goals that do not count are zero.
    "Outside a convex polyhedron" is a disjunction of half-spaces, one for each face.

    Where two goals are equally near, the choice would switch back and forth.  So the favoured goal counts until the
    residual of another one is smaller by the fraction ``hysteresis``.  A session and a simulation favour their last
    choice.

    Attributes:
        goals: The goals; none may be a disjunction.
        favoured: Index of the favoured goal; ``None`` for none.
        hysteresis: Fraction from 0 to below 1.
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
                raise InputError(f"any_of: takes goals that are not disjunctions, not {shorten(goal)}")
        if not (isinstance(self.hysteresis, (int, float)) and 0 <= self.hysteresis < 1):
            raise InputError(f"any_of: hysteresis must be from 0 to below 1, not {shorten(self.hysteresis)}")
        if self.favoured is not None and self.favoured not in range(len(goals)):
            raise InputError(
                f"any_of: favoured must be the index of a goal, 0 to {len(goals) - 1}, not {shorten(self.favoured)}"
            )

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
        """Factor of each goal's residual in the choice (goals,): 1, less for the favoured one."""
        return tuple(1 - self.hysteresis * (i == self.favoured) for i in range(len(self.goals)))

    def choice(self, *values: Array) -> int:
        """Index of the goal that counts: the smallest objective with the factors ``shares``; the first of equals."""
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
