"""Differences between states, and states plus differences: numbers by subtraction, balls by rotation vectors.

A difference (…, size) holds, in the columns of a ball, the rotation vector [rad] in the ball's own frame.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from manikin.clips import balls
from manikin.clips.tracks import tracks_of
from manikin.figure.figure import Figure
from manikin.math import quaternions as quat
from manikin.math.rotations import Array

__all__ = ["difference", "displaced"]


@lru_cache(maxsize=32)
def _balls(figure: Figure) -> tuple[np.ndarray, Array]:
    tracks = [track for track in tracks_of(figure) if track.is_ball]
    columns = np.array([track.columns for track in tracks], np.int64).reshape(-1, 3)
    return columns, np.array([track.axes for track in tracks], float).reshape(-1, 3, 3)


def difference(figure: Figure, state: Array, base: Array) -> Array:
    """state ⊖ base; (n, size), (n, size) → (n, size)."""
    result = state - base
    columns, axes = _balls(figure)
    if len(columns):
        everywhere = np.broadcast_to(axes, (len(state), *axes.shape))
        before, after = (balls.rotation(everywhere, q[:, columns]) for q in (base, state))
        result[:, columns] = quat.log(quat.multiply(quat.conjugate(before), after))
    return np.asarray(result)


def displaced(figure: Figure, base: Array, change: Array) -> Array:
    """base ⊕ change, brought inside the limits; (n, size), (n, size) → (n, size)."""
    result = base + change
    columns, axes = _balls(figure)
    if len(columns):
        everywhere = np.broadcast_to(axes, (len(base), *axes.shape))
        theta = base[:, columns]
        turn = quat.multiply(balls.rotation(everywhere, theta), quat.exp(change[:, columns]))
        still = (change[:, columns] == 0).all(axis=-1, keepdims=True)
        result[:, columns] = np.where(still, theta, balls.angles(everywhere, turn, theta))
    return np.asarray(np.clip(result, figure.lo, figure.hi))
