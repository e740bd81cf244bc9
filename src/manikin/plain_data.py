"""Dataclasses and registered kinds ↔ plain data as JSON has it: checked field by field by their annotations."""

from __future__ import annotations

import dataclasses
import json
import math
import types
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from manikin.errors import InputError, UnknownName, shorten
from manikin.registry import Described, families

__all__ = ["UnknownField", "changed", "from_data", "to_data", "to_json", "type_hints", "value_from_data"]

T = TypeVar("T")
LARGEST_NUMBER = 1e12
"""Numbers beyond this [m, rad] are no places of a figure, and are refused."""
WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}
"""What messages call the simple types."""


class UnknownField(UnknownName):
    """Plain data with a field that its class does not have."""


def to_data(value: Any) -> Any:
    """Dictionaries, lists, numbers and text.

    Of a dataclass every field that its repr shows; of a registered kind its tag and the fields that are not at their
    defaults (see ``manikin.registry.Described``).  A dataclass with ``writes_defaults = False`` leaves them out, too.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InputError("only finite numbers can be written as plain data")
        return value
    if isinstance(value, Mapping):
        return {str(key): to_data(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_data(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(to_data(item) for item in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        data: dict[str, Any] = {}
        brief = not getattr(value, "writes_defaults", True)
        if isinstance(value, Described):
            data[value.tag] = value.kind
        for field in dataclasses.fields(value):
            item = getattr(value, field.name)
            if field.repr and not (brief and _is_default(field, item)):
                data[field.name] = to_data(item)
        return data
    raise InputError(f"{shorten(value)} cannot be written as plain data")


def to_json(value: Any) -> bytes:
    """Canonical JSON: UTF-8, sorted keys, no blanks; equal values give equal bytes."""
    data = to_data(value)
    return json.dumps(data, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode()


def from_data(kind: type[T], data: Any, what: str | None = None) -> T:
    """The inverse of ``to_data``: a dataclass from its fields, or a member of a family from its tag and fields.

    Lists become tuples.  An error says which field of ``what`` is wrong, and how.
    """
    if issubclass(kind, Described) and kind in families.values():
        return _member(kind, data, what)  # type: ignore[no-any-return]
    if issubclass(kind, Described):
        what = what or f"{kind.registry.what} {kind.kind}"
    return _instance(kind, data, what or "data")


def value_from_data(kind: Any, data: Any, what: str) -> Any:
    """A value of an annotated type, such as ``tuple[float, ...] | None``; errors begin with ``what``."""
    return _value(kind, data, what)


def changed(value: T, changes: Mapping[str, Any], fields: Collection[str], what: str) -> T:
    """A dataclass with some of its ``fields`` changed, the changes given as plain data and checked."""
    for unknown in changes.keys() - set(fields):
        raise UnknownName(f"field of {what}", unknown, sorted(fields))
    hints = type_hints(type(value))  # type: ignore[arg-type]
    given = {name: _value(hints[name], item, f"{what}: {name}") for name, item in changes.items()}
    return dataclasses.replace(value, **given)  # type: ignore[type-var]


@lru_cache(maxsize=1024)
def type_hints(cls: type) -> dict[str, Any]:
    """The annotations of a dataclass as types; those that cannot be resolved here are ``Any``."""
    try:
        return get_type_hints(cls)
    except NameError:
        return dict.fromkeys((field.name for field in dataclasses.fields(cls)), Any)


def _member(family: type[Any], data: Any, what: str | None) -> Any:
    """A member of a family, by the kind under its tag."""
    name, tag = family.registry.what, family.tag
    if not isinstance(data, dict) or not isinstance(data.get(tag), str):
        raise InputError(f'{what or f"a {name}"}: expected an object with its "{tag}", not {shorten(data)}')
    cls = family.registry[data[tag]]
    return _instance(cls, {key: item for key, item in data.items() if key != tag}, what or f"{name} {cls.kind}")


def _instance(cls: type[T], data: Any, what: str) -> T:
    if not isinstance(data, dict):
        raise InputError(f"{what}: expected an object, not {shorten(data)}")
    hints = type_hints(cls)  # type: ignore[arg-type]
    fields = {field.name: field for field in dataclasses.fields(cls) if field.init}  # type: ignore[arg-type]
    readable = {name for name, field in fields.items() if field.repr}
    for unknown in data.keys() - readable:
        raise UnknownField(f"field of {what}", unknown, sorted(readable))
    given = {}
    for name, field in fields.items():
        if name in data:
            given[name] = _value(hints[name], data[name], f"{what}: {name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise InputError(f"{what}: {name} is missing")
    return cls(**given)


def _value(kind: Any, data: Any, what: str) -> Any:
    if kind is float:
        return _number(data, what)
    if kind is str and isinstance(data, str):
        return data
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _option(inner, data, what)
    if origin is Literal:
        if data not in inner or isinstance(data, bool) != any(isinstance(i, bool) for i in inner):
            raise InputError(f"{what} must be one of {', '.join(map(str, inner))}, not {shorten(data)}")
        return data
    if origin in (tuple, list):
        return _list(inner, data, what) if origin is tuple else list(_list((*inner, ...), data, what))
    if origin is frozenset:
        return frozenset(_list((*inner, ...), data, what))
    if origin is dict:
        if not isinstance(data, dict):
            raise InputError(f"{what} must be an object, not {shorten(data)}")
        return {_value(inner[0], key, what): _value(inner[1], item, f"{what}.{key}") for key, item in data.items()}
    if kind in WORDS:
        if isinstance(data, kind) and (kind is bool or not isinstance(data, bool)):
            return data
        raise InputError(f"{what} must be {WORDS[kind]}, not {shorten(data)}")
    if kind in families.values() and isinstance(data, dict):
        return _member(kind, data, what)
    if dataclasses.is_dataclass(kind) and not (isinstance(kind, type) and issubclass(kind, Described)):
        return _instance(kind, data, what)  # type: ignore[arg-type]
    return data if kind is Any else _untyped(data, what)


def _option(options: tuple[Any, ...], data: Any, what: str) -> Any:
    """A value of one of several types."""
    if data is None and type(None) in options:
        return None
    left = [option for option in options if option is not type(None)]
    if len(left) == 1:
        return _value(left[0], data, what)
    for option in left:
        try:
            return _value(option, data, what)
        except InputError:
            continue
    names = " or ".join(WORDS.get(option, str(option)) for option in options)
    raise InputError(f"{what} must be {names}, not {shorten(data)}")


def _untyped(data: Any, what: str) -> Any:
    """Data whose annotation says too little: lists become tuples, tagged objects the kind they name.

    The class that takes it checks the rest; a goal, for one, accepts numbers where it wants a handle.
    """
    if isinstance(data, (list, tuple)):
        return tuple(_untyped(item, what) for item in data)
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        _number(data, what)
    if not isinstance(data, dict):
        return data
    tags = [name for name, family in families.items() if family.tag == name and name in data]
    if len(tags) != 1:
        known = ", ".join(name for name, family in families.items() if family.tag == name)
        raise InputError(f"{what}: expected one of the keys {known} in {shorten(data)}")
    return _member(families[tags[0]], data, what)


def _list(inner: tuple[Any, ...], data: Any, what: str) -> tuple[Any, ...]:
    if not isinstance(data, (list, tuple)):
        raise InputError(f"{what} must be a list, not {shorten(data)}")
    if len(inner) == 2 and inner[1] is ...:
        return tuple(_value(inner[0], item, what) for item in data)
    if len(data) != len(inner):
        raise InputError(f"{what} must be {len(inner)} values, not {len(data)}")
    return tuple(_value(kind, item, what) for kind, item in zip(inner, data, strict=True))


def _number(data: Any, what: str) -> float:
    if isinstance(data, bool) or not isinstance(data, (int, float)) or not abs(data) <= LARGEST_NUMBER:
        raise InputError(f"{what} must be a finite number, not {shorten(data)}")
    return float(data)


def _is_default(field: dataclasses.Field[Any], item: Any) -> bool:
    if field.default is not dataclasses.MISSING:
        return bool(item == field.default)
    return field.default_factory is not dataclasses.MISSING and bool(item == field.default_factory())
