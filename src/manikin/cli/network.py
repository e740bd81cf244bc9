"""``manikin network``: the data-flow network of a problem."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manikin.cli.requests import FigureArguments, Goals, Hard, Locks, ProblemRequest, StartPose, Ungrouped
from manikin.errors import InputError, shorten

if TYPE_CHECKING:
    from manikin.problem.network import Network

__all__ = ["network"]


def network(
    figure: FigureArguments,
    goal: Goals = None,
    hard: Hard = None,
    lock: Locks = None,
    pose: StartPose = None,
    ungrouped: Ungrouped = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Draw the network into this .svg file.")] = None,
) -> None:
    """List or draw the data-flow network of a problem: figures, handles and goals, and the connections between them.

    The drawing shows the rows of the Jacobian beside each goal, with a cell for each parameter that it depends on.
    """
    if output is not None and output.suffix.lower() != ".svg":
        raise InputError(f"a network is drawn as .svg, not as {shorten(output.name)}")
    request = ProblemRequest.of(figure, goal, hard, lock, pose, ungrouped=ungrouped)

    from manikin.problem.network import Network

    wired = Network(request.problem.figures, request.problem.all_goals)
    wired.state = request.q
    _print(wired)
    if output is not None:
        from manikin.formats.files import write_atomically
        from manikin.picture.network_diagram import network_svg

        write_atomically(output, network_svg(wired, hard=len(request.problem.hard)))
        print(output)


def _print(wired: Network) -> None:
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console
    from manikin.picture.network_diagram import describe

    numbers = {block: i for i, block in enumerate(wired.blocks)}
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("", "block", "", "", "inputs"):
        table.add_column(heading)
    for block, i in numbers.items():
        words = describe(block)
        below = ", ".join(str(numbers[b]) for b in dict.fromkeys(block.inputs))
        table.add_row(str(i), f"[cyan]{escape(words.title)}[/]", words.sort, escape(words.detail), below)
    console().print(table)
