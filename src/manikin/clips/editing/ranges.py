"""Ranges of a clip: split, copied, cut, cleared, deleted, inserted, cropped.

Every operation gives a new clip and leaves the old one as it was.  Frames are those of the clip; both ends of a range
belong to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.editing.goal_times import cropped_goals, handed_over, merged_goals, shifted_goals
from manikin.clips.editing.opened import Opened, check_frame, check_range, opened
from manikin.clips.editing.splitting import cropped_keys, split_keys
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.mark import Mark
from manikin.errors import InputError

__all__ = ["Cut", "clear", "copy", "crop", "cut", "delete", "insert", "shift", "split"]


class Cut(NamedTuple):
    """What is left of a clip, and the piece that was cut out of it."""

    rest: Clip
    piece: Clip


@explained
def split(clip: Clip, *frames: float) -> Clip:
    """The clip with keys at some frames, moving as before.

    Numbers keep their curves exactly, balls to 0.02° in a segment that turns by 17°; in a segment with slow ends the
    pose and the speed at the new key are kept.
    """
    own = opened(clip)
    for frame in frames:
        check_range(clip, frame, frame)
    return own.with_keys(_split(own, *frames).keys)


@explained
def shift(clip: Clip, by: float) -> Clip:
    """The clip some frames later, or earlier if ``by`` is below 0."""
    own = opened(clip)
    return own.closed(_shifted(own.keys, by), shifted_goals(own.goals, by), _shifted_marks(own.marks, by))


@explained
def copy(clip: Clip, start: float, end: float) -> Clip:
    """The motion between two frames as a clip of its own, from frame 0 on.

    Timed goals are cut to the range; an end that was cut off has no window, until it is pasted.
    """
    return shift(crop(clip, start, end), -max(start, clip.start))


@explained
def crop(clip: Clip, start: float, end: float) -> Clip:
    """The clip between two frames, which stay where they are."""
    check_range(clip, start, end)
    own = opened(clip)
    keys = cropped_keys(own.keyed, start, end, freeze=not own.sampled)
    goals = cropped_goals(own.goals, max(start, clip.start), min(end, clip.end))
    return own.closed(keys, goals, [mark for mark in own.marks if start <= mark.frame <= end])


@explained
def cut(clip: Clip, start: float, end: float, *, edges: bool = False) -> Cut:
    """Copy a range, and clear it: pasted again at ``start``, the piece makes the clip whole.

    With ``edges`` the rest keeps its motion up to both ends of the range.
    """
    return Cut(clear(clip, start, end, edges=edges), copy(clip, start, end))


@explained
def clear(clip: Clip, start: float, end: float, *, edges: bool = False) -> Clip:
    """The clip without the keys in a range; time, timed goals and marks stay.

    With ``edges`` there are keys at both ends of the range, so that the motion outside it stays as it was.
    """
    check_range(clip, start, end)
    own = opened(clip)
    return own.with_keys(_outside(own, start, end, edges))


def _outside(own: Opened, start: float, end: float, edges: bool) -> list[Key]:
    keys = _split(own, start, end).keys if edges else own.keys
    return [key for key in keys if key.frame < start or key.frame > end or (edges and key.frame in (start, end))]


@explained
def delete(clip: Clip, start: float, end: float, *, edges: bool = False) -> Clip:
    """The clip without a range of time: what stands at ``end`` comes to ``start``, and all after it moves up.

    Spans of goals around the range get shorter; those that end in it keep their windows.  With ``edges`` what follows
    moves exactly as before.
    """
    check_range(clip, start, end, empty=False)
    own = opened(clip)
    away = end - start
    source = _split(own, start, end) if edges else own.keyed
    before = [key for key in source.keys if key.frame < start]
    after = [key for key in source.keys if key.frame >= end]
    if not after:
        before = [key for key in source.keys if key.frame <= start]
    goals = merged_goals(
        [*cropped_goals(own.goals, -_ENDLESS, start), *shifted_goals(cropped_goals(own.goals, end, _ENDLESS), -away)]
    )
    marks = [mark for mark in own.marks if mark.frame < start]
    marks += _shifted_marks([mark for mark in own.marks if mark.frame >= end], -away)
    return own.closed([*before, *_shifted(after, -away)], handed_over(goals, start, to_later=bool(after)), marks)


@explained
def insert(clip: Clip, other: Clip, frame: float, *, edges: bool = False) -> Clip:
    """Another clip put in at a frame: what stands there and after it moves back by the other's length.

    Spans of goals around the frame become two.  Where both have a key, the other's stays.
    """
    own, new = opened(clip), opened(other)
    check_same(clip, other)
    check_frame(frame)
    away = other.end - other.start
    keys = _split(own, frame).keys if edges else own.keys
    placed = _shifted(new.keys, frame - other.start)
    together = {key.frame: key for key in _shifted((key for key in keys if key.frame >= frame), away)}
    together |= {key.frame: key for key in [*(key for key in keys if key.frame < frame), *placed]}
    goals = merged_goals(
        [
            *cropped_goals(own.goals, -_ENDLESS, frame),
            *shifted_goals(cropped_goals(new.goals, other.start, other.end), frame - other.start),
            *shifted_goals(cropped_goals(own.goals, frame, _ENDLESS), away),
        ]
    )
    goals = handed_over(handed_over(goals, frame, to_later=True), frame + away, to_later=False)
    marks = [mark for mark in own.marks if mark.frame < frame]
    marks += _shifted_marks([mark for mark in own.marks if mark.frame >= frame], away)
    marks += _shifted_marks(new.marks, frame - other.start)
    return own.closed(together.values(), goals, marks)


_ENDLESS = float("inf")


def check_same(clip: Clip, other: Clip) -> None:
    """Raise unless two clips are of one figure and one rate."""
    if clip.figure != other.figure:
        raise InputError(f"the clips are of different figures: {clip.figure.name} and {other.figure.name}")
    if clip.rate != other.rate:
        raise InputError(f"the clips have {clip.rate:g} and {other.rate:g} frames/s: bring them to one rate first")


def _split(own: Opened, *frames: float) -> Keyframes:
    return split_keys(own.keyed, *frames)


def _shifted(keys: Iterable[Key], by: float) -> list[Key]:
    return [replace(key, frame=key.frame + by) for key in keys] if by else list(keys)


def _shifted_marks(marks: Iterable[Mark], by: float) -> list[Mark]:
    return [replace(mark, frame=mark.frame + by) for mark in marks]
