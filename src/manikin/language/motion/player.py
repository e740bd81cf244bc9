"""Playing a motion script: what happens at each time, one after the other, as keys and timed goals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np
from scipy.interpolate import PchipInterpolator

from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.clips.differences import difference, displaced
from manikin.clips.ground import ground_motion, moved_on_ground
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.samples import Samples
from manikin.clips.timed_goal import TimedGoal
from manikin.clips.tracks import tracks_of
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of
from manikin.errors import InputError, ManikinError
from manikin.figure.figure import Figure
from manikin.figure.mirror import mirror_state
from manikin.gait.jump import jump
from manikin.gait.keyed import Walk
from manikin.gait.options import Gait
from manikin.gait.walk import step_to, turn_on_spot, walk
from manikin.language.motion import statements as said
from manikin.language.motion.holds import (
    given_target,
    goal_of,
    lock_on,
    moving_goals,
    spans_of,
    unique,
    way_of,
    with_end,
)
from manikin.language.motion.settings import Settings
from manikin.language.pose_script import apply_step, led
from manikin.math.rotations import Array
from manikin.posing.keep_locks import keep_locks

__all__ = ["Player"]

MOST_POSING = 3_000
"""Steps of posing in a script."""
LEAST_MOVE, MOST_MOVE = 5, 200
"""Steps in which a figure is led along a move."""


@dataclass(frozen=True)
class Event:
    """Something that happens at a frame; ``until`` is the last frame of what lasts, and ``again`` the end of a move."""

    frame: float
    order: int
    statement: said.Statement
    until: float | None = None
    lasts: bool = False
    way: Array | None = None


class Player:
    """Plays the statements of a script.

    Args:
        settings: The settings of the script.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.figure: Figure = settings.figure
        self.keys: dict[float, Key] = {}
        self.goals: list[TimedGoal] = []
        self.document = Document.of(self.figure)
        self.open: dict[str, int] = {}
        self.end = 0.0
        self._between: dict[str, Any] = {}
        self._waiting: list[Event] = []
        self._posed = 0
        self._latest = -np.inf

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
        self._settle_waiting(self.source())

    def _at(self, frame: float, now: list[tuple[Event, dict[str, Any]]]) -> list[tuple[Event, dict[str, Any]]]:
        """All that happens at a frame; gives the ends of moves that begin there."""
        self.end = max(self.end, frame, *(event.until or frame for event, _ in now))
        if not any(_poses(event) for event, _ in now) and frame not in self.keys:
            self._waiting += [event for event, _ in now]
            return []
        if self._waiting:  # what began since the last key takes its place from the way to this one
            saved = dict(self.keys), list(self.goals), dict(self.open), self.document
            self._group(frame, now)
            source = self.source()
            self.keys, self.goals, self.open, self.document = saved
            self._settle_waiting(source)
        return self._group(frame, now)

    def _group(self, frame: float, now: list[tuple[Event, dict[str, Any]]]) -> list[tuple[Event, dict[str, Any]]]:
        document = self._standing(frame)
        kept = {lock.id for lock in document.locks}
        tracks: set[str] | None = set()
        later: list[tuple[Event, dict[str, Any]]] = []
        keyed, curve = False, {}
        for event, between in now:
            try:
                statement = event.statement
                if isinstance(statement, (said.WalkThrough, said.OneStep, said.JumpTo)):
                    self.document = document
                    document = self._walk(event, document)
                    continue
                document, more, poses = self._done(event, document)
                if more is not None:
                    later.append((more, between))
                if isinstance(statement, said.KeyOf):
                    own = self._tracks(statement.parts) if statement.parts else None
                    tracks = None if own is None or tracks is None else tracks | own
                if poses:
                    keyed, curve = True, between
            except ManikinError as error:
                raise error if hasattr(error, "column") else event.statement.line.wrong(str(error)) from None
        if keyed:
            q = tuple(document.actor().pose.q.tolist())
            self._add_key(Key(frame=frame, q=q, tracks=frozenset(tracks) if tracks else None, **curve))
        lasting = {lock.id for lock in document.locks if lock.id in kept or lock.id in self.open.values()}
        for lock in document.locks:
            if lock.id not in lasting:
                document = document.without_lock(lock.id)
        self.document = document
        return later

    def _done(self, event: Event, document: Document) -> tuple[Document, Event | None, bool]:
        """The document after an event, the end of a move that it begins, and whether it makes a key."""
        statement = event.statement
        if isinstance(statement, said.Posing):
            self._count()
            return self._posed_by(statement.step, document), None, True
        if isinstance(statement, said.KeyOf):
            return document, None, True
        if isinstance(statement, (said.LockOver, said.GoalOver)):
            document = self._held(event, document)
            return document, None, not event.lasts
        if isinstance(statement, said.Release):
            return self._released(statement.name, event.frame, document), None, False
        if isinstance(statement, said.Move):
            return self._moved(event, document)
        raise InputError("this has no place at a time")

    def _count(self) -> None:
        self._posed += 1
        if self._posed > MOST_POSING:
            raise InputError(f"a script has at most {MOST_POSING:,} steps of posing")

    # -- the pose at a time --------------------------------------------------------------------

    def source(self) -> Clip:
        """The plain motion: the keys, or the motion that is taken, led through the keys."""
        settings = self.settings
        if settings.taken is None:
            first = Key(frame=0.0, q=tuple(self.figure.rest.tolist()))
            keys = tuple(self.keys[frame] for frame in sorted(self.keys)) or (first,)
            return Keyframes(figure=self.figure, rate=settings.frames_a_second, keys=keys)
        return _warped(settings.taken, self.keys) if self.keys else settings.taken

    def clip(self) -> Clip:
        """The motion with all that is held."""
        source = self.source()
        return Constrained(source=source, goals=tuple(self.goals)) if self.goals else source

    def _standing(self, frame: float) -> Document:
        """The document as it stands at a frame, with the locks that are on then."""
        state, document = self._state(frame), self.document
        ends = {goal.name: goal.ordered[-1].end for goal in self.goals}
        for name, id in list(self.open.items()):
            if ends.get(name, frame) < frame:
                document = document.without_lock(id)
                del self.open[name]
        return document.at({self.figure.name: np.clip(state, self.figure.lo, self.figure.hi)})

    def _state(self, frame: float) -> Array:
        """The plain state at a frame."""
        taken = self.settings.taken
        if taken is not None:
            return self.source().state(min(max(frame, taken.start), taken.end))
        last = next(reversed(self.keys.values()), None)
        if last is not None and last.tracks is None and frame >= last.frame == max(self._latest, last.frame):
            return np.array(last.q)
        return self.source().state(frame)

    def _add_key(self, key: Key) -> None:
        self.keys.pop(key.frame, None)
        self.keys[key.frame] = key
        self._latest = max(self._latest, key.frame)

    def _posed_by(self, step: dict[str, Any], document: Document) -> Document:
        figure, actor = self.figure, document.actor()
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
        return apply_step(document, step)[1]

    def _tracks(self, parts: tuple[str, ...]) -> set[str]:
        names = set(self.figure.parameter_names)
        columns = columns_of(self.figure, [part for part in parts if part not in names])
        columns |= {self.figure.index(part) for part in parts if part in names}
        return {track.name for track in tracks_of(self.figure) if columns & set(track.columns)}

    # -- holding -------------------------------------------------------------------------------

    def _held(self, event: Event, document: Document) -> Document:
        statement = event.statement
        assert isinstance(statement, (said.LockOver, said.GoalOver))
        goal = goal_of(statement, document, self.settings.ground)
        if event.lasts:
            goal = self._timed(event, goal)
        document = lock_on(document, goal, hard=not statement.soft)
        if event.lasts:
            self.open[str(goal.name)] = document.made
        return keep_locks(document)

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
        spans = spans_of(event.frame, np.inf if event.until is None else event.until, ease)
        moving = moving or given_target(goal, statement.moving)
        self.goals.append(TimedGoal(goal=goal, spans=spans, hard=not statement.soft, moving=moving))
        return goal

    def _settle_waiting(self, source: Clip) -> None:
        """What begins between two keys: each part is taken from the motion at the first frame that holds it."""
        waiting, self._waiting = self._waiting, []
        for event in sorted(waiting, key=lambda one: (one.frame, one.order)):
            statement = event.statement
            try:
                if isinstance(statement, said.Release):
                    self.document = self._released(statement.name, event.frame, self.document)
                    continue
                assert isinstance(statement, (said.LockOver, said.GoalOver))
                goals = tuple(with_end(goal, event.frame) for goal in self.goals)
                state = Constrained(source=source, goals=goals).state(event.frame)
                then = self.document.at({self.figure.name: state})
                goal = self._timed(event, goal_of(statement, then, self.settings.ground))
                self.document = lock_on(self.document, goal, hard=not statement.soft)
                self.open[str(goal.name)] = self.document.made
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

    def _moved(self, event: Event, document: Document) -> tuple[Document, Event | None, bool]:
        move = event.statement
        assert isinstance(move, said.Move)
        pose = document.actor().pose
        if event.way is None:
            if event.until is None or not event.lasts or event.until - event.frame < 1:
                raise InputError("a move takes a time: write the frames from .. to before it")
            self._count()
            way = way_of(move, pose)
            first = moving_goals(move, self.figure, way, np.array([event.frame, event.until]))[2][0]
            document = self._led(document, move, [first] * LEAST_MOVE)
            return document, replace(event, frame=event.until, until=event.frame, way=way, lasts=False), True
        start, end = event.until, event.frame
        assert start is not None
        frames = np.append(np.arange(start, end), end)
        _, target, goals = moving_goals(move, self.figure, event.way, frames)
        count = min(max(len(goals), LEAST_MOVE), MOST_MOVE)
        document = self._led(document, move, [goals[i] for i in np.linspace(0, len(goals) - 1, count).astype(int)])
        span = replace(event, frame=start, until=end)
        self._timed(span, goals[-1], target)
        return document, None, True

    def _led(self, document: Document, move: said.Move, way: list[Any]) -> Document:
        settings = document.settings
        joints = move.chain or chain_of(self.figure, move.part, settings.drag_mode, settings.drag_base)
        return led(document, self.figure.name, columns_of(self.figure, joints), way)

    # -- walking -------------------------------------------------------------------------------

    def _walk(self, event: Event, document: Document) -> Document:
        statement = event.statement
        rate, ground = self.settings.frames_a_second, self.settings.ground
        start = document.actor().pose.q if self.keys or self.settings.taken is not None else None
        given: dict[str, Any] = {"ground": ground, "start": start, "begin": event.frame, "rate": rate}
        if isinstance(statement, said.OneStep):
            gait = Gait() if statement.lift is None else Gait(lift=statement.lift)
            made = step_to(
                self.figure,
                statement.part,
                statement.place,
                heading=statement.heading,
                gait=gait,
                end=event.until,
                **given,
            )
        elif isinstance(statement, said.JumpTo):
            given |= {} if statement.height is None else {"height": statement.height}
            made = jump(self.figure, statement.place, heading=statement.heading, **given)
        else:
            assert isinstance(statement, said.WalkThrough)
            gait = Gait(**statement.gait)
            if statement.turn is not None:
                made = turn_on_spot(self.figure, statement.turn, gait=gait, **given)
            else:
                if start is None and len(statement.places) == 1:
                    given["start"] = self.figure.rest
                made = walk(self.figure, statement.places, way=statement.way, gait=gait, **given)  # type: ignore[arg-type]
        return self._walked(made, document)

    def _walked(self, made: Walk, document: Document) -> Document:
        keys = made.keys()
        for key in sorted(keys, key=lambda key: key.frame):
            self._add_key(key)
        taken = {goal.name for goal in self.goals}
        for goal in made.goals():
            name = unique(goal.name, taken)
            taken.add(name)
            self.goals.append(replace(goal, goal=replace(goal.goal, name=name)))
        last = max(keys, key=lambda key: key.frame)
        self.end = max(self.end, last.frame)
        return document.at({self.figure.name: np.array(last.q)})


def _poses(event: Event) -> bool:
    statement = event.statement
    lasting = isinstance(statement, (said.LockOver, said.GoalOver, said.Release)) and (
        event.lasts or isinstance(statement, said.Release)
    )
    return not lasting


def _warped(clip: Clip, keys: dict[float, Key]) -> Clip:
    """A motion led through keys: what they change fades to nothing at its ends (Witkin & Popović 1995)."""
    figure = clip.figure
    frames = clip.frames()
    plain = clip.at(frames)
    inside = sorted(frame for frame in keys if clip.start <= frame <= clip.end)
    at_keys = clip.at(np.array(inside))
    change = difference(figure, np.array([keys[frame].q for frame in inside], float), at_keys)
    ends = {end: np.zeros(figure.size) for end in (clip.start, clip.end)}
    rows = {**ends, **dict(zip(inside, change, strict=True))}
    knots = sorted(rows)
    moved = displaced(figure, plain, PchipInterpolator(knots, [rows[knot] for knot in knots])(frames))
    return Samples(figure=figure, rate=clip.rate, data=moved, first=float(frames[0]), marks=clip.marks)
