"""Caches by identity: an immutable object is worked on once, and is not hashed by its content."""

from __future__ import annotations

from typing import Generic, TypeVar

__all__ = ["Identity"]

T = TypeVar("T")


class Identity(Generic[T]):
    """Key of a cache that compares objects by identity."""

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and other.value is self.value
