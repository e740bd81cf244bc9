"""How much of the body a parameter moves: the metric in which a change of pose is small."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from manikin.clips.differences import limits_of
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import Array

__all__ = ["gentle_gains", "moved_mass", "restraint"]

LEAST_MOVED = 0.003
"""Added to every parameter's share [m²], so that one that moves next to nothing still weighs something."""

NEAR_LIMIT, LEAST_GAIN = 0.4, 0.2
"""Nearer to a limit than this [rad, m], or a third of the range, a parameter has less gain: at the limit this share.

One that a change drives against its limit stops there from one frame to the next, and the others must at once do its
part too.  One that does less and less on the way hands over its part gradually.
"""


@lru_cache(maxsize=32)
def moved_mass(figure: Figure) -> Array:
    """Σ m/Σm |∂place/∂q|² over the parts at rest, and a little (size,) [m²]; parts count alike where none has mass."""
    pose = Pose(figure, figure.rest)
    joints = figure.skeleton.joints
    masses = np.array([joint.mass for joint in joints])
    if not masses.any():
        masses = np.ones(len(joints))
    total = np.full(figure.size, LEAST_MOVED)
    for joint, share in zip(joints, masses / masses.sum(), strict=True):
        if share > 0:
            place = pose.convert_point(np.array(joint.centre), joint.name)
            rows = pose.derivatives.of_point(joint.name, place).dense(figure.size)
            total += share * (rows**2).sum(axis=0)
    total.flags.writeable = False
    return total


@lru_cache(maxsize=32)
def gentle_gains(figures: tuple[Figure, ...]) -> tuple[Array, float]:
    """Gains (size,), the largest 1, such that Σ (change/gain)² times a unit is Σ √(moved mass) change²; the unit.

    With 1 − gain as stiffness a solver's step is the least change weighted by √(moved mass).
    """
    gain = np.concatenate([moved_mass(figure) ** -0.25 * (1 - figure.stiffness) for figure in figures])
    largest = float(gain.max(initial=0.0)) or 1.0
    return gain / largest, largest**-2


@lru_cache(maxsize=32)
def _bounded(figures: tuple[Figure, ...]) -> tuple[np.ndarray, Array, Array, Array]:
    """The parameters with limits, their limits, and how near to one is near."""
    lo, hi = limits_of(figures)
    columns = np.flatnonzero((np.isfinite(lo) | np.isfinite(hi)) & (lo < hi))
    lo, hi = lo[columns], hi[columns]
    return columns, lo, hi, np.minimum(NEAR_LIMIT, (hi - lo) / 3)


def restraint(figures: tuple[Figure, ...], states: Array) -> Array:
    """The share (n, size) of its gain that each parameter has, by how near a state (n, size) is to its limits."""
    columns, lo, hi, near = _bounded(figures)
    own = states[:, columns]
    share = np.clip(np.minimum(own - lo, hi - own) / near, 0.0, 1.0)
    result = np.ones_like(states)
    result[:, columns] = LEAST_GAIN + (1 - LEAST_GAIN) * share * share * (3 - 2 * share)
    return result
