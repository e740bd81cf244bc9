"""Stored poses on a figure: whole or of some limbs, in part or in full, mirrored, with their locks or without."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.ik_chain import columns_of, limb_of
from manikin.document.lock import Lock
from manikin.document.stored_pose import PoseLocks, StoredPose, mirrored_lock
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.mirror import mirror_state
from manikin.math.rotations import Array
from manikin.posing.keep_locks import keep_locks
from manikin.posing.lock_meter import reading_of

__all__ = ["PoseShare", "asleep", "own_locks", "with_pose"]

MOST_SHARE = 1.5
"""A pose may be gone beyond by half of the way to it."""


@dataclass(frozen=True, kw_only=True)
class PoseShare:
    """How a stored pose is applied.

    Attributes:
        locks: What becomes of locks; a figure that moves keeps all of them, because they belong to its motion.
        parts: Only the limbs of these parts take the pose; None: the whole figure.
        share: How far the figure goes to the pose from where it is: 0 … 1, and up to 1.5 beyond it.
        mirrored: With left and right exchanged, its locks as well.
    """

    locks: PoseLocks = "own"
    parts: tuple[str, ...] | None = None
    share: float = 1.0
    mirrored: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.share <= MOST_SHARE:
            raise InputError(f"the share of a pose lies between 0 and {MOST_SHARE:g}, not {shorten(self.share)}")


def own_locks(document: Document, figure: str) -> tuple[Lock, ...]:
    """The locks that a pose of a figure keeps: those that are on, at all times, on this figure alone."""
    return tuple(lock for lock in document.locks if lock.active and lock.moving is None and lock.figures == {figure})


def with_pose(document: Document, figure: str | None, name: str, how: PoseShare) -> Document:
    """The document with a stored pose on a figure."""
    actor = document.movable(figure)
    pose = actor.stored_pose(name)
    limbs = None if how.parts is None else {joint for part in how.parts for joint in limb_of(actor.figure, part)}
    at = document.at({actor.name: _mixed(actor, pose, limbs, how)})
    if how.locks == "hold" or actor.clip is not None:
        return keep_locks(document, {actor.name: at.actor(actor.name).q})
    if how.locks == "own" and pose.locks is not None and how.share == 1:
        locks = [mirrored_lock(actor.figure, lock) if how.mirrored else lock for lock in pose.locks]
        at = _with_locks(at, actor.name, [lock for lock in locks if limbs is None or lock.part in limbs], limbs)
    return asleep(at, actor.name)


def _mixed(actor: Actor, pose: StoredPose, limbs: Collection[str] | None, how: PoseShare) -> Array:
    figure = actor.figure
    target = figure.state(dict(pose.values))
    target = np.clip(mirror_state(figure, target) if how.mirrored else target, figure.lo, figure.hi)
    if how.share == 1 and limbs is None:
        return target
    q = np.array(actor.q)
    columns = list(range(figure.size)) if limbs is None else sorted(_columns(figure, limbs))
    q[columns] += how.share * (target[columns] - q[columns])
    return np.asarray(np.clip(q, figure.lo, figure.hi))


def _columns(figure: Figure, limbs: Collection[str]) -> set[int]:
    columns = columns_of(figure, limbs)
    if not columns:
        raise InputError("nothing of these parts can move: choose other parts")
    return columns


def _with_locks(document: Document, figure: str, locks: Iterable[Lock], limbs: Collection[str] | None) -> Document:
    """Take up the locks of a pose; others on its parts sleep.  A lock that is still there keeps its id."""
    found = {lock.id: lock for lock in locks}
    own = {lock.id for lock in document.locks if lock.figures == {figure}}
    for lock in own_locks(document, figure):
        if lock.id not in found and (limbs is None or lock.part in limbs):
            document = document.with_lock(replace(lock, enabled=False))
    for id, lock in found.items():
        number = id if id in own else document.made + 1
        document = document.with_lock(replace(lock, id=number, enabled=True))
    return document


def asleep(document: Document, figure: str) -> Document:
    """Switch off the locks of a figure that do not hold as it stands."""
    poses = document.poses
    for lock in document.locks:
        if lock.active and figure in lock.figures and not reading_of(lock, poses).held:
            document = document.with_lock(replace(lock, enabled=False))
    return document
