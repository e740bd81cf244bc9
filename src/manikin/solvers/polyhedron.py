"""The polyhedron that limits and linear limits make, in parameters scaled by their gains (Z 6, 11).

Mirrors kernels/src/solvers/polyhedron.hpp.
"""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Polyhedron"]

SWEEPS = 5000
INSIDE = 1e-12  # what lies beyond by less lies inside
SETTLED = 1e-9
ROUNDING = 1e-9  # the most that comes from it, where equations are nearly singular


class Polyhedron:
    """aᵀx ≤ b, or = b, with unit normals a, over x = q / gain of the parameters that can move.

    Two constraints for every such parameter, upper end first, then two for every linear limit; a missing end is
    infinitely far.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.movable = np.flatnonzero((problem.gain > 0) & (problem.lo < problem.hi))
        self.gain = problem.gain[self.movable]
        a, lo, hi = problem.linear_limits
        scaled = a[:, self.movable] * self.gain
        self.length = np.sqrt((scaled**2).sum(axis=1))
        held = self.length > 0
        self.a, self.lo, self.hi, self.length = a[held], lo[held], hi[held], self.length[held]
        rows = np.concatenate([np.eye(len(self.movable)), scaled[held] / self.length[:, None]])
        self.normals = np.stack([rows, -rows], axis=1).reshape(2 * len(rows), len(self.movable))
        equal = np.concatenate([np.zeros(len(self.movable), bool), self.lo == self.hi])
        self.equal = np.stack([equal, equal], axis=1).reshape(-1)

    def slack(self, q: Array) -> Array:
        """How far each constraint is from being active; below 0 where it is broken."""
        x, value = q[self.movable], self.a @ q
        lo, hi = self.problem.lo[self.movable], self.problem.hi[self.movable]
        upper = np.concatenate([(hi - x) / self.gain, (self.hi - value) / self.length])
        lower = np.concatenate([(x - lo) / self.gain, (value - self.lo) / self.length])
        return np.stack([upper, lower], axis=1).reshape(-1)

    def nearest(self, q: Array) -> Array:
        """The nearest state inside, by Dykstra's projections (1983); q itself, to the bit, if it is inside."""
        q = np.clip(q, self.problem.lo, self.problem.hi)
        if self.slack(q).min(initial=0.0) >= -INSIDE:
            return q
        linear = self.normals[2 * len(self.movable) :: 2]
        lo, hi = self.problem.lo[self.movable], self.problem.hi[self.movable]
        pull, push = np.zeros((len(linear), 2)), np.zeros(len(self.movable))
        for _ in range(SWEEPS):
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
            settled = np.abs(np.concatenate([pull.ravel(), push]) - before).max(initial=0.0) <= SETTLED
            if settled and self.slack(q).min(initial=0.0) >= -INSIDE:
                break
        return q

    def trimmed(self, q: Array, most: float = ROUNDING) -> Array:
        """q without what rounding put beyond linear limits, taken back by the parameters that no limit holds.

        States that lie beyond by 1e-13 differ in merit by as much as a search gains in its last steps.
        """
        q, lo, hi = q.copy(), self.problem.lo[self.movable], self.problem.hi[self.movable]
        for _ in range(3):
            for k, a in enumerate(self.normals[2 * len(self.movable) :: 2]):
                value = float(self.a[k] @ q)
                beyond = value - min(max(value, self.lo[k]), self.hi[k])
                x = q[self.movable]
                unit = np.where((x > lo) & (x < hi), a, 0.0)
                if beyond == 0 or not abs(beyond) <= most * (1 + abs(value)) or not unit.any():
                    continue
                x = x - beyond / (self.length[k] * float(unit @ unit)) * self.gain * unit
                q[self.movable] = np.where(unit != 0, np.clip(x, lo, hi), q[self.movable])
        return q

    def part_inside(self, q: Array, to: Array) -> float:
        """How much of the way from q to another state may be gone before a linear limit is broken that q keeps."""
        t = 1.0
        for now, then, lo, hi in zip(self.a @ q, self.a @ to, self.lo, self.hi, strict=True):
            slack = 2e-13 * (1 + abs(now))
            if now <= hi + slack < then:
                t = min(t, max(0.0, hi - now) / (then - now))
            if now >= lo - slack > then:
                t = min(t, max(0.0, now - lo) / (now - then))
        return float(t)
