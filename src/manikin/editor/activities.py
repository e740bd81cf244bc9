"""What goes on by itself from refresh to refresh: a drag, a chase after the star, a solve."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin.commands import SetPose
from manikin.commands.command import Command, display_name
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of, effector_of
from manikin.editor.gestures import Gesture, begin_gesture
from manikin.editor.messages import Chase, DragBegin, DragMove
from manikin.errors import InputError
from manikin.figure.pose import Pose
from manikin.goals import Position
from manikin.handles import Point
from manikin.math.easing import ease_in_out
from manikin.math.rotations import Array
from manikin.posing.interactive_solve import Pull
from manikin.posing.keep_locks import all_of, problem_of

__all__ = ["Activity", "Chasing", "Dragging", "Solving"]

STILL = 1e-5
"""A refresh that changes no parameter by more than this [rad, m] has come to rest."""
SETTLING = 30
"""Refreshes at most that a drag is given to come to rest when it is let go."""
REFRESH = 1 / 60
PACE = 0.8
"""How fast a star is gone after [m/s], at the speed 1."""
JOINT_SPEED = 3.0
"""How fast a parameter may change [rad/s, m/s] at the speed 1, where the figure does not say."""


class Activity:
    """Base of what goes on.  ``q`` is the live state; ``owner`` the window that began it."""

    chases = False

    def __init__(self, owner: object, document: Document) -> None:
        self.owner, self.document = owner, document
        self.q = np.array(document.q)
        self.goal: Array | None = None
        self.seq = 0

    @property
    def waiting(self) -> bool:
        """Whether another refresh would change anything."""
        return False

    @property
    def over(self) -> bool:
        """Whether it ended by itself."""
        return False

    def step(self) -> None:
        """One refresh."""
        raise NotImplementedError

    def effector(self, pose: Pose) -> Array | None:
        """The place that is pulled (3,) [m]."""
        return None

    @property
    def measured(self) -> Document | None:
        """The document whose locks are in force meanwhile, where that is another one."""
        return None

    def command(self) -> Command:
        """The edit that it comes to."""
        raise NotImplementedError

    def rebased(self, document: Document) -> Activity:
        """The same on a document that changed meanwhile."""
        raise NotImplementedError


class Dragging(Activity):
    """A gesture; the newest place of the cursor wins."""

    def __init__(self, owner: object, document: Document, request: DragBegin) -> None:
        super().__init__(owner, document)
        self.request = request
        self.gesture: Gesture = begin_gesture(document, request)
        self.goal = self.gesture.goal
        self.move: DragMove | None = None
        self._fresh = False
        self._still = True

    def follow(self, move: DragMove) -> None:
        """Where the cursor is now."""
        self.move, self._fresh = move, True

    @property
    def fresh(self) -> bool:
        """Whether the cursor has moved since the last refresh."""
        return self._fresh

    @property
    def waiting(self) -> bool:
        return self._fresh or not self._still

    def step(self) -> None:
        if self.move is None:
            return
        self._fresh = False
        self.seq = self.move.seq
        before = self.q
        self.gesture.step(self.move)
        self.q, self.goal = self.gesture.q, self.gesture.goal
        self._still = self.gesture.arrived and float(np.abs(self.q - before).max(initial=0.0)) < STILL

    def settle(self) -> None:
        """The cursor is let go: come to rest where it points."""
        self.gesture.hold_still()
        for _ in range(SETTLING):
            if not self.waiting:
                break
            self.step()

    def effector(self, pose: Pose) -> Array | None:
        return self.gesture.effector(pose)

    @property
    def measured(self) -> Document | None:
        return self.gesture.measured

    def command(self) -> Command:
        return self.gesture.command()

    def rebased(self, document: Document) -> Activity:
        other = Dragging(self.owner, document, self.request)
        if self.move is not None:
            other.follow(self.move)
        return other


class Chasing(Activity):
    """A part goes after a star (B): slowly off, slowly there, no joint faster than it may be."""

    chases = True

    def __init__(self, owner: object, document: Document, request: Chase) -> None:
        super().__init__(owner, document)
        if request.part is None or request.target is None:
            raise InputError("a chase needs a part and a target")
        figure = document.figure
        self.handle = Point(part=request.part, at=effector_of(figure.skeleton, request.part))
        settings = document.settings
        chain = chain_of(figure, request.part, settings.drag_mode, settings.drag_base)
        self.pull = Pull(document, self._wishes(self.handle.value(document.pose)), columns_of(figure, chain))
        self.aim(request)

    def _wishes(self, place: Array) -> list[Position]:
        return [Position(point=self.handle, target=place)]

    def aim(self, request: Chase) -> None:
        """Go after the star where it is now; to another place the way begins anew from where the part is."""
        if not 0.01 <= request.speed <= 100:
            raise InputError("the speed of a chase lies between 0.01 and 100")
        moved = self.goal is None or tuple(self.goal) != request.target
        self.request, self.goal = request, np.array(request.target)
        self._rates = np.minimum(self.document.figure.speed, JOINT_SPEED) * request.speed * REFRESH
        if moved:
            self.begin = self.handle.value(Pose(self.document.figure, self.q))
            self._time, self._still = 0.0, False
        way = float(np.linalg.norm(self.goal - self.begin))
        self._share = REFRESH * PACE * request.speed / max(way, 0.05)

    def let_go(self) -> None:
        """Nobody holds the star any more: the chase ends where it is reached."""
        self.request = replace(self.request, held=False)

    @property
    def waiting(self) -> bool:
        return not (self._still and self.request.held)

    @property
    def over(self) -> bool:
        return self._still and not self.request.held

    def effector(self, pose: Pose) -> Array:
        return self.handle.value(pose)

    def step(self) -> None:
        before, share = self.q, self._share
        for _ in range(3):
            time = min(1.0, self._time + share)
            wanted = self.begin + ease_in_out(time) * (self.goal - self.begin)  # type: ignore[operator]
            self.pull.aim(self._wishes(wanted))
            self.q = self.pull.step()
            haste = float((np.abs(self.q - before) / self._rates).max(initial=0.0))
            if haste <= 1:
                break
            share /= haste  # too fast for a joint: a shorter way in this refresh
        self._time = time
        self._still = time >= 1 and float(np.abs(self.q - before).max(initial=0.0)) < STILL

    def command(self) -> Command:
        what = f"Chase with {display_name(self.request.part or '')}"
        return SetPose(q=tuple(self.q.tolist()), keep=False, what=what)

    def rebased(self, document: Document) -> Activity:
        return Chasing(self.owner, document, self.request)


class Solving(Activity):
    """Keep the locks until they hold or nothing more can be gained."""

    def __init__(self, owner: object, document: Document, slice_: int = 25) -> None:
        super().__init__(owner, document)
        if not any(lock.enabled for lock in document.locks):
            raise InputError("there are no locks to keep: lock a part first")
        self._solver = document.settings.make_solver()
        self._session = self._solver.start(problem_of(document, [], all_of(document), self._solver), self.q)
        self._slice, self._over = slice_, False
        self.iterations = 0

    @property
    def waiting(self) -> bool:
        return not self._over

    @property
    def over(self) -> bool:
        return self._over

    def step(self) -> None:
        result = self._session.advance(self._slice)
        before, self.q = self.q, np.array(result.q)
        self.iterations += result.iterations
        still = float(np.abs(self.q - before).max(initial=0.0)) < 1e-9
        self._over = still or result.iterations < self._slice or self.iterations >= 100_000

    def command(self) -> Command:
        return SetPose(q=tuple(self.q.tolist()), keep=False, what="Solve")

    def rebased(self, document: Document) -> Activity:
        return Solving(self.owner, document, self._slice)
