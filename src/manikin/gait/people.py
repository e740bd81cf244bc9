"""The bend of knees over a cycle, as people have it."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from scipy.interpolate import CubicSpline

from manikin.gait.curves import smooth_step
from manikin.gait.plan import Contact, Timing
from manikin.math.rotations import Array

__all__ = ["LEAST_BEND", "swinging_bend", "walking_bend"]

STRIKE, MIDDLE = 5.6, 6.2
STANDING = ((0.0, STRIKE), (0.12, 19.3), (0.26, 12.6), (0.40, MIDDLE), (0.50, 11.6), (0.56, 22.6), (0.62, 40.2))
SWINGING = ((0.62, 40.2), (0.72, 59.1), (0.80, 49.8), (0.90, 18.7), (1.0, 5.4))
RATES = (62.0, 320.0, 0.0)
"""Bend of the knee [degrees] by the share of the cycle after the strike, and its rates at the strike, where the foot
leaves and at the next strike [degrees a cycle] (Schwartz, Rozumalski & Trost 2008, free speed)."""
MIDDLE_AT, LEAVES_AT = 0.40, 0.62
LEAST_BEND = np.radians(1.2)
"""What is left to the straightest knee of the figure in walking, at least [rad]."""


def walking_bend(contact: Contact, timing: Timing, frames: Array) -> Array:
    """The bend (n,) [rad] of a knee that stands on level ground: less after short steps, and before them."""
    cycle = 2 * timing.step
    early = (frames - contact.strike) / cycle if np.isfinite(contact.strike) else np.full(len(frames), MIDDLE_AT)
    phase = np.minimum(early, MIDDLE_AT)
    if np.isfinite(contact.lift):
        middle = max(contact.strike + MIDDLE_AT * cycle, contact.lift - timing.lift + MIDDLE_AT * cycle)
        late = (frames - middle) / max(contact.lift - middle, 1.0) * (LEAVES_AT - MIDDLE_AT)
        phase = np.where(frames > middle, MIDDLE_AT + late, phase)
    found = _curve(standing=True)(np.maximum(phase, 0.0))
    share = np.where(phase < MIDDLE_AT, contact.ahead, contact.behind)
    least = np.where(phase < MIDDLE_AT, STRIKE + (MIDDLE - STRIKE) * phase / MIDDLE_AT, MIDDLE)
    return np.asarray(np.radians(least + (0.35 + 0.65 * share) * (found - least)))


def swinging_bend(one: Contact, other: Contact, first: float, last: float, frames: Array) -> Array:
    """The bend (n,) [rad] of a knee that swings, from one bend when its foot leaves to another one at the strike."""
    share = (frames - one.lift) / (other.strike - one.lift)
    level = np.radians(_curve(standing=False)(LEAVES_AT + share * (1 - LEAVES_AT)))
    ends = (first - math.radians(SWINGING[0][1]), last - math.radians(SWINGING[-1][1]))
    return np.asarray(level + ends[0] + (ends[1] - ends[0]) * smooth_step(share))


@cache
def _curve(*, standing: bool) -> CubicSpline:
    phases, bends = zip(*(STANDING if standing else SWINGING), strict=True)
    first, last = RATES[:2] if standing else RATES[1:]
    return CubicSpline(phases, bends, bc_type=((1, first), (1, last)))
