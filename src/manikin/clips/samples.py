"""Clips made of samples: a state for every frame, as captures and solvers give them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.clips.beyond import Beyond, check_beyond, extended
from manikin.clips.clip import OwnClip
from manikin.clips.keyframes import segments_of
from manikin.clips.segments import Shape
from manikin.clips.tracks import tracks_of
from manikin.errors import InputError
from manikin.math.rotations import Array

__all__ = ["Samples"]


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
        if data.ndim != 2 or data.shape[1] != self.figure.size or not len(data) or not np.isfinite(data).all():
            shape = "x".join(map(str, data.shape))
            raise InputError(f"samples are finite numbers, frames x {self.figure.size}, not {shape}")
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
        """States at fractional places: curves through the few samples around each run of places."""
        tracks = tracks_of(self.figure)
        columns = np.arange(self.figure.size)
        result = np.empty((len(place), self.figure.size))
        order = np.argsort(place, kind="stable")
        below = np.floor(place[order]).astype(np.int64)
        for run in np.split(np.arange(len(order)), np.flatnonzero(np.diff(below) > 1) + 1):
            low, high = max(0, int(below[run[0]]) - 1), min(len(self.data), int(below[run[-1]]) + 3)
            frames = np.arange(low, high, dtype=float)
            curves = segments_of(self.figure, frames, self.data[low:high], tracks, columns, Shape.plain(len(frames)))
            result[order[run]] = curves.states(place[order[run]])
        return result
