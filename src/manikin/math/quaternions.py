"""Unit quaternions xyzw of rotations: products, exponentials, logarithms.  Leading axes of arrays are batch axes."""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array

__all__ = ["about", "conjugate", "exp", "log", "multiply", "rotate"]


def multiply(a: Array, b: Array) -> Array:
    """a·b: first b, then a; (…, 4), (…, 4) → (…, 4)."""
    ax, ay, az, aw = np.moveaxis(a, -1, 0)
    bx, by, bz, bw = np.moveaxis(b, -1, 0)
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        axis=-1,
    )


def conjugate(q: Array) -> Array:
    """The inverse rotation; (…, 4) → (…, 4)."""
    return np.asarray(q * np.array([-1.0, -1.0, -1.0, 1.0]))


def about(axis: Array, angle: Array) -> Array:
    """The turn by an angle [rad] about a unit axis; (…, 3), (…) → (…, 4)."""
    half = 0.5 * np.asarray(angle)[..., None]
    return np.concatenate([np.sin(half) * axis, np.cos(half) * np.ones_like(axis[..., :1])], axis=-1)


def exp(v: Array) -> Array:
    """The rotation by |v| [rad] about v; (…, 3) → (…, 4)."""
    half = 0.5 * np.linalg.norm(v, axis=-1, keepdims=True)
    return np.concatenate([0.5 * np.sinc(half / np.pi) * v, np.cos(half)], axis=-1)


def log(q: Array) -> Array:
    """The rotation vector of the shorter way, length in [0, π]; (…, 4) → (…, 3)."""
    q = np.where(q[..., 3:] < 0, -q, q)
    length = np.linalg.norm(q[..., :3], axis=-1, keepdims=True)
    tiny = length < 1e-150
    factor = np.where(tiny, 2.0, 2 * np.arctan2(length, q[..., 3:]) / np.where(tiny, 1.0, length))
    return np.asarray(q[..., :3] * factor)


def rotate(q: Array, v: Array) -> Array:
    """The vector turned by the rotation; (…, 4), (…, 3) → (…, 3)."""
    u, w = q[..., :3], q[..., 3:]
    t = 2 * np.cross(u, v)
    return np.asarray(v + w * t + np.cross(u, t))
