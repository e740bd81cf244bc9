"""The workspace: a document with its history, and the activity in progress.  It knows no server."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any, Protocol

from manikin.commands import ApplyPose, MoveLock, MoveLocks, RollFoot, SetHand, SetStates
from manikin.commands.at_frame import at_frame
from manikin.commands.command import Command, Made
from manikin.document.document import Document
from manikin.document.parts import from_parts, to_parts
from manikin.errors import InputError, ManikinError
from manikin.figure.pose import Pose
from manikin.plain_data import to_data
from manikin.posing.activities import NOW, Activity, Chase, ChaseRequest, Moment, Outcome, SolveLocks
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Cursor, Drag, Grab
from manikin.posing.lock_meter import LockMeter, LockReading
from manikin.project.history import History

__all__ = ["Journal", "Workspace", "command_of"]


class Journal(Protocol):
    """Stores steps; an edit is on disk when a method returns."""

    def record(
        self,
        place: int,
        label: str,
        command: Any,
        parts: Mapping[str, bytes],
        revision: int,
        origin: Any = None,
        made: Any = None,
    ) -> None:
        """A step was done, and made something."""

    def move(self, place: int, revision: int, origin: Any = None, settings: bytes | None = None) -> None:
        """A step was undone or redone; ``settings`` are those in use, if the step has others."""

    def parts(self, place: int) -> Mapping[str, bytes]:
        """The document after a step, in parts."""


class Workspace:
    """A document, its history, and at most one activity; ``owner`` identifies the window that began it."""

    def __init__(self, history: History, *, revision: int = 1, journal: Journal | None = None) -> None:
        self.history, self.revision, self.journal = history, revision, journal
        self.activity: Activity | None = None
        self.owner: object = None
        self.milliseconds = 0.0
        self._meter = LockMeter(history.document)
        self._poses: dict[str, Pose] | None = None

    @property
    def document(self) -> Document:
        """The document at the current step."""
        return self.history.document

    # -- edits ---------------------------------------------------------------------------------

    def do(self, command: Command, origin: Any = None) -> Made:
        """Apply a command as one step; returns what it made.  A change of settings is no step: it is not undone."""
        before = self.document
        label, after = command.label(before), command.apply(before)
        made = command.made(before, after)
        if not command.is_step:
            self._move_to(self.history.place, after, origin)
            return made
        load = None
        if self.journal is not None:
            place = self.history.place + 1
            told = to_data(made)
            self.journal.record(place, label, to_data(command), to_parts(after), self.revision + 1, origin, told)
            load = partial(self._load, place)
        self.history.push(label, after, load)
        self._changed()
        return made

    def undo(self, origin: Any = None) -> None:
        """Undo the last step."""
        self._go(self.history.undone(), origin)

    def redo(self, origin: Any = None) -> None:
        """Redo the step that was undone."""
        self._go(self.history.redone(), origin)

    def _go(self, place: int, origin: Any) -> None:
        document = self.history.at(place)  # first: a step that cannot be read is not moved to
        settings = self.document.settings
        if settings.drag_base is not None and not any(settings.drag_base in a.figure.skeleton for a in document.actors):
            settings = settings.without_base()
        self._move_to(
            place, document if settings == document.settings else replace(document, settings=settings), origin
        )

    def _move_to(self, place: int, document: Document, origin: Any) -> None:
        """Go to a place of the history, with the settings of a document."""
        if self.journal is not None:
            own = to_parts(document)["settings"]
            kept = None if self.journal.parts(place)["settings"] == own else own
            self.journal.move(place, self.revision + 1, origin, kept)
        self.history.go(place, document)
        self._changed()

    def _load(self, place: int) -> Document:
        assert self.journal is not None
        return from_parts(self.journal.parts(place))

    def _changed(self) -> None:
        self.revision += 1
        self._meter = LockMeter(self.document)
        self._poses = None
        if self.activity is not None:  # an edit of another window: continue from there, if possible
            try:
                self.activity = self.activity.restarted(self.document)
                self._meter = LockMeter(self.activity.document)
            except ManikinError:
                self.activity = None

    # -- activities ----------------------------------------------------------------------------

    def _start(self, owner: object, activity: Activity) -> None:
        self.activity, self.owner, self._poses = activity, owner, None
        self._meter = LockMeter(activity.document)

    def _stop(self) -> None:
        self.activity, self.owner, self._poses = None, None, None
        self._meter = LockMeter(self.document)

    def begin(self, owner: object, grab: Grab) -> Drag:
        """Begin a drag."""
        self._make_room(owner)
        drag = begin_drag(self.document, grab)
        self._start(owner, drag)
        return drag

    def follow(self, owner: object, cursor: Cursor) -> None:
        """The cursor moved; the newest place wins."""
        if isinstance(self.activity, Drag) and self.owner is owner:
            self.activity.follow(cursor)

    def end(self, owner: object, origin: Any = None) -> Made:
        """End the activity, and keep its result as one step."""
        activity = self.activity
        if activity is None or self.owner is not owner:
            raise InputError("nothing is being dragged from here")
        self._stop()
        if isinstance(activity, Drag):
            activity.settle()
        moment = activity.moment
        return self.do(at_frame(command_of(activity.outcome()), moment.frame, key=moment.key), origin)

    def cancel(self, owner: object) -> None:
        """Cancel the activity; everything is as before."""
        if self.activity is not None and self.owner is owner:
            self._stop()

    def leave(self, owner: object) -> bool:
        """A window has closed: its drag is cancelled, its chase or solve ends as far as it has come; whether anything
        has changed."""
        if self.activity is None or self.owner is not owner:
            return False
        if isinstance(self.activity, Drag):
            self.cancel(owner)
        else:
            with contextlib.suppress(ManikinError):  # nobody is left to be told that it cannot be kept
                self.end(owner)
        return True

    def chase(self, owner: object, request: ChaseRequest) -> None:
        """Follow a star, or the star at its new position."""
        running = self.activity
        mine = isinstance(running, Chase) and self.owner is owner and request.target is not None
        if mine and isinstance(running, Chase) and running.chases(request):
            running.aim(request)
            return
        self._make_room(owner)
        self._start(owner, Chase(self.document, request))

    def end_chase(self, origin: Any = None) -> None:
        """Stop a chase of any window, and keep its result."""
        if isinstance(self.activity, Chase):
            self.end(self.owner, origin)

    def solve(self, owner: object, moment: Moment = NOW) -> None:
        """Solve until the locks hold, without a time limit."""
        self._make_room(owner)
        self._start(owner, SolveLocks(self.document, moment))

    def _make_room(self, owner: object) -> None:
        """End the owner's own activity; that of another window is not disturbed."""
        if self.activity is None:
            return
        if self.owner is not owner:
            raise InputError("another window is moving a figure; wait until it has let go")
        if isinstance(self.activity, Drag):
            self._stop()
        else:
            self.end(owner)

    @property
    def waiting(self) -> bool:
        """Whether a refresh would change anything."""
        return self.activity is not None and self.activity.waiting

    def step(self) -> bool:
        """One refresh; whether the activity has ended by itself."""
        if self.activity is None:
            return False
        begin = time.perf_counter()
        self.activity.step()
        self.milliseconds = 1000 * (time.perf_counter() - begin)
        self._poses = None
        return self.activity.over

    # -- what is seen --------------------------------------------------------------------------

    @property
    def poses(self) -> dict[str, Pose]:
        """The live poses of all figures."""
        if self.activity is None:
            return self.document.poses
        if self._poses is None:
            moving = {name: self.activity.pose_of(name) for name in self.activity.states}
            self._poses = {**self.activity.document.poses, **moving}
        return self._poses

    @property
    def moving(self) -> frozenset[str]:
        """The figures that the activity moves."""
        return frozenset() if self.activity is None else frozenset(self.activity.states)

    def readings(self) -> dict[int, LockReading]:
        """The errors of the locks in the live poses, by lock id."""
        return self._meter.readings(self.poses, instead=() if self.activity is None else self.activity.moved_locks)

    def violated(self) -> list[int]:
        """The ids of the enabled locks that do not hold in the document, without those on figures that move."""
        meter = self._meter if self.activity is None else LockMeter(self.document)
        still = {actor.name for actor in self.document.actors if actor.clip is None}
        return [id for id in meter.violated() if self.document.lock(id).figures <= still]

    def largest_error(self) -> float:
        """The largest error of an enabled lock in the live poses [m, rad]."""
        return self._meter.largest_error(self.poses)


def command_of(outcome: Outcome) -> Command:
    """The command for the result of an activity."""
    if outcome.pose is not None:
        return ApplyPose(**{field.name: getattr(outcome.pose, field.name) for field in fields(outcome.pose)})
    if outcome.foot is not None:
        return RollFoot(figure=outcome.foot.figure, part=outcome.foot.part, angle=outcome.foot.angle)
    if outcome.hand is not None:
        return SetHand(**{field.name: getattr(outcome.hand, field.name) for field in fields(outcome.hand)})
    if not outcome.locks:
        return SetStates(states=outcome.states, what=outcome.label)
    if len(outcome.locks) == 1:
        (lock,) = outcome.locks
        return MoveLock(id=lock.id, goal=lock.goal, states=outcome.states, what=outcome.label)
    ids, goals = zip(*((lock.id, lock.goal) for lock in outcome.locks), strict=True)
    return MoveLocks(ids=ids, goals=goals, states=outcome.states, what=outcome.label)
