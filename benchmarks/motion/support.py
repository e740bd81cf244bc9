"""How far the centre of mass is inside the soles, seen from above."""

from __future__ import annotations

import numpy as np

from benchmarks.motion.model import Model
from benchmarks.motion.referee import kinematics

__all__ = ["depths"]


def depths(model: Model, world: np.ndarray) -> np.ndarray:
    """(frames,) [m] for world frames (frames, links, 3, 4); negative outside the hull of the soles' corners."""
    level = [k for k in range(3) if k != model.up]
    links = [model.index[name] for name, _ in model.soles]
    at = np.array([place for _, place in model.soles])
    own = world[:, links]
    soles = np.einsum("fsij,sj->fsi", own[..., :3], at) + own[..., 3]
    centres = kinematics(model).centre_of_mass(world)
    return np.array([depth(s[:, level], c[level]) for s, c in zip(soles, centres, strict=True)])


def depth(points: np.ndarray, centre: np.ndarray) -> float:
    """How far a place is inside the convex hull of points (n, 2); minus its distance where it is outside.

    Every pair of points whose line has all others on its left is an edge.
    """
    inside, outside = np.inf, np.inf
    a, b = points[:, None], points[None, :]
    edge = b - a
    length = np.linalg.norm(edge, axis=-1)
    left = edge[..., None, 0] * (points[:, 1] - a[..., None, 1]) - edge[..., None, 1] * (points[:, 0] - a[..., None, 0])
    for i, j in np.argwhere((length > 1e-9) & (left >= -1e-12).all(axis=-1)):
        e, rel = edge[i, j], centre - points[i]
        inside = min(inside, (e[0] * rel[1] - e[1] * rel[0]) / length[i, j])
        along = np.clip(rel @ e / length[i, j] ** 2, 0, 1)
        outside = min(outside, float(np.linalg.norm(rel - along * e)))
    return inside if inside >= 0 else -outside
