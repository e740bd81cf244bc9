"""Hand-over: a correction that is known while a foot stands, led on to the next stand or to nothing.

Outside the stands the correction is a cubic that has the value and the velocity of the stand where it leaves it, and
those of the next one where it arrives; or it goes to zero within a window, if there is time for it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from manikin.math.rotations import Array

__all__ = ["hermite", "led_over"]


def led_over(known: Array, runs: Sequence[tuple[int, int]], window: int, way: Array | None = None) -> Array:
    """A correction (frames, k) that is known in runs of frames (first, last), continued over all frames.

    Args:
        known: The corrections; only the frames of the runs are read.
        runs: First and last frame of each run, in order.
        window: Frames in which a correction comes and goes.
        way: Where what is corrected is by itself (frames, k).  If it is given, the corrected way comes to rest where a
            run begins, and leaves from rest where it ends.
    """
    made = np.zeros_like(known)
    count = len(known)
    for start, end in runs:
        made[start : end + 1] = known[start : end + 1]
    ends = [_end(known, run, way) for run in runs]
    zero = np.zeros(known.shape[1])
    for k, (start, end) in enumerate(runs):
        first = 0 if k == 0 else runs[k - 1][1] + 1
        if k == 0 or start - runs[k - 1][1] > 2 * window:
            low = max(first, start - window)
            made[low:start] = hermite(
                (zero, zero), (ends[k][0], ends[k][1]), np.arange(low, start), start - window, start
            )
        if k + 1 < len(runs) and runs[k + 1][0] - end <= 2 * window:
            after = runs[k + 1][0]
            frames = np.arange(end + 1, after)
            made[end + 1 : after] = hermite(
                (ends[k][2], ends[k][3]), (ends[k + 1][0], ends[k + 1][1]), frames, end, after
            )
        else:
            high = min(count, end + 1 + window)
            frames = np.arange(end + 1, high)
            made[end + 1 : high] = hermite((ends[k][2], ends[k][3]), (zero, zero), frames, end, end + window)
    return made


def _end(known: Array, run: tuple[int, int], way: Array | None) -> tuple[Array, Array, Array, Array]:
    """Value and velocity per frame at the first and at the last frame of a run."""
    start, end = run
    reach = min(2, end - start)
    still = np.zeros(known.shape[1])
    before = (known[start + reach] - known[start]) / reach if reach else still
    after = (known[end] - known[end - reach]) / reach if reach else still
    if way is not None and start > 0:
        before = way[start - 1] - way[start]
    if way is not None and end + 1 < len(way):
        after = way[end] - way[end + 1]
    return known[start], before, known[end], after


def hermite(
    one: tuple[Array, Array], other: tuple[Array, Array], frames: np.ndarray, start: float, end: float
) -> Array:
    """The cubic with a value and a velocity per frame at each of two frames."""
    length = end - start
    u = ((np.asarray(frames, float) - start) / length)[:, None]
    (a, da), (b, db) = one, other
    return np.asarray(
        (1 + 2 * u) * (1 - u) ** 2 * a
        + u * (1 - u) ** 2 * length * da
        + u**2 * (3 - 2 * u) * b
        + u**2 * (u - 1) * length * db
    )
