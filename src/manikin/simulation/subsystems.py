"""Independent subsystems of a constrained system: rows and columns that are coupled (W 5.3.4: sparse blocks).

Rows without a common movable parameter belong to different subsystems.  Each is solved by itself, so that the cost
grows linearly with the number of independent limbs.  Mirrors kernels/src/simulation/subsystems.hpp.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows
from manikin.simulation.active_set import SOFT, QuadraticProgramme

__all__ = ["Choice", "Source", "Subsystem", "Subsystems", "Terms"]


MAX_SECANTS = 6
"""Most rows of learnt curvature of a subsystem."""
LACKING_SHARE = 0.1
"""Curvature is learnt where the rows lack more than this share of it."""


@dataclass(frozen=True)
class Choice:
    """A disjunction (``manikin.AnyOf``): of its ``members``, given by their rows (first, last), one counts."""

    members: tuple[tuple[int, int], ...]
    hysteresis: float


@dataclass(frozen=True, eq=False)
class Terms:
    """The kinds, ranges and scales of R rows and, after them, of k linear limits; and how parameters may move.

    Attributes:
        kinds: EQUAL, RANGED or SOFT (R + k,).
        low: Lower end of each row in its own unit (R + k,).
        high: Upper end (R + k,).
        scales: Weight of each row; 0 for a row that does not count (R + k,).
        springs: (first, last) rows that are distances to a target (s, 2).
        choices: The disjunctions among the rows.
        lo: Lower limits of the parameters (n,).
        hi: Upper limits (n,).
        root: √K of every parameter (n,); 0 for one that may not move.
        speed: Largest speed [rad/s, m/s] (n,).
        turns: Whether a parameter is an angle (n,).
        linear: The rows of the linear limits (k, n).
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
    """Where the subsystems get the values and derivatives of the rows from."""

    def columns(self) -> Iterable[tuple[int, int, np.ndarray]]:
        """First row, last row and columns of every block."""

    def rows(self, q: Array) -> Array:
        """The rows (R,) at a state, in their own units."""

    def jacobians(self) -> Iterable[tuple[int, SparseRows]]:
        """First row and weighted Jacobian of every block, at the state evaluated last."""

    def pushes(self) -> Iterable[tuple[SparseRows, Array]]:
        """Jacobian and force of every constant force, at the same state."""


@dataclass(eq=False)
class Subsystem:
    """Rows and columns that are coupled, and how far the present step is with them.

    Attributes:
        columns: Indices of its parameters.
        rows: Indices of its rows.
        programme: The quadratic programme of its steps.
        trust: Largest change of a parameter that the next step tries [rad, m].
        merit: Σ weighted violation² at the state reached.
        worst: Largest violation at the state reached [own unit].
        chord: Whether the next correction uses the Jacobian of the last one.
        released: Whether the next correction may release active ends.
        sets: The active sets of the step; None while corrections have not changed them.
        open: Whether corrections go on.
        shortened: Whether the present step was shortened.
        fraction: Share of the predicted step that is tried.
        correction: Change of its parameters by a correction [rad, m]; None where it is not known yet.
        correction_fraction: Share of the correction that is tried.
        last: Of the last implicit step: √K⁻¹ q where it began, and the gradient of the springs there by √K⁻¹ q.
        fall: The energy that forces would give off along the predicted step if they stayed as they are [J].
    """

    columns: np.ndarray
    rows: np.ndarray
    programme: QuadraticProgramme
    trust: float
    merit: float = 0.0
    worst: float = 0.0
    chord: bool = False
    released: bool = False
    sets: tuple[np.ndarray, np.ndarray] | None = None
    open: bool = True
    shortened: bool = False
    fraction: float = 1.0
    correction: Array | None = None
    correction_fraction: float = 1.0
    last: tuple[Array, Array] | None = None
    fall: float = 0.0

    def learn_curvature(self, x: Array, gradient: Array, h: float) -> None:
        """Learn the curvature that the rows of the springs lack from how their gradient changed since the last step.

        The symmetric rank-one update of quasi-Newton methods, kept as rows; only stiffness is kept.
        """
        last, self.last = self.last, (x, gradient)
        if last is None:
            return
        programme, s = self.programme, x - last[0]
        rows = np.concatenate([programme.a[programme.kinds == SOFT], programme.secants])
        missing = gradient - last[1] - rows.T @ (rows @ s)
        lacking, known = float(s @ missing), float(((rows @ s) ** 2).sum() + s @ s / h)
        if lacking > LACKING_SHARE * known:
            programme.secants = np.concatenate([programme.secants, missing[None] / math.sqrt(lacking)])[-MAX_SECANTS:]
        elif lacking < -LACKING_SHARE * known:
            programme.secants = programme.secants[1:]

    def forget_curvature(self) -> None:
        """Forget what was learnt: the springs are others now, or the state is another."""
        self.last, self.programme.secants = None, self.programme.secants[:0]

    def lowest(self, gained: float) -> float:
        """The share of the tried step at which the energy is lowest: of the parabola through what is known of it."""
        fall = self.fraction * self.fall
        return fall / (2 * (gained + fall)) if fall > 0 and gained + fall > 0 else 1.0


