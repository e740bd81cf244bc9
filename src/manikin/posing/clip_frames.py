"""The frames of a clip as they are shown: transforms, parameters, errors of locks; renewed where an edit changes them.

A frame is solved again if its plain in-between has changed, if a lock that holds there has, or if it lies in the window
of a span that begins or ends where something has changed.  All others keep their numbers and their stamp.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manikin.clips import Keyframes
from manikin.clips.clip import Clip
from manikin.clips.timed_goal import Span
from manikin.document.document import Document
from manikin.document.identity import Identity
from manikin.document.lock import Lock
from manikin.document.motion import clip_locks, motion_of
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.problem.goal_words import units_of
from manikin.problem.problem import Problem

__all__ = ["ERRORS_PER_LOCK", "ClipFrames", "clip_frames"]

ERRORS_PER_LOCK = 2
"""Of each lock, one error in metres and one in radians."""
NEAR = 1.0
"""A window depends on the frames around the start or the end of its span, so far [frames]."""
Rows = NDArray[np.bool_]
_stamps = itertools.count(1)


@dataclass(frozen=True, eq=False)
class ClipFrames:
    """The whole frames of a figure's clip.

    Attributes:
        motion: What is shown.
        clip: Its keys.
        locks: The locks that hold it.
        first: The first frame.
        plain: The in-betweens without locks (n, size).
        rows: World transforms of the joints, then parameters (n, 12 J + size).
        errors: How far each lock is off [m, rad] (n, 2 locks); NaN where it does not hold.
        stamps: Numbers that differ where frames do (n,).
    """

    motion: Clip
    clip: Keyframes
    locks: tuple[Lock, ...]
    first: int
    plain: Array
    rows: NDArray[np.float32]
    errors: NDArray[np.float32]
    stamps: NDArray[np.int64]


class _Window(NamedTuple):
    """A span of frames and its windows, in frames."""

    start: float
    end: float
    ease_in: float
    ease_out: float


class _Shared(NamedTuple):
    """The frames that two versions of a clip both have: where they stand in the new one, and where in the old one."""

    here: slice
    there: slice


def clip_frames(document: Document, name: str, before: ClipFrames | None = None) -> ClipFrames | None:
    """The frames of a figure; those that are the same ``before`` are taken from there.  None without a clip."""
    motion, clip = motion_of(document, name), document.actor(name).clip
    if motion is None or clip is None:
        return None
    if before is not None and before.motion is motion:
        return before
    if before is not None and (before.clip.figure, before.clip.rate) != (clip.figure, clip.rate):
        before = None
    locks = clip_locks(document, name)
    first = math.floor(clip.start)
    frames = np.arange(first, math.ceil(clip.end) + 1, dtype=float)
    plain = clip.at(frames)
    shared = _shared(frames, before)
    stale = _stale(frames, plain, locks, shared, before)
    figure, joints = clip.figure, 12 * len(clip.figure.skeleton)
    rows = np.empty((len(frames), joints + figure.size), np.float32)
    errors = np.full((len(frames), ERRORS_PER_LOCK * len(locks)), np.nan, np.float32)
    stamps = np.zeros(len(frames), np.int64)
    if before is not None:
        rows[shared.here], stamps[shared.here] = before.rows[shared.there], before.stamps[shared.there]
        _take_errors(errors, locks, shared, before)
    states = motion.at(frames[stale])
    rows[stale, :joints] = figure.forward(states, dtype=np.float32).reshape(len(states), joints)
    rows[stale, joints:] = states
    for place, lock in enumerate(locks):
        errors[stale, ERRORS_PER_LOCK * place : ERRORS_PER_LOCK * (place + 1)] = _errors(
            Identity(figure), Identity(lock), frames[stale], states
        )
    if before is not None and [lock.id for lock in before.locks] != [lock.id for lock in locks]:
        stale[:] = True  # what is told of a frame has another form
    stamps[stale] = next(_stamps)
    return ClipFrames(motion, clip, locks, first, plain, rows, errors, stamps)


def _shared(frames: Array, before: ClipFrames | None) -> _Shared:
    first = int(frames[0])
    if before is None:
        return _Shared(slice(0, 0), slice(0, 0))
    begin, end = max(first, before.first), min(first + len(frames), before.first + len(before.rows))
    end = max(begin, end)
    return _Shared(slice(begin - first, end - first), slice(begin - before.first, end - before.first))


def _stale(frames: Array, plain: Array, locks: tuple[Lock, ...], shared: _Shared, before: ClipFrames | None) -> Rows:
    """The frames that have to be solved again."""
    stale = np.ones(len(frames), bool)
    if before is None:
        return stale
    rate = before.clip.rate
    stale[shared.here] = (plain[shared.here] != before.plain[shared.there]).any(axis=1)
    for lock in {id(lock): lock for lock in (*before.locks, *locks)}.values():
        if any(lock is one for one in before.locks) and any(lock is one for one in locks):
            continue
        for span in _spans(lock, rate):
            stale |= _inside(frames, span.start - span.ease_in, span.end + span.ease_out)
    _spread(frames, stale, [span for lock in locks for span in _spans(lock, rate)])
    return stale


def _spread(frames: Array, stale: Rows, spans: list[_Window]) -> None:
    """Make the windows of spans stale that begin or end near a stale frame, and so on."""
    waiting = [(span.start, _inside(frames, span.start - span.ease_in, span.start)) for span in spans]
    waiting += [(span.end, _inside(frames, span.end, span.end + span.ease_out)) for span in spans]
    while found := [pair for pair in waiting if stale[_inside(frames, pair[0] - NEAR, pair[0] + NEAR)].any()]:
        for _, window in found:
            stale |= window
        waiting = [pair for pair in waiting if not any(pair is one for one in found)]


def _inside(frames: Array, start: float, end: float) -> Rows:
    return np.asarray((frames >= start) & (frames <= end))


def _spans(lock: Lock, rate: float) -> list[_Window]:
    """The spans of a lock with their windows in frames."""
    given = [span.at_rate(rate) for span in ((Span(),) if lock.spans is None else lock.spans)]
    return [_Window(span.start, span.end, span.ease_in or 0.0, span.ease_out or 0.0) for span in given]


def _take_errors(errors: NDArray[np.float32], locks: tuple[Lock, ...], shared: _Shared, before: ClipFrames) -> None:
    """The errors that were known of locks that are still there."""
    known = {id(lock): place for place, lock in enumerate(before.locks)}
    for place, lock in enumerate(locks):
        if id(lock) in known:
            own, old = (slice(ERRORS_PER_LOCK * i, ERRORS_PER_LOCK * (i + 1)) for i in (place, known[id(lock)]))
            errors[shared.here, own] = before.errors[shared.there, old]


def _errors(figure: Identity[Figure], lock: Identity[Lock], frames: Array, states: Array) -> NDArray[np.float32]:
    """How far a lock is off at some frames (n, 2) [m, rad]; NaN where it does not hold."""
    found = np.full((len(frames), ERRORS_PER_LOCK), np.nan, np.float32)
    holds = np.array([lock.value.covers(frame) for frame in frames.tolist()], bool)
    if holds.any():
        problem, units = _measure(figure, lock)
        raw = problem.residual_batch(states[holds]) / problem.row_scales
        for place, angular in enumerate((False, True)):
            own = [row for row, unit in enumerate(units) if (unit == "rad") is angular]
            found[holds, place] = np.linalg.norm(raw[:, own], axis=1)
    return found


@lru_cache(maxsize=256)
def _measure(figure: Identity[Figure], lock: Identity[Lock]) -> tuple[Problem, tuple[str, ...]]:
    """The problem that measures a lock, and the units of its rows."""
    goal = replace(lock.value.goal, weight=1.0)
    return Problem(figure.value, hard=[goal]), units_of(goal, (figure.value,))
