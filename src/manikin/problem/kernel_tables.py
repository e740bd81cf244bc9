"""A problem whose handles and goals are all built in, as flat tables for the kernels.

Codes are those of ``kernel_codes``.  A kind of the user's own has no code, and a problem with one is evaluated through
the network.  Mirrors kernels/src/evaluation/program.hpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import accumulate, islice, pairwise
from typing import Any

import numpy as np

from manikin import goals as g, handles as h
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle, rotation_rows
from manikin.kernels.tables import Ints, Tables
from manikin.math.rotations import Array
from manikin.problem.kernel_codes import FIXED, FIXED_VECTOR, GOAL_CODES, HANDLE_CODES
from manikin.problem.network import figure_of, row_weights

__all__ = [
    "ProgramTables",
    "constants_of",
    "differ_in_constants_only",
    "flat_handle",
    "flat_members",
    "flatten",
    "is_flat",
    "simple",
    "with_constants",
]

CONSTANT_CODES: dict[type[Handle], int] = {
    h.FixedPoint: FIXED,
    h.FixedDirection: FIXED,
    h.FixedOrientation: FIXED,
    h.FixedFrame: FIXED,
    h.FixedVector: FIXED_VECTOR,
}


@dataclass(frozen=True)
class _Entries:
    """Tables as lists, for ``ProgramTables.chosen``.

    Attributes:
        goals: For each goal, its entries; a disjunction has one for each member.
        rows: For each entry, its rows.
        inputs: For each entry, its handles.
        goal_numbers: For each entry, its own constants.
        numbers: For each handle, its numbers.
        columns: For each handle, its parameters.
    """

    goals: dict[int, list[int]]
    rows: list[list[int]]
    inputs: list[list[int]]
    goal_numbers: list[list[float]]
    numbers: list[list[float]]
    columns: list[list[int]]


@dataclass(frozen=True, eq=False)
class ProgramTables:
    """The handles and goals of a problem as arrays: H handles, G goals, R rows.

    A member of a disjunction is a goal here.  Lists of different lengths are stored one after another, the i-th from
    ``starts[i]`` to ``starts[i + 1]``.

    Attributes:
        tree: The figures.
        handle_codes: Kinds of the handles (H,); see ``manikin.problem.kernel_codes``.
        handle_joints: Indices of their joints (H,); −1 for constants.
        handle_numbers: A point, direction or rotation in the joint's frame, or the value of a constant.
        handle_columns: The parameters of a parameter handle.
        goal_codes: Kinds of the goals (G,).
        goal_inputs: Indices of their handles.
        goal_numbers: Their own constants.
        goal_rows: How many rows each has (G,).
        choices: The disjunction that each belongs to (G,), or −1.
        row_scales: Factors of the rows in the objective (R,).
        choice_scales: Factors of the rows in the choice of a disjunction (R,).
        owners: Index of the problem's goal that each came from (G,).
    """

    tree: Tables
    handle_codes: np.ndarray
    handle_joints: Ints
    handle_number_starts: Ints
    handle_numbers: Array
    handle_column_starts: Ints
    handle_columns: Ints
    goal_codes: np.ndarray
    goal_input_starts: Ints
    goal_inputs: Ints
    goal_number_starts: Ints
    goal_numbers: Array
    goal_rows: Ints
    choices: Ints
    row_scales: Array
    choice_scales: Array
    owners: Ints

    @cached_property
    def constants(self) -> Array:
        """The values of the constant handles one after another, which a solve may replace."""
        return np.asarray(self.handle_numbers[self._fixed])

    @cached_property
    def _fixed(self) -> np.ndarray:
        """Which of the handles' numbers are constants."""
        return np.repeat(self._constant_handles, np.diff(self.handle_number_starts))

    @cached_property
    def _constant_ends(self) -> list[int | None]:
        """Where the numbers of each handle end among the constants (H,); None for one that is no constant."""
        ends = np.cumsum(np.diff(self.handle_number_starts) * self._constant_handles).tolist()
        return [end if fixed else None for end, fixed in zip(ends, self._constant_handles.tolist(), strict=True)]

    @cached_property
    def _constant_handles(self) -> np.ndarray:
        """Which handles are constants (H,)."""
        return np.asarray((self.handle_codes == FIXED) | (self.handle_codes == FIXED_VECTOR))

    def checked_constants(self, constants: Any) -> Array:
        """A copy of other values of the constants, or a clear error."""
        try:
            numbers = np.array(constants, float)
        except (TypeError, ValueError):
            raise InputError(f"the constants are {len(self.constants)} numbers, not {shorten(constants)}") from None
        if numbers.shape != self.constants.shape or not np.isfinite(numbers).all():
            raise InputError(f"the constants are {len(self.constants)} finite numbers")
        numbers.setflags(write=False)
        return numbers

    def with_constants(self, constants: Array) -> ProgramTables:
        """The same tables with other constants."""
        numbers = self.handle_numbers.copy()
        numbers[self._fixed] = constants
        return replace(self, handle_numbers=numbers)

    def reweighted(self, factors: Array) -> ProgramTables:
        """The same tables with the rows' scales (R,) multiplied."""
        return replace(self, row_scales=self.row_scales * factors)

    def chosen(self, goals: Sequence[int]) -> ProgramTables:
        """The tables of some of the goals, in this order: the same as if these goals were flattened alone."""
        entries = self._entries
        flat = [i for goal in goals for i in entries.goals[goal]]
        kept = list(dict.fromkeys(handle for i in flat for handle in entries.inputs[i]))
        place = {handle: new for new, handle in enumerate(kept)}
        rows = [row for i in flat for row in entries.rows[i]]
        owners = np.array([new for new, goal in enumerate(goals) for _ in entries.goals[goal]], np.int32)
        return replace(
            self,
            handle_codes=self.handle_codes[kept],
            handle_joints=self.handle_joints[kept],
            handle_number_starts=_starts([entries.numbers[i] for i in kept]),
            handle_numbers=_flat([entries.numbers[i] for i in kept], float),
            handle_column_starts=_starts([entries.columns[i] for i in kept]),
            handle_columns=_flat([entries.columns[i] for i in kept], np.int32),
            goal_codes=self.goal_codes[flat],
            goal_input_starts=_starts([entries.inputs[i] for i in flat]),
            goal_inputs=np.array([place[handle] for i in flat for handle in entries.inputs[i]], np.int32),
            goal_number_starts=_starts([entries.goal_numbers[i] for i in flat]),
            goal_numbers=_flat([entries.goal_numbers[i] for i in flat], float),
            goal_rows=self.goal_rows[flat],
            choices=np.where(self.choices[flat] < 0, np.int32(-1), owners),
            row_scales=self.row_scales[rows],
            choice_scales=self.choice_scales[rows],
            owners=owners,
        )

    @cached_property
    def _entries(self) -> _Entries:
        goals: dict[int, list[int]] = {}
        for entry, owner in enumerate(self.owners.tolist()):
            goals.setdefault(owner, []).append(entry)
        ends = np.concatenate([[0], np.cumsum(self.goal_rows)])
        return _Entries(
            goals=goals,
            rows=_parts(np.arange(ends[-1]), ends),
            inputs=_parts(self.goal_inputs, self.goal_input_starts),
            goal_numbers=_parts(self.goal_numbers, self.goal_number_starts),
            numbers=_parts(self.handle_numbers, self.handle_number_starts),
            columns=_parts(self.handle_columns, self.handle_column_starts),
        )

    def constants_of(self, goal: int, arguments: Mapping[str, Sequence[Handle]]) -> dict[str, slice]:
        """Which of ``constants`` belong to each argument of a goal; an argument without any is left out."""
        inputs = iter([handle for entry in self._entries.goals.get(goal, ()) for handle in self._entries.inputs[entry]])
        found = {}
        for field, handles in arguments.items():
            own = list(islice(inputs, sum(len(simple(handle)) for handle in handles)))
            ends = [(handle, end) for handle in own if (end := self._constant_ends[handle]) is not None]
            if ends:
                first, end = ends[0]
                size = int(self.handle_number_starts[first + 1] - self.handle_number_starts[first])
                found[field] = slice(end - size, ends[-1][1])
        return found


