"""Single keys and marks: put, taken away, made between others."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.editing.opened import check_frame, opened
from manikin.clips.key import Key
from manikin.clips.mark import Mark, find_mark
from manikin.clips.mixed import blend_states
from manikin.errors import InputError

__all__ = ["add_mark", "breakdown", "put_key", "remove_keys", "remove_mark"]


@explained
def put_key(clip: Clip, key: Key) -> Clip:
    """The clip with a key, in place of the one at its frame."""
    own = opened(clip)
    kept = [other for other in own.keys if other.frame != key.frame]
    return own.with_keys([*kept, key])


@explained
def remove_keys(clip: Clip, frames: Iterable[float]) -> Clip:
    """The clip without the keys at some frames."""
    own = opened(clip)
    gone = set(frames)
    known = {key.frame for key in own.keys}
    for frame in sorted(gone - known):
        raise InputError(f"there is no key at frame {frame:g}")
    return own.with_keys(key for key in own.keys if key.frame not in gone)


@explained
def breakdown(clip: Clip, frame: float, share: float) -> Clip:
    """The clip with a key between its neighbours' poses: share 0 is the one before, 1 the one after.

    Shares below 0 and above 1 go beyond them, inside the limits.
    """
    check_frame(frame)
    check_frame(share)
    own = opened(clip)
    before = [key for key in own.keys if key.frame < frame]
    after = [key for key in own.keys if key.frame > frame]
    if not before or not after:
        raise InputError(f"a key at frame {frame:g} would have no neighbours on both sides")
    first, second = (np.array([key.q], float) for key in (before[-1], after[0]))
    q = blend_states(own.figure, first, second, np.array([float(share)]))[0]
    return put_key(clip, Key(frame=frame, q=tuple(q.tolist())))


@explained
def add_mark(clip: Clip, name: str, frame: float) -> Clip:
    """The clip with a mark, in place of the one with its name."""
    return clip.with_marks([*(mark for mark in clip.marks if mark.name != name), Mark(name=name, frame=frame)])


@explained
def remove_mark(clip: Clip, name: str) -> Clip:
    """The clip without a mark."""
    gone = find_mark(clip.marks, name)
    return clip.with_marks(mark for mark in clip.marks if mark != gone)
