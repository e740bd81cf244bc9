"""Edits of the pictures behind views."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from manikin.commands.command import Command
from manikin.document.backdrop import Backdrop, BackdropPlace, Sight
from manikin.document.document import Document
from manikin.errors import InputError
from manikin.plain_data import changed

__all__ = ["ChangeBackdrop", "RemoveBackdrop", "SetBackdrop"]


@dataclass(frozen=True, kw_only=True)
class SetBackdrop(Command, kind="set_backdrop"):
    """Put a picture behind a view; one that was there goes."""

    sight: Sight
    file: str
    place: BackdropPlace = field(default_factory=BackdropPlace)
    content: bytes = field(repr=False)

    def label(self, document: Document) -> str:
        return f"Picture behind the {self.sight} view"

    def apply(self, document: Document) -> Document:
        new = Backdrop(sight=self.sight, picture=self.content, **self.place.place)
        return _with(document, (*_others(document, self.sight), new))


@dataclass(frozen=True, kw_only=True)
class ChangeBackdrop(Command, kind="change_backdrop"):
    """Move a picture behind a view, make it larger or smaller, fainter or stronger."""

    sight: Sight
    changes: dict[str, Any] = field(metadata={"typescript": "Partial<BackdropPlace>"})

    def label(self, document: Document) -> str:
        return f"Place picture behind the {self.sight} view"

    def apply(self, document: Document) -> Document:
        old = _found(document, self.sight)
        known = [own.name for own in fields(BackdropPlace)]
        new = changed(old, self.changes, known, "a picture behind a view")
        return _with(document, (*_others(document, self.sight), new))


@dataclass(frozen=True, kw_only=True)
class RemoveBackdrop(Command, kind="remove_backdrop"):
    """Take the picture behind a view away."""

    sight: Sight

    def label(self, document: Document) -> str:
        return f"Remove picture behind the {self.sight} view"

    def apply(self, document: Document) -> Document:
        _found(document, self.sight)
        return _with(document, _others(document, self.sight))


def _found(document: Document, sight: Sight) -> Backdrop:
    found = next((one for one in document.backdrops if one.sight == sight), None)
    if found is None:
        raise InputError(f"there is no picture behind the {sight} view")
    return found


def _others(document: Document, sight: Sight) -> tuple[Backdrop, ...]:
    return tuple(one for one in document.backdrops if one.sight != sight)


def _with(document: Document, backdrops: Iterable[Backdrop]) -> Document:
    return replace(document, backdrops=tuple(sorted(backdrops, key=lambda one: one.sight)))
