"""A search in Python: the state that solvers advance, and the loop around them.  Mirrors kernels/src/search.hpp.

The compiled solvers do the same in one call; this one defines them, runs where there is no compiled library, and
where a handle or goal is the user's own.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from manikin.goals import Position
from manikin.handles import Point
from manikin.handles.fixed import Fixed
from manikin.polyhedron import Polyhedron
from manikin.problem import Problem
from manikin.result import Status
from manikin.rotations import Array, compose

__all__ = ["HARDNESS", "Outcome", "Search", "least_merit", "run", "seed"]

HARDNESS = 1e6
"""Hard rows weigh this much more in the measure by which two states are compared."""


@dataclass
class Search:
    """A state at work: ``q``, its weighted residual ``r``, how good it is, and what a method remembers.

    ``merit`` is Σ r² with hard rows weighed by ``HARDNESS``; ``worst`` the largest row in its own unit.
    """

    problem: Problem
    q: Array
    tolerance: float
    memory: dict[str, Any] = field(default_factory=dict)
    evaluations: int = 0
    r: Array = field(init=False)
    merit: float = field(init=False)
    worst: float = field(init=False)

    def __post_init__(self) -> None:
        self.move_to(Polyhedron(self.problem).nearest(self.q))

    @property
    def hard(self) -> np.ndarray:
        """(rows,) booleans."""
        return self.problem.setting.hard.astype(bool)

    def measure(self, q: Array) -> tuple[Array, float, float]:
        """Weighted residual, merit and worst row of a state."""
        self.evaluations += 1
        raw = self.problem.raw_residual(q)
        r = raw * self.problem.row_scales
        merit = float((np.where(self.hard, HARDNESS, 1.0) * r * r).sum())
        counted = np.abs(raw[self.problem.row_scales != 0])
        return r, merit, float(counted.max(initial=0.0))

    def move_to(self, q: Array) -> None:
        """Make ``q`` the state."""
        self.q = q
        self.r, self.merit, self.worst = self.measure(q)

    def offer(self, q: Array) -> bool:
        """Make ``q`` the state if it is better."""
        r, merit, worst = self.measure(q)
        if not merit < self.merit:
            return False
        self.q, self.r, self.merit, self.worst = q, r, merit, worst
        return True

    def scaled_jacobian(self) -> Array:
        """d r/dq (rows, size), columns multiplied by their gains."""
        return self.problem.jacobian(self.q) * self.problem.gain

    def inside(self, q: Array) -> Array:
        """``q`` within the limits; what is frozen stays as it is, to the bit: −0 + 0 would be 0."""
        return np.where(self.problem.gain > 0, np.clip(q, self.problem.lo, self.problem.hi), self.q)

    @property
    def reached(self) -> bool:
        return self.worst <= self.tolerance


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
    start, best, best_merit = search.q, search.q, search.merit
    out = Outcome(Status.STALLED, 0, 0, [])
    stop = False
    least = least_merit(search.problem) if restarts else 0.0

    def attempt(patient: bool) -> Status:
        nonlocal best, best_merit, stop
        if search.merit < best_merit:
            best, best_merit = search.q, search.merit
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
            if search.merit < best_merit:
                best, best_merit = search.q, search.merit
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
        return least > 0 and best_merit <= (1 + 1e-6) * least

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
    if (settle and best_merit < search.merit) or math.isnan(search.merit):
        search.move_to(best)
    return out


def least_merit(problem: Problem) -> float:
    """The least merit that any state can have, as far as is known; 0 where nothing is.

    A point of a rigid figure without joint groups comes no nearer to its target than the parts above it are long.
    """
    goal = problem.goals[0] if len(problem.everything) == 1 and problem.goals and len(problem.figures) == 1 else None
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
            if dof.motion == "slide":
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
