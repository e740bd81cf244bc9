"""One damped step of Levenberg and Marquardt inside the limits.  Mirrors kernels/src/solvers/lm/step.hpp.

It minimises |J dq + r|² + λ|dq/gain|² within the limits.  With columns scaled by their gain, dq = gain·Jᵀy and
(J gain² Jᵀ + D) y = −r.  A parameter that would pass a limit stops there and the rest is solved again: an active set.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin import goals as g
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.polyhedron import Polyhedron
from manikin.solvers.search import HARDNESS, Measure, Search

__all__ = ["MET", "DampedStep"]

MOST_CHANGES = 8
"""So often in a step the set of held inequalities may change."""
BROKEN = 1e-12
"""An inequality that is broken by less is not."""
SAME = 0.99
"""Directions whose cosine is larger are one."""
CROSSING = 12
"""So often the way to a trial is halved to find where it crosses an inequality."""
MET = 1e-10
"""Hard rows whose squares sum up to less can hold; else they may weigh in the damping what they do in the merit."""
MOST_CORRECTIONS, RETURNED = 8, 1e-28
"""So often a trial is brought nearer to hard goals, unless it is as near.  What is farther soft goals could gain by."""
ROUNDS, MOST_ROUNDS = 4, 24
"""Of the active set in a step; what would still pass a limit after them is cut off.  Exactly held rows get the most."""


class DampedStep:
    """One iteration's Jacobian, and the damped steps that can be made of it."""

    def __init__(self, search: Search) -> None:
        self.search, self.q = search, search.q
        problem = search.problem
        self.lo, self.hi, self.gain = problem.lo, problem.hi, problem.gain
        self.a, self.a_lo, self.a_hi = problem.linear_limits
        self.box = Polyhedron(problem)
        jacobian, r = search.scaled_jacobian(), search.r
        if search.memory.get("alone"):  # nothing of soft rows is left that a step could mind
            jacobian, r = (np.where(search.hard, rows.T, 0.0).T for rows in (jacobian, r))
        bend = _bends(problem, jacobian, r)
        self.jacobian, self.r = jacobian * bend[:, None], r / bend
        self.gradient = self.jacobian.T @ self.r
        self.uphill = self.jacobian.T @ (np.where(search.hard, HARDNESS, 1.0) * self.r)  # half the merit's gradient
        self.hard_rows = int(search.hard.sum())
        self.bounds = [_Bound(rows) for rows in _hard_bounds(problem)]
        self.promise = self._mu = 0.0
        self._y = np.zeros(len(self.r))
        self.settled = False  # whether the step has the active set that it should
        self._stuck = np.zeros(problem.size, bool)
        self._held: dict[int, int] = {}
        self._dq = np.zeros(problem.size)
        square = r**2
        self.soft, self.hard = float(square[~search.hard].sum()), float(square[search.hard].sum())
        self.clash = search.memory.get("clash", False) and self.hard > MET  # whether hard rows cannot be met here
        search.memory["clash"] = self.clash
        self.trace = float((self.jacobian**2).sum())
        slope, nowhere = self.jacobian.copy(), np.zeros(problem.size)
        for bound in self.bounds:
            if search.r[bound.rows].any():
                self._hold(bound, search.r, slope, nowhere)
                bound.own, bound.real = bound.held, True
        self.gradient = self.jacobian.T @ self.r
        self._own, self._own_r = self.jacobian.copy(), self.r.copy()

    @property
    def weighed(self) -> float:
        """The objective that soft rows are damped by."""
        return self.soft + (HARDNESS if self.clash else 1.0) * self.hard

    def _damping(self, mu: float, objective: float) -> float:
        return mu * objective + 1e-14 * (self.trace + 1)

    def gradient_below(self, fraction: float, mu: float) -> bool:
        """Whether the gradient, projected on what may move, is small beside |J||r|.

        Where rows are held exactly it is known only by the step dq that it makes, if that has the right active set:
        |gradient| ≤ (|J|² + λ) |dq|.
        """
        q, objective = self.search.q, self.soft + self.hard
        if self.hard_rows or len(self.a):
            if not self.settled:
                return False
            size = (self.trace + mu * self.weighed) * float(np.linalg.norm(self._dq))
        else:
            outward = ((q <= self.lo) & (self.gradient > 0)) | ((q >= self.hi) & (self.gradient < 0))
            size = float(np.linalg.norm(self.gradient[~outward]))
        return bool(size <= fraction * np.sqrt(self.trace * objective))

    def little_promised(self, mu: float) -> bool:
        """A step for the damping λ promises at least |gradient|²/(|J|² + λ): whether that bounds it to rounding."""
        objective = self.soft + self.hard
        least = (self.trace + mu * self.weighed) * self.promise
        return self.settled and 0 < least <= 1e-12 * self.trace * objective

    def within_bounds(self, mu: float) -> Array | None:
        """The trial after hard inequalities that it would break were held, and those it would rather leave let go.

        Where an inequality rests it has no slope to be held by: that where the trial crosses it is taken instead.
        """
        for bound in self.bounds:  # what an earlier, longer trial told is worth little now
            if not bound.real:
                self.jacobian[bound.rows], self.r[bound.rows] = self._own[bound.rows], self._own_r[bound.rows]
                bound.held, bound.real = bound.own, True
        self.gradient = self.jacobian.T @ self.r
        trial = self.trial(mu)
        for _ in range(MOST_CHANGES if self.bounds else 0):
            if trial is None or not (self._let_go() or self._held_at(trial)):
                break
            trial = self.trial(mu)
        return trial

    def _let_go(self) -> bool:
        """Let go of directions whose rows keep the step from going farther in; the others move up."""
        changed = False
        for bound in self.bounds:
            first, count = bound.rows.start, len(bound.held)
            kept = [k for k in range(count) if not self._y[first + k] > 0]
            if len(kept) == count:
                continue
            rows = [first + k for k in kept]
            jacobian, r = self.jacobian[rows], self.r[rows]
            self.jacobian[bound.rows], self.r[bound.rows] = 0.0, 0.0
            self.jacobian[first : first + len(kept)], self.r[first : first + len(kept)] = jacobian, r
            bound.held, bound.real, changed = tuple(bound.held[k] for k in kept), False, True
        self.gradient = self.jacobian.T @ self.r
        return changed

    def _held_at(self, trial: Array) -> bool:
        """Hold inequalities that the trial would newly break, by their slope where it crosses them."""
        if not self._broken(trial):
            return False
        inside, outside = self.search.q, trial
        for _ in range(CROSSING):
            middle = 0.5 * (inside + outside)
            if self._broken(middle):
                outside = middle
            else:
                inside = middle
        broken = self._broken(outside)
        r, slope = self.search.measure(outside)[0], self.search.problem.jacobian(outside) * self.gain
        back = np.divide(self.search.q - outside, self.gain, out=np.zeros_like(outside), where=self.gain > 0)
        for bound in broken:
            self._hold(bound, r, slope, back)
        self.gradient = self.jacobian.T @ self.r
        return True

    def _broken(self, q: Array) -> list[_Bound]:
        """The inequalities that are broken in a direction in which they are not held."""
        if all(len(bound.held) == bound.count for bound in self.bounds):
            return []
        r = self.search.measure(q)[0]
        return [bound for bound in self.bounds if len(bound.held) < bound.count and bound.newly_broken(r[bound.rows])]

    def _hold(self, bound: _Bound, r: Array, slope: Array, back: Array) -> None:
        """Hold a bound in the direction in which it is broken by r: a row more, of the slope there.

        ``back`` leads from there to the state: with what the slope makes of it the row has its residual here.
        """
        if not bound.held:
            self.jacobian[bound.rows], self.r[bound.rows] = 0.0, 0.0
        outward = r[bound.rows]
        size = float(np.linalg.norm(outward))
        e, row = outward / size, bound.rows.start + len(bound.held)
        self.jacobian[row] = e @ slope[bound.rows]
        self.r[row] = size + self.jacobian[row] @ back
        bound.held, bound.real = (*bound.held, e), False

    def trial(self, mu: float) -> Array | None:
        """The state after a step of damping mu, inside the limits; None where there is none."""
        q, r = self.search.q, self.r
        damping = np.where(self.search.hard, self._damping(mu, self.hard), self._damping(mu, self.weighed))
        stuck = ((q <= self.lo) & (self.gradient > 0)) | ((q >= self.hi) & (self.gradient < 0))
        dq, end = np.zeros_like(q), q.copy()  # of what is stuck: how far it moves, and where it stands
        held: dict[int, int] = {}  # linear limits → the end they are held at
        found, released, self.settled = False, 0, False
        for _ in range(MOST_ROUNDS if self.hard_rows or len(self.a) else ROUNDS):
            free = ~stuck
            rows = np.concatenate([self.jacobian, self.a[list(held)] * self.gain])
            left = np.concatenate([r, self.a[list(held)] @ q - [self._end(k, held[k]) for k in held]])
            left = left + rows[:, stuck] @ dq[stuck]
            normal = rows[:, free] @ rows[:, free].T
            extra = 1e-14 * (np.diag(normal)[len(r) :] + 1)
            normal[np.diag_indices(len(left))] += np.concatenate([damping, extra])
            try:
                y = -np.linalg.solve(normal, left)
            except np.linalg.LinAlgError:
                break
            found = True
            # were the rows straight, r + J dq = −D y would be left of them
            hardness = HARDNESS if self.hard > self.search.enough else 0.0  # what holds has nothing to promise
            weights = np.where(self.search.hard, hardness, 1.0)
            for bound in self.bounds:  # one that rests has nothing to promise
                weights[bound.rows] *= bound.real
            self.promise = float((weights * (r**2 - (damping * y[: len(r)]) ** 2)).sum())
            self._y = y[: len(r)]
            pull = rows.T @ y
            dq[free] = pull[free]
            x = np.where(stuck, end, q + self.gain * dq)
            beyond = free & (self.gain > 0) & ((x > self.hi) | (x < self.lo))
            if beyond.any():
                end[beyond] = np.clip(x, self.lo, self.hi)[beyond]
                dq[beyond] = (end[beyond] - q[beyond]) / self.gain[beyond]
                stuck |= beyond
            elif not self._regroup(held, y[len(r) :], x):
                # free what stands at a limit and would rather move away from it; a few times, lest it cycle
                low, high = x <= self.lo, x >= self.hi
                away = stuck & (self.gain > 0) & (low != high) & np.where(low, pull > dq, pull < dq)
                self.settled = not away.any()
                if self.settled or released >= 3:
                    break
                released += 1
                stuck &= ~away
                dq[away] = 0
        if not found:
            return None
        self._mu, self._dq, self._stuck, self._held = mu, dq, stuck, held
        return self.shortened(self.search.inside(np.where(stuck, end, q + self.gain * dq)))

    def follow_edge(self, mu: float) -> None:
        """Where hard goals hold, what is uphill is so along them: their multipliers −λ y take up the rest."""
        if self.hard_rows and self.hard <= self.search.enough:
            hard = self.search.hard
            rest = self.r + self._damping(mu, self.weighed) * self._y
            self.uphill = self.gradient - self.jacobian[hard].T @ rest[hard]

    def brought_back(self, q: Array, r: Array, now: Measure) -> tuple[Array, Array, Measure]:
        """A trial after Newton's steps, with the slope at hand, to the hard goals that it left at second order.

        What meets a limit on the way stays out of the next.
        """
        hard, held, stuck = slice(0, self.hard_rows), self._held, self._stuck
        for _ in range(MOST_CORRECTIONS if self.hard_rows else 0):
            if now.breach <= RETURNED:
                break
            rows = np.concatenate([self.jacobian[hard], self.a[list(held)] * self.gain])
            left = np.concatenate(
                [self._left_of(r)[hard], self.a[list(held)] @ q - [self._end(k, held[k]) for k in held]]
            )
            normal = rows[:, ~stuck] @ rows[:, ~stuck].T
            extra = np.full(len(left), self._damping(self._mu, self.hard))
            extra[self.hard_rows :] = 1e-14 * (np.diag(normal)[self.hard_rows :] + 1)
            try:
                y = np.linalg.solve(normal + np.diag(extra), left)
            except np.linalg.LinAlgError:
                break
            other = np.where(stuck, q, q - self.gain * (rows.T @ y))
            if self._stops_at_limits(q, other):
                continue
            other = self.box.trimmed(other)
            other_r, then = self.search.measure(other)
            if not then.breach < 0.5 * now.breach:
                break
            q, r, now = other, other_r, then
        return q, r, now

    def _left_of(self, r: Array) -> Array:
        """The residual, of inequalities in the directions in which they are held."""
        left = r.copy()
        for bound in self.bounds:
            left[bound.rows] = 0.0
            for k, e in enumerate(bound.held):
                left[bound.rows.start + k] = e @ r[bound.rows]
        return left

    def _stops_at_limits(self, q: Array, other: Array) -> bool:
        """Whether the way from q to the other state meets limits that were not held; now they are."""
        beyond = ~self._stuck & (self.gain > 0) & ((other > self.hi) | (other < self.lo))
        self._stuck |= beyond
        then, before = self.a @ other, self.a @ q
        slack = 1e-13 * (1 + np.abs(then))
        above, below = (then > np.maximum(self.a_hi, before) + slack), (then < np.minimum(self.a_lo, before) - slack)
        new = {int(k): 1 if above[k] else -1 for k in np.flatnonzero(above | below) if int(k) not in self._held}
        if not beyond.any():
            self._held.update(new)
        return bool(beyond.any() or new)

    def _end(self, k: int, side: int) -> float:
        return float(self.a_hi[k] if side > 0 else self.a_lo[k])

    def _regroup(self, held: dict[int, int], pull: Array, x: Array) -> bool:
        """Let go of the linear limits that the step pulls away from, else hold those that it would break."""
        loose = [k for (k, side), y in zip(held.items(), pull, strict=True) if y * side > 0]
        for k in loose:
            del held[k]
        if loose:
            return True
        value = self.a @ x
        slack = 1e-13 * (1 + np.abs(value))
        broken = {int(k): 1 for k in np.flatnonzero(value > self.a_hi + slack)}
        broken |= {int(k): -1 for k in np.flatnonzero(value < self.a_lo - slack)}
        new = {k: side for k, side in broken.items() if k not in held}
        held.update(new)
        return bool(new)

    def shortened(self, trial: Array) -> Array:
        """What rounding left beyond a linear limit is taken back; what a cut-off active set did is cut off."""
        if not len(self.a):
            return trial
        trial = self.box.trimmed(trial)
        t = self.box.part_inside(self.q, trial)
        self.settled = self.settled and t == 1
        if t == 1:
            return trial
        return np.where(self.gain > 0, np.clip(self.q + t * (trial - self.q), self.lo, self.hi), self.q)


