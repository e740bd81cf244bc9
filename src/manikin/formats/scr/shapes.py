"""Objects in ``.scr`` files: ``object "leg.pol"``, ``object capsule end 0 -0.4 0 radius 0.05 colour 0.8 0.6 0.5``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from manikin.errors import InputError, shorten, suggestion
from manikin.formats.scr.fields import Field, fields_of, kind_word, missing
from manikin.formats.scr.places import matrix, matrix_text, numbers_text, place, place_texts, same, three
from manikin.formats.scr.tokens import Mistake, Words, choose, degrees, finish, integer, length, number, quote, text
from manikin.math.rotations import IDENTITY, Vec3
from manikin.skeleton.shapes import Capsule, Mesh, MeshFile, Shape, shape_kinds

__all__ = ["MeshDraft", "read_shape", "shape_lines"]

COMMON = ("offset", "orientation", "matrix", "colour")
ORIGIN: Vec3 = (0.0, 0.0, 0.0)


class MeshDraft:
    """A mesh whose vertices and faces are being read; ``position`` is where it starts in the text."""

    def __init__(self, common: dict[str, Any]) -> None:
        self.common = common
        self.position = 0
        self.vertices: list[Vec3] = []
        self.faces: list[tuple[int, ...]] = []

    def vertex(self, words: Words) -> None:
        self.vertices.append(three(words, 1, length))
        finish(words, 4)

    def face(self, words: Words) -> None:
        count, vertices = words.index(""), len(self.vertices)
        try:
            face = tuple(map(int, words[1:count]))
        except ValueError:
            face = tuple(integer(words, i) for i in range(1, count))
        if len(face) < 3:
            raise Mistake("a face needs three or more numbers of vertices", count)
        if min(face) < 0 or max(face) >= vertices:
            i, vertex = next((i, vertex) for i, vertex in enumerate(face) if not 0 <= vertex < vertices)
            raise Mistake(f"there is no vertex {vertex} above; the {vertices} are counted from 0", i + 1)
        self.faces.append(face)

    def finished(self) -> Mesh:
        return Mesh(vertices=tuple(self.vertices), faces=tuple(self.faces), **self.common)


def read_shape(words: Words) -> Shape | MeshDraft:
    """The object of a statement; the lines of a mesh follow."""
    if words[1][:1] == '"':
        return MeshFile(path=text(words, 1, "the file of an object"), **_read_fields(words, 2, {}, "object"))
    kind = words[1]
    if kind not in shape_kinds or kind == MeshFile.kind:
        choose(
            words, 1, [name for name in shape_kinds if name != MeshFile.kind], "a file in quotes or a kind of object"
        )
    cls = shape_kinds[kind]
    if cls is Mesh:
        return MeshDraft(_read_fields(words, 2, {}, "mesh"))
    fields = fields_of(cls, Shape)
    given = _read_fields(words, 2, fields, kind)
    if cls is Capsule:
        given.setdefault("start", ORIGIN)
        if "radius" in given:
            given.setdefault("end_radius", given["radius"])
    absent = missing(fields, given)
    if absent:
        raise Mistake(f"a {kind} needs its {' and '.join(absent)}", words.index(""))
    try:
        return cls(**given)
    except InputError as error:
        raise Mistake(str(error), 1) from None


def _read_fields(words: Words, i: int, fields: dict[str, Field], what: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    places: dict[str, Any] = {}
    while words[i]:
        key = words[i]
        if key in given or key in places:
            raise Mistake(f"{key} is given twice", i)
        if key in fields:
            given[key], i = fields[key].read(words, i + 1, length)
        elif key == "colour":
            given[key], i = three(words, i + 1, number), i + 4
        elif key in ("offset", "orientation"):
            places[key], i = three(words, i + 1, length if key == "offset" else degrees), i + 4
        elif key == "matrix":
            given["at"], places[key], i = matrix(words, i + 1, number), None, i + 13
        else:
            known = [*fields, *COMMON]
            found = f"{shorten(key)}{suggestion(key, known)}"
            raise Mistake(f"expected a field of the {what} ({', '.join(known)}), not {found}", i)
    if "matrix" in places and len(places) > 1:
        raise Mistake("matrix replaces offset and orientation: give one or the other", 1)
    if places and "at" not in given:
        given["at"] = place(places.get("offset"), places.get("orientation"))
    return given


# ---- writing -----------------------------------------------------------------------------------


def shape_lines(shape: Shape) -> Iterator[str]:
    """The words after ``object``, and the further lines of a mesh."""
    kind = kind_word(shape, shape_kinds, "shape")
    if isinstance(shape, MeshFile):
        yield _line([quote(shape.path), *_common(shape)])
    elif isinstance(shape, Mesh):
        yield _line(["mesh", *_common(shape)])
        yield from (f"  vertex {numbers_text(vertex)}" for vertex in shape.vertices)
        yield from (f"  face {' '.join(map(str, face))}" for face in shape.faces)
        yield "end mesh"
    else:
        fields = fields_of(type(shape), Shape)
        for name in fields:
            if name in COMMON:
                raise InputError(
                    f"{type(shape).__name__}.{name}: an .scr file uses this name for the placement of any shape"
                )
        texts = {name: field.write(getattr(shape, name)) for name, field in fields.items()}
        if isinstance(shape, Capsule):
            if same(shape.start, ORIGIN):
                del texts["start"]
            if same((shape.radius,), (shape.end_radius,)):
                del texts["end_radius"]
        yield _line([kind, *texts.values(), *_common(shape)])


def _common(shape: Shape) -> Iterator[str]:
    if shape.at is not IDENTITY:
        texts = place_texts(shape.at)
        texts = {"matrix": matrix_text(shape.at)} if texts is None else texts
        yield from (f"{key} {value}" for key, value in texts.items())
    if shape.colour is not None:
        yield f"colour {numbers_text(shape.colour)}"


def _line(parts: list[str]) -> str:
    return " ".join(part for part in parts if part)
