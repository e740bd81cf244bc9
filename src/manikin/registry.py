"""Kinds that register themselves: handles, goals, shapes, curves, formats; and their plain data."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, TypeVar

from manikin.errors import InputError, UnknownName, shorten

__all__ = ["Described", "Registry", "from_data", "to_data"]

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
    """Base of the kinds that travel as plain data: frozen dataclasses tagged ``{what: kind, field: value, …}``."""

    registry: ClassVar[Registry[Any]]
    kind: ClassVar[str]

    def __init_subclass__(cls, *, kind: str | None = None, what: str | None = None, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if what is not None:
            cls.registry = _families[what] = Registry(what)
        if kind is not None:
            cls.kind = kind
            cls.registry.add(kind, cls)


_families: dict[str, Registry[Any]] = {}


def to_data(value: Any) -> Any:
    """Plain lists, dictionaries, numbers and text, as JSON has them; fields at their defaults are left out."""
    if isinstance(value, Described):
        data: dict[str, Any] = {value.registry.what: value.kind}
        for field in dataclasses.fields(value):  # type: ignore[arg-type]
            item = getattr(value, field.name)
            if field.default is dataclasses.MISSING or item != field.default:
                data[field.name] = to_data(item)
        return data
    if isinstance(value, (tuple, list)):
        return [to_data(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError("only finite numbers can be written as plain data")
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise InputError(f"{shorten(value)} cannot be written as plain data")


def from_data(data: Any) -> Any:
    """The inverse of ``to_data``: lists become tuples, tagged dictionaries the kind they name."""
    if isinstance(data, (list, tuple)):
        return tuple(from_data(item) for item in data)
    if not isinstance(data, dict):
        return data
    tags = [what for what in _families if what in data]
    if len(tags) != 1:
        raise InputError(f"expected one of the keys {', '.join(_families)} in {shorten(data)}")
    cls = _families[tags[0]][data[tags[0]]]
    fields = {field.name for field in dataclasses.fields(cls)}
    given = {key: from_data(item) for key, item in data.items() if key != tags[0]}
    for unknown in given.keys() - fields:
        raise UnknownName(f"field of the {tags[0]} {cls.kind}", unknown, sorted(fields))
    try:
        return cls(**given)
    except TypeError as error:
        raise InputError(f"{tags[0]} {cls.kind}: {error}") from None
