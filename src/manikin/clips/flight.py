"""Flights: a prop that is thrown moves as gravity has it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from manikin.clips.key import Key
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.root_slides import shifted
from manikin.math.rotations import Array

__all__ = ["GRAVITY", "easiest_flight", "flight_keys"]

GRAVITY = 9.81
"""[m/s²]"""
LONGEST = 10_000
"""Frames of a flight."""


def flight_keys(
    figure: Figure, q: ArrayLike, place: ArrayLike, start: float, frames: float, rate: float
) -> tuple[Key, Key]:
    """Two keys of a prop: thrown at a frame from a state, and so many frames later at a place (3,) [m].

    They have the speeds of the flight, so the curve between them is its parabola; the prop does not turn, and rests
    before and after it.
    """
    if not 1 <= frames <= LONGEST:
        raise InputError(f"a flight takes 1 to {LONGEST:,} frames, not {shorten(frames)}")
    begin = np.array(q, float)
    root = figure.skeleton.root.name
    way = np.array(place, float) - figure.pose(begin).position(root)
    down, seconds = _down(figure), frames / rate
    speed = way / seconds - down * seconds / 2
    end = shifted(figure.pose(begin), way, needed=True)
    still = (0.0,) * figure.size
    thrown, landing = (
        tuple((shifted(figure.pose(state), each / rate, needed=True) - state).tolist())
        for state, each in ((begin, speed), (end, speed + down * seconds))
    )
    return (
        Key(frame=start, q=tuple(begin.tolist()), rates=still, rates_out=thrown),
        Key(frame=start + frames, q=tuple(end.tolist()), rates=landing, rates_out=still),
    )


def easiest_flight(figure: Figure, q: ArrayLike, place: ArrayLike) -> float:
    """How long the flight to a place (3,) [m] takes [s] that needs the least speed."""
    way = np.array(place, float) - figure.pose(q).position(figure.skeleton.root.name)
    return math.sqrt(2 * float(np.linalg.norm(way)) / GRAVITY)


def _down(figure: Figure) -> Array:
    return -GRAVITY * np.array(figure.skeleton.up_axis)
