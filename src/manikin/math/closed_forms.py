"""Closed forms: the planar arm of two links, the two-bone limb in space, three turns that make a rotation (K1).

Lengths in metres, angles in radians, vectors (3,).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array, about_axis

__all__ = [
    "Bend",
    "arc_angles",
    "bend",
    "shortest_turn",
    "soft_distance",
    "square_part",
    "three_turns",
    "turn_about",
    "two_link",
]


# ---- in the plane ------------------------------------------------------------------------------


def two_link(upper: float, lower: float, x: float, y: float) -> list[tuple[float, float]]:
    """The joint angles (θ1, θ2) that bring the end of a planar arm at the origin to (x, y) (P 5.3.1).

    Empty where |upper − lower| ≤ |(x, y)| ≤ upper + lower does not hold; one at full stretch, else two, that with
    θ2 ≥ 0 first.  θ2 is the turn of the second link against the first: P fig. 5.15 has the angle between the links,
    π − |θ2|.  With the target at the base of equal links every θ1 will do: 0 is given.
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
    """Where the middle and the tip of a limb are, and whether the tip is at its target."""

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
    """A two-bone limb from its root to a target, its middle on the circle of all that fit (Z 2).

    The middle leans toward the direction ``pole`` as far as the circle allows, turned by ``swivel`` [rad] about the
    line from root to target; swivel π is the other way to bend.  A target out of reach gets the straight limb, one
    too near the folded one.  With ``soft`` [m] see ``soft_distance``.
    """
    _check_lengths(upper, lower)
    start, end, lean = (np.asarray(v, float) for v in (root, target, pole))
    if not all(v.shape == (3,) and np.isfinite(v).all() for v in (start, end, lean)):
        raise InputError("root, target and pole must be three finite numbers each")
    wanted = float(np.linalg.norm(end - start))
    n = (end - start) / wanted if wanted > 0 else np.array([0.0, -1.0, 0.0])
    distance = max(soft_distance(wanted, upper + lower, soft), abs(upper - lower))
    side = about_axis(n, swivel) @ square_part(lean, n)
    # the foot of the middle on the line, and its height above it (Heron)
    foot = (distance * distance + (upper - lower) * (upper + lower)) / (2 * distance) if distance > 0 else 0.0
    height = math.sqrt(max((upper - foot) * (upper + foot), 0.0))
    middle = start + foot * n + height * side
    return Bend(middle, start + distance * n, abs(distance - wanted) <= 1e-12 * max(wanted, upper + lower))


def soft_distance(distance: float, full: float, soft: float) -> float:
    """How far a limb of length ``full`` reaches for a target at ``distance`` so that its middle does not snap.

    The same up to s = full − soft; from there it nears ``full`` as full − soft·exp(−(distance − s)/soft), with the
    same slope at the seam.  With soft = 0, where the angle of the middle has an infinite slope: the smaller.
    """
    if not 0 <= soft < math.inf:
        raise InputError(f"soft must be a length of 0 or above, not {shorten(soft)}")
    soft = min(soft, full)
    beyond = distance - (full - soft)
    if soft == 0 or beyond <= 0:
        return min(distance, full)
    return full - soft * math.exp(-beyond / soft)


def square_part(v: Array, n: Array) -> Array:
    """The unit vector of what is left of v without its part along the unit vector n; any one where nothing is."""
    across = v - (v @ n) * n
    length = float(np.linalg.norm(across))
    if length <= 1e-12 * float(np.linalg.norm(v)) or length == 0:
        across = np.eye(3)[int(np.argmin(np.abs(n)))]
        across = across - (across @ n) * n
        length = float(np.linalg.norm(across))
    return np.asarray(across / length)


# ---- turns -------------------------------------------------------------------------------------


def arc_angles(a: float, b: float, c: float) -> list[float]:
    """The angles [rad] with a + b cos φ + c sin φ = 0, or where it comes nearest to 0: two, equal at the edge."""
    size = math.hypot(b, c)
    if size == 0:
        return [0.0, 0.0]
    middle, half = math.atan2(c, b), math.atan2(math.sqrt(max((size - a) * (size + a), 0.0)), -a)
    return [middle + half, middle - half]


def shortest_turn(v: Array, u: Array) -> Array:
    """The rotation (3, 3) by the least angle that brings the direction of v to that of u; none for zero vectors."""
    lengths = float(np.linalg.norm(v)), float(np.linalg.norm(u))
    if min(lengths) == 0:
        return np.eye(3)
    a, b = v / lengths[0], u / lengths[1]
    axis = np.cross(a, b)
    sine, cosine = float(np.linalg.norm(axis)), float(a @ b)
    if sine < 1e-12:
        return np.eye(3) if cosine > 0 else about_axis(square_part(a[[1, 2, 0]], a), math.pi)
    return about_axis(axis / sine, math.atan2(sine, cosine))


def three_turns(rotation: Array, first: Array, second: Array, third: Array) -> list[tuple[float, float, float]]:
    """Angles with rotation = turn(first, α)·turn(second, β)·turn(third, γ): two branches (Davenport 1973).

    The axes are unit vectors, no two neighbours parallel.  Where the axes do not span all rotations, the nearest β.
    """
    along, rest = float(first @ second) * float(second @ third), float(first @ third)
    # first·turn(second, β)·third = along + (rest − along) cos β + (first·(second × third)) sin β
    wanted = float(first @ rotation @ third)
    found = []
    for beta in arc_angles(along - wanted, rest - along, float(first @ np.cross(second, third))):
        turn = about_axis(second, beta)
        moved = turn @ third
        alpha = turn_about(first, moved, rotation @ third)
        left = (about_axis(first, alpha) @ turn).T @ rotation
        side = square_part(second, third)
        found.append((alpha, beta, turn_about(third, side, left @ side)))
    return found


def turn_about(axis: Array, v: Array, u: Array) -> float:
    """The angle about an axis from v to u; 0 where both lie on it."""
    a, b = v - (axis @ v) * axis, u - (axis @ u) * axis
    if min(float(np.linalg.norm(a)), float(np.linalg.norm(b))) < 1e-9:
        return 0.0
    return math.atan2(float(axis @ np.cross(a, b)), float(a @ b))


def _check_lengths(upper: float, lower: float) -> None:
    for length in (upper, lower):
        if not (isinstance(length, (int, float)) and 0 <= length < math.inf):
            raise InputError(f"a bone's length must be 0 or above and finite, not {shorten(length)}")
