"""Marks in a picture: markers, paths, and stars for goals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array, Vec3
from manikin.picture.camera import Camera, on_stage
from manikin.picture.ground import blend
from manikin.picture.solids import Solids
from manikin.picture.surfaces import capsules
from manikin.picture.theme import Theme, to_linear

__all__ = ["Marker", "Marks", "Polyline", "Star"]


@dataclass(frozen=True)
class Marker:
    """A ball at a point [m]; ``colour`` is sRGB in 0..1.  The default ``radius`` [m] depends on the scene."""

    at: Vec3
    colour: Vec3 | None = None
    radius: float | None = None


@dataclass(frozen=True)
class Polyline:
    """A line through points (k, 3) [m].  The default ``radius`` [m] depends on the scene."""

    points: Any
    colour: Vec3 | None = None
    radius: float | None = None


@dataclass(frozen=True)
class Star:
    """A star at a point [m]; it is visible even if something is in front of it."""

    at: Vec3
    colour: Vec3 | None = None


@dataclass(frozen=True)
class Marks:
    """All marks of a picture, with points in the stage frame."""

    markers: tuple[Marker, ...]
    paths: tuple[Polyline, ...]
    stars: tuple[Star, ...]

    @classmethod
    def of(cls, markers: Any, paths: Any, stars: Any, up: Literal["y", "z"]) -> Marks:
        """Marks from objects or points of a world with the given up axis."""
        return cls(
            tuple(
                Marker(_point(m.at, up), m.colour, m.radius) if isinstance(m, Marker) else Marker(_point(m, up))
                for m in markers
            ),
            tuple(
                Polyline(_points(p.points, up), p.colour, p.radius)
                if isinstance(p, Polyline)
                else Polyline(_points(p, up))
                for p in paths
            ),
            tuple(Star(_point(s.at, up), s.colour) if isinstance(s, Star) else Star(_point(s, up)) for s in stars),
        )

    def points(self) -> Array:
        """All points that a picture must show (k, 3)."""
        at = [marker.at for marker in self.markers] + [star.at for star in self.stars]
        return np.concatenate([np.array(at, np.float64).reshape(-1, 3), *(path.points for path in self.paths)])

    def solids(self, theme: Theme, size: float) -> Solids:
        """Markers and paths as surfaces, in a scene of a given size [m]."""
        tables = []
        for marker in self.markers:
            radius = 0.014 * size if marker.radius is None else marker.radius
            colour = to_linear(marker.colour or theme.mark)
            tables.append(capsules([marker.at], [marker.at], radius, radius, colour))
        for path in self.paths:
            radius = 0.0022 * size if path.radius is None else path.radius
            start, end = (path.points[:-1], path.points[1:]) if len(path.points) > 1 else (path.points, path.points)
            table = capsules(start, end, radius, radius, to_linear(path.colour or theme.path), lit=False)
            table.owner[:] = 0
            tables.append(table)
        empty = np.zeros((0, 3))
        return Solids.joined([capsules(empty, empty, 0.0, 0.0, (0.0, 0.0, 0.0)), *tables])

    def draw_stars(self, image: np.ndarray, camera: Camera, theme: Theme) -> None:
        """Draw the stars into an image (3, h, w)."""
        _, height, width = image.shape
        radius = max(5.0, 0.02 * min(width, height))
        for star in self.stars:
            (x, y), _ = camera.project(star.at, (width, height))
            reach = radius + 3
            if not (-reach < x < width + reach and -reach < y < height + reach):
                continue
            left, top = (max(math.floor(c - reach), 0) for c in (x, y))
            right, bottom = min(math.ceil(x + reach), width), min(math.ceil(y + reach), height)
            rows, columns = np.mgrid[top:bottom, left:right] + 0.5
            distance = _star_distance(columns - x, y - rows, radius)
            window = image[:, top:bottom, left:right]
            blend(window, np.clip(2.0 - distance, 0, 1), theme.top)
            blend(window, np.clip(0.5 - distance, 0, 1), star.colour or theme.mark)


def _star_distance(x: Array, y: Array, radius: float) -> Array:
    """Approximate distance of points to a five-pointed star [pixels]; negative inside."""
    sector = math.pi / 5
    turn = np.abs((np.arctan2(x, y) + sector) % (2 * sector) - sector)  # 0 at a tip, ``sector`` at a notch
    far = np.hypot(x, y)
    notch = 0.45 * radius * np.array([math.sin(sector), math.cos(sector)])
    along = np.array([0.0, radius]) - notch
    normal = np.array([along[1], -along[0]]) / math.hypot(*along)
    return np.asarray(far * np.sin(turn) * normal[0] + (far * np.cos(turn) - radius) * normal[1])


def _point(value: Any, up: Literal["y", "z"]) -> Vec3:
    points = _points([value], up)
    if len(points) != 1:
        raise InputError(f"a point is three finite numbers, not {shorten(value)}")
    x, y, z = (float(a) for a in points[0])
    return (x, y, z)


def _points(value: Any, up: Literal["y", "z"]) -> Array:
    try:
        points = np.asarray(list(value) if isinstance(value, Iterable) else value, float)
    except (TypeError, ValueError):
        points = np.zeros(0)
    if points.ndim != 2 or points.shape[1] != 3 or not len(points) or not np.isfinite(points).all():
        raise InputError(f"points are an array (k, 3) of finite numbers, not {shorten(value)}")
    return on_stage(points, up)
