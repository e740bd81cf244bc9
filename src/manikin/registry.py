"""Kinds that register themselves by name: handles, goals, shapes, curves, formats, commands, messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, TypeVar

from manikin.errors import InputError, UnknownName

__all__ = ["Described", "Registry", "families"]

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

    @contextmanager
    def temporarily(self) -> Iterator[None]:
        """A context that ends with the kinds it began with: for kinds of tests, of examples, of a trial."""
        before = dict(self._kinds)
        try:
            yield
        finally:
            self._kinds = before

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


class Described:
    """Base of the kinds that travel as plain data: frozen dataclasses, ``{tag: kind, field: value, …}``.

    ``what`` begins a family, such as "goal".  The key ``tag`` that holds the kind is the family's name unless it is
    given.  Fields at their defaults are left out of the data unless the family ``writes_defaults``.
    """

    registry: ClassVar[Registry[Any]]
    kind: ClassVar[str]
    tag: ClassVar[str]
    writes_defaults: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, kind: str | None = None, what: str | None = None, tag: str | None = None, **rest: Any
    ) -> None:
        super().__init_subclass__(**rest)
        if what is not None:
            cls.registry, cls.tag = Registry(what), tag or what
            families[what] = cls
        if kind is not None:
            cls.kind = kind
            cls.registry.add(kind, cls)

    @classmethod
    def summary(cls) -> str:
        """The first line of the docstring, as plain text."""
        return (cls.__doc__ or "").strip().partition("\n")[0].replace("``", "")


families: dict[str, type[Described]] = {}
"""The base of each family by its name."""
