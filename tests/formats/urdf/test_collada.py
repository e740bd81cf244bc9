"""Points of COLLADA files: units, nodes and indices as others read them; anything else is refused."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from manikin.errors import FormatError
from manikin.formats.files import load_skeleton
from manikin.formats.urdf import collada
from manikin.formats.urdf.collada import collada_points

CUBE = "0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1  9 9 9"
"""The corners of a cube, and a point that no face uses."""
FACES = "0 1 2 3  4 5 6 7"


def dae(
    nodes: str = '<node><instance_geometry url="#g"/></node>',
    *,
    asset: str = "",
    points: str = CUBE,
    faces: str = FACES,
) -> bytes:
    normals = " ".join(f"{index} 0" for index in faces.split())
    return f"""<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>{asset}</asset><library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="27">{points}</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="2"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>
<vcount>4 4</vcount><p>{normals}</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s">{nodes}</visual_scene></library_visual_scenes></COLLADA>""".encode()


def test_points_that_faces_use_are_found() -> None:
    (points,) = collada_points(dae())
    assert len(points) == 8
    np.testing.assert_array_equal((points.min(axis=0), points.max(axis=0)), ((0, 0, 0), (1, 1, 1)))


def test_nodes_and_units_place_them_and_the_up_axis_does_not() -> None:
    inner = '<node><scale>1 2 1</scale><instance_geometry url="#g"/></node>'
    matrix = "<matrix>1 0 0 0  0 1 0 0  0 0 1 5  0 0 0 1</matrix>"
    nodes = f"<node><translate>10 0 0</translate><rotate>0 0 1 90</rotate>{inner}</node><node>{matrix}{inner}</node>"
    first, second = collada_points(dae(nodes, asset='<unit meter="0.1"/><up_axis>Y_UP</up_axis>'))
    np.testing.assert_allclose((first.min(axis=0), first.max(axis=0)), ((0.8, 0, 0), (1, 0.1, 0.1)), atol=1e-15)
    np.testing.assert_allclose((second.min(axis=0), second.max(axis=0)), ((0, 0, 0.5), (0.1, 0.2, 0.6)), atol=1e-15)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<COLLADA",
        b"<robot/>",
        b"<COLLADA/>",
        b'<!DOCTYPE x [<!ENTITY a "b">]><COLLADA>&a;</COLLADA>',
        dae(""),
        dae('<node><instance_geometry url="#other"/></node>'),
        dae(points="1 2"),
        dae(points="1 2 x"),
        dae(points="nan 0 0 " * 9),
        dae(points="1e300 0 0 " * 9),
        dae(points=""),
        dae(faces="0 1 99"),
        dae(faces="0 1 " + "9" * 40),
        dae(faces=""),
        dae("<node><matrix>1 2 3</matrix></node>"),
        dae("<node>" * 100 + "</node>" * 100),
        dae(asset='<unit meter="0"/>'),
        dae(asset='<unit meter="x"/>'),
        dae("<node/>" * 200_000),
    ],
    ids=range(20),
)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"^x\.dae: ") as caught:
        collada_points(data, "x.dae")
    assert len(str(caught.value)) < 500


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collada, "MAX_POINTS", 20)
    with pytest.raises(FormatError, match="more than 20 points"):
        collada_points(dae('<node><instance_geometry url="#g"/></node>' * 3))
    monkeypatch.setattr(collada, "MAX_BYTES", 100)
    with pytest.raises(FormatError, match="more than 100 bytes"):
        collada_points(dae())


def test_damaged_files_are_read_or_refused() -> None:
    rng = np.random.default_rng(4)
    sound, refused = dae(), 0
    for _ in range(600):
        data = bytearray(sound)
        for at in rng.integers(0, len(data), rng.integers(1, 4)):
            data[at] = rng.integers(32, 127)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # of numbers that overflow, before they are refused
            try:
                collada_points(bytes(data), "x.dae")
            except FormatError:
                refused += 1
    assert 50 < refused < 590


def test_a_robot_has_the_solids_of_its_collada_files(tmp_path: Path) -> None:
    (tmp_path / "a.dae").write_bytes(dae('<node><instance_geometry url="#g"/></node>' * 2))
    (tmp_path / "many.dae").write_bytes(dae('<node><instance_geometry url="#g"/></node>' * 9))
    visuals = [f'<visual><geometry><mesh filename="{name}.dae"/></geometry></visual>' for name in ("a", "many")]
    links = '<link name="a">{}</link><link name="b">{}</link>'.format(*visuals)
    joint = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    (tmp_path / "r.urdf").write_text(f'<robot name="r">{links}{joint}</robot>', "utf-8")
    skeleton = load_skeleton(tmp_path / "r.urdf")
    assert [len(joint.shapes) for joint in skeleton] == [2, 1]
    assert len(skeleton["b"].shapes[0].triangles()[0]) == 8
