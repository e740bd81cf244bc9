"""A follower whose searches from elsewhere take several frames, and that can be told to search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin.following.follower import ABOUT_AS_WELL, SETTLED, Follower
from manikin.math.rotations import Array
from manikin.problem.whole_turns import unwound
from manikin.solvers.levels import MET
from manikin.solvers.result import Result
from manikin.solvers.search import Lean

__all__ = ["SearchingFollower"]


@dataclass
class _Search:
    """A search from another state: where it is, and when what it finds is taken.

    Attributes:
        q: Where it is (size,).
        shift: The shift of the rows there (rows,).
        rounds: The most rounds of its next frame.
        left: Frames that are left.
        share: It must cost less than this share of the present pose, if it is given.
        misses: Else it must miss the targets by no more.
        leaps: Whether what it finds is the pose at once.
    """

    q: Array
    shift: Array
    rounds: int
    left: int
    share: float | None = None
    misses: float = 0.0
    leaps: bool = False


class SearchingFollower(Follower):
    """Follows targets as ``Follower`` does, with one solve of a search from elsewhere in a frame.

    So no frame takes much longer than others.  Whoever shows it sees to a calm way where it leaps.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._search: _Search | None = None
        self._stepping, self._unseen = False, 0

    @property
    def searches(self) -> bool:
        """Whether a search is on its way."""
        return self._search is not None

    @property
    def aim(self) -> Array:
        """The state that it comes to (size,); where calm joints do not hold it back, the present one."""
        return self.q if self._aim is None else np.array(self._aim)

    def off(self) -> float:
        """The most that a lock or target of the last frame is off at its aim, weighted."""
        return float(np.abs(self._rows_at(self.aim)[: self._asked]).max(initial=0.0))

    def consider(self, start: Array, share: float) -> None:
        """Leap to the pose that is found from another state, if it costs less than a share of the present one.

        A search of the follower itself gives way.  What was learnt elsewhere does not count, so what is found does not
        depend on the way to the present pose.
        """
        if self._search is not None and not self._search.leaps:
            self._search = None
        self._begin_search(start, afresh=True, share=share, leaps=True)

    def arrive(self) -> None:
        """Be at its aim, at rest."""
        self._q, self._aim = self.aim, None
        self._session.begin(self._q)
        self._calm.begin(self._q, self._constants)

    def step(self, *, search: bool = True, unseen: int = 0) -> Result:
        """One frame.

        Args:
            search: Whether a search goes on.
            unseen: Where nobody sees it, frames since its last one: it need not be calm, and is at its aim.
        """
        self._stepping, self._unseen = self._begun, unseen
        result = super().step()
        self._stepping = False
        if search and self._search is not None:
            self._go_on_searching(self._search)
        return result

    def _calmly(self, aimed: Result, bending: float) -> Result:
        if not self._unseen:
            return super()._calmly(aimed, bending)
        self._calm.pass_by(aimed.q, self._constants, self._unseen)
        return aimed

    def begin(self, q: Any) -> None:
        super().begin(q)
        self._search = None

    def _better(self, result: Result, start: Array, share: float, misses: float = -1.0) -> Result:
        if not self._stepping:
            return super()._better(result, start, share, misses)
        self._begin_search(start, share=share)
        return result

    def _unjammed(self, result: Result) -> Result:
        return result  # whoever shows it says when to search (see ``consider``)

    def _aim_from_here(self, lean: Lean, misses: float) -> bool:
        self._session.lean_to(lean)
        self._begin_search(self._q, misses=max(ABOUT_AS_WELL * misses, MET))
        self._aiming.ended(gained=False)
        return False

    def _begin_search(self, start: Array, *, afresh: bool = False, **wanted: Any) -> None:
        if self._search is None:
            shift = np.zeros(self._problem.rows) if afresh else np.array(self._session.lean.shift)
            self._search = _Search(np.array(start), shift, self._most_rounds, self._jumps, **wanted)

    def _go_on_searching(self, search: _Search) -> None:
        """One solve of a search; what it found becomes the aim as soon as it is good enough, without whole turns."""
        session, lean, rounds = self._session, self._session.lean, self._rounds
        session.lean_to(lean._replace(shift=search.shift))
        session.begin(search.q)
        self._rounds = search.rounds
        found = self._follow().q
        shift, loose, misses = np.array(session.lean.shift), self._loosest_lock(), self._misses()
        search.rounds, self._rounds = self._rounds, rounds
        if search.share is None:
            gained = misses <= search.misses
        else:
            gained = self._cost(found) < search.share * self._cost(self.aim) - 1e-12
        session.lean_to(lean)
        session.begin(self._q)
        search.left -= 1
        settled = np.abs(found - search.q).max(initial=0.0) <= SETTLED
        search.q, search.shift = unwound(self._problem, self._turns, lean.posture, found), shift
        if gained and loose <= MET and np.array_equal(search.q, found):
            self._search, self._aim, self._stuck = None, found, 0
            session.lean_to(lean._replace(shift=shift))
            self._calm.aim_at(found)
            if search.leaps:
                self.arrive()
        elif settled or search.left <= 0:
            self._search = None
