"""Zhao & Badler's nonlinear programming (1994, appendix).  Mirrors kernels/src/solvers/zhao/zhao.hpp."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.solvers.polyhedron import Polyhedron
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import FEATURES, Solver
from manikin.solvers.zhao.variable_metric import Metric

__all__ = ["ZhaoBadler"]

UPDATES = ("switch", "bfgs", "dfp")
INITIALS = ("curvature", "identity", "first step")
TOUCHING = 1e-12  # a constraint nearer than this is active
PARALLEL = 1e-12  # a direction that leaves a constraint by less, for each unit of length, runs along it
OPTIMAL = 1e-8  # the largest optimality residual at a minimum, as a share of |J||r|
PRECISE = 2e-7  # the same where rounding hides what is still to be gained
NOISE = 1e-14  # relative differences of the objective that may be rounding


@dataclass(frozen=True, kw_only=True)
class ZhaoBadler(Solver, kind="zhao"):
    """Minimise Σ weight·|r|² within limits and linear limits: a variable metric, projected on the active ones.

    A search direction −H g, H an approximate inverse Hessian within the face of active constraints; a step along it
    that satisfies Powell's conditions (``decrease`` δ1, ``slope`` δ2, eq. 31), at most 1 and never past a constraint;
    then H learns by the BFGS formula, or by that of DFP, as Fletcher's switch says.  Monotone; ends at a Kuhn-Tucker
    point.  H begins as the identity, in proportion to the objective's curvature (``initial``) unless "identity" is
    wanted as it is, or scaled after the "first step".  Stiffness scales the variables (Z 11).
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
                "zhao: 0 < decrease < slope < 1 and decrease < 0.5 is wanted, not "
                f"{shorten(self.decrease)} and {shorten(self.slope)}"
            )
        if self.update not in UPDATES:
            raise InputError(f"zhao: update is one of {', '.join(UPDATES)}, not {shorten(self.update)}")
        if self.initial not in INITIALS:
            raise InputError(f"zhao: initial is one of {', '.join(INITIALS)}, not {shorten(self.initial)}")

    def numbers(self) -> Array:
        return np.array([self.decrease, self.slope, UPDATES.index(self.update), INITIALS.index(self.initial)], float)

    def advance(self, search: Search) -> Status | None:
        at: _Descent | None = search.memory.get("descent")
        if at is None:
            at = search.memory["descent"] = _Descent(self, search)
        if at.broken:
            return Status.INFEASIBLE
        return at.advance(search)


