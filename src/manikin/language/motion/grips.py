"""Props in a motion script: who has hold of them when, how they fly, and where they lie before and afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from manikin.clips.carried import carry, grip_ends, is_grip
from manikin.clips.clip import Clip
from manikin.clips.flight import easiest_flight, flight_keys
from manikin.clips.key import Key
from manikin.clips.timed_goal import TimedGoal
from manikin.document.document import Document
from manikin.gait.ground import Ground
from manikin.language.motion.holds import goal_of, held_at, place_of
from manikin.language.motion.role import Role
from manikin.language.motion.statements import GoalOver, LockOver, Throw

__all__ = ["Flight", "Grips"]


@dataclass(frozen=True)
class Flight:
    """A prop that is thrown: when, how long it flies, and where to."""

    prop: str
    start: float
    frames: float
    statement: Throw

    @property
    def end(self) -> float:
        """The frame at which it lands."""
        return self.start + self.frames


class Grips:
    """The goals of a script that are props in the hands of figures, and the flights of those that are thrown.

    Args:
        roles: The parts of all figures, by name.
        ground: What figures stand on.
    """

    def __init__(self, roles: Mapping[str, Role], ground: Ground) -> None:
        self._roles, self._ground = roles, ground
        self._known: dict[int, LockOver | GoalOver] = {}
        self._left: set[int] = set()
        self.flights: list[Flight] = []

    def known(self) -> tuple[dict[int, LockOver | GoalOver], set[int], list[Flight]]:
        """All that is noted, to come back to."""
        return dict(self._known), set(self._left), list(self.flights)

    def forget(self, known: tuple[dict[int, LockOver | GoalOver], set[int], list[Flight]]) -> None:
        """Come back to what was noted."""
        self._known, self._left, self.flights = known

    def add(self, goals: list[TimedGoal], statement: LockOver | GoalOver) -> bool:
        """Note the last of the goals if it is a grip; whoever had the prop until then hands it over."""
        figures = {name: role.figure for name, role in self._roles.items()}
        if not is_grip(goals[-1], figures):
            return False
        (span,) = goals[-1].ordered
        self._end(goals, _prop(goals[-1]), span.start)
        self._known[len(goals) - 1] = statement
        return True

    def throw(
        self, goals: list[TimedGoal], statement: Throw, document: Document, start: float, until: float | None
    ) -> Flight:
        """Let a prop fly from where it is in the document; whoever had it lets go.

        Without ``until`` the flight takes as long as it does with the least speed.
        """
        prop, role = statement.figure, self._roles[statement.figure]
        q = document.actor(prop).q
        frames = easiest_flight(role.figure, q, place_of(statement, document)) * role.rate
        frames = max(1.0, float(round(frames))) if until is None else until - start
        self._end(goals, prop, start)
        for i in self._known:  # before there are keys of the flight, which lead elsewhere
            if i not in self._left and _prop(goals[i]) == prop:
                self._left.add(i)
                self._place(i, document, goals)
        flight = Flight(prop, start, frames, statement)
        self.flights.append(flight)
        self._fly(flight, q, document)
        return flight

    def _end(self, goals: list[TimedGoal], prop: str, frame: float) -> None:
        """Whoever has hold of a prop at a frame lets go of it there."""
        for i in self._known:
            (span,) = goals[i].ordered
            if _prop(goals[i]) == prop and span.start < frame < span.end:
                goals[i] = replace(goals[i], spans=(replace(span, end=frame),))

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
        held = {(prop, frame) for prop, span in ends for frame in (span.start, span.end)}
        return held | {(flight.prop, frame) for flight in self.flights for frame in (flight.start, flight.end)}

    def let_go(self, document: Document, frame: float, goals: list[TimedGoal]) -> None:
        """Leave props that were let go before a frame where they are."""
        for i in sorted(self._known, key=lambda i: goals[i].ordered[0].start):
            if i not in self._left and goals[i].ordered[-1].end < frame:
                self._left.add(i)
                self._place(i, document, goals)

    def settle(self, document: Document, goals: list[TimedGoal], prop: str) -> None:
        """Take all grips of a prop again, and let it fly again, now that all keys are known that lead to them."""
        waiting: list[tuple[float, int | Flight]] = [(one.start, one) for one in self.flights if one.prop == prop]
        waiting += [(goals[i].ordered[0].start, i) for i in self._known if _prop(goals[i]) == prop]
        for start, one in sorted(waiting, key=lambda pair: pair[0]):
            if isinstance(one, Flight):
                others = [goal for goal in goals if _prop(goal) != prop or goal.ordered[0].start < start]
                begin, end = (held_at(self._sources(), others, frame) for frame in (start, one.end))
                self._fly(one, begin[prop], document.at(end))
            else:
                self._place(one, document, goals)

    def _fly(self, flight: Flight, q: ArrayLike, document: Document) -> None:
        """Key a flight from a state; the document is posed as it is when the prop lands, as far as that is known."""
        role, place = self._roles[flight.prop], place_of(flight.statement, document)
        for key in flight_keys(role.figure, q, place, flight.start, flight.frames, role.rate):
            role.add_key(key)

    def _place(self, i: int, document: Document, goals: list[TimedGoal]) -> None:
        """Read a grip from the motion at its first frame, and key the prop there and where it is let go."""
        prop, (span,) = _prop(goals[i]), goals[i].ordered
        role = self._roles[prop]
        others = [goal for goal in goals if _prop(goal) != prop or goal.ordered[0].start < span.start]
        taken = held_at(self._sources(), others, span.start)
        goal = goal_of(self._known[i], document.at(taken), self._ground)
        goals[i] = replace(goals[i], goal=replace(goal, name=goals[i].goal.name, chain=None))
        if not any((flight.prop, flight.end) == (prop, span.start) for flight in self.flights):  # else it is caught
            role.add_key(Key(frame=span.start, q=tuple(taken[prop].tolist()), tension=1.0))
        left = held_at(self._sources(), [*others, goals[i]], span.end)
        role.add_key(Key(frame=span.end, q=tuple(left[prop].tolist()), tension=1.0))

    def _sources(self) -> tuple[Clip, ...]:
        return tuple(role.source() for role in self._roles.values())


def _prop(timed: TimedGoal) -> str:
    """The prop that is held; nothing for goals that are no grips."""
    ends = grip_ends(timed.goal)
    return "" if ends is None or timed.serving is None else str(ends[0].figure)
