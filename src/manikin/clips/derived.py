"""Clips made from one clip: retimed, looped, mirrored."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from manikin.clips.beyond import extended
from manikin.clips.clip import Clip, ClipOfClips
from manikin.clips.timing import TimeMap
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

    def states(self, frames: Array) -> Array:
        way = "carry" if self.carry else "loop"
        inside = np.clip(frames, self.start, self.end)
        return extended(self.figure, self.source.states, inside, self.source.start, self.source.end, way, way)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class Mirrored(Derived, kind="mirrored"):
    """The source seen in the figure's plane x = 0: left and right exchanged."""

    def states(self, frames: Array) -> Array:
        return mirror_state(self.figure, self.source.states(frames))
