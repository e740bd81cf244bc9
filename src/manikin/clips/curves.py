"""The curves of a clip: all tracks through all keys; compiled where there are kernels, in pieces where it is long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from manikin.clips.segments import Segments
from manikin.kernels import library
from manikin.math.rotations import Array

__all__ = ["Curves", "LongCurves", "compiled_curves"]

MOST_PIECES = 8
"""Pieces of a long clip that are kept ready."""


class Curves(Protocol):
    """States at frames; before the first and after the last key they hold."""

    def state(self, frame: float, /) -> Array:
        """The state (size,) at a frame."""

    def states(self, frames: Array, /) -> Array:
        """The states (n, size) at frames (n,)."""


def compiled_curves(groups: Sequence[Segments], size: int) -> Curves:
    """The curves of tracks that cover the whole state; tracks that stop at the same keys are one group."""
    compiled = library()
    return PureCurves(groups, size) if compiled is None else compiled.Curves(list(groups), size)


class PureCurves:
    """Curves in NumPy."""

    def __init__(self, groups: Sequence[Segments], size: int) -> None:
        self._groups, self._size = groups, size

    def state(self, frame: float, /) -> Array:
        return np.asarray(self.states(np.array([frame]))[0])

    def states(self, frames: Array, /) -> Array:
        result = np.empty((len(frames), self._size))
        for group in self._groups:
            group.write(frames, result)
        return result


class LongCurves:
    """Curves through so many keys that only pieces of them are kept ready.

    Args:
        edges: Increasing frames that separate the pieces, ends included.
        piece: Makes the curves between two frames.
    """

    def __init__(self, edges: Array, piece: Callable[[float, float], Curves]) -> None:
        self._edges, self._piece = edges, piece
        self._ready: dict[int, Curves] = {}

    def state(self, frame: float, /) -> Array:
        return self._at(int(self._places(np.array([frame]))[0])).state(frame)

    def states(self, frames: Array, /) -> Array:
        places = self._places(frames)
        found = np.unique(places).tolist()
        if len(found) <= 1:
            return self._at(found[0] if found else 0).states(frames)
        result = None
        for place in found:
            rows = np.flatnonzero(places == place)
            states = self._at(place).states(frames[rows])
            result = np.empty((len(frames), states.shape[1])) if result is None else result
            result[rows] = states
        assert result is not None
        return result

    def _places(self, frames: Array) -> np.ndarray:
        return np.clip(np.searchsorted(self._edges, frames, side="right") - 1, 0, len(self._edges) - 2)

    def _at(self, place: int) -> Curves:
        made = self._ready.get(place)
        if made is None:
            while len(self._ready) >= MOST_PIECES:
                self._ready.pop(next(iter(self._ready)), None)
            made = self._piece(float(self._edges[place]), float(self._edges[place + 1]))
            self._ready[place] = made
        return made
