"""Problems of a figure that are kept from solve to solve.

Problems whose goals differ only in their targets share one structure, with all that was compiled for it.  So a loop
that makes its goals anew at every frame compiles them once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from threading import Lock
from typing import Any

from manikin.arguments import names_of, one_or_several
from manikin.figure.figure import Figure
from manikin.goals.goal import Goal
from manikin.handles import Combined
from manikin.handles.fixed import Fixed
from manikin.kernels import library
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.problem.structure import ProblemStructure

__all__ = ["KeptProblems"]

MOST_STRUCTURES = 16
"""How many structures a figure keeps; the one that was used longest ago goes first."""


class KeptProblems:
    """The structures of a figure's problems that were used last, by all that makes them except targets."""

    def __init__(self) -> None:
        self._structures: dict[Any, ProblemStructure] = {}
        self._lock = Lock()

    def problem(
        self,
        figure: Figure,
        goals: Goal | Iterable[Goal],
        *,
        hard: Goal | Iterable[Goal] = (),
        frozen: Name | Iterable[Name] = (),
        stiffness: Mapping[Name, float] | None = None,
        limits: bool = True,
    ) -> Problem:
        """The same as ``Problem`` with these arguments, with a structure that is shared if one is kept."""
        first, soft = one_or_several(hard, Goal, "hard"), one_or_several(goals, Goal, "goals")
        names = names_of(frozen, "frozen")
        options = names, tuple(dict(stiffness or {}).items()), limits
        key = library(), tuple(map(_shape, first)), tuple(map(_shape, soft)), options
        structure = self._kept(key)
        if structure is not None:
            return Problem.with_targets(structure, first + soft)
        problem = Problem(figure, soft, hard=first, frozen=names, stiffness=stiffness, limits=limits)
        if problem.structure.compiled.tables is not None:  # a network has its targets in it
            self._keep(key, problem.structure)
        return problem

    def _kept(self, key: Any) -> ProblemStructure | None:
        try:
            with self._lock:
                structure = self._structures.pop(key, None)
                if structure is not None:
                    self._structures[key] = structure  # now the newest
        except TypeError:  # a goal of the caller's own has a field without a hash
            return None
        return structure

    def _keep(self, key: Any, structure: ProblemStructure) -> None:
        with self._lock:
            self._structures[key] = structure
            while len(self._structures) > MOST_STRUCTURES:
                del self._structures[next(iter(self._structures))]


def _shape(part: Any) -> Any:
    """A goal, or what it holds, without the values of its constant handles."""
    if isinstance(part, Fixed):
        return type(part), part.size
    if isinstance(part, tuple):
        return tuple(map(_shape, part))
    if isinstance(part, (Goal, Combined)):
        own, holding = _fields(type(part))
        return type(part), own(part), *(_shape(getattr(part, name)) for name in holding)
    return part


@cache
def _fields(kind: type[Goal | Combined]) -> tuple[Callable[[Any], Any], tuple[str, ...]]:
    """What reads the fields of a kind that hold no handles and goals, and the names of those that do."""
    names = {field.name for field in fields(kind)}
    holding = {*kind.takes, *kind.several, "goals"} & names if issubclass(kind, Goal) else {"handles"}
    return attrgetter(*sorted(names - holding)), tuple(sorted(holding))
