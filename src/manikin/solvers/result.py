"""The result of a solve, and of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from manikin.errors import InputError
from manikin.figure.pose import Pose
from manikin.goals.goal import error_in_words
from manikin.math.rotations import Array
from manikin.pickling import WithoutCaches
from manikin.problem.problem import Problem

if TYPE_CHECKING:
    from manikin.diagnosis.conflict import Conflict
    from manikin.diagnosis.diagnosis import Diagnosis

__all__ = ["STATUSES", "BatchResult", "Result", "Status"]


class Status(StrEnum):
    """Why a solve ended.  Not reaching a goal is no exception: it is one of these."""

    REACHED = "reached"
    """Every goal with a weight above 0 is met to the tolerance."""
    MINIMUM = "minimum"
    """A local minimum of the objective within the limits: the best state near the start."""
    STALLED = "stalled"
    """The method makes no more progress, but this is not known to be a minimum."""
    MAX_ITERATIONS = "max_iterations"
    """Stopped by the number of iterations allowed; this is the best state so far."""
    INFEASIBLE = "infeasible"
    """The hard goals cannot all hold here; this is the best compromise."""
    CANCELLED = "cancelled"
    """Stopped by the caller; this is the best state so far."""
    TIMEOUT = "timeout"
    """Stopped by the time allowed; this is the best state so far."""


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

    # written out: the constructor that dataclasses make sets field by field, which takes as long as a short solve
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
        vars(self).update(
            posed=posed,
            q=q,
            status=status,
            iterations=iterations,
            evaluations=evaluations,
            seconds=seconds,
            attempts=attempts,
            history=history,
            constants=constants,
        )

    @cached_property
    def problem(self) -> Problem:
        """The problem that was solved."""
        return self.posed if self.constants is None else self.posed.with_constants(self.constants)

    @property
    def reached(self) -> bool:
        """Whether every goal with a weight above 0 is met to the tolerance."""
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
        work = f"{self.iterations} iteration{'s' * (self.iterations != 1)}"
        if self.attempts > 1:
            work += f" from {self.attempts} starts"
        said = {
            Status.REACHED: f"all goals reached in {work}",
            Status.MINIMUM: f"as close as it gets from here, after {work}{far}",
            Status.STALLED: f"no more progress after {work}{far}",
            Status.MAX_ITERATIONS: f"stopped after {work}{far}",
            Status.INFEASIBLE: f"the hard goals cannot all hold{self._clash}{far}",
            Status.CANCELLED: f"cancelled after {work}{far}",
            Status.TIMEOUT: f"time was up after {work}{far}",
        }[self.status]
        return said + self._remarks

    @property
    def _remarks(self) -> str:
        """What the reader may have overlooked: goals that do not count, and goals for which nothing may move."""
        goals = self.problem.all_goals
        names = self.problem.goal_names
        ignored = [name for goal, name in zip(goals, names, strict=True) if goal.weight == 0]
        said = f"; {_listed(ignored)} {'has' if len(ignored) == 1 else 'have'} weight 0 and did not count" * bool(
            ignored
        )
        if not self.reached and not (self.problem.gain > 0).all():
            missed = [any(value > 1e-6 for value in error.values()) for error in self.errors]
            frozen = [
                name
                for i, (goal, name) in enumerate(zip(goals, names, strict=True))
                if goal.weight > 0 and missed[i] and not self.problem.may_move(i)
            ]
            said += f"; all that could move {_listed(frozen)} is frozen" * bool(frozen)
        return said

    @property
    def _clash(self) -> str:
        return f": {self.conflict.clash}" if self.status is Status.INFEASIBLE and self.conflict else ""

    @property
    def farthest(self) -> str:
        """The goal that is farthest from being met, with its distance; a radian counts as a metre.

        Preferences and goals of weight 0 need not be met: they are named only if there is no other goal, and only in
        metres and degrees.  Empty if there is nothing to be said.
        """
        problem = self.problem
        given = zip(problem.all_goals, problem.goal_names, self.errors, strict=True)
        of_all = [(goal, name, error) for goal, name, error in given if goal.weight]
        demands = [each for each in of_all if not each[0].preference]
        found = [
            (value, f"{name} by {error_in_words({unit: value})}")
            for _, name, error in demands or of_all
            for unit, value in error.items()
            if unit
        ]
        return max(found, key=lambda one: one[0])[1] if found else ""


def _listed(names: Sequence[str]) -> str:
    """Names as a part of a sentence."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@dataclass(frozen=True, eq=False, repr=False)
class BatchResult:
    """Many solves of one problem: arrays over the batch.

    Attributes:
        q: The states (batch, size).
        status: Why each solve ended.
        iterations: Iterations of each (batch,), whole numbers.
        evaluations: States at which each computed the residual (batch,), whole numbers.
        cost: The merit by which each was judged (batch,): Σ weight · |scales · residual|², in which hard goals that are
            violated weigh a million times more.
        seconds: The time of all together [s].
        problem: The problem that was solved.
        constants: For each solve the constants of the problem (batch, k).
    """

    q: Array
    status: list[Status]
    iterations: NDArray[np.int64]
    evaluations: NDArray[np.int64]
    cost: Array
    seconds: float
    problem: Problem
    constants: Array

    @classmethod
    def of(cls, results: Sequence[Result], problem: Problem, constants: Array, seconds: float) -> BatchResult:
        """Results of states, found one by one."""
        return cls(
            np.array([result.q for result in results]).reshape(-1, problem.size),
            [result.status for result in results],
            np.array([result.iterations for result in results], np.int64),
            np.array([result.evaluations for result in results], np.int64),
            np.array([result.cost for result in results]),
            seconds,
            problem,
            constants,
        )

    def __len__(self) -> int:
        return len(self.q)

    @property
    def reached(self) -> np.ndarray:
        """Whether each reached its goals (batch,)."""
        return np.array([status is Status.REACHED for status in self.status])

    @cached_property
    def errors(self) -> dict[str, dict[str, Array]]:
        """For each goal by name, hard ones first, its distance (batch,) from being met in each of its units."""
        problems = [self.problem.with_constants(row) for row in self.constants]
        each = [problem.errors(q) for problem, q in zip(problems, self.q, strict=True)]
        return {
            name: {unit: np.array([errors[i][unit] for errors in each]) for unit in (each[0][i] if each else {})}
            for i, name in enumerate(self.problem.goal_names)
        }

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {status.value}" for status, count in Counter(self.status).most_common())
        return f"<BatchResult: {len(self)} solves, {counts or 'none'}, {self.seconds:.3g} s>"
