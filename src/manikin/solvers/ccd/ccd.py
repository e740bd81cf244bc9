"""Cyclic coordinate descent: one joint at a time takes its best value (W 4.2, 5.4).

Mirrors kernels/src/solvers/ccd/ccd.hpp.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.ccd.hinge_objective import HingeObjective
from manikin.solvers.ccd.terms import Forest, Term, check_goals, terms_of
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import FEATURES, Solver

__all__ = ["CyclicCoordinateDescent"]

Order = Literal["tip_to_base", "base_to_tip", "rank"]
Balance = Literal["problem", "document"]

MIN_CHANGE = 1e-10
"""A sweep whose changes are all smaller is the last [rad, m]."""
RANKED_CHANGES = 4
"""Changes of one iteration by rank; ranking costs as much as changing all joints once."""


@dataclass(frozen=True, kw_only=True)
class CyclicCoordinateDescent(Solver, kind="ccd"):
    """One joint at a time gets the value that brings its goals closest; an iteration is one sweep over the joints.

    On trees with several goals the coefficients k1, k2, k3 of W eq. 4.19 are summed over all goals beyond the joint
    (W 5.4).  Limits hold exactly: a joint gets the best value of those allowed.  Stiffness shortens the changes.  A
    parameter that drives several joints has no closed form and makes a safeguarded Gauss-Newton step.  The goals may be
    of the kinds position, line, plane, orientation, orientation_axes, pose, pose_axes, loop and align; others are
    refused.  Linear limits are never violated, but may end the descent early.

    Args:
        order: "tip_to_base" (W), leaves before roots; "base_to_tip"; "rank" (P): four joints in a sweep, each time the
            one that gains most, no joint twice.
        balance: "problem" for the weights of the problem, so that no sweep increases the objective (but whole
            orientations count as 2(1 − cos θ), not θ², and a stiff joint may increase it for a while); "document" for
            w_o = 1 and w_p = α(1 + ρ), α = k/W, at each joint (W 4.2), times the goal's weights; W is the size of the
            figures [m].
        k: The factor of α with the balance "document".
        calm: What a turn costs, as the lever of a joint, over the size of the figures, that turns half way; 0 as in W.
            Without it a joint with a short lever turns far for a little, at the end of a reach from frame to frame.
            Where the descent ends does not depend on it.
    """

    honours: ClassVar[frozenset[str]] = frozenset(FEATURES) - {"hard goals", "disjunctions"}
    compiled: ClassVar[bool] = True
    order: Order = "tip_to_base"
    balance: Balance = "problem"
    k: float = 1.0
    calm: float = 0.05

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, value, kind in (("order", self.order, Order), ("balance", self.balance, Balance)):
            if value not in get_args(kind):
                raise InputError(f"ccd: {name} must be one of {', '.join(get_args(kind))}, not {shorten(value)}")
        if not (isinstance(self.k, (int, float)) and 0 < self.k < np.inf):
            raise InputError(f"ccd: k must be above 0 and finite, not {shorten(self.k)}")
        if not (isinstance(self.calm, (int, float)) and 0 <= self.calm < np.inf):
            raise InputError(f"ccd: calm must be 0 or above and finite, not {shorten(self.calm)}")

    def kernel_options(self, problem: Problem) -> Array:
        order, balance = get_args(Order).index(self.order), get_args(Balance).index(self.balance)
        return np.array([order, balance, self.k, self.calm], float)

    def check(self, problem: Problem) -> None:
        super().check(problem)
        check_goals(problem, self.kind)

    def advance(self, search: Search) -> Status | None:
        sweep = search.memory
        if not (isinstance(sweep, _Sweep) and sweep.problem is search.problem):
            sweep = search.memory = _Sweep(search.problem, self)
        q, longest = sweep.run(search.q)
        search.move_to(q)
        return None if longest > MIN_CHANGE else sweep.end


class _Sweep:
    """A problem prepared for sweeps."""

    def __init__(self, problem: Problem, solver: CyclicCoordinateDescent) -> None:
        self.problem, self.order = problem, solver.order
        self.forest = Forest(problem)
        self.document = solver.balance == "document"
        self.terms = terms_of(problem, 1.0 if self.document else 0.5)
        self.world_size = _size(self.forest)
        self.alpha, self.calm = solver.k / self.world_size, solver.calm
        whole = any(goal.kind in ("orientation", "pose", "loop") for goal in problem.all_goals)
        exact = not (self.document or whole or len(problem.linear_limits[0]))
        self.end = Status.MINIMUM if exact else Status.STALLED

    def run(self, q: Array) -> tuple[Array, float]:
        """The state after a sweep, and the largest change of a parameter before stiffness and limits."""
        q, longest = q.copy(), 0.0
        for column in self._visits(q):
            wanted = self._wanted(q, column)
            longest = max(longest, abs(wanted))
            to = q[column] + self.problem.gain[column] * wanted
            q[column] = min(max(to, self.problem.lo[column]), self.problem.hi[column])
        return q, longest

    def _visits(self, q: Array) -> Iterator[int]:
        """The parameters in turn; the forest is at the present state when one is given."""
        forest = self.forest
        dofs = [[forest.dof(k) for k in readers] for readers in forest.readers]
        left = [c for c in range(len(dofs)) if dofs[c] and self.problem.gain[c] > 0]
        if self.order == "tip_to_base":
            left.sort(key=lambda c: (-max(dofs[c]), -c))
        else:  # a parameter of several joints comes before the first of them
            left.sort(key=lambda c: (int(forest.joint_of[min(dofs[c])]), forest.factor(c) != 0.0, min(dofs[c]), c))
        count = len(left)
        while left:
            self.forest.update(q)
            if self.order == "rank":
                gains = [self.problem.gain[column] * self._gain(q, column) for column in left]
                yield left.pop(int(np.argmax(gains)))
                if len(left) + RANKED_CHANGES <= count:
                    return
            else:
                yield left.pop(0)

    # -- one parameter -------------------------------------------------------------------------

    def _wanted(self, q: Array, column: int) -> float:
        """The best change for the goals, within the limits."""
        lo, hi = self._range(q, column)
        factor = self.forest.factor(column)
        if factor == 0.0:
            return self._step(q, column, lo, hi)
        dof = self.forest.dof(self.forest.readers[column][0])
        if self.forest.slides(dof):
            slope, curvature = self._derivatives(column)
            return 0.0 if curvature == 0 else min(max(-slope / curvature, lo), hi)
        ends = sorted((lo * factor, hi * factor))
        return self._hinge_objective(dof).best(*ends) / factor

    def _gain(self, q: Array, column: int) -> float:
        """The predicted decrease of the sum of squares by the best change."""
        factor = self.forest.factor(column)
        dof = self.forest.dof(self.forest.readers[column][0])
        if factor != 0.0 and not self.forest.slides(dof):
            return self._hinge_objective(dof).gain(self._wanted(q, column) * factor)
        slope, curvature = self._derivatives(column)
        lo, hi = self._range(q, column)
        change = 0.0 if curvature == 0 else min(max(-slope / curvature, lo), hi)
        return -(2 * slope + curvature * change) * change

    def _range(self, q: Array, column: int) -> tuple[float, float]:
        """How far a parameter may change down and up while the others stay."""
        lo, hi = self.problem.lo[column] - q[column], self.problem.hi[column] - q[column]
        for a, least, most in zip(*self.problem.linear_limits, strict=True):
            if a[column] != 0:
                ends = sorted(((least - a @ q) / a[column], (most - a @ q) / a[column]))
                lo, hi = max(lo, ends[0]), min(hi, ends[1])
        return min(float(lo), 0.0), max(float(hi), 0.0)

    def _hinge_objective(self, dof: int) -> HingeObjective:
        """The sum of squares as a function of a hinge (W eq. 4.19 - 4.22, summed over the goals beyond it: eq. 5.8)."""
        forest, found = self.forest, HingeObjective()
        for term in self.terms:
            sign, m = forest.carried(term, dof)
            if sign == 0.0:
                continue
            axis = sign * forest.axes[dof]
            across = m - (axis @ m) * axis
            unit = self.world_size if term.a.point else 1.0
            if across @ across <= 1e-18 * (m @ m) + 1e-24 * unit * unit:  # on the axis: it moves by rounding only
                continue
            weight = self._weight(term, dof) ** 2
            r = forest.difference(term)
            rows = [forest.counted(term, v) for v in (r - across, across, np.cross(axis, m))]
            found.cosine += 2 * weight * float(rows[0] @ rows[1])
            found.sine += 2 * weight * float(rows[0] @ rows[2])
            found.cosine -= 2 * weight * (self.calm * unit * term.heaviest) ** 2  # 2 (1 − cos φ) is what a turn costs
            found.size += weight * term.heaviest**2 * float(np.sqrt(m @ m) * (np.sqrt(r @ r) + np.sqrt(m @ m)))
            if not term.even:
                found.cosine2 += 0.5 * weight * float(rows[1] @ rows[1] - rows[2] @ rows[2])
                found.sine2 += weight * float(rows[1] @ rows[2])
        return found

    def _weight(self, term: Term, dof: int) -> float:
        """√w_p of positions at a joint; 1 for axes, and with the weights of the problem."""
        if not self.document or not term.a.point:
            return 1.0
        a, b = (float(np.linalg.norm(self.forest.at(v) - self.forest.origins[dof])) for v in (term.a, term.b))
        return float(np.sqrt(self.alpha * (1 + min(a, b) / max(a, b, 1e-300))))

    def _derivatives(self, column: int) -> tuple[float, float]:
        """Half the derivative of the sum of squares by a parameter, and half its Gauss-Newton curvature."""
        slope = curvature = 0.0
        for term in self.terms:
            rate, r = np.zeros(3), self.forest.difference(term)
            for k in self.forest.readers[column]:
                dof = self.forest.dof(k)
                sign, m = self.forest.carried(term, dof)
                if sign == 0.0:
                    continue
                moved = m if self.forest.slides(dof) else np.cross(self.forest.axes[dof], m)
                rate = rate + sign * self.forest.derivatives[k] * moved
            weight = self.alpha if self.document and term.a.point else 1.0
            rate = self.forest.counted(term, rate)
            slope += weight * float(rate @ self.forest.counted(term, r))
            curvature += weight * float(rate @ rate)
        return slope, curvature

    def _step(self, q: Array, column: int, lo: float, hi: float) -> float:
        """A Gauss-Newton step along one parameter, shortened until it decreases the sum of squares."""
        slope, curvature = self._derivatives(column)
        if curvature == 0:
            return 0.0
        change = min(max(-slope / curvature, lo), hi)
        before = self._sum()
        for _ in range(4):
            trial = q.copy()
            trial[column] += self.problem.gain[column] * change
            self.forest.update(trial)
            if self._sum() < before:
                return change
            change *= 0.25
        return 0.0

    def _sum(self) -> float:
        """The sum of squares at the state of the forest."""
        total = 0.0
        for term in self.terms:
            r = self.forest.counted(term, self.forest.difference(term))
            total += (self.alpha if self.document and term.a.point else 1.0) * float(r @ r)
        return total


def _size(forest: Forest) -> float:
    """W: the longest path from a root to a joint [m]."""
    tables = forest.tables
    reach = np.linalg.norm(tables.before[:, :, 3], axis=1) + np.linalg.norm(tables.after[:, :, 3], axis=1)
    for i, parent in enumerate(tables.parents):
        reach[i] = 0.0 if parent < 0 else reach[parent] + reach[i]
    return float(reach.max()) or 1.0
