"""What a clip does before its first and after its last frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np

from manikin.clips.ground import GroundMotion, ground_motion, moved_on_ground
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["Beyond", "check_beyond", "extended"]

Beyond = Literal["hold", "loop", "carry", "back_and_forth", "go_on"]
"""hold the last pose; loop; loop and carry the walk on; play back and forth; go on at the rate of the end."""


def check_beyond(*ways: str) -> None:
    """Raise where a way is not one of ``Beyond``."""
    for way in ways:
        if way not in get_args(Beyond):
            raise InputError(f"beyond its ends a clip can {', '.join(get_args(Beyond))}, not {shorten(way)}")


def extended(
    figure: Figure,
    inside: Callable[[Array], Array],
    frames: Array,
    start: float,
    end: float,
    before: Beyond,
    after: Beyond,
) -> Array:
    """The states (n, size) at any frames of a clip that ``inside`` gives between start and end."""
    length = end - start
    early, late = frames < start, frames > end
    if not (early.any() or late.any()):
        return inside(frames)
    wanted = np.clip(frames, start, end)
    turns = np.zeros(len(frames), np.int64)
    if length > 0:
        for way, where in ((before, early), (after, late)):
            count = np.floor((frames - start) / length).astype(np.int64)
            phase = frames - start - count * length
            if way in ("loop", "carry"):
                wanted = np.where(where, start + phase, wanted)
                turns = np.where(where & (way == "carry"), count, turns)
            elif way == "back_and_forth":
                wanted = np.where(where, start + np.where(count % 2 == 0, phase, length - phase), wanted)
    states = inside(wanted)
    for way, where, edge, inward in ((before, early, start, 1.0), (after, late, end, -1.0)):
        if way == "go_on" and where.any() and length > 0:
            states[where] = _going_on(figure, inside, frames[where], edge, inward * min(length, 1.0) * 1e-3)
    if turns.any():
        first, last = inside(np.array([start, end]))
        states = _carried(figure, states, turns, ground_motion(figure, first, last))
    return states


def _carried(figure: Figure, states: Array, turns: np.ndarray, once: GroundMotion) -> Array:
    for turn in np.unique(turns[turns != 0]).tolist():
        where = turns == turn
        states[where] = moved_on_ground(figure, states[where], once.repeated(turn))
    return states


def _going_on(figure: Figure, inside: Callable[[Array], Array], frames: Array, edge: float, delta: float) -> Array:
    """On from an end at its own rate, inside the limits."""
    here, near = inside(np.array([edge, edge + delta]))
    rate = (near - here) / delta
    return np.asarray(np.clip(here + (frames - edge)[:, None] * rate, figure.lo, figure.hi))
