"""Clips made from one clip: retimed, looped, mirrored."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from manikin.clips.beyond import extended
from manikin.clips.clip import Clip, ClipOfClips
from manikin.clips.mark import Mark, unique_marks
from manikin.clips.timing import TimeMap, own_frames
from manikin.errors import InputError, shorten
from manikin.figure.mirror import mirror_state
from manikin.math.rotations import Array

__all__ = ["Looped", "Mirrored", "Retimed"]


@dataclass(frozen=True, kw_only=True)
class Derived(ClipOfClips):
    """Base of clips with one source.

    Attributes:
        source: The clip that this one is made from.
    """

    source: Clip

    @property
    def source_clip(self) -> Clip:
        return self.source

    def with_marks(self, marks: Iterable[Mark]) -> Clip:
        return replace(self, source=self.source.with_marks(marks))


@dataclass(frozen=True, kw_only=True)
class Retimed(Derived, kind="retimed"):
    """The source with another timing: the same poses, met at other frames.

    Attributes:
        time: Where in the source a frame is found; beyond its ends the poses hold.
    """

    time: TimeMap

    @property
    def start(self) -> float:
        return self.time.start

    @property
    def end(self) -> float:
        return self.time.end

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The source's marks at the frames at which it is met; those that are not met are left out."""
        met = own_frames(self.time, np.array([mark.frame for mark in self.source.marks], float))
        pairs = zip(self.source.marks, met.tolist(), strict=True)
        return unique_marks(Mark(name=mark.name, frame=frame) for mark, frame in pairs if not math.isnan(frame))

    def with_marks(self, marks: Iterable[Mark]) -> Clip:
        given = tuple(marks)
        met = self.time.source(np.clip([mark.frame for mark in given], self.start, self.end)).tolist()
        moved = (replace(mark, frame=frame) for mark, frame in zip(given, met, strict=True))
        return replace(self, source=self.source.with_marks(moved))

    @property
    def key_frames(self) -> Array:
        met = own_frames(self.time, self.source.key_frames)
        return np.unique(met[~np.isnan(met)])

    def states(self, frames: Array) -> Array:
        return self.source.states(self.time.source(np.clip(frames, self.start, self.end)))


@dataclass(frozen=True, kw_only=True)
class Looped(Derived, kind="looped"):
    """The source several times, one after the other.

    Attributes:
        times: How often; may be fractional, or infinite.
        carry: Whether each turn goes on from where the last one ended on the ground, as a walk does.
    """

    times: float
    carry: bool = False

    def __post_init__(self) -> None:
        if not (isinstance(self.times, (int, float)) and self.times > 0):
            raise InputError(f"a clip is looped more than 0 times, not {shorten(self.times)}")
        if not (math.isfinite(self.source.start) and math.isfinite(self.source.end)):
            raise InputError("only a clip with a start and an end can be looped")

    @property
    def end(self) -> float:
        return self.start + self.times * (self.source.end - self.source.start)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The source's marks in each turn, numbered; of a loop without end, those of the first turn."""
        turns = math.ceil(self.times) if math.isfinite(self.times) else 1
        length = self.source.end - self.source.start
        again = (replace(mark, frame=mark.frame + i * length) for i in range(turns) for mark in self.source.marks)
        return unique_marks(mark for mark in again if mark.frame <= self.end)

    def with_marks(self, marks: Iterable[Mark]) -> Clip:
        return ClipOfClips.with_marks(self, marks)

    @property
    def key_frames(self) -> Array:
        """Those of each turn; of a loop without end, those of the first turn."""
        turns = math.ceil(self.times) if math.isfinite(self.times) else 1
        again = self.source.key_frames + (self.source.end - self.source.start) * np.arange(turns)[:, None]
        return np.unique(again[again <= self.end])

    def states(self, frames: Array) -> Array:
        way = "carry" if self.carry else "loop"
        inside = np.clip(frames, self.start, self.end)
        return extended(self.figure, self.source.states, inside, self.source.start, self.source.end, way, way)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class Mirrored(Derived, kind="mirrored"):
    """The source seen in the figure's plane x = 0: left and right exchanged."""

    def states(self, frames: Array) -> Array:
        return mirror_state(self.figure, self.source.states(frames))
