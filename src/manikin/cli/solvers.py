"""``manikin solvers``: the solvers and what each supports."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

__all__ = ["solvers"]

HEADINGS = {
    "limits": "limits",
    "linear limits": "linear limits",
    "hard goals": "hard goals",
    "stiffness": "stiff joints",
    "orientation": "rotation",
    "slides": "slides",
    "couplings": "groups",
    "disjunctions": "any of",
    "several goals": "many goals",
}


def solvers(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the solvers and the features that each supports; a problem that needs others is refused."""
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console
    from manikin.solvers.solver import FEATURES

    rows = [_row(kind) for kind in _kinds()]
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("solver", no_wrap=True, style="cyan")
    table.add_column("", min_width=30)
    for feature in FEATURES:
        table.add_column(HEADINGS.get(feature, feature), justify="center", max_width=8)
    table.add_column("compiled", justify="center")
    for row in rows:
        marks = ["✓" if feature in row["honours"] else "–" for feature in FEATURES]
        table.add_row(row["name"], escape(row["description"]), *marks, "✓" if row["compiled"] else "–")
    console().print(table)
    console().print(f"\n{len(rows)} solvers; lm is the default. A solver that is not compiled runs in Python.")


def _kinds() -> list[str]:
    import manikin.solvers  # noqa: F401  (registers the kinds)
    from manikin.solvers.solver import solver_kinds

    return list(solver_kinds)


def _row(kind: str) -> dict[str, Any]:
    from dataclasses import fields

    from manikin.solvers.solver import FEATURES, solver_kinds

    cls = solver_kinds[kind]
    return {
        "name": kind,
        "description": cls.summary(),
        "honours": [feature for feature in FEATURES if feature in cls.honours],
        "compiled": cls.compiled,
        "options": {field.name: str(field.default) for field in fields(cls)},
    }
