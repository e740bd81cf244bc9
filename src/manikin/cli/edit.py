"""``manikin edit``: pose a figure in the browser."""

from __future__ import annotations

import contextlib
import gc
import re
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
    source: Annotated[
        str,
        typer.Argument(
            metavar="[FIGURE_OR_PROJECT]", help="A shipped figure, a file (.scr, .urdf), or a project (.manikin)."
        ),
    ] = "human",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    expose: Annotated[bool, typer.Option("--expose", help="Allow an address that other machines can reach.")] = False,
    new: Annotated[bool, typer.Option("--new", help="Begin anew, even if the figure was edited before.")] = False,
) -> None:
    """Pose a figure in the browser: prints the address, and serves it until it is stopped.

    A project keeps every edit as it is made.  A figure without a project of its own gets one among the user's
    own files, and is found there again the next time.
    """
    with _lasting():
        from manikin.editor.launch import run_editor

        store = _open(source, new)
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


def _open(source: str, new: bool) -> Store:
    from manikin.cli.sources import open_figure
    from manikin.editor.launch import first_document, state_folder
    from manikin.project.store import Store

    if source.lower().endswith(SUFFIX):
        path = Path(source)
        if new and path.exists():
            raise InputError(f"{source} exists already; leave out --new to open it")
        from manikin import bodies

        return Store(path, lambda: first_document(bodies.load("human")))
    figure = open_figure(source)
    name = re.sub(r"[^\w-]+", "-", Path(source).stem if "." in source else source).strip("-") or "figure"
    folder, first = state_folder(), cache(lambda: first_document(figure))
    for number in range(1, 1000):
        path = folder / (f"{name}{SUFFIX}" if number == 1 else f"{name}-{number}{SUFFIX}")
        if new and path.exists():
            continue
        if not path.exists():
            first()  # what is wrong with it is told before there is a file
        try:
            return Store(path, first)
        except InputError:  # open in another editor
            continue
    raise InputError(f"there are too many projects in {folder}")
