"""The quadratic programme at the heart of a constrained step, solved by an active set.

    minimise  ½|x − t|² + ½ Σ |A x − b|²/c over soft rows,
    while A x = b on equal rows, low ≤ A x ≤ high on ranged ones, xl ≤ x ≤ xu.

In the space of the rows: x = t + Aᵀy on the free columns, where y, the multipliers, solve (A Aᵀ + diag c) y = b − A t
(W eq. 5.5).  Mirrors kernels/src/simulation/active_set.hpp.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from manikin.math.rotations import Array

__all__ = ["DEPENDENT", "EQUAL", "RANGED", "SOFT", "Demands", "Factor", "Programme"]

EQUAL, RANGED, SOFT = 0, 1, 2
"""What is asked of a row."""

DEPENDENT = 1e-12
"""A row whose part square to the rows before it is shorter, squared and beside its own length, depends on them."""
YIELD = 1e-9
"""How soft rows that may yield are, beside the largest |row|²: what bounds do not allow is met as well as can be."""
ROUNDS, MORE = 5, 15
"""Exchanges of sets in one solve, and at most so many more, one for each range of a goal, beyond two, that was held
before: contacts that depend on one another are let go in turns.  A harder one goes as far as the sets at hand allow."""
SLACK = 1e-12
NOISE = 1e-14
"""What rounding leaves of a sum, beside the sum of its terms' sizes."""


class Factor:
    """M = L Lᵀ of a matrix that may be singular: rows that depend on earlier ones are left out (the truncated part).

    ``lower`` (m, r) has a column for each row ``kept``.
    """

    def __init__(self, matrix: Array) -> None:
        rest = matrix.copy()
        least = DEPENDENT * np.diag(matrix)
        kept: list[int] = []
        columns: list[Array] = []
        for i in range(len(rest)):
            if rest[i, i] > least[i]:
                column = rest[:, i] / np.sqrt(rest[i, i])
                column[:i] = 0.0
                rest -= np.outer(column, column)
                kept.append(i)
                columns.append(column)
        self.kept = np.array(kept, np.int64)
        self.lower = np.array(columns).T if columns else np.zeros((len(matrix), 0))

    def solve(self, right: Array) -> Array:
        """y of M y = right, zero on the rows left out."""
        y = np.zeros(len(right))
        square = self.lower[self.kept]
        y[self.kept] = np.linalg.solve(square.T, np.linalg.solve(square, right[self.kept]))
        return y

    def within(self, vector: Array) -> Array:
        """The part of a vector within the range of M: of a solution, the one of least length."""
        if len(self.kept) in (0, len(vector)):
            return vector if len(self.kept) else np.zeros(len(vector))
        lower = self.lower
        return np.asarray(lower @ np.linalg.solve(lower.T @ lower, lower.T @ vector))

    def leading(self, rows: int) -> Factor:
        """The factor of the first rows alone."""
        part = Factor.__new__(Factor)
        part.kept = self.kept[self.kept < rows]
        part.lower = self.lower[:rows, : len(part.kept)]
        return part


class Truncated:
    """The truncated singular value decomposition of a symmetric matrix (W 5.2): what is small counts for nothing."""

    def __init__(self, matrix: Array, truncation: float) -> None:
        vectors, values, _ = np.linalg.svd(matrix)
        counts = values > truncation * values.max(initial=0.0)
        self.vectors, self.values = vectors[:, counts], values[counts]

    def solve(self, right: Array) -> Array:
        """The y of least length that solves M y = right as nearly as can be."""
        return np.asarray(self.vectors @ ((self.vectors.T @ right) / self.values))

    def within(self, vector: Array) -> Array:
        """The part of a vector within the range of M."""
        return np.asarray(self.vectors @ (self.vectors.T @ vector))

    def leading(self, rows: int) -> Truncated:
        """Of all rows: it is kept only where no others are among them."""
        return self


