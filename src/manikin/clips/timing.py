"""Timing: maps from a clip's frames to those of its source, by curves, by the length of a path, or backwards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

import numpy as np

from manikin.arguments import ExplainedType
from manikin.errors import InputError, shorten
from manikin.handles.point import Point
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from scipy.interpolate import PchipInterpolator

    from manikin.clips.clip import Clip

__all__ = ["ArcLength", "TimeCurve", "TimeMap", "own_frames", "speed_curve"]

REST_SHARE = 0.01
"""Where a point rests, its speed counts as this share of the mean, so that its way can still be followed."""
GAUSS_NODES, GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(5)
HALVINGS = 60
"""How often the interval is halved in which a frame is looked for."""
MOST_HALVINGS = 12
"""How often an interval is halved before its length is taken as it is."""

SPEEDS = {
    "even": ((0.0, 1.0), (1.0, 1.0)),
    "slow in": ((0.0, 1.0), (0.4, 1.0), (1.0, 0.0)),
    "slow out": ((0.0, 0.0), (0.6, 1.0), (1.0, 1.0)),
    "slow": ((0.0, 0.0), (0.4, 1.0), (0.6, 1.0), (1.0, 0.0)),
}
"""Named speed curves: pairs of the share of the time and the relative speed."""


class TimeMap(Protocol):
    """A map of time: where in the source a frame is found, and which frames it covers."""

    start: float
    end: float

    def source(self, frames: Array) -> Array:
        """The frames (n,) of the source."""


@dataclass(frozen=True, kw_only=True)
class TimeCurve(metaclass=ExplainedType):
    """A monotone curve through pairs (frame, frame of the source); rests are allowed, falling curves play backwards.

    Between the pairs it is the monotone cubic of Fritsch and Carlson (PCHIP).
    """

    pairs: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        frames = np.array(self.pairs, float)
        if frames.ndim != 2 or frames.shape[1:] != (2,) or len(frames) < 2 or not np.isfinite(frames).all():
            raise InputError(f"a time curve is two or more pairs of finite frames, not {shorten(self.pairs)}")
        steps = np.diff(frames, axis=0)
        if not (steps[:, 0] > 0).all():
            raise InputError("the frames of a time curve must increase from pair to pair")
        if not ((steps[:, 1] >= 0).all() or (steps[:, 1] <= 0).all()):
            raise InputError("a time curve goes forwards or backwards, not both: split it where it turns")

    @property
    def start(self) -> float:
        """The first frame."""
        return self.pairs[0][0]

    @property
    def end(self) -> float:
        """The last frame."""
        return self.pairs[-1][0]

    @cached_property
    def _curve(self) -> PchipInterpolator:
        from scipy.interpolate import PchipInterpolator  # a heavy import

        frames = np.array(self.pairs, float)
        return PchipInterpolator(frames[:, 0], frames[:, 1])

    def source(self, frames: Array) -> Array:
        """The frames (n,) of the source."""
        (first, a), *_, (last, b) = self.pairs
        if len(self.pairs) == 2:  # exact at both ends
            share = (frames - first) / (last - first)
            return np.asarray((1 - share) * a + share * b)
        return np.asarray(self._curve(frames))


def own_frames(time: TimeMap, wanted: Array) -> Array:
    """The first frames (n,) at which a map meets frames of the source, by halving; NaN where it meets none."""
    ends = time.source(np.array([time.start, time.end]))
    falling = ends[0] > ends[1]
    low, high = np.full(len(wanted), float(time.start)), np.full(len(wanted), float(time.end))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = time.source(middle)
        early = found > wanted if falling else found < wanted
        low, high = np.where(early, middle, low), np.where(early, high, middle)
    high = np.where(wanted == ends[0], time.start, np.where(wanted == ends[1], np.minimum(high, time.end), high))
    return np.where((wanted < ends.min()) | (wanted > ends.max()), np.nan, high)


def speed_curve(speed: str | tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """The pairs (share of the time, relative speed) of a named curve, or those given, checked."""
    pairs = SPEEDS.get(speed) if isinstance(speed, str) else speed
    if pairs is None:
        raise InputError(f"a speed is one of {', '.join(SPEEDS)}, or pairs of numbers, not {shorten(speed)}")
    times, speeds = (np.array([pair[i] for pair in pairs], float) for i in (0, 1))
    fits = len(times) > 1 and np.isfinite(times).all() and (np.diff(times) > 0).all()
    if not (fits and np.isfinite(speeds).all() and (speeds >= 0).all() and speeds.max() > 0):
        raise InputError(f"a speed curve is pairs of increasing times and speeds of 0 or above, not {shorten(speed)}")
    return tuple((float(t), float(s)) for t, s in zip(times, speeds, strict=True))


def way_done(speed: str | tuple[tuple[float, float], ...], share: Array) -> Array:
    """The share of the way done after a share of the time: the speed curve, integrated and normalised."""
    pairs = speed_curve(speed)
    times = np.array([time for time, _ in pairs])
    speeds = np.array([speed for _, speed in pairs])
    wanted = times[0] + share * (times[-1] - times[0])
    whole = np.concatenate([[0.0], np.cumsum(np.diff(times) * (speeds[1:] + speeds[:-1]) / 2)])
    place = np.clip(np.searchsorted(times, wanted, side="right") - 1, 0, len(times) - 2)
    along = wanted - times[place]
    slope = np.diff(speeds) / np.diff(times)
    done = whole[place] + along * (speeds[place] + 0.5 * along * slope[place])
    return np.asarray(done / whole[-1])


@dataclass(frozen=True, kw_only=True)
class ArcLength(metaclass=ExplainedType):
    """Time by the length of a point's path: the point's speed along its path follows a speed curve.

    The whole figure is retimed.  Lengths by Gauss quadrature on intervals that are halved until both halves agree
    (Guenter & Parent 1990), the inverse by Newton's method inside the interval.

    Attributes:
        clip: The motion whose path counts.
        of: The point.
        speed: "even", "slow", "slow in", "slow out", or pairs (time, relative speed).
        accuracy: Of the length [m].
    """

    clip: Clip
    of: Point
    speed: str | tuple[tuple[float, float], ...] = "even"
    accuracy: float = 1e-5

    def __post_init__(self) -> None:
        if not (math.isfinite(self.clip.start) and math.isfinite(self.clip.end) and self.clip.end > self.clip.start):
            raise InputError("arc length needs a clip with a start and an end")
        self.of.check(self.clip.figure)
        speed_curve(self.speed)

    @property
    def start(self) -> float:
        """The first frame."""
        return self.clip.start

    @property
    def end(self) -> float:
        """The last frame."""
        return self.clip.end

    @property
    def length(self) -> float:
        """The length of the path [m]."""
        return float(self._table[1][-1])

    def source(self, frames: Array) -> Array:
        """The frames (n,) of the source."""
        share = np.clip((frames - self.start) / (self.end - self.start), 0.0, 1.0)
        return self._at_length(way_done(self.speed, share) * self.length)

    def _speeds(self, frames: Array) -> Array:
        """The speed of the point [m/frame] at frames of the source, by central differences of its path."""
        delta = 1e-4
        low, high = np.clip(frames - delta, self.start, self.end), np.clip(frames + delta, self.start, self.end)
        ends = self._places(np.concatenate([low, high])).reshape(2, len(frames), 3)
        return np.asarray(np.linalg.norm(ends[1] - ends[0], axis=-1) / (high - low))

    def _places(self, frames: Array) -> Array:
        from manikin.figure.pose import Pose

        figure = self.clip.figure
        return np.array([self.of.value(Pose(figure, q)) for q in self.clip.at(frames)])

    @cached_property
    def _floor(self) -> float:
        """The least speed that counts [m/frame]."""
        frames = np.linspace(self.start, self.end, 65)
        mean = float(np.linalg.norm(np.diff(self._places(frames), axis=0), axis=-1).sum()) / (self.end - self.start)
        return max(REST_SHARE * mean, 1e-12)

    def _lengths(self, starts: Array, ends: Array) -> Array:
        half = (ends - starts)[:, None] / 2
        nodes = starts[:, None] + half * (1 + GAUSS_NODES)
        speeds = np.hypot(self._speeds(nodes.ravel()).reshape(nodes.shape), self._floor)
        return np.asarray((half * speeds * GAUSS_WEIGHTS).sum(axis=1))

    @cached_property
    def _table(self) -> tuple[Array, Array]:
        """Frames of the source and the length of the path up to each."""
        count = max(1, math.ceil((self.end - self.start) / 4))
        edges = np.linspace(self.start, self.end, count + 1)
        waiting = [
            (a, b, float(s)) for (a, b), s in zip(pairwise(edges), self._lengths(edges[:-1], edges[1:]), strict=True)
        ]
        done: list[tuple[float, float]] = []
        for depth in range(MOST_HALVINGS + 1):
            starts = np.array([a for a, _, _ in waiting])
            ends = np.array([b for _, b, _ in waiting])
            middles = (starts + ends) / 2
            lower, upper = self._lengths(starts, middles), self._lengths(middles, ends)
            again = []
            for i, (a, b, whole) in enumerate(waiting):
                allowed = self.accuracy * (b - a) / (self.end - self.start)
                if abs(lower[i] + upper[i] - whole) <= allowed or depth == MOST_HALVINGS:
                    done += [(float(middles[i]), float(lower[i])), (b, float(upper[i]))]
                else:
                    again += [(a, float(middles[i]), float(lower[i])), (float(middles[i]), b, float(upper[i]))]
            waiting = again
            if not waiting:
                break
        done.sort()
        frames = np.array([self.start, *(frame for frame, _ in done)])
        return frames, np.concatenate([[0.0], np.cumsum([length for _, length in done])])

    def _at_length(self, lengths: Array) -> Array:
        """The frames of the source at which the path is so long: safeguarded Newton in the bracketed interval."""
        frames, table = self._table
        place = np.clip(np.searchsorted(table, lengths, side="right") - 1, 0, len(frames) - 2)
        low, high = frames[place].copy(), frames[place + 1].copy()
        base, target = frames[place], lengths - table[place]
        found = base + (high - low) * np.clip(target / np.maximum(table[place + 1] - table[place], 1e-300), 0, 1)
        for _ in range(8):
            gap = self._lengths(base, found) - target
            high, low = np.where(gap > 0, found, high), np.where(gap > 0, low, found)
            if np.abs(gap).max(initial=0.0) < 1e-3 * self.accuracy:
                break
            step = found - gap / np.hypot(self._speeds(found), self._floor)
            found = np.where((step > low) & (step < high), step, (low + high) / 2)
        ends = np.isclose(lengths, table[-1], rtol=0, atol=1e-15 * max(1.0, float(table[-1])))
        return np.where(lengths <= 0, self.start, np.where(ends, self.end, found))
