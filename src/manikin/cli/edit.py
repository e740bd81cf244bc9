"""``manikin edit``: pose figures in the browser."""

from __future__ import annotations

import contextlib
import gc
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manikin.errors import InputError, suggestion

if TYPE_CHECKING:
    from manikin.project.store import Store

__all__ = ["edit"]

PROJECT_SUFFIX = ".manikin"


def edit(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FIGURE…_OR_PROJECT]",
            help="Shipped figures or props, files (.scr, .urdf, .obj, .stl), or a project (.manikin); default: human.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[int, typer.Option(help="Port of the server; 0: any free port.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    host: Annotated[str, typer.Option(help="Address of the server.")] = "127.0.0.1",
    expose: Annotated[bool, typer.Option("--expose", help="Allow an address that other machines can reach.")] = False,
    new: Annotated[bool, typer.Option("--new", help="Start a new project even if there is one.")] = False,
) -> None:
    """Pose figures in the browser.

    Starts the editor, prints its address and runs until it is stopped. A project stores every edit at once. For
    figures, as in manikin edit human tube, a project is made in the folder of the user and opened again the next time.
    """
    with _frozen_garbage():
        from manikin.editor.launch import run_editor

        store = _open(sources or ["human"], new)
    run_editor(store, host=host, port=port, browser=browser, expose=expose)


@contextlib.contextmanager
def _frozen_garbage() -> Iterator[None]:
    """Keep the objects made at the start out of the garbage collector, to avoid pauses during drags."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


def _as_left(store: Store) -> str:
    """What is opened again, and how to begin another one."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(store.path.stat().st_mtime))
    return f"as it was left, changed last on {when}; --new begins another project"


def _projects_beside(path: Path) -> list[str]:
    """Names of the projects in the folder of a file."""
    return sorted(other.name for other in path.parent.glob(f"*{PROJECT_SUFFIX}"))


def _open(sources: list[str], new: bool) -> Store:
    from manikin.cli.sources import is_file, open_figure
    from manikin.commands.figures import first_document
    from manikin.editor.shown import ShownCheck
    from manikin.editor.state_folder import state_folder
    from manikin.project.documents import open_store
    from manikin.project.file_guard import AlreadyOpen

    projects = [source for source in sources if source.lower().endswith(PROJECT_SUFFIX)]
    if projects:
        path = Path(sources[0])
        if len(sources) > 1:
            raise InputError(f"open either a project or figures, not {projects[0]} and others")
        if new and path.exists():
            raise InputError(f"{path} exists already; leave out --new to open it")
        from manikin import bodies

        made = not path.exists()
        if made and not new and (meant := suggestion(path.name, _projects_beside(path))):
            raise InputError(f"there is no project {path}{meant} --new makes one of this name")
        store = open_store(path, lambda: first_document(bodies.load("human")), shown=ShownCheck())
        store.news.append("a new project" if made else _as_left(store))
        return store
    figures = [open_figure(source) for source in sources]
    stems = [Path(source).stem if is_file(source) else source for source in sources]
    name = re.sub(r"[^\w-]+", "-", "-".join(stems)).strip("-")[:100] or "figure"
    folder, first = state_folder(), cache(lambda: first_document(*figures))
    taken: list[str] = []
    for number in range(1, 1000):
        path = folder / (f"{name}{PROJECT_SUFFIX}" if number == 1 else f"{name}-{number}{PROJECT_SUFFIX}")
        if new and path.exists():
            continue
        made = not path.exists()
        if made:
            first()  # raises its errors before there is a file
        try:
            store = open_store(path, first, shown=ShownCheck())
        except AlreadyOpen:
            taken.append(path.name)
            continue
        store.news.append("a new project" if made else _as_left(store))
        if taken:
            store.notices.append(f"{', '.join(taken)} is open in another editor, so this is {path.name}.")
        return store
    raise InputError(f"there are too many projects in {folder}")
