"""``.obj``: a mesh of Wavefront, read as a prop: a skeleton of one free joint with the mesh as its shape."""

from __future__ import annotations

import math

from manikin.errors import FormatError, ManikinError, shorten
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside, stem_of
from manikin.math.rotations import Vec3
from manikin.skeleton.build import single_part
from manikin.skeleton.shapes import Mesh

__all__ = ["Obj", "name_of_mesh", "obj_mesh"]

MAX_VERTICES, MAX_FACES = 50_000, 100_000
"""A mesh with more could be read, but not drawn and kept interactively."""
MAX_COORDINATE = 1e6
"""Coordinates beyond this [m] are refused."""
IGNORED = frozenset(("vt", "vn", "vp", "g", "o", "s", "usemtl", "mtllib", "l", "p"))
"""Statements that say nothing about the shape."""


class Obj(
    Format,
    name="obj",
    suffixes=(".obj",),
    describes="meshes of Wavefront, each as a prop",
    losses={"skeletons": "normals, textures, materials, groups, lines, points and curved surfaces"},
):
    """Reader of the polygons of an OBJ file, in metres with y up."""

    def read(self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside) -> Content:
        return Content(skeletons=(single_part(name_of_mesh(file), (obj_mesh(data, file),)),))


def obj_mesh(data: bytes, file: str | None = None) -> Mesh:
    """The polygons of an OBJ file, in its own unit."""
    vertices: list[Vec3] = []
    faces: list[tuple[int, ...]] = []
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError("this is no text", file=file) from None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words or words[0] in IGNORED:
            continue
        try:
            if words[0] == "v":
                vertices.append(_vertex(words[1:]))
            elif words[0] == "f":
                faces.append(_face(words[1:], len(vertices)))
            else:
                raise ValueError(f"expected v, f or another statement of a mesh, not {shorten(words[0])}")
        except ValueError as error:
            raise FormatError(str(error), file=file, line=number) from None
        if len(vertices) > MAX_VERTICES or len(faces) > MAX_FACES:
            message = f"a mesh has at most {MAX_VERTICES:,} vertices and {MAX_FACES:,} faces"
            raise FormatError(message, file=file, line=number)
    if not faces:
        raise FormatError("there is no face in this mesh", file=file)
    try:
        return Mesh(vertices=tuple(vertices), faces=tuple(faces))
    except ManikinError as error:
        raise FormatError(str(error), file=file) from None


def _vertex(words: list[str]) -> Vec3:
    if not 3 <= len(words) <= 7:  # a weight or a colour may follow
        raise ValueError("a vertex is three numbers")
    x, y, z = (_number(word) for word in words[:3])
    return (x, y, z)


def _number(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not abs(value) <= MAX_COORDINATE:
        raise ValueError(f"expected a number up to {MAX_COORDINATE:g}, not {shorten(word)}")
    return value


def _face(words: list[str], count: int) -> tuple[int, ...]:
    """The vertices of a face, from 0; in the file they count from 1, or back from the last one."""
    if not 3 <= len(words) <= 1000:
        raise ValueError("a face has three or more vertices")
    found = []
    for word in words:
        digits = word.partition("/")[0]
        if not digits.removeprefix("-").isascii() or not digits.removeprefix("-").isdigit() or len(digits) > 9:
            raise ValueError(f"expected the number of a vertex, not {shorten(word)}")
        place = int(digits)
        index = place - 1 if place > 0 else count + place
        if place == 0 or not 0 <= index < count:
            raise ValueError(f"there is no vertex {place} above this line; there are {count}")
        found.append(index)
    return tuple(found)


def name_of_mesh(file: str | None) -> str:
    """The name of a prop from that of its file."""
    return stem_of(file) or "mesh"
