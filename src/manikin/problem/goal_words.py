"""What a problem says of its goals: names that differ, and units."""

from __future__ import annotations

from collections.abc import Sequence

from manikin.figure.figure import Figure
from manikin.goals import MatchValues
from manikin.goals.goal import Goal
from manikin.handles import Parameters

__all__ = ["distinct_names", "figure_before", "units_of"]


def units_of(goal: Goal, figures: Sequence[Figure]) -> tuple[str, ...]:
    """The unit of each row of a goal; the values of parameters are in radians or metres, which their figure knows."""
    if not (isinstance(goal, MatchValues) and isinstance(goal.values, Parameters)):
        return goal.units
    handle = goal.values
    figure = next((each for each in figures if handle.figure in (None, each.name)), None)
    if figure is None:
        return goal.units
    kinds = [figure.parameters[figure.index(name)].kind for name in handle.names]
    return tuple({"hinge": "rad", "slide": "m"}.get(kind, "") for kind in kinds)


def distinct_names(goals: Sequence[Goal]) -> tuple[str, ...]:
    """Names of goals that differ: equal ones have the names of their figures before them, or numbers after them."""
    names = [goal.name or goal.kind for goal in goals]
    longer = [figure_before(goal, name) for goal, name in zip(goals, names, strict=True)]
    alike = {name: {long for own, long in zip(names, longer, strict=True) if own == name} for name in set(names)}
    told = [long if len(alike[name]) > 1 else name for name, long in zip(names, longer, strict=True)]
    return tuple(f"{n} ({told[:i].count(n) + 1})" if told.count(n) > 1 else n for i, n in enumerate(told))


def figure_before(goal: Goal, name: str) -> str:
    """The name of a goal with the name of its figure before it, if it is about one figure."""
    figures = {handle.figure for handle in goal.handles if handle.figure is not None}
    return f"{figures.pop()}: {name}" if len(figures) == 1 else name
