"""Clips made of keys: poses at frames, with curves between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from manikin.clips.beyond import Beyond, check_beyond, extended
from manikin.clips.clip import OwnClip, are_states, check_states
from manikin.clips.curves import Curves, LongCurves, compiled_curves
from manikin.clips.key import Key
from manikin.clips.segments import MODES, Segments, Shape
from manikin.clips.tracks import Track, tracks_of
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["Keyframes"]

T = TypeVar("T")
MOST_KEYS = 1_000_000
"""Keys that a clip may have."""
MOST_AT_ONCE, PIECE = 256, 128
"""A clip of more keys is compiled in pieces of so many."""
KNOWN_PIECES = 64
"""Pieces that are kept for other clips with the same keys: after an edit of one key all but two are the same."""
_fitting: WeakKeyDictionary[Figure, WeakValueDictionary[int, Key]] = WeakKeyDictionary()
"""Keys that are known to fit a figure, for as long as something uses them: of a thousand, an edit makes one."""
SHAPE_FIELDS = ("tension", "continuity", "bias", "slow_in", "slow_out")


@dataclass(frozen=True, kw_only=True)
class Keyframes(OwnClip, kind="keyframes"):
    """Keys and the curves between them.

    Attributes:
        keys: One key at least, in any order; no two on one frame.
        before: What the clip does before its first key.
        after: What it does after its last one.
    """

    keys: tuple[Key, ...]
    before: Beyond = "hold"
    after: Beyond = "hold"

    def __post_init__(self) -> None:
        OwnClip.__post_init__(self)
        check_beyond(self.before, self.after)
        keys = tuple(sorted(self.keys, key=lambda key: key.frame))
        object.__setattr__(self, "keys", keys)
        if not keys or len(keys) > MOST_KEYS:
            raise InputError(f"a clip has 1 to {MOST_KEYS:,} keys, not {len(keys):,}")
        for one, other in pairwise(keys):
            if one.frame == other.frame:
                raise InputError(f"there are two keys at frame {one.frame:g}")
        names = [track.name for track in tracks_of(self.figure)]
        known = _fitting.setdefault(self.figure, WeakValueDictionary())
        new = [key for key in keys if known.get(id(key)) is not key]
        fine = not new or are_states(self.figure, [key.q for key in new])
        for key in new:
            if not fine:  # which of them is told
                check_states(self.figure, [key.q], f"the key at frame {key.frame:g}")
            for track in (key.tracks or frozenset()) - set(names):
                raise UnknownName("track", track, names)
        known.update((id(key), key) for key in new)

    @property
    def start(self) -> float:
        return self.keys[0].frame

    @property
    def end(self) -> float:
        return self.keys[-1].frame

    @property
    def key_frames(self) -> Array:
        return np.array([key.frame for key in self.keys], float)

    def states(self, frames: Array) -> Array:
        return extended(self.figure, self._inside, frames, self.start, self.end, self.before, self.after)

    def _inside(self, frames: Array) -> Array:
        return self._curves.states(np.ascontiguousarray(frames, float))

    def state(self, frame: float) -> Array:
        if isinstance(frame, (int, float)) and self.start <= frame <= self.end:
            return self._curves.state(float(frame))
        return super().state(frame)

    @cached_property
    def _curves(self) -> Curves:
        if len(self.keys) <= MOST_AT_ONCE:
            return self._piece(self.start, self.end)
        edges = np.array([key.frame for key in self.keys[::PIECE]] + [self.end])
        return LongCurves(np.unique(edges), self._piece)

    def _piece(self, start: float, end: float) -> Curves:
        """The curves between two frames: through all keys there, and one more on either side."""
        runs = []
        for tracks, keys in self._groups:
            low = max(0, bisect_right(keys, start, key=attrgetter("frame")) - 2)
            high = bisect_left(keys, end, key=attrgetter("frame")) + 2
            runs.append((_Same(tracks), _Same(keys[low:high])))
        return _compiled(_Same([self.figure]), tuple(runs))

    @cached_property
    def _groups(self) -> list[tuple[list[Track], list[Key]]]:
        """Tracks that stop at the same keys go together."""
        partial = [i for i, key in enumerate(self.keys) if key.tracks is not None]
        together: dict[tuple[int, ...], list[Track]] = {}
        for track in tracks_of(self.figure):
            passed = tuple(i for i in partial if not self.keys[i].counts_for(track.name))
            together.setdefault(passed, []).append(track)
        groups = []
        for passed, tracks in together.items():
            skip = set(passed)
            own = [key for i, key in enumerate(self.keys) if i not in skip]
            groups.append((tracks, own or [Key(frame=self.start, q=tuple(self.figure.rest.tolist()))]))
        return groups


class _Same(Generic[T]):
    """Some immutable objects; equal to others only if they are the very same."""

    def __init__(self, values: Sequence[T]) -> None:
        self.values = values
        self._hash = hash(tuple(map(id, values)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Same) or len(self.values) != len(other.values):
            return False
        return all(one is two for one, two in zip(self.values, other.values, strict=True))


@lru_cache(maxsize=KNOWN_PIECES)
def _compiled(figure: _Same[Figure], runs: tuple[tuple[_Same[Track], _Same[Key]], ...]) -> Curves:
    """The curves of tracks through keys."""
    (own,) = figure.values
    return compiled_curves([segments_of(own, tracks.values, keys.values) for tracks, keys in runs], own.size)


def segments_of(figure: Figure, tracks: Sequence[Track], keys: Sequence[Key]) -> Segments:
    """The segments of some tracks through keys."""
    column = {name: np.array([getattr(key, name) for key in keys], float) for name in SHAPE_FIELDS}
    shape = Shape(**column, mode=np.array([MODES[key.curve] for key in keys], np.int32))
    rates = None
    if any(key.rates is not None for key in keys):
        none = (np.nan,) * figure.size
        rows = [(key.rates or none, key.rates_out or key.rates or none) for key in keys]
        rates = np.array(rows, float).transpose(1, 0, 2)
    frames, q = np.array([key.frame for key in keys], float), np.array([key.q for key in keys], float)
    return Segments(frames, q, tracks, figure, shape, rates)
