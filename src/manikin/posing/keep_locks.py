"""Solves for a document's locks together with other goals (W 6.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from manikin.document.document import Columns, Document
from manikin.document.ik_chain import columns_of
from manikin.document.lock import Lock
from manikin.figure.figure import Figure
from manikin.goals import MatchValues, OrientationGoal
from manikin.goals.goal import Goal
from manikin.math.rotations import Array, to_quaternion
from manikin.posing.balance import can_tip, keeps_balance
from manikin.posing.floor import body_slides, grounded_columns
from manikin.posing.levels import AffectedLocks, levels_of
from manikin.posing.lifting import above_ground
from manikin.posing.soles import rolling_feet
from manikin.problem.problem import Problem

__all__ = [
    "States",
    "affected_locks",
    "all_locks",
    "keep_locks",
    "locks_on",
    "set_parameters",
    "slider_goal",
    "slider_locks",
    "start_of",
    "states_of",
    "upright_goals",
]

States = Mapping[str, Any]
"""State vectors [rad, m] by the name of their figure."""
UPRIGHT_WEIGHT = 0.05
"""Weight of the goal that a root keeps its orientation: ten degrees count as much as four centimetres."""
MAX_ITERATIONS = 10_000
"""Iterations of a solve in levels, which ends long before."""
SLIDER_WEIGHT = 100.0
"""Weight of the value of a slider, relative to soft locks."""


class _Closure:
    """Collects free parameters and the locks that they affect, until nothing is added."""

    def __init__(self, document: Document, lifted: Mapping[str, str] | None = None) -> None:
        self.document, self.lifted = document, lifted or {}
        self.free: dict[str, set[int]] = {}
        self.locks: list[Lock] = []

    def add(self, columns: Mapping[str, Iterable[int]]) -> None:
        """Add parameters that may move.

        A figure that could lose its balance may move its root too; one that has a floor and whose root moves, the limbs
        on the floor.
        """
        for name, own in columns.items():
            if self.document.actor(name).frozen:
                continue
            known = self.free.setdefault(name, set())
            known.update(own)
            if (
                known
                and keeps_balance(self.document, name)
                and can_tip(self.document, name, known, self.lifted.get(name))
            ):
                figure = self.document.figures[name]
                known.update(columns_of(figure, [figure.skeleton.root.name]))
            if self.document.settings.floor and not known.isdisjoint(body_slides(self.document.figures[name])):
                known.update(grounded_columns(self.document, name))
                toes = rolling_feet(self.document, name, self.lifted).values()
                known.update(columns_of(self.document.figures[name], toes))

    def add_lock(self, lock: Lock) -> None:
        """Add a lock and its chain."""
        self.locks.append(lock)
        self.add(self.document.columns(lock))

    def affected(self) -> AffectedLocks:
        """The result, after all locks that could be violated are added with their chains."""
        waiting = [(lock, _moving(self.document, lock)) for lock in self.document.locks if lock.active]
        waiting = [pair for pair in waiting if pair[0] not in self.locks]
        while found := [pair for pair in waiting if _share(self.free, pair[1])]:
            for lock, _ in found:
                self.add_lock(lock)
            waiting = [pair for pair in waiting if pair not in found]
        chosen = {lock.id for lock in self.locks}
        ordered = tuple(lock for lock in self.document.locks if lock.id in chosen)
        return AffectedLocks(ordered, {name: frozenset(columns) for name, columns in self.free.items() if columns})


def affected_locks(
    document: Document, columns: Mapping[str, Iterable[int]], lifted: Mapping[str, str] | None = None
) -> AffectedLocks:
    """What the motion of some parameters affects: the enabled locks that it could violate, their chains, and so on.

    Locks on parts that do not move are left out.  So limbs and figures that are not connected to the motion keep their
    state to the last bit.  ``lifted`` are parts by figure that are pulled, so they support nothing.
    """
    closure = _Closure(document, lifted)
    closure.add(columns)
    return closure.affected()


def locks_on(document: Document, figures: Collection[str]) -> AffectedLocks:
    """The enabled locks on some figures, their chains, and what these affect."""
    closure = _Closure(document)
    for lock in document.locks:
        if lock.active and not lock.figures.isdisjoint(figures):
            closure.add_lock(lock)
    return closure.affected()


def all_locks(document: Document) -> AffectedLocks:
    """All enabled locks and their chains."""
    return locks_on(document, document.figures)


def upright_goals(document: Document, free: Mapping[str, Collection[int]]) -> list[Goal]:
    """Weak goals that roots which float keep their orientation, so that legs bend before a body tilts.

    For solvers that do not count effort.
    """
    found: list[Goal] = []
    for name, columns in free.items():
        actor = document.actor(name)
        root = actor.figure.skeleton.root
        floats = {dof.kind for dof in root.dofs} == {"hinge", "slide"}
        if len(actor.figure.skeleton) > 1 and floats and not columns_of(actor.figure, [root.name]).isdisjoint(columns):
            turn = to_quaternion(actor.pose.orientation(root.name))
            handle = actor.figure.orientation(root.name)
            found.append(OrientationGoal(orientation=handle, target=turn, weight=UPRIGHT_WEIGHT))
    return found


def keep_locks(
    document: Document,
    states: States | None = None,
    *,
    figures: Collection[str] | None = None,
    iterations: int | None = None,
) -> Document:
    """The document after solving for its locks, from the given ``states`` of some figures.

    Only locks on ``figures`` are used: by default the figures in ``states``, or all.
    """
    at = document if states is None else document.at(states)
    concerned = figures if figures is not None else (document.figures if states is None else states)
    affected = locks_on(at, set(concerned))
    if not affected.locks:
        return at
    return _solved(at, [], affected, iterations)


def set_parameters(document: Document, figure: str, values: Mapping[str, float]) -> Document:
    """The document after setting some parameters of a figure and solving for the locks."""
    actor = document.actor(figure)
    own = actor.figure
    q = np.array(actor.q)
    for name, value in values.items():
        q[own.index(name)] = value
    q = np.clip(q, own.lo, own.hi)
    affected = slider_locks(document, figure, values)
    if not affected.locks:
        return document.at({figure: above_ground(document, figure, q)})
    at = document.at({figure: q})
    goal = slider_goal(document, figure, {name: float(q[own.index(name)]) for name in values})
    others = affected.free.get(figure, frozenset()) - {own.index(name) for name in values}
    free = {**affected.free, figure: others}
    return _solved(at, [goal, *upright_goals(document, free)], affected, None)


def slider_locks(document: Document, figure: str, names: Iterable[str]) -> AffectedLocks:
    """What setting some parameters affects.

    If a lock needs such a parameter, the root may move as well, and a hard lock has priority over the value.
    """
    own = document.actor(figure).figure
    columns = {own.index(name) for name in names}
    affected = affected_locks(document, {figure: columns})
    if any(not columns.isdisjoint(document.columns(lock).get(figure, ())) for lock in affected.locks):
        root = columns_of(own, [own.skeleton.root.name])
        wider = {**affected.free, figure: affected.free.get(figure, frozenset()) | root}
        affected = affected_locks(document, wider)
    return affected


def slider_goal(document: Document, figure: str, values: Mapping[str, float]) -> Goal:
    """The goal that some parameters of a figure have these values [rad, m]."""
    handle = document.actor(figure).figure.parameter_values(*values)
    return MatchValues(values=handle, target=tuple(values.values()), weight=SLIDER_WEIGHT)


def start_of(document: Document, figures: Iterable[Figure]) -> Array:
    """The state vector of some figures at the document's states."""
    return np.concatenate([np.zeros(0), *(document.actor(figure.name).q for figure in figures)])


