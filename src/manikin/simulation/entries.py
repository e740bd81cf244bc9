"""The wiring of a simulation: its network, and the joints that its constraints and forces may use.

Both follow one by one what comes and goes (W 5.3.4, Z 10): a new constraint is wired to the handles that are there
already, a chain is reconciled by counting who may use a parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.goals import AnyOf
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows
from manikin.problem.kernel_tables import differ_in_constants_only
from manikin.problem.network import GoalBlock, HandleBlock, Network, PoseBlock, figure_of, row_weights
from manikin.problem.problem import Problem
from manikin.simulation.active_set import EQUAL, RANGED, SOFT
from manikin.simulation.flat_entries import Flat, FlatRows, flat_push, flat_rows
from manikin.simulation.forces import ConstantForce
from manikin.simulation.subsystems import Choice, Terms
from manikin.solvers.jacobian.transpose import speeds

__all__ = ["Entry", "Measure", "Role", "Wires", "Wiring"]

Role = Literal["constraint", "force"]


@dataclass(frozen=True, eq=False)
class Measure:
    """A goal that was wired, and what is asked of its rows: each between ``low`` and ``high``."""

    block: GoalBlock
    kind: int
    low: float = 0.0
    high: float = 0.0

    @property
    def goal(self) -> Goal:
        return self.block.goal

    @property
    def beyond(self) -> Array:
        """How far its rows are beyond what they may be (rows,), at the network's state."""
        rows = self.block.residual
        return np.asarray(rows - np.clip(rows, self.low, self.high))


@dataclass(eq=False)
class Entry:
    """Something that was added: what the user gave, what measures it, which parameters it may use.

    A ranged constraint is measured by another goal, a disjunction by those of its members, of which one counts.  A push
    has no measures: it is read from the pose that its handle sits on.
    """

    role: Role
    given: Goal | ConstantForce
    columns: np.ndarray
    source: PoseBlock | None = None
    measures: tuple[Measure, ...] = ()
    favoured: int = -1  # of a disjunction, the member that counted last
    piece: Any = None  # of the compiled simulation, made when it is first wanted

    @property
    def goals(self) -> list[Goal]:
        """The goals that have the rows."""
        return [measure.goal for measure in self.measures]

    @property
    def rows(self) -> int:
        return sum(goal.rows for goal in self.goals)

    def alike(self, other: Entry) -> bool:
        """Whether both give the same tables but for the values of constants."""
        return (
            bool(self.measures)
            and [(m.kind, m.low, m.high) for m in self.measures] == [(m.kind, m.low, m.high) for m in other.measures]
            and all(map(differ_in_constants_only, self.goals, other.goals))
        )


