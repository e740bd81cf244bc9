"""Edits of the project as a whole: its figure, its name, its settings."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, fields, replace
from typing import Any

from manikin.commands.command import Command, display_name
from manikin.document.document import Document, Settings
from manikin.document.ik_chain import ChainMode
from manikin.errors import FormatError, InputError, shorten
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton
from manikin.skeleton.shapes import MeshFile
from manikin.skeleton.skeleton import Skeleton

__all__ = ["ChangeSettings", "NewFigure", "OpenProject", "RenameProject", "SetStiffness"]


@dataclass(frozen=True, kw_only=True)
class ChangeSettings(Command, kind="settings"):
    """Change what is given of the settings; ``free_base`` forgets the named joint."""

    solver: str | None = None
    options: dict[str, Any] | None = None
    iterations_per_refresh: int | None = None
    continuous: bool | None = None
    drag_mode: ChainMode | None = None
    drag_base: str | None = None
    balance: bool | None = None
    comfort: bool | None = None
    collision: bool | None = None
    free_base: bool = False

    def label(self, document: Document) -> str:
        return "Change settings" if self.solver is None else f"Solve with {shorten(self.solver)}"

    def apply(self, document: Document) -> Document:
        given = {field.name: value for field in fields(Settings) if (value := getattr(self, field.name)) is not None}
        if "solver" in given and given["solver"] != document.settings.solver:
            given.setdefault("options", {})  # those of another solver mean nothing here
        if self.free_base:
            given["drag_base"] = None
        return replace(document, settings=replace(document.settings, **given))


@dataclass(frozen=True, kw_only=True)
class SetStiffness(Command, kind="stiffness"):
    """Make a parameter, or all parameters of a joint, stiff: 0 (free) … 1 (rigid)."""

    name: str
    value: float

    def label(self, document: Document) -> str:
        return f"Stiffness of {display_name(self.name)}"

    def apply(self, document: Document) -> Document:
        figure = document.figure
        names = [self.name]
        if self.name in figure.skeleton and self.name not in figure.parameter_names:
            dofs = [dof.name for dof in figure.skeleton[self.name].dofs]
            names = [figure.parameter_names[c] for c in figure.coupling.columns_of(dofs, figure.skeleton)]
        return replace(document, stiffness={**document.stiffness, **dict.fromkeys(names, self.value)})


@dataclass(frozen=True, kw_only=True)
class NewFigure(Command, kind="new_figure"):
    """Begin anew with a shipped figure (``name``), or with the content of a file (``file``, ``content`` in base64).

    The settings stay; pose, kept poses and locks are those of the new figure.
    """

    name: str | None = None
    file: str | None = None
    content: str | None = None
    grouped: bool = True

    def label(self, document: Document) -> str:
        return f"New {shorten(self.name)}" if self.file is None else f"Import {shorten(self.file)}"

    def apply(self, document: Document) -> Document:
        figure = self._figure()
        if not self.grouped:
            figure = figure.ungrouped()
        settings = replace(document.settings, drag_base=None)
        return replace(Document.of(figure, document.name), settings=settings, made=document.made)

    def _figure(self) -> Figure:
        from manikin import bodies

        if (self.name is None) == (self.file is None):
            raise InputError("name either a shipped figure or a file")
        if self.name is not None:
            return bodies.load(self.name)
        try:
            data = base64.b64decode(self.content or "", validate=True)
        except (binascii.Error, ValueError):
            raise FormatError("the content is not base64", file=self.file) from None
        skeleton = read_skeleton(data, self.file or "")
        _check_files(skeleton, self.file)
        return Figure(skeleton)


@dataclass(frozen=True, kw_only=True)
class OpenProject(Command, kind="open_project"):
    """Go on with the document of another project: ``content`` as ``Document.to_data`` has it, from ``file``."""

    file: str
    content: dict[str, Any]

    def label(self, document: Document) -> str:
        return f"Open {self.file[:80]}"

    def apply(self, document: Document) -> Document:
        other = Document.from_data(self.content)
        _check_files(other.figure.skeleton, self.file)
        return replace(other, made=max([document.made, other.made, *(lock.id for lock in other.locks)]))


def _check_files(skeleton: Skeleton, file: str | None) -> None:
    """Refuse a figure that names files outside its own folder."""
    for shape in (shape for joint in skeleton for shape in joint.shapes):
        if isinstance(shape, MeshFile) and _leads_elsewhere(shape.path):
            raise FormatError(f"it names {shorten(shape.path)}, which lies outside", file=file)


def _leads_elsewhere(path: str) -> bool:
    """Whether the name of a file is an address, absolute, or climbs out of its folder; nobody visits it anyway."""
    plain = path.removeprefix("package://").replace("\\", "/")
    return "://" in plain or plain.startswith(("/", "~")) or ".." in plain.split("/") or plain[1:2] == ":"


@dataclass(frozen=True, kw_only=True)
class RenameProject(Command, kind="rename_project"):
    """Give the project another name."""

    name: str

    def label(self, document: Document) -> str:
        return "Rename project"

    def apply(self, document: Document) -> Document:
        return replace(document, name=self.name)
