"""Conflicts over time in words: at which frames locks cannot hold together, and the commands that would help."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manikin.clips.timed_goal import Span
from manikin.commands import AtFrame, ChangeLock, MoveLock
from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.document.motion import posed_at
from manikin.document.timeline import extent
from manikin.editor.conflict_advice import advise
from manikin.editor.wire_types import ClipConflict, Remedy
from manikin.goals.goal import error_in_words
from manikin.plain_data import from_data, to_data
from manikin.posing.clip_frames import ClipFrames, errors_at

__all__ = ["clip_conflicts"]

HELD = np.array([1e-3, math.pi / 360])
"""Errors up to these count as held [m, rad]."""
MOST_CONFLICTS = 3
HELPS = 0.9
"""A remedy is offered if what is off most is off by less than this share of it afterwards."""
MOST_REMEDIES = 6


class _Run(NamedTuple):
    """Frames in a row at which locks of a figure are off, and the one where they are off most."""

    start: int
    end: int
    frame: int
    off: tuple[Lock, ...]
    error: str


def clip_conflicts(
    document: Document, clips: Mapping[str, ClipFrames], going_on: Callable[[], None] = lambda: None
) -> tuple[ClipConflict, ...]:
    """The first conflicts in time; ``going_on`` is called before each, and may stop the search by an exception."""
    runs = sorted((run for frames in clips.values() for run in _runs(frames)), key=lambda run: run.start)
    merged: list[_Run] = []
    for run in runs:
        if (
            merged
            and run.start <= merged[-1].end + 1
            and not {lock.id for lock in run.off}.isdisjoint(lock.id for lock in merged[-1].off)
        ):
            continue
        merged.append(run)
    found = []
    for run in merged[:MOST_CONFLICTS]:
        going_on()
        found.append(_told(document, run))
    return tuple(found)


def _runs(frames: ClipFrames) -> Iterator[_Run]:
    shares = frames.errors.reshape(len(frames.rows), -1, 2) / HELD
    shares[:, [not lock.hard for lock in frames.locks]] = np.nan  # those only compete
    shares = np.nan_to_num(np.nanmax(np.where(np.isnan(shares), -1.0, shares), axis=2, initial=-1.0))
    off = np.flatnonzero((shares > 1).any(axis=1))
    for rows in np.split(off, np.flatnonzero(np.diff(off) != 1) + 1):
        if len(rows):
            own = shares[rows]
            row, place = np.unravel_index(int(own.argmax()), own.shape)
            worst = int(rows[row])
            locks = tuple(lock for k, lock in enumerate(frames.locks) if (own[:, k] > 1).any())
            errors = frames.errors[worst, 2 * place : 2 * place + 2]
            error = _in_words(errors)
            first = frames.first
            by_name = f"{frames.locks[int(place)].name} is off by {error}"
            yield _Run(first + int(rows[0]), first + int(rows[-1]), first + worst, locks, by_name)


def _in_words(errors: NDArray[np.float32]) -> str:
    unit = "m" if errors[0] / HELD[0] >= errors[1] / HELD[1] else "rad"
    return error_in_words({unit: float(errors[0 if unit == "m" else 1])})


def _told(document: Document, run: _Run) -> ClipConflict:
    posed = posed_at(document, run.frame)
    advice = advise(posed, {lock.id for lock in run.off})
    where = f"Frame {run.start}" if run.start == run.end else f"Frames {run.start} to {run.end}"
    said = f"{run.error[0].upper()}{run.error[1:]}." if advice is None else advice.sentence
    remedies = [_remedy_over_time(run, remedy) for remedy in (() if advice is None else advice.remedies)]
    involved = {member.lock for member in advice.members} if advice is not None else set()
    for lock in document.locks:
        if lock.id in involved or any(lock.id == own.id for own in run.off):
            remedies.append(_let_go(document, lock, run))
    if advice is None:
        for lock in run.off:
            off = ChangeLock(id=lock.id, changes={"enabled": False})
            remedies.append(Remedy(label=f"Switch off {lock.name}", command=to_data(off)))
    return ClipConflict(
        start=run.start,
        end=run.end,
        frame=run.frame,
        sentence=f"{where}: {said[0].lower()}{said[1:]}",
        remedies=tuple(remedy for remedy in remedies if _helps(document, remedy, run.frame))[:MOST_REMEDIES],
    )


def _remedy_over_time(run: _Run, remedy: Remedy) -> Remedy:
    """A remedy of the pose at a frame as one of the clip: a lock is moved for all its frames, and no pose is keyed."""
    command = from_data(Command, remedy.command)
    if not isinstance(command, MoveLock):
        return remedy
    moved = AtFrame(frame=run.frame, edit=replace(command, states={}))
    return Remedy(label=remedy.label, command=to_data(moved))


def _helps(document: Document, remedy: Remedy, frame: int) -> bool:
    """Whether a remedy brings what is off most clearly nearer."""

    def worst(tried: Document) -> float:
        found = errors_at(tried, frame)
        return max((float((errors / HELD).max()) for id, errors in found.items() if tried.lock(id).hard), default=0.0)

    return worst(from_data(Command, remedy.command).apply(document)) < HELPS * worst(document)


def _let_go(document: Document, lock: Lock, run: _Run) -> Remedy:
    """The lock without the frames of a run."""
    spans = []
    for span in lock.spans or (_whole(document),):
        if span.end < run.start or span.start > run.end:
            spans.append(span)
            continue
        if span.start < run.start:
            spans.append(replace(span, end=run.start - 1.0, ease_out=None, cut_out=False))
        if span.end > run.end:
            spans.append(replace(span, start=run.end + 1.0, ease_in=None, cut_in=False))
    changes = {"spans": to_data(tuple(spans))} if spans else {"enabled": False}
    command = ChangeLock(id=lock.id, changes=changes)
    frames = f"at frame {run.start}" if run.start == run.end else f"from {run.start} to {run.end}"
    return Remedy(label=f"Let go of {lock.name} {frames}", command=to_data(command))


def _whole(document: Document) -> Span:
    """All frames of all clips."""
    clips = [actor.clip for actor in document.actors if actor.clip is not None]
    start = min(math.floor(clip.start) for clip in clips)
    end = max(math.floor(clip.start) + extent(clip.keys) - 1 for clip in clips)
    return Span(start=float(start), end=float(end))
