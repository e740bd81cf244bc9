"""The constraints and forces of a simulation: their network, and the parameters that they may use.

Both are updated with each entry that is added or removed (W 5.3.4, Z 10).  A new goal shares the handles that are in
the network already.  For every parameter the entries that may use it are counted.
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
from manikin.problem.goal_words import figure_before
from manikin.problem.kernel_tables import differ_in_constants_only
from manikin.problem.network import GoalBlock, HandleBlock, Network, PoseBlock, figure_of, row_weights
from manikin.problem.problem import Problem
from manikin.simulation.active_set import EQUAL, RANGED, SOFT
from manikin.simulation.flat_entries import FlatEntry, GoalRows, flat_force, flat_goals
from manikin.simulation.forces import ConstantForce
from manikin.simulation.subsystems import Choice, Terms

__all__ = ["Entries", "Entry", "NetworkRows", "Role", "WiredGoal"]

Role = Literal["constraint", "force"]


@dataclass(frozen=True, eq=False)
class WiredGoal:
    """A goal in the network, and the range of its rows.

    Attributes:
        block: The goal's block in the network.
        kind: EQUAL, RANGED or SOFT.
        low: Lower end of every row, in its own unit.
        high: Upper end of every row.
    """

    block: GoalBlock
    kind: int
    low: float = 0.0
    high: float = 0.0

    @property
    def goal(self) -> Goal:
        return self.block.goal

    @property
    def violation(self) -> Array:
        """How far the rows are beyond their range (rows,), at the network's state."""
        rows = self.block.residual
        return np.asarray(rows - np.clip(rows, self.low, self.high))


@dataclass(eq=False)
class Entry:
    """A constraint or force that was added.

    Attributes:
        role: Constraint or force.
        given: The goal or constant force that the user gave.
        columns: Parameters that it may use.
        source: Of a constant force, the pose that its handle belongs to.
        wired: The goals in the network.  An inequality is there as the goal that measures its range, a disjunction as
            its members, of which one counts.  A constant force has none.
        favoured: Of a disjunction, the member that counted last; −1 for none.
        piece: For the compiled simulation; made when it is first needed.
    """

    role: Role
    given: Goal | ConstantForce
    columns: np.ndarray
    source: PoseBlock | None = None
    wired: tuple[WiredGoal, ...] = ()
    favoured: int = -1
    piece: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"piece": None}  # it is compiled again

    @property
    def goals(self) -> list[Goal]:
        """The goals that the rows belong to."""
        return [one.goal for one in self.wired]

    @property
    def rows(self) -> int:
        return sum(goal.rows for goal in self.goals)

    def alike(self, other: Entry) -> bool:
        """Whether both give the same tables except for the values of constants."""
        return (
            bool(self.wired)
            and [(m.kind, m.low, m.high) for m in self.wired] == [(m.kind, m.low, m.high) for m in other.wired]
            and all(map(differ_in_constants_only, self.goals, other.goals))
        )


