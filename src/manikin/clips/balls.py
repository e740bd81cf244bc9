"""Balls as rotations: from three angles to a quaternion and back, continuously.

A ball is Q = R(a₁, θ₁) R(a₂, θ₂) R(a₃, θ₃) with a₁ ⊥ a₂ ⊥ a₃, the first hinge outermost.  Axes are (…, 3, 3), row by
row.
"""

from __future__ import annotations

import numpy as np

from manikin.math import quaternions as quat
from manikin.math.rotations import Array

__all__ = ["angle_rates", "angles", "body_rates", "rotation"]

LOCKED_SINE = 1e-6
"""Below this sine of the middle angle the outer two turn about one axis (gimbal lock)."""
REGULAR_SINE = 1e-3
"""Above it rates of angles are found by a quotient, below it by least squares."""
TURN = 2 * np.pi


def rotation(axes: Array, theta: Array) -> Array:
    """The quaternion of three angles [rad]; (…, 3, 3), (…, 3) → (…, 4)."""
    first, second, third = (quat.about(axes[..., i, :], theta[..., i]) for i in range(3))
    return quat.multiply(quat.multiply(first, second), third)


def angles(axes: Array, q: Array, near: Array) -> Array:
    """The three angles [rad] of a rotation that lie nearest to ``near``; (…, 3, 3), (…, 4), (…, 3) → (…, 3).

    Of the two solutions the nearer one is taken, each angle in the turn nearest to the reference.  In gimbal lock the
    first angle is that of the reference.
    """
    a, b, c = axes[..., 0, :], axes[..., 1, :], axes[..., 2, :]
    across = np.cross(b, a)
    # v = Q a₃ = cos φ a₁ + sin φ (cos θ₁ (a₂ × a₁) + sin θ₁ a₂) with φ = θ₂ + λ, λ the angle from a₁ to a₃ about a₂
    v = quat.rotate(q, c)
    lead = np.arctan2(_dot(c, across), _dot(a, c))
    x, y, z = _dot(v, a), _dot(v, across), _dot(v, b)
    sine = np.hypot(y, z)
    locked = sine < LOCKED_SINE
    phi = np.arctan2(sine, x)
    first = np.where(locked, near[..., 0], np.arctan2(z, y))
    outer = quat.multiply(quat.about(a, first), quat.about(b, phi - lead))
    left = quat.multiply(quat.conjugate(outer), q)
    third = 2 * np.arctan2(_dot(left[..., :3], c), left[..., 3])
    # a half turn about a and one about c, with φ the other way round, is the same rotation
    found = _nearest_turn(np.stack([first, phi - lead, third], axis=-1), near)
    other = _nearest_turn(np.stack([first + np.pi, -phi - lead, third + np.pi], axis=-1), near)
    gaps = [((one - near) ** 2).sum(axis=-1) for one in (found, other)]
    return np.where((~locked & (gaps[1] < gaps[0]))[..., None], other, found)


def _nearest_turn(theta: Array, near: Array) -> Array:
    return np.asarray(theta + TURN * np.round((near - theta) * (1 / TURN)))


def body_rates(axes: Array, theta: Array, rates: Array) -> Array:
    """The angular velocity in the ball's own frame of rates of the angles: ω = E(θ) θ̇; (…, 3) → (…, 3)."""
    return np.asarray((_jacobian(axes, theta) @ rates[..., None])[..., 0])


def angle_rates(axes: Array, theta: Array, omega: Array) -> tuple[Array, Array]:
    """θ̇ = E(θ)⁻¹ ω, and the sine of the angle from gimbal lock; the rates are those of least squares."""
    jacobian = _jacobian(axes, theta)
    a, b, c = (jacobian[..., place] for place in range(3))
    crosses = [np.cross(b, c), np.cross(c, a), np.cross(a, b)]
    volume = _dot(a, crosses[0])
    sine = np.abs(volume)
    regular = sine > REGULAR_SINE
    rates = np.stack([_dot(cross, omega) for cross in crosses], axis=-1) / np.where(regular, volume, 1.0)[..., None]
    if not regular.all():  # a decomposition of each matrix takes ten times as long
        given = np.broadcast_to(omega, rates.shape)[~regular]
        rates[~regular] = (np.linalg.pinv(jacobian[~regular], rcond=1e-12) @ given[..., None])[..., 0]
    return rates, sine


def _jacobian(axes: Array, theta: Array) -> Array:
    a, b, c = axes[..., 0, :], axes[..., 1, :], axes[..., 2, :]
    third = quat.about(c, -theta[..., 2])
    second = quat.multiply(third, quat.about(b, -theta[..., 1]))
    columns = [quat.rotate(second, a), quat.rotate(third, b), np.broadcast_to(c, theta.shape)]
    return np.stack(columns, axis=-1)


def _dot(a: Array, b: Array) -> Array:
    return np.asarray((a * b).sum(axis=-1))
