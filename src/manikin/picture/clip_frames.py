"""Which frames of clips a picture shows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from manikin.clips.clip import Clip
from manikin.errors import InputError, shorten
from manikin.math.rotations import Array

__all__ = ["frames_around", "frames_of"]


def frames_of(clips: Sequence[Clip], frames: int | Sequence[float]) -> Array:
    """Frames given themselves, or so many of them from the first start to the last end of some clips, evenly."""
    if not clips:
        raise InputError("there is no clip to show")
    if isinstance(frames, int) and not isinstance(frames, bool):
        start, end = min(clip.start for clip in clips), max(clip.end for clip in clips)
        if not 1 <= frames <= 10_000 or not (math.isfinite(start) and math.isfinite(end)):
            raise InputError(f"give the frames themselves, or their number from 1 to 10,000, not {shorten(frames)}")
        return np.linspace(start, end, frames)
    try:
        wanted = np.array(frames, float)
    except (TypeError, ValueError):
        wanted = np.zeros(0)
    if wanted.ndim != 1 or not len(wanted) or not np.isfinite(wanted).all():
        raise InputError(f"frames are a number of them, or a list of finite numbers, not {shorten(frames)}")
    return wanted


def frames_around(
    clips: Sequence[Clip], frame: float, around: int, step: float | None
) -> tuple[list[float], list[float]]:
    """The frames of ghosts before and after a frame, the nearest first."""
    if not isinstance(frame, (int, float)) or not math.isfinite(frame):
        raise InputError(f"a frame is a finite number, not {shorten(frame)}")
    known = sorted({key for clip in clips for key in clip.key_frames.tolist()})
    if step is None and known:
        return [k for k in reversed(known) if k < frame][:around], [k for k in known if k > frame][:around]
    every = 5.0 if step is None else step
    if not isinstance(every, (int, float)) or not 0 < every < math.inf:
        raise InputError(f"ghosts are more than 0 frames apart, not {shorten(step)}")
    start, end = min(clip.start for clip in clips), max(clip.end for clip in clips)
    steps = [every * k for k in range(1, around + 1)]
    return [frame - s for s in steps if frame - s >= start], [frame + s for s in steps if frame + s <= end]