class Subsystems:
    """The subsystems, and the rows at the state evaluated last."""

    def __init__(self, source: Source, terms: Terms, trust: float, truncation: float) -> None:
        self.source, self.terms = source, terms
        self.c = np.zeros(0)
        self.scales = terms.scales  # 0 for members of disjunctions that do not count
        self.chosen = [-1] * len(terms.choices)
        # what holds at present: a correction may move parameters less far than their limits, and rows a part of the way
        self.bounds, self.low, self.high = (terms.lo, terms.hi), terms.low, terms.high
        self.subsystems = _divided(source, terms, trust, truncation)

    def evaluate_at(self, q: Array) -> None:
        """Evaluate the rows at a state, linear limits last."""
        self.c = np.concatenate([self.source.rows(q), self.terms.linear @ q])

    def favour(self, chosen: Sequence[int]) -> None:
        """Make these members of the disjunctions count; −1 where none is chosen yet."""
        self.chosen = list(chosen)
        self.scales = self.terms.scales.copy()
        for choice, favoured in zip(self.terms.choices, chosen, strict=True):
            for i, (first, last) in enumerate(choice.members):
                self.scales[first:last] *= i == favoured
        for subsystem in self.subsystems:
            subsystem.forget_curvature()

    def choose_members(self, tolerance: float) -> None:
        """Choose among the members of disjunctions at the state evaluated last: the one with the smallest residual.

        The member that counted last stays until another's residual is smaller by the share ``hysteresis``.  A satisfied
        member that holds the figure at an end is replaced by a satisfied one with slack, so that a figure can go round
        a corner.
        """
        if not self.terms.choices:
            return
        found = []
        for choice, favoured in zip(self.terms.choices, self.chosen, strict=True):
            costs, slacks = zip(*(self._nearness(*member, tolerance) for member in choice.members), strict=True)
            best = favoured
            if favoured < 0 or costs[favoured] > 0:
                shares = [1 - choice.hysteresis * (i == favoured) for i in range(len(costs))]
                best = min(range(len(costs)), key=lambda i: (costs[i] * shares[i] ** 2, -slacks[i], i != favoured))
            elif slacks[favoured] <= 0:
                best = min(range(len(costs)), key=lambda i: (costs[i] > 0, -slacks[i], i != favoured))
            found.append(best)
        if found != self.chosen:
            self.favour(found)

    def _nearness(self, first: int, last: int, tolerance: float) -> tuple[float, float]:
        """Of a member: its squared weighted residual, 0 if it is satisfied, and its weighted slack, 0 at an end."""
        t, c = self.terms, self.c[first:last]
        low, high, scales = t.low[first:last], t.high[first:last], t.scales[first:last]
        beyond, slack = c - np.clip(c, low, high), np.minimum(c - low, high - c)
        cost = float(((scales * beyond) ** 2).sum()) if np.abs(beyond).max() > tolerance else 0.0
        return cost, float((scales * slack).min()) if slack.min() > tolerance else 0.0

    def find_jacobians(self, subsystems: Sequence[Subsystem]) -> None:
        """Set A = J √K of some subsystems, at the state evaluated last."""
        t = self.terms
        blocks = [*self.source.jacobians()]
        first = len(t.kinds) - len(t.linear)
        blocks += [(first + i, SparseRows(np.arange(len(a)), a[None])) for i, a in enumerate(t.linear)]
        place = np.full((2, max(len(t.kinds), len(t.root))), -1)
        for subsystem in subsystems:
            place[:] = -1
            place[0, subsystem.rows], place[1, subsystem.columns] = (
                np.arange(len(subsystem.rows)),
                np.arange(len(subsystem.columns)),
            )
            subsystem.programme.a = np.zeros((len(subsystem.rows), len(subsystem.columns)))
            for start, block in blocks:
                columns = place[1, block.columns]
                inside = columns >= 0
                for i, row in enumerate(place[0, start : start + len(block.block)]):
                    if row >= 0 and self.scales[start + i] > 0:
                        own = columns[inside]
                        subsystem.programme.a[row, own] = block.block[i, inside] * t.root[subsystem.columns[own]]

    def violation(self, subsystem: Subsystem) -> Array:
        """How far each row of a subsystem is beyond its range [own unit]; 0 for springs."""
        t, rows = self.terms, subsystem.rows
        beyond = self.c[rows] - np.clip(self.c[rows], self.low[rows], self.high[rows])
        return np.where((t.kinds[rows] == SOFT) | (self.scales[rows] == 0), 0.0, beyond)

    def measure_violation(self, subsystem: Subsystem) -> tuple[float, float]:
        """Σ weighted violation², and the largest violation in its own unit."""
        beyond = self.violation(subsystem)
        weighted = beyond * self.scales[subsystem.rows]
        return float(weighted @ weighted), float(np.abs(beyond).max(initial=0.0))

    def energy(self, subsystem: Subsystem) -> float:
        """The energy of the springs: ½ Σ strength · distance² [J]."""
        own = subsystem.rows[self.terms.kinds[subsystem.rows] == SOFT]
        r = self.c[own] * self.scales[own]
        return 0.5 * float(r @ r)

    def push_forces(self) -> tuple[Array, Array]:
        """The generalised force of the constant forces (n,), and how fast it changes as joints turn (n,)."""
        g, change = np.zeros(len(self.terms.root)), np.zeros(len(self.terms.root))
        for jacobian, force in self.source.pushes():
            g[jacobian.columns] += jacobian.block.T @ force
            arm = np.sqrt((jacobian.block**2).sum(axis=0)) * math.sqrt(float(force @ force))
            change[jacobian.columns] += (
                arm * self.terms.turns[jacobian.columns] * self.terms.root[jacobian.columns] ** 2
            )
        return g, change

    def ranges(self, subsystem: Subsystem, q: Array, *, back: bool) -> tuple[Array, Array, Array, Array]:
        """How far rows and parameters may go from a state: low, high of the weighted rows, then of x = dq/√K.

        A row beyond its range must go ``back``; or, without ``back``, no farther.
        """
        t, own, rows = self.terms, subsystem.columns, subsystem.rows
        on = self.scales[rows] > 0
        with np.errstate(invalid="ignore"):
            low = np.where(on, (self.low[rows] - self.c[rows]) * self.scales[rows], -np.inf)
            high = np.where(on, (self.high[rows] - self.c[rows]) * self.scales[rows], np.inf)
        if not back:
            low, high = np.minimum(low, 0.0), np.maximum(high, 0.0)
        lower, upper = self.bounds[0][own], self.bounds[1][own]
        return low, high, (lower - q[own]) / t.root[own], (upper - q[own]) / t.root[own]

    def spring_curvature(self, subsystem: Subsystem) -> Array:
        """Factors of the rows (rows,) for the curvature of springs that JᵀJ leaves out.

        At the distance d a spring on a lever L has the curvature L(L + d) instead of L².
        """
        t = self.terms
        factors = np.ones(len(subsystem.rows))
        for first, last in t.springs:
            own = (subsystem.rows >= first) & (subsystem.rows < last)
            lever = float(((subsystem.programme.a[own] / t.root[subsystem.columns]) ** 2).sum(axis=0).max(initial=0.0))
            r = self.c[subsystem.rows[own]] * self.scales[subsystem.rows[own]]
            if lever > 0:
                factors[own] = math.sqrt(1 + math.sqrt(float(r @ r) / lever))
        return factors


