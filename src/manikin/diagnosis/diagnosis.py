"""Diagnosis of a state (W 3.2.2): how freely each goal can move there, what is at its limits, what holds it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from manikin.diagnosis.mobility import Mobility, mobility_of
from manikin.diagnosis.multipliers import at_limits, multipliers
from manikin.goals.goal import error_in_words
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manikin.figure.pose import Pose
    from manikin.handles.handle import Handle
    from manikin.problem.state_vector import Name

__all__ = [
    "Diagnosis",
    "GoalDiagnosis",
    "LimitSlack",
    "diagnose",
    "diagnose_handle",
    "goal_names",
    "linear_names",
    "parameter_names",
]

ELSEWHERE = 3  # other states that tell what is lost here from what never moves
MET = 1e-6  # [m, rad], as solvers have it


@dataclass(frozen=True, eq=False, kw_only=True)
class GoalDiagnosis:
    """A goal at a state.  ``mobility`` is None for one that rests, as inside its half-space or with weight 0."""

    name: str
    hard: bool
    preference: bool
    error: dict[str, float]
    mobility: Mobility | None
    unmoved: float
    """The part of its residual, 0 to 1, in directions in which nothing moves it."""

    @property
    def met(self) -> bool:
        return self.mobility is None or max(self.error.values(), default=0.0) <= MET


@dataclass(frozen=True, kw_only=True)
class LimitSlack:
    """A parameter, or a linear limit, between its ends [rad or m].  ``price``: its multiplier."""

    name: str
    value: float
    lo: float
    hi: float
    end: int
    """1 at the upper limit, −1 at the lower one, 2 where both are one, 0 between."""
    multiplier: float

    @property
    def slack(self) -> float:
        """The distance to the nearest end; infinite where there is none, below 0 beyond it."""
        return min(self.value - self.lo, self.hi - self.value)


@dataclass(frozen=True, eq=False, kw_only=True)
class Diagnosis:
    """What can be said of a state.  ``mobility`` is that of all goals together, preferences left out."""

    mobility: Mobility
    goals: tuple[GoalDiagnosis, ...]
    parameters: tuple[LimitSlack, ...]
    linear_limits: tuple[LimitSlack, ...]
    stationary: bool
    """Whether no small motion within the limits makes the objective less."""
    competing: tuple[str, ...]
    """Unmet goals that would move on if the others let them, and the hard goals that do not."""
    stuck: tuple[str, ...]
    """Unmet goals whose pull moves nothing: out of reach, or in a singular direction."""
    stopped: str
    """How the solve ended that led here; empty where there was none."""

    @property
    def at_limits(self) -> tuple[str, ...]:
        """The parameters at an end of their range, and the linear limits that are."""
        return tuple(slack.name for slack in (*self.parameters, *self.linear_limits) if slack.end)

    @property
    def held_by(self) -> tuple[str, ...]:
        """Those of them that the goals push against."""
        return tuple(slack.name for slack in (*self.parameters, *self.linear_limits) if slack.multiplier)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The same for people."""
        whole, said = self.mobility, []
        if self.stopped:
            said.append(f"The solve ended so: {self.stopped}.")
        said.append(
            f"{whole.movable} parameters move {len(whole.units)} rows of goals with rank {whole.rank}: "
            f"redundancy {whole.redundancy}, manipulability {whole.manipulability:.3g}, "
            f"condition number {whole.condition:.3g}."
        )
        for goal in self.goals:
            if goal.mobility is not None and (not goal.preference or not goal.met):
                state = "met" if goal.met else f"off by {error_in_words(goal.error)}"
                said.append(f"{goal.name}: {state}; {goal.mobility.sentence}.")
        if self.at_limits:
            said.append(f"At a limit: {', '.join(self.at_limits)}.")
        return (*said, self.why)

    @property
    def why(self) -> str:
        """Why the goals are where they are."""
        unmet = [goal.name for goal in self.goals if not goal.met]
        if not unmet:
            return "All goals are met."
        if not self.stationary:
            return f"Not a minimum: a small motion still brings {', '.join(unmet)} nearer."
        reasons = []
        if self.held_by:
            reasons.append(f"the limits of {', '.join(self.held_by)} hold")
        if self.stuck:
            reasons.append(f"nothing moves {', '.join(self.stuck)} toward the goal (out of reach, or singular)")
        if len(self.competing) > 1 or (self.competing and not reasons):
            reasons.append(f"{', '.join(self.competing)} pull against one another")
        return f"A minimum: {'; '.join(reasons)}."

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def diagnose(problem: Problem, q: Any, *, stopped: str = "") -> Diagnosis:
    """A problem at a state (size,)."""
    q = problem.checked(q)
    scales = problem.row_scales
    counted = scales != 0
    raw = problem.raw_residual(q)
    jacobian = _raw_jacobian(problem, q)
    others = [_raw_jacobian(problem, state) for state in _other_states(problem, q)]
    movable = (problem.gain > 0) & (problem.lo < problem.hi)
    found = multipliers(problem, q)
    answering = movable & (found.limits == 0)  # what a limit holds does not answer a pull
    least = 1e-6 * np.abs(found.rows).max(initial=0.0)
    names = goal_names(problem)
    units = [unit for goal in problem.all_goals for unit in goal.units]
    goals, together = [], np.zeros(problem.rows, bool)
    stuck, competing = [], []
    start = 0
    for i, goal in enumerate(problem.all_goals):
        rows = np.arange(start, start + goal.rows)
        start += goal.rows
        # a row of an inequality or of a disjunction's member that rests has neither residual nor slope
        resting = (raw[rows] == 0) & ~jacobian[rows].any(axis=1) & (goal.inequality or goal.kind == "any_of")
        rows = rows[counted[rows] & ~resting]
        mobility = (
            mobility_of(jacobian[rows], [o[rows] for o in others], movable, [units[k] for k in rows])
            if len(rows)
            else None
        )
        diagnosed = GoalDiagnosis(
            name=names[i],
            hard=i < len(problem.hard),
            preference=goal.preference,
            error=goal.error(raw[start - goal.rows : start]),
            mobility=mobility,
            unmoved=_unmoved(mobility, raw[rows]),
        )
        goals.append(diagnosed)
        together[rows] = not goal.preference or diagnosed.hard
        force = found.rows[rows]
        if np.abs(force).max(initial=0.0) > least and (diagnosed.hard or not (diagnosed.met or goal.preference)):
            pull = jacobian[rows].T @ force
            seen = 1e-6 * np.linalg.norm(jacobian[rows]) * np.linalg.norm(force)
            if np.linalg.norm(pull[movable]) <= seen:
                stuck.append(names[i])
            elif np.linalg.norm(pull[answering]) > seen:
                competing.append(names[i])
    whole = [units[k] for k in np.flatnonzero(together)]
    a, a_lo, a_hi = problem.linear_limits
    return Diagnosis(
        mobility=mobility_of(jacobian[together], [o[together] for o in others], movable, whole),
        goals=tuple(goals),
        parameters=_slacks(parameter_names(problem), q, problem.lo, problem.hi, found.limits),
        linear_limits=_slacks(linear_names(problem), a @ q, a_lo, a_hi, found.linear),
        stationary=found.stationary,
        competing=tuple(competing),
        stuck=tuple(stuck),
        stopped=stopped,
    )


