"""A search in Python: the state that solvers advance, and the loop around them.

Mirrors kernels/src/solvers/search.hpp.
The compiled solvers do the same in one call; this one defines them, runs where there is no compiled library, and
where a handle or goal is the user's own.
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

__all__ = ["HARDNESS", "Measure", "Outcome", "Search", "least_merit", "run", "seed"]

HARDNESS = 1e6
"""Hard rows that do not hold weigh this much more in the measure by which two states are compared."""
HELD, WELL = 1e-20, 1e-24
"""Hard rows hold where their squares sum up to no more than the first; than the second, if the tolerance is so fine."""


class Measure(NamedTuple):
    """How good a state is.

    ``merit`` is Σ r², hard rows weighed by ``HARDNESS`` until they hold, then left out; ``worst`` the largest row in
    its own unit; ``breach`` Σ r² of the hard rows alone.
    """

    merit: float
    worst: float
    breach: float


@dataclass
class Search:
    """A state at work: ``q``, its weighted residual ``r``, how good it is, and what a method remembers."""

    problem: Problem
    q: Array
    tolerance: float
    memory: dict[str, Any] = field(default_factory=dict)
    evaluations: int = 0
    r: Array = field(init=False)
    now: Measure = field(init=False)
    enough: float = field(init=False)

    def __post_init__(self) -> None:
        self.enough = min(max(self.tolerance**2, WELL), HELD)
        self.move_to(Polyhedron(self.problem).nearest(self.q))

    @property
    def hard(self) -> np.ndarray:
        """(rows,) booleans."""
        return self.problem.kernel_limits.hard.astype(bool)

    def measure(self, q: Array) -> tuple[Array, Measure]:
        """Weighted residual of a state, and how good it is."""
        self.evaluations += 1
        raw = self.problem.raw_residual(q)
        r = raw * self.problem.row_scales
        counted = np.abs(raw[self.problem.row_scales != 0])
        breach, soft = float((r[self.hard] ** 2).sum()), float((r[~self.hard] ** 2).sum())
        merit = soft if breach <= self.enough else HARDNESS * breach + soft
        return r, Measure(merit, float(counted.max(initial=0.0)), breach)

    @property
    def merit(self) -> float:
        return self.now.merit

    def better(self, a: Measure, b: Measure) -> bool:
        """Whether a state is better than another.  Hard goals first: of two that meet them the rest decides."""
        met = a.breach <= self.enough
        return a.merit < b.merit if met == (b.breach <= self.enough) else met

    def move_to(self, q: Array) -> None:
        """Make ``q`` the state."""
        self.take(q, *self.measure(q))

    def take(self, q: Array, r: Array, measure: Measure) -> None:
        """Make ``q`` the state, its residual and measure being known."""
        self.q, self.r, self.now = q, r, measure

    def offer(self, q: Array) -> bool:
        """Make ``q`` the state if it is better."""
        r, then = self.measure(q)
        if not self.better(then, self.now):
            return False
        self.take(q, r, then)
        return True

    def scaled_jacobian(self) -> Array:
        """d r/dq (rows, size), columns multiplied by their gains."""
        return self.problem.jacobian(self.q) * self.problem.gain

    def inside(self, q: Array) -> Array:
        """``q`` within the limits; what is frozen stays as it is, to the bit: −0 + 0 would be 0."""
        return np.where(self.problem.gain > 0, np.clip(q, self.problem.lo, self.problem.hi), self.q)

    @property
    def reached(self) -> bool:
        return self.now.worst <= self.tolerance


@dataclass
class Outcome:
    """How a run ended."""

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
    weary: Callable[[Search], bool] = lambda search: False,
    seconds: float = math.inf,
    cancel: np.ndarray | None = None,
    settle: bool = True,
) -> Outcome:
    """Advance until reached, until nothing can be gained, or until told to stop.

    To ``settle`` is to end at the best state met; else a method that is not monotone ends where it is.
    """
    begin = time.perf_counter()
    start, best, top = search.q, search.q, search.now
    out = Outcome(Status.STALLED, 0, 0, [])
    stop = False
    least = least_merit(search.problem) if restarts else 0.0

    def attempt(patient: bool) -> Status:
        nonlocal best, top, stop
        if search.better(search.now, top):
            best, top = search.q, search.now
        status = Status.REACHED if search.reached else Status.MAX_ITERATIONS
        out.attempts += 1
        for _ in range(max_iterations if status is Status.MAX_ITERATIONS else 0):
            if cancel is not None and cancel[0]:
                stop, status = True, Status.CANCELLED
                break
            if time.perf_counter() - begin > seconds:
                stop = True
                break
            step = advance(search)
            out.iterations += 1
            out.history.append(search.merit)
            if search.better(search.now, top):
                best, top = search.q, search.now
            if search.reached:
                status = Status.REACHED
            elif step is not None:
                status = step
            elif not patient and weary(search):
                status = Status.STALLED
            if status is not Status.MAX_ITERATIONS:
                break
        return status

    def afresh(q: Array) -> None:
        search.memory.clear()
        search.move_to(q)

    def nearest() -> bool:
        return least > 0 and top.merit <= (1 + 1e-6) * least

    out.status = attempt(patient=restarts == 0 or least > 0)  # where nothing can be reached there is no hurry
    if nearest():
        restarts = 0
    for k in range(1, restarts + 1):
        if out.status is Status.REACHED or stop or nearest():
            break
        afresh(seed(search.problem, start, k))
        out.status = attempt(patient=False)
    if restarts and out.status is not Status.REACHED and not stop:
        afresh(best)  # no start led to the goals: the best of them, to its very minimum
        out.status = attempt(patient=True)
        out.attempts -= 1
    if (settle and search.better(top, search.now)) or math.isnan(search.merit):
        search.move_to(best)
    return out


def least_merit(problem: Problem) -> float:
    """The least merit that any state can have, as far as is known; 0 where nothing is.

    A point of a rigid figure without joint groups comes no nearer to its target than the parts above it are long.
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
    """The k-th start of a low-discrepancy sequence between the limits (Roberts' generalised golden ratio).

    A parameter without limits stays within 3 rad, or 3 m, of where it was.  Every other start goes only part of the
    way from the given one.
    """
    phi = 2.0
    for _ in range(40):
        phi = (1 + phi) ** (1 / (problem.size + 1))
    t = np.modf(0.5 + k * phi ** -np.arange(1, problem.size + 1.0))[0]
    limited = np.isfinite(problem.lo) & np.isfinite(problem.hi)
    lo = np.where(limited, problem.lo, np.maximum(start - 3.0, problem.lo))
    hi = np.where(limited, problem.hi, np.minimum(start + 3.0, problem.hi))
    way = 0.6 if k % 2 else 1.0
    return np.where(problem.gain == 0, start, np.clip(start + way * (lo + t * (hi - lo) - start), lo, hi))