def states_of(problem: Problem, q: Array, free: Collection[str]) -> dict[str, Array]:
    """The states of the figures that may move, from the state of a problem."""
    return {
        figure.name: own for figure, own in zip(problem.figures, problem.split(q), strict=True) if figure.name in free
    }


def _moving(document: Document, lock: Lock) -> Columns:
    """The parameters that move the handles of a lock."""
    parts: dict[str, set[str]] = {lock.figure: {lock.part}}
    for handle in lock.goal.handles:
        if handle.figure is not None:
            parts.setdefault(handle.figure, set()).update(handle.parts())
    return {name: frozenset(document.figures[name].columns_moving(own).tolist()) for name, own in parts.items()}


def _share(free: Mapping[str, set[int]], columns: Columns) -> bool:
    return any(name in free and not free[name].isdisjoint(own) for name, own in columns.items())


def _solved(document: Document, goals: Sequence[Goal], affected: AffectedLocks, iterations: int | None) -> Document:
    solver = document.settings.make_solver()
    levels = levels_of(document, goals, affected, solver)
    if solver.kind == "lm":
        start = start_of(document, levels.figures)
        follower = levels.follower(start, iterations=min(iterations or solver.max_iterations, MAX_ITERATIONS))
        if follower.is_met(start, solver.tolerance):
            return document
        return document.at(states_of(follower.problem, follower.jump().q, affected.free))
    problem = levels.problem
    session = solver.start(problem, start_of(document, problem.figures))
    q = (session.run() if iterations is None else session.advance(iterations)).q
    return document.at(states_of(problem, q, affected.free))
