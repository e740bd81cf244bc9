"""A clip taken apart for editing: its keys, its timed goals, its marks; and put together again."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.clips.editing.goal_times import merged_goals, with_spans
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.mark import Mark, unique_marks
from manikin.clips.samples import Samples
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure

__all__ = ["Opened", "check_frame", "check_range", "opened", "plain_part", "with_goals"]


@dataclass(frozen=True)
class Opened:
    """What a clip is made of.

    Attributes:
        clip: The clip that was opened; it is not changed.
        source: Its keys or samples.
        keys: One for every sample, where the clip has samples.
        goals: What holds, and when.
        marks: Frames with names.
    """

    clip: Clip
    source: Keyframes | Samples
    keys: tuple[Key, ...]
    goals: tuple[TimedGoal, ...]
    marks: tuple[Mark, ...]

    @property
    def figure(self) -> Figure:
        """The figure that moves."""
        return self.source.figure

    @property
    def sampled(self) -> bool:
        """Whether the clip has samples: they lie so near that curves between them need no rates."""
        return isinstance(self.source, Samples)

    @property
    def keyed(self) -> Keyframes:
        """The motion without goals, as keys."""
        if isinstance(self.source, Keyframes):
            return self.source
        own = self.source
        return Keyframes(figure=own.figure, rate=own.rate, keys=self.keys, before=own.before, after=own.after)

    def with_keys(self, keys: Iterable[Key]) -> Clip:
        """A clip with other keys and the same goals and marks, whether or not its keys reach so far."""
        own = tuple(keys)
        if not own:
            raise InputError("this would leave no key: a clip has one at least")
        return with_goals(self.clip, self._source(own, self.marks), self.goals)

    def closed(self, keys: Iterable[Key], goals: Iterable[TimedGoal], marks: Iterable[Mark]) -> Clip:
        """A clip like the one that was opened, from other keys, goals and marks.

        Spans end where the clip does, unless they went further before; ends that were cut off and are not at an end of
        the clip get their windows back.
        """
        new = replace(self, marks=unique_marks(marks), goals=()).with_keys(keys)
        source, _ = plain_part(new)
        return with_goals(self.clip, source, self._tidy(merged_goals(goals), source))

    def _source(self, keys: tuple[Key, ...], marks: tuple[Mark, ...]) -> Keyframes | Samples:
        if isinstance(self.source, Samples):
            frames = np.sort([key.frame for key in keys])
            even = (np.diff(frames) == 1).all() and all(key == Key(frame=key.frame, q=key.q) for key in keys)
            if even:
                data = np.array([key.q for key in sorted(keys, key=lambda key: key.frame)], float)
                return replace(self.source, data=data, first=float(frames[0]), marks=marks)
        return replace(self.keyed, keys=keys, marks=marks)

    def _tidy(self, goals: tuple[TimedGoal, ...], new: Clip) -> tuple[TimedGoal, ...]:
        ends = [end for goal in self.goals for span in goal.ordered for end in (span.start, span.end)]
        inside = all(math.isinf(end) or self.clip.start <= end <= self.clip.end for end in ends)
        tidy = []
        for goal in goals:
            spans = []
            for span in goal.ordered:
                if inside and (span.start > new.end or span.end < new.start):
                    continue
                spans.append(_settled(span, new, inside))
            tidy.append(with_spans(goal, spans))
        return tuple(goal for goal in tidy if goal is not None)


def _settled(span: Span, clip: Clip, inside: bool) -> Span:
    if inside:
        start = span.start if math.isinf(span.start) else max(span.start, clip.start)
        end = span.end if math.isinf(span.end) else min(span.end, clip.end)
        span = replace(span, start=start, end=end)
    cut_in, cut_out = span.cut_in and span.start <= clip.start, span.cut_out and span.end >= clip.end
    return replace(span, cut_in=cut_in, cut_out=cut_out)


def opened(clip: Clip) -> Opened:
    """Take a clip of keys or samples apart, with or without timed goals."""
    source = clip.source if isinstance(clip, Constrained) else clip
    goals = clip.goals if isinstance(clip, Constrained) else ()
    if isinstance(source, Keyframes):
        return Opened(clip, source, source.keys, goals, source.marks)
    if isinstance(source, Samples):
        keys = tuple(Key(frame=source.first + i, q=tuple(row)) for i, row in enumerate(source.data.tolist()))
        return Opened(clip, source, keys, goals, source.marks)
    if not isinstance(source, Clip):
        raise InputError(f"this is no clip: {shorten(source)}")
    raise InputError(
        f"a {source.kind} clip has no keys of its own to edit: edit what it is made from, or bake it first"
    )


def plain_part(clip: Clip) -> tuple[Clip, tuple[TimedGoal, ...]]:
    """The motion without its timed goals, and the goals."""
    return (clip.source, clip.goals) if isinstance(clip, Constrained) else (clip, ())


def with_goals(like: Clip, source: Clip, goals: tuple[TimedGoal, ...]) -> Clip:
    """A motion with goals, held as in another clip; without goals the motion alone, unless that clip was a held one."""
    if isinstance(like, Constrained):
        return replace(like, source=source, goals=goals)
    return Constrained(source=source, goals=goals) if goals else source


def check_frame(frame: float) -> None:
    """Raise unless a frame is a finite number."""
    if isinstance(frame, bool) or not isinstance(frame, (int, float)) or not math.isfinite(frame):
        raise InputError(f"a frame is a finite number, not {shorten(frame)}")


def check_range(clip: Clip, start: float, end: float, *, empty: bool = True) -> None:
    """Raise unless two frames are a range that meets the clip."""
    check_frame(start)
    check_frame(end)
    if start > end or (start == end and not empty):
        raise InputError(f"a range goes from a frame to a later one, not from {start:g} to {end:g}")
    if end < clip.start or start > clip.end:
        raise InputError(
            f"frames {start:g} to {end:g} lie outside the clip: it goes from {clip.start:g} to {clip.end:g}"
        )
