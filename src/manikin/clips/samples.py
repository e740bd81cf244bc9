"""Clips made of samples: a state for every frame, as captures and solvers give them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from manikin.clips.beyond import Beyond, check_beyond, extended
from manikin.clips.clip import OwnClip
from manikin.clips.curves import Curves, LongCurves, compiled_curves
from manikin.clips.segments import Segments, Shape
from manikin.clips.tracks import tracks_of
from manikin.errors import InputError, shorten
from manikin.math.rotations import Array

__all__ = ["Samples"]

PIECE = 64
"""Frames between which the curves are compiled together."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Samples(OwnClip, kind="samples"):
    """A state (size,) at every whole frame from ``first`` on; between them the curves that keys would give.

    Attributes:
        data: The states (frames, size) [rad, m]; kept as they are, read-only.
        first: The frame of the first state.
        before: What the clip does before its first frame.
        after: What it does after its last one.
    """

    data: Array
    first: float = 0.0
    before: Beyond = "hold"
    after: Beyond = "hold"

    def __post_init__(self) -> None:
        OwnClip.__post_init__(self)
        check_beyond(self.before, self.after)
        data = np.asarray(self.data, float)
        if data.ndim != 2 or data.shape[1] != self.figure.size or not len(data):
            raise InputError(f"samples are of the shape (frames, {self.figure.size}), not {data.shape}")
        finite = np.isfinite(data).all(axis=1)
        if not finite.all():
            raise InputError(f"samples are finite numbers, but those of row {np.argmin(finite)} are not")
        if not math.isfinite(self.first):
            raise InputError(f"the first frame must be a finite number, not {shorten(self.first)}")
        if data.flags.writeable:
            data = data.copy()
            data.flags.writeable = False
        object.__setattr__(self, "data", data)

    @property
    def start(self) -> float:
        return self.first

    @property
    def end(self) -> float:
        return self.first + len(self.data) - 1

    def states(self, frames: Array) -> Array:
        return extended(self.figure, self._inside, frames, self.start, self.end, self.before, self.after)

    def _inside(self, frames: Array) -> Array:
        place = frames - self.first
        below = np.clip(np.floor(place).astype(np.int64), 0, len(self.data) - 1)
        result = self.data[below]
        between = np.flatnonzero(place != below)
        if len(between):
            result[between] = self._between(place[between])
        return result

    def _between(self, place: Array) -> Array:
        """States at fractional places."""
        return self._curves.states(place)

    @cached_property
    def _curves(self) -> Curves:
        edges = np.arange(0.0, len(self.data) - 1, PIECE)
        return LongCurves(np.append(edges, len(self.data) - 1.0), self._piece)

    def _piece(self, start: float, end: float) -> Curves:
        """The curves between two samples, through one more on either side."""
        low, high = max(0, int(start) - 1), min(len(self.data), int(end) + 2)
        frames, figure = np.arange(low, high, dtype=float), self.figure
        shape = Shape.plain(len(frames))
        own = Segments(frames, self.data[low:high], tracks_of(figure), figure, shape)
        return compiled_curves([own], figure.size)
