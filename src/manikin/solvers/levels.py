"""Targets before posture: a shift of the target rows so that leaning to a posture costs them no accuracy.

Mirrors kernels/src/solvers/levels.hpp.

A search that leans to a posture with the weight ε (see ``manikin.solvers.search.Lean``) ends where ε and the targets
balance: |r + s|² + ε|x|², x the distance from the posture.  With the shift s = 0 the targets are missed a little.  With
s = the rows' multipliers they are met exactly, and the posture takes what they leave free (the method of multipliers,
Hestenes 1969, Powell 1969).  The multipliers are found by Newton's method, in the directions u of the target rows with
J Jᵀ u = σ² u over what hard goals and limits leave free: a shift by 1 moves the row by σ²/(σ² + ε + (r + s) κ), where κ
is how the row curves.

Near the end of a reach the multipliers, and the speed of the joints, grow without bound.  There the target is missed by
as much as soft reach gives (see ``manikin.solvers.edge``).  What no movement changes (two targets for one hand) has no
shift, so goals that compete still end at their weighted mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.edge import MOST_BENT, MOST_SOFT_BEND, POSE_SHARE, SOFT_REACH, Edge, widened
from manikin.solvers.lm.bounds import hard_bounds
from manikin.solvers.lm.damping import INITIAL_DAMPING, Dampings
from manikin.solvers.result import Result
from manikin.solvers.search import Lean

__all__ = ["MET", "Levels", "Solved"]

EXACT_SHARE, SOFT_SHARE = 0.9, 0.999
"""Up to the first share ε/(σ² + ε) of the posture a row is met exactly; from the second on the posture keeps its
share."""
LEAST_NEWTON, MOST_NEWTON = 0.5, 10.0
"""The least and the most that a shift changes by, times what a row is missed by."""
MOST_PULL = 3.0
"""The most that a target pulls, times what the posture does."""
LEAST_RELAXATION, MOST_RELAXATION = 0.2, 2.0
"""The least and the most of a change of the shift that is made, by Aitken's rule (Irons and Tuck 1969)."""
LEAST_CARRIED, GROWING = 0.1, 1.2
"""From frame to frame: the least of a change that is made where it goes to and fro, and how fast more is made again."""
FAR_SIGMA = 0.25
"""A direction whose rows move faster than this, over the lever, is far from the end of a reach."""
FLAT, CURVED = 0.02, 0.05
"""A direction whose rows curve less than the first, over the lever, is no end of a reach; more than the second, it may
be one [1/rad]: two equal bones have a quarter."""
IDLE, SLOW = 0.005, 0.02
"""What is no end of a reach and moves its rows slower than the first, over the lever, is not met, for joints would go
far for next to nothing; what is faster than the second is met exactly."""
CURVATURE_STEP = 0.01
"""How far a state is moved to see how rows curve [rad]."""
MET = 1e-3
"""Targets are met if no weighted row is missed by more [m, rad]."""
STEADY = 0.25
"""Targets go on if the change of their step, squared, is at most this share of the step."""


class Solved(NamedTuple):
    """A solve: its result, its weighted and shifted rows, the dampings for another time, and the rows by which its last
    step held hard inequalities, see ``DampedStep.held_rows``; None if it made none."""

    result: Result
    r: Array
    dampings: Dampings
    held: Array | None


