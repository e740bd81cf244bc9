"""Commands: edits of a document (DESIGN: an edit is a frozen dataclass of its arguments).

A new kind is one class with ``label`` and ``apply``; it is then known to the editor, to its page, to project files and
to the contract tests:

    @dataclass(frozen=True, kw_only=True)
    class RenameProject(Command, kind="rename_project"):
        '''Give the project another name.'''
        name: str
        def label(self, document): return "Rename project"
        def apply(self, document): return replace(document, name=self.name)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from manikin.document.document import Document
from manikin.errors import InputError, shorten
from manikin.plain_data import plain, read_as
from manikin.registry import Registry

__all__ = ["Command", "command_from_data", "command_kinds", "display_name"]

command_kinds: Registry[type[Command]] = Registry("command")


@dataclass(frozen=True, kw_only=True)
class Command:
    """Base of all edits."""

    kind: ClassVar[str]

    def __init_subclass__(cls, *, kind: str | None = None, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if kind is not None:
            cls.kind = kind
            command_kinds.add(kind, cls)

    def label(self, document: Document) -> str:
        """What a menu says that it undoes; ``document`` is the one before the edit."""
        raise NotImplementedError

    def apply(self, document: Document) -> Document:
        """The document after the edit; the one before it stays as it is."""
        raise NotImplementedError

    def to_data(self) -> dict[str, Any]:
        """Plain data, as JSON has it."""
        return {"kind": self.kind, **plain(self)}


def command_from_data(data: Any) -> Command:
    """The inverse of ``Command.to_data``."""
    import manikin.commands  # noqa: F401  (registers the kinds)

    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise InputError(f"a command is an object with its kind, not {shorten(data)}")
    cls = command_kinds[data["kind"]]
    return read_as(cls, {key: value for key, value in data.items() if key != "kind"}, f"command {cls.kind}")


def display_name(name: str) -> str:
    """A part's name as people say it: "r_upper_arm" → "right upper arm"."""
    side, _, rest = name.partition("_")
    if rest and side in ("l", "r"):
        name = ("left " if side == "l" else "right ") + rest
    return name.replace("_", " ")
