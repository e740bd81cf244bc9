"""Diagnosis of a state (W 3.2.2): how freely each goal can move, what is at a limit, which demands block others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from manikin.arguments import explained
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

OTHER_STATES = 3
"""Number of other states that tell directions lost here from directions that never move."""
MET_TOLERANCE = 1e-6
"""Error up to which a goal is met [m, rad]; the default of the solvers."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GoalDiagnosis:
    """A goal at a state.

    Attributes:
        name: Of the goal.
        hard: Whether it is a hard goal.
        preference: Whether it only expresses a preference.
        error: In its own units.
        mobility: None for a goal at rest, such as inside its half-space or with weight 0.
        unmoved: Share of its residual, 0 to 1, in directions in which nothing moves it.
    """

    name: str
    hard: bool
    preference: bool
    error: dict[str, float]
    mobility: Mobility | None
    unmoved: float

    @property
    def met(self) -> bool:
        return self.mobility is None or max(self.error.values(), default=0.0) <= MET_TOLERANCE


@dataclass(frozen=True, kw_only=True)
class LimitSlack:
    """A parameter or a linear limit, and its ends.

    Attributes:
        name: Of the parameter or linear limit.
        value: At the state [rad or m].
        lo: Lower end.
        hi: Upper end.
        end: 1 at the upper end, −1 at the lower end, 2 where both are equal, 0 between.
        multiplier: Lagrange multiplier; see ``manikin.diagnosis.multipliers``.
    """

    name: str
    value: float
    lo: float
    hi: float
    end: int
    multiplier: float

    @property
    def slack(self) -> float:
        """The distance to the nearest end; infinite where there is none, negative beyond it."""
        return min(self.value - self.lo, self.hi - self.value)


@explained
@dataclass(frozen=True, eq=False, kw_only=True)
class Diagnosis:
    """The diagnosis of a problem at a state.

    Attributes:
        mobility: Of all goals together, without preferences.
        goals: One for every goal, hard goals first.
        parameters: One for every parameter.
        linear_limits: One for every linear limit.
        stationary: Whether no small motion within the limits reduces the objective.
        competing: Unmet goals that the others hold back, and the hard goals that hold them back.
        stuck: Unmet goals whose pull moves nothing: out of reach, or in a singular direction.
        stopped: How the solve ended that led here; empty where there was none.
    """

    mobility: Mobility
    goals: tuple[GoalDiagnosis, ...]
    parameters: tuple[LimitSlack, ...]
    linear_limits: tuple[LimitSlack, ...]
    stationary: bool
    competing: tuple[str, ...]
    stuck: tuple[str, ...]
    stopped: str

    @property
    def at_limits(self) -> tuple[str, ...]:
        """The parameters and linear limits that are at an end."""
        return tuple(slack.name for slack in (*self.parameters, *self.linear_limits) if slack.end)

    @property
    def held_by(self) -> tuple[str, ...]:
        """The parameters and linear limits that goals push against."""
        return tuple(slack.name for slack in (*self.parameters, *self.linear_limits) if slack.multiplier)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The diagnosis as sentences."""
        whole, said = self.mobility, []
        if self.stopped:
            said.append(f"How the solve ended: {self.stopped}.")
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
        """Why goals are not met, as a sentence."""
        unmet = [goal.name for goal in self.goals if not goal.met]
        if not unmet:
            return "All goals are met."
        if not self.stationary:
            return f"Not a minimum: a small motion still brings {', '.join(unmet)} nearer to the goal."
        reasons = []
        if self.held_by:
            reasons.append(f"the limits of {', '.join(self.held_by)} hold")
        if self.stuck:
            reasons.append(f"nothing moves {', '.join(self.stuck)} toward the goal (out of reach, or singular)")
        if len(self.competing) > 1 or (self.competing and not reasons):
            reasons.append(f"{', '.join(self.competing)} pull against each other")
        return f"A minimum: {'; '.join(reasons)}."

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def diagnose(problem: Problem, q: Any, *, stopped: str = "") -> Diagnosis:
    """The diagnosis of a problem at a state (size,); ``stopped`` says how a solve ended there."""
    q = problem.checked(q)
    scales = problem.row_scales
    counted = scales != 0
    raw = problem.raw_residual(q)
    jacobian = _raw_jacobian(problem, q)
    others = [_raw_jacobian(problem, state) for state in _other_states(problem, q)]
    movable = (problem.gain > 0) & (problem.lo < problem.hi)
    found = multipliers(problem, q)
    answering = movable & (found.limits == 0)  # a parameter held by a limit does not respond
    least = 1e-6 * np.abs(found.rows).max(initial=0.0)
    names = goal_names(problem)
    units = [unit for goal in problem.all_goals for unit in goal.units]
    goals, together = [], np.zeros(problem.rows, bool)
    stuck, competing = [], []
    start = 0
    for i, goal in enumerate(problem.all_goals):
        rows = np.arange(start, start + goal.rows)
        start += goal.rows
        # at rest, a row of an inequality or of a member of a disjunction has neither residual nor derivative
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
    """How freely a handle can move in a pose, by all parameters or by those of the joints of a ``chain``."""
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
    """A name for every goal, hard goals first; see ``Problem.goal_names``."""
    return list(problem.goal_names)


def parameter_names(problem: Problem) -> list[str]:
    """The names of all parameters, with the name of the figure before it where there are several."""
    if len(problem.figures) == 1:
        return list(problem.figures[0].parameter_names)
    return [f"{figure.name}: {name}" for figure in problem.figures for name in figure.parameter_names]


def linear_names(problem: Problem) -> list[str]:
    """The names of the linear limits, with the name of the figure before it where there are several."""
    several = len(problem.figures) > 1
    return [
        f"{figure.name}: {limit.name}" if several else limit.name
        for figure in (problem.figures if problem.limits else ())
        for limit in figure.linear_limits
    ]


def _raw_jacobian(problem: Problem, q: Array) -> Array:
    """The Jacobian (rows, size) in the units of the rows; rows without weight are zero."""
    scales = problem.row_scales
    return np.asarray(problem.jacobian(q) / np.where(scales == 0, 1.0, scales)[:, None])


def _other_states(problem: Problem, q: Array) -> list[Array]:
    """A few states inside the limits, always the same; frozen parameters stay."""
    rng = np.random.default_rng(0)
    lo = np.where(np.isfinite(problem.lo), problem.lo, np.minimum(q, problem.hi) - 1.0)
    hi = np.where(np.isfinite(problem.hi), problem.hi, np.maximum(q, problem.lo) + 1.0)
    states = rng.uniform(lo, np.maximum(lo, hi), (OTHER_STATES, problem.size))
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