class Entries:
    """The entries ``by_name``.  Rows of constraints come before rows of forces, each in the order of being added."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.network = Network(problem.figures)
        self.by_name: dict[str, Entry] = {}
        self._users = np.zeros(problem.size, np.int64)  # number of entries that may use a parameter
        self._chained = 0  # number of entries with a chain of their own

    @property
    def usable(self) -> np.ndarray:
        """Whether a parameter may move (size,): all may, unless an entry names its chain; then those of some entry."""
        return (self._users > 0) | (self._chained == 0)

    def entry(self, name: str) -> Entry:
        """The entry with a name."""
        if name not in self.by_name:
            raise UnknownName("constraint or force", name, list(self.by_name))
        return self.by_name[name]

    def enter(self, role: Role, given: Any, name: str | None) -> str:
        """Add an entry; returns its name."""
        chosen = name if name is not None else getattr(given, "name", None)
        if chosen is None:
            kind = getattr(given, "kind", "push")
            chosen = next(k for i in range(1, len(self.by_name) + 2) if (k := f"{kind} {i}") not in self.by_name)
        if chosen in self.by_name and name is None and isinstance(given, Goal):
            taken = self.by_name[chosen].given
            if isinstance(taken, Goal) and figure_before(taken, chosen) != figure_before(given, chosen):
                chosen = figure_before(given, chosen)  # two figures may have locks of one name
        if chosen in self.by_name:
            raise InputError(f"there is a {shorten(chosen)} already: replace it, or give another name")
        entry = self._made(role, given, chosen)
        self.by_name[chosen] = entry
        self._order_goals()
        self._count(entry, 1)
        return chosen

    def remove(self, name: str) -> None:
        """Remove an entry with the blocks and chains that only it used."""
        entry = self.entry(name)
        self._unwire(entry)
        self._count(entry, -1)
        del self.by_name[name]

    def replace(self, name: str, given: Any) -> tuple[Entry, Entry]:
        """Replace an entry; returns the old and the new one."""
        old = self.entry(name)
        new = self._made(old.role, given, name)
        if new.favoured < 0 and len(new.wired) == len(old.wired):
            new.favoured = old.favoured
        self._unwire(old)
        self._count(old, -1)
        self._count(new, 1)
        self.by_name[name] = new
        self._order_goals()
        return old, new

    def _unwire(self, entry: Entry) -> None:
        for one in entry.wired:
            self.network.remove(one.block)

    def _order_goals(self) -> None:
        """Put the network's goals in the order of the rows."""
        self.network.goals[:] = [one.block for _, _, entry in self.rows() for one in entry.wired]

    def _made(self, role: Role, given: Any, name: str) -> Entry:
        if isinstance(given, ConstantForce) and role == "force":
            figure = figure_of(given.handle, self.network.figures)
            given.handle.check(figure)
            source = self.network.poses[figure.name]
            return Entry(role, given, given.handle.columns(figure) + source.start, source)
        if not isinstance(given, Goal):
            raise InputError(f"a {role} is a goal{' or a constant force' * (role == 'force')}, not {shorten(given)}")
        members, favoured = [given], -1
        if isinstance(given, AnyOf):
            members = [replace(goal, weight=given.weight * goal.weight) for goal in given.goals]
            favoured = -1 if given.favoured is None else given.favoured
        wired: list[WiredGoal] = []
        try:
            for goal in members:
                wired.append(self._wire(role, goal))
            own = np.unique(np.concatenate([columns_of(one.block) for one in wired]))
            columns = self._chain(given, name, own)
        except Exception:
            for one in wired:
                self.network.remove(one.block)
            raise
        return Entry(role, given, columns, None, tuple(wired), favoured)

    def _wire(self, role: Role, goal: Goal) -> WiredGoal:
        if role == "force":
            return WiredGoal(self.network.add(goal), SOFT)
        measured, low, high = goal.as_range() or (goal, 0.0, 0.0)
        return WiredGoal(self.network.add(measured), EQUAL if low == high else RANGED, low, high)

    def _chain(self, goal: Goal, name: str, own: np.ndarray) -> np.ndarray:
        if goal.chain is None:
            return own
        named = sorted({column for part in goal.chain for column in self.problem.columns(part)})
        if not np.isin(own, named).any():
            joints = ", ".join(map(str, goal.chain))
            raise InputError(f"{shorten(name)}: none of the joints of its chain ({joints}) moves its handles")
        return np.array(named, np.int64)

    def _count(self, entry: Entry, by: int) -> None:
        """Count the users of the parameters of one entry."""
        self._users[entry.columns] += by
        self._chained += by * (getattr(entry.given, "chain", None) is not None)

    # -- for a stepper -------------------------------------------------------------------------

    def rows(self) -> Iterator[tuple[str, slice, Entry]]:
        """Every entry with rows, and which rows these are."""
        start = 0
        with_rows = [(name, entry) for name, entry in self.by_name.items() if entry.wired]
        for name, entry in sorted(with_rows, key=lambda item: item[1].role == "force"):
            yield name, slice(start, start + entry.rows), entry
            start += entry.rows

    @property
    def disjunctions(self) -> dict[str, Entry]:
        """The entries that are disjunctions, in the order of their rows."""
        return {name: entry for name, _, entry in self.rows() if isinstance(entry.given, AnyOf)}

    def pieces(self, make: Callable[[FlatEntry], Any]) -> dict[str, Any] | None:
        """The entries for the compiled simulation, in the order of their rows; None where one is not built in."""
        pushes = [(name, entry) for name, entry in self.by_name.items() if not entry.wired]
        found = {}
        for name, entry in [*((name, entry) for name, _, entry in self.rows()), *pushes]:
            if entry.piece is None:
                flat = self._flat(entry)
                if flat is None:
                    return None
                entry.piece = make(flat)
            found[name] = entry.piece
        return found

    def _flat(self, entry: Entry) -> FlatEntry | None:
        if isinstance(entry.given, ConstantForce):
            return flat_force(entry.given, self.network.figures)
        return flat_goals(
            [GoalRows(m.goal, m.kind, m.low, m.high, _distances(m)) for m in entry.wired],
            self.network.figures,
            hysteresis=entry.given.hysteresis if isinstance(entry.given, AnyOf) else None,
        )

    def terms(self, mobility: Array, *, limits_only: bool = False) -> Terms:
        """Kinds, ranges and scales of the rows, linear limits last; or of the linear limits only."""
        problem = self.problem
        a, a_lo, a_hi = problem.linear_limits
        kinds: list[int] = []
        low, high, scales = [np.zeros(0)], [np.zeros(0)], [np.zeros(0)]
        springs: list[tuple[int, int]] = []
        choices: list[Choice] = []
        for _, own, entry in () if limits_only else self.rows():
            starts = [own.start]
            for one in entry.wired:
                count = one.goal.rows
                kinds += [one.kind] * count
                low.append(np.full(count, one.low))
                high.append(np.full(count, one.high))
                scales.append(row_weights(one.goal))
                springs += [(starts[-1] + first, starts[-1] + last) for first, last in _distances(one)]
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
            speed=problem.state_vector.speeds,
            turns=np.array([v.kind != "slide" for v in problem.variables], np.uint8),
            linear=a,
        )


