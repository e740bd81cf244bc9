"""``manikin edit``: pose a figure in the browser."""

from __future__ import annotations

import contextlib
import gc
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manikin.errors import InputError

if TYPE_CHECKING:
    from manikin.project.store import Store

__all__ = ["edit"]

SUFFIX = ".manikin"


def edit(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FIGURE…_OR_PROJECT]",
            help="Shipped figures or props, files (.scr, .urdf), or a project (.manikin); a human if absent.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    expose: Annotated[bool, typer.Option("--expose", help="Allow an address that other machines can reach.")] = False,
    new: Annotated[bool, typer.Option("--new", help="Begin anew, even if the figure was edited before.")] = False,
) -> None:
    """Pose figures in the browser: prints the address, and serves it until it is stopped.

    A project keeps every edit as it is made.  Figures without a project of their own get one among the user's
    own files, and are found there again the next time: manikin edit human tube.
    """
    with _lasting():
        from manikin.editor.launch import run_editor

        store = _open(sources or ["human"], new)
    for sentence in store.notices:
        print(sentence, file=sys.stderr)
    run_editor(store, host=host, port=port, browser=browser, expose=expose)


@contextlib.contextmanager
def _lasting() -> Iterator[None]:
    """What is made here stays: nobody need look for garbage in it, now or whenever a hand is pulled."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


def _open(sources: list[str], new: bool) -> Store:
    from manikin.cli.sources import open_figure
    from manikin.commands.figures import first_document
    from manikin.editor.launch import state_folder
    from manikin.editor.shown import ShownCheck
    from manikin.project.documents import open_store
    from manikin.project.file_guard import AlreadyOpen

    projects = [source for source in sources if source.lower().endswith(SUFFIX)]
    if projects:
        path = Path(sources[0])
        if len(sources) > 1:
            raise InputError(f"open either a project or figures, not {projects[0]} and others")
        if new and path.exists():
            raise InputError(f"{path} exists already; leave out --new to open it")
        from manikin import bodies

        return open_store(path, lambda: first_document(bodies.load("human")), shown=ShownCheck())
    figures = [open_figure(source) for source in sources]
    stems = [Path(source).stem if Path(source).suffix.lower() in (".scr", ".urdf") else source for source in sources]
    name = re.sub(r"[^\w-]+", "-", "-".join(stems)).strip("-")[:100] or "figure"
    folder, first = state_folder(), cache(lambda: first_document(*figures))
    taken: list[str] = []
    for number in range(1, 1000):
        path = folder / (f"{name}{SUFFIX}" if number == 1 else f"{name}-{number}{SUFFIX}")
        if new and path.exists():
            continue
        if not path.exists():
            first()  # what is wrong with it is told before there is a file
        try:
            store = open_store(path, first, shown=ShownCheck())
        except AlreadyOpen:
            taken.append(path.name)
            continue
        if taken:
            store.notices.append(f"{', '.join(taken)} is open in another editor, so this is {path.name}.")
        return store
    raise InputError(f"there are too many projects in {folder}")
