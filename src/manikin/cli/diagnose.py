"""``manikin diagnose``: mobility, limits and obstacles of a problem at a pose."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manikin.cli.requests import MakeRequest, make_solver, with_problem_options
from manikin.errors import InputError

if TYPE_CHECKING:
    from manikin.diagnosis.diagnosis import Diagnosis, LimitSlack
    from manikin.diagnosis.mobility import Mobility

__all__ = ["diagnose"]


@with_problem_options
def diagnose(
    make_request: MakeRequest,
    solver: Annotated[
        str | None,
        typer.Option(help="Diagnose the pose that this solver finds instead of the start pose.", show_default=False),
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the solver: name=value.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in radians and metres.")] = False,
) -> None:
    """Analyse a problem at a pose: mobility, limits, and why goals are not reached.

    Shows singular values, rank, redundancy, manipulability and condition number of each goal and of all goals
    together, the directions in which nothing can move, the distances to the limits, and what stops the goals.
    """
    request = make_request()
    if solver is None:
        if option:
            raise InputError("--option goes with --solver")
        found = request.problem.diagnose(request.q)
    else:
        found = make_solver(solver, option).solve(request.problem, request.q).diagnosis
    print(json.dumps(_facts(found), indent=1) if as_json else found)


def _facts(found: Diagnosis) -> dict[str, Any]:
    return {
        **_freedom(found.mobility),
        "goals": [
            {"name": goal.name, "hard": goal.hard, "error": goal.error, "met": goal.met, "unmoved": goal.unmoved}
            | (_freedom(goal.mobility) if goal.mobility else {})
            for goal in found.goals
        ],
        "parameters": [_slack(slack) for slack in found.parameters],
        "linear limits": [_slack(slack) for slack in found.linear_limits],
        "stationary": found.stationary,
        "held by": found.held_by,
        "competing": found.competing,
        "stuck": found.stuck,
        "stopped": found.stopped,
        "sentences": found.sentences,
    }


def _freedom(mobility: Mobility) -> dict[str, Any]:
    return {
        "singular values": mobility.singular_values.tolist(),
        "rank": mobility.rank,
        "full rank": mobility.full_rank,
        "redundancy": mobility.redundancy,
        "manipulability": mobility.manipulability,
        "condition": _number(mobility.condition),
        "lost": mobility.lost.tolist(),
        "never": mobility.never.tolist(),
    }


def _slack(slack: LimitSlack) -> dict[str, Any]:
    facts = {"value": slack.value, "lo": _number(slack.lo), "hi": _number(slack.hi), "slack": _number(slack.slack)}
    return {"name": slack.name, **facts, "end": slack.end, "multiplier": slack.multiplier}


def _number(value: float) -> float | None:
    """JSON has no infinity."""
    return value if math.isfinite(value) else None
