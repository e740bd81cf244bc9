"""Levenberg-Marquardt with exact limits: the default.  Mirrors kernels/src/levenberg.hpp."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.result import Status
from manikin.rotations import Array
from manikin.search import Search
from manikin.solver import FEATURES, Solver

__all__ = ["LevenbergMarquardt"]


@dataclass(frozen=True, kw_only=True)
class LevenbergMarquardt(Solver, kind="lm"):
    """Fast, exact about limits, calm where goals cannot be reached; tries ``restarts`` other starts.

    A step minimises |J dq + r|² + λ|dq/gain|² within the limits.  With columns scaled by their gain,
    dq = gain·Jᵀy and (J gain² Jᵀ + D) y = −r.  The damping D is in proportion to the objective, on hard rows to their
    own share of it, so that the last steps are those of Gauss and Newton and hard goals win where goals clash.
    A parameter that would pass a limit stops there and the rest is solved again: an active set.
    """

    honours: ClassVar[frozenset[str]] = frozenset(FEATURES)
    compiled: ClassVar[bool] = True
    restarts: int = 20

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (isinstance(self.restarts, int) and self.restarts >= 0):
            raise InputError(f"lm: restarts must be a whole number, not {shorten(self.restarts)}")

    @property
    def starts(self) -> int:
        return self.restarts

    def weary(self, search: Search) -> bool:
        return bool(search.memory.get("slow", 0) >= 6)

    def advance(self, search: Search) -> Status | None:
        memory = search.memory
        mu, slow = memory.get("mu", 0.1), memory.get("slow", 0)
        step = _Step(search)
        for _ in range(12):
            trial = step.trial(mu)
            if trial is not None:
                if step.still(trial, mu):
                    return Status.MINIMUM
                before = search.merit
                if search.offer(trial):
                    memory["slow"] = slow + 1 if search.merit > 0.9 * before else 0
                    memory["mu"] = max(mu * 0.25, 1e-4)
                    return None
            mu, slow = mu * 8, slow + 1
        memory["mu"], memory["slow"] = mu, slow
        return Status.STALLED


class _Step:
    """One iteration's Jacobian, and the damped steps that can be made of it."""

    def __init__(self, search: Search) -> None:
        self.search = search
        problem = search.problem
        self.lo, self.hi, self.gain = problem.lo, problem.hi, problem.gain
        self.a, self.a_lo, self.a_hi = problem.linear_limits
        self.jacobian = search.scaled_jacobian()
        self.gradient = self.jacobian.T @ search.r
        square = search.r**2
        self.soft, self.hard = float(square[~search.hard].sum()), float(square[search.hard].sum())
        self.trace = float((self.jacobian**2).sum())

    def still(self, trial: Array, mu: float) -> bool:
        """Whether the projected gradient, which a step bounds from both sides, is too small to matter."""
        longest = np.abs(trial - self.search.q).max(initial=0.0)
        objective = self.soft + self.hard
        return bool((self.trace + mu * objective) * longest <= 1e-9 * np.sqrt(self.trace * objective) + 1e-300)

    def trial(self, mu: float) -> Array | None:
        """The state after a step of damping mu, inside the limits; None where there is none."""
        q, r = self.search.q, self.search.r
        damping = mu * np.where(self.search.hard, self.hard, self.soft + self.hard) + 1e-14 * (self.trace + 1)
        stuck = ((q <= self.lo) & (self.gradient > 0)) | ((q >= self.hi) & (self.gradient < 0))
        dq = np.zeros_like(q)
        held: dict[int, int] = {}  # linear limits → the end they are held at
        found = False
        for _ in range(16):
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
            dq[free] = (rows.T @ y)[free]
            x = q + self.gain * dq
            beyond = free & (self.gain > 0) & ((x > self.hi) | (x < self.lo))
            if beyond.any():
                dq[beyond] = (np.clip(x, self.lo, self.hi)[beyond] - q[beyond]) / self.gain[beyond]
                stuck |= beyond
            elif not self._regroup(held, y[len(r) :], x):
                break
        if not found:
            return None
        return self._shortened(self.search.inside(q + self.gain * dq))

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
        slack = 1e-12 * (1 + np.abs(value))
        broken = {int(k): 1 for k in np.flatnonzero(value > self.a_hi + slack)}
        broken |= {int(k): -1 for k in np.flatnonzero(value < self.a_lo - slack)}
        new = {k: side for k, side in broken.items() if k not in held}
        held.update(new)
        return bool(new)

    def _shortened(self, trial: Array) -> Array:
        """What rounding left beyond a linear limit is cut off."""
        q = self.search.q
        now, then = self.a @ q, self.a @ trial
        t = 1.0
        for k in range(len(now)):
            if now[k] <= self.a_hi[k] < then[k]:
                t = min(t, (self.a_hi[k] - now[k]) / (then[k] - now[k]))
            if now[k] >= self.a_lo[k] > then[k]:
                t = min(t, (self.a_lo[k] - now[k]) / (then[k] - now[k]))
        return trial if t == 1 else self.search.inside(q + t * (trial - q))
