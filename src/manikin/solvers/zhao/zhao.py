"""Zhao & Badler's nonlinear programming (1994, appendix).  Mirrors kernels/src/solvers/zhao/zhao.hpp."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.polyhedron import Polyhedron
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import FEATURES, Solver
from manikin.solvers.zhao.variable_metric import VariableMetric

__all__ = ["ZhaoBadler"]

UPDATES = ("switch", "bfgs", "dfp")
INITIALS = ("curvature", "identity", "first step")
ACTIVE_SLACK = 1e-12
"""A constraint with less slack is active [scaled m, rad]."""
PARALLEL_RATE = 1e-12
"""A direction that approaches a constraint by less, per unit of length, is parallel to it."""
OPTIMALITY_SHARE = 1e-8
"""The largest optimality residual at a minimum, as a share of |J||r|."""
ROUNDED_OPTIMALITY_SHARE = 2e-7
"""The same where the remaining gain is below rounding."""
ROUNDING_SHARE = 1e-14
"""Relative differences of the objective that may be rounding."""


@dataclass(frozen=True, kw_only=True)
class ZhaoBadler(Solver, kind="zhao"):
    """Minimises Σ weight·|r|² within limits and linear limits, by a variable metric projected on the active ones.

    The search direction is −H g, H an approximate inverse Hessian within the face of active constraints.  The step
    along it satisfies Powell's conditions (eq. 31), is at most 1 and passes no constraint.  Then H is updated.  The
    method is monotone and ends at a Kuhn-Tucker point.  Stiffness scales the variables (Z 11).

    Args:
        decrease: δ1: the least decrease of the objective, as a share of that of the tangent.
        slope: δ2: the largest directional derivative at the end of a step, as a share of that at its start.
        update: "bfgs", "dfp", or "switch": Fletcher's choice between the two.
        initial: The first H: "curvature" for an identity scaled by the curvature of the objective, "identity", or
            "first step" for a scale found after the first step.
    """

    honours: ClassVar[frozenset[str]] = frozenset(FEATURES) - {"hard goals"}
    compiled: ClassVar[bool] = True
    max_iterations: int = 1000
    decrease: float = 1e-4
    slope: float = 0.5
    update: Literal["switch", "bfgs", "dfp"] = "switch"
    initial: Literal["curvature", "identity", "first step"] = "curvature"

    def __post_init__(self) -> None:
        super().__post_init__()
        numbers = isinstance(self.decrease, (int, float)) and isinstance(self.slope, (int, float))
        if not (numbers and 0 < self.decrease < self.slope < 1 and self.decrease < 0.5):
            raise InputError(
                "zhao: 0 < decrease < slope < 1 and decrease < 0.5 are needed, not "
                f"{shorten(self.decrease)} and {shorten(self.slope)}"
            )
        if self.update not in UPDATES:
            raise InputError(f"zhao: update is one of {', '.join(UPDATES)}, not {shorten(self.update)}")
        if self.initial not in INITIALS:
            raise InputError(f"zhao: initial is one of {', '.join(INITIALS)}, not {shorten(self.initial)}")

    def kernel_options(self, problem: Problem) -> Array:
        return np.array([self.decrease, self.slope, UPDATES.index(self.update), INITIALS.index(self.initial)], float)

    def advance(self, search: Search) -> Status | None:
        if not isinstance(search.memory, _Descent):
            search.memory = _Descent(self, search)
        if search.memory.is_outside:
            return Status.INFEASIBLE
        return search.memory.advance(search)


class _Descent:
    """What the method remembers between iterations: metric, active set, and gradient in scaled parameters."""

    def __init__(self, solver: ZhaoBadler, search: Search) -> None:
        self.solver = solver
        self.polyhedron = Polyhedron(search.problem)
        slack = self.polyhedron.slack(search.q)
        self.is_outside = bool(slack.min(initial=0.0) < -1e-9)
        self.metric = VariableMetric(len(self.polyhedron.movable))
        self.gradient_at = -1  # the search's count of evaluations when the gradient was computed
        self.fresh, self.unscaled = True, solver.initial == "first step"
        touching = np.flatnonzero(slack <= ACTIVE_SLACK).tolist()
        for number in sorted(touching, key=lambda number: not self.polyhedron.equal[number]):  # equalities first
            self.metric.add(number, self.polyhedron.normals[number])
        self.trace = self._trace(search)
        if solver.initial == "curvature" and self.trace > 0:
            self.metric.scale(0.5 * len(self.polyhedron.movable) / self.trace)

    # -- Steps 2 and 3: is this a Kuhn-Tucker point, and which constraints stay active? --------

    def advance(self, search: Search) -> Status | None:
        if self.gradient_at != search.evaluations:
            self.g = self._gradient(search, search.q)
        metric, turned = self.metric, False
        for _ in range(4 * len(self.polyhedron.normals) + 8):
            g = self.g
            along = float(np.linalg.norm(metric.project(g)))
            place, worth = self._loosest(turned)
            residual = max(along, worth)
            if residual <= OPTIMALITY_SHARE * self._scale(search):
                self.trace = self._trace(search)
                if residual <= OPTIMALITY_SHARE * self._scale(search):
                    return Status.MINIMUM
            s = metric.project(-(metric.h @ g))  # H g is within the face up to rounding
            optimal = along <= OPTIMALITY_SHARE * self._scale(search)
            if place >= 0 and (optimal or _length(s) <= 0.5 * metric.unit * worth):
                metric.drop(place)
                continue
            slope = float(g @ s)
            if slope < 0:
                number, reach = self._wall(search.q, s)
                if reach == 0 and metric.add(number, self.polyhedron.normals[number]):
                    turned = True
                    continue
                if reach > 0 and self._descend(search, s, slope, number, reach):
                    return None
            if self.fresh:
                break
            metric.scale(metric.unit)  # rounding has spoilt the metric: start again on this face
            self.fresh = True
        self.trace = self._trace(search)
        return Status.MINIMUM if residual <= ROUNDED_OPTIMALITY_SHARE * self._scale(search) else Status.STALLED

    def _loosest(self, turned: bool) -> tuple[int, float]:
        """The active inequality with the largest gain from leaving it, and that gain; −1 for none.

        After a degenerate change the first one of those with about the largest gain, so that the set cannot cycle.
        """
        _, worth = self.metric.multipliers(self.g)
        inequalities = [p for p, number in enumerate(self.metric.active) if not self.polyhedron.equal[number]]
        most = max((float(worth[p]) for p in inequalities), default=0.0)
        if not most > 0:
            return -1, 0.0
        loose = [p for p in inequalities if worth[p] >= (1e-3 * most if turned else most)]
        return min(loose, key=lambda p: self.metric.active[p]), most

    # -- Step 4: the length of the step --------------------------------------------------------

    def _wall(self, q: Array, s: Array) -> tuple[int, float]:
        """The first constraint along s, and λ, its distance in units of s; 0 if it is touched already."""
        leaving = self.polyhedron.normals @ s
        for number in self.metric.active:
            leaving[[number, number ^ 1]] = 0.0  # both ends of an active limit
        ahead = leaving > PARALLEL_RATE * _length(s)
        slack = self.polyhedron.slack(q)
        reach = np.full(len(slack), np.inf)
        reach[ahead] = np.where(slack[ahead] <= ACTIVE_SLACK, 0.0, slack[ahead] / leaving[ahead])
        number = int(np.argmin(reach)) if len(reach) else -1
        return number, float(reach[number]) if len(reach) else math.inf

    def _descend(self, search: Search, s: Array, slope: float, number: int, reach: float) -> bool:
        """Line search by cubic interpolation (eq. 31), then Step 5 or 6; False if nothing is gained."""
        solver, f0 = self.solver, search.merit
        low = high = (0.0, f0, slope)
        gamma = longest = min(1.0, reach)
        for tries in range(40):
            trial = self._moved(search.q, s, gamma, number if gamma == reach else -1)
            r, measure = search.measure(trial)
            f = measure.merit
            g = self._gradient(search, trial)
            end = float(g @ s)
            good = f <= f0 + solver.decrease * gamma * slope
            if not good and f <= f0 and f0 - f <= ROUNDING_SHARE * f0:  # below rounding the derivatives decide
                good = (2 * solver.decrease - 1) * slope >= end
            if good and (end >= solver.slope * slope or gamma == longest or tries >= 8):
                if np.array_equal(trial, search.q):
                    return False
                search.accept(trial, r, measure)
                self._learn(search, gamma * s, g, number if gamma == reach else -1)
                return True
            if good:
                low = (gamma, f, end)
            else:
                high = (gamma, f, end)
            gamma = _between(low, high, f0)
            if gamma * _length(s) < 1e-16 * (1 + _length(search.q)):
                return False
        return False

    def _moved(self, q: Array, s: Array, gamma: float, number: int) -> Array:
        trial, box = q.copy(), self.polyhedron
        trial[box.movable] += gamma * (box.gain * s)
        trial = np.clip(trial, box.problem.lo, box.problem.hi)
        if 0 <= number < 2 * len(box.movable):  # the limit itself, without rounding
            column = box.movable[number // 2]
            trial[column] = (box.problem.lo if number % 2 else box.problem.hi)[column]
        return trial

    # -- Steps 5 and 6: a new active constraint, or an update of the metric ---------------------

    def _learn(self, search: Search, step: Array, g: Array, hit: int) -> None:
        change, self.g = g - self.g, g
        self.gradient_at = search.evaluations
        if hit >= 0:
            self.metric.add(hit, self.polyhedron.normals[hit])
            return
        curvature = float(step @ change)
        if not curvature > 1e-12 * _length(step) * _length(change):
            return
        if self.unscaled:
            self.unscaled = False
            self.metric.scale(curvature / float(change @ self.metric.project(change)))
        self.metric.update(step, change, self.solver.update)
        self.fresh = False

    # -- sizes ---------------------------------------------------------------------------------

    def _gradient(self, search: Search, q: Array) -> Array:
        self.gradient_at = search.evaluations
        return np.asarray(search.problem.cost_and_gradient(q)[1][self.polyhedron.movable] * self.polyhedron.gain)

    def _trace(self, search: Search) -> float:
        return float((search.scaled_jacobian()[:, self.polyhedron.movable] ** 2).sum())

    def _scale(self, search: Search) -> float:
        """2|J||r|, an upper bound of the gradient."""
        return 2 * math.sqrt(self.trace * search.merit)


def _length(x: Array) -> float:
    return float(np.linalg.norm(x))


def _between(low: tuple[float, float, float], high: tuple[float, float, float], f0: float) -> float:
    """The minimum of a cubic through two values and derivatives, kept well between them."""
    (a, fa, da), (b, fb, db) = low, high
    least = math.nan
    if abs(fa - fb) > ROUNDING_SHARE * f0:
        d1 = da + db - 3 * (fb - fa) / (b - a)
        square = d1 * d1 - da * db
        if square >= 0:
            d2 = math.copysign(math.sqrt(square), b - a)
            bottom = db - da + 2 * d2
            if bottom != 0:
                least = b - (b - a) * (db + d2 - d1) / bottom
    elif db != da:
        least = a - da * (b - a) / (db - da)
    t = (least - a) / (b - a)
    return a + (b - a) * (min(max(t, 0.1), 0.9) if math.isfinite(t) else 0.5)
