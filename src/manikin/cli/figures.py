"""``manikin figures``: the shipped figures."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

__all__ = ["figures"]


def figures(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the shipped figures: bodies, then props."""
    from rich.table import Table

    from manikin import bodies
    from manikin.cli.terminal import console

    rows = [_row(name) for name in (*bodies.names(), *bodies.prop_names())]
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("figure", no_wrap=True, style="cyan")
    for heading in ("joints", "parameters", "ungrouped", "mass", "height"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("")
    for row in rows:
        mass = f"{row['mass']:.3g} kg" if row["mass"] else "–"
        counts = [str(row[key]) for key in ("joints", "parameters", "ungrouped")]
        table.add_row(row["name"], *counts, mass, f"{row['height']:.3g} m", row["description"])
    console().print(table)


def _row(name: str) -> dict[str, Any]:
    from manikin import bodies
    from manikin.figure.scaling import height_of

    figure = bodies.load(name)
    return {
        "name": name,
        "joints": len(figure.skeleton),
        "parameters": figure.size,
        "ungrouped": figure.ungrouped().size,
        "mass": figure.skeleton.mass,
        "height": height_of(figure),
        "description": bodies.describe(name).partition("\n")[0],
    }
