"""STL: triangles in binary and in text, as props."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from manikin.errors import FormatError, FormatWarning, InputError
from manikin.formats import stl
from manikin.formats.format import read_skeleton
from manikin.formats.stl import stl_triangles
from manikin.math.rotations import Array
from manikin.skeleton.hulls import convex_mesh, convex_pieces
from manikin.skeleton.shapes import Mesh
from tests.support.meshes import binary, cube


def text(triangles: Array) -> bytes:
    facets = ["facet normal 0 0 0\n outer loop\n" + "".join(f"  vertex {x:.9e} {y:.9e} {z:.9e}\n" for x, y, z in one)
              + " endloop\nendfacet\n" for one in triangles]  # fmt: skip
    return ("solid a cube\n" + "".join(facets) + "endsolid a cube\n").encode()


@pytest.mark.parametrize("data", [binary(cube(0.2)), binary(cube(0.2), b"solid in its head"), text(cube(0.2))])
def test_binary_and_text_become_a_prop_with_y_up(data: bytes) -> None:
    skeleton = read_skeleton(data, "some/table top.stl")
    assert skeleton.name == "table top"
    (mesh,) = skeleton.root.shapes
    assert isinstance(mesh, Mesh)
    assert len(mesh.vertices) == 8
    points, faces = mesh.triangles()
    a, b, c = (points[faces[:, k]] for k in range(3))
    assert float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6 == pytest.approx(0.008)  # all faces look outward


def test_z_of_the_file_is_up() -> None:
    (mesh,) = read_skeleton(binary(cube(0.2) * (1, 1, 3)), "x.stl").root.shapes
    np.testing.assert_allclose(np.ptp(mesh.triangles()[0], axis=0), (0.2, 0.6, 0.2), atol=1e-7)


def test_a_large_mesh_is_in_millimetres_and_that_is_told() -> None:
    with pytest.warns(FormatWarning, match=r"^x\.stl: a mesh of the size 200 is taken as millimetres: it is 0\.2 m"):
        (mesh,) = read_skeleton(binary(cube(200.0)), "x.stl").root.shapes
    np.testing.assert_allclose(np.ptp(mesh.triangles()[0], axis=0), 0.2, atol=1e-7)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no STL"),
        (b"garbage" * 30, "no STL"),
        (binary(cube(1.0))[:-1], "no STL"),
        (binary(cube(1.0) * np.nan), "numbers up to"),
        (binary(cube(1.0) * 1e9), "numbers up to"),
        (binary(cube(1.0) * 0), "no triangle"),
        (b"solid\nendsolid", "three vertices"),
        (text(cube(1.0)).replace(b"vertex", b"vortex", 1), "three vertices"),
        (text(cube(1.0)).replace(b"5.0", b"5.O", 1), "three numbers"),
        (b"\x00" * 80 + b"\xff\xff\xff\xff", "no STL"),
    ],
)
def test_bad_files_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        stl_triangles(data, "x.stl")


def test_damaged_files_are_read_or_refused() -> None:
    rng = np.random.default_rng(9)
    refused = 0
    for sound in (binary(cube(0.2)), text(cube(0.2))):
        for _ in range(500):
            data = bytearray(sound)
            for at in rng.integers(0, len(data), rng.integers(1, 4)):
                data[at] = rng.integers(0, 256)
            data = data[: rng.integers(1, len(data) + 1)] if rng.random() < 0.3 else data
            try:
                convex_pieces(stl_triangles(bytes(data), "x.stl"))
            except FormatError:
                refused += 1
    assert 100 < refused < 1000


def test_too_many_triangles_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stl, "MAX_TRIANGLES", 11)
    for data in (binary(cube(0.2)), text(cube(0.2))):
        with pytest.raises(FormatError, match="more than 11 triangles are not read"):
            stl_triangles(data, "x.stl")


def test_an_angled_surface_becomes_several_solids() -> None:
    upright, lying = cube(0.1) * (1, 1, 10), cube(0.1) * (10, 1, 1) + (0.5, 0, 0.5)
    pieces = convex_pieces(np.concatenate([upright, lying]))
    assert 2 <= len(pieces) <= 4
    volume = sum(ConvexHull(np.array(piece.vertices)).volume for piece in pieces)
    assert volume < 0.6 * ConvexHull(np.concatenate([upright, lying]).reshape(-1, 3)).volume
    assert len(convex_pieces(cube(1.0))) == 1


def test_a_hull_has_few_corners_and_is_nearly_as_large_as_its_points() -> None:
    rng = np.random.default_rng(5)
    ball = rng.normal(size=(20_000, 3))
    ball /= np.linalg.norm(ball, axis=1)[:, None]
    mesh = convex_mesh(ball)
    assert len(mesh.vertices) <= 96
    points, faces = mesh.triangles()
    a, b, c = (points[faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    depth = np.einsum("ij,ij->i", normals, a) / np.linalg.norm(normals, axis=1)
    assert depth.min() > 0.9, "the faces look outward and lie near the sphere"
    assert np.all(points.max(axis=0) > 0.98)


def test_what_is_too_small_for_its_place_is_refused() -> None:
    with pytest.raises(InputError, match="so small beside its distance"):
        convex_mesh(np.zeros((4, 3)) + 1e15)


@pytest.mark.parametrize(
    "flat", [np.eye(3), np.repeat(np.eye(3), 20_000, axis=0), np.zeros((4, 3)), np.outer(np.arange(5.0), (1, 2, 3))]
)
def test_what_is_flat_gets_a_thickness(flat: Array) -> None:
    points, _ = convex_mesh(flat).triangles()
    assert len(points) == 8
    assert np.linalg.matrix_rank(points - points.mean(axis=0)) == 3
