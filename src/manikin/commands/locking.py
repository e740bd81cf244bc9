"""Edits of the locks (W 6.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from manikin.clips.timed_goal import Span
from manikin.commands.command import Command, of_figure
from manikin.commands.posing import clipped_states
from manikin.document.document import Document
from manikin.document.lock import Lock, moved
from manikin.document.lock_kinds import LOCK_KINDS, LockOptions, make_goal
from manikin.document.names import display_name
from manikin.errors import InputError, shorten
from manikin.goals.goal import Goal
from manikin.math.rotations import Vec3
from manikin.plain_data import changed
from manikin.posing.keep_locks import keep_locks

__all__ = ["AddLock", "ChangeLock", "MoveLock", "MoveLocks", "RemoveLock", "SwitchLocks"]

CHANGEABLE = ("name", "hard", "enabled", "chain", "goal", "spans")
"""The fields of a lock that ``ChangeLock`` may change; besides its goal's weight."""


@dataclass(frozen=True, kw_only=True)
class AddLock(LockOptions, Command, kind="add_lock"):
    """Lock a part as it is now.  ``lock`` is the kind of lock; see ``LockOptions`` for the other fields.

    With ``spans`` it holds at some frames of the timeline only.
    """

    part: str
    figure: str | None = None
    lock: str = "position"
    name: str | None = None
    hard: bool = True
    weight: float = 1.0
    chain: tuple[str, ...] | None = None
    spans: tuple[Span, ...] | None = None

    def label(self, document: Document) -> str:
        return f"Lock {display_name(self.part)}{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        actor = document.actor(self.figure)
        options = LockOptions(**{name: getattr(self, name) for name in LockOptions.__dataclass_fields__})
        goal = make_goal(self.lock, document, actor.name, self.part, options)
        lock = Lock(
            id=document.made + 1,
            name=self.name or f"{display_name(self.part)} {LOCK_KINDS[self.lock].noun}".strip(),
            figure=actor.name,
            part=self.part,
            kind=self.lock,
            goal=replace(goal, weight=self.weight),
            hard=self.hard,
            chain=self.chain,
            spans=self.spans,
        )
        return keep_locks(document.with_lock(lock), figures=lock.figures)


@dataclass(frozen=True, kw_only=True)
class ChangeLock(Command, kind="change_lock"):
    """Change fields of a lock: its name, hard, enabled, chain, goal (of the same kind), spans, the goal's weight.

    The chain null means the joints up to the nearest branch, spans null all frames.
    """

    id: int
    changes: dict[str, Any] = field(
        metadata={
            "typescript": 'Partial<Pick<LockData, "name" | "hard" | "enabled" | "chain" | "goal" | "weight" | "spans">>'
        }
    )

    def label(self, document: Document) -> str:
        name = document.lock(self.id).name
        if isinstance(self.changes.get("enabled"), bool):
            return f"Switch {'on' if self.changes['enabled'] else 'off'} {name}"
        if "spans" in self.changes:
            return f"Time {name}"
        return f"Change {name}"

    def apply(self, document: Document) -> Document:
        lock = document.lock(self.id)
        changes = {name: value for name, value in self.changes.items() if name != "weight"}
        other = changed(lock, changes, (*CHANGEABLE, "weight"), "a lock")
        if type(other.goal) is not type(lock.goal):
            raise InputError(f"the goal of this lock is of the kind {lock.goal.kind}")
        if "weight" in self.changes:
            goal = changed(other.goal, {"weight": self.changes["weight"]}, ("weight",), "a lock")
            other = replace(other, goal=goal)
        return keep_locks(document.with_lock(other), figures=other.figures)


@dataclass(frozen=True, kw_only=True)
class RemoveLock(Command, kind="remove_lock"):
    """Remove a lock."""

    id: int

    def label(self, document: Document) -> str:
        return f"Unlock {document.lock(self.id).name}"

    def apply(self, document: Document) -> Document:
        return document.without_lock(self.id)


