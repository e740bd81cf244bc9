"""What every solve returns."""

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
from manikin.problem.problem import Problem

if TYPE_CHECKING:
    from manikin.diagnosis.conflict import Conflict
    from manikin.diagnosis.diagnosis import Diagnosis

put = object.__setattr__
"""Sets a field of a frozen object, which only its constructor does."""

__all__ = ["STATUSES", "BatchResult", "Result", "Status"]


class Status(StrEnum):
    """Why a solve ended.  Only wrong input is an exception; not reaching a goal is one of these."""

    REACHED = "reached"
    """Every goal is met to the tolerance."""
    MINIMUM = "minimum"
    """No goal can come closer without another going away, or a limit being crossed: the best near the start."""
    STALLED = "stalled"
    """The method makes no more progress, though this is no proven minimum."""
    MAX_ITERATIONS = "max_iterations"
    """Stopped by the number of iterations or the time allowed."""
    INFEASIBLE = "infeasible"
    """The hard goals cannot all hold here; this is the nearest compromise."""
    CANCELLED = "cancelled"
    """Stopped from outside; this is the best so far."""


STATUSES = tuple(Status)
"""By the kernels' codes."""


@dataclass(frozen=True, eq=False, init=False)
class Result:
    """Where a solve ended and why.  ``errors`` has each goal's distance in its own units, hard goals first."""

    posed: Problem = field(repr=False)
    """The problem as it was posed; ``constants`` are those given since, if any were."""
    q: Array = field(repr=False)
    status: Status
    iterations: int
    evaluations: int
    seconds: float
    attempts: int
    history: Array | None = field(repr=False)
    """The objective after every iteration, where it was asked for."""
    constants: Array | None = field(repr=False)

    # written out: the constructor that dataclasses make takes as long as a short solve
    def __init__(
        self,
        *,
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
        return self.status is Status.REACHED

    @cached_property
    def cost(self) -> float:
        """The objective Σ weight · |scales · residual|²."""
        return self.problem.cost(self.q)

    @cached_property
    def errors(self) -> list[dict[str, float]]:
        """Of every goal, hard ones first: its distance in each of its units."""
        return self.problem.errors(self.q)

    @cached_property
    def violation(self) -> float:
        """The largest breach of a hard goal, a limit or a linear limit, in its own unit; 0 where all hold."""
        hard = [max(error.values(), default=0.0) for error in self.errors[: len(self.problem.hard)]]
        return max([*hard, self.problem.limit_violation(self.q), 0.0])

    @property
    def pose(self) -> Pose:
        """The figure as solved; of several figures see ``poses``."""
        if len(self.problem.figures) != 1:
            raise InputError("this problem has several figures: use poses")
        return self.poses[0]

    @cached_property
    def poses(self) -> list[Pose]:
        """The figures as solved, in the problem's order."""
        parts = zip(self.problem.figures, self.problem.split(self.q), strict=True)
        return [Pose(figure, part) for figure, part in parts]

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """Singular values, limits and what holds the state where the solve ended."""
        from manikin.diagnosis.diagnosis import diagnose

        return diagnose(self.problem, self.q, stopped=self.message)

    @cached_property
    def conflict(self) -> Conflict | None:
        """Which goals and limits clash, and what could give way; None where all goals can be met near this state."""
        from manikin.diagnosis.conflict import find_conflict

        return None if self.reached else find_conflict(self.problem, self.q)

    @property
    def message(self) -> str:
        """One sentence for people."""
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
        """The goal that is farthest from being met, with its distance; empty where there are no goals."""
        worst, text = -1.0, ""
        for goal, error in zip(self.problem.all_goals, self.errors, strict=True):
            for unit, value in error.items():
                if value > worst:
                    worst, text = value, f"{goal.name or goal.kind} by {error_in_words({unit: value})}"
        return text


@dataclass(frozen=True, eq=False)
class BatchResult:
    """Many solves of one problem; arrays over the batch."""

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
        """(batch,) booleans."""
        return np.array([status is Status.REACHED for status in self.status])
