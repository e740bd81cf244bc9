"""How much of the body a parameter moves: the metric in which a change of pose is small."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import Array
from manikin.problem.state_vector import Name

__all__ = ["gentle_gains", "gentle_stiffness", "moved_mass"]

LEAST_MOVED = 0.003
"""Added to every parameter's share [m²], so that one that moves next to nothing still weighs something."""


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
    """Gains (size,), the largest 1, such that Σ (change/gain)² times a unit is Σ √(moved mass) change²; the unit."""
    gain = np.concatenate([moved_mass(figure) ** -0.25 * (1 - figure.stiffness) for figure in figures])
    largest = float(gain.max(initial=0.0)) or 1.0
    return gain / largest, largest**-2


@lru_cache(maxsize=32)
def gentle_stiffness(figures: tuple[Figure, ...]) -> dict[Name, float]:
    """Stiffness by parameter, with which a solver's step is the least change weighted by √(moved mass)."""
    names: list[Name] = [(figure.name, name) for figure in figures for name in figure.parameter_names]
    return dict(zip(names, (1 - gentle_gains(figures)[0]).tolist(), strict=True))
