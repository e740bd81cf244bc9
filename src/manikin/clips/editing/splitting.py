"""Keys that leave the motion as it is: new ones between others, and rates that no longer depend on neighbours.

In a segment the time goes by a cubic, u = T(x) with x the share of the frames, and the pose by a curve, P(u).  A part
of the segment is one with the same curve if its keys have P's rates, and the same time if its slow ends are T's slopes.
This is exact for numbers and straight ways.  A part of a curve of rotations is nearly such a curve; where it is not
near enough, more keys are put in.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter
from typing import Any

import numpy as np

from manikin.clips import balls
from manikin.clips.differences import difference
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.tracks import tracks_of
from manikin.math.rotations import Array

__all__ = ["SHORTEST", "cropped_keys", "cut_keys", "frozen_keys", "refined", "slowness", "split_keys"]

PLACES = np.arange(1.0, 6.0)
"""Where a curve is looked at to find its rate at an end, in steps: not at the end itself, where a held pose jumps."""
WEIGHTS = np.linalg.solve(np.vander(PLACES, increasing=True).T, np.eye(5)[1])
"""Their weights; exact for the cubics that numbers follow."""
WEIGHTS_AT_END = np.linalg.solve(np.vander(np.arange(6.0), increasing=True).T, np.eye(6)[1])[1:]
"""The same with the end, where the curve is 0."""
STEP = 1 / 64
"""The length of a step as a share of the segment.  Curves of balls are so straight there that it is exact to 1e-8."""
TOLERANCE = 1e-3
"""How far a part of a segment may be from the segment [rad, m]: 1 mm at an arm's length."""
PROBES = np.linspace(0, 1, 10)[1:-1]
"""Where the two are compared, as shares of the part."""
SHORTEST = 1e-3
"""A part that is not longer than this is not halved [frames]."""
AROUND = 5
"""Keys beside a change on either side: the rates of one follow from two, and those of the next from it."""
MOST_ROUNDS = 6
"""How often parts that are too far off are halved."""


def split_keys(clip: Keyframes, *frames: float) -> Keyframes:
    """The clip with whole keys at some frames between its ends, moving as before.

    Numbers keep their curves exactly, balls to ``TOLERANCE``: where a part of a curve would be farther off, as near
    gimbal lock, it gets more keys.
    """
    wanted = {float(frame) for frame in frames}
    known = {key.frame: key for key in clip.keys}
    new = {f for f in wanted if clip.start < f < clip.end and (f not in known or known[f].tracks is not None)}
    if not new:
        return clip
    low, high = _around(clip, new)
    part = replace(clip, keys=clip.keys[low:high], marks=())
    made = refined(new, lambda cuts: cut_keys(part, cuts), part.states)
    return replace(clip, keys=(*clip.keys[:low], *made.keys, *clip.keys[high:]))


def _around(clip: Keyframes, frames: set[float]) -> tuple[int, int]:
    """The first key, and the one after the last, of those that a change at some frames can have to do with."""
    if any(key.tracks is not None for key in clip.keys):
        return 0, len(clip.keys)
    first, last = (bisect_left(clip.keys, end, key=attrgetter("frame")) for end in (min(frames), max(frames)))
    return max(0, first - AROUND), min(len(clip.keys), last + AROUND)


def refined(
    cuts: set[float],
    make: Callable[[set[float]], Keyframes],
    truth: Callable[[Array], Array],
    back: Callable[[float], float] = float,
) -> Keyframes:
    """A clip made with keys at some frames, and at more of them until it is as near to the truth as it should be.

    Args:
        cuts: The frames to begin with.
        make: Makes the clip.
        truth: The states that the clip should have.
        back: Which frame to cut for a frame of the clip.
    """
    made = make(cuts)
    for _ in range(MOST_ROUNDS):
        edges = np.array([key.frame for key in made.keys])
        probes = edges[:-1, None] + np.diff(edges)[:, None] * PROBES
        gaps = np.abs(difference(made.figure, made.states(probes.ravel()), truth(probes.ravel())))
        off = (gaps.max(axis=1).reshape(probes.shape).max(axis=1) > TOLERANCE) & (np.diff(edges) > SHORTEST)
        if not off.any():
            break
        middles = edges[:-1][off] + np.diff(edges)[off] / 2
        cuts = cuts | {back(frame) for frame in middles.tolist()}
        made = make(cuts)
    return made


