"""Keys that leave the motion as it is: a new one between others, and rates that no longer depend on neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.tracks import tracks_of

__all__ = ["cropped_keys", "frozen_keys", "split_keys"]

PLACES = np.arange(1.0, 6.0)
"""Where a curve is looked at to find its rate at an end, in steps: not at the end itself, where a held pose jumps."""
WEIGHTS = np.linalg.solve(np.vander(PLACES, increasing=True).T, np.eye(5)[1])
"""Their weights; exact for the cubics that numbers follow."""
STEP = 1 / 64
"""The length of a step as a share of the segment.  Curves of balls are so straight there that it is exact to 1e-8."""


def split_keys(clip: Keyframes, *frames: float) -> Keyframes:
    """The clip with whole keys at some frames between its ends, moving as before.

    Numbers keep their curves exactly, balls to 0.02° in a segment that turns by 17°.  Where a segment has slow ends the
    pose and the speed at the new key are kept.
    """
    new: dict[float, Key] = {}
    beside: set[float] = set()
    for frame in map(float, frames):
        known = next((key for key in clip.keys if key.frame == frame), None)
        if clip.start < frame < clip.end and (known is None or known.tracks is not None):
            new[frame] = _new_key(clip, frame, known)
            beside |= _neighbours(clip, frame)
    if not new:
        return clip
    keys = {key.frame: key for key in frozen_keys(clip, beside)} | new
    return replace(clip, keys=tuple(keys.values()))


def _new_key(clip: Keyframes, frame: float, partial: Key | None) -> Key:
    before = max((key for key in clip.keys if key.frame < frame), key=lambda key: key.frame)
    after = min((key for key in clip.keys if key.frame > frame), key=lambda key: key.frame)
    rates = _rates(clip, frame, before.frame, after.frame)
    new = Key(frame=frame, q=tuple(clip.state(frame).tolist()), curve=before.curve, **rates)
    if partial is None:
        return new
    return replace(new, curve=partial.curve, slow_in=partial.slow_in, slow_out=partial.slow_out, name=partial.name)


def _neighbours(clip: Keyframes, frame: float) -> set[float]:
    """The frames of the keys next to a frame, of any track."""
    beside: set[float] = set()
    for track in tracks_of(clip.figure):
        own = [key.frame for key in clip.keys if key.counts_for(track.name)]
        beside |= {max((f for f in own if f < frame), default=frame), min((f for f in own if f > frame), default=frame)}
    return beside - {frame}


def _rates(clip: Keyframes, frame: float, low: float | None, high: float | None) -> dict[str, Any]:
    """The rates [per frame] before and after a frame, as fields of a key; ``low`` and ``high`` are the keys beside."""
    found = []
    for other in (low, high):
        if other is not None:
            step = (other - frame) * STEP
            found.append(WEIGHTS @ clip.states(frame + step * PLACES) / step)
    into, out = found[0], found[-1]
    if np.allclose(into, out, rtol=1e-7, atol=1e-10):
        return {"rates": tuple(into.tolist())}
    return {"rates": tuple(into.tolist()), "rates_out": tuple(out.tolist())}


def frozen_keys(clip: Keyframes, frames: Iterable[float]) -> tuple[Key, ...]:
    """All keys; those at some frames with the rates that they have now, whatever becomes of their neighbours.

    Slow ends do not change the rates that a key gives its curves; they are left out of the measurement.
    """
    wanted = _with_ends(clip, set(frames))
    if not any(key.frame in wanted and key.rates is None for key in clip.keys) or len(clip.keys) == 1:
        return clip.keys
    even = replace(clip, keys=tuple(replace(key, slow_in=0.0, slow_out=0.0) for key in clip.keys))
    result = []
    for i, key in enumerate(clip.keys):
        if key.frame in wanted and key.rates is None:
            low = clip.keys[i - 1].frame if i else None
            high = clip.keys[i + 1].frame if i + 1 < len(clip.keys) else None
            key = replace(key, **_rates(even, key.frame, low, high))
        result.append(key)
    return tuple(result)


def _with_ends(clip: Keyframes, frames: set[float]) -> set[float]:
    """The frames, and the first and the last key of every track whose rates follow from a key at one of them."""
    wanted = set(frames)
    for track in tracks_of(clip.figure):
        own = [key.frame for key in clip.keys if key.counts_for(track.name)]
        if len(own) > 1:
            wanted |= {end for end, beside in ((own[0], own[1]), (own[-1], own[-2])) if beside in frames}
    return wanted


def cropped_keys(clip: Keyframes, start: float, end: float, *, freeze: bool = True) -> tuple[Key, ...]:
    """The keys between two frames, both included and keyed, that move as the clip does there."""
    split = split_keys(clip, start, end)
    kept = [key for key in split.keys if start <= key.frame <= end]
    if not kept or not freeze:
        return tuple(kept)
    ends = {key.frame for key in (kept[0], kept[-1]) if split.start < key.frame < split.end}
    return tuple(key for key in frozen_keys(split, ends) if start <= key.frame <= end)
