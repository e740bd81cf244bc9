"""Kinds that register themselves: handles, goals, shapes, curves, formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from manikin.errors import InputError, UnknownName

__all__ = ["Registry"]

T = TypeVar("T")


class Registry(Mapping[str, T]):
    """A mapping from a kind's name to its class; ``what`` is used in messages."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._kinds: dict[str, T] = {}

    def add(self, kind: str, entry: T) -> None:
        """Register ``entry``; a reload of the same class replaces it, another class may not."""
        old = self._kinds.get(kind)
        if old is not None and getattr(old, "__qualname__", old) != getattr(entry, "__qualname__", entry):
            raise InputError(f"the {self.what} kind {kind!r} is taken by {old!r}")
        self._kinds[kind] = entry

    def __getitem__(self, kind: str) -> T:
        try:
            return self._kinds[kind]
        except (KeyError, TypeError):
            raise UnknownName(self.what, kind, sorted(self._kinds)) from None

    def __contains__(self, kind: object) -> bool:
        return kind in self._kinds

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)
