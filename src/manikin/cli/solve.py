"""``manikin solve``: solve goals by inverse kinematics."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manikin.cli.requests import (
    MakeRequest,
    MaxIterations,
    Seconds,
    Tolerance,
    errors_of,
    make_solver,
    with_problem_options,
)
from manikin.cli.sources import check_suffix
from manikin.errors import InputError

if TYPE_CHECKING:
    from manikin.diagnosis.conflict import Conflict
    from manikin.solvers.result import Result

__all__ = ["conflict_facts", "print_result", "solve"]


@with_problem_options
def solve(
    make_request: MakeRequest,
    solver: Annotated[str, typer.Option(help="The solver (see: manikin solvers).")] = "lm",
    option: Annotated[list[str] | None, typer.Option(help="An option of the solver: name=value.")] = None,
    tolerance: Tolerance = None,
    max_iterations: MaxIterations = None,
    seconds: Seconds = None,
    avoid_self: Annotated[bool, typer.Option("--avoid-self", help="Keep the limbs apart from each other.")] = False,
    no_bends: Annotated[bool, typer.Option("--no-bends", help="Ignore the preferred bends of limbs.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write the pose to this .json file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the pose and its goals into this .png file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in radians, metres and seconds.")] = False,
) -> None:
    """Solve goals by inverse kinematics.

    A goal is a short text: "position r_hand 0.3 1.2 0.4" (metres), "position r_hand by 0 0.2 0" (relative to the
    start), "position r_hand @l_hand" (another part), "orientation r_hand 0 90 0" (degrees). The kinds are position,
    orientation, pose, aim, look_at, align, line, plane, half_space, distance, pole, path, match, gaze, balance,
    comfort, bend_toward, swivel, apart, outside, on_ground and above_ground; "manikin goals" lists them with their
    arguments. With several figures a part is named with its figure:
    manikin solve human tube --goal "position human:r_hand @tube".

    A goal that is not reached is reported. This is not an error.
    """
    from manikin.solvers import solve as solve_problem

    check_suffix(output, ".json", "a pose")
    check_suffix(picture, ".png", "a picture")
    method = make_solver(solver, option, tolerance=tolerance, max_iterations=max_iterations)
    if seconds is not None and not seconds >= 0:
        raise InputError(f"--seconds must be 0 or above, not {seconds:g}")
    request = make_request()
    if avoid_self:
        request = request.avoiding_self()
    limit = math.inf if seconds is None else seconds
    led = not (no_bends or request.posed)  # a pose that was given is where the figures stay near
    result = solve_problem(request.problem, request.q, method, preferred_bends=led, seconds=limit)

    from manikin.formats.content import Content
    from manikin.formats.files import save_content, write_atomically
    from manikin.formats.pose_json import pose_data

    poses = request.found_poses(result)
    if output is not None:
        save_content(Content(poses=poses), output)
    if picture is not None:
        from manikin.cli.goal_marks import marks_of
        from manikin.picture import four_views, to_png

        write_atomically(picture, to_png(four_views(result.poses, **marks_of(request.problem, result.poses))))
    if as_json:
        facts = {
            "solver": solver,
            "status": result.status.value,
            "message": result.message,
            "iterations": result.iterations,
            "evaluations": result.evaluations,
            "attempts": result.attempts,
            "seconds": result.seconds,
            "cost": result.cost,
            "violation": result.violation,
            "goals": errors_of(result),
            "conflict": None if result.conflict is None else conflict_facts(result.conflict),
        }
        found = [pose_data(pose) for pose in poses]
        print(json.dumps({**facts, **(found[0] if len(found) == 1 else {"poses": found})}, indent=1))
    else:
        print_result(result)
        for written in (output, picture):
            if written is not None:
                print(written)


def print_result(result: Result) -> None:
    """Print a table of goals with their errors, and a line with the status."""
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console
    from manikin.goals.goal import error_in_words

    out = console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("goal", no_wrap=True, style="cyan")
    table.add_column("")
    table.add_column("error", justify="right", no_wrap=True)
    for fact in errors_of(result):
        name, role = escape(fact["name"] or fact["goal"]), "hard" if fact["hard"] else ""
        table.add_row(name, role, error_in_words(fact["error"]))
    out.print(table)
    colour = "green" if result.reached else "yellow"
    duration = f"{1000 * result.seconds:.3g} ms, {result.iterations} iterations"
    starts = f", {result.attempts} starts" if result.attempts > 1 else ""
    out.print(f"[{colour}]{result.status.value}[/]: {escape(result.message)} ({duration}{starts})")
    if result.conflict is not None:
        out.print(escape(result.conflict.sentence))


def conflict_facts(conflict: Conflict) -> dict[str, Any]:
    """A conflict as data for JSON, in metres and radians."""
    return {
        "sentence": conflict.sentence,
        "members": [
            {"name": m.name, "role": m.role, "end": m.end, "error": m.error, "multiplier": m.multiplier.tolist()}
            for m in conflict.members
        ],
        "relaxations": [
            {"kind": r.kind, "name": r.name, "amounts": r.amounts, "end": r.end, "resolves": r.resolves}
            for r in conflict.relaxations
        ],
    }