def flatten(figures: Sequence[Figure], goals: Sequence[Goal], handles: Sequence[Handle] = ()) -> ProgramTables | None:
    """The tables of goals on figures; None if a goal or handle is not built in.

    Args:
        figures: The figures.
        goals: The goals.
        handles: Handles that come first, to be read by themselves.
    """
    if any(figure.tables.custom for figure in figures):
        return None
    flat = [entry for index, goal in enumerate(goals) for entry in flat_members(index, goal)]
    if any(type(goal) not in GOAL_CODES for goal, *_ in flat):
        return None
    for handle in [*handles, *(handle for goal, *_ in flat for handle in goal.handles)]:
        if not all(map(is_flat, simple(handle))):
            return None
    entries: list[Handle] = []
    place: dict[Handle, int] = {}

    def entered(handle: Handle) -> int:
        """The index of a handle.  Equal handles on figures share one; each constant has its own."""
        if isinstance(handle, Fixed) or handle not in place:
            place[handle] = len(entries)
            entries.append(handle)
        return place[handle]

    for handle in handles:
        for part in simple(handle):
            entered(part)
    inputs = [[entered(part) for handle in goal.handles for part in simple(handle)] for goal, *_ in flat]
    rows = [flat_handle(handle, figures) for handle in entries]
    numbers = [goal.kernel_numbers() for goal, *_ in flat]
    return ProgramTables(
        tree=Tables.join([figure.tables for figure in figures]),
        handle_codes=np.array([code for code, *_ in rows], np.uint8),
        handle_joints=np.array([joint for _, joint, *_ in rows], np.int32),
        handle_number_starts=_starts([row[2] for row in rows]),
        handle_numbers=_flat([row[2] for row in rows], float),
        handle_column_starts=_starts([row[3] for row in rows]),
        handle_columns=_flat([row[3] for row in rows], np.int32),
        goal_codes=np.array([GOAL_CODES[type(goal)] for goal, *_ in flat], np.uint8),
        goal_input_starts=_starts(inputs),
        goal_inputs=_flat(inputs, np.int32),
        goal_number_starts=_starts(numbers),
        goal_numbers=_flat(numbers, float),
        goal_rows=np.array([goal.rows for goal, *_ in flat], np.int32),
        choices=np.array([choice for _, choice, *_ in flat], np.int32),
        row_scales=_flat([scales for _, _, scales, _, _ in flat], float),
        choice_scales=_flat([scales for *_, scales, _ in flat], float),
        owners=np.array([owner for *_, owner in flat], np.int32),
    )


