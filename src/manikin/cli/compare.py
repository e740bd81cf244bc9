"""``manikin compare``: all solvers on one problem."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manikin.cli.requests import (
    MakeRequest,
    MaxIterations,
    ProblemRequest,
    Seconds,
    Tolerance,
    errors_of,
    make_solver,
    with_problem_options,
)
from manikin.cli.sources import check_suffix
from manikin.errors import InputError, Unsupported

if TYPE_CHECKING:
    from manikin.solvers.result import Result

__all__ = ["compare"]


@with_problem_options
def compare(
    make_request: MakeRequest,
    solvers: Annotated[
        str | None, typer.Option(help="Solvers to compare, as in lm,ccd; default: all.", show_default=False)
    ] = None,
    tolerance: Tolerance = None,
    max_iterations: MaxIterations = None,
    seconds: Seconds = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Draw all poses into this .png file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in radians, metres and seconds.")] = False,
) -> None:
    """Solve the same problem with all solvers and compare the results."""
    check_suffix(output, ".png", "a picture")
    if seconds is not None and not seconds >= 0:
        raise InputError(f"--seconds must be 0 or above, not {seconds:g}")
    methods = [make_solver(kind, None, tolerance=tolerance, max_iterations=max_iterations) for kind in _kinds(solvers)]
    request = make_request()
    results: dict[str, Result] = {}
    refused: dict[str, str] = {}
    for method in methods:
        try:
            limit = math.inf if seconds is None else seconds
            results[method.kind] = method.solve(request.problem, request.q, seconds=limit)
        except Unsupported as reason:
            refused[method.kind] = str(reason)
    if output is not None:
        _draw(output, request, results)
    if as_json:
        facts = [_facts(kind, result, request) for kind, result in results.items()]
        print(json.dumps({"results": facts, "refused": refused}, indent=1))
        return
    _print(results, refused)
    if output is not None:
        print(output)


def _kinds(chosen: str | None) -> list[str]:
    """The named solvers, or all of them."""
    import manikin.solvers  # noqa: F401  (registers the kinds)
    from manikin.solvers.solver import solver_kinds

    names = list(solver_kinds) if chosen is None else [name for name in re.split(r"[\s,]+", chosen) if name]
    if not names:
        raise InputError("--solvers takes names, as in lm,ccd")
    return [solver_kinds[name].kind for name in dict.fromkeys(names)]


def _facts(kind: str, result: Result, request: ProblemRequest) -> dict[str, Any]:
    return {
        "solver": kind,
        "status": result.status.value,
        "seconds": result.seconds,
        "iterations": result.iterations,
        "evaluations": result.evaluations,
        "cost": result.cost,
        "violation": result.violation,
        "goals": errors_of(result),
        "units": {"angle": "rad", "length": "m"},
        "values": dict(request.found_poses(result)[0].values),
    }


def _print(results: dict[str, Result], refused: dict[str, str]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console
    from manikin.goals.goal import error_in_words

    out = console()
    if results:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("solver", no_wrap=True, style="cyan")
        table.add_column("status", no_wrap=True)
        for heading in ("time", "iterations", "evaluations", "cost"):
            table.add_column(heading, justify="right", no_wrap=True)
        for fact in errors_of(next(iter(results.values()))):
            table.add_column(escape(fact["name"] or fact["goal"]), justify="right")
        for kind, result in results.items():
            status = f"[{'green' if result.reached else 'yellow'}]{result.status.value}[/]"
            counts = (f"{1000 * result.seconds:.3g} ms", str(result.iterations), str(result.evaluations))
            errors = [error_in_words(error) for error in result.errors]
            table.add_row(kind, status, *counts, f"{result.cost:.3g}", *errors)
        out.print(table)
    reasons: dict[str, list[str]] = {}
    for kind, reason in refused.items():
        reasons.setdefault(reason.removeprefix(f"the solver {kind} "), []).append(kind)
    for reason, kinds in reasons.items():
        out.print(f"[dim]not run:[/] [cyan]{', '.join(kinds)}[/]: {escape(reason)}")


def _draw(path: Path, request: ProblemRequest, results: dict[str, Result]) -> None:
    from manikin.cli.goal_marks import marks_of
    from manikin.formats.files import write_atomically
    from manikin.picture import to_png
    from manikin.picture.strip import Panel, strip

    panels = [Panel(request.start, "start", **marks_of(request.problem, request.start))]
    for kind, result in results.items():
        title = kind if result.reached else f"{kind} ({result.status.value})"
        panels.append(Panel(result.poses, title, **marks_of(request.problem, result.poses)))
    columns = min(len(panels), 6)
    write_atomically(path, to_png(strip(panels, columns=columns)))
