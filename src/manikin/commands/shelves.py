"""Edits of the shelves: clips are stored, taken in from files, renamed, deleted, and put on the timeline."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from manikin.clips import Constrained, Keyframes, Samples
from manikin.clips.clip import Clip
from manikin.clips.converted import on_figure
from manikin.clips.editing import copy, mirror, moved, on_the_spot, paste, shift
from manikin.clips.editing.opened import plain_part
from manikin.clips.key import Key
from manikin.clips.mixed import blend_states
from manikin.clips.reduce import reduce
from manikin.clips.timed_goal import TimedGoal
from manikin.commands.command import Command, of_figure
from manikin.commands.figures import with_figure
from manikin.commands.footing import placement, stands_already
from manikin.commands.held_goals import held_parts, released, with_goals_as_locks
from manikin.commands.keys import moving
from manikin.commands.time import with_edited_clip
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.identity import Identity
from manikin.document.lock import on_figures
from manikin.document.moving import clip_locks, timed_goal
from manikin.document.shelves import find_shelf_clip, shelf_clip, unique_shelf_name
from manikin.document.timeline import check_frame
from manikin.errors import FormatWarning, InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.scaling import height_of
from manikin.formats.content import StoredClip
from manikin.formats.format import read_content, stem_of
from manikin.library.library import NAME, find_clip
from manikin.math.rotations import Array
from manikin.posing.lock_meter import reading_of
from manikin.skeleton.stretching import stretches_of, without_stretch

__all__ = ["DeleteClip", "ImportClips", "InsertClip", "RenameClip", "StoreClip", "find_on_shelves", "fitted"]

LOOKS, LEAVES = 9, 0.1
"""At how many frames a motion of another body is looked at, and how far it takes a part whose lock then ends [m]."""

NEAR = 0.005
"""How far keys may leave the samples that they stand for [m]."""
LARGE = 4.0
"""Figures that are higher than this [m] may be left by more, such as those of files in other units."""


def find_on_shelves(document: Document, shelf: str, name: str) -> Clip:
    """A clip of the document's own shelves, of the user's, or of the shipped one."""
    if any(stored.shelf == shelf for stored in document.shelves):
        return find_shelf_clip(document.shelves, shelf, name).clip
    return find_clip(f"{shelf}/{name}")


@dataclass(frozen=True, kw_only=True)
class StoreClip(Command, kind="store_clip"):
    """Store the motion of a figure between two frames on a shelf, with the locks that hold it; by default all of it.

    A clip that is there stays: the new one gets a number.
    """

    shelf: str
    name: str
    figure: str | None = None
    start: float | None = None
    end: float | None = None

    def label(self, document: Document) -> str:
        return f"Store {shorten(self.name)}{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        actor, keys = moving(document, self.figure)
        locks = [timed_goal(lock) for lock in clip_locks(document, actor.name)]
        goals = tuple(replace(goal, goal=on_figures(goal.goal, lambda _: None)) for goal in locks)
        whole = Constrained(source=keys, goals=goals) if goals else keys
        start = keys.start if self.start is None else self.start
        end = keys.end if self.end is None else self.end
        if end <= start:
            raise InputError("a clip that is stored has two frames at least")
        name = unique_shelf_name(document.shelves, self.shelf, self.name)
        stored = shelf_clip(copy(whole, start, end), self.shelf, name)
        return replace(document, shelves=(*document.shelves, stored))


@dataclass(frozen=True, kw_only=True)
class ImportClips(Command, kind="import_clips"):
    """Put the clips of a file on a shelf; none that is there is replaced."""

    file: str
    shelf: str = "imported"
    figure: str | None = None
    content: bytes = field(default=b"", repr=False)

    def label(self, document: Document) -> str:
        return f"Import {shorten(self.file)}"

    def apply(self, document: Document) -> Document:
        found = read_clips(self.content, self.file, None if self.figure is None else document.actor(self.figure).figure)
        if not found:
            raise InputError(f"there is no motion in {shorten(self.file)}")
        return with_shelf_clips(document, found, self.file, self.shelf)[0]


def with_shelf_clips(
    document: Document, clips: Sequence[StoredClip], file: str, shelf: str
) -> tuple[Document, tuple[str, ...]]:
    """The document with clips of a file on a shelf, and their names there; none that is there is replaced."""
    shelves, names = document.shelves, []
    for stored in clips:
        shown = NAME.search(stored.name or stem_of(file)) or NAME.search("clip")
        assert shown is not None
        names.append(unique_shelf_name(shelves, shelf, shown.group()))
        shelves = (*shelves, shelf_clip(stored.clip, shelf, names[-1]))
    return replace(document, shelves=shelves), tuple(names)


def read_clips(content: bytes, file: str, figure: Figure | None) -> tuple[StoredClip, ...]:
    """The clips of a file; tables that hold no figure are those of the given one."""
    options: dict[str, Any] = (
        {"figure": figure} if figure is not None and file.lower().endswith((".csv", ".npz")) else {}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)  # the caller tells them
        try:
            return read_content(content, file, **options).clips
        except InputError:
            if not options or not file.lower().endswith(".npz"):
                raise
            return read_content(content, file).clips  # of the figure that stands in the file


@dataclass(frozen=True, kw_only=True)
class RenameClip(Command, kind="rename_clip"):
    """Give a clip on a shelf of the document another name, or put it on another shelf."""

    shelf: str
    name: str
    new_shelf: str | None = None
    new_name: str | None = None

    def label(self, document: Document) -> str:
        return f"Rename clip {shorten(self.name)}"

    def apply(self, document: Document) -> Document:
        old = find_shelf_clip(document.shelves, self.shelf, self.name)
        other = replace(old, shelf=self.new_shelf or old.shelf, name=self.new_name or old.name)
        return replace(document, shelves=tuple(other if own is old else own for own in document.shelves))


@dataclass(frozen=True, kw_only=True)
class DeleteClip(Command, kind="delete_clip"):
    """Delete a clip from a shelf of the document."""

    shelf: str
    name: str

    def label(self, document: Document) -> str:
        return f"Delete clip {shorten(self.name)}"

    def apply(self, document: Document) -> Document:
        gone = find_shelf_clip(document.shelves, self.shelf, self.name)
        return replace(document, shelves=tuple(own for own in document.shelves if own is not gone))


@dataclass(frozen=True, kw_only=True)
class InsertClip(Command, kind="insert_clip"):
    """Put a clip from a shelf on the timeline of a figure, from where the figure is on the ground at the frame.

    "insert" makes room for it, "replace" puts it in place of what is there.  ``blend`` is the number of frames over
    which the motion that was there goes over into it.  With ``adds`` the clip comes with a figure of its own.
    ``on_the_spot`` takes the way over the ground out of it, as on a treadmill.  With ``retargets`` a clip of another
    body is fitted to the figure's, and locks end that would hold parts back which it takes far away.
    """

    shelf: str
    name: str
    frame: float
    figure: str | None = None
    mode: Literal["insert", "replace"] = "insert"
    blend: float = 0.0
    mirrored: bool = False
    adds: bool = False
    on_the_spot: bool = False
    retargets: bool = False

    def __post_init__(self) -> None:
        check_frame(self.frame)
        if not 0 <= self.blend <= 1000:
            raise InputError(f"clips are blended over 0 to 1000 frames, not {shorten(self.blend)}")

    def label(self, document: Document) -> str:
        verb = "Blend in" if self.blend else "Insert"
        return f"{verb} {shorten(self.name)} at {self.frame:g}{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        found = find_on_shelves(document, self.shelf, self.name)
        document = with_figure(document, found.figure) if self.adds else document
        actor = document.actors[-1] if self.adds else document.movable(self.figure)
        if self.retargets and found.figure.parameter_names != actor.figure.parameter_names:
            found = _retargeted(Identity(found), actor.figure)
        given = fitted(found, actor.figure, document.timeline.rate)
        given = mirror(given) if self.mirrored else given
        given = on_the_spot(given) if self.on_the_spot else given
        old = actor.clip
        motion, here = placement(document, actor, given, self.frame)
        given = moved(given, motion)
        source, goals = plain_part(shift(given, self.frame - given.start))
        assert isinstance(source, Keyframes)
        follows = old is not None and old.start <= self.frame <= old.end
        window = min(self.blend, source.end - self.frame) if follows else 0.0
        document = _ended(self._keyed(document, actor, source), actor.name, self.frame)
        if old is not None and window:
            document = _blended(document, actor.name, old, source, window)
            lasting = tuple(goal for goal in goals if stands_already(actor.figure, goal, here))
            goals = (*lasting, *_from(tuple(g for g in goals if g not in lasting), self.frame + window / 2, window / 2))
        if old is not None and self.mode == "insert" and self.frame < old.end:
            goals = _until(goals, source.end)
        clip = document.actor(actor.name).clip
        assert clip is not None
        parts = held_parts(goals) | (_left_parts(document, actor.name, source) if self.retargets else set())
        document = released(document, actor.name, parts, self.frame, clip.start, timed=False)
        return with_goals_as_locks(document, actor.name, goals)

    def _keyed(self, document: Document, actor: Actor, source: Keyframes) -> Document:
        """The document with the keys of the clip, and what was there moved or replaced."""
        if actor.clip is None:
            return document.with_actor(replace(actor, clip=replace(source, marks=())))
        put = replace(source, before=actor.clip.before, after=actor.clip.after, marks=())
        return with_edited_clip(document, actor.name, lambda clip: paste(clip, put, put.start, self.mode), marks=True)


def _left_parts(document: Document, figure: str, source: Clip) -> set[str]:
    """The parts of a figure that a clip moves away from where locks hold them at all times."""
    left: set[str] = set()
    for frame in np.linspace(source.start, source.end, LOOKS).tolist():
        poses = document.at({figure: source.state(frame)}).poses
        own = [lock for lock in document.locks if lock.active and lock.figure == figure and lock.spans is None]
        left |= {lock.part for lock in own if lock.part is not None and reading_of(lock, poses).error > LEAVES}
    return left


@lru_cache(maxsize=8)
def _retargeted(clip: Identity[Clip], figure: Figure) -> Clip:
    """A clip on another body; kept, because a clip that is carried over the timeline is shown at many frames.

    The same body with limbs that stretch moves as it is.
    """
    from manikin.characters.retargeting import retarget  # late: the editor starts without it

    if stretches_of(figure.skeleton) and without_stretch(figure.skeleton) == clip.value.figure.skeleton:
        return on_figure(clip.value, figure.renamed(clip.value.figure.name))
    return retarget(clip.value, figure).clip


def fitted(clip: Clip, figure: Figure, rate: float) -> Clip:
    """A clip as keys of a figure with the same parameters, at a rate."""
    if clip.figure.parameter_names != figure.parameter_names:
        raise InputError(
            f"this clip moves {shorten(clip.figure.name)}, whose parameters differ from those of "
            f"{shorten(figure.name)}: insert it with its own figure"
        )
    clip = clip.at_rate(rate)
    source, goals = plain_part(clip)
    if not isinstance(source, (Keyframes, Samples)):
        source = source.bake()
    if isinstance(source, Samples):
        source = reduce(source, near(figure))
    assert isinstance(source, Keyframes)
    inside = (np.clip(key.q, figure.lo, figure.hi).tolist() for key in source.keys)
    keys = tuple(replace(key, q=tuple(q)) for key, q in zip(source.keys, inside, strict=True))
    own = replace(source, figure=figure, keys=keys)
    named = tuple(replace(goal, goal=on_figures(goal.goal, lambda name: name and figure.name)) for goal in goals)
    return Constrained(source=own, goals=named) if named else own


def near(figure: Figure) -> float:
    """How far keys of a figure may leave the samples that they stand for [m]: for large figures it is more."""
    return NEAR * max(1.0, height_of(figure) / LARGE)


def _ended(document: Document, name: str, frame: float) -> Document:
    """Locks over frames up to the first of a clip that was put in end before it: the pose there is the clip's own."""
    for lock in document.locks:
        if lock.figure == name and lock.spans is not None and any(span.end == frame for span in lock.spans):
            ended = (replace(span, end=frame - 1) if span.end == frame else span for span in lock.spans)
            spans = tuple(span for span in ended if span.end >= span.start)
            document = document.with_lock(replace(lock, spans=spans) if spans else replace(lock, enabled=False))
    return document


