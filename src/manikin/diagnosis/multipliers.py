"""Lagrange multipliers of hard goals and limits at a state.

At a minimum  ∇f + Jᵀλ + μ + Aᵀν = 0:  f is the objective of the soft goals, λ belongs to the rows of hard goals, μ to
parameters at their limits, ν to linear limits.  μ and ν are ≥ 0 at an upper end and ≤ 0 at a lower end (Karush, Kuhn
and Tucker).  If a demand gives way by a small δ, the minimum of f falls by multiplier · δ.
Where hard goals do not hold, f is the sum of their squares, and soft goals do not count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Multipliers", "at_limits", "multipliers"]

LIMIT_TOLERANCE = 1e-9
"""A value is at a limit if it is nearer than this times (1 + |value|)."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Multipliers:
    """Multipliers at a state [objective per unit of the row or parameter].

    Attributes:
        rows: One for every row of every goal; for a soft goal its pull 2 w s² r.
        limits: One for every parameter (size,); 0 away from limits.
        linear: One for every linear limit.
        remainder: What is left of the gradient (size,); zero at a minimum.
        scale: |J||r|, with which the remainder is compared.
    """

    rows: Array
    limits: Array
    linear: Array
    remainder: Array
    scale: float

    @property
    def stationary(self) -> bool:
        """Whether no small motion within the limits reduces the objective."""
        return float(np.linalg.norm(self.remainder)) <= 1e-6 * self.scale


def multipliers(problem: Problem, q: Array, *, tolerance: float = 1e-6) -> Multipliers:
    """The multipliers with the smallest remainder at a state; hard goals within ``tolerance`` [m, rad] hold."""
    q = problem.checked(q)
    raw, scales = problem.raw_residual(q), problem.row_scales
    weighted, jacobian = raw * scales, problem.jacobian(q)
    hard = problem.kernel_limits.hard.astype(bool)
    counted = hard & (scales != 0)
    if np.abs(raw[counted]).max(initial=0.0) > tolerance:
        pull, held = np.where(hard, weighted, 0.0), np.zeros(0, np.int64)
    else:
        pull, held = np.where(hard, 0.0, weighted), np.flatnonzero(counted)
    gradient = 2 * jacobian.T @ pull
    a, a_lo, a_hi = problem.linear_limits
    value = a @ q
    side, linear_side = at_limits(q, problem.lo, problem.hi), at_limits(value, a_lo, a_hi)
    movable = (problem.gain > 0) & (problem.lo < problem.hi)
    balance = _balance(gradient, jacobian[held], a, side, linear_side, movable)
    row_multipliers = 2 * pull
    row_multipliers[held] = balance[0]
    return Multipliers(
        rows=row_multipliers * scales,
        limits=balance[1],
        linear=balance[2],
        remainder=balance[3],
        scale=float(np.linalg.norm(jacobian) * np.linalg.norm(pull)),
    )


def at_limits(values: Array, lo: Array, hi: Array) -> Array:
    """1 for a value at its upper limit, −1 at its lower limit, 0 between, 2 where both limits are equal."""
    near = LIMIT_TOLERANCE * (1 + np.abs(values))
    high, low = values + near >= hi, values - near <= lo
    return np.where(high & low, 2, high.astype(int) - low.astype(int))


def _balance(
    gradient: Array, hard: Array, linear: Array, side: Array, linear_side: Array, movable: np.ndarray
) -> tuple[Array, Array, Array, Array]:
    """λ, μ, ν and the remainder, by least squares over an active set: multipliers of the wrong sign are removed."""
    held = movable & (side != 0)
    pressed = list(np.flatnonzero(linear_side != 0))
    least = 1e-9 * float(np.abs(gradient).max(initial=0.0))
    for _ in range(1 + int(held.sum()) + len(pressed)):
        columns, free = np.concatenate([hard, linear[pressed]]), movable & ~held
        found = _least_squares(columns[:, free].T, -gradient[free])
        left = np.where(movable, gradient + columns.T @ found, 0.0)
        wrong = held & (left * side > least)
        loose = {
            k
            for k, y in zip(pressed, found[len(hard) :], strict=True)
            if linear_side[k] != 2 and y * linear_side[k] < -least
        }
        if not wrong.any() and not loose:
            break
        held &= ~wrong
        pressed = [k for k in pressed if k not in loose]
    mu = np.where((side != 0) & (left * side < 0), -left, 0.0)
    nu = np.zeros(len(linear))
    nu[pressed] = found[len(hard) :]
    return found[: len(hard)], mu, nu, left + mu


def _least_squares(a: Array, b: Array) -> Array:
    return np.asarray(np.linalg.lstsq(a, b, rcond=1e-12)[0], float) if a.shape[1] else np.zeros(0)
