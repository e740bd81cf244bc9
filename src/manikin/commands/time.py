"""Edits of time: keys, the spans of locks and marks move together, by the functions of ``manikin.clips.editing``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from manikin.clips import Constrained, Keyframes
from manikin.clips.clip import Clip
from manikin.clips.editing import PasteMode, breakdown, delete, paste, reverse, slide, stretch
from manikin.clips.key import Key
from manikin.clips.timed_goal import TimedGoal
from manikin.commands.command import Command
from manikin.commands.keys import moving
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.document.moving import timed_goal
from manikin.errors import InputError
from manikin.goals import Position
from manikin.handles import Point

__all__ = ["Breakdown", "DeleteTime", "PasteKeys", "ReverseTime", "SlideTime", "StretchTime"]


@dataclass(frozen=True, kw_only=True)
class TimeCommand(Command):
    """Base of edits of time.  They concern some ``figures``, by default all that move; marks go with the first."""

    figures: tuple[str, ...] | None = None

    def edited(self, clip: Clip) -> Clip:
        """The clip of one figure after the edit."""
        raise NotImplementedError

    def apply(self, document: Document) -> Document:
        names = self.figures
        if names is None:
            names = tuple(actor.name for actor in document.actors if actor.clip is not None)
        if not names:
            raise InputError("no figure moves: key a pose first")
        for place, name in enumerate(names):
            document = with_edited_clip(document, name, self.edited, marks=place == 0)
        return document


def with_edited_clip(document: Document, name: str, edit: Callable[[Clip], Clip], *, marks: bool = False) -> Document:
    """The document after an edit of a figure's clip, of the spans of its locks, and perhaps of the marks."""
    actor, keys = moving(document, name)
    locks = [lock for lock in document.locks if lock.spans is not None and lock.figure == actor.name]
    goals = tuple(_named_goal(lock) for lock in locks)
    before = replace(keys, marks=document.timeline.marks if marks else ())
    after = edit(Constrained(source=before, goals=goals) if goals else before)
    source = after.source if isinstance(after, Constrained) else after
    assert isinstance(source, Keyframes)
    held = {goal.name: goal for goal in after.goals} if isinstance(after, Constrained) else {}
    document = document.with_actor(replace(actor, clip=replace(source, marks=())))
    for lock in locks:
        kept = held.get(str(lock.id))
        spans, target = (kept.spans, kept.moving) if kept is not None else ((), None)
        if (spans, target) != (lock.spans, lock.moving):
            document = document.with_lock(replace(lock, spans=spans, moving=target))
    if marks and source.marks != document.timeline.marks:
        document = replace(document, timeline=replace(document.timeline, marks=source.marks))
    return document


def _named_goal(lock: Lock) -> TimedGoal:
    """A lock as a goal that has its id as a name; of one that joins figures only the times count here."""
    if lock.figures == {lock.figure}:
        return replace(timed_goal(lock), goal=replace(lock.goal, name=str(lock.id)))
    stand_in = Position(point=Point(part=lock.part), target=(0.0, 0.0, 0.0), name=str(lock.id))
    return TimedGoal(goal=stand_in, spans=lock.spans)


@dataclass(frozen=True, kw_only=True)
class SlideTime(TimeCommand, kind="slide_time"):
    """Move all that stands at a frame or after it, some frames later or earlier."""

    start: float
    by: float

    def label(self, document: Document) -> str:
        return f"Move all from {self.start:g} on"

    def edited(self, clip: Clip) -> Clip:
        return slide(clip, self.start, max(clip.end, self.start), self.by, ripple=True)


@dataclass(frozen=True, kw_only=True)
class StretchTime(TimeCommand, kind="stretch_time"):
    """Make a range longer or shorter; what follows keeps its distance to the end of it."""

    start: float
    end: float
    new_start: float
    new_end: float

    def label(self, document: Document) -> str:
        return f"Stretch {self.start:g} … {self.end:g}"

    def edited(self, clip: Clip) -> Clip:
        length = self.new_end - self.new_start
        longer = stretch(clip, self.start, self.end, self.start + length) if length != self.end - self.start else clip
        by = self.new_start - self.start
        return slide(longer, self.start, max(longer.end, self.start), by, ripple=True) if by else longer


@dataclass(frozen=True, kw_only=True)
class DeleteTime(TimeCommand, kind="delete_time"):
    """Take a range of time away: what stands at its end comes to its start, and all after it moves up."""

    start: float
    end: float

    def label(self, document: Document) -> str:
        return f"Delete time {self.start:g} … {self.end:g}"

    def edited(self, clip: Clip) -> Clip:
        return delete(clip, self.start, self.end)


@dataclass(frozen=True, kw_only=True)
class ReverseTime(TimeCommand, kind="reverse_time"):
    """Turn a range around: what was last comes first."""

    start: float
    end: float

    def label(self, document: Document) -> str:
        return f"Reverse {self.start:g} … {self.end:g}"

    def edited(self, clip: Clip) -> Clip:
        return reverse(clip, self.start, self.end)


@dataclass(frozen=True, kw_only=True)
class Breakdown(Command, kind="breakdown"):
    """Put a key between its neighbours: share 0 is the pose before, 1 the one after; others lie beyond."""

    frame: float
    share: float
    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Breakdown at {self.frame:g}"

    def apply(self, document: Document) -> Document:
        name = document.actor(self.figure).name
        return with_edited_clip(document, name, lambda clip: breakdown(clip, self.frame, self.share))


@dataclass(frozen=True, kw_only=True)
class PasteKeys(Command, kind="paste_keys"):
    """Put copied keys at a frame, in place of what is there, or with the mode "insert" between what is there.

    ``mirrored`` exchanges left and right first, ``relative`` moves them on the ground to where the figure is.
    """

    keys: dict[str, tuple[Key, ...]]
    frame: float
    mode: PasteMode = "replace"
    mirrored: bool = False
    relative: bool = False

    def label(self, document: Document) -> str:
        count = sum(map(len, self.keys.values()))
        return f"Paste {'a key' if count == 1 else f'{count} keys'} at {self.frame:g}"

    def apply(self, document: Document) -> Document:
        given = [(name, keys) for name, keys in self.keys.items() if keys]
        if not given:
            raise InputError("there are no keys to paste")
        by = self.frame - min(key.frame for _, keys in given for key in keys)
        for name, keys in given:
            document = self._pasted(document, name, keys, by)
        return document

    def _pasted(self, document: Document, name: str, keys: tuple[Key, ...], by: float) -> Document:
        actor = document.movable(name)
        moved = tuple(replace(key, frame=key.frame + by) for key in keys)
        other = Keyframes(figure=actor.figure, rate=document.timeline.rate, keys=moved)
        if actor.clip is None:
            return document.with_actor(replace(actor, clip=other))

        def pasted(clip: Clip) -> Clip:
            return paste(clip, other, other.start, self.mode, mirrored=self.mirrored, relative=self.relative)

        return with_edited_clip(document, name, pasted)
