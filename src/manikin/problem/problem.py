"""A problem: figures, and goals for them.

The compiled kernels evaluate it if every handle and goal is built in; otherwise the network does.  The results are the
same.  The state vector holds the figures' parameters one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from manikin.arguments import explained, names_of, one_or_several
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.goals.goal import Goal
from manikin.kernels import Program
from manikin.kernels.tables import KernelLimits
from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows
from manikin.pickling import WithoutCaches
from manikin.problem.error_rows import ErrorRows
from manikin.problem.goal_words import distinct_names
from manikin.problem.kernel_tables import ProgramTables, constants_of, with_constants
from manikin.problem.network import Network, check_names
from manikin.problem.state_vector import Name, StateVector
from manikin.problem.structure import EvaluateWith, ProblemOptions, ProblemStructure
from manikin.skeleton.variables import Variable

if TYPE_CHECKING:
    from manikin.diagnosis.diagnosis import Diagnosis

__all__ = ["Problem"]

_set = object.__setattr__


@explained
class Problem(WithoutCaches):
    """Figures and goals; the objective is Σ weight · |scales · residual|² over the goals (Z eq. 25).  Immutable.

    With several figures a name may be given as (figure, name).  A parameter that no goal may use, because all goals
    name other joints in their ``chain``, stays where it is (Z 10).

    Args:
        figures: One figure or several; their names must differ.
        goals: Soft goals, which compete by their weights.
        hard: Hard goals, which hold before all soft ones where they can.
        frozen: Names of parameters, or of joints with all their parameters, that must not move.
        stiffness: Stiffness of named parameters, 0 (free) to 1 (rigid), instead of the figures' own.
        limits: Whether the figures' limits hold.
        evaluate_with: "auto" for the kernels if they know all goals and handles, "network" for Python.

    Attributes:
        structure: All of the problem except the values of its constants.
    """

    structure: ProblemStructure
    _constants: Array | None

    def __init__(
        self,
        figures: Figure | Iterable[Figure],
        goals: Goal | Iterable[Goal] = (),
        *,
        hard: Goal | Iterable[Goal] = (),
        frozen: Name | Iterable[Name] = (),
        stiffness: Mapping[Name, float] | None = None,
        limits: bool = True,
        evaluate_with: EvaluateWith = "auto",
    ) -> None:
        options = ProblemOptions(names_of(frozen, "frozen"), dict(stiffness or {}), limits, evaluate_with)
        state = StateVector(one_or_several(figures, Figure, "figures"))
        check_names(state.figures)
        if state.figures and not state.size:
            names = ", ".join(shorten(figure.name) for figure in state.figures)
            raise InputError(f"nothing of {names} can move: there is no degree of freedom to solve for")
        soft = one_or_several(goals, Goal, "goals")
        _set(self, "structure", ProblemStructure.of(state, one_or_several(hard, Goal, "hard"), soft, options))
        _set(self, "_constants", None)

    @classmethod
    def of_structure(cls, structure: ProblemStructure, constants: Array | None = None) -> Problem:
        """The problem of a structure; ``constants`` replace those that its goals were given with."""
        problem: Problem = object.__new__(cls)
        _set(problem, "structure", structure)
        _set(problem, "_constants", constants)
        return problem

    @classmethod
    def with_targets(cls, structure: ProblemStructure, goals: tuple[Goal, ...]) -> Problem:
        """The problem of goals, hard ones first, that differ from those of a structure only in their constants."""
        problem = cls.of_structure(structure, constants_of(goals))
        vars(problem)["all_goals"] = goals
        return problem

    def with_structure(self, structure: ProblemStructure) -> Problem:
        """The problem of another structure of the same goals, with the constants of this one."""
        problem = Problem.of_structure(structure, self._constants)
        vars(problem).update(
            (name, vars(self)[name]) for name in ("all_goals", "tables", "program") if name in vars(self)
        )
        return problem

    def with_part(self, structure: ProblemStructure, goals: tuple[Goal, ...], places: np.ndarray) -> Problem:
        """The problem of a structure of some of the goals, whose constants are at these places among those of all."""
        problem = Problem.of_structure(structure, None if self._constants is None else self._constants[places])
        vars(problem)["all_goals"] = goals
        return problem

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot set {name!r}: a problem never changes; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete {name!r}: a problem never changes")

    # -- goals ---------------------------------------------------------------------------------

    @cached_property
    def all_goals(self) -> tuple[Goal, ...]:
        """All goals, hard ones first."""
        goals = self.structure.compiled.goals
        return goals if self._constants is None else with_constants(goals, self._constants)

    @cached_property
    def goal_names(self) -> tuple[str, ...]:
        """A name of its own for each of ``all_goals``: goals of one name have their figure's before it, or a number."""
        return distinct_names(self.all_goals)

    @property
    def hard(self) -> tuple[Goal, ...]:
        """The goals that must hold."""
        return self.all_goals[: self.structure.hard_count]

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals that compete."""
        return self.all_goals[self.structure.hard_count :]

    def with_goals(self, *goals: Goal, hard: Goal | Iterable[Goal] = ()) -> Problem:
        """The same problem with more goals, soft and hard, after those of their kind; chains are combined anew."""
        more = one_or_several(hard, Goal, "hard")
        return self._with_all_goals((*self.hard, *more), (*self.goals, *one_or_several(goals, Goal, "goals")))

    def without(self, *goals: Goal | str) -> Problem:
        """The same problem without some goals, given themselves or by their names."""
        for goal in goals:
            if not any(goal in (one, one.name) for one in self.all_goals):
                name = goal.name or goal.kind if isinstance(goal, Goal) else goal
                raise UnknownName("goal", name, [one.name or one.kind for one in self.all_goals])
        hard, soft = (
            tuple(g for g in given if not any(goal in (g, g.name) for goal in goals))
            for given in (self.hard, self.goals)
        )
        return self._with_all_goals(hard, soft)

    def settled(self, q: Any) -> Problem:
        """The same problem with disjunctions that favour the goal they choose at a state; itself if they do already."""
        if not self.structure.has_disjunctions:
            return self
        blocks = self._at(self.checked(q)).goals
        goals = tuple(block.goal.settled(*(handle.value for handle in block.handles)) for block in blocks)
        count = self.structure.hard_count
        return self if goals == self.all_goals else self._with_all_goals(goals[:count], goals[count:])

    def _with_all_goals(self, hard: tuple[Goal, ...], soft: tuple[Goal, ...]) -> Problem:
        """Other goals; limits and gains that were given as numbers stay."""
        return Problem.of_structure(self.structure.with_goals(hard, soft))

    # -- the state vector ----------------------------------------------------------------------

    @property
    def state_vector(self) -> StateVector:
        """The parameters of the figures, their names, speeds and lengths."""
        return self.structure.state

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures, in the order of their parameters."""
        return self.structure.state.figures

    @property
    def size(self) -> int:
        """Length of the state vector."""
        return self.structure.state.size

    @property
    def rest(self) -> Array:
        """The state (size,) of the figures at rest."""
        return self.structure.state.rest

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables of the state vector."""
        return self.structure.state.variables

    def split(self, q: Array) -> list[Array]:
        """A state (…, size) as the states of the figures."""
        return self.structure.state.split(q)

    def columns(self, name: Name) -> list[int]:
        """The indices in the state of a parameter, or of all parameters that move a joint."""
        return self.structure.state.columns(name)

    def checked(self, q: Any, *, batch: bool = False) -> Array:
        """A state (size,), or a batch of them, as finite float64 numbers, or a clear error."""
        return self.structure.state.checked(q, batch=batch)

    # -- what may move, and how far ------------------------------------------------------------

    @property
    def limits(self) -> bool:
        """Whether the figures' limits hold."""
        return self.structure.options.limits

    @cached_property
    def lo(self) -> Array:
        """Lower limits (size,), −∞ where there is none."""
        return self.structure.limits.lo

    @cached_property
    def hi(self) -> Array:
        """Upper limits (size,)."""
        return self.structure.limits.hi

    @cached_property
    def linear_limits(self) -> tuple[Array, Array, Array]:
        """Rows a (k, size) with lo (k,) ≤ a·q ≤ hi (k,)."""
        return self.structure.limits.linear

    @cached_property
    def gain(self) -> Array:
        """The factor of each parameter's column of the Jacobian (size,): 1 − stiffness, 0 for what must not move."""
        return self.structure.gain

    def may_move(self, goal: int) -> bool:
        """Whether any parameter that changes a goal, given by its index in ``all_goals``, may move."""
        columns = self._network.goals[goal].jacobian.columns
        return bool(((self.gain > 0) & (self.lo < self.hi))[columns].any())

    def limit_violation(self, q: Array) -> float:
        """How far a state is beyond its limits, linear ones included; 0 inside."""
        return self.structure.limits.violation(q)

    @property
    def kernel_limits(self) -> KernelLimits:
        """Limits, gains and hard rows for the kernels."""
        return self.structure.kernel_limits

    # -- constants: targets that may be replaced -----------------------------------------------

    @cached_property
    def constants(self) -> Array:
        """The values of all constant targets one after another, which a session or a batch may replace.

        Empty if the network evaluates the problem.
        """
        if self._constants is not None:
            return self._constants
        return np.zeros(0) if self.tables is None else self.tables.constants

    def constants_of(self, goal: Goal | int) -> dict[str, slice]:
        """Which of ``constants`` belong to each argument of a goal, one of ``all_goals`` or its index among them."""
        if isinstance(goal, Goal):
            goal = self.all_goals.index(goal) if goal in self.all_goals else -1
        if self.tables is None or not 0 <= goal < len(self.all_goals):
            raise InputError("only a goal of a problem that the kernels evaluate has constants")
        return self.tables.constants_of(goal, self.all_goals[goal].arguments)

    def with_constants(self, constants: Any) -> Problem:
        """The same problem with other values of its constants."""
        tables = self.structure.compiled.tables
        if tables is None:
            if len(constants):
                raise InputError("a problem that the network evaluates has no constants to be given")
            return self
        return Problem.of_structure(self.structure, tables.checked_constants(constants))

    @cached_property
    def tables(self) -> ProgramTables | None:
        """The problem as tables for the kernels; None if the network evaluates it."""
        tables = self.structure.compiled.tables
        return tables if tables is None or self._constants is None else tables.with_constants(self._constants)

    @cached_property
    def program(self) -> Program | None:
        """The compiled evaluation; None if the network evaluates the problem."""
        program = self.structure.compiled.program
        return program if program is None or self._constants is None else program.with_constants(self._constants)

    @property
    def rows(self) -> int:
        """Rows of the residual, those of hard goals first."""
        return self.structure.compiled.rows

    @property
    def row_scales(self) -> Array:
        """The factor of each row (rows,): √weight · scale."""
        return self.structure.compiled.row_scales

    # -- at one state --------------------------------------------------------------------------

    def raw_residual(self, q: Any) -> Array:
        """All goals' rows (rows,) in their own units, not weighted."""
        state = self.checked(q)
        return self._at(state).raw_residual() if self.program is None else self.program.raw_residual(state)

    def residual(self, q: Any) -> Array:
        """All goals' rows (rows,), weighted: the sum of their squares is the objective."""
        state = self.checked(q)
        return self._at(state).residual() if self.program is None else self.program.residual(state)

    def jacobian(self, q: Any) -> Array:
        """d residual/dq (rows, size), weighted, dense."""
        state = self.checked(q)
        return self._at(state).jacobian() if self.program is None else self.program.jacobian(state)

    def jacobian_blocks(self, q: Any) -> list[SparseRows]:
        """Goal by goal the same rows, over the columns that matter; each member of a disjunction is a goal here."""
        state = self.checked(q)
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
        state = self.checked(q)
        if self.program is not None:
            return self.program.cost_and_gradient(state)
        network = self._at(state)
        residual = network.residual()
        return float(residual @ residual), 2 * network.jacobian().T @ residual

    def errors(self, q: Any) -> list[dict[str, float]]:
        """For each goal its distance from being met, in its own units."""
        return self._error_rows.errors(self.raw_residual(q))

    @cached_property
    def _error_rows(self) -> ErrorRows:
        return ErrorRows(self.all_goals, self.figures)

    def diagnose(self, q: Any) -> Diagnosis:
        """Singular values, redundancy, limits and lost directions at a state, and the forces there (W 3.2.2)."""
        from manikin.diagnosis.diagnosis import diagnose

        return diagnose(self, q)

    @cached_property
    def _network(self) -> Network:
        return Network(self.figures, self.all_goals)

    def _at(self, state: Array) -> Network:
        self._network.state = state
        return self._network

    # -- at many states ------------------------------------------------------------------------

    def residual_batch(self, q: Any, *, threads: int = 1) -> Array:
        """(batch, size) → (batch, rows)."""
        states = self.checked(q, batch=True)
        if self.program is not None:
            return self.program.residual_batch(states, threads=threads)
        return np.array([self.residual(state) for state in states]).reshape(len(states), self.rows)

    def jacobian_batch(self, q: Any, *, threads: int = 1) -> Array:
        """(batch, size) → (batch, rows, size)."""
        states = self.checked(q, batch=True)
        if self.program is not None:
            return self.program.jacobian_batch(states, threads=threads).reshape(-1, self.rows, self.size)
        return np.array([self.jacobian(state) for state in states]).reshape(len(states), self.rows, self.size)

    def cost_and_gradient_batch(self, q: Any, *, threads: int = 1) -> tuple[Array, Array]:
        """(batch, size) → (batch,) and (batch, size)."""
        states = self.checked(q, batch=True)
        if self.program is not None:
            both = self.program.cost_and_gradient_batch(states, threads=threads)
            return both[:, 0], both[:, 1:]
        pairs = [self.cost_and_gradient(state) for state in states]
        return np.array([c for c, _ in pairs]), np.array([g for _, g in pairs]).reshape(len(states), self.size)

    def __repr__(self) -> str:
        names = ", ".join(figure.name for figure in self.figures)
        hard = self.structure.hard_count
        goals = f"{hard} hard and {len(self.structure.compiled.goals) - hard} soft goals"
        return f"<Problem: {names}, {goals}, {self.rows} rows, {self.size} parameters>"
