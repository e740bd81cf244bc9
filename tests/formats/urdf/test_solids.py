"""The solids of robots: collision shapes first, meshes as convex solids, files beside the robot's own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from manikin.errors import FormatError, FormatWarning
from manikin.formats import files
from manikin.formats.files import files_beside, load_skeleton
from manikin.formats.format import read_skeleton
from manikin.math.rotations import about_axis
from manikin.skeleton.shapes import Box, Mesh
from tests.support.meshes import binary, cube


def robot(inside: str) -> bytes:
    return f'<robot name="r"><link name="a">{inside}</link></robot>'.encode()


def geometry(kind: str, solid: str, more: str = "") -> str:
    return f"<{kind}>{more}<geometry>{solid}</geometry></{kind}>"


def mesh(path: str, scale: str = "1 1 1") -> str:
    return f'<mesh filename="{path}" scale="{scale}"/>'


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with a mesh of a cube, beside the folder of its robots."""
    folder = tmp_path / "ws" / "arm_description"
    (folder / "urdf").mkdir(parents=True)
    (folder / "meshes").mkdir()
    (folder / "meshes" / "cube.stl").write_bytes(binary(cube(0.2)))
    return folder


def load(package: Path, inside: str) -> tuple[object, ...]:
    path = package / "urdf" / "arm.urdf"
    path.write_bytes(robot(inside))
    return load_skeleton(path)["a"].shapes


@pytest.mark.parametrize(
    "address",
    ["package://arm_description/meshes/cube.stl", "../meshes/cube.stl", "model://arm_description/meshes/cube.stl"],
)
def test_a_mesh_is_found_and_becomes_a_convex_solid(package: Path, address: str) -> None:
    (solid,) = load(package, geometry("collision", mesh(address, "1 2 -0.5"), '<origin xyz="1 0 0" rpy="0 0 1"/>'))
    assert isinstance(solid, Mesh)
    points, faces = solid.triangles()
    assert len(points) == 8
    turned = (points - (1, 0, 0)) @ about_axis((0, 0, 1), 1.0)
    np.testing.assert_allclose(np.ptp(turned, axis=0), (0.2, 0.4, 0.1), atol=1e-7)
    a, b, c = (points[faces[:, k]] - points.mean(axis=0) for k in range(3))
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).min() > 0, "all faces look outward, though the scale mirrors them"


def test_a_mesh_in_another_package_of_the_workspace_is_found(package: Path) -> None:
    other = package.parent / "hands"
    other.mkdir()
    (other / "hand.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    (solid,) = load(package, geometry("visual", mesh("package://hands/hand.obj")))
    assert isinstance(solid, Mesh)
    assert len(solid.vertices) == 4


def test_visual_shapes_count_where_collision_shapes_cannot_be_read(package: Path) -> None:
    lost, box = geometry("collision", mesh("../meshes/none.stl")), geometry("visual", '<box size="1 2 3"/>')
    (solid,) = load(package, lost + box)
    assert isinstance(solid, Box)
    assert solid.size == (1, 2, 3)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("package://arm_description/meshes/none.stl", "there is no such file"),
        ("package://arm_description/../../secret.stl", "lead out of the folder"),
        ("../../../secret.stl", "lead out of the folder"),
        ("/etc/secret.stl", "lead out of the folder"),
        ("C:\\\\secret.stl", "lead out of the folder"),
        ("file:///etc/secret.stl", "are not opened"),
        ("http://localhost:1/secret.stl", "are not opened"),
        ("../meshes/cube.glb", "only .stl, .obj, .dae are read"),
        ("../urdf/arm.stl", "this is no STL"),
        ("../meshes", "only .stl, .obj, .dae are read"),
        ("$(find arm)/a.stl", "there is no such file"),
    ],
)
def test_a_mesh_that_cannot_be_read_is_told(package: Path, address: str, reason: str) -> None:
    (package / "urdf" / "arm.stl").write_bytes(b"nothing")
    (package.parent.parent / "secret.stl").write_bytes(binary(cube(1.0)))
    with pytest.warns(FormatWarning, match=reason) as caught:
        assert load(package, geometry("visual", mesh(address))) == ()
    assert "is lost" in str(caught[0].message)
    assert ":1:" in str(caught[0].message)


def test_bytes_alone_have_no_meshes_beside_them() -> None:
    with pytest.warns(FormatWarning, match="only the file itself was given.*and 1 more"):
        read_skeleton(robot(geometry("visual", mesh("a.stl")) * 2), "x.urdf")


@pytest.mark.skipif(sys.platform == "win32", reason="links of Unix")
def test_a_link_that_leads_elsewhere_is_not_followed(package: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.stl").write_bytes(binary(cube(1.0)))
    os.symlink(tmp_path / "elsewhere.stl", package / "meshes" / "link.stl")
    with pytest.warns(FormatWarning, match="there is no such file"):
        load(package, geometry("visual", mesh("../meshes/link.stl")))


def test_files_beside_a_file_have_a_limit_in_all(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = (package / "meshes" / "cube.stl").stat().st_size
    monkeypatch.setattr(files, "MAX_BYTES", 2 * size)
    beside = files_beside(package / "urdf" / "arm.urdf")
    assert len(beside("../meshes/cube.stl")) == size
    beside("../meshes/cube.stl")
    with pytest.raises(FormatError, match="bytes of such files are not read"):
        beside("../meshes/cube.stl")
