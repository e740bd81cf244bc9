"""A constrained system in parts: rows and columns that have to do with one another (W 5.3.4: sparse blocks).

Rows that share no joint that can move make different parts, each solved for itself, so that cost grows linearly with
limbs that have nothing to do with one another.  Mirrors kernels/src/simulation/subsystems.hpp.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows
from manikin.simulation.active_set import SOFT, Programme

__all__ = ["Choice", "Parts", "Source", "Subsystem", "Terms"]


@dataclass(frozen=True)
class Choice:
    """Of the rows of its ``members``, (first, last), those of one count: see ``manikin.AnyOf``."""

    members: tuple[tuple[int, int], ...]
    hysteresis: float


@dataclass(frozen=True, eq=False)
class Terms:
    """Of R rows and k linear limits, as R + k rows: what is asked of them.  ``scales`` weigh them; 0: not at all.

    ``low`` ≤ row ≤ ``high`` in the row's own unit.  ``springs`` are (first, last) rows that are distances to a target,
    ``choices`` the disjunctions among the rows.
    ``root``: √K of every parameter; ``turns``: whether it is an angle.
    """

    kinds: np.ndarray
    low: Array
    high: Array
    scales: Array
    springs: np.ndarray
    choices: tuple[Choice, ...]
    lo: Array
    hi: Array
    root: Array
    speed: Array
    turns: np.ndarray
    linear: Array


class Source(Protocol):
    """What rows are at a state."""

    def columns(self) -> Iterable[tuple[int, int, np.ndarray]]:
        """First row, last row and columns of every block of rows."""

    def rows(self, q: Array) -> Array:
        """(R,) in their own units."""

    def slopes(self) -> Iterable[tuple[int, SparseRows]]:
        """First row and weighted slope of every block, at the state last asked for."""

    def pushes(self) -> Iterable[tuple[SparseRows, Array]]:
        """Slope and force of every push, there."""


@dataclass(eq=False)
class Subsystem:
    """Rows and columns that have to do with one another."""

    columns: np.ndarray
    rows: np.ndarray
    programme: Programme
    trust: float
    merit: float = 0.0
    worst: float = 0.0
    chord: bool = False
    released: bool = False
    sets: tuple[np.ndarray, np.ndarray] | None = None
    open: bool = True

    shortened: bool = False
    fraction: float = 1.0
    dx: Array | None = None
    fresh_fraction: float = 1.0


class Parts:
    """The parts of a system, and the rows at the state last looked at."""

    def __init__(self, source: Source, terms: Terms, trust: float, truncation: float) -> None:
        self.source, self.terms = source, terms
        self.c = np.zeros(0)
        self.scales = terms.scales  # of the rows that count
        self.chosen = [-1] * len(terms.choices)
        self.parts = _parts(source, terms, trust, truncation)

    def look(self, q: Array) -> None:
        """Rows at a state, linear limits last."""
        self.c = np.concatenate([self.source.rows(q), self.terms.linear @ q])

    def favour(self, chosen: Sequence[int]) -> None:
        """Let these members of the disjunctions count; −1 where none has been chosen yet."""
        self.chosen = list(chosen)
        self.scales = self.terms.scales.copy()
        for choice, favoured in zip(self.terms.choices, chosen, strict=True):
            for i, (first, last) in enumerate(choice.members):
                self.scales[first:last] *= i == favoured

    def choose(self, tolerance: float) -> None:
        """Choose among the members of disjunctions at the state last looked at: the nearest to being met.

        The one that counted last stays until another's residual is smaller by the share ``hysteresis``.  One that is
        met but holds the figure at its end gives way to one that is met with room to spare: a corner is walked round.
        """
        if not self.terms.choices:
            return
        found = []
        for choice, favoured in zip(self.terms.choices, self.chosen, strict=True):
            costs, rooms = zip(*(self._standing(*member, tolerance) for member in choice.members), strict=True)
            best = favoured
            if favoured < 0 or costs[favoured] > 0:
                shares = [1 - choice.hysteresis * (i == favoured) for i in range(len(costs))]
                best = min(range(len(costs)), key=lambda i: (costs[i] * shares[i] ** 2, -rooms[i], i != favoured))
            elif rooms[favoured] <= 0:
                best = min(range(len(costs)), key=lambda i: (costs[i] > 0, -rooms[i], i != favoured))
            found.append(best)
        if found != self.chosen:
            self.favour(found)

    def _standing(self, first: int, last: int, tolerance: float) -> tuple[float, float]:
        """Of a member: its weighted residual squared, 0 where it is met, and its weighted room, 0 at an end."""
        t, c = self.terms, self.c[first:last]
        low, high, scales = t.low[first:last], t.high[first:last], t.scales[first:last]
        beyond, room = c - np.clip(c, low, high), np.minimum(c - low, high - c)
        cost = float(((scales * beyond) ** 2).sum()) if np.abs(beyond).max() > tolerance else 0.0
        return cost, float((scales * room).min()) if room.min() > tolerance else 0.0

    def slopes(self, parts: Sequence[Subsystem]) -> None:
        """A = J √K of some parts, at the state last looked at."""
        t = self.terms
        blocks = [*self.source.slopes()]
        first = len(t.kinds) - len(t.linear)
        blocks += [(first + i, SparseRows(np.arange(len(a)), a[None])) for i, a in enumerate(t.linear)]
        place = np.full((2, max(len(t.kinds), len(t.root))), -1)
        for part in parts:
            place[:] = -1
            place[0, part.rows], place[1, part.columns] = np.arange(len(part.rows)), np.arange(len(part.columns))
            part.programme.a = np.zeros((len(part.rows), len(part.columns)))
            for start, block in blocks:
                columns = place[1, block.columns]
                inside = columns >= 0
                for i, row in enumerate(place[0, start : start + len(block.block)]):
                    if row >= 0 and self.scales[start + i] > 0:
                        own = columns[inside]
                        part.programme.a[row, own] = block.block[i, inside] * t.root[part.columns[own]]

    def violation(self, part: Subsystem) -> Array:
        """How far the rows of a part are beyond what they may be (own units); springs never are."""
        t, rows = self.terms, part.rows
        beyond = self.c[rows] - np.clip(self.c[rows], t.low[rows], t.high[rows])
        return np.where((t.kinds[rows] == SOFT) | (self.scales[rows] == 0), 0.0, beyond)

    def weigh(self, part: Subsystem) -> tuple[float, float]:
        """Σ weighted violation², and the largest violation in its own unit."""
        beyond = self.violation(part)
        weighted = beyond * self.scales[part.rows]
        return float(weighted @ weighted), float(np.abs(beyond).max(initial=0.0))

    def energy(self, part: Subsystem) -> float:
        """Of the springs: ½ Σ strength · distance² [J]."""
        own = part.rows[self.terms.kinds[part.rows] == SOFT]
        r = self.c[own] * self.scales[own]
        return 0.5 * float(r @ r)

    def push(self) -> tuple[Array, Array]:
        """The pushes' generalised force (size,), and how fast, in every column, it changes as joints turn."""
        g, change = np.zeros(len(self.terms.root)), np.zeros(len(self.terms.root))
        for slope, force in self.source.pushes():
            g[slope.columns] += slope.block.T @ force
            arm = np.sqrt((slope.block**2).sum(axis=0)) * math.sqrt(float(force @ force))
            change[slope.columns] += arm * self.terms.turns[slope.columns] * self.terms.root[slope.columns] ** 2
        return g, change

    def ends(self, part: Subsystem, q: Array, *, back: bool) -> tuple[Array, Array, Array, Array]:
        """How far rows and parameters may go from here: low, high of the weighted rows, then of x = dq/√K.

        A row that is beyond its range must go ``back``, or else no farther.
        """
        t, own, rows = self.terms, part.columns, part.rows
        on = self.scales[rows] > 0
        with np.errstate(invalid="ignore"):
            low = np.where(on, (t.low[rows] - self.c[rows]) * self.scales[rows], -np.inf)
            high = np.where(on, (t.high[rows] - self.c[rows]) * self.scales[rows], np.inf)
        if not back:
            low, high = np.minimum(low, 0.0), np.maximum(high, 0.0)
        return low, high, (t.lo[own] - q[own]) / t.root[own], (t.hi[own] - q[own]) / t.root[own]

    def bends(self, part: Subsystem) -> Array:
        """Factors (rows,) that give springs the curvature that JᵀJ leaves out: L(L + d) for L² at the distance d."""
        t = self.terms
        bend = np.ones(len(part.rows))
        for first, last in t.springs:
            own = (part.rows >= first) & (part.rows < last)
            lever = float(((part.programme.a[own] / t.root[part.columns]) ** 2).sum(axis=0).max(initial=0.0))
            r = self.c[part.rows[own]] * self.scales[part.rows[own]]
            if lever > 0:
                bend[own] = math.sqrt(1 + math.sqrt(float(r @ r) / lever))
        return bend