def _blended(document: Document, name: str, old: Keyframes, new: Keyframes, window: float) -> Document:
    """Keys of a blend where one clip goes over into another: at the frames of both, and at the ends of the window."""
    actor, clip = moving(document, name)
    start, end = new.start, new.start + window
    theirs = (key.frame for key in (*old.keys, *new.keys) if start < key.frame < end)
    frames = np.array(sorted({start, end, *theirs}))
    states = _mixed(old, new, frames, start, window)
    made = [Key(frame=frame, q=tuple(q)) for frame, q in zip(frames.tolist(), states.tolist(), strict=True)]
    kept = (key for key in clip.keys if not start <= key.frame <= end)
    return document.with_actor(replace(actor, clip=replace(clip, keys=(*kept, *made))))


def _mixed(old: Keyframes, new: Keyframes, frames: Array, start: float, window: float) -> Array:
    share = np.clip((frames - start) / window, 0.0, 1.0)
    figure = new.figure
    mixed = blend_states(figure, old.at(frames), new.at(frames), share * share * (3 - 2 * share))
    return np.clip(mixed, figure.lo, figure.hi)


def _from(goals: tuple[TimedGoal, ...], frame: float, ease: float) -> tuple[TimedGoal, ...]:
    """The goals where they hold after a frame, to which they lead up in a window."""
    found = []
    for goal in goals:
        spans = [
            span if span.start >= frame else replace(span, start=frame, ease_in=ease, cut_in=False)
            for span in goal.ordered
            if span.end > frame
        ]
        if spans:
            found.append(replace(goal, spans=tuple(spans)))
    return tuple(found)


def _until(goals: tuple[TimedGoal, ...], frame: float) -> tuple[TimedGoal, ...]:
    """The goals, those that hold up to a frame ended one before it: there what was there before goes on."""
    found = []
    for goal in goals:
        spans = [replace(span, end=min(span.end, frame - 1)) for span in goal.ordered if span.start <= frame - 1]
        if spans:
            found.append(replace(goal, spans=tuple(spans)))
    return tuple(found)
