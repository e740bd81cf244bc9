"""Rotations and 3×4 affine transforms.

Matrices act on column vectors.  Quaternions are xyzw.  Leading axes of arrays are batch axes.
An ``Affine`` in a skeleton is a tuple of 12 numbers, the rows of [A | t], so that it can be compared and hashed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "IDENTITY",
    "IDENTITY_ROTATION",
    "Affine",
    "Array",
    "RotationLike",
    "Vec3",
    "VectorLike",
    "about_axis",
    "affine",
    "compose",
    "cross",
    "cross_matrix",
    "euler_degrees",
    "euler_rows",
    "from_euler_degrees",
    "from_quaternion",
    "from_rotation_vector",
    "inverse",
    "orthonormal_frame",
    "rotation_vector",
    "rotation_vector_jacobian",
    "scaling",
    "to_quaternion",
    "translation",
]

Array = NDArray[np.float64]
Vec3 = tuple[float, float, float]
VectorLike = Sequence[float] | NDArray[Any]
RotationLike = VectorLike | Sequence[VectorLike]
"""A rotation: a matrix (3, 3), its 9 numbers row by row, or a quaternion xyzw."""
IDENTITY_ROTATION = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
"""The matrix of no rotation, row by row."""
"""Several numbers, as users may give them: a tuple, a list or an array."""
Affine = tuple[float, float, float, float, float, float, float, float, float, float, float, float]

IDENTITY: Affine = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)


# ---- affine transforms -------------------------------------------------------------------------


def affine(linear: ArrayLike | None = None, offset: Sequence[float] | None = None) -> Affine:
    """[A | t] from a 3×3 linear part (default: identity) and an offset (default: zero)."""
    a = np.eye(3) if linear is None else np.asarray(linear, float).reshape(3, 3)
    t = (0.0, 0.0, 0.0) if offset is None else offset
    rows = [float(x) for row, ti in zip(a, t, strict=True) for x in (*row, ti)]
    return tuple(rows)  # type: ignore[return-value]


def translation(x: float, y: float, z: float) -> Affine:
    """[I | (x, y, z)]."""
    return (1.0, 0.0, 0.0, float(x), 0.0, 1.0, 0.0, float(y), 0.0, 0.0, 1.0, float(z))


def scaling(x: float, y: float, z: float) -> Affine:
    """[diag(x, y, z) | 0]."""
    return (float(x), 0.0, 0.0, 0.0, 0.0, float(y), 0.0, 0.0, 0.0, 0.0, float(z), 0.0)


def compose(a: Array, b: Array) -> Array:
    """a·b for (…, 3, 4) arrays: b is applied first."""
    out = a[..., :3] @ b
    out[..., 3] += a[..., 3]
    return out


def inverse(a: Array) -> Array:
    """The inverse of (…, 3, 4) affine transforms; the linear part is transposed exactly if it is a rotation."""
    linear = a[..., :3]
    transposed = np.swapaxes(linear, -1, -2)
    rigid = np.abs(linear @ transposed - np.eye(3)).max(axis=(-1, -2), keepdims=True) < 1e-14
    if rigid.all():
        back = transposed
    else:
        back = np.where(rigid, transposed, np.linalg.inv(linear))
    return np.concatenate([back, -(back @ a[..., 3:])], axis=-1)


# ---- rotations ---------------------------------------------------------------------------------


def cross(a: Array, b: Array) -> Array:
    """a × b of two vectors (3,): the same as NumPy's, which takes ten times as long for a single pair."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def cross_matrix(v: ArrayLike) -> Array:
    """[v]× with [v]× w = v × w; (…, 3) → (…, 3, 3)."""
    v = np.asarray(v, float)
    x, y, z = v[..., 0], v[..., 1], v[..., 2]
    out: Array = np.zeros((*x.shape, 3, 3))
    out[..., 0, 1], out[..., 0, 2], out[..., 1, 2] = -z, y, -x
    out[..., 1, 0], out[..., 2, 0], out[..., 2, 1] = z, -y, x
    return out


def about_axis(axis: ArrayLike, angle: ArrayLike) -> Array:
    """Rotation by ``angle`` [rad] about the unit vector ``axis`` (Rodrigues); (…, 3), (…) → (…, 3, 3)."""
    k = cross_matrix(axis)
    angle = np.asarray(angle, float)[..., None, None]
    return np.asarray(np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k))


def from_rotation_vector(v: ArrayLike) -> Array:
    """exp([v]×); (…, 3) → (…, 3, 3)."""
    v = np.asarray(v, float)
    angle = np.linalg.norm(v, axis=-1)
    k = cross_matrix(v)
    a = angle[..., None, None]
    s = np.sinc(a / np.pi)  # sin(a)/a
    c = 0.5 * np.sinc(a / (2 * np.pi)) ** 2  # (1 − cos a)/a²
    return np.asarray(np.eye(3) + s * k + c * (k @ k))


