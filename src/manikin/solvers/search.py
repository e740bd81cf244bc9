"""A search in Python: the state that solvers advance, and the loop around them.

Mirrors kernels/src/solvers/search.hpp and run.hpp.  The compiled solvers do the same in one call.  This form defines
them, and runs if there are no compiled kernels or if a handle or goal is the user's own.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from manikin.goals import Position
from manikin.handles import Point
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array, compose
from manikin.problem.problem import Problem
from manikin.solvers.polyhedron import Polyhedron
from manikin.solvers.result import Status
from manikin.solvers.step_limits import StepLimits

__all__ = ["HARD_WEIGHT", "Lean", "Measure", "Outcome", "Search", "least_merit", "run", "seed"]

HARD_WEIGHT = 1e6
"""The weight of violated hard rows in the merit by which two states are compared."""
MAX_HARD_TOLERANCE_SQUARED, MIN_HARD_TOLERANCE_SQUARED = 1e-20, 1e-24
"""Hard rows hold if the sum of their squares is at most the tolerance squared, kept between these two."""
FREE_SEED_RANGE = 3.0
"""How far from the start other starts may be, for a parameter without limits [rad, m]."""
GAIN_TO_LEAVE = 0.5
"""Another start replaces the given one if it takes more than this share off the merit."""
MARGIN_STIFFNESS = 6.0
"""How much stiffer than elsewhere a parameter that leans is at its limit, less 1; its effort grows by the square."""
PARTIAL_SEED_SHARE = 0.6
"""Every second start goes only this share of the way from the given one."""


class Measure(NamedTuple):
    """How good a state is.

    Attributes:
        merit: Σ r²; hard rows are weighted by ``HARD_WEIGHT`` while they are violated, and left out once they hold.
        worst: The largest row, in its own unit.
        hard_violation: Σ r² of the hard rows alone.
    """

    merit: float
    worst: float
    hard_violation: float


class Lean(NamedTuple):
    """A posture beside the goals, and a shift of their rows; only the solver lm honours it.

    Attributes:
        posture: The preferred state (size,).
        weight: Weight of Σ (s(q)/gain)² in the merit; s is the strain of a parameter, q − posture and more near limits.
        shift: What is added to each weighted row (rows,).
        exact: Which soft rows come before the posture (rows,), 1 or 0; see ``manikin.solvers.levels``.
        softness: How far limbs give way near the end of their reach, times ``manikin.solvers.edge.SOFT_REACH``.
        margins: How far from the lower and the upper limits parameters begin to stiffen (2, size); None for nowhere.
        telling: Which parameters tell how far a limb is bent (size,), 1 or 0; None for all of them.
    """

    posture: Array
    weight: float
    shift: Array
    exact: np.ndarray
    softness: float = 1.0
    margins: Array | None = None
    telling: np.ndarray | None = None

    def off(self, problem: Problem, q: Array) -> Array:
        """How far each parameter is from the posture, over its gain (size,); 0 for what must not move.

        In its margin u = 1 − distance/margin, from 0 to 1 at the limit, a parameter counts as
        ``MARGIN_STIFFNESS`` margin u³/3 farther than it is.  So a limit is come to gently, as far as the goals leave a
        choice: with two continuous derivatives of the merit.
        """
        strain = q - self.posture
        if self.margins is not None:
            below, above = self._inside_margins(problem, q)
            strain = strain + MARGIN_STIFFNESS / 3 * (self.margins[1] * above**3 - self.margins[0] * below**3)
        return np.divide(strain, problem.gain, out=np.zeros_like(q), where=problem.gain > 0)

    def stiffness(self, problem: Problem, q: Array) -> Array:
        """How much faster each parameter strains than it moves (size,): 1 outside the margins."""
        if self.margins is None:
            return np.ones_like(q)
        below, above = self._inside_margins(problem, q)
        return np.asarray(1 + MARGIN_STIFFNESS * (below**2 + above**2))

    def _inside_margins(self, problem: Problem, q: Array) -> tuple[Array, Array]:
        """How far into the lower and the upper margins a state is (size,): 0 outside, 1 at the limit."""
        assert self.margins is not None
        sides = zip(self.margins, (q - problem.lo, problem.hi - q), strict=True)
        none = np.ones_like(q)
        shares = [np.divide(room, margin, out=none.copy(), where=margin > 0) for margin, room in sides]
        return np.clip(1 - shares[0], 0, 1), np.clip(1 - shares[1], 0, 1)


@dataclass
class Search:
    """The state of a solve.

    Attributes:
        problem: What is solved.
        q: The state (size,); it is moved inside the limits first.
        tolerance: The size up to which a row counts as met, in its own unit.
        memory: What a method remembers between iterations, an object of its own; None where a start begins.
        evaluations: How many states were measured.
        lean: A posture to which the search leans; None for none.
        r: The weighted residual at ``q`` (rows,).
        current: How good ``q`` is.
        hard_tolerance: Hard rows hold if the sum of their squares is at most this.
        steps: How far steps may go.
    """

    problem: Problem
    q: Array
    tolerance: float
    memory: Any = None
    evaluations: int = 0
    lean: Lean | None = None
    r: Array = field(init=False)
    current: Measure = field(init=False)
    hard_tolerance: float = field(init=False)
    steps: StepLimits = field(init=False)

    def __post_init__(self) -> None:
        squared = max(self.tolerance**2, MIN_HARD_TOLERANCE_SQUARED)
        self.steps = StepLimits(self.problem)
        self.hard_tolerance = min(squared, MAX_HARD_TOLERANCE_SQUARED)
        self.move_to(Polyhedron(self.problem).nearest(self.q))

    @property
    def hard(self) -> np.ndarray:
        """Which rows are hard (rows,)."""
        return self.problem.kernel_limits.hard.astype(bool)

    def measure(self, q: Array) -> tuple[Array, Measure]:
        """The weighted residual of a state, and how good it is."""
        self.evaluations += 1
        raw = self.problem.raw_residual(q)
        r = raw * self.problem.row_scales
        if self.lean is not None:
            r = r + self.lean.shift
        counted = np.abs(raw[self.problem.row_scales != 0])
        violation, soft = float((r[self.hard] ** 2).sum()), float((r[~self.hard] ** 2).sum())
        merit = soft if violation <= self.hard_tolerance else HARD_WEIGHT * violation + soft
        if self.lean is not None:
            merit += self.lean.weight * float((self.lean.off(self.problem, q) ** 2).sum())
        return r, Measure(merit, float(counted.max(initial=0.0)), violation)

    @property
    def merit(self) -> float:
        """The merit of the state."""
        return self.current.merit

    def is_better(self, a: Measure, b: Measure) -> bool:
        """Whether a is better than b.

        Hard goals come first; of two states that meet them, or of two that do not, the merit decides.
        """
        met = a.hard_violation <= self.hard_tolerance
        return a.merit < b.merit if met == (b.hard_violation <= self.hard_tolerance) else met

    def is_worth_leaving(self, own: Measure, other: Measure) -> bool:
        """Whether the end of another start is worth leaving the end of the given one.

        It must take more than ``GAIN_TO_LEAVE`` off the merit, and where it reaches the goals, more than the tolerance
        off the worst row.
        """
        if (own.hard_violation <= self.hard_tolerance) != (other.hard_violation <= self.hard_tolerance):
            return self.is_better(other, own)
        gains = other.merit < (1 - GAIN_TO_LEAVE) * own.merit
        return gains and (other.worst > self.tolerance or own.worst - other.worst > self.tolerance)

    def move_to(self, q: Array) -> None:
        """Make ``q`` the state."""
        self.accept(q, *self.measure(q))

    def accept(self, q: Array, r: Array, measure: Measure) -> None:
        """Make ``q`` the state, with its residual and measure."""
        self.q, self.r, self.current = q, r, measure

    def try_state(self, q: Array) -> bool:
        """Make ``q`` the state if it is better; returns whether it was."""
        r, measure = self.measure(q)
        if not self.is_better(measure, self.current):
            return False
        self.accept(q, r, measure)
        return True

    def scaled_jacobian(self) -> Array:
        """d r/dq (rows, size), each column multiplied by its parameter's gain at the state."""
        return self.problem.jacobian(self.q) * self.gain

    @property
    def gain(self) -> Array:
        """The gains (size,) at the state: what leans is stiffer near its limits."""
        gain = self.problem.gain
        return gain if self.lean is None else np.asarray(gain / self.lean.stiffness(self.problem, self.q))

    def inside(self, q: Array) -> Array:
        """``q`` within the limits of the steps; frozen parameters keep their bits (−0 + 0 would be 0)."""
        return np.where(self.problem.gain > 0, np.clip(q, self.steps.lo, self.steps.hi), self.q)

    def start_at(self, q: Array) -> None:
        """Begin again at a state: what the method has learnt is forgotten, and steps may go to the limits."""
        self.memory = None
        self.steps.open()
        self.move_to(q)

    def leave_near_limits(self) -> bool:
        """Open limits that were drawn near; begin again where these held the state.  Returns whether they did."""
        held = self.steps.hold(self.q)
        self.steps.open()
        if held:
            self.start_at(self.q)
        return held

    @property
    def reached(self) -> bool:
        """Whether every row is within the tolerance; a search that leans to a posture goes on to its minimum."""
        return self.lean is None and self.current.worst <= self.tolerance