class Levels:
    """The shift of a search that leans, from frame to frame.

    Attributes:
        bending: How much the speed changes with which a limb bends near the end of its reach [rad per frame²].
    """

    def __init__(self) -> None:
        self.bending = 0.0
        self._edges: list[Edge] = []
        self._first, self._first_rows = np.zeros(0), np.zeros(0)
        self._at: Array | None = None
        self._started, self._off = False, 0.0
        self._dampings: Dampings = (INITIAL_DAMPING,)
        self._before: Array | None = None
        self._targets, self._step = np.zeros(0), np.zeros(0)
        self._last: list[Edge] = []
        self._change, self._carried, self._goes_on = np.zeros(0), 1.0, False
        self._rows, self._way = np.zeros(0), np.zeros(0)

    def forget_start(self) -> None:
        """The next state is a start: limbs that are straight there bend once their targets have left."""
        self._started = False

    def follow(
        self,
        problem: Problem,
        lean: Lean,
        q: Array,
        fresh: float,
        rounds: int,
        tolerance: float,
        solve: Callable[[Lean, Array, Dampings], Solved],
    ) -> tuple[Result, Lean]:
        """A frame from a state on; gives its last lean.

        A solve begins at a state with dampings of its first steps.
        """
        if self._at is None or not np.array_equal(self._at, q):
            self._dampings, self._before = (INITIAL_DAMPING,), None  # what was learnt elsewhere does not count
            self._goes_on = False
        lean = lean._replace(shift=self._begin_frame(problem, lean, q, fresh))
        moved = not np.array_equal(self._targets, problem.constants)
        start = self._ahead(problem, q)
        relaxation = 1.0
        for i in range(rounds):
            result, r, learnt, held = solve(lean, start, self._dampings)
            start = result.q
            if i == 0 and learnt:
                self._dampings = tuple(min(damping, INITIAL_DAMPING) for damping in learnt)
            change = self._shift_at(problem, lean, result.q, r, fresh, held) - lean.shift
            relaxation = self._relaxation_of_frame(change) if i == 0 else _relaxation(relaxation, self._change, change)
            lean, self._change = lean._replace(shift=lean.shift + relaxation * change), change
            self._goes_on = bool(np.abs(change).max(initial=0.0) > tolerance)
            if not self._goes_on:
                break
        self._remember_bends(moved=moved)
        return result, lean

    def _relaxation_of_frame(self, change: Array) -> float:
        """How much of the first change of a frame is made, where the last frame ended before its shift came to rest.

        Targets that have moved lead on: only what goes to and fro tells that it was too much.
        """
        if not self._goes_on:
            self._carried = 1.0
        elif change @ self._change < 0:
            right = _right(self._change, change)
            self._carried = min(max(self._carried * right, LEAST_CARRIED), self._carried)
        else:
            self._carried = min(GROWING * self._carried, 1.0)
        return self._carried

    def _ahead(self, problem: Problem, q: Array) -> Array:
        """Where the last two frames lead to, if the targets go on as they did and no reach ends there.

        Beyond the end of a reach a limb would bend the other way.
        """
        before, self._before = self._before, np.array(q)
        steady = self._are_steady(problem.constants)
        return q if before is None or self._edges or not steady else 2 * q - before

    def _are_steady(self, targets: Array) -> bool:
        """Whether the targets move about as they did in the last frame; remembers them."""
        last = self._targets if self._targets.size else np.zeros_like(targets)
        step = targets - last
        turn = step - (self._step if self._step.size else np.zeros_like(step))
        self._targets, self._step = np.array(targets), step
        return bool(step @ step > 0 and turn @ turn <= STEADY * (step @ step))

    def _begin_frame(self, problem: Problem, lean: Lean, q: Array, fresh: float) -> Array:
        """The shift for targets that have moved, at the state of the last frame."""
        if not self._started:
            self._start(problem, lean, q)
        known = self._at is not None and np.array_equal(self._at, q)
        if not known:
            self._edges.clear()
        shift = np.array(lean.shift)
        exact = _exact(problem, lean)
        rows = problem.residual(q)[exact]
        self._way = rows - self._rows if known else np.zeros_like(rows)  # how far the targets have come
        for edge in self._edges:  # a solve for a target beyond the end would straighten the limb
            before, last = edge.given, edge.target
            edge.meet(float(edge.rows @ rows), fresh)
            edge.moved = edge.target - last
            shift[exact] -= (edge.given - before) * edge.rows
        self._last = list(self._edges)
        return shift

    def _remember_bends(self, *, moved: bool) -> None:
        """How fast limbs bend; what the next frame must know for that.

        The ways of targets are seen from one edge each: from frame to frame an edge itself may turn.  Where no target
        has moved, it is another solve of the same frame.
        """
        self.bending = 0.0
        for edge in self._edges:
            same = [last for last in self._last if last.goes_on(edge)]
            if same:
                last = same[0]
                edge.before = last.moved if moved else last.before
                # an edge that has just appeared says nothing
                if moved and last.before is not None and self._off <= MET:
                    self.bending = max(self.bending, edge.bending(last.moved, last.before))

    def _shift_at(
        self, problem: Problem, lean: Lean, q: Array, r: Array, fresh: float, held: Array | None = None
    ) -> Array:
        """The shift (rows,) at a state whose weighted and shifted rows are r."""
        free = (q > problem.lo) & (q < problem.hi)
        free[[edge.fastest for edge in self._edges]] = True  # its limit is where the limb is straight
        frame = _Frame(problem, lean, q, free, r - lean.shift, held)
        self._edges.clear()
        self._at, self._off = np.array(q), 0.0
        self._rows = (r - lean.shift)[frame.exact]
        away = float(np.linalg.norm(lean.off(problem, q)) + np.linalg.norm(frame.pull_of_wishes(r)) / lean.weight)
        shift = np.zeros_like(r)
        for left, step, sigma in frame.directions():
            pull, own = float(left @ r[frame.exact]), float(left @ lean.shift[frame.exact])
            miss, given, curvature = pull - own, 0.0, 0.0
            keeps = _kept(lean.weight / (sigma * sigma + lean.weight))
            if keeps > 0:
                edge, curvature, worth = self._edge(frame, left, step, sigma)
                keeps *= worth
                if edge is not None:
                    edge.meet(miss, fresh)
                    self._edges.append(edge)
                    given, miss = edge.given, miss - edge.given
            self._off = max(self._off, abs(miss))
            if keeps == 0:
                continue
            yields = (sigma * sigma + lean.weight + pull * curvature) / (sigma * sigma)
            most = MOST_PULL * lean.weight * (1 + away) / sigma  # a target that cannot be met must not pull ever more
            wanted = own + miss * min(max(yields, LEAST_NEWTON), MOST_NEWTON) + given
            shift[frame.exact] += keeps * (min(max(wanted, -most), most) - given) * left
        return shift

    def _start(self, problem: Problem, lean: Lean, q: Array) -> None:
        """Remember the start: where the parameters are, and what the targets are missed by."""
        self._started, self._first = True, np.array(q)
        self._first_rows = problem.residual(q)[_exact(problem, lean)]

    def _still(self, edge: Edge, q: float, speed: float) -> float:
        """What the bend of the start lacks where soft reach begins, over that.

        How the fastest parameter has moved since tells how bent the limb was.  A target that was elsewhere has left
        already.
        """
        if abs(float(edge.rows @ self._first_rows)) > MET:
            return 0.0
        bend = abs(edge.state + edge.out * (q - float(self._first[edge.fastest])) / speed)
        return max(edge.share(edge.gap(bend)) - bend / edge.begin, 0.0)

    def _edge(self, frame: _Frame, left: Array, step: Array, sigma: float) -> tuple[Edge | None, float, float]:
        """The edge of a direction, if it is one; the curvature of the rows along it, 0 where it does not matter; and
        how much it is worth to meet the rows, from 0 to 1."""
        problem = frame.problem
        speeds = frame.gain * step
        fastest = int(np.argmax(np.abs(speeds) if frame.telling is None else np.abs(speeds) * frame.telling))
        speed = float(abs(speeds[fastest]))
        fast = frame.lever(left, 1.0) * speed
        if not sigma < FAR_SIGMA * fast:
            return None, 0.0, 1.0
        curvature = frame.curvature(left, step, speed)
        bent, out = abs(curvature), -1.0 if curvature > 0 else 1.0
        limb = _between(bent, FLAT * fast * speed, CURVED * fast * speed)
        worth = 1 - (1 - limb) * (1 - _between(sigma, IDLE * fast, SLOW * fast))
        if limb == 0:
            return None, curvature, worth
        # the fastest parameter may meet its limit before the limb is straight
        end = (problem.hi if out * step[fastest] > 0 else problem.lo)[fastest]
        state = min(sigma / bent, abs(end - frame.q[fastest]) / speed)
        if not state * speed < MOST_BENT:
            return None, curvature, worth
        slope, still = sigma - bent * state, limb * frame.softness * SOFT_REACH * frame.lever(left, POSE_SHARE)
        soft = widened(still, abs(float(left @ self._way)))
        begin = min(
            (math.sqrt(slope * slope + 2 * bent * soft) - slope) / bent,
            math.sqrt(frame.softness) * MOST_SOFT_BEND / speed,
        )
        if not begin > 0:
            return None, curvature, worth
        edge = Edge(left, out, slope, bent, state, fastest, begin, speed)
        edge.end = float(frame.q[fastest] + math.copysign(state * speed, out * step[fastest]))
        edge.still = self._still(edge, float(frame.q[fastest]), float(speeds[fastest]))
        return edge, curvature, worth


