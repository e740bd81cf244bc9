"""What ``solve``, ``compare`` and ``diagnose`` are asked: a figure, a start, goals, and what may move."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manikin.cli.sources import load_json, named_numbers, open_figure, start_of
from manikin.errors import FormatError, InputError, ManikinError, UnknownName, shorten

if TYPE_CHECKING:
    from manikin.figure.pose import Pose
    from manikin.formats.content import PoseValues
    from manikin.goals.goal import Goal
    from manikin.problem.problem import Problem
    from manikin.solvers.result import Result
    from manikin.solvers.solver import Solver

__all__ = [
    "Ask",
    "FigureArgument",
    "Goals",
    "Hard",
    "Locks",
    "MaxIterations",
    "Request",
    "Seconds",
    "StartPose",
    "Tolerance",
    "Ungrouped",
    "asking",
    "errors_of",
    "make_solver",
]

FigureArgument = Annotated[str, typer.Argument(help="A shipped figure (see: manikin figures) or a file: .scr, .urdf.")]
Goals = Annotated[
    list[str] | None,
    typer.Option("--goal", help='What is wanted, as in "position r_hand 0.3 1.2 0.4", or a .json file of goals.'),
]
Hard = Annotated[list[str] | None, typer.Option(help="A goal that must hold, in the same words.")]
Locks = Annotated[
    list[str] | None,
    typer.Option("--lock", help="A part that stays as it is at the start; also PART:position, PART:orientation."),
]
Frozen = Annotated[list[str] | None, typer.Option(help="A parameter, or a joint, that must not move.")]
Stiffness = Annotated[list[str] | None, typer.Option(help="name=value: 0 free … 1 rigid, of a parameter or joint.")]
StartPose = Annotated[
    list[str] | None, typer.Option("--pose", help="The start: name=value (degrees, metres) or a JSON file.")
]
Ungrouped = Annotated[bool, typer.Option("--ungrouped", help="Take the joint groups off: each joint alone.")]
NoLimits = Annotated[bool, typer.Option("--no-limits", help="Let joints pass their limits.")]
Tolerance = Annotated[
    float | None, typer.Option(help="How near is reached (m, radians); 1e-6 if absent.", show_default=False)
]
MaxIterations = Annotated[int | None, typer.Option(help="Stop after so many iterations.", show_default=False)]
Seconds = Annotated[float | None, typer.Option(help="Stop after so long.", show_default=False)]


@dataclass(frozen=True)
class Request:
    """A problem and where it starts."""

    source: str
    start: Pose
    problem: Problem

    @classmethod
    def of(
        cls,
        figure: FigureArgument,
        goal: Goals = None,
        hard: Hard = None,
        lock: Locks = None,
        pose: StartPose = None,
        frozen: Frozen = None,
        stiffness: Stiffness = None,
        ungrouped: Ungrouped = False,
        no_limits: NoLimits = False,
    ) -> Request:
        """From what was typed."""
        from manikin.language.goals import lock_from_text
        from manikin.problem.problem import Problem

        opened = open_figure(figure, ungrouped=ungrouped)
        start = opened.pose(start_of(opened, pose or ()))
        soft: list[Goal] = []
        firm: list[Goal] = [lock_from_text(text, start) for text in lock or ()]
        for texts, role in ((goal, soft), (hard, firm)):
            for text in texts or ():
                more_soft, more_hard = _goals(text, start)
                role += more_soft
                firm += more_hard
        if not soft and not firm:
            raise InputError('give at least one goal, as in --goal "position r_hand 0.3 1.2 0.4"')
        problem = Problem(
            opened,
            soft,
            hard=firm,
            frozen=frozen or (),
            stiffness=named_numbers(stiffness or (), "--stiffness"),
            limits=not no_limits,
        )
        return cls(figure, start, problem)

    def off_itself(self) -> Request:
        """The same, the figure keeping off itself."""
        from manikin.body.clearance import avoid_self

        return replace(self, problem=self.problem.with_goals(*avoid_self(self.start.figure)))

    def found_pose(self, result: Result) -> PoseValues:
        """The pose of a result, under the name of the figure that was typed."""
        from manikin.formats.content import PoseValues

        return PoseValues.of(result.pose, figure=self.source)


Ask = Callable[[], Request]
"""Makes the request of what was typed."""


def asking(command: Callable[..., None]) -> Callable[..., None]:
    """A command with the options of ``Request.of`` before its own; it gets them as its first argument, an ``Ask``."""
    asked = inspect.signature(Request.of, eval_str=True).parameters
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]

    @wraps(command)
    def run(**given: Any) -> None:
        command(partial(Request.of, **{name: given.pop(name) for name in asked}), **given)

    # typer reads a command's options from its signature
    parameters = [*asked.values(), *own]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _goals(text: str, start: Pose) -> tuple[list[Goal], list[Goal]]:
    """Soft and hard goals from one text, or from a file."""
    from manikin.language.goals import goal_from_text, goals_from_data

    if not text.lower().endswith(".json") or len(text.split()) > 1:
        return [goal_from_text(text, start)], []
    data = load_json(Path(text))
    try:
        return goals_from_data(data, start)
    except ManikinError as error:
        raise FormatError(str(error), file=text) from None


def make_solver(kind: str, options: list[str] | None, **common: Any) -> Solver:
    """A solver by its name, with options as typed: name=value; of ``common`` those that are given."""
    from dataclasses import fields

    import manikin.solvers  # noqa: F401  (registers the kinds)
    from manikin.solvers.solver import as_solver, solver_kinds

    known = [field.name for field in fields(solver_kinds[kind])]
    chosen: dict[str, Any] = {name: value for name, value in common.items() if value is not None}
    for option in options or ():
        name, equals, text = option.partition("=")
        if not equals:
            raise InputError(f"--option takes name=value, not {shorten(option)}")
        if name not in known:
            raise UnknownName(f"option of the solver {kind}", name, known)
        chosen[name] = _value(text)
    return as_solver(kind, **chosen)


def _value(text: str) -> Any:
    """A number, several as a tuple, true, false, none, or the text itself."""
    try:
        found = json.loads(f"[{text}]" if "," in text and not text.startswith("[") else text.lower())
    except (ValueError, RecursionError):
        return None if text.lower() == "none" else text
    return tuple(found) if isinstance(found, list) else found


def errors_of(result: Result) -> list[dict[str, Any]]:
    """Every goal with its error in metres and radians, for programs."""
    hard = len(result.problem.hard)
    pairs = zip(result.problem.all_goals, result.errors, strict=True)
    return [
        {"name": goal.name, "goal": goal.kind, "hard": i < hard, "error": error}
        for i, (goal, error) in enumerate(pairs)
    ]
