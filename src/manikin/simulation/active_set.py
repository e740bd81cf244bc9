"""The quadratic programme of a constrained step, solved by an active set.

    minimise  ½|x − t|² + ½ Σ |A x − b|²/c over soft rows + ½ Σ |S x|²/c over secants,
    with A x = b on equal rows, low ≤ A x ≤ high on ranged rows, and xl ≤ x ≤ xu.

In the space of the rows: x = t + Aᵀy on the free columns.  The multipliers y solve (A Aᵀ + diag c) y = b − A t
(W eq. 5.5).  Mirrors kernels/src/simulation/active_set.hpp.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from manikin.math.rotations import Array

__all__ = ["EQUAL", "RANGED", "SOFT", "Demands", "Factor", "QuadraticProgramme"]

EQUAL, RANGED, SOFT = 0, 1, 2
"""The kinds of row."""

DEPENDENT_SHARE = 1e-12
"""A row depends on earlier rows if its component orthogonal to them has a smaller share of its squared length."""
YIELDING_SOFTNESS = 1e-9
"""Softness c of rows that may yield, as a share of the largest |row|².

Constraints that bounds block are then met in the least-squares sense.
"""
EXCHANGES, MAX_EXTRA_EXCHANGES = 5, 15
"""Maximum number of changes of the active sets in one solve.

