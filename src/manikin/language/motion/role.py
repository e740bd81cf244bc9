"""What one figure does in a motion script: its keys, over the motion that it takes."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import PchipInterpolator

from manikin.clips.clip import Clip
from manikin.clips.differences import difference, displaced
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.samples import Samples
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["Role"]


class Role:
    """The part of a figure in a script.

    Args:
        figure: The figure.
        start: Its state at the beginning; None is at rest.
        taken: The motion that it takes, if it does.
        rate: Frames a second.
    """

    def __init__(self, figure: Figure, start: Array | None, taken: Clip | None, rate: float) -> None:
        self.figure, self.taken, self.rate = figure, taken, rate
        self.start = figure.rest if start is None else start
        self.keys: dict[float, Key] = {}
        self._latest = -np.inf
        self._placed = start is not None

    @property
    def stands(self) -> bool:
        """Whether it is known where the figure stands, other than at rest."""
        return bool(self.keys) or self.taken is not None or self._placed

    def source(self) -> Clip:
        """The plain motion: the keys, or the motion that is taken, led through the keys."""
        if self.taken is None:
            first = Key(frame=0.0, q=tuple(self.start.tolist()))
            keys = tuple(self.keys[frame] for frame in sorted(self.keys)) or (first,)
            return Keyframes(figure=self.figure, rate=self.rate, keys=keys)
        return _warped(self.taken, self.keys) if self.keys else self.taken

    def state(self, frame: float) -> Array:
        """The plain state at a frame, inside the limits."""
        return np.clip(self._state(frame), self.figure.lo, self.figure.hi)

    def _state(self, frame: float) -> Array:
        if self.taken is not None:
            return self.source().state(min(max(frame, self.taken.start), self.taken.end))
        last = next(reversed(self.keys.values()), None)
        if last is not None and last.tracks is None and frame >= last.frame == max(self._latest, last.frame):
            return np.array(last.q)
        return self.source().state(frame)

    def add_key(self, key: Key) -> None:
        """Take a key; one at the same frame is replaced."""
        self.keys.pop(key.frame, None)
        self.keys[key.frame] = key
        self._latest = max(self._latest, key.frame)


def _warped(clip: Clip, keys: dict[float, Key]) -> Clip:
    """A motion led through keys: what they change fades to nothing at its ends (Witkin & Popović 1995)."""
    figure = clip.figure
    frames = clip.frames()
    plain = clip.at(frames)
    inside = sorted(frame for frame in keys if clip.start <= frame <= clip.end)
    at_keys = clip.at(np.array(inside))
    change = difference(figure, np.array([keys[frame].q for frame in inside], float), at_keys)
    ends = {end: np.zeros(figure.size) for end in (clip.start, clip.end)}
    rows = {**ends, **dict(zip(inside, change, strict=True))}
    knots = sorted(rows)
    moved = displaced(figure, plain, PchipInterpolator(knots, [rows[knot] for knot in knots])(frames))
    return Samples(figure=figure, rate=clip.rate, data=moved, first=float(frames[0]), marks=clip.marks)
