"""The frames of a clip as they are shown: transforms, parameters, errors of locks; renewed where an edit changes them.

A frame is solved again if its plain in-between has changed, if a lock that holds there has, or if it lies in the window
of a span that begins or ends where something has changed.  All others keep their numbers and their stamp.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manikin.clips.timed_goal import Span
from manikin.document.document import Document
from manikin.document.identity import Identity
from manikin.document.lock import Lock
from manikin.document.moving import Motion, motions_of
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.problem.goal_words import units_of
from manikin.problem.problem import Problem

__all__ = ["ERRORS_PER_LOCK", "ClipFrames", "Clips", "all_frames", "errors_at"]

ERRORS_PER_LOCK = 2
"""Of each lock, one error in metres and one in radians."""
NEAR = 1.0
"""A window depends on the frames around the start or the end of its span, so far [frames]."""
Rows = NDArray[np.bool_]
Figures = tuple[Identity[Figure], ...]
_stamps = itertools.count(1)


@dataclass(frozen=True, eq=False)
class ClipFrames:
    """The whole frames of a figure that moves.

    Attributes:
        motion: What is shown, of this figure and of all that move with it.
        figure: The figure.
        locks: The locks on it.
        first: The first frame.
        plain: The in-betweens before locks are held, of all figures of the motion (n, size).
        rows: World transforms of the joints, parameters, and the plain parameters (n, 12 J + 2 size).
        errors: How far each lock is off [m, rad] (n, 2 locks); NaN where it does not hold.
        stamps: Numbers that differ where frames do (n,).
    """

    motion: Motion
    figure: Figure
    locks: tuple[Lock, ...]
    first: int
    plain: Array
    rows: NDArray[np.float32]
    errors: NDArray[np.float32]
    stamps: NDArray[np.int64]


Clips = dict[str, ClipFrames]
"""The frames of the figures that move, by name."""


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


def all_frames(document: Document, before: Mapping[str, ClipFrames] | None = None, *, quick: bool = False) -> Clips:
    """The frames of all figures that move; those that are the same ``before`` are taken from there.

    With ``quick`` each frame is solved by itself, also for figures whose intervals are to be solved at once.
    """
    found: Clips = {}
    for motion in motions_of(document, quick=quick):
        found.update(_frames(motion, before or {}))
    return found


def errors_at(document: Document, frame: float) -> dict[int, NDArray[np.float32]]:
    """How far the locks that hold at a frame are off there [m, rad], by their ids."""
    found = {}
    frames = np.array([float(frame)])
    for motion in motions_of(document, quick=True):
        states = motion.states(frames)
        figures = tuple(Identity(figure) for figure in motion.figures)
        for lock in motion.locks:
            if lock.covers(frame):
                found[lock.id] = _errors(figures, Identity(lock), frames, states)[0]
    return found


def _frames(motion: Motion, known: Mapping[str, ClipFrames]) -> Clips:
    """The frames of figures that move as one."""
    old = [known[name] for name in motion.moving if name in known]
    if len(old) == len(motion.moving) and all(frames.motion is motion for frames in old):
        return dict(zip(motion.moving, old, strict=True))
    if not _comparable(motion, old):
        old = []
    first = math.floor(motion.start)
    frames = np.arange(first, math.ceil(motion.end) + 1, dtype=float)
    plain = motion.plain_states(frames)
    before = old[0] if old else None
    shared = _shared(frames, before)
    stale = _stale(frames, plain, motion.locks, shared, before)
    if motion.smooth or (before is not None and before.motion.smooth):
        stale[:] = True  # an interval changes as a whole: what is the same is found by its numbers
    states = motion.states(frames[stale])
    made, begin = {}, 0
    for figure in motion.figures:
        columns = slice(begin, begin + figure.size)
        begin += figure.size
        if figure.name in motion.moving:
            own = next((each for each in old if each.figure == figure), None)
            made[figure.name] = _renewed(motion, figure, columns, frames, plain, stale, states, shared, own)
    return made


def _comparable(motion: Motion, old: Sequence[ClipFrames]) -> bool:
    """Whether older frames are of the same figures at the same rate."""
    if len(old) != len(motion.moving) or len({id(frames.motion) for frames in old}) != 1:
        return False
    before = old[0].motion
    return (before.figures, before.moving, before.rate) == (motion.figures, motion.moving, motion.rate)


def _renewed(
    motion: Motion,
    figure: Figure,
    columns: slice,
    frames: Array,
    plain: Array,
    stale: Rows,
    states: Array,
    shared: _Shared,
    before: ClipFrames | None,
) -> ClipFrames:
    """The frames of one figure, given the states of all at the stale ones."""
    joints, size = 12 * len(figure.skeleton), figure.size
    locks = tuple(lock for lock in motion.locks if lock.figure == figure.name)
    rows = np.empty((len(frames), joints + 2 * size), np.float32)
    errors = np.full((len(frames), ERRORS_PER_LOCK * len(locks)), np.nan, np.float32)
    stamps = np.zeros(len(frames), np.int64)
    if before is not None:
        rows[shared.here], stamps[shared.here] = before.rows[shared.there], before.stamps[shared.there]
        _take_errors(errors, locks, shared, before)
    new = np.empty((len(states), rows.shape[1]), np.float32)
    new[:, :joints] = figure.forward(states[:, columns], dtype=np.float32).reshape(len(states), joints)
    new[:, joints : joints + size] = states[:, columns]
    carried = motion.carried(figure.name, frames[stale])  # where a hand takes it, its own keys say nothing
    new[:, joints + size :] = np.where(carried[:, None], states[:, columns], plain[stale, columns])
    told = np.full((len(states), errors.shape[1]), np.nan, np.float32)
    for place, lock in enumerate(locks):
        told[:, ERRORS_PER_LOCK * place : ERRORS_PER_LOCK * (place + 1)] = _errors(
            tuple(Identity(each) for each in motion.figures), Identity(lock), frames[stale], states
        )
    differs = np.ones(len(frames), bool)
    if before is None or [lock.id for lock in before.locks] == [lock.id for lock in locks]:
        differs = stale.copy()
        same = (rows[stale] == new).all(axis=1) & _same(errors[stale], told).all(axis=1) & (stamps[stale] > 0)
        differs[stale] = ~same
    rows[stale], errors[stale] = new, told
    stamps[differs] = next(_stamps)
    return ClipFrames(motion, figure, locks, first=int(frames[0]), plain=plain, rows=rows, errors=errors, stamps=stamps)


def _same(one: NDArray[np.float32], other: NDArray[np.float32]) -> Rows:
    return np.asarray((one == other) | (np.isnan(one) & np.isnan(other)))


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
    rate = before.motion.rate
    stale[shared.here] = (plain[shared.here] != before.plain[shared.there]).any(axis=1)
    for lock in {id(lock): lock for lock in (*before.motion.locks, *locks)}.values():
        if any(lock is one for one in before.motion.locks) and any(lock is one for one in locks):
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


def _errors(figures: Figures, lock: Identity[Lock], frames: Array, states: Array) -> NDArray[np.float32]:
    """How far a lock is off at some frames (n, 2) [m, rad]; NaN where it does not hold."""
    found = np.full((len(frames), ERRORS_PER_LOCK), np.nan, np.float32)
    spans = lock.value.spans
    holds = np.full(len(frames), spans is None)
    for span in spans or ():
        holds |= _inside(frames, span.start, span.end)
    if holds.any():
        problem, units = _measure(figures, lock)
        raw = _residuals(problem, lock.value, frames[holds], states[holds]) / problem.row_scales
        for place, angular in enumerate((False, True)):
            own = [row for row, unit in enumerate(units) if (unit == "rad") is angular]
            found[holds, place] = np.linalg.norm(raw[:, own], axis=1)
    return found


def _residuals(problem: Problem, lock: Lock, frames: Array, states: Array) -> Array:
    if lock.moving is None:
        return problem.residual_batch(states)
    constants = np.array(problem.constants)
    found = []
    for state, numbers in zip(states, lock.moving.at(frames), strict=True):
        constants[problem.constants_of(0)[lock.moving.field]] = numbers
        found.append(problem.with_constants(constants).residual(state))
    return np.array(found)


@lru_cache(maxsize=256)
def _measure(figures: Figures, lock: Identity[Lock]) -> tuple[Problem, tuple[str, ...]]:
    """The problem that measures a lock, and the units of its rows."""
    goal = replace(lock.value.goal, weight=1.0)
    own = tuple(figure.value for figure in figures)
    return Problem(own, hard=[goal]), units_of(goal, own)
