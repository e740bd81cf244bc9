"""Clips mixed with others: blended, joined, looped, layered; their timed goals with them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.derived import Looped
from manikin.clips.editing.carried_goals import moved_goals
from manikin.clips.editing.goal_times import cropped_goals, handed_over, merged_goals, shifted_goals, with_spans
from manikin.clips.editing.opened import opened, plain_part, with_goals
from manikin.clips.editing.placing import moved
from manikin.clips.ground import ground_motion
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.mark import Mark
from manikin.clips.mixed import Blended, Joined, Layer, Layered
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.errors import InputError, shorten

__all__ = ["blend", "join", "layer", "loop"]

MOST_COPIES = 10_000
"""How often keys are copied in a loop."""


@explained
def blend(
    first: Clip,
    second: Clip,
    weight: float | tuple[tuple[float, float], ...] = 0.5,
    *,
    tracks: frozenset[str] | None = None,
    on_ground: bool = True,
) -> Clip:
    """From one clip to another: weight 0 is the first, weight 1 the second, pairs (frame, weight) lead across and back.

    Timed goals of a clip hold where its share is the larger one; their windows there are as long as the way across.

    Args:
        first: The clip at weight 0.
        second: The clip at weight 1.
        weight: A number, or pairs (frame, weight) with straight lines between them.
        tracks: The tracks that are blended; None is all.
        on_ground: Whether the second is first moved on the ground to where the first is when the way across begins.
    """
    begin, turns = _crossings(weight)
    if on_ground and tracks is None:
        here = begin if math.isfinite(begin) else max(first.start, second.start)
        there, target = (plain_part(clip)[0].state(here) for clip in (second, first))
        second = moved(second, ground_motion(first.figure, there, target))
    (a, own), (b, other) = plain_part(first), plain_part(second)
    plain = Blended(first=a, second=b, weight=weight, tracks=tracks)
    if tracks is not None:
        return with_goals(first, plain, merged_goals([*own, *other]))
    edges = [(-math.inf, None), *turns, (math.inf, None)]
    goals: list[TimedGoal] = []
    at_first = _weight_at(weight, -math.inf) < 0.5
    for i, ((low, early), (high, late)) in enumerate(pairwise(edges)):
        goals += _until(_from(own if at_first == (i % 2 == 0) else other, low, early), high, late)
    held = merged_goals(goals)
    for frame, _ in turns:
        held = handed_over(held, frame, to_later=True)
    return with_goals(first, plain, held)


def _weight_at(weight: float | tuple[tuple[float, float], ...], frame: float) -> float:
    if isinstance(weight, (int, float)):
        return float(weight)
    pairs = np.array(weight, float).reshape(-1, 2)
    return float(np.interp(frame, pairs[:, 0], pairs[:, 1]))


def _crossings(weight: float | tuple[tuple[float, float], ...]) -> tuple[float, list[tuple[float, float | None]]]:
    """Where the first way across begins, and where both clips have half, each time with half the length of its way."""
    if isinstance(weight, (int, float)):
        return -math.inf, []
    pairs = np.array(weight, float).reshape(-1, 2)
    ways: list[list[float]] = []  # begin, end and direction of each: weights that rise, or fall, without a rest
    for (x0, y0), (x1, y1) in pairwise(pairs.tolist()):
        if y0 == y1:
            continue
        if ways and ways[-1][1] == x0 and ways[-1][2] == np.sign(y1 - y0):
            ways[-1][1] = x1
        else:
            ways.append([x0, x1, float(np.sign(y1 - y0))])
    turns: list[tuple[float, float | None]] = []
    for (x0, y0), (x1, y1) in pairwise(pairs.tolist()):
        if (y0 < 0.5) != (y1 < 0.5):
            begin, end = next((a, b) for a, b, _ in ways if a <= x0 and x1 <= b)
            turns.append((x0 + (0.5 - y0) * (x1 - x0) / (y1 - y0), (end - begin) / 2))
    return (ways[0][0] if ways else float(pairs[0, 0])), turns


def _until(goals: Iterable[TimedGoal], frame: float, window: float | None) -> tuple[TimedGoal, ...]:
    """Goals that hold up to a frame, and are let go in a window."""

    def let_go(span: Span) -> Span:
        return replace(span, cut_out=False, ease_out=window) if span.cut_out else span

    return _changed(cropped_goals(goals, -math.inf, frame), let_go) if frame > -math.inf else ()


def _from(goals: Iterable[TimedGoal], frame: float, window: float | None) -> tuple[TimedGoal, ...]:
    """Goals that hold from a frame on, brought about in a window."""

    def brought(span: Span) -> Span:
        return replace(span, cut_in=False, ease_in=window) if span.cut_in else span

    return _changed(cropped_goals(goals, frame, math.inf), brought) if frame < math.inf else ()


def _changed(goals: Iterable[TimedGoal], change: Callable[[Span], Span]) -> tuple[TimedGoal, ...]:
    changed = (with_spans(goal, [change(span) for span in goal.ordered]) for goal in goals)
    return tuple(goal for goal in changed if goal is not None)


@explained
def join(*clips: Clip, overlap: float = 0.0, on_ground: bool = True) -> Clip:
    """Clips one after the other, blended where they overlap.

    Each is moved on the ground to where the one before ends.  Its timed goals and their places go with it; in the
    middle of an overlap the next clip's take over.
    """
    parts = [plain_part(clip) for clip in clips]
    plain = Joined(clips=tuple(source for source, _ in parts), overlap=overlap, on_ground=on_ground)
    goals: list[TimedGoal] = []
    seams = []
    for i, (source, own) in enumerate(parts):
        begin, motion = plain.placement(i)
        placed = shifted_goals(moved_goals(plain.figure, own, motion), begin - source.start)
        last = begin + source.end - source.start
        low = begin + overlap / 2 if i else -math.inf
        high = last - overlap / 2 if i + 1 < len(parts) else math.inf
        window = overlap / 2 if overlap else None
        goals += _until(_from(placed, low, window), high, window)
        seams += [high] if math.isfinite(high) else []
    merged = merged_goals(goals)
    for seam in seams:
        merged = handed_over(merged, seam, to_later=True)
    return with_goals(clips[0], plain, merged)


@explained
def loop(clip: Clip, times: float, *, carry: bool = False) -> Clip:
    """The clip several times, one after the other, its timed goals too.

    Keys are copied where the number of times is whole; where one turn ends and the next begins, the key of the
    beginning stays.  Any other motion becomes a ``Looped`` clip.

    Args:
        clip: What is repeated.
        times: How often.
        carry: Whether each turn goes on from where the last one ended on the ground, as a walk does; the places of
            goals are carried along.
    """
    source, goals = plain_part(clip)
    plain = Looped(source=source, times=times, carry=carry)
    if not times <= MOST_COPIES and goals:
        raise InputError(f"a clip with timed goals is looped {MOST_COPIES:,} times at most, not {shorten(times)}")
    length = source.end - source.start
    once = ground_motion(clip.figure, source.state(source.start), source.state(source.end))
    copies: list[TimedGoal] = []
    marks: list[Mark] = []
    turns = math.ceil(times) if goals or isinstance(source, Keyframes) else 0
    for i in range(turns):
        placed = moved_goals(clip.figure, goals, once.repeated(i)) if carry else goals
        copies += shifted_goals(cropped_goals(placed, source.start, source.end), i * length)
        marks += [replace(mark, frame=mark.frame + i * length) for mark in source.marks]
    held = merged_goals(cropped_goals(copies, plain.start, plain.end))
    for i in range(1, turns):
        held = handed_over(held, source.start + i * length, to_later=True)
    if not isinstance(source, Keyframes) or times != turns or turns > MOST_COPIES:
        return with_goals(clip, plain, held)
    keys: dict[float, Key] = {}
    for i in range(turns):
        turn = moved(source, once.repeated(i)) if carry else source
        assert isinstance(turn, Keyframes)
        keys |= {key.frame + i * length: replace(key, frame=key.frame + i * length) for key in turn.keys}
    return opened(clip).closed(keys.values(), held, marks)


@explained
def layer(base: Clip, *layers: Layer) -> Clip:
    """A clip with layers over it; timed goals of all of them hold after all layers."""
    parts = [plain_part(each.clip) for each in layers]
    over = tuple(replace(each, clip=source) for each, (source, _) in zip(layers, parts, strict=True))
    source, goals = plain_part(base)
    plain = Layered(base=source, layers=over)
    return with_goals(base, plain, merged_goals([*goals, *(goal for _, own in parts for goal in own)]))
