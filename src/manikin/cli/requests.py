"""The options that ``solve``, ``compare`` and ``diagnose`` share: a figure, a start pose, goals, and what may move."""

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
    from manikin.problem.problem import Problem
    from manikin.problem.state_vector import Name
    from manikin.solvers.result import Result
    from manikin.solvers.solver import Solver

__all__ = [
    "FigureArguments",
    "Goals",
    "Hard",
    "Locks",
    "MakeRequest",
    "MaxIterations",
    "ProblemRequest",
    "Seconds",
    "StartPose",
    "Tolerance",
    "Ungrouped",
    "errors_of",
    "make_solver",
    "with_problem_options",
]

FigureArguments = Annotated[
    list[str],
    typer.Argument(
        metavar="FIGURE…", help="Shipped figures or props (see: manikin figures) or files: .scr, .urdf, .bvh, .glb, …"
    ),
]
Goals = Annotated[
    list[str] | None,
    typer.Option("--goal", help='A goal, as in "position r_hand 0.3 1.2 0.4", or a .json file of goals.'),
]
Hard = Annotated[list[str] | None, typer.Option(help="A goal that must hold exactly, in the same form.")]
Locks = Annotated[
    list[str] | None,
    typer.Option("--lock", help="A part that stays where it is at the start; also PART:position or PART:orientation."),
]
Frozen = Annotated[list[str] | None, typer.Option(help="A parameter or a joint that must not move.")]
Stiffness = Annotated[
    list[str] | None, typer.Option(help="name=value for a parameter or joint: from 0 (free) to 1 (rigid).")
]
StartPose = Annotated[
    list[str] | None,
    typer.Option(
        "--pose", help="A pose: name=value (degrees, metres), a named pose, or a .json file; may be repeated."
    ),
]
Ungrouped = Annotated[
    bool, typer.Option("--ungrouped", help="Switch off the joint groups: every joint moves by itself.")
]
NoLimits = Annotated[bool, typer.Option("--no-limits", help="Ignore the limits of joints.")]
Tolerance = Annotated[
    float | None,
    typer.Option(help="Error at which a goal counts as reached, in m or rad; default 1e-6.", show_default=False),
]
MaxIterations = Annotated[
    int | None,
    typer.Option(help="Largest number of iterations from each start; with 0 nothing moves.", show_default=False),
]
Seconds = Annotated[float | None, typer.Option(help="Time limit in seconds.", show_default=False)]


@dataclass(frozen=True)
class ProblemRequest:
    """A problem, its start pose, the name of the figure as it was typed, and whether a pose was given."""

    sources: tuple[str, ...]
    start: tuple[Pose, ...]
    problem: Problem
    posed: bool = False

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
    ) -> ProblemRequest:
        """The problem that the options of a command describe."""
        from manikin.language.goals import lock_from_text
        from manikin.problem.problem import Problem

        try:
            figures = open_figures(figure, ungrouped=ungrouped)
        except UnknownName as error:
            bare = next((text for text in (*(goal or ()), *(hard or ())) if text.isidentifier()), None)
            if bare is None or len(figure) == 1:
                raise
            raise InputError(f'{error}; a goal goes in quotes: "{bare} {figure[1]} …"') from None
        start = starts_of(figures, pose or ())
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
        return cls(tuple(figure), start, problem, bool(pose))

    def avoiding_self(self) -> ProblemRequest:
        """The same problem with goals that keep the limbs of each figure apart."""
        from manikin.body.clearance import avoid_self

        goals = [goal for pose in self.start for goal in avoid_self(pose.figure)]
        return replace(self, problem=self.problem.with_goals(*goals))

    def found_poses(self, result: Result) -> tuple[PoseValues, ...]:
        """The poses of a result, with the names of the figures as they were typed; several have their own names too."""
        from manikin.formats.content import PoseValues

        several = len(self.start) > 1
        return tuple(
            PoseValues.of(pose, figure=source, name=pose.figure.name if several else None)
            for pose, source in zip(result.poses, self.sources, strict=True)
        )


MakeRequest = Callable[[], ProblemRequest]
"""Makes the request from the options of a command."""


def with_problem_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of ``ProblemRequest.of``.  Its first argument becomes a ``MakeRequest``."""
    asked = inspect.signature(ProblemRequest.of, eval_str=True).parameters
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]

    @wraps(command)
    def run(**given: Any) -> None:
        command(partial(ProblemRequest.of, **{name: given.pop(name) for name in asked}), **given)

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
    """Soft and hard goals from a text or a file."""
    from manikin.language.goals import goal_from_text, goals_from_data

    if not text.lower().endswith(".json") or len(text.split()) > 1:
        return [goal_from_text(text, start)], []
    data = load_json(Path(text))
    try:
        return goals_from_data(data, start)
    except ManikinError as error:
        raise FormatError(str(error), file=text) from None


def make_solver(kind: str, options: list[str] | None, **common: Any) -> Solver:
    """A solver by name, with options as typed (name=value) and with those of ``common`` that are not None."""
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
    """A number, several numbers as a tuple, true, false, none, or the text itself."""
    try:
        found = json.loads(f"[{text}]" if "," in text and not text.startswith("[") else text.lower())
    except (ValueError, RecursionError):
        return None if text.lower() == "none" else text
    return tuple(found) if isinstance(found, list) else found


def errors_of(result: Result) -> list[dict[str, Any]]:
    """The name, kind and error [m, rad] of each goal, as data for JSON."""
    hard = len(result.problem.hard)
    pairs = zip(result.problem.all_goals, result.errors, strict=True)
    return [
        {"name": goal.name, "goal": goal.kind, "hard": i < hard, "error": error}
        for i, (goal, error) in enumerate(pairs)
    ]
