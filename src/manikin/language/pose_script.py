"""Pose scripts: locks, goals and pulls, applied one after another by ``manikin pose``.

A script is a list of steps, each an object: {"lock": "l_foot"}, {"pull": "pelvis", "by": [0, -0.3, 0]}.
``manikin.language.vocabulary`` has all steps with examples; they are also in docs/words.md.  With several figures, a
step names its "figure", and a goal names parts with their figures:

    {"lock": "r_hand", "figure": "human", "as": "attach", "other": "tube", "other_figure": "tube"}
    {"goal": "human:gaze @tube:tube"}
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin.commands import AddLock, ApplyPose, RemoveLock, SetParameters
from manikin.commands.command import Command
from manikin.diagnosis.conflict import Conflict, find_conflict
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of, effector_of
from manikin.document.lock import Lock, value_of
from manikin.errors import InputError, ManikinError, UnknownName, shorten
from manikin.goals import Position
from manikin.goals.goal import Goal
from manikin.language.goals import goal_from_text
from manikin.language.tokens import tell_far
from manikin.plain_data import from_data
from manikin.posing.interactive_solve import InteractiveSolve
from manikin.posing.keep_locks import all_locks, keep_locks, start_of
from manikin.posing.levels import problem_of

__all__ = ["StepResult", "apply_step", "led", "play"]

MAX_STEPS = 1000
"""Most steps of a script."""


@dataclass(frozen=True)
class StepResult:
    """The document after a step, and the time that the step took [s]."""

    title: str
    document: Document
    seconds: float

    @property
    def locks(self) -> list[tuple[str, dict[str, float]]]:
        """The name and the errors of each enabled lock and goal."""
        found = []
        for lock in self.document.locks:
            if lock.enabled:
                values = [value_of(handle, self.document.poses) for handle in lock.goal.handles]
                found.append((lock.name, lock.goal.error(lock.goal.residual(*values))))
        return found

    @property
    def conflict(self) -> Conflict | None:
        """Which locks and goals contradict each other; None if all are met."""
        solver = self.document.settings.make_solver()
        problem = problem_of(self.document, [], all_locks(self.document), solver)
        return find_conflict(problem, start_of(self.document, problem.figures)) if problem.all_goals else None


def play(document: Document, script: Any) -> Iterator[StepResult]:
    """Apply the steps of a script one after another.  An error names the step."""
    if not isinstance(script, list) or not 0 < len(script) <= MAX_STEPS:
        raise InputError(f"a pose script is a list of 1 to {MAX_STEPS} steps, not {shorten(script)}")
    for number, data in enumerate(script, 1):
        begin = time.perf_counter()
        try:
            title, document = apply_step(document, data)
        except ManikinError as error:
            raise InputError(f"step {number}: {error}") from None
        yield StepResult(title, document, time.perf_counter() - begin)


def apply_step(document: Document, data: Any) -> tuple[str, Document]:
    """The title of a step, and the document after it."""
    if not isinstance(data, dict):
        raise InputError(f"a step is an object, not {shorten(data)}")
    given = dict(data)
    title = given.pop("title", None)
    if title is not None and not isinstance(title, str):
        raise InputError(f"a title is text, not {shorten(title)}")
    found = [key for key in (*_STEPS, "kind") if key in given]
    if len(found) != 1:
        raise UnknownName("step", ", ".join(found) or next(iter(given), ""), (*_STEPS, "kind"))
    if found == ["kind"]:
        command = from_data(Command, given)
        return title or command.label(document), command.apply(document)
    default_title, document = _STEPS[found[0]](document, given)
    return title or default_title, document


# ---- the steps ---------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _PoseStep:
    pose: str
    figure: str | None = None


@dataclass(frozen=True, kw_only=True)
class _SetStep:
    set: dict[str, float]
    figure: str | None = None


@dataclass(frozen=True, kw_only=True)
class _GoalStep:
    goal: str
    figure: str | None = None
    hard: bool = False
    chain: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class _PullStep:
    pull: str
    figure: str | None = None
    by: tuple[float, float, float] | None = None
    to: tuple[float, float, float] | None = None
    chain: str | None = None
    base: str | None = None
    steps: int = 25


@dataclass(frozen=True, kw_only=True)
class _ReleaseStep:
    release: str


def _pose(document: Document, data: dict[str, Any]) -> tuple[str, Document]:
    step = from_data(_PoseStep, data, "a pose step")
    return step.pose, ApplyPose(figure=step.figure, name=step.pose, locks="hold").apply(document)


def _set(document: Document, data: dict[str, Any]) -> tuple[str, Document]:
    step = from_data(_SetStep, data, "a set step")
    figure = document.actor(step.figure).figure
    values = figure.values_from_degrees(step.set)
    if beyond := figure.beyond_limits(values):
        raise InputError(f"{beyond}; a pose script takes only values within the limits")
    title = ", ".join(f"{name} {value:g}" for name, value in step.set.items())
    return title, SetParameters(figure=step.figure, values=values).apply(document)


def _lock(document: Document, data: dict[str, Any]) -> tuple[str, Document]:
    given = dict(data)
    part, kind = given.pop("lock"), given.pop("as", "pose")
    command = from_data(Command, {"kind": "add_lock", "part": part, "lock": kind, **given})
    assert isinstance(command, AddLock)
    return f"lock {part}", command.apply(document)


def _goal(document: Document, data: dict[str, Any]) -> tuple[str, Document]:
    step = from_data(_GoalStep, data, "a goal step")
    poses = document.poses if step.figure is None else {step.figure: document.actor(step.figure).pose}
    goal = goal_from_text(step.goal, poses.values())
    named = [(handle.figure, part) for handle in goal.handles if handle.figure for part in handle.parts()]
    figure = named[0][0] if named else document.actor(step.figure).name
    number = document.made + 1
    lock = Lock(
        id=number,
        name=goal.name or goal.kind,
        figure=figure,
        part=named[0][1] if named else document.figures[figure].skeleton.root.name,
        kind=goal.kind,
        goal=goal,
        hard=step.hard,
        chain=step.chain,
    )
    return step.goal, keep_locks(document.with_lock(lock), figures=lock.figures)


def _pull(document: Document, data: dict[str, Any]) -> tuple[str, Document]:
    step = from_data(_PullStep, data, "a pull step")
    if (step.by is None) == (step.to is None):
        raise InputError('a pull needs either "by" a distance or "to" a position')
    if not 1 <= step.steps <= 10_000:
        raise InputError(f"a pull has 1 to 10,000 steps, not {step.steps}")
    actor, settings = document.movable(step.figure), document.settings
    figure = actor.figure
    mode: Any = step.chain or settings.drag_mode
    columns = columns_of(figure, chain_of(figure, step.pull, mode, step.base or settings.drag_base))
    handle = figure.point(step.pull, effector_of(figure.skeleton, step.pull))
    start = handle.value(actor.pose)
    end = start + step.by if step.by is not None else np.array(step.to)
    if not np.isfinite(end).all():
        raise InputError(f"a pull needs finite numbers, not {shorten(step.by or step.to)}")
    tell_far(f"pull {step.pull}", end.tolist(), [actor.pose])
    way = [Position(point=handle, target=tuple(start + t * (end - start))) for t in np.linspace(0, 1, step.steps + 1)]
    return f"pull {step.pull}", led(document, actor.name, columns, way)


def led(document: Document, figure: str, columns: Iterable[int], way: Sequence[Goal]) -> Document:
    """The document after a figure has followed a goal on its way, locks kept; the first is where it stands."""
    pull = InteractiveSolve(document, [way[0]], {figure: frozenset(columns)})
    for goal in way[1:]:
        pull.set_targets([goal])
        pull.step()
    pull.settle()
    return document.at(pull.states)


def _release(document: Document, data: dict[str, Any]) -> tuple[str, Document]:
    step = from_data(_ReleaseStep, data, "a release step")
    for lock in document.locks:
        if lock.name == step.release:
            return f"release {lock.name}", RemoveLock(id=lock.id).apply(document)
    raise UnknownName("lock or goal", step.release, [lock.name for lock in document.locks])


_STEPS: dict[str, Callable[[Document, dict[str, Any]], tuple[str, Document]]] = {
    "pose": _pose,
    "set": _set,
    "lock": _lock,
    "goal": _goal,
    "pull": _pull,
    "release": _release,
}