@dataclass(frozen=True, eq=False)
class Demands:
    """What is asked of a solution: see the module's text for the letters.

    ``softness`` c of the soft rows, or None to leave them out.  ``firm``: no row yields.  ``release`` False: what was
    active stays so.
    """

    t: Array
    b: Array
    low: Array
    high: Array
    xl: Array
    xu: Array
    softness: float | None = None
    firm: bool = False
    release: bool = True


@dataclass(eq=False)
class Programme:
    """Rows ``a`` (m, n), equal ones first, then ranged, then soft, and the sets that were active when last solved.

    ``yields`` (m): whether a row may yield where bounds leave it no room, or rows contradict one another.
    ``truncation``: of the decomposition that solves it; 0 for a factor.
    ``stuck`` (n): −1 at its lower bound, 1 at its upper, 0 free; ``held`` (m) the same of ranged rows.
    """

    kinds: np.ndarray
    yields: np.ndarray
    size: int
    truncation: float = 0.0
    stuck: np.ndarray = field(init=False)
    held: np.ndarray = field(init=False)
    a: Array = field(init=False)
    y: Array = field(init=False)
    z: Array = field(init=False)
    active: np.ndarray = field(init=False)
    factor: Factor | Truncated | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.stuck = np.zeros(self.size, np.int8)
        self.held = np.zeros(len(self.kinds), np.int8)
        self.a = np.zeros((len(self.kinds), self.size))
        self.y, self.z = np.zeros(len(self.kinds)), np.zeros(self.size)
        self.active = np.zeros(0, np.int64)
        self.blocked = self.stuck.copy(), self.held.copy()  # what ended a step short, to be held in the next

    @property
    def sets(self) -> tuple[Any, ...]:
        """What the next solve begins with."""
        return self.stuck, self.held, self.blocked

    @sets.setter
    def sets(self, sets: tuple[Any, ...]) -> None:
        self.stuck, self.held, self.blocked = sets
        self.factor = None

    def solve(self, d: Demands) -> Array:
        """x (n,); the multipliers of the rows are left in ``y``, those of the bounds in ``z``.

        Sets are exchanged as a whole while that makes fewer errors, then one by one (Júdice & Pires 1994), so that it
        comes to an end.
        """
        kinds = self.kinds
        if d.release:
            stuck, held = self.blocked
            self.stuck = np.where(self.stuck == 0, stuck, self.stuck)
            self.held = np.where(self.held == 0, held, self.held)
            self.blocked = np.zeros(self.size, np.int8), np.zeros(len(kinds), np.int8)
        self._loosen(d)
        first = self.stuck, self.held
        longest = float((self.a[self.yields] ** 2).sum(axis=1).max(initial=0.0))
        give = 0.0 if d.firm or self.truncation > 0 else YIELD * longest
        fewest, patience = len(kinds) + self.size + 1, 3
        x = d.t.copy()
        touching = int(np.count_nonzero((kinds == RANGED) & self.yields & (self.held != 0)))
        for _ in range(ROUNDS * 10 if d.firm else ROUNDS + min(MORE, max(touching - 2, 0))):
            x, slack = self._solve_active(d, give)
            wrong_column, wrong_row = self._wrong(x, d, slack)
            count = int(np.count_nonzero(wrong_column != self.stuck) + np.count_nonzero(wrong_row != self.held))
            if count == 0:
                break
            if count < fewest:
                fewest, patience = count, 3
            elif patience > 0:
                patience -= 1
            else:  # one only, the last
                rows_too = np.flatnonzero(wrong_row != self.held)
                if len(rows_too):
                    wrong_column = self.stuck.copy()
                    wrong_row = np.where(np.arange(len(kinds)) == rows_too[-1], wrong_row, self.held)
                else:
                    last = np.flatnonzero(wrong_column != self.stuck)[-1]
                    wrong_column = np.where(np.arange(self.size) == last, wrong_column, self.stuck)
            self.stuck, self.held = wrong_column.astype(np.int8), wrong_row.astype(np.int8)
        else:
            if not d.firm:
                self.stuck, self.held = first
                x, _ = self._solve_active(d, give)
                x = x * self._room(x, d)
        return np.clip(x, d.xl, d.xu)

    def _solve_active(self, d: Demands, give: float) -> tuple[Array, float]:
        """x for the sets at hand, and what counts as nothing beside its rounding."""
        a, kinds = self.a, self.kinds
        ranged = kinds == RANGED
        free = self.stuck == 0
        wanted = (kinds == EQUAL) | (ranged & (self.held != 0)) | ((kinds == SOFT) & (d.softness is not None))
        self.active = np.flatnonzero(wanted)
        target = np.where(self.held < 0, d.low, np.where(self.held > 0, d.high, d.b))[self.active]
        rows = a[self.active]
        x = np.where(self.stuck < 0, d.xl, np.where(self.stuck > 0, d.xu, d.t))
        left = target - rows @ x
        matrix = rows[:, free] @ rows[:, free].T
        soft = np.where(kinds == SOFT, d.softness or 0.0, np.where(self.yields, give, 0.0))
        matrix[np.diag_indices(len(matrix))] += soft[self.active]
        factor = Truncated(matrix, self.truncation) if self.truncation > 0 else Factor(matrix)
        y = factor.solve(left)
        # a decomposition of all rows says nothing of the hard ones alone, which corrections ask for
        self.factor = None if self.truncation > 0 and (kinds[self.active] == SOFT).any() else factor
        noise = NOISE * float(np.abs(y) @ np.sqrt(np.diag(matrix)))
        pull = rows.T @ y
        x = np.where(free, x + pull, x)
        self.y = np.zeros(len(kinds))
        self.y[self.active] = y
        self.z = np.where(free, 0.0, x - d.t - pull)
        return x, SLACK + noise

    def _room(self, x: Array, d: Demands) -> float:
        """The part of a step, 1 at most, that breaks no bound; what it meets is expected to hold the next one."""
        resting = self.yields & (self.held != 0)  # they move by rounding and by what they yield, no more
        value = np.where((self.kinds == RANGED) & ~resting, self.a @ x, 0.0)
        step, lower, upper = np.concatenate([x, value]), np.concatenate([d.xl, d.low]), np.concatenate([d.xu, d.high])
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = np.where(step > 0, upper / step, np.where(step < 0, lower / step, np.inf))
        parts[parts < 0] = np.inf  # what is beyond its range is on its way back
        part = float(parts.min(initial=1.0))
        if d.release:
            meets = np.where(parts <= part, np.sign(step), 0).astype(np.int8)
            self.blocked = meets[: self.size], meets[self.size :]
        return part

    def _loosen(self, d: Demands) -> None:
        """Nothing stays at an end that is infinitely far."""
        gone = ((self.stuck < 0) & (d.xl == -np.inf)) | ((self.stuck > 0) & (d.xu == np.inf))
        self.stuck = np.where(gone, 0, self.stuck).astype(np.int8)
        gone = ((self.held < 0) & (d.low == -np.inf)) | ((self.held > 0) & (d.high == np.inf))
        self.held = np.where(gone, 0, self.held).astype(np.int8)

    def _wrong(self, x: Array, d: Demands, slack: float) -> tuple[np.ndarray, np.ndarray]:
        """The sets as the solution would have them: what it breaks is held, what it pulls away from let go."""
        free = self.stuck == 0
        room = slack + SLACK * np.abs(x)
        stick = np.where(x > d.xu + room, 1, np.where(x < d.xl - room, -1, 0))
        leave = np.where(self.stuck < 0, self.z < -slack, self.z > slack)
        columns = np.where(free, stick, np.where(leave & d.release, 0, self.stuck))
        value = self.a @ x
        room = slack + SLACK * np.abs(value)
        hold = np.where(value > d.high + room, 1, np.where(value < d.low - room, -1, 0))
        drop = np.where(self.held < 0, self.y < -slack, self.y > slack)
        rows = np.where(self.held == 0, hold, np.where(drop & d.release, 0, self.held))
        return columns, np.where(self.kinds == RANGED, rows, 0)
