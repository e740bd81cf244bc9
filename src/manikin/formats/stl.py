"""``.stl``: a mesh of triangles, binary or text, read as a prop: a skeleton of one free joint with this shape."""

from __future__ import annotations

import re
from itertools import islice

import numpy as np

from manikin.errors import FormatError, ManikinError
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside
from manikin.formats.obj import MAX_COORDINATE, MAX_FACES, MAX_VERTICES, name_of_mesh
from manikin.math.rotations import Array
from manikin.skeleton.build import single_part
from manikin.skeleton.shapes import Mesh

__all__ = ["Stl", "stl_triangles"]

HEADER, RECORD = 84, np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
LARGEST_IN_METRES = 20.0
"""A prop with a larger extent must be in millimetres, the usual unit of CAD; STL states none."""
VERTEX = re.compile(rb"\bvertex\s+(\S{1,40})\s+(\S{1,40})\s+(\S{1,40})", re.IGNORECASE)
MAX_TRIANGLES = 200_000
"""Most triangles that are read, also for a convex solid around them; so many take about a second and 300 MB."""


class Stl(
    Format,
    name="stl",
    suffixes=(".stl",),
    describes="meshes of triangles (stereolithography), each as a prop",
    losses={"skeletons": "normals, colours and names of solids"},
):
    """Reader of binary and text STL with z up, in metres, or in millimetres if it is larger than 20 m."""

    def read(self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside) -> Content:
        triangles = stl_triangles(data, file)
        warnings = []
        extent = float(np.ptp(triangles.reshape(-1, 3), axis=0).max())
        if extent > LARGEST_IN_METRES:
            triangles = triangles / 1000
            message = f"a mesh of the size {extent:.4g} is taken as millimetres: it is {extent / 1000:.4g} m large"
            warnings.append(str(FormatError(message, file=file)))
        corners, faces = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
        if len(corners) > MAX_VERTICES or len(triangles) > MAX_FACES:
            raise FormatError(f"a mesh has at most {MAX_VERTICES:,} vertices and {MAX_FACES:,} faces", file=file)
        upright = corners[:, [0, 2, 1]] * (1.0, 1.0, -1.0)  # z up there, y up here
        try:
            mesh = Mesh(
                vertices=tuple(map(tuple, upright.tolist())), faces=tuple(map(tuple, faces.reshape(-1, 3).tolist()))
            )
            skeleton = single_part(name_of_mesh(file), (mesh,))
        except ManikinError as error:
            raise FormatError(str(error), file=file) from None
        return Content(skeletons=(skeleton,), warnings=tuple(warnings))


def stl_triangles(data: bytes, file: str | None = None) -> Array:
    """The triangles (t, 3, 3) of an STL file, in its own unit; those that are a point or a line are left out."""
    count = int.from_bytes(data[80:HEADER], "little") if len(data) >= HEADER else 0
    if count and len(data) >= HEADER + count * RECORD.itemsize:  # letters in its place would be half a milliard
        if count > MAX_TRIANGLES:
            raise FormatError(f"more than {MAX_TRIANGLES:,} triangles are not read", file=file)
        corners = np.frombuffer(data, RECORD, count, HEADER)["corners"].astype(float)
    elif data[:512].lstrip()[:5].lower() == b"solid":
        corners = _from_text(data, file)
    else:
        raise FormatError("this is no STL: expected 'solid', or a header and the number of triangles", file=file)
    if not (np.abs(corners) <= MAX_COORDINATE).all():  # also if one is not a number
        raise FormatError(f"the coordinates of a mesh must be numbers up to {MAX_COORDINATE:g}", file=file)
    sides = corners - np.roll(corners, 1, axis=1)
    real = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1) > 0
    if not real.any():
        raise FormatError("there is no triangle in this mesh", file=file)
    return np.asarray(corners[real])


def _from_text(data: bytes, file: str | None) -> Array:
    facets = data.lower().count(b"endfacet")
    if facets > MAX_TRIANGLES:
        raise FormatError(f"more than {MAX_TRIANGLES:,} triangles are not read", file=file)
    words = [vertex.groups() for vertex in islice(VERTEX.finditer(data), 3 * facets + 1)]
    if not words or len(words) != 3 * facets:
        raise FormatError(f"expected three vertices in each facet, not {len(words)} in {facets} facets", file=file)
    try:
        return np.array(words).astype(float).reshape(-1, 3, 3)
    except ValueError as error:
        raise FormatError(f"a vertex is three numbers: {str(error)[:100]}", file=file) from None
