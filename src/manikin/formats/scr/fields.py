"""Fields of shapes and curves in ``.scr`` files, by their types: a kind that users add needs no code here.

A field may be a float, an int, a bool (true, false), a str, or a tuple of a fixed number of floats.  A field that may
be None is None if the file leaves it out.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

from manikin.errors import InputError, shorten
from manikin.formats.scr.places import same
from manikin.formats.scr.tokens import Reader, Words, choose, integer, number_text, quote, text

__all__ = ["Field", "fields_of", "kind_word", "missing"]


_found: dict[type, dict[str, Field]] = {}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a shape or curve: ``count`` numbers, or (count 0) one value of ``type`` int, bool or str."""

    name: str
    type: type
    count: int
    default: Any

    @property
    def required(self) -> bool:
        return self.default is dataclasses.MISSING

    def is_default(self, value: Any) -> bool:
        if self.required or value is None or self.default is None:
            return value is self.default
        if self.type is float:
            return same((value,), (self.default,))
        return same(value, self.default) if self.type is tuple else bool(value == self.default)

    def read(self, words: Words, i: int, number: Reader) -> tuple[Any, int]:
        """The value at word ``i``, and the number of the word after it."""
        if self.type is float:
            return number(words, i), i + 1
        if self.type is tuple:
            return tuple(number(words, k) for k in range(i, i + self.count)), i + self.count
        if self.type is int:
            return integer(words, i), i + 1
        if self.type is bool:
            return choose(words, i, ("true", "false"), f"whether it is {self.name}") == "true", i + 1
        return text(words, i, f"the {self.name}"), i + 1

    def write(self, value: Any, number: Callable[[float], str] = number_text) -> str:
        """The words that read back as this value; an empty text for the default."""
        if self.is_default(value):
            return ""
        if value is None:
            raise InputError(f"the field {self.name} is None, which an .scr file cannot hold")
        if self.type is float:
            shown = number(value)
        elif self.type is tuple:
            shown = " ".join(map(number, value))
        elif self.type is str:
            shown = quote(value)
        else:
            shown = str(value).lower()
        return f"{self.name} {shown}"


def kind_word(value: Any, known: Mapping[str, type], what: str) -> str:
    """The keyword of a shape or curve; an error if the reader would not know it."""
    kind = str(value.kind)
    if type(value) is not known.get(kind):
        raise InputError(f"the {what} {type(value).__name__} is not registered as {kind!r}, so it cannot be saved")
    if not re.fullmatch(r"[^\W\d][\w-]*", kind):
        raise InputError(f"the {what} {kind!r} cannot be saved: its kind is not one word")
    return kind


def missing(fields: dict[str, Field], given: dict[str, Any]) -> list[str]:
    """Names of the required fields that are missing."""
    return [name for name, field in fields.items() if field.required and name not in given]


def fields_of(kind: type, base: type) -> dict[str, Field]:
    """The fields that a class adds to its base class, by name and in order."""
    if kind not in _found:
        _found[kind] = _find_fields(kind, base)
    return _found[kind]


def _find_fields(kind: type, base: type) -> dict[str, Field]:
    inherited = {field.name for field in dataclasses.fields(base)}
    try:
        hints = get_type_hints(kind)
    except NameError as error:
        raise InputError(f"the types of {kind.__name__} cannot be found: {error}") from None
    made = {}
    for field in dataclasses.fields(kind):
        if field.init and field.name not in inherited:
            hint, default = hints[field.name], field.default
            chosen, count = _type_of(hint, f"{kind.__name__}.{field.name}")
            if default is dataclasses.MISSING and type(None) in get_args(hint):
                default = None
            made[field.name] = Field(field.name, chosen, count, default)
    return made


def _type_of(hint: Any, what: str) -> tuple[type, int]:
    if get_origin(hint) in (Union, types.UnionType):
        inner = [part for part in get_args(hint) if part is not type(None)]
        if len(inner) == 1:
            return _type_of(inner[0], what)
    if hint in (float, int, bool, str):
        return hint, int(hint is float)
    parts = get_args(hint)
    if get_origin(hint) is tuple and parts and all(part is float for part in parts):
        return tuple, len(parts)
    raise InputError(f"{what} is of the type {shorten(hint)}, which an .scr file cannot hold")
