"""How a body stands: its soles, its balance over them, and its feet on uneven ground."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.goals import Balance, OnGround
from manikin.handles import Point
from manikin.math.rotations import Array

__all__ = ["balance", "sole_points", "stand_on"]

SOLE = 0.005
"""What lies within this height [m] of a part's lowest point at rest belongs to its sole."""
CORNERS = 8


def sole_points(figure: Figure, part: str, *, below: bool = True) -> tuple[Point, ...]:
    """Handles on the corners of what a part stands on at rest: the lowest points of its solids, seen from above.

    What hangs from it counts as well, toes with a foot, unless ``below`` is false.  Where nothing of it has a solid the
    joints themselves stand for it.
    """
    skeleton, rest = figure.skeleton, figure.pose()
    first = skeleton.index(part)
    owners = range(first, int(skeleton.ends[first]) if below else first + 1)
    clouds = [(i, shape.triangles(16)[0]) for i in owners for shape in skeleton.joints[i].shapes]
    clouds = [(i, points) for i, points in clouds if len(points)] or [(i, np.zeros((1, 3))) for i in owners]
    owner = np.concatenate([np.full(len(points), i) for i, points in clouds])
    local = np.concatenate([points for _, points in clouds])
    world = np.einsum("kij,kj->ki", rest.world[owner, :, :3], local) + rest.world[owner, :, 3]
    up, level = (1, [0, 2]) if skeleton.up == "y" else (2, [0, 1])
    low = np.flatnonzero(world[:, up] <= world[:, up].min() + SOLE)
    turns = np.arange(CORNERS) * 2 * np.pi / CORNERS
    outward = world[low][:, level] @ np.array([np.cos(turns), np.sin(turns)])
    corners = dict.fromkeys(low[np.argmax(outward, axis=0)].tolist())
    return tuple(figure.point(skeleton.joints[owner[k]].name, local[k].tolist()) for k in corners)


def balance(figure: Figure, *parts: str, margin: float = 0.2, weight: float = 1.0, name: str = "balance") -> Balance:
    """Keep the centre of mass over the soles of the parts that carry the figure; see ``manikin.Balance``.

    With a ``margin`` above 0 it stays that share of the way inside.  As a soft goal it leans on the pose, as a hard one
    it always holds.
    """
    if not parts:
        raise InputError("balance: name the parts that carry the figure, such as its feet")
    support = tuple(point for part in parts for point in sole_points(figure, part))
    up = (0.0, 1.0, 0.0) if figure.skeleton.up == "y" else (0.0, 0.0, 1.0)
    return Balance(point=figure.centre_of_mass(), support=support, up=up, margin=margin, weight=weight, name=name)


def stand_on(
    figure: Figure,
    parts: Iterable[str],
    heights: Any,
    *,
    origin: Sequence[float] = (0.0, 0.0),
    spacing: Sequence[float] = (1.0, 1.0),
    weight: float = 1.0,
) -> list[OnGround]:
    """Put the soles of some parts on uneven ground; ``heights`` as in ``manikin.OnGround``.

    Three corners of each part's own sole, far from one another, stand on the ground, which settles the height and the
    tilt of a stiff foot.  Of what hangs from it, as toes do, the farthest corner stands on the ground too.
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
    return float(np.linalg.norm(point.at))


def _widest(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The three of them that span the largest triangle."""

    def area(three: Iterable[Point]) -> float:
        a, b, c = (np.array(point.at) for point in three)
        return float(np.linalg.norm(np.cross(b - a, c - a)))

    return points if len(points) <= 3 else max(combinations(points, 3), key=area)


def _table(heights: Any) -> tuple[tuple[float, ...], ...]:
    try:
        table: Array = np.array(heights, float)
    except (TypeError, ValueError):
        raise InputError(f"heights are a table of numbers, not {shorten(heights)}") from None
    return tuple(map(tuple, table.tolist())) if table.ndim == 2 else heights
