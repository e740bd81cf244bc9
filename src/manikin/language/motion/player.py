"""Playing a motion script: what happens at each time, one after the other, as keys and timed goals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np

from manikin.clips.carried import is_grip
from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.clips.ensemble import Ensemble
from manikin.clips.ground import ground_motion, moved_on_ground
from manikin.clips.key import Key
from manikin.clips.mark import Mark
from manikin.clips.timed_goal import TimedGoal
from manikin.clips.tracks import tracks_of
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of
from manikin.errors import InputError, ManikinError
from manikin.figure.mirror import mirror_state
from manikin.language.motion import statements as said
from manikin.language.motion.event import Event, walked
from manikin.language.motion.grips import Grips
from manikin.language.motion.holds import (
    given_target,
    goal_of,
    held_at,
    lock_on,
    moving_goals,
    served,
    spans_of,
    unique,
    way_of,
    with_end,
)
from manikin.language.motion.role import Role
from manikin.language.motion.settings import Settings
from manikin.language.pose_script import apply_step, led
from manikin.posing.keep_locks import keep_locks

__all__ = ["Player"]

MOST_POSING = 3_000
"""Steps of posing in a script."""
LEAST_MOVE, MOST_MOVE = 5, 200
"""Steps in which a figure is led along a move."""


class Player:
    """Plays the statements of a script.

    Args:
        settings: The settings of the script.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        rate = settings.frames_a_second
        self.roles = {
            name: Role(figure, settings.starts.get(name), settings.taken.get(name), rate)
            for name, figure in settings.figures.items()
        }
        self.goals: list[TimedGoal] = []
        self.document = Document.of(*settings.figures.values())
        self.open: dict[str, int] = {}
        self.end = 0.0
        self.grips = Grips(self.roles, settings.ground)
        self._waiting: list[Event] = []
        self._posed = 0

    # -- what happens when ---------------------------------------------------------------------

    def play(self, events: Iterable[tuple[Event, dict[str, Any]]]) -> None:
        """Play events in the order of their frames."""
        queue = [(event.frame, event.order, event, between) for event, between in events]
        heapify(queue)
        while queue:
            frame, now = queue[0][0], []
            while queue and queue[0][0] == frame:
                now.append(heappop(queue)[2:])
            for event, between in self._at(frame, now):
                heappush(queue, (event.frame, event.order, event, between))
        self._settle_waiting(self._sources())

    def _at(self, frame: float, now: list[tuple[Event, dict[str, Any]]]) -> list[tuple[Event, dict[str, Any]]]:
        """All that happens at a frame; gives the ends of moves that begin there."""
        self.end = max(self.end, frame, *(event.until or frame for event, _ in now))
        if not any(_poses(event) for event, _ in now) and not any(frame in role.keys for role in self.roles.values()):
            self._waiting += [event for event, _ in now]
            return []
        if self._waiting:  # what began since the last key takes its place from the way to this one
            keys = {name: dict(role.keys) for name, role in self.roles.items()}
            saved = list(self.goals), dict(self.open), self.document, self.grips.known()
            self._group(frame, now)
            sources = self._sources()
            self.goals, self.open, self.document, grips = saved
            self.grips.forget(grips)
            for name, role in self.roles.items():
                role.keys = keys[name]
            self._settle_waiting(sources)
        return self._group(frame, now)

    def _group(self, frame: float, now: list[tuple[Event, dict[str, Any]]]) -> list[tuple[Event, dict[str, Any]]]:
        document = self._standing(frame)
        kept = {lock.id for lock in document.locks}
        tracks: dict[str, set[str] | None] = {}
        later: list[tuple[Event, dict[str, Any]]] = []
        keyed: dict[str, dict[str, Any]] = {}
        for event, between in now:
            try:
                statement = event.statement
                if isinstance(statement, (said.WalkThrough, said.OneStep, said.JumpTo)):
                    self.document = document
                    document = self._walk(event, document)
                    continue
                before = document
                document, more, posed = self._done(event, document)
                if more is not None:
                    later.append((more, between))
                if isinstance(statement, said.KeyOf):
                    own = self._tracks(statement) if statement.parts else None
                    there = tracks.get(statement.figure, set())
                    tracks[statement.figure] = None if own is None or there is None else there | own
                if posed:  # whoever had to give way is keyed as well
                    posed |= {name for name in self.roles if document.actor(name).q != before.actor(name).q}
                    keyed.update(dict.fromkeys(posed - self.grips.held_at(frame, self.goals), between))
            except ManikinError as error:
                raise error if hasattr(error, "column") else event.statement.line.wrong(str(error)) from None
        document = self.grips.carried(document, frame, self.goals)
        for name, curve in keyed.items():
            counts = tracks.get(name)
            q = tuple(document.actor(name).pose.q.tolist())
            self.roles[name].add_key(Key(frame=frame, q=q, tracks=frozenset(counts) if counts else None, **curve))
        lasting = {lock.id for lock in document.locks if lock.id in kept or lock.id in self.open.values()}
        for lock in document.locks:
            if lock.id not in lasting:
                document = document.without_lock(lock.id)
        self.document = document
        return later

    def _done(self, event: Event, document: Document) -> tuple[Document, Event | None, set[str]]:
        """The document after an event, the end of a move that it begins, and the figures that it poses."""
        statement = event.statement
        if isinstance(statement, said.Throw):
            flight = self.grips.throw(self.goals, statement, document, event.frame, event.until)
            self.end = max(self.end, flight.end)
            return document, None, set()
        if statement.figure in self.grips.held_at(event.frame, self.goals) and _poses(event):
            raise InputError(f"{statement.figure} is held then, and follows what holds it")
        if isinstance(statement, said.Posing):
            self._count()
            return self._posed_by(statement, document), None, {statement.figure}
        if isinstance(statement, said.KeyOf):
            return document, None, {statement.figure}
        if isinstance(statement, (said.LockOver, said.GoalOver)):
            document = self._held(event, document, document)
            own = document.locks[-1].figure if document.locks else ""
            return keep_locks(document), None, set() if event.lasts else {own}
        if isinstance(statement, said.Release):
            return self._released(statement.name, event.frame, document), None, set()
        if isinstance(statement, said.Move):
            document, more = self._moved(event, document)
            return document, more, {statement.figure}
        raise InputError("this has no place at a time")

    def _count(self) -> None:
        self._posed += 1
        if self._posed > MOST_POSING:
            raise InputError(f"a script has at most {MOST_POSING:,} steps of posing")

    # -- the pose at a time --------------------------------------------------------------------

    def _sources(self) -> tuple[Clip, ...]:
        return tuple(role.source() for role in self.roles.values())

    def clip(self, marks: tuple[Mark, ...] = ()) -> Clip | Ensemble:
        """The motion with all that is held: a clip of the only figure, or an ensemble."""
        sources = tuple(source.with_marks(marks) if marks else source for source in self._sources())
        if len(sources) > 1:
            return Ensemble(clips=sources, goals=tuple(self.goals))
        return Constrained(source=sources[0], goals=tuple(self.goals)) if self.goals else sources[0]

    def finish(self) -> None:
        """End the script: what is held ends where all ends, and props lie where they were let go."""
        last = max(self.end, *(source.end for source in self._sources()))
        self.end = last
        for i, goal in enumerate(self.goals):
            spans = tuple(replace(span, end=min(span.end, max(last, span.start))) for span in goal.ordered)
            self.goals[i] = replace(goal, spans=spans)
        carried = {prop for prop, _ in self.grips.keys(self.goals)}
        for name in sorted(self.roles, key=carried.__contains__):  # who carries before what is carried
            role = self.roles[name]
            if name in carried:
                self.grips.settle(self.document, self.goals, name)
            source = role.source()
            if role.taken is None and last > source.end and role.keys:
                key = role.keys[max(role.keys)]
                role.add_key(replace(key, frame=last, q=tuple(source.state(last).tolist()), tracks=None))

    def _standing(self, frame: float) -> Document:
        """The document as it stands at a frame, with the locks that are on then."""
        document = self.document
        self.grips.let_go(document, frame, self.goals)
        ends = {goal.name: goal.ordered[-1].end for goal in self.goals}
        for name, id in list(self.open.items()):
            if ends.get(name, frame) < frame:
                document = document.without_lock(id)
                del self.open[name]
        document = document.at({name: role.state(frame) for name, role in self.roles.items()})
        return self.grips.carried(document, frame, self.goals)

    def _posed_by(self, statement: said.Posing, document: Document) -> Document:
        step, actor = statement.step, document.actor(statement.figure)
        figure = actor.figure
        if "state" in step:
            values = figure.values_from_degrees(step["state"])
            return document.at({figure.name: np.clip(figure.state(values), figure.lo, figure.hi)})
        if "mirror" in step:
            return keep_locks(document, {figure.name: mirror_state(figure, actor.pose.q[None])[0]})
        if "pose" in step:
            q = figure.rest
            if step["pose"] != "rest":
                q = figure.state(dict(actor.stored_pose(step["pose"]).values))
            motion = ground_motion(figure, q, actor.pose.q)
            q = moved_on_ground(figure, np.array(q)[None], motion)[0]
            return keep_locks(document, {figure.name: np.clip(q, figure.lo, figure.hi)})
        return apply_step(document, {**step, "figure": figure.name})[1]

    def _tracks(self, statement: said.KeyOf) -> set[str]:
        figure, parts = self.roles[statement.figure].figure, statement.parts
        names = set(figure.parameter_names)
        columns = columns_of(figure, [part for part in parts if part not in names])
        columns |= {figure.index(part) for part in parts if part in names}
        return {track.name for track in tracks_of(figure) if columns & set(track.columns)}

    # -- holding -------------------------------------------------------------------------------

    def _held(self, event: Event, then: Document, document: Document) -> Document:
        """The document with what an event holds, read from the document as it stands then."""
        statement = event.statement
        assert isinstance(statement, (said.LockOver, said.GoalOver))
        goal = goal_of(statement, then, self.settings.ground)
        if not event.lasts:
            return lock_on(document, goal, hard=not statement.soft)
        goal = self._timed(event, goal)
        if self.grips.add(self.goals, statement):
            return document
        document = lock_on(document, goal, hard=not statement.soft)
        self.open[str(goal.name)] = document.made
        return document

    def _timed(self, event: Event, goal: Any, moving: Any = None) -> Any:
        """Note that a goal holds over the span of an event; gives the goal with a name of its own."""
        statement = event.statement
        assert isinstance(statement, said.Held)
        name = unique(goal.name or goal.kind, (one.name for one in self.goals))
        goal = replace(goal, name=name)
        ease = None
        if statement.ease is not None:
            a, b = (self.settings.frame(time, statement.line) for time in statement.ease)
            ease = (a, b)
        moving = moving or given_target(goal, statement.moving)
        plain, serving = served(goal, self.settings.figures)
        spans = spans_of(event.frame, np.inf if event.until is None else event.until, ease)
        timed = TimedGoal(goal=plain, spans=spans, hard=not statement.soft, moving=moving, serving=serving)
        if is_grip(timed, self.settings.figures):  # a prop need not be brought to who takes it: it is where it is
            timed = replace(timed, spans=(replace(spans[0], ease_in=0.0, ease_out=0.0),))
        self.goals.append(timed)
        return goal

    def _settle_waiting(self, sources: tuple[Clip, ...]) -> None:
        """What begins between two keys: each part is taken from the motion at the first frame that holds it."""
        waiting, self._waiting = self._waiting, []
        for event in sorted(waiting, key=lambda one: (one.frame, one.order)):
            statement = event.statement
            try:
                if isinstance(statement, said.Release):
                    self.document = self._released(statement.name, event.frame, self.document)
                    continue
                goals = [with_end(goal, event.frame) for goal in self.goals]
                then = self.document.at(held_at(sources, goals, event.frame))
                self.document = self._held(event, then, self.document)
            except ManikinError as error:
                raise error if hasattr(error, "column") else statement.line.wrong(str(error)) from None

    def _released(self, name: str, frame: float, document: Document) -> Document:
        for i, goal in enumerate(self.goals):
            span = goal.ordered[-1]
            if goal.name == name and span.start <= frame <= span.end:
                spans = (*goal.ordered[:-1], replace(span, end=max(span.start, frame - 1)))
                self.goals[i] = replace(goal, spans=spans)
                if name in self.open:
                    document = document.without_lock(self.open.pop(name))
                return document
        known = ", ".join(goal.name for goal in self.goals if goal.ordered[-1].end >= frame)
        raise InputError(f"nothing called {name!r} is held then" + (f" (held: {known})" if known else ""))

    # -- moving --------------------------------------------------------------------------------

    def _moved(self, event: Event, document: Document) -> tuple[Document, Event | None]:
        move = event.statement
        assert isinstance(move, said.Move)
        figure = self.roles[move.figure].figure
        if event.way is None:
            if event.until is None or not event.lasts or event.until - event.frame < 1:
                raise InputError("a move takes a time: write the frames from .. to before it")
            self._count()
            way = way_of(move, document.poses)
            first = moving_goals(move, figure, way, np.array([event.frame, event.until]))[2][0]
            document = _led(document, move, [first] * LEAST_MOVE)
            return document, replace(event, frame=event.until, until=event.frame, way=way, lasts=False)
        start, end = event.until, event.frame
        assert start is not None
        frames = np.append(np.arange(start, end), end)
        _, target, goals = moving_goals(move, figure, event.way, frames)
        count = min(max(len(goals), LEAST_MOVE), MOST_MOVE)
        document = _led(document, move, [goals[i] for i in np.linspace(0, len(goals) - 1, count).astype(int)])
        span = replace(event, frame=start, until=end)
        self._timed(span, goals[-1], target)
        return document, None

    # -- walking -------------------------------------------------------------------------------

    def _walk(self, event: Event, document: Document) -> Document:
        role = self.roles[event.statement.figure]
        start = document.actor(role.figure.name).pose.q if role.stands else None
        made = walked(event, role.figure, start, self.settings)
        keys = sorted(made.keys(), key=lambda key: key.frame)
        for key in keys:
            role.add_key(key)
        taken = {goal.name for goal in self.goals}
        for goal in made.goals():
            own = goal.name if len(self.roles) == 1 else f"{role.figure.name} {goal.name}"
            name = unique(own, taken)
            taken.add(name)
            self.goals.append(replace(goal, goal=replace(goal.goal, name=name)))
        self.end = max(self.end, keys[-1].frame)
        return document.at({role.figure.name: np.array(keys[-1].q)})


def _poses(event: Event) -> bool:
    statement = event.statement
    lasting = isinstance(statement, (said.LockOver, said.GoalOver, said.Release)) and (
        event.lasts or isinstance(statement, said.Release)
    )
    return not lasting


def _led(document: Document, move: said.Move, way: list[Any]) -> Document:
    settings, figure = document.settings, document.figures[move.figure]
    joints = chain_of(figure, move.part, settings.drag_mode, settings.drag_base)
    if move.chain is not None:
        joints = tuple(name if isinstance(name, str) else name[1] for name in move.chain)
    return led(document, move.figure, columns_of(figure, joints), way)
