"""Intervals that were solved at once, kept by all that they depend on: an edit elsewhere does not solve them again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

from manikin.math.rotations import Array

__all__ = ["KeptIntervals"]

MOST = 64
"""Intervals that are kept."""


class KeptIntervals:
    """Solved intervals by their plain motion, and by objects that cannot change, compared by identity."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Any, ...], tuple[tuple[object, ...], Array]] = OrderedDict()

    def find(self, key: tuple[Any, ...], plain: Array, objects: tuple[object, ...]) -> Array | None:
        """The states (n, size) of an interval; None if it is not known."""
        found = self._known.get(_whole(key, plain, objects))
        return None if found is None else found[1]

    def forget(self) -> None:
        """Forget all of them."""
        self._known.clear()

    def keep(self, key: tuple[Any, ...], plain: Array, objects: tuple[object, ...], states: Array) -> None:
        """Keep an interval, and forget the oldest one if there are too many.

        The objects are kept too, so that no other object gets the identity of one of them.
        """
        self._known[_whole(key, plain, objects)] = (objects, states)
        while len(self._known) > MOST:
            self._known.popitem(last=False)


def _whole(key: tuple[Any, ...], plain: Array, objects: tuple[object, ...]) -> tuple[Any, ...]:
    return (*key, hashlib.sha256(plain.tobytes()).digest(), *(id(each) for each in objects))
