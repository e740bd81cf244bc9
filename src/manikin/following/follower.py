"""One way to follow targets from frame to frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

import numpy as np

from manikin.arguments import explained, one_or_several
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.following.ball_posture import balls_of
from manikin.following.calm import Calm
from manikin.following.motion import Motion, check_numbers, given_state
from manikin.following.moving_posture import MovingPosture
from manikin.following.straight_ends import StraightEnds
from manikin.following.tries import Tries, Waiting, starts_beside
from manikin.following.wishes import own_wishes
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.problem.whole_turns import turning, unwound
from manikin.solvers.leaning import leaning_session
from manikin.solvers.levels import MET
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.moving_targets import TargetSlot, find_target
from manikin.solvers.preferred_bends import bends_of, middle_columns
from manikin.solvers.result import Result, Status
from manikin.solvers.search import Lean

__all__ = ["Follower"]

STARTED, LEFT, WORTH_BENDING = 0.97, 0.3, 0.25
"""Straight limbs are tried bent while the share of the start is between the first two; a gain of the third is taken."""
MAX_ROUNDS, LEAST_ITERATIONS = 8, 2
"""The most solves of a frame; one or two will do, and more only near the end of a reach.  Who allows a solve few
iterations gets no more solves than there are of so many."""
MAX_JUMPS, SETTLED = 20, 1e-6
"""Frames that a jump may take; it ends where nothing moves by more [rad, m].  A try takes no more than iterations."""
FAR, LOST, WORTH_CHANGING = 0.3, 0.02, 0.02
"""A jump that ends further than the first from the posture [rad], or off its targets by the second [m, rad], is tried
from the posture and states beside it; another one is taken if it gains the third."""
BENDING_WAITS, AIMING_WAITS, LEAVING_WAITS = (6, 48), (4, 64), (8, 64)
"""Frames between tries to bend straight limbs, to aim from here, to leave a jam: first, and at most after doubling."""
WORTH_UNSTUCK, WORTH_LEAVING = 0.02, 0.1
"""What a limb that got straight on its way must gain where it is tried bent (see ``StraightEnds``), and what share of
its misses one that its limits keep off its targets by more than ``LOST`` may keep where it is taken elsewhere."""
EXACT_ROWS = 1e-7
"""Targets are exact where no row changes by more than this from round to round [m, rad]."""
LIGHT, HEAVY = 0.03, 1e8
"""Weights of a state on the way, over that of the posture: after the targets, and before them."""
ABOUT_AS_WELL = 1.5
"""Another aim may miss the targets so many times as far."""


@explained
class Follower:
    """Follows targets from frame to frame in strict levels: limits, locks, targets, posture.

    Locks hold; targets are met as well as the locks allow; what both leave free goes to the posture, with the least
    ``effort``.  So the pose depends on the targets, not on the way there: it comes back when they do.  Near the end of
    a reach the figure gives way by a few millimetres instead of snapping straight (soft reach), and its joints do not
    jump where the targets move calmly (see ``Calm``).

        follower = Follower(human, [Position(point=hand, target=(0.3, 1.2, 0.4), name="hand")], locks=feet)
        for place in path:
            follower.move("hand", place)
            pose = follower.step().pose

    Args:
        figures: The figures that follow.
        targets: Goals that follow something, with names to move them by.
        locks: Goals that hold before all targets.
        clear: Goals without a target, such as clearance, that compete with the targets; what only they mind is free.
        start: Pose or state to start at; the rest pose by default.
        posture: Pose or state that is preferred; the start by default.
        wishes: Goals as weak as the posture; a weight of 1 is worth one unit of effort for every unit squared.
        frozen: Names of joints, parameters or couplings that must not move.
        stiffness: Stiffness, 0 (free) to 1 (rigid), by name of joint, parameter or coupling.
        limits: Whether the figures' limits hold.
        free_limbs: Whether limbs that nothing moves keep their direction in the world: arms hang, the head is upright.
        preferred_bends: Whether the bends that figures prefer are wishes.
        rate: Frames in a second.
        softness: How far a limb gives way near the end of its reach: about 3 mm for a metre at 1, 1 mm at 0.3.
        iterations: The most iterations of a solve; a frame takes one to three solves.
    """

    def __init__(
        self,
        figures: Figure | Iterable[Figure],
        targets: Iterable[Goal],
        *,
        locks: Iterable[Goal] = (),
        clear: Iterable[Goal] = (),
        start: Any = None,
        posture: Any = None,
        wishes: Iterable[Goal] = (),
        frozen: Iterable[Name] = (),
        stiffness: Mapping[Name, float] | None = None,
        limits: bool = True,
        free_limbs: bool = True,
        preferred_bends: bool = True,
        rate: float = 60.0,
        softness: float = 1.0,
        iterations: int = 200,
    ) -> None:
        check_numbers(softness, iterations)
        asked, minded = one_or_several(targets, Goal, "targets"), one_or_several(clear, Goal, "clear")
        given = Problem(figures, (*asked, *minded), hard=locks, frozen=frozen, stiffness=stiffness, limits=limits)
        q = given_state(given, start, given.rest)
        still = posture is None
        posture = given_state(given, posture, q)
        solver = LevenbergMarquardt(restarts=0, tolerance=1e-9, max_iterations=iterations)
        wished = [*wishes, *own_wishes(given, len(asked), posture, free_limbs, preferred_bends)]
        balls, bends = balls_of(given), bends_of(given)
        self._session = leaning_session(
            given,
            solver,
            q,
            posture=posture,
            wishes=[*wished, *(ball.wish(posture) for ball in balls)],
            softness=softness,
            loose=[column for ball in balls for column in ball.columns],
            bends=bends,
        )
        self._problem, self._asked = self._session.problem, given.rows
        weight = self._session.lean.weight
        self._posture = MovingPosture(given, self._problem, posture, weight, bends, still=still)
        self._constants = np.array(self._problem.constants)
        self._slots: dict[str, TargetSlot] = {}
        self._q = np.array(self._session.q)
        self._aim: Array | None = None
        self._most_rounds = max(1, min(MAX_ROUNDS, iterations // LEAST_ITERATIONS))
        self._begun, self._rounds, self._jumps = False, self._most_rounds, min(MAX_JUMPS, iterations)
        self._waiting = Waiting()
        self._bending, self._aiming, self._leaving = (Tries(*w) for w in (BENDING_WAITS, AIMING_WAITS, LEAVING_WAITS))
        self._jammed, self._turns = False, turning(given)
        hinges, moving = np.array([variable.kind == "hinge" for variable in given.variables], bool), given.gain > 0
        self._still, self._floats, self._hinges = still, bool((moving & ~hinges).any()), moving & hinges
        turned = any("rad" in goal.units for goal in asked)
        middles = middle_columns(given, bends)
        self._calm = Calm(self._problem, self._q, rate, balls=balls, turned=turned, middles=middles)
        self._ends = StraightEnds(given, posture, bends)

    @property
    def problem(self) -> Problem:
        """Targets, locks and wishes as they were given last."""
        own = self._problem
        return own if np.array_equal(self._constants, own.constants) else own.with_constants(self._constants)

    @property
    def q(self) -> Array:
        """The present state (size,)."""
        return np.array(self._q)

    def set_targets(self, constants: Array) -> None:
        """Set all targets at once: the constants (see ``Problem.constants``) of ``problem``."""
        given = np.array(constants, float)
        if given.shape != self._constants.shape or not np.isfinite(given).all():
            raise InputError(f"the targets are {self._constants.size} finite numbers, not {shorten(constants)}")
        self._constants = given

    def begin(self, q: Any) -> None:
        """Go on from another state; targets and posture stay."""
        self._session.begin(given_state(self._problem, q, self._q))
        self._session.levels.forget_start()
        self._q, self._aim = np.array(self._session.q), None
        self._calm.place(self._problem.gain == 0, self._q)

    @property
    def motion(self) -> Motion:
        """Where it is and how it moves."""
        return Motion(self._q, self._aim, self._session.lean.shift, copy(self._calm))

    def go_on(self, motion: Motion) -> None:
        """Go on as another follower did whose targets are the first ones of this; all else of both is the same."""
        self._session.begin(motion.q)
        more = np.zeros(self._problem.rows - len(motion.shift))
        own = np.split(motion.shift, [self._asked - len(more)])
        self._session.lean_to(self._session.lean._replace(shift=np.concatenate([own[0], more, own[1]])))
        self._q, self._aim, self._calm, self._begun = motion.q, motion.aim, motion.calm, True

    def move(self, name: str, target: Any) -> None:
        """Move the target of a goal or lock, given by its name."""
        slot = self._slots.get(name)
        if slot is None:
            if self._problem.tables is None:
                raise InputError(f"{shorten(name)} cannot be moved: a handle or goal here is known to Python only")
            slot = self._slots[name] = find_target(self._problem, name)
        self._constants[slot.place] = slot.constant(target)

    def step(self) -> Result:
        """One frame: the pose for the present targets, as far as calm joints allow; the first one jumps to it."""
        if not self._begun:
            return self.jump()
        self._lean_from_start()
        if self._aim is not None:
            self._session.begin(self._aim)
        result = self._follow()
        bending = self._session.levels.bending
        if LEFT < self._posture.share < STARTED:
            result = self._bent(result)
        result = self._unjammed(self._unstuck(result))
        aim = result.q
        result = self._calmly(result, bending)
        if result.q is aim:
            self._jammed = False
            self._waiting.end()
        # the next search goes on from the aim, not from where calm joints have come
        self._q, self._aim = result.q, None if result.q is aim else self._aim
        return result

    def _calmly(self, aimed: Result, bending: float) -> Result:
        """What calm joints allow of the way to an aim."""
        aim = aimed.q
        self._calm.ask(self._constants, bending)
        near, self._aim = self._calm.limited(aim), aim
        result = aimed if near is None else self._beside(near, aimed)
        if near is not None and result.q is aim:
            self._calm.begin(aim, self._constants)
        else:
            self._calm.remember(result.q, is_aim=near is None)
        return result

    def jump(self) -> Result:
        """The pose for the present targets at once, however far it is."""
        self._lean_from_start()
        self._begun = True
        result = self._bent(self._from_elsewhere(self._unwound(self._settled())))
        self._calm.begin(result.q, self._constants)
        self._q, self._aim = result.q, None
        return result

    def is_met(self, q: Array, tolerance: float) -> bool:
        """Whether all locks and targets are met at a state, each row in its own unit."""
        rows = self.problem.raw_residual(q)[: self._asked]
        return bool((np.abs(rows[self._problem.row_scales[: self._asked] != 0]) <= tolerance).all())

    def _follow(self) -> Result:
        rounds, fresh = self._rounds, self._posture.fresh
        result = self._session.follow(self._constants, rounds=rounds, tolerance=EXACT_ROWS, fresh=fresh)
        # a frame that runs out of iterations goes on in the next one
        self._rounds = 1 if result.status is Status.MAX_ITERATIONS else min(2 * rounds, self._most_rounds)
        return result

    def _settled(self, below: float = np.inf, jumps: int = MAX_JUMPS) -> Result:
        """The pose where nothing more can be gained; sooner, where it would not come to cost less than ``below``."""
        before, last = self._session.q, np.inf
        for _ in range(jumps):
            result = self._follow()
            if np.abs(result.q - before).max(initial=0.0) <= SETTLED:
                break
            if below < np.inf:
                cost = self._cost(result.q)
                if jumps * (last - cost) < cost - below:  # even that often the same would not do
                    break
                last = cost
            before = result.q
        return result

    def _unwound(self, result: Result) -> Result:
        """The same without whole turns away from the posture, which a search of a far target may bring."""
        near = unwound(self._problem, self._turns, self._session.lean.posture, result.q)
        if np.array_equal(near, result.q):
            return result
        self._session.begin(near)
        return self._settled()

    def _from_elsewhere(self, result: Result) -> Result:
        """The best of searches from the posture and from states beside it, where these are not near the start.

        The pose of a limb should not depend on where the figure was.  Where the start is the posture, or where a whole
        body floats, which has many ways to reach, the nearest pose is wanted, unless the limb is stuck far away.
        """
        posture = self._session.lean.posture
        near = self._still or np.abs(result.q - posture)[self._hinges].max(initial=0.0) < FAR
        if self._floats or (near and self._misses() <= LOST):
            return result
        for start in starts_beside(posture, self._hinges, self._problem.lo, self._problem.hi):
            result = self._better(result, start, 1 - WORTH_CHANGING)
        return result

    def _lean_from_start(self) -> None:
        posture = self._posture.leave(self._constants)
        if posture is not None:
            self._session.lean_to(self._session.lean._replace(posture=posture))

    def _bent(self, result: Result) -> Result:
        """The same from a state whose straight limbs are bent, if that ends better: a straight limb may be stuck."""
        bent = self._posture.with_bends(result.q) if self._bending.is_due() else None
        if bent is None:
            return result
        other = self._better(result, np.clip(bent, self._problem.lo, self._problem.hi), 1 - WORTH_BENDING)
        self._bending.ended(gained=other is not result)
        return other

    def _unstuck(self, result: Result) -> Result:
        """The same from a state whose limbs at their straight ends are bent, if that ends better: they may be stuck."""
        if not self._ends.at(result.q) or not self._ends.is_due(self._constants, self._cost(result.q)):
            return result
        other = self._better(result, self._ends.bent(result.q), 1 - WORTH_UNSTUCK)
        self._ends.ended(gained=other is not result)
        return other

    def _unjammed(self, result: Result) -> Result:
        """The same from the posture, if that ends far better: joints at their limits keep a limb from its targets."""
        lo, hi, lost = self._problem.lo, self._problem.hi, not self._floats and self._misses() > LOST
        if not (lost and self._leaving.is_due() and (self._hinges & ((result.q <= lo) | (result.q >= hi))).any()):
            return result
        other = self._better(result, self._session.lean.posture, 0.0, WORTH_LEAVING * self._misses())
        self._leaving.ended(gained=other is not result)
        self._jammed = other is not result
        return other

    def _better(self, result: Result, start: Array, share: float, misses: float = -1.0) -> Result:
        """What comes from another start, if it keeps locks and costs less than a share of a result or misses less."""
        lean, allowed, wanted = self._session.lean, max(self._loosest_lock(), MET), share * self._cost(result.q) - 1e-12
        self._session.begin(start)
        other = self._unwound(self._settled(wanted if misses < 0 else np.inf, self._jumps))
        if self._loosest_lock() <= allowed and (self._cost(other.q) < wanted or self._misses() <= misses):
            return other
        self._session.lean_to(lean)
        self._session.begin(result.q)
        return result

    def _loosest_lock(self) -> float:
        """The most that a row of a lock is off at the present state, weighted."""
        return float(np.abs(self._session.residual[self._problem.kernel_limits.hard != 0]).max(initial=0.0))

    def _misses(self) -> float:
        """The most that a target row is missed by at the present state, weighted."""
        return float(np.abs(self._session.residual[: self._asked]).max(initial=0.0))

    def _rows_at(self, q: Array) -> Array:
        """All rows at a state, weighted, with the targets of the last solve; the next one begins there."""
        if not np.array_equal(self._session.q, q):
            self._session.begin(q)
        return self._session.residual

    def _cost(self, q: Array) -> float:
        """What a state costs, with the targets of the last solve; the next one begins there."""
        rows, lean = self._rows_at(q), self._session.lean
        off = lean.off(self._problem, q)
        return float(rows @ rows) + lean.weight * float(off @ off)

    def _beside(self, near: Array, aimed: Result) -> Result:
        """The state next to another one whose targets are as near as those of the aim, if calm allows it.

        Where the targets keep it from going to the aim, the figure stays on the branch where it is, if that meets them
        as well; else they wait.
        """
        lean, misses = self._session.lean, self._misses()
        shift = np.where(self._problem.kernel_limits.hard == 0, -self._session.residual, 0.0)
        shift[self._asked :] = -self._rows_at(near)[self._asked :]  # wishes must not draw it to the aim
        on_the_way = lean._replace(posture=near, margins=None)
        shifted = on_the_way._replace(weight=LIGHT * lean.weight, shift=shift)
        stiff = on_the_way._replace(weight=HEAVY * lean.weight, shift=np.zeros_like(lean.shift))
        bounds = self._ends.kept_bending(self._calm.bounds(), self._q, near)
        result = self._within(bounds, near, stiff if self._calm.wavers else shifted)
        before, wished, now = (float(np.linalg.norm(aimed.q - q)) for q in (self._q, near, result.q))
        self._waiting.see(before, wished, now)
        if self._jammed:  # they are lost anyway: what is nearest to them may be a dead end
            result = self._within(bounds, near, stiff)
        elif self._waiting:
            if self._aiming.is_due() and self._aim_from_here(lean, misses):
                return result
            result = self._within(bounds, near, stiff)
        if self._loses_locks(result):  # locks come before calm
            result = self._within((self._problem.lo, self._problem.hi), near, shifted)
        lost = self._loses_locks(result)
        self._session.lean_to(lean)
        return aimed if lost else result

    def _within(self, bounds: tuple[Array, Array], start: Array, lean: Lean) -> Result:
        """A solve from a state with other limits, and another posture."""
        self._session.set_limits(*bounds)
        self._session.lean_to(lean)
        result = self._session.solve(start, self._constants)
        self._session.set_limits(self._problem.lo, self._problem.hi)
        return result

    def _loses_locks(self, result: Result) -> bool:
        return result.status is Status.INFEASIBLE or self._loosest_lock() > MET

    def _aim_from_here(self, lean: Lean, misses: float) -> bool:
        """Aim at the nearest pose from the present state, if it misses the targets by no more than the aim does."""
        self._session.lean_to(lean)
        self._session.begin(self._q)
        other = self._settled(jumps=self._jumps)
        found = self._misses() <= max(ABOUT_AS_WELL * misses, MET) and self._loosest_lock() <= MET
        self._aiming.ended(gained=found)
        if not found:
            return False
        self._waiting.end()
        self._aim = other.q
        self._calm.aim_at(other.q)
        return True
