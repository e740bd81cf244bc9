"""Ground that is not level, as shapes for pictures: height fields and steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError
from manikin.goals.ground import OnGround
from manikin.handles.fixed import FixedPoint
from manikin.math.rotations import Array, Vec3, VectorLike, translation
from manikin.skeleton.shapes import Box, Mesh

__all__ = ["height_field", "stairs"]

EARTH: Vec3 = (0.62, 0.66, 0.58)
STONE: Vec3 = (0.66, 0.65, 0.62)
FACES_ACROSS = 60
"""A height field is drawn with at most so many faces along an axis, and at least with one for each height."""


@explained
def height_field(
    heights: Sequence[VectorLike] | Array,
    *,
    origin: VectorLike = (0.0, 0.0),
    spacing: VectorLike = (1.0, 1.0),
    up: Literal["y", "z"] = "y",
    colour: Vec3 = EARTH,
) -> Mesh:
    """The ground that the goal ``OnGround`` means by the same numbers, as a surface to draw."""
    goal = OnGround(point=FixedPoint(position=(0.0, 0.0, 0.0)), heights=heights, origin=origin, spacing=spacing, up=up)
    counts = np.array([len(goal.heights), len(goal.heights[0])])
    finer = np.maximum(1, FACES_ACROSS // np.maximum(counts - 1, 1))
    axes = [
        goal.origin[k] + goal.spacing[k] * np.linspace(0, counts[k] - 1, (counts[k] - 1) * finer[k] + 1)
        for k in range(2)
    ]
    rows, columns = len(axes[0]), len(axes[1])
    points = [(x, goal.ground(x, z)[0], z) for x in axes[0].tolist() for z in axes[1].tolist()]
    corner = np.arange(rows * columns).reshape(rows, columns)
    quads = np.stack([corner[:-1, :-1], corner[:-1, 1:], corner[1:, 1:], corner[1:, :-1]], axis=-1).reshape(-1, 4)
    if up == "z":
        points, quads = [(x, y, height) for x, height, y in points], quads[:, ::-1]
    return Mesh(vertices=tuple(points), faces=tuple(map(tuple, quads.tolist())), colour=colour)


@explained
def stairs(
    count: int,
    *,
    height: float = 0.17,
    depth: float = 0.29,
    width: float = 1.2,
    start: Vec3 = (0.0, 0.0, 0.0),
    colour: Vec3 = STONE,
) -> tuple[Box, ...]:
    """Steps that rise towards +z, y up; the first riser stands at ``start``.  A height below 0 makes them go down."""
    if not (isinstance(count, int) and 1 <= count <= 1000 and height and depth > 0 and width > 0):
        raise InputError("stairs have 1 to 1000 steps with a height, and a depth and a width above 0")
    x, y, z = start
    bottom = y + min(0.0, count * height)
    made = []
    for k in range(count):
        top = y + height * (k + 1)
        tall = max(top - bottom, 0.02)
        at = translation(x, top - tall / 2, z + depth * (k + 0.5))
        made.append(Box(size=(width, tall, depth), at=at, colour=colour))
    return tuple(made)
