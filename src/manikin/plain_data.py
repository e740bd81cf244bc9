"""Plain data as JSON has it ↔ dataclasses, checked field by field by their annotations."""

from __future__ import annotations

import dataclasses
import math
import types
from functools import lru_cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from manikin.errors import InputError, UnknownName, shorten

__all__ = ["plain", "read_as", "type_hints"]

T = TypeVar("T")
LARGEST = 1e12
"""Numbers beyond this [m, rad] are no places of a figure."""


def read_as(cls: type[T], data: Any, what: str = "data") -> T:
    """An instance of a dataclass from a dictionary of its fields; says which field is wrong, and how."""
    if not isinstance(data, dict):
        raise InputError(f"{what}: expected an object, not {shorten(data)}")
    hints = type_hints(cls)  # type: ignore[arg-type]
    fields = {field.name: field for field in dataclasses.fields(cls) if field.init}  # type: ignore[arg-type]
    for unknown in data.keys() - fields.keys():
        raise UnknownName(f"field of {what}", unknown, sorted(fields))
    given = {}
    for name, field in fields.items():
        if name in data:
            given[name] = _value(hints[name], data[name], f"{what}: {name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise InputError(f"{what}: {name} is missing")
    return cls(**given)


def plain(value: Any) -> Any:
    """Dictionaries, lists, numbers and text; of dataclasses every field that is shown."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value) if field.repr}
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError("only finite numbers can be written as plain data")
    return value


@lru_cache(maxsize=512)
def type_hints(cls: type) -> dict[str, Any]:
    """The annotations of a dataclass as types."""
    return get_type_hints(cls)


def _value(kind: Any, data: Any, what: str) -> Any:
    if kind is Any:
        return data
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        if data is None and type(None) in inner:
            return None
        options = [option for option in inner if option is not type(None)]
        if len(options) == 1:
            return _value(options[0], data, what)
        for option in options:
            try:
                return _value(option, data, what)
            except InputError:
                continue
        raise InputError(f"{what} must be {_told(kind)}, not {shorten(data)}")
    if origin is Literal:
        if data not in inner or isinstance(data, bool) != any(isinstance(i, bool) for i in inner):
            raise InputError(f"{what} must be one of {', '.join(map(str, inner))}, not {shorten(data)}")
        return data
    if origin in (tuple, list):
        return _list(inner, data, what) if origin is tuple else list(_list((*inner, ...), data, what))
    if origin is dict:
        if not isinstance(data, dict):
            raise InputError(f"{what} must be an object, not {shorten(data)}")
        return {_value(inner[0], key, what): _value(inner[1], item, f"{what}.{key}") for key, item in data.items()}
    if dataclasses.is_dataclass(kind):
        return read_as(kind, data, what)  # type: ignore[arg-type]
    if kind is float:
        return _number(data, what)
    if isinstance(data, kind) and (kind is bool or not isinstance(data, bool)):
        return data
    raise InputError(f"{what} must be {_told(kind)}, not {shorten(data)}")


def _list(inner: tuple[Any, ...], data: Any, what: str) -> tuple[Any, ...]:
    if not isinstance(data, (list, tuple)):
        raise InputError(f"{what} must be a list, not {shorten(data)}")
    if len(inner) == 2 and inner[1] is ...:
        return tuple(_value(inner[0], item, what) for item in data)
    if len(data) != len(inner):
        raise InputError(f"{what} must be {len(inner)} values, not {len(data)}")
    return tuple(_value(kind, item, what) for kind, item in zip(inner, data, strict=True))


def _number(data: Any, what: str) -> float:
    if isinstance(data, bool) or not isinstance(data, (int, float)) or not abs(data) <= LARGEST:
        raise InputError(f"{what} must be a finite number, not {shorten(data)}")
    return float(data)


def _told(kind: Any) -> str:
    names = {str: "text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}
    if get_origin(kind) in (Union, types.UnionType):
        return " or ".join(_told(option) for option in get_args(kind))
    return names.get(kind, str(kind))
