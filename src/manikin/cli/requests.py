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

from manikin.cli.sources import load_json, named_numbers, open_figures, starts_of
from manikin.errors import FormatError, InputError, ManikinError, UnknownName, shorten

if TYPE_CHECKING:
    from manikin.figure.pose import Pose
    from manikin.formats.content import PoseValues
    from manikin.goals.goal import Goal
    from manikin.math.rotations import Array
    from manikin.problem.problem import Name, Problem
    from manikin.solvers.result import Result
    from manikin.solvers.solver import Solver

__all__ = [
    "Ask",
    "FigureArguments",
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

FigureArguments = Annotated[
    list[str],
    typer.Argument(metavar="FIGURE…", help="Shipped figures or props (see: manikin figures) or files: .scr, .urdf."),
]
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

    sources: tuple[str, ...]
    start: tuple[Pose, ...]
    problem: Problem

    @property
    def q(self) -> Array:
        """The state that it starts from (size,)."""
        import numpy as np

        return np.concatenate([pose.q for pose in self.start])

    @classmethod
    def of(
        cls,
        figure: FigureArguments,
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

        start = starts_of(open_figures(figure, ungrouped=ungrouped), pose or ())
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
            [own.figure for own in start],
            soft,
            hard=firm,
            frozen=[_name(name, start) for name in frozen or ()],
            stiffness={_name(name, start): x for name, x in named_numbers(stiffness or (), "--stiffness").items()},
            limits=not no_limits,
        )
        return cls(tuple(figure), start, problem)

    def off_itself(self) -> Request:
        """The same, each figure keeping off itself."""
        from manikin.body.clearance import avoid_self

        goals = [goal for pose in self.start for goal in avoid_self(pose.figure)]
        return replace(self, problem=self.problem.with_goals(*goals))

    def found_poses(self, result: Result) -> tuple[PoseValues, ...]:
        """The poses of a result, under the names of the figures that were typed; several have names of their own."""
        from manikin.formats.content import PoseValues

        several = len(self.start) > 1
        return tuple(
            PoseValues.of(pose, figure=source, name=pose.figure.name if several else None)
            for pose, source in zip(result.poses, self.sources, strict=True)
        )


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


def _name(text: str, start: tuple[Pose, ...]) -> Name:
    """A parameter or joint as a problem has it: human:r_knee is that of one of several figures."""
    for pose in start:
        before = f"{pose.figure.name}:"
        if text.startswith(before):
            return pose.figure.name, text.removeprefix(before)
    return text


def _goals(text: str, start: tuple[Pose, ...]) -> tuple[list[Goal], list[Goal]]:
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
