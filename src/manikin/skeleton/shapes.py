"""Shapes of body parts: solids in a joint's frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from manikin.arguments import ExplainedType
from manikin.errors import InputError, shorten
from manikin.math.rotations import IDENTITY, Affine, Array, Vec3
from manikin.registry import Registry

__all__ = [
    "Box",
    "Capsule",
    "Cylinder",
    "Ellipsoid",
    "Mesh",
    "MeshFile",
    "Shape",
    "shape_kinds",
]

shape_kinds: Registry[type[Shape]] = Registry("shape")
Faces = np.ndarray[Any, np.dtype[np.int64]]
Triangles = tuple[Array, Faces]


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape(metaclass=ExplainedType):
    """Base of all shapes.

    Attributes:
        at: Transform from the shape to the joint's frame, 12 numbers, the rows of [A | t] [m].
        colour: Red, green, blue, each 0 to 1; ``None`` for the figure's own colour.
    """

    kind: ClassVar[str]
    at: Affine = IDENTITY
    colour: Vec3 | None = None

    def __init_subclass__(cls, *, kind: str | None = None, **rest: Any) -> None:
        super(Shape, cls).__init_subclass__(**rest)
        kind = kind or cls.__dict__.get("kind")  # a dataclass with slots is created twice
        if kind is not None:
            cls.kind = kind
            shape_kinds.add(kind, cls)

    def __post_init__(self) -> None:
        if self.at is not IDENTITY:
            _check(self.at, 12, f"the place of a {self.kind}")
        if self.colour is not None:
            _check(self.colour, 3, f"the colour of a {self.kind}")

    def triangles(self, detail: int = 12) -> Triangles:
        """Vertices (k, 3) [m] in the joint's frame, and triangles (t, 3), counter-clockwise seen from outside.

        ``detail`` is the number of segments of a half circle.
        """
        points, faces = self._local_triangles(detail)
        a = np.array(self.at).reshape(3, 4)
        if np.linalg.det(a[:, :3]) < 0:
            faces = faces[:, ::-1]
        return points @ a[:, :3].T + a[:, 3], faces

    def hull(self) -> tuple[Array, Array]:
        """Ellipsoids in the joint's frame whose convex hull contains the shape.

        Returns:
            Their centres (k, 3) [m], and the matrices (k, 3, 3) that make them of the unit ball.
        """
        centres, spreads = self._local_hull()
        at = np.array(self.at).reshape(3, 4)
        return centres @ at[:, :3].T + at[:, 3], at[:, :3] @ spreads

    def _local_triangles(self, detail: int) -> Triangles:
        raise NotImplementedError

    def _local_hull(self) -> tuple[Array, Array]:
        """The same in the shape's own frame."""
        points = self._local_triangles(12)[0]
        return points, np.zeros((len(points), 3, 3))


