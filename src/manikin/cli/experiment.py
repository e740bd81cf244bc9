"""``manikin experiment``: repeat experiments of the literature."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from manikin.experiments.experiment import Experiment, Row

__all__ = ["experiment"]


def experiment(
    ids: Annotated[list[str], typer.Argument(metavar="ID…", help="X1, X2, …, gallery, or all.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the results.")] = Path("experiments"),
) -> None:
    """Repeat experiments of the literature: pictures, plots, numbers, and a table that compares them."""
    import sys

    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    chosen = _chosen(ids)
    output.mkdir(parents=True, exist_ok=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        for kind in chosen:
            task = progress.add_task(f"{kind.id}  {kind.title}", total=None)
            rows = kind().run(output)
            progress.remove_task(task)
            _print(kind, rows)
    print(output)


def _chosen(ids: list[str]) -> list[type[Experiment]]:
    """The experiments with these ids, in order, each once."""
    import manikin.experiments  # noqa: F401  (registers them)
    from manikin.experiments.experiment import experiment_kinds

    every = sorted(experiment_kinds, key=lambda id: int(id[1:]) if id[1:].isdigit() else math.inf)
    spelt = {id.lower(): id for id in every}
    names: list[str] = []
    for id in ids:
        names += every if id.lower() == "all" else [spelt.get(id.lower(), id)]
    return [experiment_kinds[name] for name in dict.fromkeys(names)]


def _print(kind: type[Experiment], rows: list[Row]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("", escape(kind.source), "manikin"):
        table.add_column(heading)
    for row in rows:
        table.add_row(escape(row.quantity), escape(row.document), escape(row.ours))
    out = console()
    out.print(f"[bold cyan]{kind.id}[/]  [bold]{escape(kind.title)}[/]")
    out.print(table)
    out.print()
