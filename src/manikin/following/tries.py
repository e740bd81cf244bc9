"""When to try what may be in vain, and from where; when targets have to wait."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from manikin.math.rotations import Array

__all__ = ["Tries", "Waiting", "starts_beside"]

STARTS, SPREAD = 8, 0.6
"""States from which a limb is tried: the posture and others beside it, by about so much [rad]."""
WORTHWHILE, MOST_STUCK = 0.25, 3
"""The targets must leave this share of the way to the aim; if they did not for so many frames, they wait."""


class Tries:
    """Counts frames between tries: after every one in vain twice as many, from ``first`` up to ``most``."""

    def __init__(self, first: int, most: int) -> None:
        self._first, self._most = first, most
        self._wait, self._left = first, 0

    def is_due(self) -> bool:
        """Whether to try in this frame; to be asked once a frame."""
        self._left -= 1
        return self._left <= 0

    def ended(self, *, gained: bool) -> None:
        """A try has ended."""
        self._left = 0 if gained else self._wait
        self._wait = self._first if gained else min(2 * self._wait, self._most)


class Waiting:
    """Whether the targets wait until a figure is at its aim, because they keep it from going there."""

    def __init__(self) -> None:
        self._stuck = 0

    def __bool__(self) -> bool:
        return self._stuck > MOST_STUCK

    def see(self, before: float, wished: float, now: float) -> None:
        """A frame: how far the aim was, would be without the targets, and is.

        Targets that wait go on waiting: else they would draw the figure back as soon as it is nearer.
        """
        if not self:
            self._stuck = self._stuck + 1 if now > before - WORTHWHILE * (before - wished) > wished else 0

    def end(self) -> None:
        """The figure is there, or has another aim."""
        self._stuck = 0


def starts_beside(posture: Array, hinges: np.ndarray, lo: Array, hi: Array) -> Iterator[Array]:
    """A posture, and states beside it within limits; ``hinges`` tells which parameters differ."""
    rng = np.random.default_rng(0)
    for i in range(STARTS):
        yield np.clip(posture + (SPREAD * rng.standard_normal(len(posture)) * hinges if i else 0.0), lo, hi)
