"""Edits of the whole project: its name, its settings, its content."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from manikin.commands.command import Command
from manikin.commands.figure_source import FigureSource, check_files
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.settings import Settings
from manikin.errors import shorten
from manikin.plain_data import changed

__all__ = ["ChangeSettings", "NewFigure", "OpenProject", "RenameProject"]


@dataclass(frozen=True, kw_only=True)
class ChangeSettings(Command, kind="change_settings"):
    """Change some of the settings.  They are no step: undo leaves them as they are."""

    is_step = False

    changes: dict[str, Any] = field(metadata={"typescript": "Partial<Settings>"})

    def label(self, document: Document) -> str:
        solver = self.changes.get("solver")
        return "Change settings" if solver is None else f"Solve with {shorten(solver)}"

    def apply(self, document: Document) -> Document:
        changes = dict(self.changes)
        if changes.get("solver", document.settings.solver) != document.settings.solver:
            changes.setdefault("options", {})  # options of another solver do not apply
        known = [own.name for own in fields(Settings)]
        return replace(document, settings=changed(document.settings, changes, known, "the settings"))


@dataclass(frozen=True, kw_only=True)
class NewFigure(FigureSource, Command, kind="new_figure"):
    """Replace all figures by one new figure; see ``FigureSource``.  A human has its feet locked, as in a new project.

    The settings stay, but for the base of chains.
    """

    def label(self, document: Document) -> str:
        return f"New {self.said}" if self.file is None else f"Import {self.said}"

    def apply(self, document: Document) -> Document:
        new = first_document(self.load())
        locks = tuple(replace(lock, id=document.made + lock.id) for lock in new.locks)
        settings, made = document.settings.without_base(), document.made + new.made
        return replace(new, name=document.name, settings=settings, locks=locks, made=made)


@dataclass(frozen=True, kw_only=True)
class OpenProject(Command, kind="open_project"):
    """Replace the document by that of another project, read from ``file``."""

    file: str
    document: Document = field(repr=False)

    def label(self, document: Document) -> str:
        return f"Open {self.file[:80]}"

    def apply(self, document: Document) -> Document:
        for actor in self.document.actors:
            check_files(actor.figure.skeleton, self.file)
        own = self.document.at(
            {actor.name: np.clip(actor.q, actor.figure.lo, actor.figure.hi) for actor in self.document.actors}
        )
        made = max([document.made, self.document.made, *(lock.id for lock in self.document.locks)])
        return replace(own, made=made)


@dataclass(frozen=True, kw_only=True)
class RenameProject(Command, kind="rename_project"):
    """Rename the project."""

    name: str

    def label(self, document: Document) -> str:
        return "Rename project"

    def apply(self, document: Document) -> Document:
        return replace(document, name=self.name)
