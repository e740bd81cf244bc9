"""Props on the timeline: a part takes one at a frame, lets go of it, hands it over, throws it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from manikin.clips import Keyframes
from manikin.clips.editing.splitting import split_keys
from manikin.clips.flight import flight_keys
from manikin.clips.key import Key
from manikin.clips.timed_goal import Span
from manikin.commands.command import Command
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.document.lock_kinds import LockOptions, make_goal
from manikin.document.motion import posed_at, states_at
from manikin.document.names import display_name
from manikin.document.timeline import check_frame
from manikin.errors import InputError, shorten
from manikin.math.rotations import Vec3

__all__ = ["ReleaseProp", "TakeProp", "ThrowProp"]

SAME_PLACE = 1e-9
"""How far numbers of a prop may be off where it is said to follow its keys."""


@dataclass(frozen=True, kw_only=True)
class TakeProp(Command, kind="take_prop"):
    """A part of a figure takes a prop at a frame and carries it to another one, as it lies in the part at the first.

    Whoever had it before hands it over.  Afterwards it stays where it was let go; without ``until`` that is where the
    motion ends.
    """

    prop: str
    figure: str
    part: str
    frame: float
    until: float | None = None

    def label(self, document: Document) -> str:
        return f"Take {shorten(self.prop)} with {display_name(self.part)}"

    def apply(self, document: Document) -> Document:
        check_frame(self.frame)
        prop, holder = document.movable(self.prop), document.actor(self.figure)
        root = _root(prop)
        if prop is holder:
            raise InputError("a figure cannot take itself")
        last = self.frame if holder.clip is None else max(holder.clip.end, self.frame)
        end = last if self.until is None else check_frame(self.until)
        if end <= self.frame:
            raise InputError(f"it is taken at {self.frame:g}, so it is let go after that, not at {end:g}")
        document = _let_go(document, prop.name, self.frame)
        options = LockOptions(other=self.part, other_figure=holder.name)
        goal = make_goal("hold", posed_at(document, self.frame), prop.name, root, options)
        lock = Lock(
            id=document.made + 1,
            name=f"in {display_name(self.part)}",
            figure=prop.name,
            part=root,
            kind="hold",
            goal=goal,
            spans=(Span(start=self.frame, end=end, ease_in=0.0, ease_out=0.0),),
        )
        return _left_at(document.with_lock(lock), prop.name, end)


@dataclass(frozen=True, kw_only=True)
class ReleaseProp(Command, kind="release_prop"):
    """Let go of a prop at a frame: it stays where it is then."""

    prop: str
    frame: float

    def label(self, document: Document) -> str:
        return f"Let go of {shorten(self.prop)}"

    def apply(self, document: Document) -> Document:
        if not any(lock.covers(self.frame) for lock in _grips(document, self.prop)):
            raise InputError(f"nothing has {shorten(self.prop)} at frame {self.frame:g}")
        return _let_go(document, self.prop, check_frame(self.frame))


@dataclass(frozen=True, kw_only=True)
class ThrowProp(Command, kind="throw_prop"):
    """Let go of a prop at a frame, so that it flies to a place [m] in so many frames, as gravity has it."""

    prop: str
    frame: float
    to: Vec3
    frames: float

    def label(self, document: Document) -> str:
        return f"Throw {shorten(self.prop)}"

    def apply(self, document: Document) -> Document:
        check_frame(self.frame + self.frames)
        actor = document.movable(self.prop)
        _root(actor)
        document = _let_go(document, actor.name, self.frame)
        actor = document.actor(actor.name)
        assert actor.clip is not None
        kept = tuple(key for key in actor.clip.keys if key.frame < self.frame)
        start = actor.clip.state(self.frame)
        flight = flight_keys(actor.figure, start, self.to, self.frame, self.frames, actor.clip.rate)
        return document.with_actor(replace(actor, clip=replace(actor.clip, keys=(*kept, *flight))))


def _root(actor: Actor) -> str:
    """The only part of a prop, which must be free."""
    skeleton = actor.figure.skeleton
    if len(skeleton) != 1 or actor.figure.size != 6:
        raise InputError(f"{shorten(actor.name)} is not a prop that can be carried: it has joints, or is fixed")
    return skeleton.root.name


def _grips(document: Document, prop: str) -> list[Lock]:
    """The locks by which other figures have a prop."""
    return [lock for lock in document.locks if lock.figure == prop and lock.kind == "hold" and lock.spans is not None]


def _let_go(document: Document, prop: str, frame: float) -> Document:
    """Grips end at a frame, later ones are gone, and the prop is keyed where it is then."""
    for lock in _grips(document, prop):
        assert lock.spans is not None
        kept = tuple(replace(span, end=min(span.end, frame)) for span in lock.spans if span.start < frame)
        if kept == lock.spans:
            continue
        changed = document.with_lock(replace(lock, spans=kept)) if kept else None
        document = document.without_lock(lock.id) if changed is None else changed
    return _left_at(document, prop, frame)


def _left_at(document: Document, prop: str, frame: float) -> Document:
    """The prop keyed at a frame where it is then; what it was keyed to do after it is gone."""
    actor = document.actor(prop)
    state = states_at(document, frame).get(prop, np.array(actor.q))
    if actor.clip is None:
        first = Key(frame=frame, q=tuple(state.tolist()))
        clip = Keyframes(figure=actor.figure, rate=document.timeline.rate, keys=(first,))
        return document.with_actor(replace(actor, clip=clip))
    clip, there = actor.clip, Key(frame=frame, q=tuple(state.tolist()))
    if np.abs(actor.clip.state(frame) - state).max() < SAME_PLACE:  # it comes as its keys have it, maybe in flight
        clip = split_keys(actor.clip, frame)
        there = next((key for key in clip.keys if key.frame == frame), there)
        if there.rates is not None:
            there = replace(there, rates_out=(0.0,) * len(state))
    kept = tuple(key for key in clip.keys if key.frame < frame)
    return document.with_actor(replace(actor, clip=replace(clip, keys=(*kept, there))))
