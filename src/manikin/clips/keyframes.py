"""Clips made of keys: poses at frames, with curves between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from manikin.clips.beyond import Beyond, check_beyond, extended
from manikin.clips.clip import OwnClip, check_states
from manikin.clips.key import Key
from manikin.clips.segments import MODES, Segments, Shape
from manikin.clips.tracks import Track, tracks_of
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["Keyframes", "segments_of"]

MOST_KEYS = 1_000_000
"""Keys that a clip may have."""
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
        for key in keys:
            check_states(self.figure, [key.q], f"the key at frame {key.frame:g}")
            for track in (key.tracks or frozenset()) - set(names):
                raise UnknownName("track", track, names)

    @property
    def start(self) -> float:
        return self.keys[0].frame

    @property
    def end(self) -> float:
        return self.keys[-1].frame

    def states(self, frames: Array) -> Array:
        return extended(self.figure, self._inside, frames, self.start, self.end, self.before, self.after)

    def _inside(self, frames: Array) -> Array:
        result = np.empty((len(frames), self.figure.size))
        for columns, segments in self._segments:
            result[:, columns] = segments.states(np.clip(frames, segments.frames[0], segments.frames[-1]))
        return result

    @cached_property
    def _segments(self) -> list[tuple[np.ndarray, Segments]]:
        """The curves, by the columns they move: tracks that stop at the same keys go together."""
        together: dict[tuple[int, ...], list[Track]] = {}
        for track in tracks_of(self.figure):
            own = tuple(i for i, key in enumerate(self.keys) if key.counts_for(track.name))
            together.setdefault(own, []).append(track)
        made = []
        for own, tracks in together.items():
            keys = [self.keys[i] for i in own] or [Key(frame=self.start, q=tuple(self.figure.rest.tolist()))]
            columns = np.array([column for track in tracks for column in track.columns])
            made.append((columns, _segments(self.figure, keys, tracks, columns)))
        return made


def _segments(figure: Figure, keys: Sequence[Key], tracks: Sequence[Track], columns: np.ndarray) -> Segments:
    q = np.array([key.q for key in keys], float)[:, columns]
    frames = np.array([key.frame for key in keys], float)
    column = {name: np.array([getattr(key, name) for key in keys], float) for name in SHAPE_FIELDS}
    shape = Shape(**column, mode=np.array([MODES[key.curve] for key in keys], np.int64))
    rates = None
    if any(key.rates is not None for key in keys):
        none = (np.nan,) * figure.size
        rows = [(key.rates or none, key.rates_out or key.rates or none) for key in keys]
        rates = np.array(rows, float).transpose(1, 0, 2)[:, :, columns]
    return segments_of(figure, frames, q, tracks, columns, shape, rates)


def segments_of(
    figure: Figure,
    frames: Array,
    q: Array,
    tracks: Sequence[Track],
    columns: np.ndarray,
    shape: Shape,
    rates: Array | None = None,
) -> Segments:
    """The curves of some tracks through states (m, columns) at frames (m,)."""
    place = {column: i for i, column in enumerate(columns.tolist())}
    ball_tracks = [track for track in tracks if track.is_ball]
    return Segments(
        frames,
        q,
        scalars=[place[column] for track in tracks if not track.is_ball for column in track.columns],
        ball_columns=np.array([[place[c] for c in t.columns] for t in ball_tracks], np.int64).reshape(-1, 3),
        axes=np.array([track.axes for track in ball_tracks], float).reshape(-1, 3, 3),
        lo=figure.lo[columns],
        hi=figure.hi[columns],
        shape=shape,
        rates=rates,
    )
