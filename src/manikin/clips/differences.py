"""Differences between states, and states plus differences: numbers by subtraction, balls by rotation vectors.

States are those of one or several figures, one after another.  A difference (…, size) holds, in the columns of a ball,
the rotation vector [rad] in the ball's own frame.  The compiled kernel is kernels/src/clips/differences.hpp.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from manikin.clips import balls
from manikin.clips.tracks import tracks_of
from manikin.figure.figure import Figure
from manikin.kernels import library
from manikin.math import quaternions as quat
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from manikin.kernels._baseline import StateDifferences

__all__ = ["difference", "displaced", "limits_of"]


@lru_cache(maxsize=32)
def _balls(given: Figure | tuple[Figure, ...]) -> tuple[np.ndarray, Array]:
    figures = (given,) if isinstance(given, Figure) else given
    columns: list[list[int]] = []
    axes: list[object] = []
    first = 0
    for figure in figures:
        for track in tracks_of(figure):
            if track.is_ball:
                columns.append([first + column for column in track.columns])
                axes.append(track.axes)
        first += figure.size
    return np.array(columns, np.int64).reshape(-1, 3), np.array(axes, float).reshape(-1, 3, 3)


@lru_cache(maxsize=32)
def limits_of(given: Figure | tuple[Figure, ...]) -> tuple[Array, Array]:
    """Lower and upper limits of the state (size,)."""
    figures = (given,) if isinstance(given, Figure) else given
    return np.concatenate([figure.lo for figure in figures]), np.concatenate([figure.hi for figure in figures])


@lru_cache(maxsize=32)
def _compiled(given: Figure | tuple[Figure, ...]) -> StateDifferences | None:
    kernels = library()
    if kernels is None:
        return None
    columns, axes = _balls(given)
    made: StateDifferences = kernels.StateDifferences(columns.astype(np.int32), axes, *limits_of(given))
    return made


def difference(figures: Figure | tuple[Figure, ...], state: Array, base: Array) -> Array:
    """state ⊖ base; (n, size), (n, size) → (n, size)."""
    if (kernel := _compiled(figures)) is not None:
        return kernel.between(np.ascontiguousarray(state), np.ascontiguousarray(base))
    result = state - base
    columns, axes = _balls(figures)
    moved = result[:, columns].any(axis=(0, 2)) if len(columns) else np.zeros(0, bool)
    if moved.any():
        columns, axes = columns[moved], axes[moved]
        everywhere = np.broadcast_to(axes, (len(state), *axes.shape))
        before, after = (balls.rotation(everywhere, q[:, columns]) for q in (base, state))
        result[:, columns] = quat.log(quat.multiply(quat.conjugate(before), after))
    return np.asarray(result)


def displaced(figures: Figure | tuple[Figure, ...], base: Array, change: Array) -> Array:
    """base ⊕ change, brought inside the limits; (n, size), (n, size) → (n, size)."""
    if (kernel := _compiled(figures)) is not None:
        return kernel.displaced(np.ascontiguousarray(base), np.ascontiguousarray(change))
    result = base + change
    columns, axes = _balls(figures)
    moved = change[:, columns].any(axis=(0, 2)) if len(columns) else np.zeros(0, bool)
    if moved.any():
        columns, axes = columns[moved], axes[moved]
        everywhere = np.broadcast_to(axes, (len(base), *axes.shape))
        theta = base[:, columns]
        turn = quat.multiply(balls.rotation(everywhere, theta), quat.exp(change[:, columns]))
        still = (change[:, columns] == 0).all(axis=-1, keepdims=True)
        result[:, columns] = np.where(still, theta, balls.angles(everywhere, turn, theta))
    return np.asarray(np.clip(result, *limits_of(figures)))
