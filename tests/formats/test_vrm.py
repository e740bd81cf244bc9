"""VRM avatars and motions: which bone is which is read, used for roles, kept in projects, and written."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from manikin import Figure, InputError, bodies, dress, find_roles, load_clip, moves, retarget, save_clip
from manikin.clips.samples import Samples
from manikin.document.document import Document
from manikin.document.parts import from_parts, to_parts
from manikin.errors import FormatWarning
from manikin.formats.content import Content
from manikin.formats.files import load_content, save_content
from manikin.formats.format import read_content, write_content
from manikin.formats.gltf.humanoid import BONES
from tests.support.gltf_files import Maker, document_of
from tests.support.khronos import issues
from tests.support.rigs import rig
from tests.support.skating import places

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


# ---- written -----------------------------------------------------------------------------------


def faultless(path: Path) -> None:
    """The validator of Khronos, where it is at hand, has no complaint but that it does not know the extension."""
    found = issues(path.read_bytes())
    assert found is None or (found["numErrors"], found["numWarnings"]) == (0, 0), found


@pytest.mark.parametrize("dialect", ["human", "mixamo", "smpl"])
def test_a_motion_goes_to_vrma_and_back(dialect: str, tmp_path: Path) -> None:
    walk = moves.load("walk").bake()
    clip = walk if dialect == "human" else retarget(walk, rig(dialect, arms=30.0)).clip
    save_clip(clip, tmp_path / "walk.vrma", name="walk")
    faultless(tmp_path / "walk.vrma")
    document, _ = document_of((tmp_path / "walk.vrma").read_bytes())
    paths = [
        (channel["target"]["node"], channel["target"]["path"]) for channel in document["animations"][0]["channels"]
    ]
    assert [node for node, path in paths if path == "translation"] == [0]
    back = load_clip(tmp_path / "walk.vrma")
    assert find_roles(back.figure).why["l_forearm"] == "file"
    there = retarget(back, clip.figure, feet=False).clip
    parts = [
        clip.figure.skeleton.index(joint)
        for role, joint in find_roles(clip.figure).joints.items()
        if "spine" not in role
    ]
    assert np.abs(places(there) - places(clip))[:, parts].max() < 5e-3


def test_the_bones_of_a_motion_rest_with_arms_aside(tmp_path: Path) -> None:
    save_clip(moves.load("wave"), tmp_path / "wave.vrma")
    figure = load_clip(tmp_path / "wave.vrma").figure
    place = figure.pose().position
    for side, sign in (("left", 1.0), ("right", -1.0)):
        arm = place(f"{side}Hand") - place(f"{side}UpperArm")
        assert arm / np.linalg.norm(arm) == pytest.approx([sign, 0, 0], abs=1e-6)
        leg = place(f"{side}Foot") - place(f"{side}UpperLeg")
        assert leg / np.linalg.norm(leg) == pytest.approx([0, -1, 0], abs=1e-6)
        assert (place(f"{side}Toes") - place(f"{side}Foot"))[2] > 0.05


def test_an_avatar_is_written_with_its_solids_where_they_were(tmp_path: Path) -> None:
    walk = moves.load("walk").bake()
    save_clip(walk, tmp_path / "human.vrm", name="walk")
    faultless(tmp_path / "human.vrm")
    found = load_content(tmp_path / "human.vrm")
    clip = found.clip.clip
    assert isinstance(clip, Samples)
    assert np.abs(places(clip) - places(walk)).max() < 2e-6
    assert dict(found.skeleton.roles)["l_hand"] == "l_hand"
    hand = clip.figure.pose().position("l_hand") - clip.figure.pose().position("l_upper_arm")
    assert hand[0] > 0.99 * np.linalg.norm(hand)
    plain = tmp_path / "human.glb"
    save_clip(walk, plain, name="walk")
    assert np.abs(surface(found) - surface(load_content(plain))).max() < 1e-5


def surface(content: Content) -> np.ndarray:
    """Where the vertices of a character are at frame 7."""
    clip, skeleton = content.clip.clip, content.skeleton
    assert skeleton.skin is not None
    world = np.asarray(clip.figure.forward(clip.state(7)))
    return np.concatenate(
        [mesh.placed(world, [skeleton.index(j) for j in mesh.joints])[0] for mesh in skeleton.skin.meshes]
    )


def test_an_avatar_that_was_read_keeps_all_of_its_file(tmp_path: Path) -> None:
    save_clip(moves.load("walk"), tmp_path / "a.vrm")
    document, _ = document_of((tmp_path / "a.vrm").read_bytes())
    content = load_content(tmp_path / "a.vrm")
    save_content(content, tmp_path / "b.vrm")
    again, _ = document_of((tmp_path / "b.vrm").read_bytes())
    assert again["extensions"] == document["extensions"]
    assert again["meshes"] == document["meshes"]


def test_expressions_and_eyes_are_no_joints() -> None:
    made = Maker()
    made.json["nodes"] = [{"name": "hips", "children": [1]}, {"name": "spine"}, {"name": "aa"}, {"name": "eyes"}]
    times = made.accessor([0.0, 1.0], "SCALAR")
    moved = made.accessor([[0.0, 0, 0], [1.0, 0, 0]], "VEC3")
    samplers = [{"input": times, "output": moved}]
    channels = [{"sampler": 0, "target": {"node": node, "path": "translation"}} for node in (0, 2, 3)]
    made.json["animations"] = [{"channels": channels, "samplers": samplers}]
    bones = {"hips": {"node": 0}, "spine": {"node": 1}}
    made.json["extensions"] = {
        "VRMC_vrm_animation": {
            "specVersion": "1.0", "humanoid": {"humanBones": bones}, "lookAt": {"node": 3},
            "expressions": {"preset": {"aa": {"node": 2}}, "custom": 3},
        }
    }  # fmt: skip
    with pytest.warns(FormatWarning, match="lost: .*the expression aa.*where the eyes look"):
        content = read_content(made.binary(), "a.vrma")
    assert [joint.name for joint in content.skeleton] == ["hips", "spine"]


def test_what_is_no_humanoid_is_refused_and_dressed_figures_are_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not taken for a human body"):
        write_content(Content(skeletons=(bodies.load("limb7").skeleton,)), "a.vrm")
    headless = HUMAN.without("head")
    with pytest.raises(InputError, match="it has no head"):
        write_content(Content(skeletons=(headless,)), "a.vrma")
    dressed = dress(rig("unreal", scale=0.5)).figure
    save_clip(retarget(moves.load("wave"), dressed).clip, tmp_path / "wave.vrma")
    faultless(tmp_path / "wave.vrma")
