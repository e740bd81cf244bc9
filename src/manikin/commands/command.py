"""Commands: edits of a document.  A command is a frozen dataclass of its arguments.

A new kind is one class with ``label`` and ``apply``.  The editor, its page, project files and the contract tests then
know it:

    @dataclass(frozen=True, kw_only=True)
    class RenameProject(Command, kind="rename_project"):
        '''Give the project another name.'''
        name: str
        def label(self, document): return "Rename project"
        def apply(self, document): return replace(document, name=self.name)

Commands on a figure have a field ``figure``, its name, which may be left out if the document has only one figure.
A field with ``repr=False``, such as the bytes of a file, is not written to the journal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from manikin.document.document import Document
from manikin.registry import Described, Registry

__all__ = ["Command", "Made", "command_kinds", "of_figure"]


@dataclass(frozen=True, kw_only=True)
class Made:
    """What an edit added to the document: locks by their ids, figures by their names."""

    locks: tuple[int, ...] = ()
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Command(Described, what="command", tag="kind"):
    """Base of all edits.

    Attributes:
        is_step: Whether undo takes the edit back.
    """

    is_step: ClassVar[bool] = True

    def label(self, document: Document) -> str:
        """The label in menus and in the history; ``document`` is the one before the edit."""
        raise NotImplementedError

    def prepared(self, document: Document) -> Document:
        """The document with what the edit needs of figures as a whole, before it is made at a frame."""
        return document

    def apply(self, document: Document) -> Document:
        """The document after the edit; the given one does not change."""
        raise NotImplementedError

    def made(self, before: Document, after: Document) -> Made:
        """What the edit added."""
        known = {lock.id for lock in before.locks}
        return Made(
            locks=tuple(lock.id for lock in after.locks if lock.id not in known),
            figures=tuple(name for name in after.figures if name not in before.figures),
        )


command_kinds: Registry[type[Command]] = Command.registry


def of_figure(document: Document, figure: str | None) -> str:
    """ " of NAME" for a label if a document has several figures."""
    return "" if len(document.actors) == 1 or figure is None else f" of {figure[:80]}"
