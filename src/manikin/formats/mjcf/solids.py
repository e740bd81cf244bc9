"""The geoms of MJCF bodies as solids, and the masses that they give."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from manikin.errors import ManikinError
from manikin.formats.mjcf.model import Model, numbers, toward, unit
from manikin.formats.urdf.xml import Element
from manikin.math.rotations import Array, affine, compose
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, Shape

__all__ = ["Solid", "solid"]

SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}
"""How many numbers the size of each kind has."""
DENSITY = "1000"
"""Density of a geom that says none [kg/m³]."""
_Y_TO_Z = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])


class Solid(NamedTuple):
    """A solid, its mass [kg] and its centre [m] in the frame of the body."""

    shape: Shape
    mass: float
    centre: Array


def solid(model: Model, element: Element, attributes: dict[str, str], above: Array) -> Solid | None:
    """The solid of a geom in the frame ``above``; None for a kind that has none."""
    kind = attributes.get("type", "mesh" if "mesh" in attributes else "sphere")
    if kind not in SIZES:
        return None
    place = model.frame(element, attributes)
    count = SIZES[kind]
    given = (attributes.get("size") or "").split()
    if "fromto" in attributes and kind != "sphere":
        ends = np.array(numbers(element, attributes, "fromto", 6)).reshape(2, 3)
        along = ends[0] - ends[1]
        place = np.column_stack([toward(unit(element, along)), ends.mean(axis=0)])
        given = [*given[: count - 1], repr(float(np.linalg.norm(along)) / 2)]
    size = numbers(element, {"size": " ".join(given[:count])}, "size", count)
    if min(size) <= 0:
        raise element.error("the size of a geom must be above 0")
    at = compose(above, place)
    try:
        shape, volume = _made(kind, size, at)
    except ManikinError as error:
        raise element.error(str(error)) from None
    mass = numbers(element, attributes, "mass", 1)[0] if "mass" in attributes else None
    if mass is None:
        mass = volume * numbers(element, attributes, "density", 1, DENSITY)[0]
    return Solid(shape, mass, at[:, 3])


def _made(kind: str, size: list[float], at: Array) -> tuple[Shape, float]:
    """The shape and its volume; sizes of MJCF are halves."""
    rows = affine(at[:, :3], at[:, 3].tolist())
    match kind, size:
        case "sphere", [r]:
            return Ellipsoid(at=rows, radii=(r, r, r)), 4 / 3 * math.pi * r**3
        case "capsule", [r, half]:
            made = Capsule(at=rows, start=(0.0, 0.0, -half), end=(0.0, 0.0, half), radius=r, end_radius=r)
            return made, math.pi * r * r * (2 * half + 4 / 3 * r)
        case "cylinder", [r, half]:
            upright = affine(at[:, :3] @ _Y_TO_Z, at[:, 3].tolist())
            return Cylinder(at=upright, radius=r, length=2 * half), math.pi * r * r * 2 * half
        case "ellipsoid", [a, b, c]:
            return Ellipsoid(at=rows, radii=(a, b, c)), 4 / 3 * math.pi * a * b * c
    a, b, c = size
    return Box(at=rows, size=(2 * a, 2 * b, 2 * c)), 8 * a * b * c
