"""Documents in project files: open a project, read one, and those of the first version."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from manikin.document.document import Document
from manikin.document.parts import from_parts, to_parts
from manikin.document.version_1 import document_from_version_1, figure_from_version_1
from manikin.errors import InputError, ManikinError
from manikin.figure.figure import Figure
from manikin.project.history import History, HistoryEntry
from manikin.project.inspection import read_project
from manikin.project.store import KEPT_STEPS, Store
from manikin.project.workspace import Workspace

__all__ = ["open_store", "open_workspace", "read_document"]


def open_store(
    path: str | os.PathLike[str],
    first: Callable[[], Document] | None = None,
    *,
    shown: Callable[[Document], object] | None = None,
) -> Store:
    """The store of a project file.

    Args:
        path: The file; one of the first version is converted.
        first: Makes the document that a new project begins with; without it there must be a project.
        shown: Raises if a document cannot be shown; such a document is not recorded and not opened.
    """

    def check(parts: Mapping[str, bytes]) -> None:
        document = from_parts(parts)
        try:
            if shown is not None:
                shown(document)
        except ManikinError:
            raise
        except Exception as error:  # it would fail again whenever the project is opened
            raise InputError(f"the document cannot be shown: {error}") from error

    begin = None if first is None else lambda: to_parts(first())
    return Store(path, begin, check=check, convert=_parts_from_version_1)


def open_workspace(store: Store) -> Workspace:
    """The workspace of a project, at the step where it was closed."""
    stored = store.steps()

    def load(place: int) -> Document:
        return from_parts(store.parts(place))

    entries = [HistoryEntry(label, partial(load, place)) for place, label in stored]
    history = History(entries, first=stored[0][0], place=store.place, kept=KEPT_STEPS)
    if store.settings is not None:
        history.go(store.place, from_parts({**store.parts(store.place), "settings": store.settings}))
    return Workspace(history, revision=store.revision, journal=store)


def read_document(content: bytes, file: str) -> Document:
    """The current document of the bytes of a project file, which are not trusted."""
    return from_parts(read_project(content, file, _parts_from_version_1))


def _parts_from_version_1(document: Any, figure: Any) -> Mapping[str, bytes]:
    """The parts of a step of the first version, and of its figure, both as plain data."""
    return to_parts(document_from_version_1(document, _figure(json.dumps(figure))))


@lru_cache(maxsize=32)
def _figure(text: str) -> Figure:
    return figure_from_version_1(json.loads(text))
