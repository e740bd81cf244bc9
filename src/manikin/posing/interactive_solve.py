"""A figure that follows wishes while its locks are kept: one solver at work from refresh to refresh."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from manikin.document.document import Document
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array
from manikin.posing.keep_locks import concern_of, problem_of, upright
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits

__all__ = ["Pull"]

CALM = {"hinge": 0.08, "slide": 0.04}
"""How far a parameter may go in a refresh where the figure leans to anything [rad, m]: 5 rad/s, 2.4 m/s."""


class Pull:
    """``goals`` are wished for beside the document's locks; ``columns`` and what serves the locks may move.

    What a figure leans to without being asked, comfort, is no reason for a limb to turn over between two pictures: such
    a pull has a longest way in a refresh, and ``held_back`` says whether it would have gone farther.
    """

    def __init__(self, document: Document, goals: Sequence[Goal], columns: Iterable[int]) -> None:
        self.document, self.goals = document, tuple(goals)
        self._concern = concern_of(document, columns)
        self._beside = upright(document, self._concern.columns)
        self._calm = document.settings.comfort
        self.held_back = False
        self._begin(np.array(document.q))

    def _begin(self, q: Array) -> None:
        solver = self.document.settings.make_solver()
        problem = problem_of(self.document, [*self.goals, *self._beside], self._concern, solver)
        self._solver, self._problem = solver, problem
        self._farthest = np.array([CALM[variable.kind] for variable in problem.variables])
        self._session = solver.start(problem, q)
        self._constants = np.array(problem.constants)
        self._places = [_places(problem, i) for i in range(len(self.goals))]

    @property
    def q(self) -> Array:
        """The state now (size,)."""
        return np.array(self._session.q)

    def aim(self, goals: Sequence[Goal]) -> None:
        """Other targets for the same wishes.

        The solver goes on with what it has learnt; a problem that the kernels cannot evaluate is put up again.
        """
        self.goals = tuple(goals)
        if not len(self._constants):
            self._begin(self.q)
            return
        for goal, places in zip(goals, self._places, strict=True):
            for field, place in places.items():
                self._constants[place] = getattr(goal, field).constant
        self._session.set_targets(self._constants)

    def step(self) -> Array:
        """As many iterations as a refresh has; the state then (size,)."""
        iterations = self.document.settings.iterations_per_refresh
        if not self._calm:
            return self._session.advance(iterations).q
        before = self.q
        q = self._session.advance(iterations).q
        self.held_back = bool((np.abs(q - before) > self._farthest).any())
        if self.held_back:
            lo, hi = before - self._farthest, before + self._farthest
            problem = self._session.problem
            near = with_limits(problem, lo=np.maximum(problem.lo, lo), hi=np.minimum(problem.hi, hi))
            q = self._solver.start(near, before).advance(iterations).q
            self._session = self._solver.start(problem, q)
        return q


def _places(problem: Problem, index: int) -> dict[str, slice]:
    """Where the constants of a wish stand among those of the problem, by its fields; empty for the network."""
    if problem.tables is None:
        return {}
    goal = problem.goals[index]
    places = problem.constants_of(len(problem.hard) + index)
    return {field: place for field, place in places.items() if isinstance(getattr(goal, field), Fixed)}
