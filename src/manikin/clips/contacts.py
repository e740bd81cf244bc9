"""Keys that know where a goal comes and goes: what the in-between is led by, before goals are held frame by frame.

A foot that stands until frame 8 and is keyed at 0 and 16 has to leave from where it stood.  The plain in-between knows
only the keys, and is far on its way at 8; the foot would have to catch up within the window.  So the change that goals
ask for where they begin or end is a knot of a cubic: it is that change there, with Catmull and Rom's slope, and 0 at
the keys of each figure, which stay as they were posed.

A hand that holds something until frame 46, where there is a key, has to leave from rest.  The plain in-between passes
that key as fast as the keys around it say; the hand would have to reach that speed within the window.  So keys at which
goals begin or end are passed as fast as these let the figure: the slope of the change that they ask for is added there,
and dies away towards the keys before and after, or within half a second.
"""

from __future__ import annotations

import numpy as np

from manikin.clips.segments import linear_rows
from manikin.clips.timed_goal import USUAL_EASE
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["Contacts", "near", "within_linear_limits"]

SETTLED = 0.5
"""How long a slope at a key takes to die away, at most [s]."""


def near(frames: Array, keys: Array, reach: float) -> Array:
    """How near frames (n,) are to keys (m,): (n, m), 1 at a key, 0 as far as ``reach`` from it, smoothly between."""
    u = np.clip(np.abs(frames[:, None] - keys) / reach, 0.0, 1.0)
    return np.asarray(1.0 - u * u * (3 - 2 * u))


class Contacts:
    """What is changed between keys: a cubic through changes at some frames, and slopes at keys.

    A change whose frame is nearer to a key than its usual window is long counts less, the nearer the less, and its rate
    more.

    Args:
        keys: Frames of the keys (m,), increasing, two or more.
        frames: Frames at which goals begin or end (n,), increasing, all after the first key and before the last.
        changes: What they change there (n, size).
        rates: The rate of that, per frame (n, size).
        rate: Frames per second.
    """

    def __init__(self, keys: Array, frames: Array, changes: Array, rates: Array, rate: float) -> None:
        after = np.searchsorted(keys, frames)
        around = np.unique(np.clip(np.add.outer(after, (-2, -1, 0, 1)), 0, len(keys) - 1))
        self._keys = keys[around]  # of a long clip those that are needed
        weights = near(frames, self._keys, USUAL_EASE * rate)
        self._slopes = (weights.T @ rates) / np.maximum(weights.sum(axis=0), 1.0)[:, None]
        self._lengths = np.minimum(np.diff(self._keys), SETTLED * rate)
        share = 1.0 - weights.max(axis=1)
        between = share > 0
        knots = np.concatenate([self._keys, frames[between]])
        order = np.argsort(knots)
        missing = share[between, None] * (changes - self._sloping(frames))[between]
        self._knots = knots[order]
        self._values = np.concatenate([np.zeros_like(self._slopes), missing])[order]
        turns = np.zeros_like(self._values)
        turns[1:-1] = (self._values[2:] - self._values[:-2]) / (self._knots[2:] - self._knots[:-2])[:, None]
        turns[order < len(self._keys)] = 0.0
        self._turns = turns

    def at(self, frames: Array) -> Array:
        """The changes (n, size) at frames (n,); 0 at keys, beyond them, and where nothing begins or ends nearby."""
        place = np.clip(np.searchsorted(self._knots, frames, side="right") - 1, 0, len(self._knots) - 2)
        length = (self._knots[place + 1] - self._knots[place])[:, None]
        u = np.clip((frames - self._knots[place])[:, None] / length, 0.0, 1.0)
        before, after = self._values[place], self._values[place + 1]
        leaving, coming = length * self._turns[place], length * self._turns[place + 1]
        risen = u * u * (3 - 2 * u)
        through = before + risen * (after - before) + u * (1 - u) * ((1 - u) * leaving - u * coming)
        return np.asarray(through + self._sloping(frames))

    def _sloping(self, frames: Array) -> Array:
        """What the slopes at keys alone change (n, size)."""
        place = np.clip(np.searchsorted(self._keys, frames, side="right") - 1, 0, len(self._keys) - 2)
        inside = np.clip(frames, self._keys[0], self._keys[-1])
        length, found = self._lengths[place, None], np.zeros((len(frames), self._slopes.shape[1]))
        for key, sign in ((place, 1.0), (place + 1, -1.0)):
            u = np.minimum(np.abs(inside - self._keys[key])[:, None] / length, 1.0)
            found += sign * length * u * (1 - u) ** 2 * self._slopes[key]
        return found


def within_linear_limits(figure: Figure, plain: Array, led: Array) -> Array:
    """States (n, size) led away from plain ones only so far that no linear limit is passed.

    The parameters under such limits go the same share of their way, so that those between them hold too.
    """
    rows = linear_rows(figure)
    share = np.ones(len(led))
    for row in rows:
        before, after = (states[:, row.columns] @ row.coefficients for states in (plain, led))
        for way, room in ((after - before, row.hi - before), (before - after, before - row.lo)):
            passing = way > np.maximum(room, 0.0)
            share[passing] = np.minimum(share[passing], np.maximum(room, 0.0)[passing] / way[passing])
    short = share < 1.0
    if not short.any():
        return led
    columns = np.unique(np.concatenate([row.columns for row in rows]))
    result = led.copy()
    part = np.ix_(short, columns)
    result[part] = plain[part] + share[short, None] * (led[part] - plain[part])
    return result
