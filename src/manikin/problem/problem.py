"""A problem: figures, and what is wanted of them.

Evaluated by the compiled kernels where every handle and goal is built in, by the network otherwise; the answers are
the same.  The state vector holds the figures' parameters one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.goals.goal import Goal
from manikin.kernels import Program, make_program
from manikin.kernels.tables import Setting
from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows
from manikin.problem.kernel_tables import ProgramTables, flatten, with_constants
from manikin.problem.network import GoalBlock, Network, check_names, row_weights
from manikin.skeleton.variables import Variable

if TYPE_CHECKING:
    from manikin.diagnosis.diagnosis import Diagnosis

__all__ = ["Name", "Problem"]

Name = str | tuple[str, str]
"""A parameter or joint, or (figure, parameter or joint)."""


class Problem:
    """Immutable.  The objective is Σ weight · |scales · residual|² over the goals (Z eq. 25).

    ``goals`` compete by their weights; ``hard`` goals come first and hold exactly where they can.  ``frozen`` names
    parameters, or joints with all their parameters, that must not move.  ``stiffness`` overrides that of named
    parameters: 0 free … 1 rigid.  A goal that names the joints of its ``chain`` may use those only; a parameter that no
    goal may use stays where it is (Z 10).  With several figures a name may be given as (figure, name).
    """

    def __init__(
        self,
        figures: Figure | Iterable[Figure],
        goals: Iterable[Goal] = (),
        *,
        hard: Iterable[Goal] = (),
        frozen: Iterable[Name] = (),
        stiffness: Mapping[Name, float] | None = None,
        limits: bool = True,
        evaluate_with: Literal["auto", "network"] = "auto",
    ) -> None:
        self.figures = (figures,) if isinstance(figures, Figure) else tuple(figures)
        self._given = (tuple(hard), tuple(goals))
        self._constants: Array | None = None
        self.limits = limits
        if evaluate_with not in ("auto", "network"):
            raise InputError(f'a problem is evaluated by "auto" or by "network", not {shorten(evaluate_with)}')
        check_names(self.figures)
        for goal in self.all_goals:
            if not isinstance(goal, Goal):
                raise InputError(f"a goal is wanted, not {shorten(goal)}")
        self.evaluate_with: Literal["auto", "network"] = evaluate_with
        self._kept = (tuple(frozen), dict(stiffness or {}))
        # wiring checks every name once; afterwards both ways to evaluate can be trusted
        self.gain = self._gains(*self._kept)

    # -- goals ---------------------------------------------------------------------------------

    @cached_property
    def all_goals(self) -> tuple[Goal, ...]:
        """All goals, hard ones first."""
        goals = self._given[0] + self._given[1]
        return goals if self._constants is None else with_constants(goals, self._constants)

    @property
    def hard(self) -> tuple[Goal, ...]:
        """The goals that must hold."""
        return self.all_goals[: len(self._given[0])]

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals that compete."""
        return self.all_goals[len(self._given[0]) :]

    def with_goals(self, *goals: Goal, hard: Iterable[Goal] = ()) -> Problem:
        """The same problem with more goals, soft and hard, at the end of either; chains are reconciled anew (Z 10)."""
        return self._of((*self.hard, *hard), (*self.goals, *goals))

    def without(self, *goals: Goal | str) -> Problem:
        """The same problem without some goals, given themselves or by their names."""
        for goal in goals:
            if not any(goal in (one, one.name) for one in self.all_goals):
                name = goal.name or goal.kind if isinstance(goal, Goal) else goal
                raise UnknownName("goal", name, [one.name or one.kind for one in self.all_goals])
        left = (
            [g for g in given if not any(goal in (g, g.name) for goal in goals)] for given in (self.hard, self.goals)
        )
        return self._of(*left)

    def settled(self, q: Any) -> Problem:
        """The same problem, its disjunctions favouring what they choose at a state; itself where they do already."""
        if not any(goal.kind == "any_of" for goal in self.all_goals):
            return self
        blocks = self._at(self.checked(q)).goals
        goals = tuple(block.goal.settled(*(handle.value for handle in block.handles)) for block in blocks)
        count = len(self.hard)
        return self if goals == self.all_goals else self._of(goals[:count], goals[count:])

    def _of(self, hard: Iterable[Goal], goals: Iterable[Goal]) -> Problem:
        frozen, stiffness = self._kept
        how: dict[str, Any] = {"limits": self.limits, "evaluate_with": self.evaluate_with}
        return Problem(self.figures, goals, hard=hard, frozen=frozen, stiffness=stiffness, **how)

    @cached_property
    def _network(self) -> Network:
        return Network(self.figures, self.all_goals)

    # -- the state vector ----------------------------------------------------------------------

    @cached_property
    def size(self) -> int:
        """Length of the state vector."""
        return sum(figure.size for figure in self.figures)

    @cached_property
    def _placed(self) -> list[tuple[Figure, int]]:
        """The figures and where their parameters start."""
        return list(zip(self.figures, np.cumsum([0, *(f.size for f in self.figures)]).tolist(), strict=False))

    @cached_property
    def rows(self) -> int:
        """Rows of the residual, those of hard goals first."""
        return sum(goal.rows for goal in self.all_goals)

    @cached_property
    def rest(self) -> Array:
        """The figures at rest."""
        return np.concatenate([np.zeros(0), *(figure.rest for figure in self.figures)])

    def split(self, q: Array) -> list[Array]:
        """A state (…, size) in the figures' own."""
        return np.split(q, np.cumsum([figure.size for figure in self.figures])[:-1], axis=-1)

    def columns(self, name: Name) -> list[int]:
        """The places in the state of a parameter, or of all parameters that move a joint."""
        figure_name, own = (None, name) if isinstance(name, str) else name
        found: list[list[int]] = []
        for figure, start in self._placed:
            if figure_name not in (None, figure.name):
                continue
            if own in figure.parameter_names:
                found.append([start + figure.index(own)])
            elif own in figure.skeleton:
                columns = figure.coupling.columns_of([dof.name for dof in figure.skeleton[own].dofs], figure.skeleton)
                found.append([start + column for column in columns])
        if len(found) > 1:
            raise InputError(f"{shorten(own)} is in several figures: say which, as (figure, name)")
        if not found:
            known = [n for f in self.figures for n in (*f.parameter_names, *(j.name for j in f.skeleton))]
            raise UnknownName("parameter or joint", own, known)
        return found[0]

    # -- what may move, and how far ------------------------------------------------------------

    @cached_property
    def lo(self) -> Array:
        """Lower limits (size,), −∞ where limits are off."""
        parts = [figure.lo if self.limits else np.full(figure.size, -np.inf) for figure in self.figures]
        return np.concatenate([np.zeros(0), *parts])

    @cached_property
    def hi(self) -> Array:
        """Upper limits (size,)."""
        parts = [figure.hi if self.limits else np.full(figure.size, np.inf) for figure in self.figures]
        return np.concatenate([np.zeros(0), *parts])

    @cached_property
    def linear_limits(self) -> tuple[Array, Array, Array]:
        """Rows a (k, size) with lo (k,) ≤ a·q ≤ hi (k,)."""
        rows, lo, hi = [], [], []
        for figure, start in self._placed if self.limits else ():
            for limit in figure.linear_limits:
                row = np.zeros(self.size)
                for name, coefficient in limit.terms:
                    row[start + figure.index(name)] = coefficient
                rows.append(row)
                lo.append(limit.lo)
                hi.append(limit.hi)
        return np.array(rows).reshape(-1, self.size), np.array(lo, float), np.array(hi, float)

    def limit_violation(self, q: Array) -> float:
        """How far a state lies beyond its limits, linear ones included; 0 inside."""
        a, lo, hi = self.linear_limits
        beyond = [self.lo - q, q - self.hi, lo - a @ q, a @ q - hi]
        return max(0.0, *(float(part.max()) for part in beyond if part.size))

    def _gains(self, frozen: Iterable[Name], stiffness: Mapping[Name, float]) -> Array:
        gain = 1.0 - np.concatenate([np.zeros(0), *(figure.stiffness for figure in self.figures)])
        for name, value in stiffness.items():
            if not (isinstance(value, (int, float)) and 0 <= value <= 1):
                raise InputError(f"stiffness of {shorten(name)} must lie between 0 and 1, not {shorten(value)}")
            gain[self.columns(name)] = 1.0 - value
        for name in frozen:
            gain[self.columns(name)] = 0.0
        if any(goal.chain is not None for goal in self.all_goals):
            used = {column for block in self._network.goals for column in self._chain(block)}
            gain[sorted(set(range(self.size)) - used)] = 0.0
        gain.setflags(write=False)
        return gain

    def _chain(self, block: GoalBlock) -> set[int]:
        """The parameters that a goal may use."""
        if block.goal.chain is not None:
            return {column for name in block.goal.chain for column in self.columns(name)}
        return set(block.jacobian.columns.tolist())

    @cached_property
    def setting(self) -> Setting:
        """Limits, gains and hard rows as the kernels want them."""
        hard = sum(goal.rows for goal in self.hard)
        a, lo, hi = self.linear_limits
        rows = np.zeros(self.rows, np.uint8)
        rows[:hard] = 1
        return Setting(lo=self.lo, hi=self.hi, gain=self.gain, hard=rows, linear=a, linear_lo=lo, linear_hi=hi)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """The variables of the state vector, figure after figure."""
        return tuple(variable for figure in self.figures for variable in figure.parameters)

    @cached_property
    def row_scales(self) -> Array:
        """(rows,): what weighs each row."""
        if self.tables is not None:
            return self.tables.row_scales
        return np.concatenate([np.zeros(0), *(row_weights(goal) for goal in self.all_goals)])

    # -- constants: targets that may be given anew ----------------------------------------------

    @cached_property
    def constants(self) -> Array:
        """The values of all constant targets one after another: what a session or a batch may be given anew.

        Empty where the network does the work.
        """
        return np.zeros(0) if self.tables is None else self.tables.constants

    def constants_of(self, goal: Goal | int) -> dict[str, slice]:
        """Which of ``constants`` belong to each argument of a goal, one of ``all_goals`` or its index among them."""
        if isinstance(goal, Goal):
            goal = self.all_goals.index(goal) if goal in self.all_goals else -1
        if self.tables is None or not 0 <= goal < len(self.all_goals):
            raise InputError("only a goal of a problem that the kernels evaluate has constants")
        return self.tables.constants_of(goal, self.all_goals[goal].arguments)

    def with_constants(self, constants: Array) -> Problem:
        """The same problem with other constants."""
        if self.tables is None:
            if len(constants):
                raise InputError("a problem that the network evaluates has no constants to be given")
            return self
        structure = self.structure  # which other constants leave as it is
        other = copy(self)
        for stale in ("all_goals", "_network", "constants", "program"):
            other.__dict__.pop(stale, None)
        other._constants = np.array(constants, float)
        other.__dict__["structure"] = structure
        other.__dict__["tables"] = self.tables.with_constants(other._constants)
        return other

    @cached_property
    def tables(self) -> ProgramTables | None:
        """The problem flattened for the kernels, or None where the network does the work."""
        return None if self.evaluate_with == "network" else flatten(self.figures, self.all_goals)

    @cached_property
    def program(self) -> Program | None:
        """The compiled evaluation, or None where the network does the work."""
        return None if self.tables is None else make_program(self.tables)

    @cached_property
    def structure(self) -> Program | None:
        """A compiled evaluation of the same goals, may be with other constants: what a search is made of."""
        return self.program

    @property
    def posed(self) -> tuple[tuple[Goal, ...], tuple[Goal, ...]]:
        """Hard and soft goals as they were given first: at no cost what other constants leave as it is."""
        return self._given

    # -- at one state --------------------------------------------------------------------------

    def raw_residual(self, q: Any) -> Array:
        """All goals' rows (rows,) in their own units, not weighted."""
        state = self.checked(q)
        return self._at(state).raw_residual() if self.program is None else self.program.raw_residual(state)

    def residual(self, q: Any) -> Array:
        """All goals' rows (rows,), weighted: their squares add up to the objective."""
        state = self.checked(q)
        return self._at(state).residual() if self.program is None else self.program.residual(state)

    def jacobian(self, q: Any) -> Array:
        """d residual/dq (rows, size), weighted, dense."""
        state = self.checked(q)
        if self.program is not None:
            return self.program.jacobian(state)
        return self._at(state).jacobian()

    def jacobian_blocks(self, q: Any) -> list[SparseRows]:
        """Goal by goal the same rows over the columns that matter; members of a disjunction each for itself."""
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
        """How far each goal is from being met, in its own units."""
        raw = self.raw_residual(q)
        ends = np.cumsum([goal.rows for goal in self.all_goals])[:-1]
        return [goal.error(rows) for goal, rows in zip(self.all_goals, np.split(raw, ends), strict=False)]

    def diagnose(self, q: Any) -> Diagnosis:
        """Singular values, redundancy, limits, lost directions at a state, and what holds it (W 3.2.2)."""
        from manikin.diagnosis.diagnosis import diagnose

        return diagnose(self, q)

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

    # -- how it is done ------------------------------------------------------------------------

    def _at(self, state: Array) -> Network:
        self._network.state = state
        return self._network

    def checked(self, q: Any, *, batch: bool = False) -> Array:
        """A state (size,), or a batch of them, as finite float64 numbers, or a clear error."""
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
        goals = f"{len(self.hard)} hard and {len(self.goals)} soft goals"
        return f"<Problem: {names}, {goals}, {self.rows} rows, {self.size} parameters>"
