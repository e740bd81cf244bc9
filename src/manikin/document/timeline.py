"""The timeline of a document: its rate, its marks, and the largest clips that it may hold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from manikin.clips.key import Key
from manikin.clips.mark import Mark, ordered_marks
from manikin.clips.timed_goal import Span
from manikin.errors import InputError, shorten

__all__ = ["MOST_FRAMES", "Timeline", "check_frame", "check_spans", "extent"]

FARTHEST_FRAME = 100_000
"""Frames of a document lie between minus this and this."""
MOST_FRAMES = 20_000
"""From the first key of a clip to its last; a page holds all of them."""


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """How time is counted in a document.

    Attributes:
        rate: Frames per second of all clips.
        marks: Frames with names.
        unkeyed: The frame at which figures were posed without a key being made; their states wait there.
    """

    rate: float = 30.0
    marks: tuple[Mark, ...] = ()
    unkeyed: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.rate <= 1000:
            raise InputError(f"the rate must lie between 1 and 1000 frames per second, not {shorten(self.rate)}")
        object.__setattr__(self, "marks", ordered_marks(self.marks))
        for mark in self.marks:
            check_frame(mark.frame)
        if self.unkeyed is not None:
            check_frame(self.unkeyed)


def check_frame(frame: float) -> float:
    """A frame that a document may use."""
    if not (math.isfinite(frame) and abs(frame) <= FARTHEST_FRAME):
        raise InputError(f"a frame lies between {-FARTHEST_FRAME:,} and {FARTHEST_FRAME:,}, not at {shorten(frame)}")
    return frame


def check_spans(spans: tuple[Span, ...], what: str) -> tuple[Span, ...]:
    """Spans in their order; they have an end, and do not overlap."""
    ordered = tuple(sorted(spans, key=lambda span: span.start))
    for span in ordered:
        for frame in (span.start, span.end):
            check_frame(frame)
        for window in (span.ease_in, span.ease_out):
            check_frame(window or 0.0)
    for one, other in pairwise(ordered):
        if other.start <= one.end:
            raise InputError(f"{what}: the spans up to frame {one.end:g} and from {other.start:g} on overlap")
    return ordered


def extent(keys: tuple[Key, ...]) -> int:
    """The number of whole frames from the first key to the last."""
    return math.ceil(keys[-1].frame) - math.floor(keys[0].frame) + 1