def cut_keys(clip: Keyframes, cuts: set[float]) -> Keyframes:
    """The clip with keys at some frames between its ends, none of which has a whole key, moving nearly as before."""
    beside: set[float] = set()
    for frame in cuts:
        beside |= _neighbours(clip, frame)
    frozen = {key.frame: key for key in frozen_keys(clip, beside)}
    whole = {key.frame: _made_whole(clip, key) for key in clip.keys if key.frame in cuts and key.tracks is not None}
    keys = list((frozen | whole).values())
    even = _even(clip)
    inner: dict[int, list[float]] = {}
    for frame in sorted(cuts - {key.frame for key in keys}):
        inner.setdefault(bisect_left(keys, frame, key=attrgetter("frame")) - 1, []).append(frame)
    new: list[Key] = []
    for i, frames in inner.items():
        keys[i], keys[i + 1], more = _parts(clip, even, keys[i], keys[i + 1], frames)
        new += more
    return replace(clip, keys=(*keys, *new))


def _parts(clip: Keyframes, even: Keyframes, one: Key, other: Key, inner: list[float]) -> tuple[Key, Key, list[Key]]:
    """Two keys and the new ones between them."""
    n = other.frame - one.frame
    x = np.array([0.0, *((frame - one.frame) / n for frame in inner), 1.0])
    if one.tracks is None and other.tracks is None and one.curve != "hold":
        u, slopes = _time(1 - one.slow_out, 1 - other.slow_in, x)
        source = even
    else:  # tracks that pass through other keys have other times: the speeds at the new keys are kept
        u, slopes, source = x, np.ones_like(x), clip
    curve = "smooth" if one.curve == "squad" else one.curve  # a part of such a curve is none
    made = [Key(frame=frame, q=tuple(clip.state(frame).tolist()), curve=curve) for frame in inner]
    share = u[1:-1]
    longer = np.where(share < 0.5, 1 - share, -share)  # the side of each on which its rate is looked for
    passed = list(_one_sided(source, one.frame + n * share, STEP * n * longer))
    keys = [replace(one, curve=curve), *made, other]
    leaving = [np.array(one.rates_out or one.rates, float), *passed]
    reaching = [*passed, np.array(other.rates, float)]
    for i, (a, b) in enumerate(pairwise(range(len(x)))):
        speed = (u[b] - u[a]) / (x[b] - x[a])
        slow = [slowness(slope / speed) if speed > 0 else 0.0 for slope in slopes[[a, b]]]
        if source is clip:
            slow = [keys[a].slow_out if a == 0 else 0.0, keys[b].slow_in if b == len(x) - 1 else 0.0]
        keys[a] = replace(keys[a], slow_out=slow[0], **_two_rates(keys[a].rates, leaving[i] * speed))
        out = keys[b].rates_out or keys[b].rates
        keys[b] = replace(keys[b], slow_in=slow[1], **_two_rates(reaching[i] * speed, out))
    return keys[0], keys[-1], keys[1:-1]


def _two_rates(into: Any, out: Any) -> dict[str, Any]:
    """Rates with which a key is reached and left, as fields; one that is not known yet is that of the other side."""
    a, b = (None if side is None else np.asarray(side, float) for side in (into, out))
    assert a is not None or b is not None
    a, b = (b if a is None else a), (a if b is None else b)
    assert a is not None
    assert b is not None
    same = np.allclose(a, b, rtol=1e-7, atol=1e-10)
    return {"rates": tuple(a.tolist()), "rates_out": None if same else tuple(b.tolist())}


def _time(leave: float, arrive: float, x: Array) -> tuple[Array, Array]:
    """T(x), the share of the way at a share of the frames, and its slope; see ``Segments``."""
    u = x * x * (3 - 2 * x) + leave * x * (1 - x) ** 2 - arrive * x * x * (1 - x)
    return u, 6 * x * (1 - x) + leave * (1 - x) * (1 - 3 * x) - arrive * x * (2 - 3 * x)


def slowness(slope: float) -> float:
    """The slow end with which a segment's time has a slope at its end, as near as a key can have it."""
    slow = min(max(1 - slope, -2.0), 1.0)
    return 0.0 if abs(slow) < 1e-9 else float(slow)


def _even(clip: Keyframes) -> Keyframes:
    """The clip without slow ends."""
    return replace(clip, keys=tuple(replace(key, slow_in=0.0, slow_out=0.0) for key in clip.keys))


