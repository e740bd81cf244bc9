"""Samples reduced to keys: as few as keep every part near to where it was."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from manikin.clips.clip import Clip
from manikin.clips.editing.opened import plain_part, with_goals
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.samples import Samples
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["reduce"]

MOST_ROUNDS = 60
"""How often keys are added."""
REACH = 3
"""Keys on either side of one that is taken away; farther keys do not change."""
APART = 2 * REACH + 1
"""Keys so many places apart have nothing to do with each other."""


def reduce(clip: Clip, tolerance: float = 0.01) -> Clip:
    """The clip with few keys that keep every part within a distance of where it is now.

    Keys are put at the ends, at the ends of spans of timed goals and at marks.  Then the worst frame of every segment
    gets one, until all frames are near enough.  At last every key is taken away that is not needed.

    Args:
        clip: Samples, or any other clip with a start and an end; whole frames of it count.
        tolerance: The largest distance [m].
    """
    if not (isinstance(tolerance, (int, float)) and 0 < tolerance < math.inf):
        raise InputError(f"the tolerance is a distance above 0 m, not {shorten(tolerance)}")
    source, goals = plain_part(clip)
    samples = source if isinstance(source, Samples) else source.bake()
    ends = [frame for goal in goals for span in goal.ordered for frame in (span.start, span.end)]
    fixed = [*ends, *(mark.frame for mark in samples.marks)]
    search = _Search(samples, float(tolerance), fixed)
    search.add()
    search.remove()
    keyed = search.clip(search.kept)
    return with_goals(clip, replace(keyed, before=samples.before, after=samples.after, marks=samples.marks), goals)


class _Search:
    """The samples, and which of them are keys; ``kept`` has their places, increasing."""

    def __init__(self, samples: Samples, tolerance: float, fixed: list[float]) -> None:
        self.samples, self.tolerance = samples, tolerance
        self.figure = samples.figure
        self.tips, self.levers = _tips(samples.figure)
        self.places = self._places(samples.data)
        last = len(samples.data) - 1
        inner = (round(frame - samples.first) for frame in fixed if math.isfinite(frame))
        self.fixed = {0, last} | {place for place in inner if 0 < place < last}
        self.kept = sorted(self.fixed)

    def _places(self, states: Array) -> Array:
        """Where the parts are (frames, points, 3) [m]: their origins, and how those turn that nothing hangs from."""
        world = np.asarray(self.figure.forward(np.ascontiguousarray(states)))
        tips = world[:, self.tips]
        ends = tips[:, :, None, :, 3] + self.levers[:, None] * tips[..., :2].swapaxes(-1, -2)
        return np.concatenate([world[..., 3], ends.reshape(len(world), -1, 3)], axis=1)

    def clip(self, kept: list[int]) -> Keyframes:
        """The clip with keys at some samples."""
        rows = self.samples.data[kept]
        inside = np.clip(rows, self.figure.lo, self.figure.hi).tolist()
        keys = (Key(frame=self.samples.first + i, q=tuple(q)) for i, q in zip(kept, inside, strict=True))
        return Keyframes(figure=self.figure, rate=self.samples.rate, keys=tuple(keys))

    def errors(self, kept: list[int], first: int, last: int) -> Array:
        """How far the parts are off (frames,) [m] from one sample to another, with some of them as keys."""
        frames = self.samples.first + np.arange(first, last + 1.0)
        off = self._places(self.clip(kept).at(frames)) - self.places[first : last + 1]
        return np.asarray(np.sqrt((off * off).sum(axis=-1)).max(axis=-1))

    def add(self) -> None:
        """The worst frame of every segment that is off becomes a key, until none is."""
        places = self.kept
        for _ in range(MOST_ROUNDS):
            new: list[int] = []
            for low, high in self._segments_near(places):
                kept = self.kept[max(0, low - REACH) : high + REACH + 1]
                first, last = self.kept[low], self.kept[high]
                errors = self.errors(kept, first, last)
                for start, end in pairwise(self.kept[low : high + 1]):
                    between = errors[start - first : end - first + 1]
                    if between.max() > self.tolerance and end - start > 1:
                        new.append(start + 1 + int(between[1:-1].argmax()))
            if not new:
                return
            self.kept = sorted({*self.kept, *new})
            places = new

    def _segments_near(self, places: Sequence[int]) -> list[tuple[int, int]]:
        """Runs of keys, first and last, between which the curves may have changed by some new ones among them."""
        found: list[tuple[int, int]] = []
        most = len(self.kept) - 1
        for i in np.searchsorted(self.kept, sorted(places)).tolist():
            low, high = max(0, i - REACH), min(most, i + REACH)
            if found and low <= found[-1][1] + 2 * REACH:
                found[-1] = (found[-1][0], high)
            else:
                found.append((low, high))
        return found

    def remove(self) -> None:
        """Every key without which all frames near it stay near enough goes; those that are missed least go first.

        Keys that are far from each other are tried together, and go together.  One that is missed stays: with fewer
        keys around it, it would be missed more.
        """
        waiting = [place for place in self.kept if place not in self.fixed]
        while waiting:
            missed = self.missed(waiting)
            near = {place: i for i, place in enumerate(self.kept)}
            gone: list[int] = []
            beside: set[int] = set()
            for error, place in sorted((error, place) for place, error in missed.items()):
                i = near[place]
                if error <= self.tolerance and i not in beside:
                    gone.append(place)
                    beside.update(range(i - 2 * REACH, i + 2 * REACH + 1))
            waiting = sorted(place for place, error in missed.items() if error <= self.tolerance and place not in gone)
            self.kept = sorted(set(self.kept).difference(gone))

    def missed(self, places: list[int]) -> dict[int, float]:
        """How far the frames near each of some keys are off without it [m]."""
        found: dict[int, float] = {}
        index = {place: i for i, place in enumerate(self.kept)}
        last = len(self.kept) - 1
        for apart in range(APART):
            tried = [place for place in places if index[place] % APART == apart]
            without = sorted(set(self.kept).difference(tried))
            for low, high in self._segments_near(tried):
                first, end = self.kept[low], self.kept[high]
                a, b = bisect_left(without, first), bisect_right(without, end)
                errors = self.errors(without[max(0, a - REACH) : b + REACH], first, end)
                for place in (one for one in tried if first <= one <= end):
                    i = index[place]
                    start, stop = self.kept[max(0, i - REACH + 1)], self.kept[min(last, i + REACH - 1)]
                    found[place] = float(errors[start - first : stop - first + 1].max())
        return found


def _tips(figure: Figure) -> tuple[np.ndarray, Array]:
    """The parts that turn and that nothing hangs from, and how long each is taken to be (k, 1): as the one above it."""
    skeleton = figure.skeleton
    bare = [i + 1 == end for i, end in enumerate(skeleton.ends.tolist())]
    turning = [any(dof.kind == "hinge" for dof in joint.dofs) for joint in skeleton.joints]
    found = np.flatnonzero(np.array(bare) & np.array(turning) & (skeleton.parents >= 0))
    scale = np.linalg.norm(np.asarray(figure.forward(figure.rest))[found, :, 0], axis=1)
    return found, (skeleton.lengths[found] / np.where(scale > 0, scale, 1.0))[:, None]
