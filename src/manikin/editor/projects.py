"""The projects of the user: which there are, and how the editor goes from one to another.

Nothing is replaced: a new project is a new file, and one that is opened stays in its own.  The one before is closed as
it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from manikin.commands.figure_source import FigureSource
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.editor.shown import ShownCheck
from manikin.editor.state_folder import state_folder
from manikin.errors import InputError, UnknownName, shorten
from manikin.plain_data import to_data
from manikin.project.documents import open_store, read_document
from manikin.project.recent import free_path, recent_projects, remember
from manikin.project.store import Store

__all__ = ["project_list", "requested_project", "uploaded_project"]


def project_list(store: Store) -> dict[str, Any]:
    """The projects that can be opened, newest first, and the one that is open."""
    return {"open": str(store.path), "projects": to_data(recent_projects(state_folder()))}


def requested_project(asked: Any, now: Store) -> Callable[[], Store]:
    """What opens the project that was asked for: {"new": a shipped figure} or {"open": a path of the list}."""
    if not isinstance(asked, dict) or len(asked) != 1 or not isinstance(next(iter(asked.values())), str):
        raise InputError('ask for {"new": figure} or {"open": path}')
    ((what, value),) = asked.items()
    if what == "new":
        source = FigureSource(name=value)
        return partial(_new, value.partition(":")[0], lambda: first_document(source.load()))
    if what != "open":
        raise UnknownName("request", what, ("new", "open"))
    known = {project.path for project in recent_projects(state_folder())}
    if value not in known:  # the page opens what its user has opened before, and no other file of this machine
        raise InputError(f"{shorten(value)} is not among your projects; open it with manikin edit")
    if Path(value) == now.path:
        raise InputError(f"{Path(value).name} is open here already")
    return partial(_old, Path(value))


def uploaded_project(name: str, content: bytes) -> Callable[[], Store]:
    """What makes a project of the bytes of a file, which is a project or a figure."""
    plain = Path(name.replace("\\", "/"))
    if plain.suffix.lower() == ".manikin":
        return partial(_new, plain.stem, lambda: read_document(content, name), f"a copy of {plain.name}")
    source = FigureSource(file=plain.name, content=content)
    return partial(_new, plain.stem, lambda: first_document(source.load()))


def _old(path: Path) -> Store:
    store = open_store(path, shown=ShownCheck())
    store.news.append("opened as it was left")
    remember(state_folder(), store.path)
    return store


def _new(name: str, first: Callable[[], Document], news: str = "a new project") -> Store:
    document = first()  # raises its errors before there is a file
    plain = re.sub(r"[^\w-]+", "-", name).strip("-")[:100] or "figure"
    path = free_path(state_folder(), plain)
    store = open_store(path, lambda: document, shown=ShownCheck())
    store.news.append(news)
    remember(state_folder(), store.path)
    return store
