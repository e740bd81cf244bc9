"""Conflicts (W 7.3): which demands cannot hold together, by how much, and what could give way.

The set of clashing goals and limits is irreducible: without any one of them the others can hold, and a state shows it.
That all together cannot hold is found by solving.  It is certain near the state, and elsewhere with enough restarts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from manikin.arguments import explained
from manikin.diagnosis.clash_search import ClashSearch, Demand
from manikin.diagnosis.diagnosis import goal_names, linear_names, parameter_names
from manikin.diagnosis.multipliers import multipliers
from manikin.diagnosis.relaxations import Relaxation, relaxations
from manikin.errors import InputError, shorten
from manikin.goals import MatchValues
from manikin.goals.goal import error_in_words
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Conflict", "Member", "find_conflict"]

MAX_WAYS_SHOWN = 3
"""Maximum number of relaxations that a sentence names, not counting goals to drop."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Member:
    """A goal or a limit of the clashing set, at the compromise."""

    role: Literal["hard", "soft", "limit", "linear limit"]
    name: str
    index: int
    """Index among all goals, among the parameters, or among the linear limits."""
    end: int
    """1 for an upper limit, −1 for a lower one, 0 for a goal."""
    error: dict[str, float]
    """Error of a goal in its own units; empty for a limit, which holds."""
    multiplier: Array
    """Lagrange multipliers (rows,), one number for a limit (see ``manikin.diagnosis.multipliers``)."""


@explained
@dataclass(frozen=True, eq=False, kw_only=True)
class Conflict:
    """Demands that cannot all hold.

    Attributes:
        members: The clashing goals and limits.
        relaxations: What could give way, the smallest change first.
        q: The state of the compromise (size,).
        solves: Number of solves that were needed.
        unmoved: Names of the clashing goals for which nothing may move: all that could is frozen, or in no chain.
    """

    members: tuple[Member, ...]
    relaxations: tuple[Relaxation, ...]
    q: Array
    solves: int
    unmoved: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The clashing goals."""
        return tuple(member.name for member in self.members if member.end == 0)

    @property
    def limits(self) -> tuple[str, ...]:
        """The clashing limits."""
        return tuple(member.name for member in self.members if member.end != 0)

    @property
    def cheapest(self) -> Relaxation | None:
        """The relaxation with the smallest change; None where no single one helps."""
        return self.relaxations[0] if self.relaxations else None

    @property
    def clash(self) -> str:
        """The clash in a few words."""
        names = self.names
        if len(names) == 1 and names == self.unmoved:
            said = f"all that could move {names[0]} is frozen"
        elif len(names) == 1:
            said = f"{names[0]} is out of reach"
        else:
            said = f"{', '.join(names[:-1])} and {names[-1]} cannot {'both' if len(names) == 2 else 'all'} hold"
        if self.limits:
            said += f" within the limit{'s' * (len(self.limits) > 1)} of {', '.join(self.limits)}"
        return said

    @cached_property
    def sentence(self) -> str:
        """The clash, the errors, and what would help, as a sentence."""
        missed = [(m.name, {u: x for u, x in m.error.items() if x > 1e-6}) for m in self.members]
        far = [f"{name} is off by {error_in_words(error)}" for name, error in missed if error]
        helps = [r for r in self.relaxations if r.resolves] or list(self.relaxations)
        ways = [str(r) for r in helps if r.kind != "drop"][:MAX_WAYS_SHOWN]
        dropped = [r.name for r in helps if r.kind == "drop"]
        if dropped:
            ways.append(f"drop {' or '.join(dropped)}")
        said = self.clash + (f": {', '.join(far)}" if far else "")
        if not ways:
            return f"{said}. Nothing helps alone."
        remedy = f"{' or '.join(ways)}{'' if helps[0].resolves else ', and more clashes remain'}"
        return f"{said}. {remedy[0].upper()}{remedy[1:]}."

    def __str__(self) -> str:
        return self.sentence


@explained
def find_conflict(problem: Problem, q: Any = None, *, tolerance: float = 1e-6, restarts: int = 4) -> Conflict | None:
    """The demands that clash near a state; None where all can hold.

    Goals of weight 0 are no demands, and preferences only if there is nothing else but postures.  If the hard goals
    alone clash, only they are reported.

    Args:
        problem: The problem.
        q: A state, best the one where a solve ended; at rest by default.
        tolerance: How near a goal must come to hold [m, rad].
        restarts: Number of other starts before demands count as clashing.  Use 0 while a user waits: amounts are then
            accurate to a hundredth.
    """
    if not (isinstance(tolerance, (int, float)) and tolerance > 0):
        raise InputError(f"the tolerance of a conflict must be above 0, not {shorten(tolerance)}")
    state = problem.checked(problem.rest if q is None else q)
    counts = [goal.weight > 0 for goal in problem.all_goals]
    hard = [i for i in range(len(problem.hard)) if counts[i]]
    soft = [
        i for i, goal in enumerate(problem.all_goals) if i >= len(problem.hard) and counts[i] and not goal.preference
    ]
    if not hard and not soft:  # a posture alone is what is wanted
        soft = [i for i, goal in enumerate(problem.all_goals) if counts[i] and isinstance(goal, MatchValues)]
    search = ClashSearch(problem, hard + soft, tolerance=tolerance, restarts=restarts)
    found = search.irreducible(state, range(len(hard))) if hard and soft else None
    found = found or search.irreducible(state, range(len(hard + soft)))
    if found is None:
        return None
    ways = relaxations(search, *found)
    members = _members(problem, search, found[0], state, tolerance)
    names = {member.index: member.name for member in members if member.end == 0}
    unmoved = tuple(name for index, name in names.items() if not problem.may_move(index))
    return Conflict(members=members, relaxations=ways, q=state, solves=search.count, unmoved=unmoved)


def _members(
    problem: Problem, search: ClashSearch, clash: frozenset[Demand], q: Array, tolerance: float
) -> tuple[Member, ...]:
    found_multipliers = multipliers(problem, q, tolerance=tolerance)
    errors, names = problem.errors(q), goal_names(problem)
    starts = np.cumsum([0, *(goal.rows for goal in problem.all_goals)])
    found = []
    for demand in sorted(clash, key=lambda d: (["goal", "limit", "linear"].index(d.kind), d.index)):
        if demand.kind == "goal":
            i = search.goals[demand.index]
            role, name, error = "hard" if i < len(problem.hard) else "soft", names[i], errors[i]
            multiplier = found_multipliers.rows[starts[i] : starts[i + 1]]
        else:
            i, error = demand.index, {}
            box = demand.kind == "limit"
            role, name = ("limit", parameter_names(problem)[i]) if box else ("linear limit", linear_names(problem)[i])
            multiplier = (found_multipliers.limits if box else found_multipliers.linear)[i : i + 1]
        found.append(
            Member(role=role, name=name, index=i, end=demand.end, error=error, multiplier=multiplier)  # type: ignore[arg-type]
        )
    return tuple(found)
