"""Clips by a function."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from manikin.clips.clip import OwnClip
from manikin.errors import InputError, shorten
from manikin.math.rotations import Array

__all__ = ["Procedure"]


@dataclass(frozen=True, kw_only=True)
class Procedure(OwnClip, kind="procedure"):
    """Motion by a function.  It cannot be stored: ``bake`` it to keep it.

    Attributes:
        call: From frames (n,) to states (n, size) [rad, m]; what passes limits is brought back inside them.
        first: The first frame.
        last: The last frame, included.
    """

    call: Callable[[Array], Array]
    first: float = -math.inf
    last: float = math.inf

    @property
    def start(self) -> float:
        return self.first

    @property
    def end(self) -> float:
        return self.last

    def states(self, frames: Array) -> Array:
        given, wanted = self.call(np.clip(frames, self.first, self.last)), (len(frames), self.figure.size)
        try:
            found = np.asarray(given, float)
        except (TypeError, ValueError):
            found = np.array(math.nan)
        if found.shape != wanted or not np.isfinite(found).all():
            asked = f"finite numbers of the shape {wanted}"
            raise InputError(f"the procedure of a clip must give {asked}, not {shorten(given)}")
        return np.asarray(np.clip(found, self.figure.lo, self.figure.hi))