def diagnose_handle(pose: Pose, handle: Handle, *, chain: Iterable[Name] | None = None) -> Mobility:
    """How freely a handle can move in a pose, by all parameters or by those of some joints."""
    from manikin.figure.pose import Pose

    problem = Problem(pose.figure)
    handle.check(pose.figure)
    served = np.ones(problem.size, bool)
    if chain is not None:
        served[:] = False
        served[[column for name in chain for column in problem.columns(name)]] = True
    movable = served & (problem.gain > 0) & (problem.lo < problem.hi)
    states = [Pose(pose.figure, state) for state in _other_states(problem, pose.q)]
    units = {"point": ("m",) * 3, "frame": ("m",) * 3 + ("rad",) * 3, "vector": ("",) * handle.tangent}
    return mobility_of(
        handle.jacobian(pose),
        [handle.jacobian(state) for state in states],
        movable,
        units.get(handle.value_type, ("rad",) * 3),
    )


def goal_names(problem: Problem) -> list[str]:
    """A name for every goal, hard ones first; the same name twice is counted."""
    given = [goal.name or goal.kind for goal in problem.all_goals]
    return [f"{name} ({given[:i].count(name) + 1})" if given.count(name) > 1 else name for i, name in enumerate(given)]


def parameter_names(problem: Problem) -> list[str]:
    """The names of all parameters; with several figures each after its figure's."""
    if len(problem.figures) == 1:
        return list(problem.figures[0].parameter_names)
    return [f"{figure.name}: {name}" for figure in problem.figures for name in figure.parameter_names]


def linear_names(problem: Problem) -> list[str]:
    """The names of the linear limits."""
    several = len(problem.figures) > 1
    return [
        f"{figure.name}: {limit.name}" if several else limit.name
        for figure in (problem.figures if problem.limits else ())
        for limit in figure.linear_limits
    ]


def _raw_jacobian(problem: Problem, q: Array) -> Array:
    """(rows, size) in the rows' own units; rows of no weight are zero."""
    scales = problem.row_scales
    return np.asarray(problem.jacobian(q) / np.where(scales == 0, 1.0, scales)[:, None])


def _other_states(problem: Problem, q: Array) -> list[Array]:
    """A few states inside the limits, always the same ones; what is frozen stays."""
    rng = np.random.default_rng(0)
    lo = np.where(np.isfinite(problem.lo), problem.lo, np.minimum(q, problem.hi) - 1.0)
    hi = np.where(np.isfinite(problem.hi), problem.hi, np.maximum(q, problem.lo) + 1.0)
    states = rng.uniform(lo, np.maximum(lo, hi), (ELSEWHERE, problem.size))
    return [np.where(problem.gain > 0, state, q) for state in states]


def _unmoved(mobility: Mobility | None, residual: Array) -> float:
    length = float(np.linalg.norm(residual))
    if mobility is None or length == 0:
        return 0.0
    return float(np.linalg.norm(np.concatenate([mobility.lost, mobility.never]) @ residual)) / length


def _slacks(names: list[str], values: Array, lo: Array, hi: Array, found: Array) -> tuple[LimitSlack, ...]:
    ends = at_limits(values, lo, hi)
    facts = zip(names, values.tolist(), lo.tolist(), hi.tolist(), ends.tolist(), found.tolist(), strict=True)
    return tuple(LimitSlack(name=n, value=v, lo=a, hi=b, end=e, multiplier=p) for n, v, a, b, e, p in facts)
