"""Closed-form solutions: the planar two-link arm, the two-bone limb in space, a rotation about three axes (K1).

Lengths in metres, angles in radians, vectors (3,).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array, about_axis, cross, cross_matrix

__all__ = [
    "Bend",
    "arc_angles",
    "bend",
    "orthogonal_part",
    "shortest_turn",
    "soft_distance",
    "three_turns",
    "turn_about",
    "turns_about_axes",
    "two_link",
]


# ---- in the plane ------------------------------------------------------------------------------


def two_link(upper: float, lower: float, x: float, y: float) -> list[tuple[float, float]]:
    """The joint angles (θ1, θ2) [rad] that bring the end of a planar arm at the origin to (x, y) (P 5.3.1).

    Two solutions, the one with θ2 ≥ 0 first; one at full stretch; none if (x, y) is out of reach, that is unless
    |upper − lower| ≤ |(x, y)| ≤ upper + lower.  θ2 is the angle of the second link relative to the first; P fig. 5.15
    draws the angle between the links, π − |θ2|.  If the target is the base of two equal links, any θ1 is a solution
    and 0 is returned.
    """
    _check_lengths(upper, lower)
    square = x * x + y * y
    if not math.isfinite(square):
        raise InputError("the target must be two finite numbers")
    distance = math.sqrt(square)
    if not abs(upper - lower) <= distance <= upper + lower:
        return []
    if upper == 0 or lower == 0:
        return [(math.atan2(y, x), 0.0)]
    found = []
    # half-angle form of the cosine rule: exact near full stretch, where an arc cosine loses half its digits
    top = (distance - upper + lower) * (distance + upper - lower)
    rest = (upper + lower - distance) * (upper + lower + distance)
    fold = 2 * math.atan2(math.sqrt(max(rest, 0.0)), math.sqrt(max(top, 0.0)))
    for theta2 in (fold, -fold) if fold > 0 else (0.0,):
        reach_x, reach_y = upper + lower * math.cos(theta2), lower * math.sin(theta2)
        at_base = distance == 0
        found.append((0.0 if at_base else math.atan2(y, x) - math.atan2(reach_y, reach_x), theta2))
    return found


# ---- in space ----------------------------------------------------------------------------------


class Bend(NamedTuple):
    """Positions of the middle and the tip of a limb (3,) [m], and whether the tip is at its target."""

    middle: Array
    tip: Array
    reached: bool


def bend(
    root: Sequence[float],
    target: Sequence[float],
    upper: float,
    lower: float,
    *,
    pole: Sequence[float],
    swivel: float = 0.0,
    soft: float = 0.0,
) -> Bend:
    """Place a two-bone limb from its root to a target; the middle lies on the elbow circle (Z 2).

    A target out of reach gives the straight limb, one that is too near the folded limb.

    Args:
        root: Position of the upper end [m].
        target: Where the tip should be [m].
        upper: Length of the upper bone [m].
        lower: Length of the lower bone [m].
        pole: Direction toward which the middle bends, as far as the circle allows.
        swivel: Angle of the middle about the line from root to target, from the pole direction [rad].
        soft: Length over which the limb straightens gradually [m]; see ``soft_distance``.
    """
    _check_lengths(upper, lower)
    start, end, lean = (np.asarray(v, float) for v in (root, target, pole))
    if not all(v.shape == (3,) and np.isfinite(v).all() for v in (start, end, lean)):
        raise InputError("root, target and pole must be three finite numbers each")
    wanted = float(np.linalg.norm(end - start))
    n = (end - start) / wanted if wanted > 0 else np.array([0.0, -1.0, 0.0])
    distance = max(soft_distance(wanted, upper + lower, soft), abs(upper - lower))
    side = about_axis(n, swivel) @ orthogonal_part(lean, n)
    # projection of the middle onto the line, and its distance from the line (Heron)
    foot = (distance * distance + (upper - lower) * (upper + lower)) / (2 * distance) if distance > 0 else 0.0
    height = math.sqrt(max((upper - foot) * (upper + foot), 0.0))
    middle = start + foot * n + height * side
    return Bend(middle, start + distance * n, abs(distance - wanted) <= 1e-12 * max(wanted, upper + lower))


def soft_distance(distance: float, full: float, soft: float) -> float:
    """How far a limb of length ``full`` reaches for a target at ``distance`` [m], so that its middle does not snap.

    Up to s = full − soft it is the distance itself.  Beyond, it approaches ``full`` as
    full − soft·exp(−(distance − s)/soft), with a continuous derivative at s.  With soft = 0 it is
    min(distance, full), whose middle angle has an infinite derivative at full stretch.
    """
    if not 0 <= soft < math.inf:
        raise InputError(f"soft must be a length of 0 or above, not {shorten(soft)}")
    soft = min(soft, full)
    beyond = distance - (full - soft)
    if soft == 0 or beyond <= 0:
        return min(distance, full)
    return full - soft * math.exp(-beyond / soft)


def orthogonal_part(v: Array, n: Array) -> Array:
    """The unit vector along the component of v orthogonal to the unit vector n; any orthogonal one if v ∥ n."""
    across = v - (v @ n) * n
    length = float(np.linalg.norm(across))
    if length <= 1e-12 * float(np.linalg.norm(v)) or length == 0:
        across = np.eye(3)[int(np.argmin(np.abs(n)))]
        across = across - (across @ n) * n
        length = float(np.linalg.norm(across))
    return np.asarray(across / length)


# ---- rotations -----------------------------------------------------------------------------------


def arc_angles(a: float, b: float, c: float) -> list[float]:
    """Two angles φ [rad] with a + b cos φ + c sin φ = 0; if there are none, twice the φ where it is nearest to 0."""
    size = math.hypot(b, c)
    if size == 0:
        return [0.0, 0.0]
    middle, half = math.atan2(c, b), math.atan2(math.sqrt(max((size - a) * (size + a), 0.0)), -a)
    return [middle + half, middle - half]


def shortest_turn(v: Array, u: Array) -> Array:
    """The rotation (3, 3) by the smallest angle from the direction of v to that of u; the identity for zero vectors."""
    lengths = float(np.linalg.norm(v)), float(np.linalg.norm(u))
    if min(lengths) == 0:
        return np.eye(3)
    a, b = v / lengths[0], u / lengths[1]
    axis = cross(a, b)
    sine, cosine = float(np.linalg.norm(axis)), float(a @ b)
    if sine < 1e-12:
        return np.eye(3) if cosine > 0 else about_axis(orthogonal_part(a[[1, 2, 0]], a), math.pi)
    return about_axis(axis / sine, math.atan2(sine, cosine))


def three_turns(rotation: Array, first: Array, second: Array, third: Array) -> list[tuple[float, float, float]]:
    """Angles (α, β, γ) with rotation = R(first, α)·R(second, β)·R(third, γ): two solutions (Davenport 1973).

    The axes are unit vectors; neighbours must not be parallel.  If these axes cannot produce the rotation, β is the
    nearest one.
    """
    along, rest = float(first @ second) * float(second @ third), float(first @ third)
    # first·R(second, β)·third = along + (rest − along) cos β + (first·(second × third)) sin β
    wanted = float(first @ rotation @ third)
    found = []
    for beta in arc_angles(along - wanted, rest - along, float(first @ cross(second, third))):
        turn = about_axis(second, beta)
        moved = turn @ third
        alpha = turn_about(first, moved, rotation @ third)
        left = (about_axis(first, alpha) @ turn).T @ rotation
        side = orthogonal_part(second, third)
        found.append((alpha, beta, turn_about(third, side, left @ side)))
    return found


def turns_about_axes(rotations: Array, first: Array, second: Array, third: Array) -> Array:
    """``three_turns`` of many rotations at once: (n, 3, 3) → (n, 2, 3)."""
    along, rest = float(first @ second) * float(second @ third), float(first @ third)
    a, b, c = along - (first @ rotations @ third), rest - along, float(first @ cross(second, third))
    size, middle = math.hypot(b, c), math.atan2(c, b)
    half = np.arctan2(np.sqrt(np.maximum((size - a) * (size + a), 0.0)), -a) if size > 0 else np.zeros(len(a))
    beta = np.stack([middle + half, middle - half], axis=1) if size > 0 else np.zeros((len(a), 2))
    turn = about_axis(second, beta)
    alpha = _turns_about(first, turn @ third, (rotations @ third)[:, None])
    left = np.swapaxes(about_axis(first, alpha) @ turn, -1, -2) @ rotations[:, None]
    side = orthogonal_part(second, third)
    return np.stack([alpha, beta, _turns_about(third, side, left @ side)], axis=-1)


def _turns_about(axis: Array, v: Array, u: Array) -> Array:
    """``turn_about`` of many vectors (…, 3)."""
    a, b = v - (v @ axis)[..., None] * axis, u - (u @ axis)[..., None] * axis
    found = np.arctan2(((a @ cross_matrix(axis).T) * b).sum(axis=-1), (a * b).sum(axis=-1))  # axis·(a × b)
    least = np.minimum((a * a).sum(axis=-1), (b * b).sum(axis=-1))
    return np.where(least < 1e-18, 0.0, found)


def turn_about(axis: Array, v: Array, u: Array) -> float:
    """The angle [rad] about a unit axis from v to u; 0 if one of them lies on the axis."""
    a, b = v - (axis @ v) * axis, u - (axis @ u) * axis
    if min(float(np.linalg.norm(a)), float(np.linalg.norm(b))) < 1e-9:
        return 0.0
    return math.atan2(float(axis @ cross(a, b)), float(a @ b))


def _check_lengths(upper: float, lower: float) -> None:
    for length in (upper, lower):
        if not (isinstance(length, (int, float)) and 0 <= length < math.inf):
            raise InputError(f"a bone's length must be 0 or above and finite, not {shorten(length)}")
