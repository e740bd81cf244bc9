"""What problems share that differ only in the values of their constants: limits, and goals compiled once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.goals import AnyOf
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.kernels import Program, make_program
from manikin.kernels.tables import KernelLimits
from manikin.math.rotations import Array
from manikin.pickling import WithoutCaches
from manikin.problem.kernel_tables import ProgramTables, flatten
from manikin.problem.network import GoalBlock, Network, figure_of, row_weights
from manikin.problem.state_vector import Limits, Name, StateVector

__all__ = ["CompiledGoals", "EvaluateWith", "ProblemOptions", "ProblemStructure", "weighed_alike"]

EvaluateWith = Literal["auto", "network"]

MOST_SUBSETS = 64
"""How many subsets of its goals a compiled problem keeps."""


@dataclass(frozen=True, eq=False)
class ProblemOptions:
    """What the caller of a problem said besides figures and goals; see ``Problem`` for each."""

    frozen: tuple[Name, ...]
    stiffness: Mapping[Name, float]
    limits: bool
    evaluate_with: EvaluateWith

    def __post_init__(self) -> None:
        if not isinstance(self.limits, (bool, np.bool_)):
            raise InputError(f"limits must be True or False, not {shorten(self.limits)}")
        if self.evaluate_with not in ("auto", "network"):
            raise InputError(f'a problem is evaluated by "auto" or by "network", not {shorten(self.evaluate_with)}')


@dataclass(frozen=True, eq=False)
class CompiledGoals(WithoutCaches):
    """Goals on figures, as tables and as a compiled program; each is made once, when it is first used.

    Attributes:
        figures: The figures.
        goals: All goals as they were given, hard ones first.
        tables: The goals flattened for the kernels; None if Python evaluates them.
    """

    figures: tuple[Figure, ...]
    goals: tuple[Goal, ...]
    evaluate_with: EvaluateWith
    given_tables: ProgramTables | None = None

    @classmethod
    def of(cls, state: StateVector, goals: tuple[Goal, ...], options: ProblemOptions) -> CompiledGoals:
        """Goals, each of which is one."""
        for goal in goals:
            if not isinstance(goal, Goal):
                raise InputError(f"a goal is wanted, not {shorten(goal)}")
        return cls(state.figures, goals, options.evaluate_with)

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"given_tables": None}  # they can be made from the goals

    @cached_property
    def tables(self) -> ProgramTables | None:
        if self.given_tables is not None or self.evaluate_with == "network":
            return self.given_tables
        return flatten(self.figures, self.goals)

    @cached_property
    def program(self) -> Program | None:
        """The compiled evaluation; None if Python evaluates the goals."""
        return None if self.tables is None else make_program(self.tables)

    def subset(self, order: tuple[int, ...], *, alike: bool = False) -> tuple[CompiledGoals, np.ndarray]:
        """Some of the goals in an order, compiled once however often they are asked for.

        Args:
            order: Indices of the goals.
            alike: Whether all goals that have a weight get the weight 1.

        Returns:
            The goals, and the places of their constants among those of all goals.
        """
        key = order, alike
        if key not in self._subsets:
            if len(self._subsets) >= MOST_SUBSETS:
                self._subsets.clear()
            self._subsets[key] = self._choose(order, alike)
        return self._subsets[key]

    @cached_property
    def _subsets(self) -> dict[tuple[tuple[int, ...], bool], tuple[CompiledGoals, np.ndarray]]:
        return {}

    def _choose(self, order: tuple[int, ...], alike: bool) -> tuple[CompiledGoals, np.ndarray]:
        goals, tables, places = tuple(self.goals[i] for i in order), None, np.zeros(0, int)
        if self.tables is not None:
            tables = self.tables.chosen(order)
            numbered = self.tables.with_constants(np.arange(len(self.tables.constants), dtype=float))
            places = numbered.chosen(order).constants.astype(int)
            if alike:
                factors = [1 / math.sqrt(goal.weight or 1.0) for goal in goals]
                tables = tables.reweighted(np.repeat(factors, [goal.rows for goal in goals]))
        return CompiledGoals(self.figures, weighed_alike(goals) if alike else goals, self.evaluate_with, tables), places

    @cached_property
    def rows(self) -> int:
        """Rows of the residual."""
        return sum(goal.rows for goal in self.goals)

    @cached_property
    def row_scales(self) -> Array:
        """The factor of each row (rows,): √weight · scale."""
        if self.tables is not None:
            return self.tables.row_scales
        return np.concatenate([np.zeros(0), *(row_weights(goal) for goal in self.goals)])


@dataclass(frozen=True, eq=False)
class ProblemStructure(WithoutCaches):
    """A problem without the values of its constants.  Problems that differ in these share one structure.

    A structure that differs in something else is another object, which takes over the parts that stay as they are.

    Attributes:
        state: The figures' parameters.
        compiled: The goals as they were given, before any constants were replaced.
        hard_count: How many of the goals are hard.
        gain: The factor of each parameter's column of the Jacobian (size,): 1 − stiffness, 0 if frozen.
        options: What the caller said, for problems with more or fewer goals.
        own_gain: Whether the gain was given as numbers, not found from the options and the goals' chains.
        own_limits: Limits that were given as numbers; None for those of the figures.
    """

    state: StateVector
    compiled: CompiledGoals
    hard_count: int
    gain: Array
    options: ProblemOptions
    own_gain: bool = False
    own_limits: Limits | None = None

    @classmethod
    def of(
        cls, state: StateVector, hard: tuple[Goal, ...], soft: tuple[Goal, ...], options: ProblemOptions
    ) -> ProblemStructure:
        """Goals on figures."""
        compiled = CompiledGoals.of(state, hard + soft, options)
        return cls(state, compiled, len(hard), _gain(state, compiled.goals, options), options)

    def with_goals(self, hard: tuple[Goal, ...], soft: tuple[Goal, ...]) -> ProblemStructure:
        """The same with other goals; limits and gains that were given as numbers stay."""
        compiled = CompiledGoals.of(self.state, hard + soft, self.options)
        gain = self.gain if self.own_gain else _gain(self.state, compiled.goals, self.options)
        return replace(self, compiled=compiled, hard_count=len(hard), gain=gain)

    @cached_property
    def limits(self) -> Limits:
        """How far each parameter may go."""
        if self.own_limits is not None:
            return self.own_limits
        return self.state.limits if self.options.limits else Limits.none(self.state.size)

    @property
    def hard(self) -> tuple[Goal, ...]:
        """The hard goals as they were given."""
        return self.compiled.goals[: self.hard_count]

    @property
    def soft(self) -> tuple[Goal, ...]:
        """The soft goals as they were given."""
        return self.compiled.goals[self.hard_count :]

    @cached_property
    def has_disjunctions(self) -> bool:
        """Whether any goal chooses among others."""
        return any(isinstance(goal, AnyOf) for goal in self.compiled.goals)

    @cached_property
    def idle_sessions(self) -> dict[Any, Any]:
        """Sessions at work on no problem at present, by their solvers; see ``manikin.solvers.solve``."""
        return {}

    @cached_property
    def changes_goals(self) -> np.ndarray:
        """Which parameters change any goal (size,)."""
        found = np.zeros(self.state.size, bool)
        starts = dict(zip(self.state.figures, self.state.starts, strict=True))
        for handle in {handle for goal in self.compiled.goals for handle in goal.handles}:
            if not isinstance(handle, Fixed):
                figure = figure_of(handle, self.state.figures)
                found[starts[figure] + handle.columns(figure)] = True
        return found

    @cached_property
    def kernel_limits(self) -> KernelLimits:
        """Limits, gains and hard rows for the kernels; a parameter that must not move has no limits."""
        limits, hard = self.limits, np.zeros(self.compiled.rows, np.uint8)
        hard[: sum(goal.rows for goal in self.hard)] = 1
        a, lo, hi = limits.linear
        free = self.gain > 0
        lower, upper = np.where(free, limits.lo, -np.inf), np.where(free, limits.hi, np.inf)
        return KernelLimits(lo=lower, hi=upper, gain=self.gain, hard=hard, linear=a, linear_lo=lo, linear_hi=hi)


def weighed_alike(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """The same goals, those that have a weight with the weight 1."""
    return tuple(goal if goal.weight in (0, 1) else replace(goal, weight=1.0) for goal in goals)


def _gain(state: StateVector, goals: tuple[Goal, ...], options: ProblemOptions) -> Array:
    """1 − stiffness of each parameter; 0 for what is frozen, and for what no goal's chain contains."""
    gain = 1.0 - np.concatenate([np.zeros(0), *(figure.stiffness for figure in state.figures)])
    for name, value in options.stiffness.items():
        if not (isinstance(value, (int, float)) and 0 <= value <= 1):
            raise InputError(f"stiffness of {shorten(name)} must lie between 0 and 1, not {shorten(value)}")
        gain[state.columns(name)] = 1.0 - value
    for name in options.frozen:
        gain[state.columns(name)] = 0.0
    if any(goal.chain is not None for goal in goals):
        used = {column for block in Network(state.figures, goals).goals for column in _chain(state, block)}
        gain[sorted(set(range(state.size)) - used)] = 0.0
    gain.setflags(write=False)
    return gain


def _chain(state: StateVector, block: GoalBlock) -> set[int]:
    """The parameters that a goal may use."""
    if block.goal.chain is not None:
        return {column for name in block.goal.chain for column in state.columns(name)}
    return set(block.jacobian.columns.tolist())
