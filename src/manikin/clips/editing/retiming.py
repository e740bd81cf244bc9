"""Other times for the same poses: slid, stretched, retimed, reversed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.derived import Retimed
from manikin.clips.editing.goal_times import cropped_goals, mapped_goals, merged_goals, united_spans, with_spans
from manikin.clips.editing.opened import check_range, opened, plain_part, with_goals
from manikin.clips.editing.splitting import (
    SHORTEST,
    cut_keys,
    frozen_keys,
    refined,
    slowness,
    split_keys,
)
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.mark import Mark, unique_marks
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.clips.timing import TimeCurve, TimeMap, own_frames
from manikin.errors import InputError, shorten
from manikin.math.rotations import Array

__all__ = ["mapped", "retime", "reverse", "slide", "stretch"]

ONE_SIDED = np.array([-1.5, 2.0, -0.5])
"""Weights of three places at even steps for the slope at the first one."""


@explained
def slide(clip: Clip, start: float, end: float, by: float, *, ripple: bool = False) -> Clip:
    """The keys of a range some frames later or earlier; a key that is met is replaced.

    Ends of goals' spans and marks in the range move along.  With ``ripple`` all that comes after it moves, too.
    """
    check_range(clip, start, end)
    if not _is_number(by):
        raise InputError(f"a range slides by a number of frames, not {shorten(by)}")
    own = opened(clip)

    def new(frame: float) -> float:
        return frame + by if start <= frame and (ripple or frame <= end) else frame

    staying = {key.frame: key for key in own.keys if new(key.frame) == key.frame}
    moving = {new(key.frame): replace(key, frame=new(key.frame)) for key in own.keys if key.frame not in staying}
    goals = [_slid(goal, new) for goal in own.goals]
    return own.closed({**staying, **moving}.values(), goals, _mapped_marks(own.marks, new))


def _slid(goal: TimedGoal, new: Callable[[float], float]) -> TimedGoal:
    """Ends of spans move by themselves; windows keep their lengths.  An end that meets the other one stops there."""
    spans: list[Span] = []
    for span in goal.ordered:
        first, last = new(span.start), new(span.end)
        if first > last:
            first = last = span.start if first == span.start else span.end
        spans.append(replace(span, start=first, end=last))
    moving = None if goal.moving is None else _slid_target(goal.moving, new)
    changed = with_spans(replace(goal, spans=None, moving=moving), united_spans(spans))
    assert changed is not None
    return changed


def _slid_target(moving: MovingTarget, new: Callable[[float], float]) -> MovingTarget:
    """Targets move with the range, and replace those that they meet."""
    pairs = list(zip(moving.frames, moving.values, strict=True))
    met = {frame: values for frame, values in pairs if new(frame) == frame}
    met |= {new(frame): values for frame, values in pairs if new(frame) != frame}
    return replace(moving, frames=tuple(sorted(met)), values=tuple(met[frame] for frame in sorted(met)))


@explained
def stretch(clip: Clip, start: float, end: float, new_end: float, *, ripple: bool = True) -> Clip:
    """A range made longer or shorter: its start stays, its end comes to another frame.

    With ``ripple`` what follows keeps its distance; without it only the segment after the range gives way.
    """
    check_range(clip, start, end, empty=False)
    if not _is_number(new_end) or new_end <= start:
        raise InputError(f"the range from frame {start:g} must end after it, not at {shorten(new_end)}")
    own = opened(clip)
    factor = (new_end - start) / (end - start)
    if not ripple:
        for key in own.keys:
            if end < key.frame <= new_end:
                raise InputError(f"the key at frame {key.frame:g} is in the way: stretch with ripple, or less")

    def new(frame: float) -> float:
        if frame <= start:
            return frame
        if frame < end:
            return start + (frame - start) * factor
        if frame == end:
            return float(new_end)
        if ripple:
            return frame + new_end - end
        following = min((key.frame for key in own.keys if key.frame > end), default=math.inf)
        if frame >= following or following == math.inf:
            return frame
        return new_end + (frame - end) * (following - new_end) / (following - end)

    keys = _remapped(own.keyed, new)
    return own.closed(keys, mapped_goals(own.goals, new), _mapped_marks(own.marks, new))


@explained
def mapped(clip: Clip, new: Callable[[float], float]) -> Clip:
    """The clip with one increasing map for all its times: keys, spans with their windows, moving targets and marks.

    Windows of the usual length keep it.  The poses of the keys stay; between them the motion follows its new timing.
    """
    own = opened(clip)
    _check_map([key.frame for key in own.keys], new)
    return own.closed(_remapped(own.keyed, new), mapped_goals(own.goals, new), _mapped_marks(own.marks, new))


def _check_map(frames: list[float], new: Callable[[float], float]) -> None:
    """Raise unless a map sends frames to finite ones in the same order."""
    try:
        found = [float(new(frame)) for frame in frames]
    except (TypeError, ValueError, ArithmeticError) as error:
        raise InputError(f"a map of time gives a frame for every frame: {error}") from None
    for i, frame in enumerate(found):
        if not math.isfinite(frame):
            raise InputError(f"a map of time gives a finite frame for frame {frames[i]:g}, not {shorten(frame)}")
        if i and frame <= found[i - 1]:
            raise InputError(
                f"a map of time keeps the order of frames: {frames[i - 1]:g} and {frames[i]:g} become "
                f"{found[i - 1]:g} and {frame:g}"
            )


@explained
def retime(clip: Clip, time: TimeMap | Iterable[tuple[float, float]], *, exact: bool = False) -> Clip:
    """The clip with another timing: the same poses, met at other frames.

    Args:
        clip: What is retimed.
        time: Pairs (frame, frame of the clip) with a smooth curve through them, or any map of time that goes forwards.
        exact: Whether the map is kept as it is, in a ``Retimed`` clip.  Otherwise the keys move, and get new ones where
            the map bends, so that the motion between them keeps to it: within 1e-3 rad or m, and in samples as nearly
            as cubics between them do.
    """
    curve: TimeMap = time if hasattr(time, "source") else TimeCurve(pairs=tuple(time))  # type: ignore[assignment]
    ends = curve.source(np.array([curve.start, curve.end], float))
    if ends[0] >= ends[1]:
        raise InputError("a clip is retimed by a map that goes forwards; reverse() plays it backwards")

    def new(frame: float) -> float:
        if frame <= ends[0]:
            return float(curve.start + frame - ends[0])
        if frame >= ends[1]:
            return float(curve.end + frame - ends[1])
        return float(own_frames(curve, np.array([frame]))[0])

    source, goals = plain_part(clip)
    if exact:
        return with_goals(clip, Retimed(source=source, time=curve), mapped_goals(goals, new))
    own = opened(clip)
    marks = [mark for mark in own.marks if ends[0] <= mark.frame <= ends[1]]
    inside = cropped_goals(own.goals, float(ends[0]), float(ends[1]))
    keys = _retimed_keys(own.keyed, curve, new, refine=not own.sampled)
    return own.closed(keys, mapped_goals(inside, new), _mapped_marks(marks, new))


def _retimed_keys(clip: Keyframes, time: TimeMap, new: Callable[[float], float], *, refine: bool) -> tuple[Key, ...]:
    """Keys at new frames with which a motion follows a map of time."""
    low, high = (float(end) for end in time.source(np.array([time.start, time.end], float)))
    known = {key.frame for key in clip.keys if key.tracks is None}
    even = isinstance(time, TimeCurve) and len(time.pairs) == 2  # then rates follow from the neighbours as before
    bends = {low, high} | ({float(there) for _, there in time.pairs} if isinstance(time, TimeCurve) else set())

    def make(cuts: set[float]) -> Keyframes:
        inner: list[float] = []
        for frame in sorted(cuts):
            if clip.start < frame < clip.end and all(abs(frame - other) > SHORTEST for other in (*known, *inner[-1:])):
                inner.append(frame)
        split = cut_keys(clip, set(inner))
        kept = [key for key in split.keys if low <= key.frame <= high]
        if refine and not even:
            frozen = {key.frame: key for key in frozen_keys(split, {key.frame for key in kept})}
            kept = [frozen[key.frame] for key in kept]
        return replace(clip, keys=tuple(_slowed(replace(clip, keys=tuple(kept), marks=()), time, new)), marks=())

    def truth(frames: Array) -> Array:
        return clip.states(time.source(np.clip(frames, time.start, time.end)))

    if not refine or even:
        return make({low, high}).keys
    return refined(bends, make, truth, lambda frame: float(time.source(np.array([frame]))[0])).keys


def _slowed(clip: Keyframes, time: TimeMap, new: Callable[[float], float]) -> list[Key]:
    """Keys at new frames, with slow ends that follow the speed of a map at both ends of each segment."""
    keys = _remapped(clip, new)
    old = [key.frame for key in clip.keys]
    for i in range(len(keys) - 1):
        here, there = keys[i].frame, keys[i + 1].frame
        step = (there - here) * 1e-3
        near = step * np.arange(3.0)
        places = time.source(np.clip([*(here + near), *(there - near)], time.start, time.end))
        even = (old[i + 1] - old[i]) / (there - here)
        leave, arrive = (float(abs(one @ ONE_SIDED)) / step / even for one in (places[:3], places[3:]))
        keys[i] = replace(keys[i], slow_out=slowness((1 - keys[i].slow_out) * leave))
        keys[i + 1] = replace(keys[i + 1], slow_in=slowness((1 - keys[i + 1].slow_in) * arrive))
    return keys


def _remapped(clip: Keyframes, new: Callable[[float], float]) -> list[Key]:
    """Keys at new frames; explicit rates change as the segments beside them get longer or shorter."""
    keys = clip.keys
    frames = [new(key.frame) for key in keys]
    result = []
    for i, key in enumerate(keys):
        if key.rates is not None:
            ways = [(keys[j].frame - key.frame) / (frames[j] - frames[i]) for j in (i - 1, i + 1) if 0 <= j < len(keys)]
            into = np.array(key.rates) * (ways[0] if ways else 1.0)
            out = np.array(key.rates_out or key.rates) * (ways[-1] if ways else 1.0)
            same = bool((into == out).all())
            key = replace(key, rates=tuple(into.tolist()), rates_out=None if same else tuple(out.tolist()))
        result.append(replace(key, frame=frames[i]))
    return result


@explained
def reverse(clip: Clip, start: float | None = None, end: float | None = None, *, edges: bool = False) -> Clip:
    """The clip, or a range of it, backwards: frame f comes to start + end − f.

    Rates change their sign, what was slow to leave is slow to arrive.  With ``edges`` the range has keys at its ends.
    """
    first, last = clip.start if start is None else start, clip.end if end is None else end
    check_range(clip, first, last)
    own = opened(clip)
    source = split_keys(own.keyed, first, last) if edges else own.keyed
    inside = [key for key in source.keys if first <= key.frame <= last]
    outside = [key for key in source.keys if not first <= key.frame <= last]
    back = [_reversed_key(inside, key, first + last - key.frame) for key in inside]
    marks = [replace(m, frame=first + last - m.frame) if first <= m.frame <= last else m for m in own.marks]
    if outside:
        around = [*cropped_goals(own.goals, -math.inf, first), *cropped_goals(own.goals, last, math.inf)]
        inner = [_reversed_goal(goal, first + last) for goal in cropped_goals(own.goals, first, last)]
        return own.closed([*outside, *back], merged_goals([*around, *inner]), marks)
    turned = replace(own, source=replace(own.source, before=own.source.after, after=own.source.before))
    return turned.closed(back, [_reversed_goal(goal, first + last) for goal in own.goals], marks)


def _reversed_key(keys: list[Key], key: Key, frame: float) -> Key:
    """The key seen from the other side: it is left as it was reached, and the last one as the range was left."""
    earlier = [other for other in keys if other.frame < key.frame and _share(other, key)]
    into, out = key.rates_out or key.rates, key.rates
    return replace(
        key,
        frame=frame,
        curve=(earlier or keys)[-1].curve,
        bias=-key.bias,
        slow_in=key.slow_out,
        slow_out=key.slow_in,
        rates=None if into is None else tuple(-rate for rate in into),
        rates_out=None if out is None or key.rates_out is None else tuple(-rate for rate in out),
    )


def _share(one: Key, other: Key) -> bool:
    return one.tracks is None or other.tracks is None or bool(one.tracks & other.tracks)


def _reversed_goal(goal: TimedGoal, total: float) -> TimedGoal:
    spans = [
        Span(
            start=total - span.end,
            end=total - span.start,
            ease_in=span.ease_out,
            ease_out=span.ease_in,
            cut_in=span.cut_out,
            cut_out=span.cut_in,
        )
        for span in reversed(goal.ordered)
    ]
    moving = goal.moving
    if moving is not None:
        frames = tuple(total - frame for frame in reversed(moving.frames))
        moving = replace(moving, frames=frames, values=tuple(reversed(moving.values)))
    return replace(goal, spans=None if goal.spans is None else tuple(spans), moving=moving)


def _mapped_marks(marks: Iterable[Mark], new: Callable[[float], float]) -> tuple[Mark, ...]:
    return unique_marks(replace(mark, frame=new(mark.frame)) for mark in marks)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