@dataclass(frozen=True, kw_only=True, slots=True)
class Capsule(Shape, kind="capsule"):
    """A rod with round ends; it may taper.

    Attributes:
        start: Centre of the first ball [m]; the joint by default.
        end: Centre of the last ball [m].
        radius: Radius at the start [m].
        end_radius: Radius at the end [m]; that at the start by default.
    """

    start: Vec3 = (0.0, 0.0, 0.0)
    end: Vec3
    radius: float
    end_radius: float = None  # type: ignore[assignment]  # a number after the constructor

    def __post_init__(self) -> None:
        Shape.__post_init__(self)
        if self.end_radius is None:
            object.__setattr__(self, "end_radius", self.radius)
        _check(self.start, 3, "the start of a capsule")
        _check(self.end, 3, "the end of a capsule")
        _check((self.radius, self.end_radius), 2, "the radii of a capsule", least=0)

    def _local_triangles(self, detail: int) -> Triangles:
        a, b = np.array(self.start), np.array(self.end)
        length = float(np.linalg.norm(b - a))
        if length <= abs(self.radius - self.end_radius):  # one ball contains the other
            centre, radius = (a, self.radius) if self.radius >= self.end_radius else (b, self.end_radius)
            points, faces = _revolve([(radius * s, -radius * c) for c, s in _half_circle(detail)], detail)
            return points + centre, faces
        w = (b - a) / length
        tilt = math.asin((self.radius - self.end_radius) / length)  # so that the side is tangent to both balls
        lower = np.linspace(-math.pi / 2, tilt, detail // 2 + 1)
        upper = np.linspace(tilt, math.pi / 2, detail // 2 + 1)
        profile = [(self.radius * math.cos(t), self.radius * math.sin(t)) for t in lower]
        profile += [(self.end_radius * math.cos(t), length + self.end_radius * math.sin(t)) for t in upper]
        points, faces = _revolve(profile, detail)
        return points @ _frame_with_y(w).T + a, faces

    def _local_hull(self) -> tuple[Array, Array]:
        return np.array([self.start, self.end]), np.array([[[self.radius]], [[self.end_radius]]]) * np.eye(3)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ellipsoid(Shape, kind="ellipsoid"):
    """An ellipsoid centred at the origin of ``at``.

    Attributes:
        radii: Radii along x, y, z [m].
    """

    radii: Vec3

    def __post_init__(self) -> None:
        Shape.__post_init__(self)
        _check(self.radii, 3, "the radii of an ellipsoid", least=0)

    def _local_triangles(self, detail: int) -> Triangles:
        points, faces = _revolve([(s, -c) for c, s in _half_circle(detail)], detail)
        return points * np.array(self.radii), faces

    def _local_hull(self) -> tuple[Array, Array]:
        return np.zeros((1, 3)), np.diag(self.radii)[None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Cylinder(Shape, kind="cylinder"):
    """A cylinder about the y axis of ``at``, centred at its origin, with flat ends.

    Attributes:
        radius: Radius [m].
        length: Length along y [m].
    """

    radius: float
    length: float

    def __post_init__(self) -> None:
        Shape.__post_init__(self)
        _check((self.radius, self.length), 2, "the radius and length of a cylinder", least=0)

    def _local_triangles(self, detail: int) -> Triangles:
        h = self.length / 2
        return _revolve([(0, -h), (self.radius, -h), (self.radius, h), (0, h)], 2 * detail)

    def _local_hull(self) -> tuple[Array, Array]:
        ends = np.array([[0, -self.length / 2, 0], [0, self.length / 2, 0]])
        return ends, np.repeat(np.diag([self.radius, 0, self.radius])[None], 2, axis=0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Box(Shape, kind="box"):
    """A box centred at the origin of ``at``.

    Attributes:
        size: Edge lengths along x, y, z [m].
    """

    size: Vec3

    def __post_init__(self) -> None:
        Shape.__post_init__(self)
        _check(self.size, 3, "the size of a box", least=0)

    def _local_triangles(self, detail: int) -> Triangles:
        corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
        quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        return corners * np.array(self.size), _fan(quads)


@dataclass(frozen=True, kw_only=True, slots=True)
class Mesh(Shape, kind="mesh"):
    """A polygonal object.

    Attributes:
        vertices: Vertices [m].
        faces: Convex polygons of vertex indices, from 0, counter-clockwise seen from outside.
    """

    vertices: tuple[Vec3, ...]
    faces: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        Shape.__post_init__(self)
        for vertex in self.vertices:
            _check(vertex, 3, "a vertex of a mesh")
        count = len(self.vertices)
        for face in self.faces:
            if len(face) < 3 or min(face) < 0 or max(face) >= count:
                raise InputError(f"a face of a mesh is three or more of its {count} vertices, not {shorten(face)}")

    def _local_triangles(self, detail: int) -> Triangles:
        return np.array(self.vertices, float).reshape(-1, 3), _fan(self.faces)


@dataclass(frozen=True, kw_only=True, slots=True)
class MeshFile(Shape, kind="file"):
    """A polygonal object in another file, which is never opened.

    Attributes:
        path: Name of the file.
    """

    path: str

    def _local_triangles(self, detail: int) -> Triangles:
        return np.zeros((0, 3)), np.zeros((0, 3), np.int64)


def _check(values: Sequence[float], count: int, what: str, least: float = -math.inf) -> None:
    """Raise unless ``values`` are ``count`` finite numbers, none below ``least``."""
    try:
        if len(values) == count and math.isfinite(sum(values)) and min(values) >= least:
            return  # the usual case, found fast; a sum may also overflow while its summands are finite
        good = len(values) == count and all(math.isfinite(value) and value >= least for value in values)
    except TypeError:
        good = False
    if not good:
        bound = "" if least < 0 else f" of {least:g} or above"
        raise InputError(f"{what}: expected {count} finite numbers{bound}, not {shorten(values)}")


def _fan(faces: Sequence[Sequence[int]]) -> Faces:
    """Convex polygons as triangles."""
    triangles = [(f[0], f[i], f[i + 1]) for f in faces for i in range(1, len(f) - 1)]
    return np.array(triangles, np.int64).reshape(-1, 3)


def _half_circle(detail: int) -> list[tuple[float, float]]:
    """Cosine and sine of angles from 0 to π."""
    return [(math.cos(t), math.sin(t)) for t in np.linspace(0, math.pi, detail + 1)]


def _revolve(profile: Sequence[tuple[float, float]], detail: int) -> Triangles:
    """The surface of revolution of a profile of (radius, height), bottom to top, about the y axis."""
    turn = np.linspace(0, 2 * math.pi, detail, endpoint=False)
    swept = np.array(profile, float)
    points = np.empty((len(swept), detail, 3))
    points[:, :, 0] = swept[:, :1] * np.sin(turn)
    points[:, :, 1] = swept[:, 1:]
    points[:, :, 2] = swept[:, :1] * np.cos(turn)
    return points.reshape(-1, 3), _bands(len(swept) - 1, detail)


@lru_cache(maxsize=64)
def _bands(count: int, detail: int) -> Faces:
    """Triangles between ``count + 1`` rings of ``detail`` points each, one above the other."""
    k = np.arange(detail)
    low, low_next = k, (k + 1) % detail
    high, high_next = low + detail, low_next + detail
    band = np.stack([np.stack([low, low_next, high_next], axis=-1), np.stack([low, high_next, high], axis=-1)])
    faces = (band + detail * np.arange(count)[:, None, None, None]).reshape(-1, 3)
    faces.flags.writeable = False
    return faces


def _frame_with_y(y: Array) -> Array:
    """A rotation whose second column is the unit vector y."""
    a, b, c = y.tolist()
    z = np.array([0.0, -c, b]) if abs(a) < 0.9 else np.array([-b, a, 0.0])  # the cross product of x, or of z, with y
    z /= np.linalg.norm(z)
    d, e, f = z.tolist()
    return np.array([[b * f - c * e, a, d], [c * d - a * f, b, e], [a * e - b * d, c, f]])
