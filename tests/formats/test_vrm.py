"""VRM avatars: which bone is which is read, used for roles, and kept in projects."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from manikin import Figure, bodies, find_roles
from manikin.document.document import Document
from manikin.document.parts import from_parts, to_parts
from manikin.formats.content import Content
from manikin.formats.format import read_content, write_content
from manikin.formats.gltf.humanoid import BONES
from tests.support.gltf_files import document_of

HUMAN = bodies.load("human").skeleton
ROLES = {
    role: joint for role, joint in find_roles(bodies.load("human")).joints.items() if role in BONES.values()
}  # fmt: skip


def avatar(version: str) -> bytes:
    """The human with names that say nothing, and the map of bones."""
    document, binary = document_of(write_content(Content(skeletons=(HUMAN,)), "a.glb"))
    place = {node.get("name"): i for i, node in enumerate(document["nodes"])}
    bones = {bone: place[ROLES[role]] for bone, role in BONES.items() if role in ROLES}
    for i, node in enumerate(document["nodes"]):
        node["name"] = f"n{i}"
    if version == "0":
        listed = [{"bone": bone, "node": node} for bone, node in bones.items()]
        document["extensions"] = {"VRM": {"humanoid": {"humanBones": listed}}}
    else:
        table = {bone: {"node": node} for bone, node in bones.items()}
        document["extensions"] = {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": table}}}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


@pytest.mark.parametrize("version", ["0", "1"])
def test_the_map_of_bones_gives_the_roles(version: str) -> None:
    skeleton = read_content(avatar(version), "a.vrm").skeleton
    places = {joint.name: i for i, joint in enumerate(HUMAN.joints)}
    found = find_roles(Figure(skeleton))
    for role, joint in ROLES.items():
        assert found[role] == f"n{places[joint]}"
        assert found.why[role] == "file"
    assert np.isfinite(Figure(skeleton).rest).all()


def test_what_is_said_counts_more_than_the_file() -> None:
    figure = Figure(read_content(avatar("1"), "a.vrm").skeleton)
    toes = dict(figure.skeleton.roles)["l_toes"]
    assert "l_toes" not in find_roles(figure, {toes: None})


def test_a_project_keeps_the_map() -> None:
    figure = Figure(read_content(avatar("1"), "a.vrm").skeleton)
    document = Document.of(figure)
    again = from_parts(to_parts(document))
    assert again == document
    assert dict(again.actors[0].figure.skeleton.roles) == dict(figure.skeleton.roles)


@pytest.mark.parametrize("bones", [None, 3, {"hips": 4}, {"hips": {"node": 9999}}, {"hips": {"node": True}}, [1, {}]])
def test_a_map_that_is_none_is_not_used(bones: object) -> None:
    document, binary = document_of(write_content(Content(skeletons=(HUMAN,)), "a.glb"))
    document["extensions"] = {"VRMC_vrm": {"humanoid": {"humanBones": bones}}}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    data = b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks
    assert read_content(data, "a.vrm").skeleton.roles == ()
