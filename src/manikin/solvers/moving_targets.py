"""Targets by the names of their goals: which of a problem's constants they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from manikin.errors import InputError, UnknownName, shorten
from manikin.goals.goal import Goal, as_handle
from manikin.handles.fixed import Fixed
from manikin.handles.handle import ValueType
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["TargetSlot", "find_target", "with_target"]


class TargetSlot(NamedTuple):
    """Where the target of a goal stands among the constants, and what it is."""

    place: slice
    value_type: ValueType
    size: int
    what: str

    def constant(self, target: Any) -> Array:
        """A new target, a value as the goal takes it, as constants."""
        given = as_handle(target, self.value_type, self.what)
        if not isinstance(given, Fixed) or given.size != self.size:
            raise InputError(f"{self.what} is moved to {self.size} numbers, not to {shorten(target)}")
        return given.constant


def find_target(problem: Problem, name: str) -> TargetSlot:
    """The slot of a goal's target in a problem that the kernels evaluate."""
    index = _index(problem, name)
    goal = problem.all_goals[index]
    old = _target(goal, name)
    if not isinstance(old, Fixed):
        raise InputError(f"the target of {shorten(name)} is on a figure and moves with it")
    return TargetSlot(problem.constants_of(index)["target"], old.value_type, old.size, f"the target of {shorten(name)}")


def with_target(problem: Problem, name: str, target: Any) -> Problem:
    """The problem with another target of a goal; for problems that Python evaluates."""
    index = _index(problem, name)
    goals = list(problem.all_goals)
    _target(goals[index], name)
    goals[index] = replace(goals[index], target=target)  # type: ignore[call-arg]
    hard = len(problem.hard)
    return Problem.of_structure(problem.structure.with_goals(tuple(goals[:hard]), tuple(goals[hard:])))


def _index(problem: Problem, name: str) -> int:
    names = [goal.name or goal.kind for goal in problem.all_goals]
    if names.count(name) > 1:
        raise InputError(f"{names.count(name)} goals are called {shorten(name)}: give each a name of its own")
    if name not in names:
        raise UnknownName("goal", name, names)
    return names.index(name)


def _target(goal: Goal, name: str) -> Any:
    if "target" not in goal.takes:
        raise InputError(f"{shorten(name)} is a goal of the kind {goal.kind}, which has no target to be moved")
    return getattr(goal, "target")  # noqa: B009  only some goals have one
