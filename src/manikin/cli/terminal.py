"""The terminal that commands print to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["bar", "console"]

FILE_WIDTH = 160
"""Columns of the output if it does not go to a terminal."""


def console() -> Console:
    """A console as wide as the terminal, or ``FILE_WIDTH`` wide if the output goes elsewhere."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else FILE_WIDTH)


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error that shows how far something is, in a terminal only; call what it gives to go on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    terminal = Console(file=sys.stderr)
    with Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda count: progress.update(task, advance=count)
