"""One way to follow targets from frame to frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from manikin.arguments import explained
from manikin.body.posture import bend_goals, free_limb_goals
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.following.calm import Calm, levers_of
from manikin.following.carried_root import carried_roots
from manikin.goals import BendToward
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.problem.subproblem import with_limits
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.moving_targets import TargetSlot, find_target
from manikin.solvers.preferred_bends import (
    BEND_WEIGHT,
    POSTURE_WEIGHT,
    STRAIGHT_LIMB_OFFSET,
    bend_straight_limbs,
    bends_of,
    effort_gains,
    offsets,
    row_power,
)
from manikin.solvers.result import Result, Status
from manikin.solvers.search import Lean
from manikin.solvers.session import Session

__all__ = ["Follower"]

LEAVING = 0.25
"""How far targets are from the start, in levers, when the wishes of a body count by half or so."""
SOFT_KNEE = 0.3
"""How far the posture bends limbs that are straight, once their targets have left [rad]."""
FIRST_BEND = 2.5
"""How far a straight limb is bent to try it, times ``SOFT_KNEE``."""
STARTED, LEFT, WORTH_BENDING = 0.97, 0.3, 0.25
"""Straight limbs are tried bent while the share of the start is between the first two, and stay so if it gains the
third."""
AGREEING = 0.6
"""A limb whose bend is off the preferred one by less than this [rad] is drawn to it."""
FREE_LIMB_WEIGHT = 3.0
"""Weight of a free limb's direction, in units of effort per radian squared."""
MAX_ROUNDS = 3
"""Solves of a frame; each makes the targets some hundred times more exact."""
MAX_JUMPS = 20
"""Frames that a jump may take."""
PATIENCE = 6
"""Frames between two tries to bend straight limbs."""
EXACT_ROWS = 1e-7
"""Targets are exact where no row changes by more than this from round to round [m, rad]."""