@dataclass
class Outcome:
    """How a run ended.

    Attributes:
        status: Why.
        iterations: Of all starts together.
        attempts: Starts that were tried.
        history: The merit after every iteration.
    """

    status: Status
    iterations: int
    attempts: int
    history: list[float]


Advance = Callable[[Search], Status | None]


def run(
    search: Search,
    advance: Advance,
    *,
    max_iterations: int,
    restarts: int = 0,
    should_restart: Callable[[Search], bool] = lambda search: False,
    seconds: float = math.inf,
    cancel: np.ndarray | None = None,
    settle: bool = True,
    stays_near: bool = False,
) -> Outcome:
    """Advance a search until the goals are reached, nothing more can be gained, or it has to stop.

    Args:
        search: The search.
        advance: One iteration; returns None if it gained something, else why nothing more can be gained.
        max_iterations: Iterations from each start.
        restarts: Other starts that may be tried.
        should_restart: Whether to give up this start early, because another one promises more.
        seconds: Stop when this time is up [s].
        cancel: Stop when its one entry is not 0.
        settle: Whether to end at the best state met, instead of the last one of a method that is not monotone.
        stays_near: Whether to search the given start to its end, and to leave it only for a gain; without hard
            goals, first part of the way to the limits (``StepLimits``), then with half of the iterations at least.
    """
    begin = time.perf_counter()
    if max_iterations == 0:
        restarts = 0  # the state must not move
    start, best, top = search.q, search.q, search.current
    out = Outcome(Status.STALLED, 0, 0, [])
    stop = False
    least = least_merit(search.problem) if restarts else 0.0
    if stays_near and settle and not search.problem.hard:  # these would be led into dead ends
        search.steps.draw_near(search.q)

    def attempt(patient: bool) -> Status:
        nonlocal best, top, stop
        if search.is_better(search.current, top):
            best, top = search.q, search.current
        status = Status.REACHED if search.reached else Status.MAX_ITERATIONS
        out.attempts += 1
        for i in range(max_iterations if status is Status.MAX_ITERATIONS else 0):
            if cancel is not None and cancel[0]:
                stop, status = True, Status.CANCELLED
                break
            if time.perf_counter() - begin > seconds:
                stop, status = True, Status.TIMEOUT
                break
            step = advance(search)
            out.iterations += 1
            out.history.append(search.merit)
            if search.is_better(search.current, top):
                best, top = search.q, search.current
            enough = step is not None or 2 * (i + 1) >= max_iterations
            if search.reached:
                status = Status.REACHED
            elif enough and search.leave_near_limits():
                continue
            elif step is not None:
                status = step
            elif not patient and should_restart(search):
                status = Status.STALLED
            if status is not Status.MAX_ITERATIONS:
                break
        return status

    def nearest() -> bool:
        return least > 0 and top.merit <= (1 + 1e-6) * least

    # a start that others may replace is given up early, unless its goals are known to be out of reach
    out.status = attempt(patient=restarts == 0 or stays_near or least > 0)
    if nearest() or out.status is Status.REACHED or stop:
        restarts = 0
    own, own_measure, own_status = best, top, out.status
    for k in range(1, restarts + 1):
        if out.status is Status.REACHED or stop or nearest():
            break
        search.start_at(seed(search.problem, start, k))
        out.status = attempt(patient=False)
    if restarts and stays_near and not search.is_worth_leaving(own_measure, top):
        out.status = out.status if stop else own_status
        best, top = own, own_measure
        search.start_at(own)
    elif restarts and out.status is not Status.REACHED and not stop:
        search.start_at(best)  # no start reached the goals: go on from the best state to its minimum
        out.status = attempt(patient=True)
        out.attempts -= 1
    if (settle and search.is_better(top, search.current)) or math.isnan(search.merit):
        search.move_to(best)
    search.steps.open()
    return out