class _Frame:
    """The target rows at a state, over what hard rows and limits leave free.

    A parameter at a limit is free where what the targets are missed by, ``rows``, leads it inside.  A hard inequality
    counts where the last step ``held`` it: at the state itself, rounding decides whether it has a derivative.
    """

    def __init__(
        self, problem: Problem, lean: Lean, q: Array, free: np.ndarray, rows: Array, held: Array | None = None
    ) -> None:
        self.problem, self.q, self.softness, self.telling = problem, q, lean.softness, lean.telling
        self.exact, self.hard = _exact(problem, lean), problem.kernel_limits.hard != 0
        self._jacobian = problem.jacobian(q) * problem.gain
        pull = self._jacobian[self.exact].T @ rows[self.exact]
        inward = ((q <= problem.lo) & (pull < 0)) | ((q >= problem.hi) & (pull > 0))
        # less in the margins of limits, none where these hold a parameter
        share = np.where(free | inward, 1 / lean.stiffness(problem, q), 0.0)
        self._bounds = np.zeros(problem.rows, bool)
        for bound in hard_bounds(problem) if held is not None else ():
            self._bounds[bound.rows] = True
        if held is not None:
            self._jacobian = np.where(self._bounds[:, None], held, self._jacobian)
        self.gain, free_rows = share * problem.gain, share * self._jacobian
        self._rows, self._multipliers = free_rows[self.exact], np.zeros((int(self.exact.sum()), int(self.hard.sum())))
        if self.hard.any():
            self._multipliers = self._rows @ np.linalg.pinv(free_rows[self.hard], rcond=1e-8)
            self._rows = self._rows - self._multipliers @ free_rows[self.hard]

    def pull_of_wishes(self, r: Array) -> Array:
        """Jᵀr of the rows that come after the targets (size,), over what they pull against: the gains."""
        wishes = ~self.exact & ~self.hard
        return np.asarray(self._jacobian[wishes].T @ r[wishes])

    def directions(self) -> list[tuple[Array, Array, float]]:
        """Directions of the rows, the movement of the parameters over their gains, both unit vectors, and σ."""
        if not len(self._rows):
            return []
        left, sizes, right = np.linalg.svd(self._rows, full_matrices=False)
        return [(left[:, i], right[i], float(size)) for i, size in enumerate(sizes)]

    def curvature(self, left: Array, step: Array, speed: float) -> float:
        """The second derivative of a direction of the rows along its own movement, on the hard rows."""
        size = CURVATURE_STEP / speed
        weights = np.zeros(self.problem.rows)
        weights[self.exact], weights[self.hard] = left, -(left @ self._multipliers)
        weights[self._bounds] = 0.0  # inside it has no rows that could curve
        way = size * self.gain * step
        ahead, here, back = (self.problem.residual(q) for q in (self.q + way, self.q, self.q - way))
        return float(weights @ (ahead - 2 * here + back)) / (size * size)

    def lever(self, left: Array, of_poses: float) -> float:
        """The lever of a direction, the mean over its goals; that of goals with an orientation is multiplied."""
        gain = self.problem.gain
        raw = np.divide(self._jacobian, gain, out=np.zeros_like(self._jacobian), where=gain > 0)
        parts = np.zeros(self.problem.rows)
        parts[self.exact] = left
        total, row = 0.0, 0
        for goal in self.problem.all_goals:
            own = slice(row, row + goal.rows)
            row += goal.rows
            if self.exact[own].any():
                factor = of_poses * of_poses if goal.rows > 3 else 1.0
                square = float((raw[own] ** 2).sum(axis=0).max(initial=0.0))
                total += float(parts[own] @ parts[own]) * factor * square
        return math.sqrt(total)


def _exact(problem: Problem, lean: Lean) -> np.ndarray:
    """Which rows come before the posture (rows,)."""
    return np.asarray((lean.exact != 0) & (problem.kernel_limits.hard == 0))


def _relaxation(last: float, before: Array, change: Array) -> float:
    """How much of a change of the shift is made, after another one of which so much was: where both tell its end."""
    if np.array_equal(change, before):
        return 1.0
    return min(max(last * _right(before, change), LEAST_RELAXATION), MOST_RELAXATION)


def _right(before: Array, change: Array) -> float:
    """How much of a change was right, as the next one tells; 1 if that tells nothing."""
    turn = change - before
    size = float(turn @ turn)
    return -float(before @ turn) / size if size > 0 else 1.0


def _kept(share: float) -> float:
    """How much of a row is met: 1 exactly, 0 not at all, with two continuous derivatives."""
    return 1 - _between(share, EXACT_SHARE, SOFT_SHARE)


def _between(value: float, none: float, all_: float) -> float:
    """0 up to the first bound, 1 from the second on, by the logarithm, with two continuous derivatives."""
    if not value > none:
        return 0.0
    t = min(math.log(value / none) / math.log(all_ / none), 1.0)
    return t**3 * (10 - 15 * t + 6 * t * t)
