"""When goals hold, and how that changes as time is cut, moved and put together again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal

__all__ = [
    "cropped_goals",
    "handed_over",
    "mapped_goals",
    "merged_goals",
    "shifted_goals",
    "united_spans",
    "with_spans",
]

RETREAT = 1.0
"""Frames by which a goal ends earlier, or begins later, where another goal takes over at the same frame."""


def with_spans(goal: TimedGoal, spans: Iterable[Span]) -> TimedGoal | None:
    """The goal with other spans; None where there are none, ``spans=None`` where they are all of time."""
    own = tuple(spans)
    if not own:
        return None
    always = len(own) == 1 and own[0].start == -math.inf and own[0].end == math.inf
    return replace(goal, spans=None if always else own)


def cropped_goals(goals: Iterable[TimedGoal], start: float, end: float) -> tuple[TimedGoal, ...]:
    """What holds between two frames, both included; ends that are cut off remember it."""
    cropped = (with_spans(goal, _cropped(goal.ordered, start, end)) for goal in goals)
    return tuple(goal for goal in cropped if goal is not None)


def _cropped(spans: Iterable[Span], start: float, end: float) -> list[Span]:
    kept = []
    for span in spans:
        rest = min(span.end, end) - max(span.start, start)
        if rest > 0 or (rest == 0 and (span.start == span.end or start == end)):  # more than the frame of the cut
            early, late = span.start < start, span.end > end
            kept.append(
                replace(
                    span,
                    start=max(span.start, start),
                    end=min(span.end, end),
                    cut_in=early or span.cut_in,
                    cut_out=late or span.cut_out,
                )
            )
    return kept


def shifted_goals(goals: Iterable[TimedGoal], by: float) -> tuple[TimedGoal, ...]:
    """The goals some frames later."""
    return mapped_goals(goals, lambda frame: frame + by)


def mapped_goals(goals: Iterable[TimedGoal], new: Callable[[float], float]) -> tuple[TimedGoal, ...]:
    """The goals with all their times sent through an increasing map; windows of the usual length keep it."""
    return tuple(
        replace(
            goal,
            spans=None if goal.spans is None else tuple(_mapped(span, new) for span in goal.ordered),
            moving=None if goal.moving is None else _mapped_target(goal.moving, new),
        )
        for goal in goals
    )


def _mapped(span: Span, new: Callable[[float], float]) -> Span:
    start = span.start if math.isinf(span.start) else new(span.start)
    end = span.end if math.isinf(span.end) else new(span.end)
    ease_in, ease_out = span.ease_in, span.ease_out
    if ease_in is not None and math.isfinite(start):
        ease_in = max(0.0, start - new(span.start - ease_in))
    if ease_out is not None and math.isfinite(end):
        ease_out = max(0.0, new(span.end + ease_out) - end)
    return replace(span, start=start, end=max(start, end), ease_in=ease_in, ease_out=ease_out)


def _mapped_target(moving: MovingTarget, new: Callable[[float], float]) -> MovingTarget:
    """The target with its frames mapped; of two that meet, the later stays."""
    met = {new(frame): values for frame, values in zip(moving.frames, moving.values, strict=True)}
    frames = tuple(sorted(met))
    return replace(moving, frames=frames, values=tuple(met[frame] for frame in frames))


def merged_goals(goals: Iterable[TimedGoal]) -> tuple[TimedGoal, ...]:
    """Goals that differ only in their spans become one; spans that touch become one span, with its outer windows."""
    together: list[tuple[TimedGoal, list[Span]]] = []
    for goal in goals:
        plain = replace(goal, spans=None)
        known = next((spans for other, spans in together if other == plain), None)
        if known is None:
            together.append((plain, list(goal.ordered)))
        else:
            known.extend(goal.ordered)
    merged = (with_spans(goal, united_spans(spans)) for goal, spans in together)
    return tuple(goal for goal in merged if goal is not None)


def united_spans(spans: Iterable[Span]) -> list[Span]:
    """The spans in order; those that touch as one, with the outer windows."""
    united: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if united and span.start <= united[-1].end:
            if span.end >= united[-1].end:
                united[-1] = replace(united[-1], end=span.end, ease_out=span.ease_out, cut_out=span.cut_out)
        else:
            united.append(span)
    return united


def handed_over(goals: tuple[TimedGoal, ...], frame: float, *, to_later: bool) -> tuple[TimedGoal, ...]:
    """At a frame where some goals end and others begin, only the later (or the earlier) ones hold."""
    ends = any(span.end == frame and span.start < frame for goal in goals for span in goal.ordered)
    starts = any(span.start == frame and span.end > frame for goal in goals for span in goal.ordered)
    if not (ends and starts):
        return goals
    changed = []
    for goal in goals:
        spans = []
        for span in goal.ordered:
            long = span.end - span.start > RETREAT
            if to_later and long and span.end == frame:
                span = replace(span, end=frame - RETREAT)
            elif not to_later and long and span.start == frame:
                span = replace(span, start=frame + RETREAT)
            spans.append(span)
        changed.append(with_spans(goal, spans))
    return tuple(goal for goal in changed if goal is not None)
