"""Keep a document's locks while something else is wished of its figure (W 6.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from manikin.document import Document
from manikin.goal import Goal
from manikin.goals import Match, OrientationGoal
from manikin.grasp import columns_of
from manikin.handles import Orientation, Parameters
from manikin.lock import Lock
from manikin.problem import Name, Problem
from manikin.rotations import Array, to_quaternion
from manikin.solver import Solver

__all__ = ["free_columns", "held", "problem_of", "slid", "upright"]

INSTEAD_OF_HARD = 1000.0
"""The weight of a hard lock for a solver that knows soft goals only."""
UPRIGHT = 0.05
"""The weight of the wish that a body not tumble: ten degrees count as much as four centimetres."""
FIRM = 100.0
"""The weight of a parameter's value beside locks, which may be soft."""


def free_columns(document: Document, columns: Iterable[int] = ()) -> set[int]:
    """The parameters that may move: those given, and those that serve the enabled locks."""
    free = set(columns)
    for lock in document.locks:
        if lock.enabled:
            free |= lock.columns(document.figure)
    return free


def problem_of(document: Document, wishes: Sequence[Goal], columns: Iterable[int], solver: Solver) -> Problem:
    """Wishes beside the enabled locks; only the given parameters may move.

    Wishes come first among the soft goals.  Where the solver knows no hard goals, hard locks weigh much instead.
    """
    free = set(columns)
    frozen = [name for i, name in enumerate(document.figure.parameter_names) if i not in free]
    hard, soft = [], list(wishes)
    for lock in document.locks:
        if not lock.enabled:
            continue
        goal = replace(lock.goal, name=lock.name)
        if not lock.hard:
            soft.append(goal)
        elif "hard goals" in solver.honours:
            hard.append(goal)
        else:
            soft.append(replace(goal, weight=INSTEAD_OF_HARD * goal.weight))
    stiffness: dict[Name, float] = {name: min(value, 0.999) for name, value in document.stiffness.items()}
    return Problem(document.figure, soft, hard=hard, frozen=frozen, stiffness=stiffness)


def upright(document: Document, columns: Iterable[int]) -> list[Goal]:
    """A faint wish that the root keep its orientation, where it is free to turn: legs bend before a body tumbles."""
    root = document.figure.skeleton.root
    turns = any(dof.motion == "hinge" for dof in root.dofs)
    if not turns or columns_of(document.figure, [root.name]).isdisjoint(columns):
        return []
    turn = to_quaternion(document.pose.orientation(root.name))
    return [OrientationGoal(orientation=Orientation(part=root.name), target=turn, weight=UPRIGHT)]  # type: ignore[arg-type]


def held(document: Document, q: Array, *, steps: int | None = None) -> Array:
    """The state after the enabled locks were kept from the state ``q`` on."""
    if not any(lock.enabled for lock in document.locks):
        return q
    return _solved(document, [], free_columns(document), q, steps)


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
    touched = [lock for lock in document.locks if lock.enabled and not columns.isdisjoint(_moving(document, lock))]
    if not touched:
        return q
    free = free_columns(document) | columns
    if any(not columns.isdisjoint(lock.columns(figure)) for lock in touched):
        free |= columns_of(figure, [figure.skeleton.root.name])
    names = tuple(values)
    wish = Match(values=Parameters(names=names), target=tuple(q[figure.index(name)] for name in names), weight=FIRM)
    return _solved(document, [wish, *upright(document, free - columns)], free, q, steps)


def _moving(document: Document, lock: Lock) -> set[int]:
    """The parameters that move what a lock is about."""
    parts = {lock.part, *(part for handle in lock.goal.handles for part in handle.parts())}
    return {int(column) for column in document.figure.columns_moving(parts)}


def _solved(document: Document, wishes: Sequence[Goal], free: set[int], q: Array, steps: int | None) -> Array:
    solver = document.settings.make_solver()
    session = solver.start(problem_of(document, wishes, free, solver), q)
    return (session.run() if steps is None else session.advance(steps)).q
