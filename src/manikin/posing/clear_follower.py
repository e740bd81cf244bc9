"""Figures that follow targets and go round what they would touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

import numpy as np

from manikin.following.calm import largest
from manikin.following.searching import SearchingFollower
from manikin.following.tries import Tries
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.result import Result

__all__ = ["ClearFollower"]

TOUCH = 5e-4
"""Figures keep clear where they come into the margin of a clearance by no more than this [m]."""
JAMMED, WORTH_LEAVING = 0.1, 0.1
"""What misses its targets by more than the first [m] may be jammed; a pose from elsewhere is taken if it costs less
than the second share."""
RESTED = 10
"""Frames after which targets that do not move are at rest; then what is free is where it comes to, at once."""
WAITS, GROWN = (8, 64), 2.0
"""Frames between two searches from elsewhere; after every one in vain twice as many, up to the second number; and how
many times as far the targets must be missed for another one at once."""
WORTH_RETURNING = 1.0
"""Where the targets rest, the pose that is found from the start is taken if it costs less than this share: of poses
that are as good, the one that does not depend on the way."""
STILL = 1e-4
"""What moves by no more than this in a frame rests [rad, m]."""


class ClearFollower:
    """Follows targets as ``Follower`` does, and goes round what the figures would touch.

    There are two followers.  The pose of the first depends on the targets alone, for it minds nothing that it touches.
    Where it touches nothing, it is the pose.  Where it does, the second one, which keeps clear, goes on from the last
    pose that was clear, and slides along what it meets; on the other side of it may be another pose for the same
    targets.  So whatever was slid round on the way, the pose comes back when the targets do.  It may have to jump to
    the first follower's then; who shows it sees to the pace (see ``manikin.posing.pace``).

    Limbs may jam: joints at their limits, or a body in the way, keep them from targets that are in reach.  Then the
    first follower is tried from the start, and the second one from the pose of the first.  Where the targets rest,
    both do not come to their aims calmly, but are there, from then on: that is left to the pace as well.  Both are
    tried from the start then, for the way may have led to a worse pose.

    While the second one slides nobody sees the first.  Then it need not be calm, and has a turn in every other frame
    only; searches go on in turns too.  So no frame has to do all the work of both.

    Args:
        free: Follows the targets alone.
        clear: Makes the same with the clearance as its last targets; called when something is touched first, or by
            ``prepare``.  None where there is no clearance.
        clearance: What to keep clear of: goals without a target that could be moved.
    """

    def __init__(
        self,
        free: SearchingFollower,
        clear: Callable[[], SearchingFollower] | None = None,
        clearance: Iterable[Goal] = (),
    ) -> None:
        self._free, self._make_clear = free, clear
        self._gaps = Problem(free.problem.figures, list(clearance))
        self._begun = self._slides = self._takes_turn = False
        self._comes_to_rest = self._slide_to_try = False  # which of the two is still to be tried from the start
        self._start, self._constants, self._rested = free.q, np.array(free.problem.constants), 0
        self._allowed = TOUCH + np.abs(self._gaps.raw_residual(free.q))  # who touches at the start may go on doing so
        self._free_jam = _Jam(self._free)

    @cached_property
    def _clear(self) -> SearchingFollower:
        made = self._free if self._make_clear is None else self._make_clear()
        made.set_targets(self._constants)
        return made

    @cached_property
    def _clear_jam(self) -> _Jam:
        return _Jam(self._clear)

    @property
    def _made(self) -> tuple[SearchingFollower, ...]:
        """The followers that there are."""
        return tuple(dict.fromkeys((self._free, self.__dict__.get("_clear", self._free))))

    def prepare(self) -> None:
        """Make the follower that keeps clear now: most solves never need it, but a drag should not wait for it."""
        _ = self._clear

    @property
    def problem(self) -> Problem:
        """Targets, locks and wishes as they were given last, without the clearance."""
        return self._free.problem

    @property
    def q(self) -> Array:
        """The present state (size,)."""
        return self._clear.q if self._slides else self._free.q

    def set_targets(self, constants: Array) -> None:
        """Set all targets at once: the constants of ``problem``."""
        self._rested = self._rested + 1 if np.array_equal(constants, self._constants) else 0
        self._comes_to_rest = self._rested == RESTED or (self._comes_to_rest and self._rested > 0)
        self._slide_to_try = self._slide_to_try and self._rested > 0
        self._constants = np.array(constants)
        for follower in self._made:
            follower.set_targets(constants)

    def begin(self, q: Array) -> None:
        """Go on from another state; targets and posture stay."""
        for follower in self._made:
            follower.begin(q)

    def is_met(self, q: Array, tolerance: float) -> bool:
        """Whether all locks, targets and clearances are met at a state, each row in its own unit."""
        gaps = self._gaps.raw_residual(q)[self._gaps.row_scales != 0]
        return self._free.is_met(q, tolerance) and bool((np.abs(gaps) <= tolerance).all())

    def step(self) -> None:
        """One frame."""
        if not self._begun:
            self.jump()
            return
        self._takes_turn = not (self._slides and self._takes_turn)
        if self._takes_turn and self._comes_clear():
            return
        slid = self._clear.q
        self._clear.step(search=not (self._takes_turn and self._free.searches))
        if self._rested >= RESTED:
            self._clear.arrive()
        self._clear_jam.leave(self._free.q)
        if self._slide_to_try:
            self._slide_to_try = False
            self._clear.consider(self._start, WORTH_RETURNING)
        if largest(self._clear.q - slid) < STILL:
            # who drags would take it for at rest, but the free pose may still be on its way
            if not self._takes_turn and self._comes_clear():
                return
            self._free.arrive()
            self._slides = not self._is_clear(self._free.q)

    def _comes_clear(self) -> bool:
        """One frame of the free pose; whether it is clear, so that nothing has to be slid along."""
        before = self._free.motion
        self._free.step(unseen=2 if self._slides else 0)
        self._free_jam.leave(self._start)
        if self._rested >= RESTED:
            self._free.arrive()
        if self._comes_to_rest:
            self._comes_to_rest = False
            self._free.consider(self._start, WORTH_RETURNING)
            self._slide_to_try = True
        clear = self._is_clear(self._free.q)
        if not clear and not self._slides:
            self._clear.go_on(before)
        self._slides = not clear
        return clear

    def jump(self) -> Result:
        """The pose for the present targets at once, however far it is."""
        start, self._begun = self.q, True
        result = self._free.jump()
        self._slides = not self._is_clear(result.q)
        if self._slides:
            self._clear.begin(start)
            result = self._clear.jump()
        return result

    def _is_clear(self, q: Array) -> bool:
        return bool((np.abs(self._gaps.raw_residual(q)) <= self._allowed).all())


class _Jam:
    """A follower that may be jammed, and what was tried to free it."""

    def __init__(self, follower: SearchingFollower) -> None:
        self._follower = follower
        self._tries, self._off = Tries(*WAITS), 0.0

    def leave(self, start: Array) -> None:
        """Look for another pose from a state; soon if the targets are in reach no longer, else now and then."""
        off = self._follower.off()
        if off <= JAMMED:
            self._tries, self._off = Tries(*WAITS), 0.0
        elif self._tries.is_due() or off > GROWN * self._off:
            self._follower.consider(start, WORTH_LEAVING)
            self._tries.ended(gained=False)
            self._off = off