def _parts(source: Source, terms: Terms, trust: float, truncation: float) -> list[Subsystem]:
    """Rows joined by the columns that can move, and the columns that no row uses."""
    movable = (terms.root > 0) & (terms.lo < terms.hi)
    owner = np.arange(len(terms.root))

    def find(i: int) -> int:
        while owner[i] != i:
            owner[i] = owner[owner[i]]
            i = int(owner[i])
        return i

    first = len(terms.kinds) - len(terms.linear)
    blocks = [(start, last, np.asarray(columns)) for start, last, columns in source.columns()]
    blocks += [(first + i, first + i + 1, np.flatnonzero(a)) for i, a in enumerate(terms.linear)]
    own = [columns[movable[columns]].tolist() for _, _, columns in blocks]
    for columns in own:
        for column in columns[1:]:
            a, b = find(columns[0]), find(column)
            owner[max(a, b)] = min(a, b)
    for choice in terms.choices:  # members of a disjunction belong together
        rows_of = range(choice.members[0][0], choice.members[-1][1])
        homes = [columns[0] for (start, _, _), columns in zip(blocks, own, strict=True) if columns and start in rows_of]
        for home in homes[1:]:
            a, b = find(homes[0]), find(home)
            owner[max(a, b)] = min(a, b)
    rows: dict[int, list[int]] = {}
    for (start, last, _), columns in zip(blocks, own, strict=True):
        # rows that nothing can move keep a place, for what they lack is told all the same
        rows.setdefault(find(columns[0]) if columns else -1, []).extend(range(start, last))
    members: dict[int, list[int]] = {}
    for column in np.flatnonzero(movable).tolist():
        root = find(column)
        members.setdefault(root if root in rows else -1, []).append(column)
    parts = []
    for key in sorted({*rows, *members}):
        mine = sorted(rows.get(key, []), key=lambda row: (terms.kinds[row], row))
        columns = np.array(members.get(key, []), np.int64)
        yields = (terms.kinds[mine] != SOFT) & (np.array(mine, np.int64) < first)  # linear limits do not
        programme = Programme(terms.kinds[mine], yields, len(columns), truncation)
        parts.append(Subsystem(columns, np.array(mine, np.int64), programme, trust))
    return parts