class Wiring:
    """Entries by name.  The rows of constraints come first, each kind in the order of its coming."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.network = Network(problem.figures)
        self.entries: dict[str, Entry] = {}
        self._users = np.zeros(problem.size, np.int64)  # how many constraints and forces may use a parameter
        self._chained = 0

    @property
    def usable(self) -> np.ndarray:
        """(size,) booleans: all, unless some entry names its chain; then those that some entry may use."""
        return (self._users > 0) | (self._chained == 0)

    def entry(self, name: str) -> Entry:
        """What goes by a name."""
        if name not in self.entries:
            raise UnknownName("constraint or force", name, list(self.entries))
        return self.entries[name]

    def enter(self, role: Role, given: Any, name: str | None) -> str:
        """Wire something new; gives its name."""
        chosen = name if name is not None else getattr(given, "name", None)
        if chosen is None:
            kind = getattr(given, "kind", "push")
            chosen = next(k for i in range(1, len(self.entries) + 2) if (k := f"{kind} {i}") not in self.entries)
        if chosen in self.entries:
            raise InputError(f"there is a {shorten(chosen)} already: replace it, or give another name")
        entry = self._made(role, given, chosen)
        self.entries[chosen] = entry
        self._settle()
        self._count(entry, 1)
        return chosen

    def remove(self, name: str) -> None:
        """Take something out; blocks and chains that served it alone go with it."""
        entry = self.entry(name)
        self._unwire(entry)
        self._count(entry, -1)
        del self.entries[name]

    def replace(self, name: str, given: Any) -> tuple[Entry, Entry]:
        """Another in the place of one; gives both."""
        old = self.entry(name)
        new = self._made(old.role, given, name)
        if new.favoured < 0 and len(new.measures) == len(old.measures):
            new.favoured = old.favoured
        self._unwire(old)
        self._count(old, -1)
        self._count(new, 1)
        self.entries[name] = new
        self._settle()
        return old, new

    def _unwire(self, entry: Entry) -> None:
        for measure in entry.measures:
            self.network.remove(measure.block)

    def _settle(self) -> None:
        """Bring the network's goals into the order of the rows."""
        self.network.goals[:] = [measure.block for _, _, entry in self.rows() for measure in entry.measures]

    def _made(self, role: Role, given: Any, name: str) -> Entry:
        if isinstance(given, ConstantForce) and role == "force":
            figure = figure_of(given.handle, self.network.figures)
            given.handle.check(figure)
            source = self.network.poses[figure.name]
            return Entry(role, given, given.handle.columns(figure) + source.start, source)
        if not isinstance(given, Goal):
            raise InputError(f"a {role} is a goal{' or a push' * (role == 'force')}, not {shorten(given)}")
        members, favoured = [given], -1
        if isinstance(given, AnyOf):
            members = [replace(goal, weight=given.weight * goal.weight) for goal in given.goals]
            favoured = -1 if given.favoured is None else given.favoured
        measures: list[Measure] = []
        try:
            for goal in members:
                measures.append(self._measure(role, goal))
            own = np.unique(np.concatenate([columns_of(measure.block) for measure in measures]))
            columns = self._chain(given, name, own)
        except Exception:
            for measure in measures:
                self.network.remove(measure.block)
            raise
        return Entry(role, given, columns, None, tuple(measures), favoured)

    def _measure(self, role: Role, goal: Goal) -> Measure:
        if role == "force":
            return Measure(self.network.add(goal), SOFT)
        measured, low, high = goal.as_range() or (goal, 0.0, 0.0)
        return Measure(self.network.add(measured), EQUAL if low == high else RANGED, low, high)

    def _chain(self, goal: Goal, name: str, own: np.ndarray) -> np.ndarray:
        if goal.chain is None:
            return own
        named = sorted({column for part in goal.chain for column in self.problem.columns(part)})
        if not np.isin(own, named).any():
            joints = ", ".join(map(str, goal.chain))
            raise InputError(f"{shorten(name)}: none of the joints of its chain ({joints}) moves its handles")
        return np.array(named, np.int64)

    def _count(self, entry: Entry, by: int) -> None:
        """Reconcile the chains: only this entry's parameters are looked at."""
        self._users[entry.columns] += by
        self._chained += by * (getattr(entry.given, "chain", None) is not None)

    # -- what a stepper asks for ---------------------------------------------------------------

    def rows(self) -> Iterator[tuple[str, slice, Entry]]:
        """Everything that has rows, and where they stand."""
        start = 0
        wired = [(name, entry) for name, entry in self.entries.items() if entry.measures]
        for name, entry in sorted(wired, key=lambda item: item[1].role == "force"):
            yield name, slice(start, start + entry.rows), entry
            start += entry.rows

    @property
    def disjunctions(self) -> dict[str, Entry]:
        """The entries of which one member counts, in the order of their rows."""
        return {name: entry for name, _, entry in self.rows() if isinstance(entry.given, AnyOf)}

    def pieces(self, make: Callable[[Flat], Any]) -> dict[str, Any] | None:
        """What the compiled simulation joins, rows in their order; None where something is not built in."""
        pushes = [(name, entry) for name, entry in self.entries.items() if not entry.measures]
        found = {}
        for name, entry in [*((name, entry) for name, _, entry in self.rows()), *pushes]:
            if entry.piece is None:
                flat = self._flat(entry)
                if flat is None:
                    return None
                entry.piece = make(flat)
            found[name] = entry.piece
        return found

    def _flat(self, entry: Entry) -> Flat | None:
        if isinstance(entry.given, ConstantForce):
            return flat_push(entry.given, self.network.figures)
        return flat_rows(
            [FlatRows(m.goal, m.kind, m.low, m.high, _distances(m)) for m in entry.measures],
            self.network.figures,
            hysteresis=entry.given.hysteresis if isinstance(entry.given, AnyOf) else None,
        )

    def terms(self, mobility: Array, *, limits_only: bool = False) -> Terms:
        """What is asked of the rows, linear limits last, or of the linear limits alone."""
        problem = self.problem
        a, a_lo, a_hi = problem.linear_limits
        kinds: list[int] = []
        low, high, scales = [np.zeros(0)], [np.zeros(0)], [np.zeros(0)]
        springs: list[tuple[int, int]] = []
        choices: list[Choice] = []
        for _, own, entry in () if limits_only else self.rows():
            starts = [own.start]
            for measure in entry.measures:
                count = measure.goal.rows
                kinds += [measure.kind] * count
                low.append(np.full(count, measure.low))
                high.append(np.full(count, measure.high))
                scales.append(row_weights(measure.goal))
                springs += [(starts[-1] + first, starts[-1] + last) for first, last in _distances(measure)]
                starts.append(starts[-1] + count)
            if isinstance(entry.given, AnyOf):
                choices.append(Choice(tuple(pairwise(starts)), entry.given.hysteresis))
        kinds += [EQUAL if lo == hi else RANGED for lo, hi in zip(a_lo, a_hi, strict=True)]
        return Terms(
            kinds=np.array(kinds, np.uint8),
            low=np.concatenate([*low, a_lo]),
            high=np.concatenate([*high, a_hi]),
            scales=np.concatenate([*scales, np.ones(len(a))]),
            springs=np.array(springs, np.int32).reshape(-1, 2),
            choices=tuple(choices),
            lo=problem.lo,
            hi=problem.hi,
            root=np.sqrt(mobility),
            speed=speeds(problem),
            turns=np.array([v.kind != "slide" for v in problem.variables], np.uint8),
            linear=a,
        )


