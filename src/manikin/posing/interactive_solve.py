"""Figures that follow goals with their locks, from refresh to refresh."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.posing.clear_follower import ClearFollower
from manikin.posing.keep_locks import States, affected_locks, start_of, upright_goals
from manikin.posing.levels import AffectedLocks, levels_of
from manikin.posing.lock_meter import reading_of
from manikin.posing.pace import Pace
from manikin.problem.kernel_tables import differ_in_constants_only
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name

__all__ = ["InteractiveSolve"]

BROKEN_WEIGHT = 10.0
"""Weight of a hard lock that does not hold when a gesture begins, relative to a pull of weight 1."""


class InteractiveSolve:
    """Some goals and the document's locks, over all figures that they concern, as one problem.

    ``set_targets`` and ``set_lock`` change constants of the same problem, so the solver keeps what it has learnt.  The
    solver lm follows in levels (see ``manikin.Follower``): locks hold, the goals are met as well as these allow, and
    whatever else may move stays as near as it can to where it was at the start.  Other solvers make some iterations a
    refresh.

    Attributes:
        document: The document at the start.
        goals: The present goals; the first among the soft goals of the problem.
        wishes: Goals that count as little as a posture.
        affected: The locks that are kept and the parameters that may move.
        states: The live states of the figures that may move (size,), by name.
    """

    def __init__(
        self,
        document: Document,
        goals: Sequence[Goal],
        columns: Mapping[str, Iterable[int]],
        *,
        wishes: Sequence[Goal] = (),
        affected: AffectedLocks | None = None,
        upright: Mapping[str, Collection[int]] | None = None,
        movable: Iterable[Name] = (),
        reluctant: Mapping[str, Iterable[int]] | None = None,
        lifted: Mapping[str, str] | None = None,
    ) -> None:
        self.document, self.goals, self.wishes = document, tuple(goals), tuple(wishes)
        self.affected = affected_locks(document, columns, lifted) if affected is None else affected
        self._movable, self._lifted, self._share = tuple(movable), lifted, 1.0
        self._pace: Pace | None = None
        self._reluctant = {
            (name, document.figures[name].parameter_names[column])
            for name, columns in (reluctant or {}).items() for column in columns
        }  # fmt: skip
        self._locks = {lock.id: _as_it_holds(lock, document) for lock in self.affected.locks}
        self._solver = document.settings.make_solver()
        self._follower: ClearFollower | None = None
        free = self.affected.free if upright is None else upright
        self._beside = () if self._solver.kind == "lm" else tuple(upright_goals(document, free))
        self._build(None)

    def _build(self, q: Array | None) -> None:
        """Make the problem of the present goals and locks, and go on from a state, or from the document's."""
        affected = replace(self.affected, locks=tuple(self._locks.values()))
        levels = levels_of(
            self.document,
            [*self.goals, *self._beside],
            affected,
            self._solver,
            wishes=self.wishes,
            movable=self._movable,
            reluctant=self._reluctant,
            lifted=self._lifted,
            gently=True,
        )
        self._first_wish = len(levels.locks) + len(levels.targets)
        start = start_of(self.document, levels.figures)
        if self._solver.kind == "lm":
            iterations = self.document.settings.iterations_per_refresh
            self._follower = levels.follower(start, iterations=iterations)
            self._follower.prepare()
            self._problem = self._follower.problem
            if q is not None:
                self._follower.begin(q)
        else:
            self._problem = levels.problem
            self._begin(start if q is None else q)
        self._constants = np.array(self._problem.constants)
        self._slices: dict[int, dict[str, slice]] = {}
        self._given: dict[int, Goal] = {}  # goals whose constants are set, by their places
        self._eased = {}
        if self._problem.tables is not None:
            self._eased = {
                place: (balance, self._problem.constants_of(place)["support"])
                for place, balance in levels.eased.items()
            }
        self._ease()
        ends = np.cumsum([0, *(figure.size for figure in self._problem.figures)]).tolist()
        self._places = {
            figure.name: slice(start, start + figure.size)
            for figure, start in zip(self._problem.figures, ends, strict=False)
            if figure.name in self.affected.free
        }

    def _begin(self, q: Array) -> None:
        if self._follower is not None:
            self._follower.begin(q)
        else:
            self._session = self._solver.start(self._problem, q)

    @property
    def problem(self) -> Problem:
        """The problem with its present targets."""
        return self._session.problem if self._follower is None else self._follower.problem

    @property
    def q(self) -> Array:
        """The state of all figures of the problem, one after another (size,)."""
        return np.array(self._session.q) if self._follower is None else self._follower.q

    @property
    def states(self) -> dict[str, Array]:
        """The live states of the figures that may move."""
        return self.aims if self._pace is None else self._by_figure(self._pace.q)

    @property
    def aims(self) -> dict[str, Array]:
        """The states that the live ones come to at their pace."""
        return self._by_figure(self.q)

    def _by_figure(self, q: Array) -> dict[str, Array]:
        return {name: q[where] for name, where in self._places.items()}

    def restart(self, states: States) -> None:
        """Continue from other states of some figures, with the same goals."""
        self._pace = None
        parts = zip(self._problem.figures, self._problem.split(self.q), strict=True)
        self._begin(np.concatenate([states.get(figure.name, own) for figure, own in parts]))
        self._use_constants()

    def set_targets(self, goals: Sequence[Goal], wishes: Sequence[Goal] = ()) -> None:
        """Set other targets of the same goals and wishes."""
        first = len(self._problem.hard)
        self.goals, self.wishes = tuple(goals), tuple(wishes)
        places = {first + i: goal for i, goal in enumerate(goals)}
        self._set(places | {self._first_wish + i: wish for i, wish in enumerate(wishes)})

    def hurry(self, step: float) -> None:
        """The cursor moves by a step [m] before the next refresh; what is shown keeps to its pace (see ``Pace``)."""
        if self._pace is None:
            self._pace = Pace(self._problem, self.q, self._first_wish)
        self._pace.hurry(step)

    def limit(self, rates: Mapping[str, Array]) -> None:
        """The most that parameters change in a refresh where there is a pace (size,), by figure."""
        if self._pace is not None:
            most = np.full(len(self.q), np.inf)
            for name, own in rates.items():
                most[self._places[name]] = own
            self._pace.limit(most)

    def leave(self, share: float) -> None:
        """Say how much of the start is left, 1 to 0: a figure that was out of balance comes to it with the way."""
        self._share = share
        self._ease()

    def _ease(self) -> None:
        for balance, where in self._eased.values():
            self._constants[where] = balance.at(self._share)

    def set_lock(self, lock: Lock) -> None:
        """Set another target of one of the locks."""
        before = self._locks[lock.id]
        goal = replace(lock.goal, weight=before.goal.weight)
        lock = self._locks[lock.id] = replace(lock, hard=before.hard, goal=goal)
        self._set({self._place_of(lock): lock.goal})

    def _place_of(self, lock: Lock) -> int:
        """The index of a lock's goal among all goals of the problem (see ``problem_of``)."""
        honours_hard = "hard goals" in self._solver.honours
        hard = [own.id for own in self._locks.values() if own.hard and honours_hard]
        if lock.id in hard:
            return hard.index(lock.id)
        soft = [own for own in self._locks if own not in hard]
        return len(self._problem.hard) + len(self.goals) + len(self._beside) + soft.index(lock.id)

    def _set(self, goals: Mapping[int, Goal]) -> None:
        """Other targets for goals, by their places in the problem; one that is no constant builds it again."""
        for place, goal in goals.items():
            if goal is self._given.get(place):
                continue
            old = self._problem.all_goals[place]
            same = (goal.name, goal.weight) == (old.name, old.weight)
            new = goal if same else replace(goal, name=old.name, weight=old.weight)
            if self._problem.tables is None or not differ_in_constants_only(old, new):
                self._build(self.q)
                return
            if place not in self._slices:
                self._slices[place] = self._problem.constants_of(place)
            for field, where in self._slices[place].items():
                self._constants[where] = getattr(new, field).constant
            self._given[place] = goal
        self._use_constants()

    def _use_constants(self) -> None:
        if self._follower is not None:
            self._follower.set_targets(self._constants)
        elif len(self._constants):
            self._session.set_targets(self._constants)

    def step(self) -> dict[str, Array]:
        """One refresh; returns the live states."""
        if self._follower is not None:
            self._follower.step()
        else:
            self._session.advance(self.document.settings.iterations_per_refresh)
        if self._pace is not None:
            self._pace.toward(self._problem, self.q, self._constants)
        return self.states

    def settle(self) -> None:
        """Come to the present goals at once, however far they are."""
        if self._follower is not None:
            self._follower.jump()
        else:
            self._session.run()


def _as_it_holds(lock: Lock, document: Document) -> Lock:
    """A lock, soft if it does not hold at the start: what cannot be had must not break locks that hold."""
    if not lock.hard or reading_of(lock, document.poses).held:
        return lock
    return replace(lock, hard=False, goal=replace(lock.goal, weight=BROKEN_WEIGHT * lock.goal.weight))