def _made_whole(clip: Keyframes, partial: Key) -> Key:
    """A key of some tracks that counts for all of them, without a change of the motion."""
    (rates,) = _rates(clip, [partial.frame])
    return replace(partial, q=tuple(clip.state(partial.frame).tolist()), tracks=None, **rates)


def _neighbours(clip: Keyframes, frame: float) -> set[float]:
    """The frames of the keys next to a frame, of any track."""
    at = bisect_left(clip.keys, frame, key=attrgetter("frame"))
    beside: set[float] = set()
    for keys in (reversed(clip.keys[:at]), clip.keys[at:]):
        missing = {track.name for track in tracks_of(clip.figure)}
        for key in keys:
            if key.frame != frame and (key.tracks is None or key.tracks & missing):
                beside.add(key.frame)
                missing -= missing if key.tracks is None else key.tracks
            if not missing:
                break
    return beside


def _one_sided(clip: Keyframes, frames: Array, steps: Array) -> Array:
    """The rates (m, size) [per frame] at frames (m,), on the side of each to which a step (m,) goes.

    Those of balls by their rotations, which are smooth at gimbal lock too.
    """
    places = frames[:, None] + steps[:, None] * np.append(0.0, PLACES)
    states = clip.states(places.ravel()).reshape(len(frames), len(PLACES) + 1, -1)
    rates = np.einsum("k,mks->ms", WEIGHTS, states[:, 1:]) / steps[:, None]
    tracks = [track for track in tracks_of(clip.figure) if track.is_ball]
    if tracks:
        columns, axes = np.array([track.columns for track in tracks]), np.array([track.axes for track in tracks], float)
        here = np.repeat(states[:, :1], len(PLACES), axis=1)
        ways = difference(clip.figure, states[:, 1:].reshape(-1, states.shape[2]), here.reshape(-1, states.shape[2]))
        turning = np.einsum("k,mkbj->mbj", WEIGHTS_AT_END, ways.reshape(here.shape)[:, :, columns])
        theta = states[:, 0][:, columns]
        everywhere = np.broadcast_to(axes, (*theta.shape[:2], 3, 3))
        found = balls.angle_rates(everywhere, theta, turning / steps[:, None, None])[0]
        held = (states[:, 1:, columns] == states[:, 1:2, columns]).all(axis=(1, 3))
        rates[:, columns] = np.where(held[..., None], 0.0, found)
    return np.asarray(rates)


def _rates(clip: Keyframes, frames: list[float]) -> list[dict[str, Any]]:
    """The rates [per frame] before and after each of some frames, as fields of a key there."""
    keys = [key.frame for key in clip.keys]
    sides: list[tuple[float, float]] = []
    for frame in frames:
        at = bisect_left(keys, frame)
        after = at + 1 if at < len(keys) and keys[at] == frame else at
        low, high = (keys[i] if 0 <= i < len(keys) else None for i in (at - 1, after))
        known = [other for other in (low, high) if other is not None]
        sides += [(frame, (known[0] - frame) * STEP), (frame, (known[-1] - frame) * STEP)]
    found = _one_sided(clip, *np.array(sides, float).reshape(-1, 2).T)
    return [_two_rates(found[2 * i], found[2 * i + 1]) for i in range(len(frames))]


def frozen_keys(clip: Keyframes, frames: Iterable[float]) -> tuple[Key, ...]:
    """All keys; those at some frames with the rates that they have now, whatever becomes of their neighbours.

    Slow ends do not change the rates that a key gives its curves; they are left out of the measurement.
    """
    wanted = _with_ends(clip, set(frames))
    chosen = [key.frame for key in clip.keys if key.frame in wanted and key.rates is None]
    if not chosen or len(clip.keys) == 1:
        return clip.keys
    rates = dict(zip(chosen, _rates(_even(clip), chosen), strict=True))
    return tuple(replace(key, **rates[key.frame]) if key.frame in rates else key for key in clip.keys)


def _with_ends(clip: Keyframes, frames: set[float]) -> set[float]:
    """The frames, and the first and the last key of every track whose rates follow from a key at one of them."""
    wanted = set(frames)
    if all(key.tracks is None for key in clip.keys):  # then all tracks end alike
        ends = [clip.keys[i].frame for i in (0, 1, -2, -1)] if len(clip.keys) > 1 else [math.nan] * 4
        return wanted | ({ends[0]} if ends[1] in wanted else set()) | ({ends[3]} if ends[2] in wanted else set())
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