def to_quaternion(r: ArrayLike) -> Array:
    """Unit quaternion xyzw with w ≥ 0 of rotation matrices (…, 3, 3), computed from the largest component."""
    r = np.asarray(r, float)
    d = np.stack([r[..., 0, 0], r[..., 1, 1], r[..., 2, 2]], axis=-1)
    trace = d.sum(axis=-1)
    # 4·q·qᵀ
    q4 = np.empty((*r.shape[:-2], 4, 4))
    for i in range(3):
        q4[..., i, i] = 1 + 2 * d[..., i] - trace
        j, k = (i + 1) % 3, (i + 2) % 3
        q4[..., j, k] = q4[..., k, j] = r[..., j, k] + r[..., k, j]
        q4[..., i, 3] = q4[..., 3, i] = r[..., k, j] - r[..., j, k]
    q4[..., 3, 3] = 1 + trace
    best = np.argmax(np.diagonal(q4, axis1=-2, axis2=-1), axis=-1)
    q = np.take_along_axis(q4, best[..., None, None], axis=-2)[..., 0, :]
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    return np.asarray(np.where(q[..., 3:] < 0, -q, q))


def from_quaternion(q: ArrayLike) -> Array:
    """Rotation matrix of a quaternion xyzw of any length except zero; (…, 4) → (…, 3, 3)."""
    given: Array = np.asarray(q, float)
    unit = given / np.linalg.norm(given, axis=-1, keepdims=True)
    v, w = unit[..., :3], unit[..., 3, None, None]
    k = cross_matrix(v)
    return np.asarray(np.eye(3) + 2 * (w * k + k @ k))


def rotation_vector(r: ArrayLike) -> Array:
    """log of rotation matrices (…, 3, 3) → (…, 3), length in [0, π]."""
    q = to_quaternion(r)
    length = np.linalg.norm(q[..., :3], axis=-1)
    angle = 2 * np.arctan2(length, q[..., 3])
    tiny = length < 1e-150
    factor = np.where(tiny, 2.0, angle / np.where(tiny, 1.0, length))
    return np.asarray(q[..., :3] * factor[..., None])


def rotation_vector_jacobian(v: ArrayLike) -> Array:
    """d log(exp([ω]×) R)/dω at ω = 0, v = log R: the inverse left Jacobian of SO(3).

    I − ½[v]× + (1/a² − (1 + cos a)/(2 a sin a)) [v]×²; finite for all a = |v| in [0, π].
    """
    v = np.asarray(v, float)
    a = np.linalg.norm(v, axis=-1)[..., None, None]
    k = cross_matrix(v)
    small = a < 1e-3
    safe = np.where(small, 1.0, a)
    # (1 + cos a)/sin a = cot(a/2), finite at π
    c = np.where(small, 1 / 12 + a * a / 720, 1 / safe**2 - 0.5 / (safe * np.tan(safe / 2)))
    return np.eye(3) - 0.5 * k + c * (k @ k)


def from_euler_degrees(rx: float, ry: float, rz: float) -> Array:
    """Rz·Ry·Rx: rotate about the fixed x, then y, then z axis [degrees].  Multiples of 90° are exact."""
    return np.array(euler_rows(rx, ry, rz)).reshape(3, 3)


def euler_rows(rx: float, ry: float, rz: float) -> tuple[float, ...]:
    """The nine numbers of ``from_euler_degrees``, row by row, as a tuple, which is faster to make than an array."""
    (cx, sx), (cy, sy), (cz, sz) = _cos_sin_degrees(rx), _cos_sin_degrees(ry), _cos_sin_degrees(rz)
    return (
        *(cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx),
        *(sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx),
        *(-sy, cy * sx, cy * cx),
    )


def euler_degrees(r: ArrayLike) -> tuple[float, float, float]:
    """The inverse of ``from_euler_degrees``: three angles [degrees] of a rotation (3, 3)."""
    r = np.asarray(r, float)
    cy = math.hypot(r[0, 0], r[1, 0])
    y = math.atan2(-r[2, 0], cy)
    if cy > 1e-9:
        x, z = math.atan2(r[2, 1], r[2, 2]), math.atan2(r[1, 0], r[0, 0])
    else:  # gimbal lock: z is set to 0
        x, z = math.atan2(-r[1, 2], r[1, 1]), 0.0
    return math.degrees(x), math.degrees(y), math.degrees(z)


def _cos_sin_degrees(angle: float) -> tuple[float, float]:
    quarter, rest = divmod(angle, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    return math.cos(math.radians(angle)), math.sin(math.radians(angle))


def orthonormal_frame(linear: Array) -> Array:
    """The orientation of a frame that may be scaled or sheared: Gram-Schmidt on x, then y; (…, 3, 3).

    The x axis keeps its direction and y stays in the xy plane.  A rotation is returned unchanged.
    """
    x = linear[..., 0] / np.linalg.norm(linear[..., 0], axis=-1, keepdims=True)
    z = np.cross(linear[..., 0], linear[..., 1])
    z = z / np.linalg.norm(z, axis=-1, keepdims=True)
    return np.stack([x, np.cross(z, x), z], axis=-1)
