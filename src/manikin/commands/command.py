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

from manikin.document.document import Document
from manikin.registry import Described, Registry

__all__ = ["Command", "command_kinds", "spoken"]


@dataclass(frozen=True, kw_only=True)
class Command(Described, what="command", tag="kind"):
    """Base of all edits."""

    def label(self, document: Document) -> str:
        """What a menu says that it undoes; ``document`` is the one before the edit."""
        raise NotImplementedError

    def apply(self, document: Document) -> Document:
        """The document after the edit; the one before it stays as it is."""
        raise NotImplementedError


command_kinds: Registry[type[Command]] = Command.registry


def spoken(name: str) -> str:
    """A part's name as people say it: "r_upper_arm" → "right upper arm"."""
    side, _, rest = name.partition("_")
    if rest and side in ("l", "r"):
        name = ("left " if side == "l" else "right ") + rest
    return name.replace("_", " ")
