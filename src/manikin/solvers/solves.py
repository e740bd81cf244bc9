"""Many compiled solves of one problem, and what the codes of the kernels mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.result import STATUSES, BatchResult, Status

__all__ = ["REACHED", "Solves", "final_status", "status_at"]

REACHED = STATUSES.index(Status.REACHED)


@dataclass(frozen=True, eq=False)
class Solves:
    """Many compiled solves of one problem: arrays over the batch.

    Attributes:
        q: The states (batch, size).
        codes: Why each ended, as indices in ``STATUSES`` (batch,).
        iterations: Iterations of each (batch,).
        evaluations: Evaluations of each (batch,).
        merit: The merit of each (batch,).
    """

    q: Array
    codes: np.ndarray
    iterations: Array
    evaluations: Array
    merit: Array

    @property
    def reached(self) -> np.ndarray:
        """Whether each reached its goals (batch,)."""
        return np.asarray(self.codes == REACHED)

    def only(self, rows: np.ndarray) -> Solves:
        """Some of them."""
        return Solves(self.q[rows], self.codes[rows], self.iterations[rows], self.evaluations[rows], self.merit[rows])

    def result(self, problem: Problem, constants: Array, tolerance: float, seconds: float) -> BatchResult:
        """The result for the caller; solves that end with violated hard goals are infeasible."""
        status = [STATUSES[code] for code in self.codes]
        if problem.hard:
            for i in np.flatnonzero(~self.reached):
                status[i] = status_at(problem.with_constants(constants[i]), int(self.codes[i]), self.q[i], tolerance)
        counts = self.iterations.astype(np.int64), self.evaluations.astype(np.int64)
        return BatchResult(self.q, status, *counts, self.merit, seconds, problem, constants)


def status_at(problem: Problem, code: int, q: Array, tolerance: float) -> Status:
    """The status of a code of the kernels at a state."""
    if not problem.hard or code == REACHED:
        return STATUSES[code]
    hard = (problem.kernel_limits.hard != 0) & (problem.row_scales != 0)  # rows of weight 0 do not count
    return final_status(code, float(np.abs(problem.raw_residual(q)[hard]).max(initial=0.0)), tolerance)


def final_status(code: int, hard_off: float, tolerance: float) -> Status:
    """The status of a code of the kernels; a search that ends with violated hard goals is infeasible.

    ``hard_off`` is the largest hard row, in its own unit.
    """
    status = STATUSES[code]
    ended = status in (Status.MINIMUM, Status.STALLED)
    return Status.INFEASIBLE if ended and hard_off > tolerance else status
