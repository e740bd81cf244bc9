"""Edits of the locks (W 6.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from manikin.commands.command import Command, display_name
from manikin.document.document import Document
from manikin.document.lock import Lock, moved
from manikin.document.lock_kinds import LOCK_KINDS, LockOptions, make_goal
from manikin.errors import InputError
from manikin.goals.goal import Goal
from manikin.math.rotations import Vec3
from manikin.plain_data import from_data
from manikin.posing.keep_locks import held

__all__ = ["AddLock", "ChangeLock", "MoveLock", "RemoveLock"]


def _settled(document: Document) -> Document:
    return document.at(held(document, np.array(document.q)))


@dataclass(frozen=True, kw_only=True)
class AddLock(LockOptions, Command, kind="add_lock"):
    """Lock a part as it stands.  ``lock`` is the kind of lock; see ``LockOptions`` for what else may be said."""

    part: str
    lock: str = "position"
    name: str | None = None
    hard: bool = True
    weight: float = 1.0
    chain: tuple[str, ...] | None = None

    def label(self, document: Document) -> str:
        return f"Lock {display_name(self.part)}"

    def apply(self, document: Document) -> Document:
        options = LockOptions(**{name: getattr(self, name) for name in LockOptions.__dataclass_fields__})
        goal = make_goal(self.lock, document.pose, self.part, options)
        number = document.made + 1
        name = self.name or f"{display_name(self.part)} {LOCK_KINDS[self.lock].noun}".strip()
        lock = Lock(
            id=number, name=name, part=self.part, kind=self.lock, goal=replace(goal, weight=self.weight),
            hard=self.hard, chain=self.chain,
        )  # fmt: skip
        return _settled(replace(document, locks=(*document.locks, lock), made=number))


@dataclass(frozen=True, kw_only=True)
class ChangeLock(Command, kind="change_lock"):
    """Change what is given of a lock; ``free_chain`` goes back to the joints up to the nearest branch.

    ``goal`` is the goal's own data, whole, as the document has it.
    """

    id: int
    name: str | None = None
    hard: bool | None = None
    weight: float | None = None
    enabled: bool | None = None
    chain: tuple[str, ...] | None = None
    free_chain: bool = False
    goal: dict[str, Any] | None = None

    def label(self, document: Document) -> str:
        name = document.lock(self.id).name
        if self.enabled is not None:
            return f"Switch {'on' if self.enabled else 'off'} {name}"
        return f"Change {name}"

    def apply(self, document: Document) -> Document:
        lock = document.lock(self.id)
        changes: dict[str, Any] = {
            field: getattr(self, field)
            for field in ("name", "hard", "enabled", "chain")
            if getattr(self, field) is not None
        }
        if self.free_chain:
            changes["chain"] = None
        goal = lock.goal if self.goal is None else from_data(Goal, self.goal)
        if type(goal) is not type(lock.goal):
            raise InputError(f"the goal of this lock is of the kind {lock.goal.kind}")
        if self.weight is not None:
            goal = replace(goal, weight=self.weight)
        changed = replace(lock, goal=goal, **changes)
        return _settled(replace(document, locks=tuple(changed if x is lock else x for x in document.locks)))


@dataclass(frozen=True, kw_only=True)
class RemoveLock(Command, kind="remove_lock"):
    """Take a lock off."""

    id: int

    def label(self, document: Document) -> str:
        return f"Unlock {document.lock(self.id).name}"

    def apply(self, document: Document) -> Document:
        gone = document.lock(self.id)
        return replace(document, locks=tuple(lock for lock in document.locks if lock is not gone))


@dataclass(frozen=True, kw_only=True)
class MoveLock(Command, kind="move_lock"):
    """Move a lock's target to another place [m], or turn it to another orientation (9 numbers, row by row).

    ``q`` is the state that a drag of the lock led to; without it the figure is solved from where it is.
    """

    id: int
    target: Vec3 | None = None
    turn: tuple[float, ...] | None = None
    q: tuple[float, ...] | None = None

    def label(self, document: Document) -> str:
        return f"{'Turn' if self.target is None else 'Move'} {document.lock(self.id).name}"

    def apply(self, document: Document) -> Document:
        lock = document.lock(self.id)
        if self.target is None and self.turn is None:
            raise InputError("say the target, the turn, or both")
        place = None if self.target is None else np.array(self.target)
        turn = None if self.turn is None else _matrix(self.turn)
        pose = document.pose if self.q is None else document.figure.pose(self.q)
        changed = replace(lock, goal=moved(lock.goal, pose, place=place, turn=turn))
        after = replace(document, locks=tuple(changed if x is lock else x for x in document.locks))
        if self.q is None:
            return _settled(after)
        return after.at(np.clip(document.figure.check_state(self.q), document.figure.lo, document.figure.hi))


def _matrix(numbers: tuple[float, ...]) -> Any:
    if len(numbers) != 9:
        raise InputError(f"an orientation is 9 numbers, not {len(numbers)}")
    return np.reshape(numbers, (3, 3))