class NetworkRows:
    """The rows of the entries' network, for the stepper in Python; see ``subsystems.Source``."""

    def __init__(self, entries: Entries) -> None:
        self._network = entries.network
        self._pushes = [(e.given, e.source) for e in entries.by_name.values() if isinstance(e.given, ConstantForce)]

    def columns(self) -> Iterator[tuple[int, int, np.ndarray]]:
        start = 0
        for block in self._network.goals:
            yield start, start + block.goal.rows, columns_of(block)
            start += block.goal.rows

    def rows(self, q: Array) -> Array:
        self._network.state = q
        return self._network.raw_residual()

    def jacobians(self) -> Iterator[tuple[int, SparseRows]]:
        start = 0
        for goal, block in zip(self._network.goals, self._network.jacobian_blocks(), strict=True):
            yield start, block
            start += goal.goal.rows

    def pushes(self) -> Iterator[tuple[SparseRows, Array]]:
        for push, source in self._pushes:
            assert source is not None
            yield push.handle.sparse_jacobian(source.pose).shifted(source.start), push.numbers


def columns_of(block: GoalBlock) -> np.ndarray:
    """The parameters that the handles of a goal depend on, ascending."""
    sources = [b for b in block.handles if isinstance(b, HandleBlock)]
    return np.unique(np.concatenate([np.zeros(0, np.int64), *(b.own_columns + b.source.start for b in sources)]))


def _distances(one: WiredGoal) -> list[tuple[int, int]]:
    """(first, last) rows of a spring that are distances to a target."""
    found: list[tuple[int, int]] = []
    for i, unit in enumerate(one.goal.units if one.kind == SOFT else ()):
        if unit == "m":
            first = found.pop()[0] if found and found[-1][1] == i else i
            found.append((first, i + 1))
    return found
