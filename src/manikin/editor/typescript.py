"""The messages, and the commands, as TypeScript: ``python -m manikin.editor.typescript > web/src/messages.ts``."""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Iterable
from typing import Any, Literal, Union, get_args, get_origin

from manikin import commands  # noqa: F401  (registers the kinds)
from manikin.commands.command import command_kinds
from manikin.editor.messages import REPLIES, REQUESTS
from manikin.plain_data import type_hints
from manikin.registry import families

__all__ = ["typescript"]

HEAD = "// Made from the server's messages by python -m manikin.editor.typescript; do not edit.\n"
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def typescript() -> str:
    """The content of ``messages.ts``."""
    interfaces: dict[str, str] = {}
    for op, cls in REQUESTS.items():
        _interface(cls, interfaces, tag=("op", op), optional=True)
    for op, reply in REPLIES.items():
        _interface(reply, interfaces, tag=("op", op))
    for kind, command in command_kinds.items():
        _interface(command, interfaces, tag=("kind", kind), optional=True)
    unions = [
        _union("ClientMessage", REQUESTS.values()),
        _union("ServerMessage", REPLIES.values()),
        _union("Command", command_kinds.values()),
    ]
    return HEAD + "\n" + "\n".join([*interfaces.values(), *unions])


def _interface(cls: type, found: dict[str, str], *, tag: tuple[str, str] | None = None, optional: bool = False) -> None:
    if cls.__name__ in found:
        return
    found[cls.__name__] = ""  # reserves its place and ends recursion
    hints = type_hints(cls)
    lines = [f"/** {line} */" for line in (inspect.getdoc(cls) or "").splitlines()[:1]]
    lines.append(f"export interface {cls.__name__} {{")
    if tag is not None:
        lines.append(f'  {tag[0]}: "{tag[1]}";')
    for field in dataclasses.fields(cls):
        if not field.repr:
            continue
        needed = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        mark = "" if needed or not optional else "?"
        kind = field.metadata.get("typescript") or _type(hints[field.name], found)
        lines.append(f"  {field.name}{mark}: {kind};")
    found[cls.__name__] = "\n".join([*lines, "}", ""])


def _type(kind: Any, found: dict[str, str]) -> str:
    if kind in SIMPLE:
        return SIMPLE[kind]
    if kind in families.values():
        return "Record<string, unknown>"  # a goal or a handle: opaque to the page
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(option, found) for option in inner)
    if origin is Literal:
        return " | ".join(f'"{option}"' for option in inner)
    if origin in (tuple, list, frozenset):
        if origin is tuple and inner[-1] is not ...:
            return f"[{', '.join(_type(item, found) for item in inner)}]"
        element = _type(inner[0], found)
        return f"({element})[]" if " | " in element else f"{element}[]"
    if origin is dict:
        return f"Record<string, {_type(inner[1], found)}>"
    _interface(kind, found)
    return str(kind.__name__)


def _union(name: str, members: Iterable[type]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {cls.__name__}" for cls in members) + ";\n"


if __name__ == "__main__":
    print(typescript(), end="")