STIFF = 1e8
"""Weight of the posture, over its own, where only the locks come before it."""


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
        start: Pose or state to start at; the rest pose by default.
        posture: Pose or state that is preferred; the start by default.
        wishes: Goals as weak as the posture; a weight of 1 is worth one unit of effort for every unit squared.
        frozen: Names of joints, parameters or couplings that must not move.
        stiffness: Stiffness, 0 (free) to 1 (rigid), by name of joint, parameter or coupling.
        limits: Whether the figures' limits hold.
        free_limbs: Whether limbs that nothing moves keep their direction in the world: arms hang, the head is upright.
        preferred_bends: Whether the bends that figures prefer are wishes.
        rate: Frames in a second.
        softness: How far a limb gives way near the end of its reach: about 3 mm for an arm at 1; 0.1 is nearly exact.
        iterations: The most iterations of a solve; a frame takes one to three solves.
    """

    def __init__(
        self,
        figures: Figure | Iterable[Figure],
        targets: Iterable[Goal],
        *,
        locks: Iterable[Goal] = (),
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
        if not (isinstance(softness, (int, float)) and 0 < softness < np.inf):
            raise InputError(f"the softness must be above 0 and finite, not {shorten(softness)}")
        given = Problem(figures, targets, hard=locks, frozen=frozen, stiffness=stiffness, limits=limits)
        q = _state(given, start, given.rest)
        still = posture is None
        posture = _state(given, posture, q)
        gain, unit = effort_gains(given)
        hard = sum(goal.rows for goal in given.hard)
        self._weight = POSTURE_WEIGHT * softness * row_power(given, gain)
        wished = [*wishes, *_own_wishes(given, posture, free_limbs, preferred_bends)]
        unit *= self._weight
        all_goals = given.with_goals(*(replace(wish, weight=unit * wish.weight) for wish in wished))
        self._problem = with_limits(all_goals, gain=gain)
        self._constants = np.array(self._problem.constants)
        self._asked = given.rows
        self._slots: dict[str, TargetSlot] = {}
        exact = np.zeros(self._problem.rows, np.uint8)
        exact[hard : given.rows] = 1
        lean = Lean(posture, self._weight, np.zeros(self._problem.rows), exact)
        self._posture, self._first, self._leaving = posture, self._constants.copy(), _leaving(self._problem)
        self._offset = _offset(self._problem, posture, given.rows, self._weight) if still else 0 * posture
        self._share, self._patience = 1.0, 0
        self._carried = carried_roots(self._problem, len(given.all_goals))
        self._bend = bend_straight_limbs(given, bends_of(given), posture, SOFT_KNEE) - posture
        solver = LevenbergMarquardt(restarts=0, tolerance=1e-9, max_iterations=iterations)
        self._session = Session(solver, self._problem, q, lean=lean)
        self._q = np.array(self._session.q)
        self._aim: Array | None = None
        self._begun = False
        self._calm = Calm(self._problem, self._q, rate)

    @property
    def problem(self) -> Problem:
        """Targets, locks and wishes as they were given last."""
        return self._problem.with_constants(self._constants) if len(self._constants) else self._problem

    @property
    def q(self) -> Array:
        """The present state (size,)."""
        return np.array(self._q)

    def set_targets(self, constants: Array) -> None:
        """Set all targets at once: the constants (see ``Problem.constants``) of ``problem``."""
        self._constants = np.array(constants, float)

    def begin(self, q: Any) -> None:
        """Go on from another state; targets and posture stay."""
        self._session.begin(q)
        self._q, self._aim = np.array(self._session.q), None

    def move(self, name: str, target: Any) -> None:
        """Move the target of a goal or lock, given by its name."""
        slot = self._slots.get(name)
        if slot is None:
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
        if LEFT < self._share < STARTED:
            result = self._bent(result)
        self._aim, aim = None, result.q
        bounds = self._calm.near_limits(aim, self._constants)
        if bounds is not None:
            result = self._within(*bounds)
        near = self._calm.limited(result.q, self._constants)
        if near is not None:
            result = self._held_at(near)
        if result.q is not aim:
            self._aim = aim  # the search goes on from there, not from where calm joints have come
        self._calm.remember(result.q, self._constants)
        self._q = result.q
        return result

    def jump(self) -> Result:
        """The pose for the present targets at once, however far it is."""
        self._lean_from_start()
        self._begun = True
        result = self._bent(self._settled())
        self._calm.begin(result.q, self._constants)
        self._q, self._aim = result.q, None
        return result

    def is_met(self, q: Array, tolerance: float) -> bool:
        """Whether all locks and targets are met at a state, each row in its own unit."""
        counted = self._problem.row_scales[: self._asked] != 0
        rows = self.problem.raw_residual(q)[: self._asked][counted]
        return bool((np.abs(rows) <= tolerance).all())

    def _follow(self) -> Result:
        return self._session.follow(self._constants, rounds=MAX_ROUNDS, tolerance=EXACT_ROWS)

    def _settled(self) -> Result:
        """The pose where nothing more can be gained."""
        for _ in range(MAX_JUMPS):
            result = self._follow()
            if result.status is not Status.MAX_ITERATIONS:
                break
        return result

    def _lean_from_start(self) -> None:
        """Nothing moves before the targets do; as these leave, wishes count, and straight limbs bend a little."""
        if self._offset.any() or self._bend.any() or self._carried:
            way = float((np.abs(self._constants - self._first) * self._leaving).max(initial=0.0))
            self._share = share = 1 / (1 + way * way) ** 2
            posture = self._posture + share * self._offset + (1 - share) * self._bend
            for carried in self._carried:
                posture[carried.columns] += carried.way(self._constants - self._first)
            self._session.lean_to(self._session.lean._replace(posture=posture))

    def _bent(self, result: Result) -> Result:
        """The same from a state whose straight limbs are bent, if that ends better: a straight limb may be stuck."""
        straight = (self._bend != 0) & (np.abs(result.q - self._posture) < 0.5 * np.abs(self._bend))
        self._patience -= 1
        if self._patience > 0 or not straight.any():
            return result
        lean = self._session.lean
        self._session.begin(
            np.clip(
                self._posture + FIRST_BEND * np.where(straight, self._bend, 0.0), self._problem.lo, self._problem.hi
            )
        )
        other = self._settled()
        if self._cost(other.q) < (1 - WORTH_BENDING) * self._cost(result.q):
            return other
        self._patience = PATIENCE
        self._session.begin(result.q)
        self._session.lean_to(lean)
        return result

    def _cost(self, q: Array) -> float:
        off = self._session.lean.off(self._problem, q)
        return self.problem.cost(q) + self._weight * float(off @ off)

    def _within(self, lo: Array, hi: Array) -> Result:
        """The same with the parameters within bounds."""
        self._session.set_limits(lo, hi)
        result = self._follow()
        self._session.set_limits(self._problem.lo, self._problem.hi)
        return self._follow() if result.status is Status.INFEASIBLE else result  # locks come before calm

    def _held_at(self, near: Array) -> Result:
        """The state next to another one that the locks and limits allow."""
        now = self._session.lean
        self._session.lean_to(now._replace(posture=near, weight=STIFF * self._weight, shift=0 * now.shift))
        result = self._session.solve(near, self._constants)
        self._session.lean_to(now)
        return result


def _offset(problem: Problem, posture: Array, first: int, weight: float) -> Array:
    """What must be added to a posture so that the wishes, the rows from ``first`` on, move nothing there."""
    pull = problem.jacobian(posture)[first:].T @ problem.residual(posture)[first:]
    return np.asarray(problem.gain**2 * pull / weight)


def _leaving(problem: Problem) -> Array:
    """What the ways of all constants count by; only targets leave, not the lines and planes that goals are beside."""
    found = np.zeros(len(problem.constants))
    for i in range(len(problem.all_goals) if problem.tables is not None else 0):
        where = problem.constants_of(i)
        if "target" in where:
            found[where["target"]] = 1 / LEAVING
    return found / levers_of(problem)


def _own_wishes(problem: Problem, posture: Array, free_limbs: bool, preferred_bends: bool) -> list[Goal]:
    """The wishes that bodies have by themselves, if they can do anything about them."""
    found: list[Goal] = []
    first = 0
    for figure, own in zip(problem.figures, problem.split(posture), strict=True):
        movable = set(np.flatnonzero(problem.gain[first : first + figure.size] > 0).tolist())
        first += figure.size
        goals: list[Goal] = []
        if free_limbs:
            goals += free_limb_goals(figure.pose(own), problem.all_goals, weight=FREE_LIMB_WEIGHT)
        if preferred_bends:
            pose = figure.pose(own)
            bends = bend_goals(figure, problem.goals, weight=BEND_WEIGHT)
            goals += [bend for bend in bends if _agrees(bend, pose)]  # a bend that was posed otherwise stays
        for goal in goals:
            columns = {
                c for handle in goal.handles if not isinstance(handle, Fixed) for c in handle.columns(figure).tolist()
            }
            found += [] if movable.isdisjoint(columns) else [goal]
    return found


def _agrees(bend: BendToward, pose: Pose) -> bool:
    """Whether a limb is bent about as it prefers to be; one that is straight has no bend yet."""
    base, middle, tip, target = (handle.value(pose) for handle in bend.handles)
    off = float(np.linalg.norm(bend.residual(base, middle, tip, target)) / np.linalg.norm(middle - base))
    return off <= AGREEING and offsets(pose, bend)[0] > STRAIGHT_LIMB_OFFSET


def _state(problem: Problem, given: Any, default: Array) -> Array:
    """A state of all figures from a pose, poses of each, or numbers."""
    if given is None:
        return default
    if isinstance(given, Pose):
        given = given.q
    elif isinstance(given, Sequence) and given and all(isinstance(pose, Pose) for pose in given):
        given = np.concatenate([pose.q for pose in given])
    return problem.checked(given)
