"""The levels of a solve in a document: locks before targets before wishes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from manikin.document.document import Columns, Document
from manikin.document.lock import Lock
from manikin.figure.figure import Figure
from manikin.following.searching import SearchingFollower
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array
from manikin.posing.balance import EasedBalance
from manikin.posing.body_goals import body_goals
from manikin.posing.clear_follower import ClearFollower
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.solvers.solver import Solver

__all__ = ["AffectedLocks", "Levels", "levels_of", "problem_of"]

INSTEAD_OF_HARD_WEIGHT = 1000.0
"""Weight of a hard lock for solvers without hard goals."""
RELUCTANT = 0.98
"""Stiffness of what moves for hard goals only: with the square of it, it counts 2,500 times its effort."""
WISH_WEIGHT = 5e-4
"""Weight of a wish beside targets, for solvers that know no levels."""


@dataclass(frozen=True)
class AffectedLocks:
    """The locks that a motion affects, and the parameters that may move: its own, and those of the locks' chains."""

    locks: tuple[Lock, ...]
    free: Columns

    def figures(self, goals: Iterable[Goal] = ()) -> set[str]:
        """The figures that may move, and those that the locks and some goals refer to."""
        named = {handle.figure for goal in goals for handle in goal.handles if not isinstance(handle, Fixed)}
        return {name for name in named if name is not None}.union(self.free, *(lock.figures for lock in self.locks))


@dataclass(frozen=True)
class Levels:
    """The goals of a solve by level, and what may move.

    Attributes:
        figures: The figures, in the order of the document.
        locks: What must hold, for solvers with hard goals.
        targets: What competes: the given goals first, then soft locks and the floor.
        wishes: What counts as little as a posture: the given wishes first, then comfort.
        clearance: What the figures keep clear of; it competes with the targets.
        frozen: Parameters that must not move.
        stiffness: Stiffness by parameter.
        eased: Balances that are come to as a drag goes on, by their places among the locks.
    """

    figures: tuple[Figure, ...]
    locks: tuple[Goal, ...]
    targets: tuple[Goal, ...]
    wishes: tuple[Goal, ...]
    clearance: tuple[Goal, ...]
    frozen: tuple[Name, ...]
    stiffness: dict[Name, float]
    eased: dict[int, EasedBalance] = field(default_factory=dict)

    @property
    def problem(self) -> Problem:
        """All of them as one problem: wishes weigh little beside targets."""
        faint = [replace(wish, weight=WISH_WEIGHT * wish.weight) for wish in self.wishes]
        goals = [*self.targets, *faint, *self.clearance]
        return Problem(self.figures, goals, hard=self.locks, frozen=self.frozen, stiffness=self.stiffness)

    def follower(self, start: Array, iterations: int) -> ClearFollower:
        """A follower of the targets from a state, which is its posture too."""

        def following(clear: Sequence[Goal] = ()) -> SearchingFollower:
            return SearchingFollower(
                self.figures,
                self.targets,
                locks=self.locks,
                clear=clear,
                wishes=self.wishes,
                start=start,
                frozen=self.frozen,
                stiffness=self.stiffness,
                iterations=iterations,
            )

        if not self.clearance:
            return ClearFollower(following())
        return ClearFollower(following(), partial(following, self.clearance), self.clearance)


def levels_of(
    document: Document,
    goals: Sequence[Goal],
    affected: AffectedLocks,
    solver: Solver,
    *,
    wishes: Sequence[Goal] = (),
    movable: Iterable[Name] = (),
    reluctant: Collection[Name] = (),
    lifted: Mapping[str, str] | None = None,
    gently: bool = False,
) -> Levels:
    """Some goals, the affected locks and the body goals; only free parameters may move.

    For a solver without hard goals, hard locks get a large weight.  ``movable`` parameters move regardless of their
    stiffness; ``reluctant`` ones move for hard goals only.  ``lifted`` parts by figure are pulled.  A figure that is
    out of balance comes to it ``gently``, see ``EasedBalance``, or at once.
    """
    hard: list[Goal] = []
    soft = list(goals)
    honours_hard = "hard goals" in solver.honours
    for lock in affected.locks:
        goal = replace(lock.goal, name=lock.name)
        if not lock.hard:
            soft.append(goal)
        elif honours_hard:
            hard.append(goal)
        else:
            soft.append(replace(goal, weight=INSTEAD_OF_HARD_WEIGHT * goal.weight))
    body = body_goals(document, affected, lifted, soles=gently and honours_hard)
    eased = {}
    if honours_hard:
        eased = {len(hard) + i: balance for i, balance in enumerate(body.balance) if gently and balance.depth < 0}
    (hard if honours_hard else soft).extend(balance.goal if gently else balance.whole for balance in body.balance)
    hard += body.soles
    soft += body.floor
    named = affected.figures([*hard, *soft, *body.clearance, *body.comfort])
    actors = [actor for actor in document.actors if actor.name in named]
    frozen: list[Name] = []
    stiffness: dict[Name, float] = {}
    for actor in actors:
        free = affected.free.get(actor.name, frozenset())
        frozen += [(actor.name, name) for i, name in enumerate(actor.figure.parameter_names) if i not in free]
        stiffness.update({(actor.name, name): value for name, value in actor.stiffness.items()})
    stiffness.update({name: max(stiffness.get(name, 0.0), RELUCTANT) for name in reluctant})
    stiffness.update(dict.fromkeys(movable, 0.0))
    figures = tuple(actor.figure for actor in actors)
    return Levels(
        figures, tuple(hard), tuple(soft), (*wishes, *body.comfort), body.clearance, tuple(frozen), stiffness, eased
    )


def problem_of(
    document: Document,
    goals: Sequence[Goal],
    affected: AffectedLocks,
    solver: Solver,
    *,
    movable: Iterable[Name] = (),
) -> Problem:
    """The problem of some goals, the first soft ones, with the locks and body goals; see ``levels_of``."""
    return levels_of(document, goals, affected, solver, movable=movable).problem
