"""Meshes of Wavefront, read as props."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Figure, bodies
from manikin.commands import AddFigure
from manikin.document.document import Document
from manikin.document.parts import from_parts, to_parts
from manikin.errors import FormatError
from manikin.formats.format import read_skeleton
from manikin.skeleton.shapes import Mesh

CUBE = b"""# a cube of 20 cm
mtllib cube.mtl
o cube
v -0.1 0 -0.1
v 0.1 0 -0.1 1.0
v 0.1 0 0.1
v -0.1 0 0.1
v -0.1 0.2 -0.1
v 0.1 0.2 -0.1
v 0.1 0.2 0.1
v -0.1 0.2 0.1
vn 0 1 0
f 1 2 3 4
f 8/1/1 7/1/1 6/1/1 5/1/1
f -8//1 -4//1 -3//1 -7//1
f 2 6 7 3
f 3 7 8 4
f 4 8 5 1
"""


def test_a_mesh_becomes_a_figure_of_one_free_joint() -> None:
    skeleton = read_skeleton(CUBE, "a table.obj")
    assert skeleton.name == "a table"
    assert len(skeleton) == 1
    (mesh,) = skeleton.root.shapes
    assert isinstance(mesh, Mesh)
    points, triangles = mesh.triangles()
    assert points.shape == (8, 3)
    assert triangles.shape == (12, 3)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    assert float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6 == pytest.approx(0.008)  # all faces look outward
    assert Figure(skeleton).size == 6


def test_a_mesh_can_be_added_to_a_document_and_comes_back_from_its_parts() -> None:
    document = AddFigure(file="cube.obj", content=CUBE).apply(Document.of(bodies.load("human")))
    assert "cube" in document.figures
    assert from_parts(to_parts(document)) == document


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "no face"),
        (b"v 0 0 0\n", "no face"),
        (b"v 0 0\n", "x.obj:1: a vertex is three numbers"),
        (b"v 0 0 x\n", "expected a number"),
        (b"v 0 0 nan\n", "expected a number"),
        (b"v 0 0 1e9\n", "up to 1e"),
        (b"v 0 0 0\nf 1 2 3\n", "x.obj:2: there is no vertex 2"),
        (b"v 0 0 0\nf 1 1\n", "three or more"),
        (b"v 0 0 0\nf 0 1 1\n", "no vertex 0"),
        (b"v 0 0 0\nf 1 -2 1\n", "no vertex -2"),
        (b"v 0 0 0\nf one 1 1\n", "number of a vertex"),
        (b"v 0 0 0\nf 99999999999999 1 1\n", "number of a vertex"),
        (b"curv 0 1 1 2\n", "expected v, f"),
        (b"\xff\xfe", "no text"),
        (b"v 0 0 0\n" * 50_001, "at most 50,000 vertices"),
    ],
)
def test_a_mesh_that_is_none_is_refused_with_its_line(data: bytes, told: str) -> None:
    with pytest.raises(FormatError, match=told):
        read_skeleton(data, "x.obj")
