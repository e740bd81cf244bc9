"""The points of a COLLADA file (``.dae``), for convex solids around them: of each geometry, where its scene puts it.

The up axis that a file states is not used: robots of ROS are made so that it must not be.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, iterparse

from manikin.errors import FormatError
from manikin.math.rotations import Array, about_axis, compose

__all__ = ["collada_points"]

MAX_BYTES = 16 * 1024 * 1024
"""Largest file that is read [bytes]; so much text takes about a second and 300 MB."""
MAX_ELEMENTS, MAX_DEPTH, MAX_POINTS = 100_000, 60, 1_000_000
MAX_COORDINATE = 1e6
"""Coordinates beyond this [m] are refused."""
FACES = ("triangles", "polylist", "polygons", "trifans", "tristrips")


def collada_points(data: bytes, file: str | None = None) -> list[Array]:
    """The points (k, 3) [m] of each geometry in the scene."""
    if len(data) > MAX_BYTES:
        raise FormatError(f"more than {MAX_BYTES:,} bytes of COLLADA are not read", file=file)
    try:
        root = _root(data)
        shapes = {geometry.get("id", ""): _positions(geometry) for geometry in root.iterfind(".//geometry")}
        whole = _unit(root) * np.eye(3, 4)
        found: list[Array] = []
        for name, place in _instances(root.find(".//visual_scene"), whole, 0):
            if len(shapes.get(name, ())):
                found.append(shapes[name] @ place[:, :3].T + place[:, 3])
            if sum(map(len, found)) > MAX_POINTS:
                raise ValueError(f"more than {MAX_POINTS:,} points")
    except (ParseError, DefusedXmlException, ValueError, IndexError, OverflowError) as error:
        raise FormatError(f"this is no COLLADA mesh: {str(error)[:200]}", file=file) from None
    if not found:
        raise FormatError("there is no geometry in its scene", file=file)
    if not all((np.abs(points) <= MAX_COORDINATE).all() for points in found):  # also if one is not a number
        raise FormatError(f"the coordinates of a mesh must be numbers up to {MAX_COORDINATE:g}", file=file)
    return found


def _root(data: bytes) -> Any:
    """The tree of elements, without their namespaces."""
    root: Any = None
    for count, (_, element) in enumerate(iterparse(io.BytesIO(data), events=("start",), forbid_dtd=True)):
        if count > MAX_ELEMENTS:
            raise ValueError(f"more than {MAX_ELEMENTS:,} elements")
        root = element if root is None else root
    for element in root.iter():
        element.tag = re.sub(r"^\{.*\}", "", element.tag)
    if root.tag != "COLLADA":
        raise ValueError(f"it holds <{root.tag[:40]}>")
    return root


def _positions(geometry: Any) -> Array:
    """The points (k, 3) of the faces of a geometry, in its own frame; files have others too, which nothing uses."""
    sources = {f"#{source.get('id')}": source for source in geometry.iterfind(".//source")}
    place = geometry.find(".//vertices/input[@semantic='POSITION']")
    source = None if place is None else sources.get(place.get("source"))
    array = None if source is None else source.find("float_array")
    if array is None or not (array.text or "").strip():
        return np.zeros((0, 3))
    points = _numbers(array, 3).reshape(-1, 3)
    used = [indices for faces in geometry.iter() if faces.tag in FACES for indices in _indices(faces)]
    return points[np.unique(np.concatenate(used))] if used else np.zeros((0, 3))


def _indices(faces: Any) -> Iterator[Any]:
    """The indices of the points of some faces; other inputs, such as normals, have theirs between them."""
    offsets = {place.get("semantic"): int(place.get("offset", "0")) for place in faces.findall("input")}
    for list_of_indices in faces.findall("p"):
        words = np.array((list_of_indices.text or "").split(), np.int64)
        yield words.reshape(-1, max(offsets.values(), default=0) + 1)[:, offsets.get("VERTEX", 0)]


def _instances(node: Any, place: Array, depth: int) -> Iterator[tuple[str, Array]]:
    """The geometries below a node by name, each with its transform (3, 4) to the world."""
    if depth > MAX_DEPTH:
        raise ValueError(f"nodes that are nested more than {MAX_DEPTH} deep")
    for child in () if node is None else node:
        if child.tag in STEPS:
            place = compose(place, STEPS[child.tag](child))
        elif child.tag == "instance_geometry":
            yield child.get("url", "").removeprefix("#"), place
        elif child.tag == "node":
            yield from _instances(child, place, depth + 1)


def _matrix(element: Any) -> Array:
    return _numbers(element, 16)[:16].reshape(4, 4)[:3]


def _translate(element: Any) -> Array:
    return np.column_stack([np.eye(3), _numbers(element, 3)[:3]])


def _rotate(element: Any) -> Array:
    x, y, z, degrees = _numbers(element, 4)[:4]
    return np.column_stack([about_axis(np.array([x, y, z]), np.radians(degrees)), np.zeros(3)])


def _scale(element: Any) -> Array:
    return np.column_stack([np.diag(_numbers(element, 3)[:3]), np.zeros(3)])


STEPS = {"matrix": _matrix, "translate": _translate, "rotate": _rotate, "scale": _scale}


def _numbers(element: Any, multiple: int) -> Array:
    """The numbers in an element, as many as a multiple of some."""
    values = np.array((element.text or "").split(), float)
    if not len(values) or len(values) % multiple:
        raise ValueError(f"<{element.tag}> must hold {multiple} numbers, or a multiple of them, not {len(values)}")
    return values


def _unit(root: Any) -> float:
    unit = root.find("./asset/unit")
    metres = float(unit.get("meter", "1")) if unit is not None else 1.0
    if not 0 < metres <= MAX_COORDINATE:
        raise ValueError(f"a unit of {metres} m")
    return metres
