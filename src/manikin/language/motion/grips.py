"""Props in a motion script: who has hold of them when, and where they lie before and afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from manikin.clips.carried import carry, grip_ends, is_grip
from manikin.clips.clip import Clip
from manikin.clips.key import Key
from manikin.clips.timed_goal import TimedGoal
from manikin.document.document import Document
from manikin.gait.ground import Ground
from manikin.language.motion.holds import goal_of, held_at
from manikin.language.motion.role import Role
from manikin.language.motion.statements import GoalOver, LockOver

__all__ = ["Grips"]


class Grips:
    """The goals of a script that are props in the hands of figures.

    Args:
        roles: The parts of all figures, by name.
        ground: What figures stand on.
    """

    def __init__(self, roles: Mapping[str, Role], ground: Ground) -> None:
        self._roles, self._ground = roles, ground
        self._known: dict[int, LockOver | GoalOver] = {}
        self._left: set[int] = set()

    def known(self) -> tuple[dict[int, LockOver | GoalOver], set[int]]:
        """All that is noted, to come back to."""
        return dict(self._known), set(self._left)

    def forget(self, known: tuple[dict[int, LockOver | GoalOver], set[int]]) -> None:
        """Come back to what was noted."""
        self._known, self._left = known

    def add(self, goals: list[TimedGoal], statement: LockOver | GoalOver) -> bool:
        """Note the last of the goals if it is a grip; whoever had the prop until then hands it over."""
        figures = {name: role.figure for name, role in self._roles.items()}
        if not is_grip(goals[-1], figures):
            return False
        (span,) = goals[-1].ordered
        for i in self._known:
            (other,) = goals[i].ordered
            if _prop(goals[i]) == _prop(goals[-1]) and other.start < span.start < other.end:
                goals[i] = replace(goals[i], spans=(replace(other, end=span.start),))
        self._known[len(goals) - 1] = statement
        return True

    def held_at(self, frame: float, goals: list[TimedGoal]) -> set[str]:
        """The props that something has hold of at a frame."""
        return {_prop(goals[i]) for i in self._known if goals[i].holds_at(frame)}

    def carried(self, document: Document, frame: float, goals: list[TimedGoal]) -> Document:
        """The document with the props that are held at a frame where their holders have them."""
        for i in self._known:
            ends = grip_ends(goals[i].goal)
            if not goals[i].holds_at(frame) or ends is None:
                continue
            names = [str(end.figure) for end in ends]
            states = np.concatenate([document.actor(name).pose.q for name in names])[None]
            middle = document.figures[names[0]].size
            columns = {names[0]: slice(0, middle), names[1]: slice(middle, None)}
            carry(states, np.array([frame]), goals[i].goal, goals[i].ordered, document.figures, columns)
            document = document.at({names[0]: states[0, :middle]})
        return document

    def keys(self, goals: list[TimedGoal]) -> set[tuple[str, float]]:
        """The keys that follow from the grips: props and frames."""
        ends = [(_prop(goals[i]), goals[i].ordered[0]) for i in self._known]
        return {(prop, frame) for prop, span in ends for frame in (span.start, span.end)}

    def let_go(self, document: Document, frame: float, goals: list[TimedGoal]) -> None:
        """Leave props that were let go before a frame where they are."""
        for i in sorted(self._known, key=lambda i: goals[i].ordered[0].start):
            if i not in self._left and goals[i].ordered[-1].end < frame:
                self._left.add(i)
                self._place(i, document, goals)

    def settle(self, document: Document, goals: list[TimedGoal], prop: str) -> None:
        """Take all grips of a prop again, now that all keys are known that lead to them."""
        for i in sorted(self._known, key=lambda i: goals[i].ordered[0].start):
            if _prop(goals[i]) == prop:
                self._place(i, document, goals)

    def _place(self, i: int, document: Document, goals: list[TimedGoal]) -> None:
        """Read a grip from the motion at its first frame, and key the prop there and where it is let go."""
        prop, (span,) = _prop(goals[i]), goals[i].ordered
        role = self._roles[prop]
        others = [goal for goal in goals if _prop(goal) != prop or goal.ordered[0].start < span.start]
        taken = held_at(self._sources(), others, span.start)
        goal = goal_of(self._known[i], document.at(taken), self._ground)
        goals[i] = replace(goals[i], goal=replace(goal, name=goals[i].goal.name, chain=None))
        role.add_key(Key(frame=span.start, q=tuple(taken[prop].tolist()), tension=1.0))
        left = held_at(self._sources(), [*others, goals[i]], span.end)
        role.add_key(Key(frame=span.end, q=tuple(left[prop].tolist()), tension=1.0))

    def _sources(self) -> tuple[Clip, ...]:
        return tuple(role.source() for role in self._roles.values())


def _prop(timed: TimedGoal) -> str:
    """The prop that is held; nothing for goals that are no grips."""
    ends = grip_ends(timed.goal)
    return "" if ends is None or timed.serving is None else str(ends[0].figure)
