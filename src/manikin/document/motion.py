"""How the figures of a document move: their keys, held by the locks that have a say at each frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from manikin.clips.clip import Clip
from manikin.clips.key import Key
from manikin.clips.tracks import tracks_of
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.document.moving import motions_of
from manikin.document.timeline import check_frame
from manikin.math.rotations import Array

__all__ = ["motion_of", "posed_at", "states_at", "with_key", "with_states_at"]


def motion_of(document: Document, name: str) -> Clip | None:
    """How a figure moves, its locks held; None for one that stands still."""
    document.actor(name)  # which says what is wrong with the name
    return next((motion.clip(name) for motion in motions_of(document) if name in motion.moving), None)


def states_at(document: Document, frame: float) -> dict[str, Array]:
    """The states of all figures that move, at a frame."""
    found: dict[str, Array] = {}
    for motion in motions_of(document):
        states = np.split(motion.states(np.array([float(frame)]))[0], np.cumsum([f.size for f in motion.figures])[:-1])
        by_name = {figure.name: state for figure, state in zip(motion.figures, states, strict=True)}
        found.update((name, by_name[name]) for name in motion.moving)
    return found


def posed_at(document: Document, frame: float | None) -> Document:
    """The document as it is posed at a frame: figures with keys stand as their clips have them, and locks that hold
    there hold without an end.  Without a frame it is the document itself.
    """
    if frame is None:
        return document
    check_frame(frame)
    if document.timeline.unkeyed != frame:
        document = document.at(states_at(document, frame))
    timed = ((lock, lock.moving is not None or lock.spans is not None) for lock in document.locks)
    locks = tuple(lock.at(frame) if has_time and lock.covers(frame) else lock for lock, has_time in timed)
    return replace(document, locks=locks)


def with_states_at(document: Document, frame: float, after: Document, *, key: bool) -> Document:
    """A document after an edit of ``posed_at(document, frame)``: what the edit moved is keyed there.

    Without ``key`` the new states wait at the frame until they are keyed or dropped.
    """
    posed = posed_at(document, frame)
    known = {lock.id: lock for lock in document.locks}
    shown = {lock.id: lock for lock in posed.locks}
    locks = tuple(_timed_again(lock, known.get(lock.id), shown.get(lock.id)) for lock in after.locks)
    unkeyed = after.timeline.unkeyed
    holding = [lock for lock in document.locks if lock.enabled and len(lock.figures) > 1 and lock.covers(frame)]
    carried = {name for lock in holding for name in lock.figures}
    actors = []
    for actor in after.actors:
        before = posed.figures.get(actor.name) is not None and posed.actor(actor.name)
        if not before or (actor.clip is None and actor.q != before.q and actor.name not in carried):
            actors.append(actor)
        elif actor.clip is None:  # it stands as before, or where what carries it has it at this frame
            actors.append(replace(actor, q=document.actor(actor.name).q))
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
    return replace(after, actors=tuple(actors), locks=locks, timeline=timeline, falling=frozenset())


def _timed_again(lock: Lock, own: Lock | None, shown: Lock | None) -> Lock:
    """A lock after an edit at a frame, as it holds over time: ``own`` before the edit, ``shown`` at the frame."""
    if own is None or lock in (own, shown):
        return lock if own is None else own
    if lock.spans is None:
        lock = replace(lock, spans=own.spans)
    return replace(lock, goal=own.goal, moving=own.moving) if shown and lock.goal == shown.goal else lock


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
