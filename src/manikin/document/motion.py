"""How the figures of a document move: their keys, held by the locks that have a say at each frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from manikin.clips import Constrained, Keyframes
from manikin.clips.clip import Clip
from manikin.clips.key import Key
from manikin.clips.timed_goal import TimedGoal
from manikin.clips.tracks import tracks_of
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.identity import Identity
from manikin.document.lock import Lock
from manikin.document.timeline import check_frame
from manikin.math.rotations import Array

__all__ = ["clip_locks", "motion_of", "posed_at", "timed_goal", "with_key", "with_states_at"]


def timed_goal(lock: Lock) -> TimedGoal:
    """A lock as a goal of a clip; without spans it holds at all frames."""
    goal = replace(lock.goal, name=lock.name, chain=lock.chain)
    return TimedGoal(goal=goal, spans=lock.spans, hard=lock.hard)


def clip_locks(document: Document, name: str) -> tuple[Lock, ...]:
    """The locks that hold a figure while its clip plays: those that are switched on and are about it alone."""
    return tuple(lock for lock in document.locks if lock.enabled and lock.figures == {name})


def motion_of(document: Document, name: str) -> Clip | None:
    """How a figure moves, its locks held; None for a figure without keys."""
    clip = document.actor(name).clip
    if clip is None:
        return None
    return _held(Identity(clip), tuple(Identity(lock) for lock in clip_locks(document, name)))


@lru_cache(maxsize=32)
def _held(clip: Identity[Keyframes], locks: tuple[Identity[Lock], ...]) -> Clip:
    """Made once, with all that a clip finds out about itself, for documents that share keys and locks."""
    goals = tuple(_goal(lock) for lock in locks)
    return Constrained(source=clip.value, goals=goals) if goals else clip.value


@lru_cache(maxsize=1024)
def _goal(lock: Identity[Lock]) -> TimedGoal:
    return timed_goal(lock.value)


def posed_at(document: Document, frame: float | None) -> Document:
    """The document as it is posed at a frame: figures with keys stand as their clips have them, and locks that hold
    there hold without an end.  Without a frame it is the document itself.
    """
    if frame is None:
        return document
    check_frame(frame)
    if document.timeline.unkeyed != frame:
        states = {}
        for actor in document.actors:
            motion = motion_of(document, actor.name)
            if motion is not None:
                states[actor.name] = motion.state(frame)
        document = document.at(states)
    locks = tuple(
        replace(lock, spans=None) if lock.spans is not None and lock.covers(frame) else lock for lock in document.locks
    )
    return replace(document, locks=locks)


def with_states_at(document: Document, frame: float, after: Document, *, key: bool) -> Document:
    """A document after an edit of ``posed_at(document, frame)``: what the edit moved is keyed there.

    Without ``key`` the new states wait at the frame until they are keyed or dropped.
    """
    posed = posed_at(document, frame)
    known = {lock.id: lock for lock in document.locks}
    locks = tuple(
        replace(lock, spans=known[lock.id].spans) if lock.id in known and lock.spans is None else lock
        for lock in after.locks
    )
    locks = tuple(known[lock.id] if known.get(lock.id) == lock else lock for lock in locks)
    unkeyed = after.timeline.unkeyed
    actors = []
    for actor in after.actors:
        before = posed.figures.get(actor.name) is not None and posed.actor(actor.name)
        if not before or actor.clip is None:
            actors.append(actor)
        elif actor.q == before.q and unkeyed != frame:  # it did not move: its own state stays as it was
            own = document.actor(actor.name)
            actors.append(own if actor is before else replace(actor, q=own.q))
        elif key:
            actors.append(with_key(actor, frame, actor.q))
            unkeyed = None if unkeyed == frame else unkeyed
        else:
            unkeyed = frame if actor.q != before.q else unkeyed
            actors.append(actor)
    timeline = after.timeline if unkeyed == after.timeline.unkeyed else replace(after.timeline, unkeyed=unkeyed)
    return replace(after, actors=tuple(actors), locks=locks, timeline=timeline)


def with_key(actor: Actor, frame: float, q: Iterable[float], tracks: frozenset[str] | None = None) -> Actor:
    """The actor with a key at a frame, of the whole pose or of some tracks; a key that is there takes the new pose.

    A key of some tracks that is there gets those that the new pose moves besides.
    """
    state = tuple(float(value) for value in q)
    assert actor.clip is not None
    for there in actor.clip.keys:
        if there.frame == frame:
            own = there.tracks
            if own is not None:
                own = own | (_moved(actor, there.q, state) if tracks is None else tracks)
            other = replace(there, q=state, tracks=own, rates=there.rates if there.q == state else None)
            break
    else:
        other = Key(frame=frame, q=state, tracks=tracks)
    kept = tuple(key for key in actor.clip.keys if key.frame != frame)
    return replace(actor, q=state, clip=replace(actor.clip, keys=(*kept, other)))


def _moved(actor: Actor, one: Iterable[float], other: Iterable[float]) -> frozenset[str]:
    differs: Array = np.abs(np.array(tuple(one)) - np.array(tuple(other))) > 1e-12
    return frozenset(track.name for track in tracks_of(actor.figure) if differs[list(track.columns)].any())