def least_merit(problem: Problem) -> float:
    """A lower bound of the merit of all states; 0 if none is known.

    A point of a rigid figure without joint groups comes no nearer to its target than the lengths above it allow.
    """
    goal = problem.goals[0] if len(problem.all_goals) == 1 and problem.goals and len(problem.figures) == 1 else None
    if not (isinstance(goal, Position) and isinstance(goal.point, Point) and isinstance(goal.target, Fixed)):
        return 0.0
    figure = problem.figures[0]
    if not figure.coupling.identity:
        return 0.0
    start: Array | None = None
    reach, since = 0.0, np.eye(3, 4)
    for name in figure.skeleton.path(goal.point.part):
        joint = figure.skeleton[name]
        before, after = (np.array(m).reshape(3, 4) for m in (joint.before, joint.after))
        if max(np.abs(m[:, :3] @ m[:, :3].T - np.eye(3)).max() for m in (before, after)) > 1e-12:
            return 0.0
        since = compose(since, before)
        for dof in joint.dofs:
            if start is None:
                start = since[:, 3]
            else:
                reach += float(np.linalg.norm(since[:, 3]))
            if dof.kind == "slide":
                i = figure.index(dof.name)
                reach += max(abs(problem.lo[i]), abs(problem.hi[i]))
            since = np.eye(3, 4)
        since = compose(since, after)
    if start is None:
        return 0.0
    reach += float(np.linalg.norm(since[:, :3] @ goal.point.at + since[:, 3]))
    far = max(0.0, float(np.linalg.norm(goal.target.constant - start)) - reach)
    return (far * float(problem.row_scales.min())) ** 2


def seed(problem: Problem, start: Array, k: int) -> Array:
    """The k-th other start: a low-discrepancy sequence between the limits (Roberts' generalised golden ratio).

    A parameter without limits stays within ``FREE_SEED_RANGE`` of the given start, and one that changes no goal stays
    where it is.  Every second start goes only part of the way from the given one.
    """
    phi = 2.0
    for _ in range(40):
        phi = (1 + phi) ** (1 / (problem.size + 1))
    t = np.modf(0.5 + k * phi ** -np.arange(1, problem.size + 1.0))[0]
    limited = np.isfinite(problem.lo) & np.isfinite(problem.hi)
    lo = np.where(limited, problem.lo, np.maximum(start - FREE_SEED_RANGE, problem.lo))
    hi = np.where(limited, problem.hi, np.minimum(start + FREE_SEED_RANGE, problem.hi))
    share = PARTIAL_SEED_SHARE if k % 2 else 1.0
    drawn = problem.structure.changes_goals & (problem.gain > 0)
    return np.where(drawn, np.clip(start + share * (lo + t * (hi - lo) - start), lo, hi), start)
