"""Skins of glTF files beside a plain evaluation of the file itself; written, stored, refused."""

from __future__ import annotations

import json
import struct
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manikin import Figure, bodies, dress, moves
from manikin.document.document import Document
from manikin.document.parts import from_parts, to_parts
from manikin.errors import FormatError, FormatWarning
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import read_content, write_content, write_skeleton
from manikin.picture import render
from tests.support.gltf_files import document_of
from tests.support.khronos import issues
from tests.support.paths import REAL_FILES

REAL = sorted((REAL_FILES / "gltf").glob("*.glb"))


def hero() -> bytes:
    """The human's solids as a mesh with a skin, and a motion."""
    clip = moves.load("wave").on(bodies.load("human").ungrouped()).bake()
    return write_content(Content(clips=(StoredClip(clip=clip, name="wave"),)), "hero.glb")


HERO = hero()


def placed(figure: Figure, q: Any) -> np.ndarray:
    """All vertices of a figure's skin."""
    skin = figure.skeleton.skin
    assert skin is not None
    world = np.asarray(figure.forward(q))
    own = [mesh.placed(world, [figure.skeleton.index(name) for name in mesh.joints])[0] for mesh in skin.meshes]
    return np.concatenate(own)


def test_vertices_are_where_the_solids_were() -> None:
    figure = bodies.load("human").ungrouped()
    again = Figure(read_content(HERO, "hero.glb").skeleton)
    world = np.asarray(figure.forward(figure.rest))
    corners = [
        np.asarray(shape.triangles()[0]) @ world[i, :, :3].T + world[i, :, 3]
        for i, joint in enumerate(figure.skeleton.joints)
        for shape in joint.shapes
        if len(shape.triangles()[1])
    ]
    found = placed(again, again.rest)
    whole = np.concatenate(corners)
    np.testing.assert_allclose(found.min(axis=0), whole.min(axis=0), atol=2e-6)
    np.testing.assert_allclose(found.max(axis=0), whole.max(axis=0), atol=2e-6)


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_a_skin_is_written_again_with_its_motion(path: Path) -> None:
    given = read_content(path.read_bytes(), path.name)
    stored = replace(given.clips[0], layout=None)
    written = write_content(Content(clips=(stored,)), "again.glb")
    judged = issues(written)
    assert judged is None or (judged["numErrors"], judged["numWarnings"]) == (0, 0)
    again = read_content(written, "again.glb").clips[0].clip
    clip = stored.clip
    for frame in (0.0, 3.0, 7.0):
        one, other = placed(clip.figure, clip.state(frame)), placed(again.figure, again.state(frame))
        assert np.abs(one - other).max() < 2e-6 * np.ptp(one)
    skins = clip.figure.skeleton.skin, again.figure.skeleton.skin
    assert skins[0] is not None
    assert skins[1] is not None
    assert skins[0].pictures == skins[1].pictures


def test_a_project_keeps_a_skin_once() -> None:
    figure = Figure(read_content(HERO, "hero.glb").skeleton)
    document = Document.of(figure, figure)
    parts = to_parts(document)
    assert len([key for key in parts if key.startswith("skin/")]) == 1
    again = from_parts(parts)
    assert again == document
    assert again.actors[0].figure.skeleton.skin == figure.skeleton.skin


def test_a_dressed_figure_wears_the_skin_of_its_rig() -> None:
    rig = Figure(read_content(HERO, "hero.glb").skeleton)
    made = dress(rig).figure
    zero = np.clip(np.zeros(made.size), made.lo, made.hi)
    one, other = placed(rig, rig.rest), placed(made, zero)
    assert abs(np.ptp(one[:, 1]) - np.ptp(other[:, 1])) < 0.05
    assert made.skeleton.skin is not None
    assert made.skeleton.skin.size == len(one)


def test_a_picture_shows_the_skin() -> None:
    figure = Figure(read_content(HERO, "hero.glb").skeleton)
    bare = Figure(replace(figure.skeleton, skin=None))
    one, other = (render([one], size=(120, 160)).astype(int) for one in (figure, bare))
    assert (np.abs(one - other).max(axis=2) > 40).mean() > 0.03


def test_formats_without_skins_say_that_it_is_lost() -> None:
    skeleton = read_content(HERO, "hero.glb").skeleton
    with pytest.warns(FormatWarning, match="skin of 'hero' is lost"):
        write_skeleton(skeleton, "hero.scr")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write_skeleton(skeleton, "hero.glb")


def edited(change: Any) -> bytes:
    """The file with another document."""
    document, binary = document_of(HERO)
    change(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def _primitive(document: Any) -> Any:
    return document["meshes"][0]["primitives"][0]


BROKEN = {
    "no positions": lambda d: _primitive(d)["attributes"].pop("POSITION"),
    "no weights": lambda d: _primitive(d)["attributes"].pop("WEIGHTS_0"),
    "indices beyond the vertices": lambda d: d["accessors"][_primitive(d)["attributes"]["POSITION"]].update(count=3),
    "a mesh that is not there": lambda d: d["nodes"][-1].update(mesh=9),
    "a skin that is not there": lambda d: d["nodes"][-1].update(skin=9),
    "too few matrices": lambda d: d["accessors"][d["skins"][0]["inverseBindMatrices"]].update(count=2),
    "a material that is not there": lambda d: _primitive(d).update(material=4),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_skin_is_refused_with_a_pointer(name: str) -> None:
    with pytest.raises(FormatError, match=r"hero\.glb.*/(meshes|nodes|skins|accessors)/"):
        read_content(edited(BROKEN[name]), "hero.glb")


def test_what_cannot_be_drawn_is_left_out_with_a_warning() -> None:
    compressed = {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {}}}
    with pytest.warns(FormatWarning, match="Draco"):
        content = read_content(edited(lambda d: _primitive(d).update(extensions=compressed)), "hero.glb")
    assert content.skeleton.skin is None
    with pytest.warns(FormatWarning, match="points and lines"):
        assert read_content(edited(lambda d: _primitive(d).update(mode=1)), "hero.glb").skeleton.skin is None
