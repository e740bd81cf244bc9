"""Keep a document's locks while something else is wished of its figure (W 6.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from manikin.document.document import Document
from manikin.document.ik_chain import columns_of
from manikin.document.lock import Lock
from manikin.goals import MatchValues, OrientationGoal
from manikin.goals.goal import Goal
from manikin.handles import Orientation, Parameters
from manikin.math.rotations import Array, to_quaternion
from manikin.posing.body_goals import carrying_parts, poise_of
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.solvers.solver import Solver

__all__ = ["Concern", "all_of", "concern_of", "held", "problem_of", "slid", "upright"]

INSTEAD_OF_HARD = 1000.0
"""The weight of a hard lock for a solver that knows soft goals only."""
UPRIGHT = 0.05
"""The weight of the wish that a body not tumble: ten degrees count as much as four centimetres."""
FIRM = 100.0
"""The weight of a parameter's value beside locks, which may be soft."""


@dataclass(frozen=True)
class Concern:
    """The locks that a motion concerns, and the parameters that may move: its own, and those that serve the locks."""

    locks: tuple[Lock, ...]
    columns: frozenset[int]


def concern_of(document: Document, columns: Iterable[int]) -> Concern:
    """What the motion of some parameters concerns: the enabled locks that it could break, their servants, and so on.

    Locks on parts that stay where they are are left out, and so the limbs that hold them stay as they are to the bit.
    """
    free, locks = set(columns) | _balancing(document), []
    waiting = [(lock, _moving(document, lock)) for lock in document.locks if lock.enabled]
    while found := [pair for pair in waiting if not free.isdisjoint(pair[1])]:
        for lock, _ in found:
            locks.append(lock)
            free |= lock.columns(document.figure)
        waiting = [pair for pair in waiting if pair not in found]
    return Concern(tuple(lock for lock in document.locks if lock in locks), frozenset(free))


def all_of(document: Document) -> Concern:
    """All enabled locks and what serves them."""
    locks = tuple(lock for lock in document.locks if lock.enabled)
    serving = {column for lock in locks for column in lock.columns(document.figure)}
    return Concern(locks, frozenset(serving | _balancing(document)))


def _balancing(document: Document) -> set[int]:
    """The root's parameters, where it has to move for the figure's balance."""
    if not (document.settings.balance and carrying_parts(document)):
        return set()
    return columns_of(document.figure, [document.figure.skeleton.root.name])


def problem_of(document: Document, wishes: Sequence[Goal], concern: Concern, solver: Solver) -> Problem:
    """Wishes beside locks and what the body minds; only the parameters of the concern may move.

    Wishes come first among the soft goals.  Where the solver knows no hard goals, hard locks weigh much instead.
    """
    frozen = [name for i, name in enumerate(document.figure.parameter_names) if i not in concern.columns]
    hard, soft = [], list(wishes)
    for lock in concern.locks:
        goal = replace(lock.goal, name=lock.name)
        if not lock.hard:
            soft.append(goal)
        elif "hard goals" in solver.honours:
            hard.append(goal)
        else:
            soft.append(replace(goal, weight=INSTEAD_OF_HARD * goal.weight))
    holding, leaning = poise_of(document)
    if "hard goals" in solver.honours:
        hard += holding
        soft += leaning
    else:
        soft += [*holding, *leaning]
    stiffness: dict[Name, float] = {name: value for name, value in document.stiffness.items()}  # noqa: C416  for mypy
    return Problem(document.figure, soft, hard=hard, frozen=frozen, stiffness=stiffness)


def upright(document: Document, columns: Iterable[int]) -> list[Goal]:
    """A faint wish that the root keep its orientation, where it is free to turn: legs bend before a body tumbles."""
    root = document.figure.skeleton.root
    turns = any(dof.kind == "hinge" for dof in root.dofs)
    if not turns or columns_of(document.figure, [root.name]).isdisjoint(columns):
        return []
    turn = to_quaternion(document.pose.orientation(root.name))
    return [OrientationGoal(orientation=Orientation(part=root.name), target=turn, weight=UPRIGHT)]


def held(document: Document, q: Array, *, steps: int | None = None) -> Array:
    """The state after the enabled locks were kept from the state ``q`` on."""
    concern = all_of(document)
    return _solved(document, [], concern, q, steps) if concern.locks else q


def slid(document: Document, values: Mapping[str, float], *, steps: int | None = None) -> Array:
    """The state after some parameters were set and the locks kept.

    Where a parameter is one that a lock needs, the root may move as well, and a hard lock wins over the value.
    """
    figure = document.figure
    q = np.array(document.q)
    for name, value in values.items():
        q[figure.index(name)] = value
    q = np.asarray(np.clip(q, figure.lo, figure.hi))
    columns = {figure.index(name) for name in values}
    concern = concern_of(document, columns)
    if not concern.locks:
        return q
    if any(not columns.isdisjoint(lock.columns(figure)) for lock in concern.locks):
        concern = concern_of(document, concern.columns | columns_of(figure, [figure.skeleton.root.name]))
    names = tuple(values)
    wish = MatchValues(
        values=Parameters(names=names), target=tuple(q[figure.index(name)] for name in names), weight=FIRM
    )
    return _solved(document, [wish, *upright(document, concern.columns - columns)], concern, q, steps)


def _moving(document: Document, lock: Lock) -> set[int]:
    """The parameters that move what a lock is about."""
    parts = {lock.part, *(part for handle in lock.goal.handles for part in handle.parts())}
    return {int(column) for column in document.figure.columns_moving(parts)}


def _solved(document: Document, wishes: Sequence[Goal], concern: Concern, q: Array, steps: int | None) -> Array:
    solver = document.settings.make_solver()
    session = solver.start(problem_of(document, wishes, concern, solver), q)
    return (session.run() if steps is None else session.advance(steps)).q
