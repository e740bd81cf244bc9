"""A problem: figures, and what is wanted of them.

Evaluated by the compiled kernels where every handle and goal is built in, by the network otherwise; the answers are
the same.  The state vector holds the figures' parameters one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure import Figure
from manikin.flatten import flatten
from manikin.goal import Goal
from manikin.kernels import Program, make_program
from manikin.network import Network
from manikin.rotations import Array
from manikin.sparse import SparseRows

__all__ = ["Problem"]


class Problem:
    """Immutable.  The objective is Σ weight · |scales · residual|² over the goals (Z eq. 25)."""

    def __init__(
        self, figures: Figure | Iterable[Figure], goals: Iterable[Goal], *, by: Literal["auto", "network"] = "auto"
    ) -> None:
        self.figures = (figures,) if isinstance(figures, Figure) else tuple(figures)
        self.goals = tuple(goals)
        if by not in ("auto", "network"):
            raise InputError(f'a problem is evaluated by "auto" or by "network", not {shorten(by)}')
        for goal in self.goals:
            if not isinstance(goal, Goal):
                raise InputError(f"a goal is wanted, not {shorten(goal)}")
        # wiring checks every name once; afterwards both ways to evaluate can be trusted
        self._network = Network(self.figures, self.goals)
        self._by = by

    @cached_property
    def program(self) -> Program | None:
        """The compiled evaluation, or None where the network does the work."""
        tables = None if self._by == "network" else flatten(self.figures, self.goals)
        return None if tables is None else make_program(tables)

    @property
    def size(self) -> int:
        """Length of the state vector."""
        return self._network.size

    @property
    def rows(self) -> int:
        """Rows of the residual."""
        return sum(goal.rows for goal in self.goals)

    @cached_property
    def rest(self) -> Array:
        """The figures at rest."""
        return np.concatenate([np.zeros(0), *(figure.rest for figure in self.figures)])

    def split(self, q: Array) -> list[Array]:
        """A state (…, size) in the figures' own."""
        return np.split(q, np.cumsum([figure.size for figure in self.figures])[:-1], axis=-1)

    # -- at one state --------------------------------------------------------------------------

    def residual(self, q: Any) -> Array:
        """All goals' rows (rows,), weighted: their squares add up to the objective."""
        state = self._checked(q)
        if self.program is not None:
            return self.program.residual(state)
        return self._at(state).residual()

    def jacobian(self, q: Any) -> Array:
        """d residual/dq (rows, size), weighted, dense."""
        state = self._checked(q)
        if self.program is not None:
            return self.program.jacobian(state)
        return self._at(state).jacobian()

    def jacobian_blocks(self, q: Any) -> list[SparseRows]:
        """Goal by goal the same rows over the columns that matter; members of a disjunction each for itself."""
        state = self._checked(q)
        if self.program is None:
            return self._at(state).jacobian_blocks()
        numbers, found, start = self.program.jacobian_blocks(state), [], 0
        for rows, columns in zip(*self.program.pattern, strict=True):
            end = start + rows * len(columns)
            found.append(SparseRows(np.array(columns, np.int64), numbers[start:end].reshape(rows, len(columns))))
            start = end
        return found

    def cost(self, q: Any) -> float:
        """The objective."""
        residual = self.residual(q)
        return float(residual @ residual)

    def cost_and_gradient(self, q: Any) -> tuple[float, Array]:
        """The objective and its gradient (size,), 2 Jᵀ r (Z eq. 24)."""
        state = self._checked(q)
        if self.program is not None:
            return self.program.cost_and_gradient(state)
        network = self._at(state)
        residual = network.residual()
        return float(residual @ residual), 2 * network.jacobian().T @ residual

    def errors(self, q: Any) -> list[dict[str, float]]:
        """How far each goal is from being met, in its own units."""
        state = self._checked(q)
        raw = self._at(state).raw_residual() if self.program is None else self.program.raw_residual(state)
        ends = np.cumsum([goal.rows for goal in self.goals])[:-1]
        return [goal.error(rows) for goal, rows in zip(self.goals, np.split(raw, ends), strict=False)]

    # -- at many states ------------------------------------------------------------------------

    def residual_batch(self, q: Any, *, threads: int = 1) -> Array:
        """(batch, size) → (batch, rows)."""
        states = self._checked(q, batch=True)
        if self.program is not None:
            return self.program.residual_batch(states, threads=threads)
        return np.array([self.residual(state) for state in states]).reshape(len(states), self.rows)

    def jacobian_batch(self, q: Any, *, threads: int = 1) -> Array:
        """(batch, size) → (batch, rows, size)."""
        states = self._checked(q, batch=True)
        if self.program is not None:
            return self.program.jacobian_batch(states, threads=threads).reshape(-1, self.rows, self.size)
        return np.array([self.jacobian(state) for state in states]).reshape(len(states), self.rows, self.size)

    def cost_and_gradient_batch(self, q: Any, *, threads: int = 1) -> tuple[Array, Array]:
        """(batch, size) → (batch,) and (batch, size)."""
        states = self._checked(q, batch=True)
        if self.program is not None:
            both = self.program.cost_and_gradient_batch(states, threads=threads)
            return both[:, 0], both[:, 1:]
        pairs = [self.cost_and_gradient(state) for state in states]
        return np.array([c for c, _ in pairs]), np.array([g for _, g in pairs]).reshape(len(states), self.size)

    # -- how it is done ------------------------------------------------------------------------

    def _at(self, state: Array) -> Network:
        self._network.state = state
        return self._network

    def _checked(self, q: Any, *, batch: bool = False) -> Array:
        try:
            state = np.ascontiguousarray(q, dtype=np.float64)
        except (TypeError, ValueError):
            raise InputError(f"a state is {self.size} numbers, not {shorten(q)}") from None
        if state.ndim != 1 + batch or state.shape[-1] != self.size:
            wanted: Sequence[object] = ("batch", self.size) if batch else (self.size,)
            raise InputError(f"a state has the shape ({', '.join(map(str, wanted))}), not {state.shape}")
        if not np.isfinite(state).all():
            raise InputError("a state must be finite numbers")
        return state

    def __repr__(self) -> str:
        names = ", ".join(figure.name for figure in self.figures)
        return f"<Problem: {names}, {len(self.goals)} goals, {self.rows} rows, {self.size} parameters>"