class Wires:
    """The rows of a wiring's network, as a stepper in Python asks for them."""

    def __init__(self, wiring: Wiring) -> None:
        self._network = wiring.network
        self._pushes = [(e.given, e.source) for e in wiring.entries.values() if isinstance(e.given, ConstantForce)]

    def columns(self) -> Iterator[tuple[int, int, np.ndarray]]:
        start = 0
        for block in self._network.goals:
            yield start, start + block.goal.rows, columns_of(block)
            start += block.goal.rows

    def rows(self, q: Array) -> Array:
        self._network.state = q
        return self._network.raw_residual()

    def slopes(self) -> Iterator[tuple[int, SparseRows]]:
        start = 0
        for goal, block in zip(self._network.goals, self._network.jacobian_blocks(), strict=True):
            yield start, block
            start += goal.goal.rows

    def pushes(self) -> Iterator[tuple[SparseRows, Array]]:
        for push, source in self._pushes:
            assert source is not None
            yield push.handle.sparse_jacobian(source.pose).shifted(source.start), push.numbers


def columns_of(block: GoalBlock) -> np.ndarray:
    """The parameters that a goal's handles depend on, ascending."""
    sources = [b for b in block.handles if isinstance(b, HandleBlock)]
    return np.unique(np.concatenate([np.zeros(0, np.int64), *(b.own_columns + b.source.start for b in sources)]))


def _distances(measure: Measure) -> list[tuple[int, int]]:
    """Of a spring: runs of rows that are distances, as (first, last)."""
    found: list[tuple[int, int]] = []
    for i, unit in enumerate(measure.goal.units if measure.kind == SOFT else ()):
        if unit == "m":
            first = found.pop()[0] if found and found[-1][1] == i else i
            found.append((first, i + 1))
    return found
