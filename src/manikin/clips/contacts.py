"""Keys that know where a goal comes and goes: what the in-between is led by, before goals are held frame by frame.

A foot that stands until frame 8 and is keyed at 0 and 16 has to leave from where it stood.  The plain in-between knows
only the keys, and is far on its way at 8; the foot would have to catch up within the window.  So the change that goals
ask for where they begin or end is a knot of a cubic: it is that change there, with Catmull and Rom's slope, and 0 at
the keys of each figure, which stay as they were posed and are passed as fast as their rates say.
"""

from __future__ import annotations

import numpy as np

from manikin.clips.segments import linear_rows
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["Contacts", "share_between", "within_linear_limits"]


def share_between(frames: Array, keys: Array, reach: float) -> Array:
    """How much of a change at frames (n,) is a knot of its own: 1 if no key is nearer than ``reach``, 0 at a key.

    Before the first key and after the last one nothing is between keys, and the share is 0.
    """
    if len(keys) < 2:
        return np.zeros(len(frames))
    after = np.clip(np.searchsorted(keys, frames), 1, len(keys) - 1)
    u = np.clip(np.minimum(np.abs(frames - keys[after - 1]), np.abs(frames - keys[after])) / reach, 0.0, 1.0)
    return np.where((frames > keys[0]) & (frames < keys[-1]), u * u * (3 - 2 * u), 0.0)


class Contacts:
    """A cubic through changes: 0 at keys, something between them.

    Args:
        keys: Frames of the keys (m,), increasing.
        frames: Frames between them at which something is changed (n,), increasing, none of them a key.
        changes: What is changed there (n, size).
    """

    def __init__(self, keys: Array, frames: Array, changes: Array) -> None:
        after = np.searchsorted(keys, frames)
        keys = keys[np.unique([after - 1, after])]  # of a long clip those that are needed
        knots = np.concatenate([keys, frames])
        order = np.argsort(knots)
        values = np.concatenate([np.zeros((len(keys), changes.shape[1])), changes])[order]
        self._knots, self._values = knots[order], values
        slopes = np.zeros_like(values)
        slopes[1:-1] = (values[2:] - values[:-2]) / (self._knots[2:] - self._knots[:-2])[:, None]
        slopes[order < len(keys)] = 0.0
        self._slopes = slopes

    def at(self, frames: Array) -> Array:
        """The changes (n, size) at frames (n,); 0 beyond the keys, and where no knot is near."""
        place = np.clip(np.searchsorted(self._knots, frames, side="right") - 1, 0, len(self._knots) - 2)
        length = (self._knots[place + 1] - self._knots[place])[:, None]
        u = np.clip((frames - self._knots[place])[:, None] / length, 0.0, 1.0)
        before, after = self._values[place], self._values[place + 1]
        leaving, coming = length * self._slopes[place], length * self._slopes[place + 1]
        risen = u * u * (3 - 2 * u)
        return np.asarray(before + risen * (after - before) + u * (1 - u) * ((1 - u) * leaving - u * coming))


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
