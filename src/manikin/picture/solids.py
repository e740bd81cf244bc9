"""The four kinds of surface that pictures are made of, and their intersection with rays.

Each surface has a local frame in which it is simple, and an affine transform from there to the stage.  A ray is
transformed into the local frame, where o + t d is solved for t.  A miss is NaN, so that ``np.fmin`` finds the nearest
of several hits.

    CAPSULE   balls of radius a at the origin and b at (0, h, 0), and the cone that touches both; data = h, a, b
    ELLIPSOID the unit ball
    TUBE      x² + z² = 1, −1 ≤ y ≤ 1, without its ends
    PLATE     a part of the plane z = 0; data = its outline: TRIANGLE, QUAD or DISC
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from manikin.math.rotations import Array, compose
from manikin.picture.camera import Bounds

__all__ = [
    "CAPSULE",
    "DISC",
    "ELLIPSOID",
    "MEASURES",
    "PLATE",
    "QUAD",
    "TRIANGLE",
    "TUBE",
    "Solids",
    "measures_of",
    "meet",
    "normal_at",
]

CAPSULE, ELLIPSOID, TUBE, PLATE = range(4)
TRIANGLE, QUAD, DISC = range(3)
MEASURES = (7, 0, 0, 1)
"""How many numbers ``meet`` needs for each kind of surface."""
Rows = Any
"""Three float32 arrays x, y, z, or an array (3, …) of them."""


@dataclass(frozen=True, kw_only=True)
class Solids:
    """A table of surfaces.  ``colour`` is linear RGB; surfaces with the same ``owner`` belong to one shape."""

    kind: np.ndarray  # (n,)
    place: Array  # (n, 3, 4), local frame → stage
    data: Array  # (n, 3)
    normals: Array  # (n, 3, 3), normals of a plate at its origin, at x = 1 and at y = 1; else zero
    colour: Array  # (n, 3)
    owner: np.ndarray  # (n,)
    lit: np.ndarray  # (n,), whether it is lit and casts a shadow

    def __len__(self) -> int:
        return len(self.kind)

    @classmethod
    def joined(cls, tables: Sequence[Solids]) -> Solids:
        """One table of all surfaces, sorted by kind; owners of different tables stay different."""
        shift = np.cumsum([0] + [int(t.owner.max(initial=-1)) + 1 for t in tables])
        parts = {f.name: np.concatenate([getattr(t, f.name) for t in tables]) for f in fields(cls)}
        parts["owner"] = np.concatenate([t.owner + s for t, s in zip(tables, shift, strict=False)])
        order = np.argsort(parts["kind"], kind="stable")
        return cls(**{name: values[order] for name, values in parts.items()})

    def chosen(self, rows: np.ndarray) -> Solids:
        """The surfaces in some rows."""
        return Solids(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    def transformed(self, world: Array) -> Solids:
        """The surfaces, transformed by (n, 3, 4)."""
        normals = self.normals
        if normals.any():
            normals = normals @ np.linalg.inv(world[:, :, :3])  # row vectors: (A⁻ᵀ n)ᵀ = nᵀ A⁻¹
        return Solids(**{**vars(self), "place": compose(world, self.place), "normals": normals})

    def shifted(self, shift: Array) -> Solids:
        """The surfaces, moved by (3,) [m, stage]."""
        place = self.place.copy()
        place[:, :, 3] += shift
        return replace(self, place=place)

    def bounds(self) -> tuple[Bounds, np.ndarray]:
        """Ellipsoids whose convex hulls contain the surfaces, and the index of the first ellipsoid of each surface."""
        counts = np.array([2, 1, 2, 4])[self.kind]
        starts = np.cumsum(counts) - counts
        centres = np.zeros((int(counts.sum()), 3))
        radii = np.zeros((len(centres), 3))
        at = starts[self.kind == CAPSULE]
        centres[at + 1, 1] = self.data[self.kind == CAPSULE, 0]
        radii[at], radii[at + 1] = (self.data[self.kind == CAPSULE, k, None] for k in (1, 2))
        radii[starts[self.kind == ELLIPSOID]] = 1
        at = starts[self.kind == TUBE]
        centres[at, 1], centres[at + 1, 1] = -1, 1
        radii[at], radii[at + 1] = (1, 0, 1), (1, 0, 1)
        outlines = np.array(
            [
                [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 0)],
                [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)],
                [(-1, -1, 0), (1, -1, 0), (-1, 1, 0), (1, 1, 0)],
            ]
        )
        plates = self.kind == PLATE
        at = starts[plates]
        for k in range(4):
            centres[at + k] = outlines[self.data[plates, 0].astype(int), k]
        place = np.repeat(self.place, counts, axis=0)
        linear = place[:, :, :3]
        stage = (linear @ centres[:, :, None])[..., 0] + place[:, :, 3]
        return Bounds(stage, linear * radii[:, None, :]), starts

    @property
    def middles(self) -> Array:
        """The middle of each surface in its local frame (n, 3)."""
        out = np.zeros((len(self), 3))
        out[:, 1] = np.where(self.kind == CAPSULE, self.data[:, 0] / 2, 0)
        out[:, :2] += np.array([[1 / 3, 1 / 3], [1 / 2, 1 / 2], [0, 0]])[
            np.where(self.kind == PLATE, self.data[:, 0], DISC).astype(int)
        ]
        return out


def measures_of(kind: np.ndarray, data: Array) -> Array:
    """The numbers (7, n) that ``meet`` and ``normal_at`` need for surfaces (n,) with data (3, n)."""
    h, a, b = data
    sine = np.clip(
        (a - b) / np.maximum(h, 1e-6), -0.9999, 0.9999
    )  # of the angle between the side of a capsule and its axis
    cosine = np.sqrt(1 - sine * sine)
    capsule = np.stack([h, a * a, b * b - h * h, sine / cosine, a / cosine, a * sine, h + b * sine])
    plate = np.concatenate([data[:1], np.zeros((6, len(kind)))])
    return np.where(kind == CAPSULE, capsule, np.where(kind == PLATE, plate, 0))


def meet(kind: int, o: Rows, d: Rows, measures: Rows) -> np.ndarray:
    """The t at which rays o + t d enter surfaces of one kind; NaN for a miss.  All arrays broadcast.

    Only the first ``MEASURES[kind]`` of the measures are used.
    """
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        if kind == CAPSULE:
            return _meet_capsule(o, d, *measures)
        if kind == ELLIPSOID:
            return _entry(_dot(d, d), _dot(o, d), _dot(o, o) - 1)
        if kind == TUBE:
            t = _entry(d[0] * d[0] + d[2] * d[2], o[0] * d[0] + o[2] * d[2], o[0] * o[0] + o[2] * o[2] - 1)
            return _only(t, np.abs(o[1] + t * d[1]) <= 1)
        t = -o[2] / d[2]
        x, y, outline = o[0] + t * d[0], o[1] + t * d[1], measures[0]
        edge = np.where(outline == TRIANGLE, x + y, np.where(outline == QUAD, np.maximum(x, y), x * x + y * y))
        return _only(t, (edge <= 1) & ((np.minimum(x, y) >= 0) | (outline == DISC)))


def normal_at(kind: int, p: Rows, measures: Rows) -> list[np.ndarray]:
    """The outward normal, of any length, at points of curved surfaces, in their local frames."""
    if kind == CAPSULE:
        h, tangent = measures[0], measures[3]
        y = p[1] - np.sqrt(p[0] * p[0] + p[2] * p[2]) * tangent  # where the normal meets the axis
        return [p[0], p[1] - np.clip(y, 0, h), p[2]]
    return [p[0], p[1] if kind == ELLIPSOID else np.zeros_like(p[0]), p[2]]


def _dot(a: Rows, b: Rows) -> np.ndarray:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _entry(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """The root of a t² + 2 b t + c = 0 at which the left side becomes negative, for any sign of a."""
    t = np.asarray(b * b - a * c)
    np.sqrt(t, out=t)
    t += b
    t /= -a
    return t


def _only(t: np.ndarray, where: np.ndarray) -> np.ndarray:
    np.copyto(t, np.float32(np.nan), where=~where)
    return t


def _meet_capsule(
    o: Rows,
    d: Rows,
    h: np.ndarray,
    aa: np.ndarray,
    bb_hh: np.ndarray,
    tangent: np.ndarray,
    width: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
) -> np.ndarray:
    """The t at which rays enter capsules: the first hit of the two balls and the cone x² + z² = (width − tangent · y)².

    The cone is used between ``low`` and ``high``, where it touches the balls.
    """
    across = d[0] * d[0]
    across += d[2] * d[2]
    side = o[0] * d[0]
    side += o[2] * d[2]
    out = o[0] * o[0]
    out += o[2] * o[2]
    dd, od, oo = d[1] * d[1], o[1] * d[1], o[1] * o[1]
    dd += across
    od += side
    oo += out
    t = _entry(dd, od, oo - aa)
    oo -= bb_hh
    oo -= 2 * h * o[1]
    od -= h * d[1]
    np.fmin(t, _entry(dd, od, oo), out=t)
    lean = tangent * d[1]
    here = width - tangent * o[1]
    side += here * lean
    here *= here
    out -= here
    lean *= lean
    across -= lean
    cone = _entry(across, side, out)
    y = cone * d[1]
    y += o[1]
    return np.asarray(np.fmin(t, _only(cone, (y >= low) & (y <= high)), out=t))