def _divided(source: Source, terms: Terms, trust: float, truncation: float) -> list[Subsystem]:
    """Rows divided into subsystems that share movable columns.  The first one takes the columns that no row uses."""
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
    for choice in terms.choices:  # all members of a disjunction are in one subsystem
        rows_of = range(choice.members[0][0], choice.members[-1][1])
        homes = [columns[0] for (start, _, _), columns in zip(blocks, own, strict=True) if columns and start in rows_of]
        for home in homes[1:]:
            a, b = find(homes[0]), find(home)
            owner[max(a, b)] = min(a, b)
    rows: dict[int, list[int]] = {}
    for (start, last, _), columns in zip(blocks, own, strict=True):
        # keep rows that no parameter can move: their violation is still reported
        rows.setdefault(find(columns[0]) if columns else -1, []).extend(range(start, last))
    members: dict[int, list[int]] = {}
    for column in np.flatnonzero(movable).tolist():
        root = find(column)
        members.setdefault(root if root in rows else -1, []).append(column)
    subsystems = []
    for key in sorted({*rows, *members}):
        mine = sorted(rows.get(key, []), key=lambda row: (terms.kinds[row], row))
        columns = np.array(members.get(key, []), np.int64)
        yields = (terms.kinds[mine] != SOFT) & (np.array(mine, np.int64) < first)  # linear limits do not
        programme = QuadraticProgramme(terms.kinds[mine], yields, len(columns), truncation)
        subsystems.append(Subsystem(columns, np.array(mine, np.int64), programme, trust))
    return subsystems
