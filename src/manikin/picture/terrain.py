"""Ground that is not level, as shapes for pictures."""

from __future__ import annotations

import math

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError
from manikin.gait.ground import Ground, HeightField, Stairs
from manikin.math.rotations import Vec3
from manikin.skeleton.shapes import Box, Mesh, Shape

__all__ = ["ground_shapes"]

EARTH: Vec3 = (0.62, 0.66, 0.58)
STONE: Vec3 = (0.66, 0.65, 0.62)
FACES_ACROSS = 60
"""A height field is drawn with at most so many faces along an axis, and at least with one for each height."""
THINNEST = 0.02
"""Of a step [m]."""


@explained
def ground_shapes(ground: Ground, *, width: float = 1.6) -> tuple[Shape, ...]:
    """The ground of a walk as shapes to draw, as ``scenery`` of a picture; level ground has none.

    Args:
        ground: A ``HeightField``, ``Stairs``, or ``Level``.
        width: Of stairs [m].
    """
    if isinstance(ground, HeightField):
        return (_field(ground),)
    if isinstance(ground, Stairs):
        if not 0 < width < math.inf:
            raise InputError(f"stairs have a width above 0, not {width}")
        return _stairs(ground, width)
    return ()


def _field(ground: HeightField) -> Mesh:
    counts = np.array([len(ground.heights), len(ground.heights[0])])
    finer = np.maximum(1, FACES_ACROSS // np.maximum(counts - 1, 1))
    across, along = (
        ground.origin[k] + ground.spacing[k] * np.linspace(0, counts[k] - 1, (counts[k] - 1) * finer[k] + 1)
        for k in range(2)
    )
    places = np.stack(np.meshgrid(across, along, indexing="ij"), axis=-1).reshape(-1, 2)
    points = np.insert(places, 1, ground.height(places), axis=1)
    corner = np.arange(len(places)).reshape(len(across), len(along))
    quads = np.stack([corner[:-1, :-1], corner[:-1, 1:], corner[1:, 1:], corner[1:, :-1]], axis=-1).reshape(-1, 4)
    vertices = tuple((x, y, z) for x, y, z in points.tolist())
    return Mesh(vertices=vertices, faces=tuple(map(tuple, quads.tolist())), colour=EARTH)


def _stairs(ground: Stairs, width: float) -> tuple[Box, ...]:
    """A box for each step, and one for the ground after the last."""
    turn = math.radians(ground.heading)
    ahead = np.array([math.sin(turn), 0.0, math.cos(turn)])
    across = np.array([math.cos(turn), 0.0, -math.sin(turn)])
    bottom = ground.at + min(0.0, ground.count * ground.rise) - THINNEST
    made = []
    for k in range(ground.count):
        depth = ground.tread * (1 if k < ground.count - 1 else 7)  # the last one is where it goes on
        top = ground.at + ground.rise * (k + 1)
        tall = top - bottom
        middle = np.array([ground.start[0], top - tall / 2, ground.start[1]]) + ahead * (ground.tread * k + depth / 2)
        frame = np.column_stack([across, (0.0, 1.0, 0.0), ahead, middle])
        made.append(Box(size=(width, tall, depth), at=tuple(frame.reshape(-1).tolist()), colour=STONE))
    return tuple(made)