@dataclass(frozen=True, kw_only=True)
class MoveLock(Command, kind="move_lock"):
    """Move a lock's target to another position [m], or rotate it to another orientation (9 numbers, row by row).

    After a drag of the lock, ``states`` and ``goal`` are its result, and ``what`` is the label.  Without them the
    figures are solved from their present states.
    """

    id: int
    target: Vec3 | None = None
    turn: tuple[float, ...] | None = None
    goal: Goal | None = None
    states: dict[str, tuple[float, ...]] | None = None
    what: str | None = None

    def label(self, document: Document) -> str:
        name = document.lock(self.id).name
        return self.what[:80] if self.what is not None else f"{'Turn' if self.target is None else 'Move'} {name}"

    def apply(self, document: Document) -> Document:
        lock = document.lock(self.id)
        after = document if self.states is None else document.at(clipped_states(document, self.states))
        goal = self.goal
        if goal is None:
            if self.target is None and self.turn is None:
                raise InputError("give the target, the turn, or both")
            place = None if self.target is None else np.array(self.target)
            goal = moved(lock.goal, after.poses, place=place, turn=None if self.turn is None else _matrix(self.turn))
        elif type(goal) is not type(lock.goal):
            raise InputError(f"the goal of this lock is of the kind {lock.goal.kind}")
        after = _with_foothold(after.with_lock(replace(lock, goal=goal)), lock, goal)
        return after if self.states is not None else keep_locks(after, figures=lock.figures)


@dataclass(frozen=True, kw_only=True)
class MoveLocks(Command, kind="move_locks"):
    """Move several locks and figures at once, as when a figure is carried with its locks.

    ``goals`` are the new goals of the locks ``ids``, ``states`` those of the figures, and ``what`` is the label.
    """

    ids: tuple[int, ...]
    goals: tuple[Goal, ...]
    states: dict[str, tuple[float, ...]] = field(default_factory=dict)
    what: str = "Move locks"

    def label(self, document: Document) -> str:
        return self.what[:80]

    def apply(self, document: Document) -> Document:
        if len(self.ids) != len(self.goals) or len(set(self.ids)) != len(self.ids):
            raise InputError("give one goal for each lock")
        after = document.at(clipped_states(document, self.states))
        for id, goal in zip(self.ids, self.goals, strict=True):
            lock = document.lock(id)
            if type(goal) is not type(lock.goal):
                raise InputError(f"the goal of {shorten(lock.name)} is of the kind {lock.goal.kind}")
            after = after.with_lock(replace(lock, goal=goal))
        return after


@dataclass(frozen=True, kw_only=True)
class SwitchLocks(Command, kind="switch_locks"):
    """Switch all locks of a figure off, so that nothing holds it, or on again; the only figure by default."""

    figure: str | None = None
    enabled: bool

    def label(self, document: Document) -> str:
        return f"Switch {'on' if self.enabled else 'off'} all locks{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        actor = document.actor(self.figure)
        locks = [lock for lock in document.locks if lock.figure == actor.name and lock.enabled != self.enabled]
        for lock in locks:
            document = document.with_lock(replace(lock, enabled=self.enabled))
        figures = {figure for lock in locks for figure in lock.figures}
        return keep_locks(document, figures=figures) if self.enabled and locks else document


FOOTHOLD = re.compile(r"((?:step \d+|stand) (?:\w+|left \w+|right \w+)) (?:heel|flat|toes|tip|ball)")
"""The name of a lock of a step: the stages of a foot that rolls over a foothold share its beginning."""


def _with_foothold(document: Document, lock: Lock, goal: Goal) -> Document:
    """The other stages of a foothold moved as one of them was."""
    step = FOOTHOLD.fullmatch(lock.name)
    way = None if step is None else _place(goal) - _place(lock.goal)
    if step is None or way is None or not way.any():
        return document
    for other in document.locks:
        own = FOOTHOLD.fullmatch(other.name)
        if other.id != lock.id and other.figure == lock.figure and own is not None and own[1] == step[1]:
            place = _place(other.goal) + way
            document = document.with_lock(replace(other, goal=moved(other.goal, document.poses, place=place)))
    return document


def _place(goal: Goal) -> Any:
    """Where the target of a position or a pose is."""
    numbers = np.asarray(getattr(goal, "target").constant, float)  # noqa: B009  (only these kinds have one)
    return numbers if numbers.size == 3 else numbers.reshape(3, 4)[:, 3]


def _matrix(numbers: tuple[float, ...]) -> Any:
    if len(numbers) != 9:
        raise InputError(f"an orientation is 9 numbers, not {len(numbers)}")
    return np.reshape(numbers, (3, 3))
