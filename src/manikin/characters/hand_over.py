"""Hand-over: a correction that is known while a foot stands, led on to the next stand or to nothing.

Outside the stands the correction is a cubic that has the value and the velocity of the stand where it leaves it, and
those of the next one where it arrives; or it goes to zero within a window, if there is time for it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from manikin.math.rotations import Array

__all__ = ["hermite", "led_over"]


def led_over(
    known: Array,
    runs: Sequence[tuple[int, int]],
    window: int,
    way: Array | None = None,
    beyond: Sequence[tuple[float, float]] = (),
) -> Array:
    """A correction (frames, k) that is known in runs of frames (first, last), continued over all frames.

    Args:
        known: The corrections; only the frames of the runs, and those beside them, are read.
        runs: First and last frame of each run, in order.
        window: Frames in which a correction comes and goes.
        way: Where what is corrected is by itself (frames, k).  If it is given, the corrected way comes to rest where a
            run begins, and leaves from rest where it ends.
        beyond: By which parts of a frame each run begins before its first frame and ends after its last one.
    """
    made = np.zeros_like(known)
    count, parts = len(known), beyond or [(0.0, 0.0)] * len(runs)
    for start, end in runs:
        made[start : end + 1] = known[start : end + 1]
    ends = [_end(known, run, way, part) for run, part in zip(runs, parts, strict=True)]
    zero = np.zeros(known.shape[1])
    for k, (start, end) in enumerate(runs):
        begins, stops = start - parts[k][0], end + parts[k][1]
        first = 0 if k == 0 else runs[k - 1][1] + 1
        if k == 0 or start - runs[k - 1][1] > 2 * window:
            low = max(first, start - window)
            made[low:start] = hermite(
                (zero, zero), (ends[k][0], ends[k][1]), np.arange(low, start), begins - window, begins
            )
        if k + 1 < len(runs) and runs[k + 1][0] - end <= 2 * window:
            after = runs[k + 1][0]
            frames = np.arange(end + 1, after)
            made[end + 1 : after] = hermite(
                (ends[k][2], ends[k][3]), (ends[k + 1][0], ends[k + 1][1]), frames, stops, after - parts[k + 1][0]
            )
        else:
            high = min(count, end + 1 + window)
            frames = np.arange(end + 1, high)
            made[end + 1 : high] = hermite((ends[k][2], ends[k][3]), (zero, zero), frames, stops, stops + window)
    return made


def _end(
    known: Array, run: tuple[int, int], way: Array | None, part: tuple[float, float]
) -> tuple[Array, Array, Array, Array]:
    """Value and velocity per frame where a run begins and where it ends, parts of a frame beyond it.

    All go over smoothly to those of a run that is a frame longer, as a part grows to a whole frame.
    """
    (start, end), (lead, lag) = run, part
    reach = min(2, end - start)
    still = np.zeros(known.shape[1])
    before = (known[start + reach] - known[start]) / reach if reach else still
    after = (known[end] - known[end - reach]) / reach if reach else still
    first, last = known[start] - lead * before, known[end] + lag * after
    if way is not None and start > 0:
        first = known[start] + lead * (known[start - 1] - known[start])
        before = _rest(way, start - 1) + lead * (_rest(way, start - 2) - _rest(way, start - 1))
    if way is not None and end + 1 < len(way):
        last = known[end] + lag * (known[end + 1] - known[end])
        after = _rest(way, end) + lag * (_rest(way, end + 1) - _rest(way, end))
    return first, before, last, after


def _rest(way: Array, frame: int) -> Array:
    """What a correction must change by from a frame to the next so that the corrected way rests."""
    at = min(max(frame, 0), len(way) - 2)
    return np.asarray(way[at] - way[at + 1])


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