def with_constants(goals: Sequence[Goal], constants: Array) -> tuple[Goal, ...]:
    """The same goals with other values of their constant handles, in the order of ``ProgramTables.constants``."""
    left = iter(constants.tolist())

    def renewed(part: Any) -> Any:
        if isinstance(part, Fixed):
            return part.renewed([next(left) for _ in range(part.size)])
        if isinstance(part, tuple):
            return tuple(renewed(handle) for handle in part)
        if isinstance(part, h.Combined):
            return replace(part, handles=tuple(renewed(handle) for handle in part.handles))
        if isinstance(part, g.AnyOf):
            return replace(part, goals=tuple(renewed(goal) for goal in part.goals))
        if isinstance(part, Goal):
            return replace(part, **{field: renewed(getattr(part, field)) for field in (*part.takes, *part.several)})
        return part

    return tuple(renewed(goal) for goal in goals)


def constants_of(goals: Sequence[Goal]) -> Array:
    """The values of the goals' constant handles, in the order of ``ProgramTables.constants``."""
    members = [member for goal in goals for member in (goal.goals if isinstance(goal, g.AnyOf) else (goal,))]
    parts = [part for goal in members for handle in goal.handles for part in simple(handle)]
    return np.concatenate([np.zeros(0), *(part.constant for part in parts if isinstance(part, Fixed))])


def differ_in_constants_only(one: Goal, other: Goal) -> bool:
    """Whether two goals differ only in the values of their own constant handles."""
    if type(one) is not type(other):
        return False
    for field in fields(one):
        a, b = getattr(one, field.name), getattr(other, field.name)
        if a is not b and not (type(a) is type(b) and isinstance(a, Fixed)) and a != b:
            return False
    return True


def flat_members(index: int, goal: Goal) -> list[tuple[Goal, int, Array, Array, int]]:
    """A goal, or the members of a disjunction, as (goal, disjunction or −1, row scales, choice scales, index)."""
    if not isinstance(goal, g.AnyOf):
        return [(goal, -1, row_weights(goal), row_weights(goal), index)]
    outer = float(np.sqrt(goal.weight))
    members = [(member, share, row_weights(member)) for member, share in zip(goal.goals, goal.shares, strict=True)]
    return [(member, index, outer * weights, share * weights, index) for member, share, weights in members]


def simple(handle: Handle) -> list[Handle]:
    """The handle itself, or the members of a combined one."""
    if type(handle) is h.Combined:
        return [part for member in handle.handles for part in simple(member)]
    return [handle]


def is_flat(handle: Handle) -> bool:
    """Whether a handle is built in and not combined."""
    return type(handle) in HANDLE_CODES or type(handle) in CONSTANT_CODES


def flat_handle(handle: Handle, figures: Sequence[Figure]) -> tuple[int, int, list[float], list[int]]:
    """Code, joint, numbers, parameters."""
    if isinstance(handle, Fixed):
        return CONSTANT_CODES[type(handle)], -1, handle.constant.tolist(), []
    figure = figure_of(handle, figures)
    handle.check(figure)
    before = figures[: figures.index(figure)]
    first_joint, first_column = sum(len(f.skeleton) for f in before), sum(f.size for f in before)
    numbers: list[float] = []
    columns: list[int] = []
    joint = first_joint
    if isinstance(handle, (h.Point, h.Direction, h.Orientation, h.Frame)):
        joint += figure.skeleton.index(handle.part)
    if isinstance(handle, (h.Point, h.Frame)):
        numbers = list(handle.at)
    if isinstance(handle, (h.Orientation, h.Frame)):
        numbers = [*numbers, *rotation_rows(handle.rotation)]
    elif isinstance(handle, h.Direction):
        numbers = list(handle.along)
    elif isinstance(handle, h.Parameters):
        columns = [first_column + figure.index(name) for name in handle.names]
    return HANDLE_CODES[type(handle)], joint, numbers, columns


def _parts(values: np.ndarray, starts: Ints) -> list[list[Any]]:
    """The lists between one start and the next."""
    listed, ends = values.tolist(), starts.tolist()
    return [listed[i:j] for i, j in pairwise(ends)]


def _starts(parts: Sequence[Sequence[Any]]) -> Ints:
    return np.array([0, *accumulate(map(len, parts))], np.int32)


def _flat(parts: Sequence[Any], dtype: Any) -> np.ndarray:
    return np.array([x for part in parts for x in part], dtype)