@dataclass
class _Bound:
    """A hard inequality, and the directions in which it is ``held``, unit vectors over its rows, each as one row.

    ``own`` are those in which it is broken here.  It is not ``real`` while its rows are others than those here.
    One of several rows may be held in several directions, as at a corner of what supports a body.
    """

    rows: slice
    held: tuple[Array, ...] = ()
    own: tuple[Array, ...] = ()
    real: bool = True

    @property
    def count(self) -> int:
        return int(self.rows.stop - self.rows.start)

    def newly_broken(self, r: Array) -> bool:
        if not np.abs(r).max() > BROKEN:
            return False
        size = float(np.linalg.norm(r))
        return all(not e @ r > SAME * size for e in self.held)


def _hard_bounds(problem: Problem) -> list[slice]:
    """The rows of every hard inequality, of members of disjunctions too."""
    found, row = [], 0
    for goal in problem.hard:
        for member in goal.goals if isinstance(goal, g.AnyOf) else (goal,):
            if member.is_inequality:
                found.append(slice(row, row + member.rows))
            row += member.rows
    return found


def _bends(problem: Problem, jacobian: Array, r: Array) -> Array:
    """(rows,) factors that give rows and residual the curvature that JᵀJ leaves out, and keep the gradient.

    A point at the end of a lever L that is pulled by a target at the distance d has the curvature L(L + d), not L².
    """
    bend = np.ones(len(r))
    row = 0
    for i, goal in enumerate(problem.all_goals):
        for member in goal.goals if isinstance(goal, g.AnyOf) else (goal,):
            own = slice(row, row + member.target_rows)
            distance = float(r[own] @ r[own])
            lever = float((jacobian[own] ** 2).sum(axis=0).max(initial=0.0))
            if i >= len(problem.hard) and distance > 0 and lever > 0:  # hard rows are met as they are
                bend[own] = np.sqrt(1 + np.sqrt(distance / lever))
            row += member.rows
    return bend