class _Descent:
    """What the method knows between iterations: the metric, its active set, the gradient in scaled parameters."""

    def __init__(self, solver: ZhaoBadler, search: Search) -> None:
        self.solver = solver
        self.box = Polyhedron(search.problem)
        slack = self.box.slack(search.q)
        self.broken = bool(slack.min(initial=0.0) < -1e-9)
        self.metric = Metric(len(self.box.movable))
        self.seen = -1  # evaluations made when the gradient was computed: more of them, and it is stale
        self.fresh, self.unscaled = True, solver.initial == "first step"
        touching = np.flatnonzero(slack <= TOUCHING)
        for number in sorted(touching.tolist(), key=lambda number: not self.box.equal[number]):  # equalities first
            self.metric.add(number, self.box.normals[number])
        self.trace = self._trace(search)
        if solver.initial == "curvature" and self.trace > 0:
            self.metric.scale(0.5 * len(self.box.movable) / self.trace)

    # -- Steps 2 and 3: is this a Kuhn-Tucker point, and which constraints stay active? ------------------------------

    def advance(self, search: Search) -> Status | None:
        if self.seen != search.evaluations:
            self.g = self._gradient(search, search.q)
        metric, turned = self.metric, False
        for _ in range(4 * len(self.box.normals) + 8):
            g = self.g
            along = float(np.linalg.norm(metric.project(g)))
            place, worth = self._loosest(turned)
            residual = max(along, worth)
            if residual <= OPTIMAL * self._scale(search):
                self.trace = self._trace(search)
                if residual <= OPTIMAL * self._scale(search):
                    return Status.MINIMUM
            s = metric.project(-(metric.h @ g))  # H g lies within the face but for rounding
            if place >= 0 and (along <= OPTIMAL * self._scale(search) or _length(s) <= 0.5 * metric.unit * worth):
                metric.drop(place)
                continue
            slope = float(g @ s)
            if slope < 0:
                number, reach = self._wall(search.q, s)
                if reach == 0 and metric.add(number, self.box.normals[number]):
                    turned = True
                    continue
                if reach > 0 and self._descend(search, s, slope, number, reach):
                    return None
            if self.fresh:
                break
            metric.scale(metric.unit)  # rounding has spoilt the metric: begin again on this face
            self.fresh = True
        self.trace = self._trace(search)
        return Status.MINIMUM if residual <= PRECISE * self._scale(search) else Status.STALLED

    def _loosest(self, turned: bool) -> tuple[int, float]:
        """The active inequality that most wants to be left, and how much; the first one after a degenerate turn."""
        _, worth = self.metric.multipliers(self.g)
        inequalities = [p for p, number in enumerate(self.metric.active) if not self.box.equal[number]]
        most = max((float(worth[p]) for p in inequalities), default=0.0)
        if not most > 0:
            return -1, 0.0
        loose = [p for p in inequalities if worth[p] >= (1e-3 * most if turned else most)]
        return min(loose, key=lambda p: self.metric.active[p]), most

    # -- Step 4: how far -----------------------------------------------------------------------------------------------

    def _wall(self, q: Array, s: Array) -> tuple[int, float]:
        """The first constraint in the way, and λ, how far it is along s; 0 where it is touched already."""
        leaving = self.box.normals @ s
        for number in self.metric.active:
            leaving[[number, number ^ 1]] = 0.0  # both ends of what is held
        ahead = leaving > PARALLEL * _length(s)
        slack = self.box.slack(q)
        reach = np.full(len(slack), np.inf)
        reach[ahead] = np.where(slack[ahead] <= TOUCHING, 0.0, slack[ahead] / leaving[ahead])
        number = int(np.argmin(reach)) if len(reach) else -1
        return number, float(reach[number]) if len(reach) else math.inf

    def _descend(self, search: Search, s: Array, slope: float, number: int, reach: float) -> bool:
        """Line search by cubic interpolation (eq. 31), then Step 5 or 6; False where nothing is gained."""
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
            if not good and f <= f0 and f0 - f <= NOISE * f0:  # the slope knows what rounding hides
                good = (2 * solver.decrease - 1) * slope >= end
            if good and (end >= solver.slope * slope or gamma == longest or tries >= 8):
                if np.array_equal(trial, search.q):
                    return False
                search.take(trial, r, measure)
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
        trial, box = q.copy(), self.box
        trial[box.movable] += gamma * (box.gain * s)
        trial = np.clip(trial, box.problem.lo, box.problem.hi)
        if 0 <= number < 2 * len(box.movable):  # the limit itself, not what rounding makes of it
            column = box.movable[number // 2]
            trial[column] = (box.problem.lo if number % 2 else box.problem.hi)[column]
        return trial

    # -- Steps 5 and 6: a new active constraint, or a better metric ------------------------------------------------

    def _learn(self, search: Search, step: Array, g: Array, hit: int) -> None:
        change, self.g = g - self.g, g
        self.seen = search.evaluations
        if hit >= 0:
            self.metric.add(hit, self.box.normals[hit])
            return
        curvature = float(step @ change)
        if not curvature > 1e-12 * _length(step) * _length(change):
            return
        if self.unscaled:
            self.unscaled = False
            self.metric.scale(curvature / float(change @ self.metric.project(change)))
        self.metric.update(step, change, self.solver.update)
        self.fresh = False

    # -- measures --------------------------------------------------------------------------------------------------

    def _gradient(self, search: Search, q: Array) -> Array:
        self.seen = search.evaluations
        return np.asarray(search.problem.cost_and_gradient(q)[1][self.box.movable] * self.box.gain)

    def _trace(self, search: Search) -> float:
        return float((search.scaled_jacobian()[:, self.box.movable] ** 2).sum())

    def _scale(self, search: Search) -> float:
        """2|J||r|, which no gradient is longer than."""
        return 2 * math.sqrt(self.trace * search.merit)


def _length(x: Array) -> float:
    return float(np.linalg.norm(x))


def _between(low: tuple[float, float, float], high: tuple[float, float, float], f0: float) -> float:
    """Where a cubic through two values and slopes is least, kept well between them."""
    (a, fa, da), (b, fb, db) = low, high
    least = math.nan
    if abs(fa - fb) > NOISE * f0:
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
