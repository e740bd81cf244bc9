"""Caches by identity: an immutable object is worked on once, and is not hashed by its content."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial, wraps
from typing import Generic, TypeVar

__all__ = ["Identity", "remembered"]

T = TypeVar("T")
R = TypeVar("R")


class Identity(Generic[T]):
    """Key of a cache that compares objects by identity."""

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and other.value is self.value


def remembered(make: Callable[[T], R]) -> Callable[[T], R]:
    """A function whose results are remembered for as long as the objects live that they were made from.

    For small immutable objects of which there are thousands, and which come and go: a cache of fixed size would be too
    small for them, or keep those that are gone.  A result must not hold the object.
    """
    known: dict[int, tuple[weakref.ref[T], R]] = {}

    def forget(number: int, _: weakref.ref[T]) -> None:
        known.pop(number, None)

    @wraps(make)
    def result(given: T) -> R:
        found = known.get(id(given))
        if found is not None and found[0]() is given:
            return found[1]
        made = make(given)
        known[id(given)] = (weakref.ref(given, partial(forget, id(given))), made)
        return made

    return result
