"""Cameras, and the bounds of the things that they show.

Pictures are made in the *stage* frame: metres, y up; a figure faces +z and its left is +x.  ``on_stage`` transforms
points of skeletons with z up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from manikin.arguments import ExplainedType
from manikin.errors import InputError, UnknownName
from manikin.math.rotations import Array, Vec3

__all__ = ["VIEWS", "Bounds", "Camera", "on_stage"]

VIEWS = {"perspective": (32.0, 14.0), "front": (0.0, 0.0), "side": (-90.0, 0.0), "top": (0.0, 90.0)}
"""Azimuth, from the front towards the left of the figure, and elevation of each view [degrees]."""
FIELD_OF_VIEW = math.radians(26)
"""Of perspective views, over the height of the picture [rad]."""
MARGIN = 0.08
"""Share of the picture that stays free on each side."""

# x forward, y left, z up (common for robots) → z forward, x left, y up
_FROM_Z_UP = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])


def on_stage(points: ArrayLike, up: Literal["y", "z"]) -> Array:
    """Points or directions (…, 3) of a world whose ``up`` axis is y or z, in the stage frame."""
    array = np.asarray(points, float)
    return array if up == "y" else array @ _FROM_Z_UP.T


@dataclass(frozen=True)
class Bounds:
    """Ellipsoids that a picture must show: ``centres`` (k, 3) and ``spreads`` (k, 3, 3), which map the unit ball."""

    centres: Array
    spreads: Array

    @classmethod
    def of_points(cls, points: ArrayLike) -> Bounds:
        """Bounds of points (k, 3) [m]."""
        centres = np.asarray(points, float).reshape(-1, 3)
        return cls(centres, np.zeros((len(centres), 3, 3)))

    @classmethod
    def joined(cls, several: Sequence[Bounds]) -> Bounds:
        """All bounds together."""
        return cls(np.concatenate([b.centres for b in several]), np.concatenate([b.spreads for b in several]))

    def boxed(self) -> Bounds:
        """The corners of the bounding box, which are few."""
        return Bounds.of_points(list(product(*np.stack(self.box, axis=1))))

    def reach(self, direction: ArrayLike) -> Array:
        """How far each ellipsoid extends from its centre along a direction: (k,)."""
        return np.asarray(np.linalg.norm(np.einsum("kij,i->kj", self.spreads, np.asarray(direction, float)), axis=-1))

    def support(self, direction: ArrayLike) -> float:
        """The largest value of direction · point over all points."""
        return float((self.centres @ np.asarray(direction, float) + self.reach(direction)).max())

    @cached_property
    def box(self) -> tuple[Array, Array]:
        """Lower and upper corner (3,) of the bounding box."""
        sides = np.stack([self.reach(axis) for axis in np.eye(3)], axis=-1)
        return (self.centres - sides).min(axis=0), (self.centres + sides).max(axis=0)

    @property
    def size(self) -> float:
        """Diagonal of the bounding box [m]."""
        low, high = self.box
        return float(np.linalg.norm(high - low))


@dataclass(frozen=True, kw_only=True)
class Camera(metaclass=ExplainedType):
    """An upright camera that looks from ``eye`` to ``target`` [m].

    Both are places in the world of the figures that are shown: y is up there, or z for robots with z up.  It is
    perspective with ``field_of_view`` [rad, over the height of the picture], or orthographic with ``span``
    [m, over the height of the picture].
    """

    eye: Vec3
    target: Vec3
    field_of_view: float | None = None
    span: float | None = None
    right: Array = field(init=False, repr=False, compare=False)
    up: Array = field(init=False, repr=False, compare=False)
    forward: Array = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if (self.field_of_view is None) == (self.span is None):
            raise InputError("a camera has either a field_of_view (perspective) or a span (orthographic)")
        if self.field_of_view is not None and not 0 < self.field_of_view < math.pi:
            raise InputError(f"the field of view must lie between 0 and π radians, not {self.field_of_view:g}")
        if self.span is not None and not 0 < self.span < math.inf:
            raise InputError(f"the span must be finite and above 0 metres, not {self.span:g}")
        gaze = np.subtract(self.target, self.eye).astype(float)
        length = float(np.linalg.norm(gaze))
        if not (0 < length < math.inf):
            raise InputError("a camera's eye and target must be finite and apart from each other")
        forward, right, up = _upright(gaze / length)
        for name, value in (("forward", forward), ("right", right), ("up", up)):
            object.__setattr__(self, name, value)

    def on_stage(self, up: Literal["y", "z"]) -> Camera:
        """The same camera in the stage frame, for a world whose ``up`` axis is y or z."""
        if up == "y":
            return self
        eye, target = (tuple(on_stage(place, up).tolist()) for place in (self.eye, self.target))
        return replace(self, eye=eye, target=target)

    @classmethod
    def fit_view(
        cls, bounds: Bounds, view: str = "perspective", *, aspect: float = 1.0, margin: float = MARGIN
    ) -> Camera:
        """A camera for a view by name that shows all of ``bounds``, centred; both in the stage frame, with y up.

        ``aspect`` is width / height of the picture, ``margin`` the share of it that stays free on each side.
        """
        if view not in VIEWS:
            raise UnknownName("view", view, VIEWS)
        azimuth, elevation = (math.radians(a) for a in VIEWS[view])
        level = math.cos(elevation)
        gaze = -np.array([math.sin(azimuth) * level, math.sin(elevation), math.cos(azimuth) * level])
        return cls.along(bounds, gaze, perspective=view == "perspective", aspect=aspect, margin=margin)

    @classmethod
    def along(
        cls, bounds: Bounds, gaze: Array, *, perspective: bool = False, aspect: float = 1.0, margin: float = MARGIN
    ) -> Camera:
        """A camera that looks in the direction ``gaze`` and shows all of ``bounds``; see ``fit_view``."""
        forward, right, up = _upright(gaze / np.linalg.norm(gaze))
        size = bounds.size or 1.0
        room = 1 - 2 * margin
        if perspective:
            half = math.tan(FIELD_OF_VIEW / 2) * room
            side, across = _fit(bounds, right, forward, half * aspect)
            height, along = _fit(bounds, up, forward, half)
            back = max(across, along, 0.1 * size + bounds.support(-forward))
            lens: dict[str, float] = {"field_of_view": FIELD_OF_VIEW}
        else:
            side, width = _middle(bounds, right)
            height, tall = _middle(bounds, up)
            back = size + bounds.support(-forward)
            lens = {"span": max(tall, width / aspect, 1e-3 * size) / room}
        eye = side * right + height * up - back * forward
        x, y, z = (float(a) for a in eye)
        tx, ty, tz = (float(a) for a in eye + size * forward)
        return cls(eye=(x, y, z), target=(tx, ty, tz), **lens)

    @classmethod
    def around(
        cls, target: Vec3, yaw: float, pitch: float, height: float, *, perspective: bool, up: Literal["y", "z"] = "y"
    ) -> Camera:
        """A camera that looks at a place of the stage from a direction, as views of the editor do.

        Args:
            target: What is in the middle [m, stage].
            yaw: From the front towards the left of the figure [rad].
            pitch: Upwards [rad].
            height: What the picture shows from its lower to its upper edge, at the target [m].
            perspective: Whether it is perspective, else orthographic.
            up: The up axis of the world that the camera is for.
        """
        level = math.cos(pitch)
        back = np.array([math.sin(yaw) * level, math.sin(pitch), math.cos(yaw) * level])
        distance = height / (2 * math.tan(FIELD_OF_VIEW / 2))
        middle = np.asarray(target, float)
        places = np.stack([middle + distance * back, middle]) @ (np.eye(3) if up == "y" else _FROM_Z_UP)
        (ex, ey, ez), (x, y, z) = places.tolist()
        lens = {"field_of_view": FIELD_OF_VIEW} if perspective else {"span": float(height)}
        return cls(eye=(ex, ey, ez), target=(x, y, z), **lens)

    def scale(self, height: int) -> float:
        """Pixels per unit of the image plane: at distance 1 in perspective, per metre in orthographic views."""
        if self.field_of_view is not None:
            return height / 2 / math.tan(self.field_of_view / 2)
        assert self.span is not None
        return height / self.span

    def project(self, points: ArrayLike, size: tuple[int, int]) -> tuple[Array, Array]:
        """Pixels (…, 2), x to the right and y down, and depths (…) [m] of points (…, 3) [m, stage].

        The centre of the first pixel is (0.5, 0.5).  Points behind a perspective camera come out as NaN.
        """
        relative = np.asarray(points, float) - self.eye
        depth = relative @ self.forward
        scale = np.full_like(depth, self.scale(size[1]))
        if self.span is None:
            scale = np.divide(scale, depth, out=np.full_like(depth, np.nan), where=depth > 0)
        x = size[0] / 2 + scale * (relative @ self.right)
        y = size[1] / 2 - scale * (relative @ self.up)
        return np.stack([x, y], axis=-1), depth


def _upright(forward: Array) -> tuple[Array, Array, Array]:
    """Forward, right and up of an upright camera; if it looks straight up or down, +z is at the lower edge."""
    level = math.hypot(forward[0], forward[2])
    if level < 1e-6:
        right = np.array([1.0, 0.0, 0.0])
    else:
        right = np.array([-forward[2], 0.0, forward[0]]) / level
    return forward, right, np.cross(right, forward)


def _middle(bounds: Bounds, axis: Array) -> tuple[float, float]:
    """Middle and width of the bounds along an axis."""
    high, low = bounds.support(axis), -bounds.support(-axis)
    return (high + low) / 2, high - low


def _fit(bounds: Bounds, axis: Array, forward: Array, half: float) -> tuple[float, float]:
    """Position along ``axis`` and distance behind the origin from which all bounds lie between ±``half``.

    The bounds touch both planes of this wedge, so that they appear centred.
    """
    a, b = bounds.support(axis - half * forward), bounds.support(-axis - half * forward)
    return (a - b) / 2, (a + b) / (2 * half)
