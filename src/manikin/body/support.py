"""Support of a body: its soles, balance above them, and feet on uneven ground."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.goals import Balance, OnGround
from manikin.handles import Point
from manikin.math.rotations import Array

__all__ = ["balance", "sole_points", "stand_on"]

SOLE_HEIGHT = 0.005
"""Points this far [m] above the lowest point of a part at rest belong to its sole."""
MAX_SOLE_CORNERS = 8
"""Largest number of corners of a sole."""


def sole_points(figure: Figure, part: str, *, below: bool = True) -> tuple[Point, ...]:
    """Handles on the corners of a part's sole at rest: the lowest points of its shapes, seen from above.

    If no shape is there, the joints are used instead.

    Args:
        figure: The figure.
        part: Name of the part.
        below: Whether the parts that hang from it count too, such as the toes of a foot.
    """
    skeleton, rest = figure.skeleton, figure.pose()
    first = skeleton.index(part)
    owners = range(first, int(skeleton.ends[first]) if below else first + 1)
    clouds = [(i, shape.triangles(16)[0]) for i in owners for shape in skeleton.joints[i].shapes]
    clouds = [(i, points) for i, points in clouds if len(points)] or [(i, np.zeros((1, 3))) for i in owners]
    owner = np.concatenate([np.full(len(points), i) for i, points in clouds])
    local = np.concatenate([points for _, points in clouds])
    world = np.einsum("kij,kj->ki", rest.world[owner, :, :3], local) + rest.world[owner, :, 3]
    heights = world[:, skeleton.up_index]
    low = np.flatnonzero(heights <= heights.min() + SOLE_HEIGHT)
    turns = np.arange(MAX_SOLE_CORNERS) * 2 * np.pi / MAX_SOLE_CORNERS
    outward = world[low][:, skeleton.level_axes] @ np.array([np.cos(turns), np.sin(turns)])
    corners = dict.fromkeys(low[np.argmax(outward, axis=0)].tolist())
    return tuple(figure.point(skeleton.joints[owner[k]].name, local[k].tolist()) for k in corners)


def balance(
    figure: Figure,
    *parts: str,
    loads: Mapping[Figure, float] | None = None,
    margin: float = 0.2,
    weight: float = 1.0,
    name: str = "balance",
) -> Balance:
    """A goal that keeps the centre of mass above the soles of the named parts; see ``manikin.Balance``.

    Args:
        figure: The figure.
        parts: Names of the parts that carry it, such as its feet.
        loads: Other figures of the problem that this one carries, such as a box, each with the mass that counts [kg].
        margin: How far the support is shrunk toward its mean, 0 to 1.
        weight: Weight of the goal.
        name: Name of the goal.
    """
    if not parts:
        raise InputError("balance: name the parts that carry the figure, such as its feet")
    support = tuple(point for part in parts for point in sole_points(figure, part))
    centre, up = figure.centre_of_mass(), figure.skeleton.up_axis
    carried = {other: mass for other, mass in (loads or {}).items() if mass != 0}
    for other, mass in carried.items():
        if not (isinstance(mass, (int, float)) and 0 < mass < math.inf):
            raise InputError(f"balance: the mass of {shorten(other.name)} must be 0 or above, not {shorten(mass)}")
    whole = figure.skeleton.mass + sum(carried.values())
    return Balance(
        point=centre,
        support=support,
        up=up,
        margin=margin,
        loads=tuple(other.centre_of_mass() for other in carried),
        load_shares=tuple(mass / whole for mass in carried.values()),
        weight=weight,
        name=name,
    )


def stand_on(
    figure: Figure,
    parts: Iterable[str],
    heights: Any,
    *,
    origin: Sequence[float] = (0.0, 0.0),
    spacing: Sequence[float] = (1.0, 1.0),
    weight: float = 1.0,
) -> list[OnGround]:
    """Goals that put the soles of some parts on uneven ground.

    Three corners of each sole, far from each other, are put on the ground, which decides height and tilt of a foot.  Of
    each part that hangs from it, such as the toes, the farthest corner is put on the ground too.

    Args:
        figure: The figure.
        parts: Names of the parts, such as the feet.
        heights: Table of heights [m]; see ``manikin.OnGround``.
        origin: Horizontal position of the first height [m].
        spacing: Distances between neighbouring heights [m].
        weight: Weight of each goal.
    """
    field: dict[str, Any] = {
        "heights": _table(heights), "origin": tuple(origin), "spacing": tuple(spacing), "up": figure.skeleton.up
    }  # fmt: skip
    found = []
    for part in parts:
        below = {point.part for point in sole_points(figure, part)} - {part}
        tips = [max(sole_points(figure, name, below=False), key=_far) for name in sorted(below)]
        for point in (*_widest(sole_points(figure, part, below=False)), *tips):
            found.append(OnGround(point=point, **field, weight=weight, name=f"{point.part} on the ground"))
    return found


def _far(point: Point) -> float:
    """Distance of a point from its part's origin [m]."""
    return float(np.linalg.norm(point.at))


def _widest(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The three points that span the largest triangle."""

    def area(three: Iterable[Point]) -> float:
        a, b, c = (np.array(point.at) for point in three)
        return float(np.linalg.norm(np.cross(b - a, c - a)))

    return points if len(points) <= 3 else max(combinations(points, 3), key=area)


def _table(heights: Any) -> tuple[tuple[float, ...], ...]:
    """Heights as tuples of numbers."""
    try:
        table: Array = np.array(heights, float)
    except (TypeError, ValueError):
        raise InputError(f"heights are a table of numbers, not {shorten(heights)}") from None
    return tuple(map(tuple, table.tolist())) if table.ndim == 2 else heights