One more is allowed for each range beyond the second that was active before, up to MAX_EXTRA_EXCHANGES, because
contacts that depend on each other are released one after another.  If that is not enough, the step is shortened to
what the first sets allow, without the bounds among them that are not reached yet.
"""
END_SLACK = 1e-12
"""A smaller violation of a bound or of a range counts as none."""
ROUNDING_SHARE = 1e-14
"""Rounding error of a sum, as a share of the sum of the sizes of its terms."""


class Factor:
    """M = L Lᵀ of a matrix that may be singular: rows that depend on earlier rows are left out.

    Attributes:
        kept: Indices of the rows of M that are not left out (r,).
        lower: L (m, r), one column for each kept row.
    """

    def __init__(self, matrix: Array) -> None:
        rest = matrix.copy()
        least = DEPENDENT_SHARE * np.diag(matrix)
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
        """y of M y = right, zero for rows left out."""
        y = np.zeros(len(right))
        square = self.lower[self.kept]
        y[self.kept] = np.linalg.solve(square.T, np.linalg.solve(square, right[self.kept]))
        return y

    def project_on_range(self, vector: Array) -> Array:
        """The projection of a vector on the range of M; of several solutions that is the shortest."""
        if len(self.kept) in (0, len(vector)):
            return vector if len(self.kept) else np.zeros(len(vector))
        lower = self.lower
        return np.asarray(lower @ np.linalg.solve(lower.T @ lower, lower.T @ vector))

    def leading(self, rows: int) -> Factor:
        """The factor of the first rows of M."""
        part = Factor.__new__(Factor)
        part.kept = self.kept[self.kept < rows]
        part.lower = self.lower[:rows, : len(part.kept)]
        return part


class TruncatedSvd:
    """The truncated singular value decomposition of a symmetric matrix M (W 5.2).

    Singular values up to ``truncation`` times the largest count as zero.
    """

    def __init__(self, matrix: Array, truncation: float) -> None:
        vectors, values, _ = np.linalg.svd(matrix)
        counts = values > truncation * values.max(initial=0.0)
        self.vectors, self.values = vectors[:, counts], values[counts]

    def solve(self, right: Array) -> Array:
        """The shortest least-squares solution y of M y = right."""
        return np.asarray(self.vectors @ ((self.vectors.T @ right) / self.values))

    def project_on_range(self, vector: Array) -> Array:
        """The projection of a vector on the range of M."""
        return np.asarray(self.vectors @ (self.vectors.T @ vector))

    def leading(self, rows: int) -> TruncatedSvd:
        """Itself: a decomposition is kept only if it has no soft rows, so that its first rows are all rows."""
        return self


@dataclass(frozen=True, eq=False)
class Demands:
    """The right sides, ranges and bounds of one solve.

    Attributes:
        t: Target of x (n,).
        b: Right sides of equal and soft rows (m,).
        low: Lower ends of ranged rows (m,).
        high: Upper ends of ranged rows (m,).
        xl: Lower bounds of x (n,).
        xu: Upper bounds of x (n,).
        softness: c of the soft rows, or None to leave them out.
        firm: Whether no row may yield.
        release: Whether ends that are active may become inactive.
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
class QuadraticProgramme:
    """The rows of the programme, and the active sets of its last solve.

    Attributes:
        kinds: EQUAL, RANGED or SOFT for every row (m,), in this order.
        yields: Whether a row may yield where bounds block it or rows contradict each other (m,).
        size: Number of columns n.
        truncation: Of the singular value decomposition; 0 for a Cholesky factor.
        bound_side: −1 where x is at its lower bound, 1 at its upper bound, 0 where it is free (n,).
        range_side: The same for the ends of ranged rows (m,).
        a: The rows A (m, n).
        y: Multipliers of the rows (m,).
        z: Multipliers of the bounds (n,).
        active: Indices of the rows in the factor.
        factor: Of the last solve; None where it does not fit the present rows.
        secants: Further soft rows S (k, n) with the right side 0, for curvature that the rows A do not have.
        met_ends: The bounds and ranges that shortened the last step; the next solve begins with them active.
    """

    kinds: np.ndarray
    yields: np.ndarray
    size: int
    truncation: float = 0.0
    bound_side: np.ndarray = field(init=False)
    range_side: np.ndarray = field(init=False)
    a: Array = field(init=False)
    y: Array = field(init=False)
    z: Array = field(init=False)
    active: np.ndarray = field(init=False)
    factor: Factor | TruncatedSvd | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.bound_side = np.zeros(self.size, np.int8)
        self.range_side = np.zeros(len(self.kinds), np.int8)
        self.a = np.zeros((len(self.kinds), self.size))
        self.y, self.z = np.zeros(len(self.kinds)), np.zeros(self.size)
        self.active = np.zeros(0, np.int64)
        self.secants = np.zeros((0, self.size))
        self.met_ends = self.bound_side.copy(), self.range_side.copy()

    @property
    def sets(self) -> tuple[Any, ...]:
        """The active sets that the next solve begins with."""
        return self.bound_side, self.range_side, self.met_ends

    @sets.setter
    def sets(self, sets: tuple[Any, ...]) -> None:
        self.bound_side, self.range_side, self.met_ends = sets
        self.factor = None

    def solve(self, d: Demands) -> Array:
        """x (n,).  Also sets the multipliers ``y`` of the rows and ``z`` of the bounds.

        Whole sets are exchanged while the number of wrong entries falls, then one entry at a time, so that the
        exchange ends (Júdice & Pires 1994).
        """
        kinds = self.kinds
        if d.release:
            bound_side, range_side = self.met_ends
            self.bound_side = np.where(self.bound_side == 0, bound_side, self.bound_side)
            self.range_side = np.where(self.range_side == 0, range_side, self.range_side)
            self.met_ends = np.zeros(self.size, np.int8), np.zeros(len(kinds), np.int8)
        self._release_infinite_ends(d)
        first = self.bound_side, self.range_side
        longest = float((self.a[self.yields] ** 2).sum(axis=1).max(initial=0.0))
        yielding_softness = 0.0 if d.firm or self.truncation > 0 else YIELDING_SOFTNESS * longest
        fewest, patience = len(kinds) + self.size + 1, 3
        x = d.t.copy()
        touching = int(np.count_nonzero((kinds == RANGED) & self.yields & (self.range_side != 0)))
        for _ in range(EXCHANGES * 10 if d.firm else EXCHANGES + min(MAX_EXTRA_EXCHANGES, max(touching - 2, 0))):
            x, slack = self._solve_active(d, yielding_softness)
            new_bound_side, new_range_side = self._exchanged(x, d, slack)
            changed = new_bound_side != self.bound_side, new_range_side != self.range_side
            count = sum(map(int, map(np.count_nonzero, changed)))
            if count == 0:
                break
            if count < fewest:
                fewest, patience = count, 3
            elif patience > 0:
                patience -= 1
            else:  # change one entry only, the last
                rows_too = np.flatnonzero(new_range_side != self.range_side)
                if len(rows_too):
                    new_bound_side = self.bound_side.copy()
                    new_range_side = np.where(np.arange(len(kinds)) == rows_too[-1], new_range_side, self.range_side)
                else:
                    last = np.flatnonzero(new_bound_side != self.bound_side)[-1]
                    new_bound_side = np.where(np.arange(self.size) == last, new_bound_side, self.bound_side)
            self.bound_side, self.range_side = new_bound_side.astype(np.int8), new_range_side.astype(np.int8)
        else:
            if not d.firm:
                # a bound that is away from 0 would be a step towards it, and perhaps uphill
                at_bound = np.where(first[0] < 0, d.xl >= -END_SLACK, d.xu <= END_SLACK)
                self.bound_side, self.range_side = np.where(at_bound, first[0], 0).astype(np.int8), first[1]
                x, _ = self._solve_active(d, yielding_softness)
                x = x * self._feasible_share(x, d)
        return np.clip(x, d.xl, d.xu)

    def _solve_active(self, d: Demands, yielding_softness: float) -> tuple[Array, float]:
        """x for the present sets, and the tolerance of comparisons with it."""
        a, kinds = self.a, self.kinds
        ranged = kinds == RANGED
        free = self.bound_side == 0
        wanted = (kinds == EQUAL) | (ranged & (self.range_side != 0)) | ((kinds == SOFT) & (d.softness is not None))
        self.active = np.flatnonzero(wanted)
        target = np.where(self.range_side < 0, d.low, np.where(self.range_side > 0, d.high, d.b))[self.active]
        rows, count = a[self.active], len(self.active)
        if d.softness is not None and len(self.secants):
            rows, target = np.concatenate([rows, self.secants]), np.pad(target, (0, len(self.secants)))
        x = np.where(self.bound_side < 0, d.xl, np.where(self.bound_side > 0, d.xu, d.t))
        left = target - rows @ x
        matrix = rows[:, free] @ rows[:, free].T
        soft = np.where(kinds == SOFT, d.softness or 0.0, np.where(self.yields, yielding_softness, 0.0))
        matrix[np.diag_indices(count)] += soft[self.active]
        matrix[count:, count:] += np.eye(len(matrix) - count) * (d.softness or 0.0)
        factor = TruncatedSvd(matrix, self.truncation) if self.truncation > 0 else Factor(matrix)
        y = factor.solve(left)
        # corrections need the factor of the hard rows, which a decomposition of all rows does not contain
        self.factor = None if self.truncation > 0 and (kinds[self.active] == SOFT).any() else factor
        noise = ROUNDING_SHARE * float(np.abs(y) @ np.sqrt(np.diag(matrix)))
        pull = rows.T @ y
        x = np.where(free, x + pull, x)
        self.y = np.zeros(len(kinds))
        self.y[self.active] = y[:count]
        self.z = np.where(free, 0.0, x - d.t - pull)
        return x, END_SLACK + noise

    def _feasible_share(self, x: Array, d: Demands) -> float:
        """The largest share of a step, at most 1, within all bounds and ranges.  Keeps the ends that it meets."""
        resting = self.yields & (self.range_side != 0)  # they move only by rounding and by yielding
        value = np.where((self.kinds == RANGED) & ~resting, self.a @ x, 0.0)
        step, lower, upper = np.concatenate([x, value]), np.concatenate([d.xl, d.low]), np.concatenate([d.xu, d.high])
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = np.where(step > 0, upper / step, np.where(step < 0, lower / step, np.inf))
        shares[shares < 0] = np.inf  # beyond its range, on its way back
        share = float(shares.min(initial=1.0))
        if d.release:
            meets = np.where(shares <= share, np.sign(step), 0).astype(np.int8)
            self.met_ends = meets[: self.size], meets[self.size :]
        return share

    def _release_infinite_ends(self, d: Demands) -> None:
        """Release what is active at an infinite end."""
        gone = ((self.bound_side < 0) & (d.xl == -np.inf)) | ((self.bound_side > 0) & (d.xu == np.inf))
        self.bound_side = np.where(gone, 0, self.bound_side).astype(np.int8)
        gone = ((self.range_side < 0) & (d.low == -np.inf)) | ((self.range_side > 0) & (d.high == np.inf))
        self.range_side = np.where(gone, 0, self.range_side).astype(np.int8)

    def _exchanged(self, x: Array, d: Demands, slack: float) -> tuple[np.ndarray, np.ndarray]:
        """The sets that fit a solution: violated ends become active, ends that it pulls away from are released."""
        free = self.bound_side == 0
        room = slack + END_SLACK * np.abs(x)
        stick = np.where(x > d.xu + room, 1, np.where(x < d.xl - room, -1, 0))
        leave = np.where(self.bound_side < 0, self.z < -slack, self.z > slack)
        columns = np.where(free, stick, np.where(leave & d.release, 0, self.bound_side))
        value = self.a @ x
        room = slack + END_SLACK * np.abs(value)
        hold = np.where(value > d.high + room, 1, np.where(value < d.low - room, -1, 0))
        drop = np.where(self.range_side < 0, self.y < -slack, self.y > slack)
        rows = np.where(self.range_side == 0, hold, np.where(drop & d.release, 0, self.range_side))
        return columns, np.where(self.kinds == RANGED, rows, 0)
