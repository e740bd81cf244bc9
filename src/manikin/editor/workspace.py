"""The workspace: a document with its history, and what goes on with it.  Touches no file and no network."""

from __future__ import annotations

import time
from functools import partial
from typing import Any, Protocol

import numpy as np

from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.editor.activities import Activity, Chasing, Dragging, Solving
from manikin.editor.history import History
from manikin.editor.messages import Chase, DragBegin, DragMove, DragStarted
from manikin.editor.pose_packet import CHASE, CONFLICT, DRAG, MOVING, LockMeter, pose_frame
from manikin.errors import InputError, ManikinError
from manikin.figure.pose import Pose
from manikin.math.rotations import Array
from manikin.plain_data import to_data

__all__ = ["Journal", "Workspace"]


class Journal(Protocol):
    """Where steps are kept; an edit is done when this returns."""

    def record(
        self, place: int, label: str, command: Any, document: Document, revision: int, origin: Any = None
    ) -> None:
        """A step was done."""

    def move(self, place: int, revision: int, origin: Any = None) -> None:
        """A step was undone or done again."""

    def document(self, place: int) -> Document:
        """The document after a step."""


class Workspace:
    """``owner`` stands for a window in what follows; one thing goes on at a time."""

    def __init__(self, history: History, *, revision: int = 1, journal: Journal | None = None) -> None:
        self.history, self.revision, self.journal = history, revision, journal
        self.activity: Activity | None = None
        self.milliseconds = 0.0
        self._meter = LockMeter(history.document)

    @property
    def document(self) -> Document:
        """The document as it is kept."""
        return self.history.document

    # -- edits ---------------------------------------------------------------------------------

    def do(self, command: Command, origin: Any = None) -> None:
        """Do a command, as one step."""
        before = self.document
        label, after = command.label(before), command.apply(before)
        load = None
        if self.journal is not None:
            place = self.history.place + 1
            self.journal.record(place, label, _brief(command), after, self.revision + 1, origin)
            load = partial(self.journal.document, place)
        self.history.push(label, after, load)
        self._changed()

    def undo(self, origin: Any = None) -> None:
        """Take the last step back."""
        self._go(self.history.undone(), origin)

    def redo(self, origin: Any = None) -> None:
        """Do the step again that was taken back."""
        self._go(self.history.redone(), origin)

    def _go(self, place: int, origin: Any) -> None:
        document = self.history.at(place)  # first of all: to a step that cannot be read nobody goes
        if self.journal is not None:
            self.journal.move(place, self.revision + 1, origin)
        self.history.go(place, document)
        self._changed()

    def _changed(self) -> None:
        self.revision += 1
        self._meter = LockMeter(self.document)
        if self.activity is not None:  # somebody else's edit: go on from there, if that is possible
            try:
                self.activity = self.activity.rebased(self.document)
            except ManikinError:
                self.activity = None

    # -- what goes on --------------------------------------------------------------------------

    def begin(self, owner: object, request: DragBegin) -> DragStarted:
        """Take hold of something."""
        self._make_room(owner)
        if request.what == "goal":
            raise InputError("the star is moved by saying where the chase should go")
        dragging = Dragging(owner, self.document, request)
        self.activity = dragging
        gesture = dragging.gesture
        place = gesture.effector(self.document.pose)
        x, y, z = (0.0, 0.0, 0.0) if place is None else place.tolist()
        return DragStarted(id=request.id, chain=gesture.chain, effector=(x, y, z), base=gesture.base)

    def follow(self, owner: object, move: DragMove) -> None:
        """The cursor moved; the newest place wins."""
        if isinstance(self.activity, Dragging) and self.activity.owner is owner:
            self.activity.follow(move)

    def end(self, owner: object, origin: Any = None) -> None:
        """Let go, and keep what came of it as one step."""
        activity = self.activity
        if activity is None or activity.owner is not owner:
            raise InputError("nothing is being dragged from here")
        if isinstance(activity, Dragging):
            activity.settle()
        self.activity = None
        self.do(activity.command(), origin)

    def cancel(self, owner: object) -> None:
        """Let go, and go back to where it was."""
        if self.activity is not None and self.activity.owner is owner:
            self.activity = None

    def leave(self, owner: object) -> bool:
        """Somebody has gone: a drag goes back, what was set going goes on; whether the figure moved by that."""
        if self.activity is None or self.activity.owner is not owner:
            return False
        if isinstance(self.activity, Chasing):
            self.activity.let_go()
        if not isinstance(self.activity, Dragging):
            return False
        self.cancel(owner)
        return True

    def chase(self, owner: object, request: Chase, origin: Any = None) -> None:
        """Go after a star, or after one at another place; ``on=False`` stops and keeps where it got to."""
        if not request.on:
            if isinstance(self.activity, Chasing):
                self.end(self.activity.owner, origin)
            return
        running = self.activity
        same = isinstance(running, Chasing) and running.owner is owner and running.request.part == request.part
        if same and isinstance(running, Chasing) and request.target is not None:
            running.aim(request)
            return
        self._make_room(owner)
        self.activity = Chasing(owner, self.document, request)

    def solve(self, owner: object) -> None:
        """Keep the locks, however long it takes."""
        self._make_room(owner)
        self.activity = Solving(owner, self.document)

    def _make_room(self, owner: object) -> None:
        """One's own chase or solve is kept where it got to; another window's gesture is not disturbed."""
        if self.activity is None:
            return
        if self.activity.owner is not owner:
            raise InputError("another window is moving the figure; wait until it has let go")
        if isinstance(self.activity, Dragging):
            self.activity = None
        else:
            self.end(owner)

    @property
    def waiting(self) -> bool:
        """Whether a refresh would change anything."""
        return self.activity is not None and self.activity.waiting

    def step(self) -> bool:
        """One refresh; whether what goes on has ended by itself, and waits to be kept."""
        if self.activity is None:
            return False
        begin = time.perf_counter()
        self.activity.step()
        self.milliseconds = 1000 * (time.perf_counter() - begin)
        return self.activity.over

    # -- what is seen --------------------------------------------------------------------------

    @property
    def q(self) -> Array:
        """The live state."""
        return np.array(self.document.q) if self.activity is None else self.activity.q

    def frame(self) -> bytes:
        """The live pose as the page gets it."""
        activity = self.activity
        pose = self.document.pose if activity is None else Pose(self.document.figure, activity.q)
        other = None if activity is None else activity.measured
        meter = self._meter if other is None else LockMeter(other)
        locks = meter.rows(pose)
        flags = 0
        if activity is not None:
            flags |= CHASE if activity.chases else DRAG
            flags |= MOVING if activity.waiting else 0
        if (locks[:, 2] == 1).any():
            flags |= CONFLICT
        return pose_frame(
            pose,
            locks,
            seq=0 if activity is None else activity.seq,
            revision=self.revision,
            flags=flags,
            milliseconds=self.milliseconds,
            goal=None if activity is None else activity.goal,
            effector=None if activity is None else activity.effector(pose),
            balance=meter.balance,
        )

    def giving_way(self) -> list[int]:
        """The ids of the locks that the document does not keep."""
        return self._meter.giving_way(self.document.q)

    def worst(self) -> float:
        """The largest error of an enabled lock in the live state [m, rad]."""
        pairs = zip(self.document.locks, self._meter.errors(self.q), strict=True)
        return max((error for lock, (error, _) in pairs if lock.enabled), default=0.0)


def _brief(command: Command) -> dict[str, Any]:
    """A command for the journal, without the bytes of a file, which the document holds."""
    data = to_data(command)
    return {**data, "content": None} if "content" in data else data
