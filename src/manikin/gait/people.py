"""The turns of knees and ankles over a cycle, as people have them.

Degrees by the share of the cycle after the strike, from Schwartz, Rozumalski & Trost 2008, free speed.  The knee is the
angle between the lines hip-knee and knee-ankle; the ankle is how far the shin leans over the foot.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.interpolate import CubicSpline

from manikin.gait.curves import smooth_step
from manikin.gait.plan import Contact, Timing
from manikin.math.rotations import Array

__all__ = ["LEAST_BEND", "swinging_ankle", "swinging_bend", "walking_ankle", "walking_bend"]


class Angles(NamedTuple):
    """Angles [degrees] at shares of the cycle, and their rates at the first and at the last one [degrees a cycle]."""

    shares: tuple[float, ...]
    angles: tuple[float, ...]
    rates: tuple[float, float]


STRIKE, MIDDLE = 5.6, 6.2
KNEE_STANDS = Angles(
    (0.0, 0.12, 0.26, 0.40, 0.50, 0.56, 0.62), (STRIKE, 19.3, 12.6, MIDDLE, 11.6, 22.6, 40.2), (62.0, 320.0)
)
KNEE_SWINGS = Angles((0.62, 0.72, 0.80, 0.90, 1.0), (40.2, 59.1, 49.8, 18.7, 5.4), (320.0, 0.0))
ANKLE_STANDS = Angles(
    (0.0, 0.05, 0.12, 0.20, 0.30, 0.40, 0.46, 0.52, 0.56, 0.60, 0.62),
    (-2.1, -5.7, -0.2, 5.2, 8.6, 11.1, 11.8, 8.4, -0.2, -13.8, -18.6),
    (-80.0, -160.0),
)
ANKLE_SWINGS = Angles(
    (0.62, 0.64, 0.68, 0.74, 0.80, 0.84, 0.90, 1.0), (-18.6, -19.8, -14.7, -4.9, 1.1, 2.5, 1.0, -2.3), (-160.0, -40.0)
)
MIDDLE_AT, LEAVES_AT = 0.40, 0.62
LEAST_BEND = np.radians(1.2)
"""What is left to the straightest knee of the figure in walking, at least [rad]."""


def walking_bend(contact: Contact, timing: Timing, frames: Array) -> Array:
    """The bend (n,) [rad] of a knee that stands on level ground: less after short steps, and before them."""
    phase = _phase(contact, timing, frames)
    found = _curve(KNEE_STANDS)(phase)
    share = np.where(phase < MIDDLE_AT, contact.ahead, contact.behind)
    least = np.where(phase < MIDDLE_AT, STRIKE + (MIDDLE - STRIKE) * phase / MIDDLE_AT, MIDDLE)
    return np.asarray(np.radians(least + (0.35 + 0.65 * share) * (found - least)))


def swinging_bend(one: Contact, other: Contact, first: float, last: float, frames: Array) -> Array:
    """The bend (n,) [rad] of a knee that swings, from one bend when its foot leaves to another one at the strike."""
    share = (frames - one.lift) / (other.strike - one.lift)
    level = np.radians(_curve(KNEE_SWINGS)(LEAVES_AT + share * (1 - LEAVES_AT)))
    ends = (first - math.radians(KNEE_SWINGS.angles[0]), last - math.radians(KNEE_SWINGS.angles[-1]))
    return np.asarray(level + ends[0] + (ends[1] - ends[0]) * smooth_step(share))


def walking_ankle(contact: Contact, timing: Timing, frames: Array) -> Array:
    """How far the shin leans over a foot that stands on level ground (n,) [rad]."""
    return np.asarray(np.radians(_curve(ANKLE_STANDS)(_phase(contact, timing, frames))))


def swinging_ankle(share: Array) -> tuple[Array, Array]:
    """How far the shin leans over a foot that swings (n,) [rad] after shares (n,) of the swing, and its rates (n,)."""
    curve, at = _curve(ANKLE_SWINGS), LEAVES_AT + (1 - LEAVES_AT) * np.clip(share, 0.0, 1.0)
    return np.radians(curve(at)), (1 - LEAVES_AT) * np.radians(curve(at, 1))


def _phase(contact: Contact, timing: Timing, frames: Array) -> Array:
    """The shares of the cycle (n,) at frames of a contact: stretched before the foot leaves, as long as it stands."""
    cycle = 2 * timing.step
    early = (frames - contact.strike) / cycle if np.isfinite(contact.strike) else np.full(len(frames), MIDDLE_AT)
    phase = np.minimum(early, MIDDLE_AT)
    if np.isfinite(contact.lift):
        middle = max(contact.strike + MIDDLE_AT * cycle, contact.lift - timing.lift + MIDDLE_AT * cycle)
        late = (frames - middle) / max(contact.lift - middle, 1.0) * (LEAVES_AT - MIDDLE_AT)
        phase = np.where(frames > middle, MIDDLE_AT + late, phase)
    return np.maximum(phase, 0.0)


@cache
def _curve(angles: Angles) -> CubicSpline:
    first, last = angles.rates
    return CubicSpline(angles.shares, angles.angles, bc_type=((1, first), (1, last)))
