"""The result of a solve, and of many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from manikin.errors import InputError
from manikin.figure.pose import Pose
from manikin.goals.goal import error_in_words
from manikin.math.rotations import Array
from manikin.pickling import WithoutCaches
from manikin.problem.problem import Problem

if TYPE_CHECKING:
    from manikin.diagnosis.conflict import Conflict
    from manikin.diagnosis.diagnosis import Diagnosis

put = object.__setattr__
"""Sets a field of a frozen object, which only its constructor does."""

__all__ = ["STATUSES", "BatchResult", "Result", "Status"]


class Status(StrEnum):
    """Why a solve ended.  Not reaching a goal is no exception: it is one of these."""

    REACHED = "reached"
    """Every goal is met to the tolerance."""
    MINIMUM = "minimum"
    """A local minimum of the objective within the limits: the best state near the start."""
    STALLED = "stalled"
    """The method makes no more progress, but this is not known to be a minimum."""
    MAX_ITERATIONS = "max_iterations"
    """Stopped by the number of iterations or the time allowed."""
    INFEASIBLE = "infeasible"
    """The hard goals cannot all hold here; this is the best compromise."""
    CANCELLED = "cancelled"
    """Stopped by the caller; this is the best state so far."""


STATUSES = tuple(Status)
"""The statuses in the order of the kernels' codes."""


@dataclass(frozen=True, eq=False, init=False)
class Result(WithoutCaches):
    """Where a solve ended, and why.

    Attributes:
        posed: The problem as it was given to the session.
        q: The state (size,), read-only.
        status: Why it ended.
        iterations: Iterations from all starts together.
        evaluations: States at which the residual was computed.
        seconds: The time that it took [s].
        attempts: Starts that were tried.
        history: The objective after every iteration, if it was asked for.
        constants: Constants that the session was given after the problem, if any.
    """

    posed: Problem = field(repr=False)
    q: Array = field(repr=False)
    status: Status
    iterations: int
    evaluations: int
    seconds: float
    attempts: int
    history: Array | None = field(repr=False)
    constants: Array | None = field(repr=False)

    # written out: the constructor that dataclasses make takes as long as a short solve
    def __init__(
        self,
        posed: Problem,
        q: Array,
        status: Status,
        iterations: int,
        evaluations: int,
        seconds: float,
        attempts: int = 1,
        history: Array | None = None,
        constants: Array | None = None,
    ) -> None:
        q.setflags(write=False)
        put(self, "posed", posed)
        put(self, "q", q)
        put(self, "status", status)
        put(self, "iterations", iterations)
        put(self, "evaluations", evaluations)
        put(self, "seconds", seconds)
        put(self, "attempts", attempts)
        put(self, "history", history)
        put(self, "constants", constants)

    @cached_property
    def problem(self) -> Problem:
        """The problem that was solved."""
        return self.posed if self.constants is None else self.posed.with_constants(self.constants)

    @property
    def reached(self) -> bool:
        """Whether every goal is met to the tolerance."""
        return self.status is Status.REACHED

    @cached_property
    def cost(self) -> float:
        """The objective Σ weight · |scales · residual|²."""
        return self.problem.cost(self.q)

    @cached_property
    def errors(self) -> list[dict[str, float]]:
        """For each goal, hard ones first, its distance from being met in each of its units."""
        return self.problem.errors(self.q)

    @cached_property
    def violation(self) -> float:
        """The largest violation of a hard goal, limit or linear limit, in its own unit; 0 if all hold."""
        hard = [max(error.values(), default=0.0) for error in self.errors[: len(self.problem.hard)]]
        return max([*hard, self.problem.limit_violation(self.q), 0.0])

    @property
    def pose(self) -> Pose:
        """The pose of the figure; for several figures see ``poses``."""
        if len(self.problem.figures) != 1:
            raise InputError("this problem has several figures: use poses")
        return self.poses[0]

    @cached_property
    def poses(self) -> list[Pose]:
        """The poses of all figures, in the problem's order."""
        parts = zip(self.problem.figures, self.problem.split(self.q), strict=True)
        return [Pose(figure, part) for figure, part in parts]

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """Singular values, limits and multipliers at the state where the solve ended."""
        from manikin.diagnosis.diagnosis import diagnose

        return diagnose(self.problem, self.q, stopped=self.message)

    @cached_property
    def conflict(self) -> Conflict | None:
        """Which goals and limits conflict, and what would resolve it; None if all goals can be met near this state."""
        from manikin.diagnosis.conflict import find_conflict

        return None if self.reached else find_conflict(self.problem, self.q)

    @property
    def message(self) -> str:
        """One sentence that says how it ended."""
        farthest = self.farthest
        far = f"; farthest is {farthest}" if farthest else ""
        return {
            Status.REACHED: f"all goals reached in {self.iterations} iterations",
            Status.MINIMUM: f"as close as it gets from here, after {self.iterations} iterations{far}",
            Status.STALLED: f"no more progress after {self.iterations} iterations{far}",
            Status.MAX_ITERATIONS: f"stopped after {self.iterations} iterations{far}",
            Status.INFEASIBLE: f"the hard goals cannot all hold{self._clash}{far}",
            Status.CANCELLED: f"cancelled after {self.iterations} iterations{far}",
        }[self.status]

    @property
    def _clash(self) -> str:
        return f": {self.conflict.clash}" if self.status is Status.INFEASIBLE and self.conflict else ""

    @property
    def farthest(self) -> str:
        """The goal that is farthest from being met, with its distance; empty if there are no goals."""
        worst, text = -1.0, ""
        for goal, error in zip(self.problem.all_goals, self.errors, strict=True):
            for unit, value in error.items():
                if value > worst:
                    worst, text = value, f"{goal.name or goal.kind} by {error_in_words({unit: value})}"
        return text


@dataclass(frozen=True, eq=False)
class BatchResult:
    """Many solves of one problem: arrays over the batch.

    Attributes:
        q: The states (batch, size).
        status: Why each solve ended.
        iterations: Iterations of each (batch,).
        evaluations: States at which each computed the residual (batch,).
        cost: The merit by which each was judged (batch,): Σ weight · |scales · residual|², in which hard goals that are
            violated weigh a million times more.
        seconds: The time of all together [s].
    """

    q: Array
    status: list[Status]
    iterations: Array
    evaluations: Array
    cost: Array
    seconds: float

    @classmethod
    def of(cls, results: Sequence[Result], size: int, seconds: float) -> BatchResult:
        """Results of states (size,), found one by one."""
        return cls(
            np.array([result.q for result in results]).reshape(-1, size),
            [result.status for result in results],
            np.array([result.iterations for result in results], float),
            np.array([result.evaluations for result in results], float),
            np.array([result.cost for result in results]),
            seconds,
        )

    def __len__(self) -> int:
        return len(self.q)

    @property
    def reached(self) -> np.ndarray:
        """Whether each reached its goals (batch,)."""
        return np.array([status is Status.REACHED for status in self.status])
