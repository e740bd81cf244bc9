"""The polyhedron of limits and linear limits, in parameters scaled by their gains (Z 6, 11).

Mirrors kernels/src/solvers/polyhedron.hpp.
"""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.step_limits import StepLimits

__all__ = ["Polyhedron"]

MAX_SWEEPS = 5000
"""The most sweeps of Dykstra's projections."""
INSIDE_SLACK = 1e-12
"""A state that is beyond a constraint by less counts as inside [scaled m, rad]."""
SETTLED_CHANGE = 1e-9
"""Dykstra's projections end when no correction changes by more in a sweep [scaled m, rad]."""
MAX_ROUNDING = 1e-9
"""The largest relative violation that rounding explains, if equations are nearly singular."""


class Polyhedron:
    """aᵀx ≤ b, or = b, with unit normals a, over x = q / gain of the parameters that can move.

    Two constraints for each such parameter, upper end first, then two for each linear limit; a missing end is at
    infinity.

    Attributes:
        movable: Indices of the parameters that can move (n,).
        gain: Their gains (n,).
        normals: Unit normals of all constraints (2 (n + k), n).
        equal: Which constraints are equations (2 (n + k),).
        a: Coefficients (k, size) of the linear limits that some movable parameter changes; ``lo``, ``hi`` their ends.
        length: Lengths of their scaled rows (k,).
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.movable = np.flatnonzero((problem.gain > 0) & (problem.lo < problem.hi))
        self.gain = problem.gain[self.movable]
        a, lo, hi = problem.linear_limits
        scaled = a[:, self.movable] * self.gain
        self.length = np.sqrt((scaled**2).sum(axis=1))
        changeable = self.length > 0
        self.a, self.lo, self.hi = a[changeable], lo[changeable], hi[changeable]
        self.length = self.length[changeable]
        rows = np.concatenate([np.eye(len(self.movable)), scaled[changeable] / self.length[:, None]])
        self.normals = np.stack([rows, -rows], axis=1).reshape(2 * len(rows), len(self.movable))
        equal = np.concatenate([np.zeros(len(self.movable), bool), self.lo == self.hi])
        self.equal = np.stack([equal, equal], axis=1).reshape(-1)

    def slack(self, q: Array) -> Array:
        """The distance of a state from each constraint; negative where it is violated."""
        x, value = q[self.movable], self.a @ q
        lo, hi = self.problem.lo[self.movable], self.problem.hi[self.movable]
        upper = np.concatenate([(hi - x) / self.gain, (self.hi - value) / self.length])
        lower = np.concatenate([(x - lo) / self.gain, (value - self.lo) / self.length])
        return np.stack([upper, lower], axis=1).reshape(-1)

    def nearest(self, q: Array) -> Array:
        """The nearest state inside, by Dykstra's projections (1983); the very bits of q if it is inside."""
        limits = self.problem.kernel_limits
        q = np.clip(q, limits.lo, limits.hi)
        if self.slack(q).min(initial=0.0) >= -INSIDE_SLACK:
            return q
        linear = self.normals[2 * len(self.movable) :: 2]
        lo, hi = self.problem.lo[self.movable], self.problem.hi[self.movable]
        pull, push = np.zeros((len(linear), 2)), np.zeros(len(self.movable))
        for _ in range(MAX_SWEEPS):
            before = np.concatenate([pull.ravel(), push])
            for k, a in enumerate(linear):
                for side, sign in enumerate((1.0, -1.0)):
                    end = self.lo[k] if side else self.hi[k]
                    beyond = sign * (float(self.a[k] @ q) - end) / self.length[k]
                    new = max(pull[k, side] + beyond, 0.0)
                    q[self.movable] -= (new - pull[k, side]) * sign * self.gain * a
                    pull[k, side] = new
            free = q[self.movable] + push
            q[self.movable] = np.clip(free, lo, hi)
            push = free - q[self.movable]
            settled = np.abs(np.concatenate([pull.ravel(), push]) - before).max(initial=0.0) <= SETTLED_CHANGE
            if settled and self.slack(q).min(initial=0.0) >= -INSIDE_SLACK:
                break
        return q

    def trimmed(self, q: Array, steps: StepLimits) -> Array:
        """q without the part that rounding put beyond linear limits; parameters at a limit of the steps take no part.

        States that are beyond by 1e-13 differ in merit by as much as a search gains in its last steps.
        """
        q, lo, hi = q.copy(), steps.lo[self.movable], steps.hi[self.movable]
        for _ in range(3):
            for k, a in enumerate(self.normals[2 * len(self.movable) :: 2]):
                value = float(self.a[k] @ q)
                beyond = value - min(max(value, self.lo[k]), self.hi[k])
                x = q[self.movable]
                unit = np.where((x > lo) & (x < hi), a, 0.0)
                if beyond == 0 or not abs(beyond) <= MAX_ROUNDING * (1 + abs(value)) or not unit.any():
                    continue
                x = x - beyond / (self.length[k] * float(unit @ unit)) * self.gain * unit
                q[self.movable] = np.where(unit != 0, np.clip(x, lo, hi), q[self.movable])
        return q

    def share_inside(self, q: Array, to: Array) -> float:
        """The largest share of the way from q to another state on which no linear limit is newly violated."""
        t = 1.0
        for here, there, lo, hi in zip(self.a @ q, self.a @ to, self.lo, self.hi, strict=True):
            slack = 2e-13 * (1 + abs(here))
            if here <= hi + slack < there:
                t = min(t, max(0.0, hi - here) / (there - here))
            if here >= lo - slack > there:
                t = min(t, max(0.0, here - lo) / (here - there))
        return float(t)
