"""The ground of a document: level at some height, stairs, or a table of heights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.gait.ground import Ground, HeightField, Level, Stairs
from manikin.goals import OnGround, Plane
from manikin.goals.goal import Goal
from manikin.handles import Point
from manikin.math.rotations import Array
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint, Skeleton

__all__ = ["GroundShape"]

WIDTH = 3.0
"""Of stairs that are drawn [m]."""
MOST_HEIGHTS = 40_000


@dataclass(frozen=True, kw_only=True)
class GroundShape:
    """What figures stand and walk on; y is up, places are (x, z) [m].

    Attributes:
        kind: Level ground, stairs, or a table of heights.
        at: The height of level ground, or before stairs [m].
        count: How many steps stairs have.
        rise: The height of a step [m].
        tread: The depth of a step [m].
        start: The place in the middle of the first edge of stairs, or of the first height of a table.
        heading: Where stairs lead, degrees from z towards x.
        heights: Rows of heights along x, in each row along z [m].
        spacing: Distances between heights along x and z [m].
    """

    kind: Literal["level", "stairs", "field"] = "level"
    at: float = 0.0
    count: int = 5
    rise: float = 0.17
    tread: float = 0.29
    start: tuple[float, float] = (0.0, 1.0)
    heading: float = 0.0
    heights: tuple[tuple[float, ...], ...] = ()
    spacing: tuple[float, float] = (0.25, 0.25)

    def __post_init__(self) -> None:
        if sum(map(len, self.heights)) > MOST_HEIGHTS:
            raise InputError(f"a table of heights has at most {MOST_HEIGHTS:,} numbers")
        _ = self.ground  # which says what is wrong

    @cached_property
    def ground(self) -> Ground:
        """What a walk goes over."""
        if self.kind == "stairs":
            return Stairs(
                count=self.count, rise=self.rise, tread=self.tread, start=self.start, heading=self.heading, at=self.at
            )
        if self.kind == "field":
            return HeightField(heights=self.heights, origin=self.start, spacing=self.spacing)
        return Level(at=self.at)

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """What is drawn; level ground is the grid alone."""
        if isinstance(self.ground, Level):
            return ()
        from manikin.picture.terrain import ground_shapes  # late: the editor starts without pictures

        return ground_shapes(self.ground, width=WIDTH)

    @cached_property
    def figure(self) -> Figure:
        """The ground as a figure that does not move, as pages draw it."""
        return Figure(Skeleton(name="ground", joints=(Joint(name="ground", parent=None, shapes=self.shapes),)))

    def height(self, place: Array) -> float:
        """The height [m] under a place (3,)."""
        return float(self.ground.height(np.array([[place[0], place[2]]]))[0])

    def keeping(self, point: Point, value: Array) -> Goal:
        """A goal that keeps a point as far above the ground as it is at a place (3,): it may slide along it."""
        lift = float(value[1]) - self.height(value)
        if self.kind == "field":
            return OnGround(
                point=point, heights=self.heights, origin=self.start, spacing=self.spacing, lift=max(lift, 0.0)
            )
        return Plane(point=point, origin=(0.0, self.height(value) + max(lift, 0.0), 0.0), normal=(0.0, 1.0, 0.0))
