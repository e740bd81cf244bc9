"""One solver session that moves figures to goals, with their locks, from refresh to refresh."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.posing.keep_locks import (
    AffectedLocks,
    States,
    affected_locks,
    problem_of,
    start_of,
    upright_goals,
)
from manikin.problem.kernel_tables import differ_in_constants_only
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.problem.subproblem import with_limits

__all__ = ["InteractiveSolve"]

MAX_CALM_STEP = {"hinge": 0.08, "slide": 0.04}
"""Largest change of a parameter in a refresh [rad, m] while comfort is on: 5 rad/s, 2.4 m/s."""


class InteractiveSolve:
    """Some goals and the document's locks, over all figures that they concern, as one problem.

    ``set_targets`` and ``set_lock`` change constants of the same problem, so the solver keeps what it has learnt.  With
    comfort the change in a refresh is limited, so that a limb does not flip between two pictures; ``held_back`` says
    whether the limit was hit.

    Attributes:
        document: The document at the start.
        goals: The present goals; the first among the soft goals of the problem.
        affected: The locks that are kept and the parameters that may move.
        states: The live states of the figures that may move (size,), by name.
    """

    def __init__(
        self,
        document: Document,
        goals: Sequence[Goal],
        columns: Mapping[str, Iterable[int]],
        *,
        affected: AffectedLocks | None = None,
        beside: Sequence[Goal] | None = None,
        movable: Iterable[Name] = (),
        calm: bool | None = None,
    ) -> None:
        self.document, self.goals = document, tuple(goals)
        self.affected = affected_locks(document, columns) if affected is None else affected
        self.beside = tuple(upright_goals(document, self.affected.free) if beside is None else beside)
        self.held_back = False
        self._movable = tuple(movable)
        self._calm = document.settings.comfort if calm is None else calm
        self._locks = {lock.id: lock for lock in self.affected.locks}
        self._solver = document.settings.make_solver()
        self._build()
        self._begin(start_of(document, self._problem))

    def _build(self) -> None:
        """Make the problem of the present goals and locks."""
        affected = replace(self.affected, locks=tuple(self._locks.values()))
        self._problem = problem_of(
            self.document, [*self.goals, *self.beside], affected, self._solver, movable=self._movable
        )
        self._constants = np.array(self._problem.constants)
        self._slices: dict[int, dict[str, slice]] = {}
        ends = np.cumsum([0, *(figure.size for figure in self._problem.figures)]).tolist()
        self._places = {
            figure.name: slice(start, start + figure.size)
            for figure, start in zip(self._problem.figures, ends, strict=False)
            if figure.name in self.affected.free
        }
        self._max_step = np.array([MAX_CALM_STEP[variable.kind] for variable in self._problem.variables])

    def _begin(self, q: Array) -> None:
        self._session = self._solver.start(self._problem, q)

    @property
    def problem(self) -> Problem:
        """The problem with its present targets."""
        return self._session.problem

    @property
    def q(self) -> Array:
        """The state of all figures of the problem, one after another (size,)."""
        return np.array(self._session.q)

    @property
    def states(self) -> dict[str, Array]:
        """The live states of the figures that may move."""
        q = self.q
        return {name: q[where] for name, where in self._places.items()}

    def restart(self, states: States) -> None:
        """Continue from other states of some figures, with the same goals."""
        parts = zip(self._problem.figures, self._problem.split(self.q), strict=True)
        self._begin(np.concatenate([states.get(figure.name, own) for figure, own in parts]))
        if len(self._constants):
            self._session.set_targets(self._constants)

    def set_targets(self, goals: Sequence[Goal]) -> None:
        """Set other targets of the same goals."""
        first = len(self._problem.hard)
        self.goals = tuple(goals)
        self._set({first + i: goal for i, goal in enumerate(goals)})

    def set_lock(self, lock: Lock) -> None:
        """Set another target of one of the locks."""
        self._locks[lock.id] = lock
        self._set({self._place_of(lock): lock.goal})

    def _place_of(self, lock: Lock) -> int:
        """The index of a lock's goal among all goals of the problem (see ``problem_of``)."""
        honours_hard = "hard goals" in self._solver.honours
        hard = [own.id for own in self._locks.values() if own.hard and honours_hard]
        if lock.id in hard:
            return hard.index(lock.id)
        soft = [own for own in self._locks if own not in hard]
        return len(self._problem.hard) + len(self.goals) + len(self.beside) + soft.index(lock.id)

    def _set(self, goals: Mapping[int, Goal]) -> None:
        """Other targets for goals, by their places in the problem; one that is no constant builds it again."""
        for place, goal in goals.items():
            old = self._problem.all_goals[place]
            same = (goal.name, goal.weight) == (old.name, old.weight)
            new = goal if same else replace(goal, name=old.name, weight=old.weight)
            if self._problem.tables is None or not differ_in_constants_only(old, new):
                q = self.q
                self._build()
                self._begin(q)
                return
            if place not in self._slices:
                self._slices[place] = self._problem.constants_of(place)
            for field, where in self._slices[place].items():
                self._constants[where] = getattr(new, field).constant
        self._session.set_targets(self._constants)

    def step(self, iterations: int | None = None) -> dict[str, Array]:
        """Make the iterations of one refresh; returns the live states."""
        count = self.document.settings.iterations_per_refresh if iterations is None else iterations
        if not self._calm:
            self._session.advance(count)
            return self.states
        before = self.q
        q = self._session.advance(count).q
        self.held_back = bool((np.abs(q - before) > self._max_step).any())
        if self.held_back:
            lo, hi = before - self._max_step, before + self._max_step
            problem = self._session.problem
            near = with_limits(problem, lo=np.maximum(problem.lo, lo), hi=np.minimum(problem.hi, hi))
            q = self._solver.start(near, before).advance(count).q
            self._session = self._solver.start(problem, q)
        return self.states
