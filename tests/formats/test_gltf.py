"""glTF, beside a plain evaluation and the validator of Khronos; what is kept, and mistakes."""

from __future__ import annotations

import copy
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.clips.samples import Samples
from manikin.errors import FormatError, FormatWarning, InputError, Unsupported
from manikin.figure.figure import Figure
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import read_content, write_content
from manikin.formats.gltf.book import Book
from manikin.skeleton.build import chain, joint
from manikin.skeleton.skeleton import Skeleton
from tests.support.gltf_files import RIG, Maker, document_of, plain_places
from tests.support.khronos import issues
from tests.support.paths import REAL_FILES

REAL = sorted((REAL_FILES / "gltf").glob("*.glb"))
CLOSE = 2e-6


def read(data: bytes, name: str = "rig.glb", **options: Any) -> Content:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        return read_content(data, name, **options)


def worst(data: bytes, content: Content, animation: int = 0) -> float:
    """How far joints are from where a plain evaluation has them, as a share of the size."""
    clip = content.clips[animation].clip
    assert isinstance(clip, Samples)
    document = document_of(data)[0]
    keys = [document["accessors"][sampler["input"]] for sampler in document["animations"][animation]["samplers"]]
    first = min(key.get("min", [0.0])[0] for key in keys)
    last = max(key["max"][0] if "max" in key else 1.0 for key in keys)
    wanted = plain_places(data, animation, np.minimum(first + np.arange(len(clip.data)) / clip.rate, last))
    layout: Any = content.clips[animation].layout
    joints = [one.name for one in content.skeleton if one.name in layout.nodes]
    ours = clip.figure.forward(clip.data, joints)[..., 3]
    theirs = wanted[:, [layout.nodes[name] for name in joints]]
    return float(np.linalg.norm(ours - theirs, axis=-1).max() / np.ptp(theirs, axis=1).max())


def judged(data: bytes) -> dict[str, Any]:
    found = issues(data)
    if found is None:
        pytest.skip("the npm package gltf-validator is not at hand; GLTF_VALIDATOR names its folder")
    return found


def test_every_kind_of_track_is_sampled_as_a_plain_evaluation_does() -> None:
    data = RIG.binary()
    for rate in (None, 30.0, 97.0):
        assert worst(data, read(data, rate=rate)) < CLOSE
    assert worst(RIG.text(), read(RIG.text(), "rig.gltf")) < CLOSE


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_files_are_sampled_as_a_plain_evaluation_does(path: Path) -> None:
    data = path.read_bytes()
    content = read(data)
    for i in range(len(content.clips)):
        assert worst(data, content, i) < CLOSE


def test_nodes_of_a_skin_become_joints() -> None:
    content = read(RIG.binary())
    assert [one.name for one in content.skeleton] == ["armature", "hips", "arm", "hand", "hand 2", "node 4"]
    assert content.clip.name == "wave"
    assert content.clip.clip.rate == 24.0
    names = content.clip.clip.figure.parameter_names
    assert "hips.tx" in names
    assert "hand.tx" not in names  # its track is constant
    assert "hand 2.tx" in names
    assert content.skeleton["armature"].dofs == ()


def test_without_a_skin_what_moves_becomes_a_skeleton() -> None:
    made = Maker()
    made.json, made.data = copy.deepcopy(RIG.json), RIG.data
    del made.json["skins"]
    content = read(made.binary())
    assert "arm" in content.skeleton
    assert worst(made.binary(), content) < CLOSE
    del made.json["animations"]
    with pytest.raises(FormatError, match="there is no skin, and no animation moves a node"):
        read(made.binary())


def test_a_rig_without_animation_can_be_posed() -> None:
    made = Maker()
    made.json, made.data = copy.deepcopy(RIG.json), RIG.data
    del made.json["animations"]
    content = read(made.binary())
    assert content.counts == {"skeletons": 1}
    assert Figure(content.skeleton).size == 12


def test_two_roots_hang_from_the_scene() -> None:
    made = Maker()
    made.json, made.data = copy.deepcopy(RIG.json), RIG.data
    made.json["skins"] = [{"joints": [3, 6]}]
    assert read(made.binary()).skeleton.root.name == "scene"


def test_what_a_file_holds_besides_is_written_again() -> None:
    made = Maker()
    made.json, made.data = copy.deepcopy(RIG.json), RIG.data
    made.json |= {"materials": [{"name": "fur"}], "extras": {"by": "us"}}
    content = read(made.binary())
    for suffix in (".glb", ".gltf"):
        again, _ = document_of(write_content(content, f"rig{suffix}"))
        assert again["materials"] == [{"name": "fur"}]
        assert again["skins"] == made.json["skins"]
        assert again["extras"] == {"by": "us"}
        assert [node.get("name") for node in again["nodes"]] == [node.get("name") for node in made.json["nodes"]]


@pytest.mark.parametrize("suffix", [".glb", ".gltf"])
def test_what_is_written_moves_as_before(suffix: str) -> None:
    content = read(RIG.binary())
    data = write_content(content, f"rig{suffix}")
    again = read(data, f"rig{suffix}")
    assert worst(data, again) < CLOSE
    ours, theirs = content.clip.clip, again.clip.clip
    a, b = (clip.figure.forward(clip.at(clip.frames()))[..., 3] for clip in (ours, theirs))
    assert np.abs(a - b).max() < CLOSE * np.ptp(a, axis=1).max()
    assert theirs.rate == ours.rate


def swaying(figure: Figure, frames: int = 30) -> Samples:
    time = np.linspace(0, 6, frames)[:, None]
    lo, hi = np.maximum(figure.lo, figure.rest - 1), np.minimum(figure.hi, figure.rest + 1)
    return Samples(figure=figure, data=(lo + hi) / 2 + (hi - lo) / 2 * np.sin(time + np.arange(figure.size)), rate=25.0)


@pytest.mark.parametrize("name", ["human", "quadruped", "snake"])
def test_any_figure_is_written_so_that_its_joints_are_where_they_were(name: str) -> None:
    clip = swaying(bodies.load(name))
    data = write_content(Content(clips=(StoredClip(clip=clip, name="sway"),)), "x.glb")
    document = document_of(data)[0]
    names = [node["name"] for node in document["nodes"]]
    theirs = plain_places(data, 0, np.arange(len(clip.data)) / clip.rate)
    ours = clip.figure.forward(clip.data)[..., 3]
    picked = theirs[:, [names.index(one.name) for one in clip.figure.skeleton]]
    assert np.linalg.norm(ours - picked, axis=-1).max() < CLOSE * np.ptp(ours, axis=1).max()
    issues = judged(data)
    assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), issues["messages"][:3]


def test_sheared_figures_and_figures_with_z_up_are_written() -> None:
    for up in ("y", "z"):
        sheared = Skeleton(
            name="odd",
            up=up,
            joints=(
                joint("a", dofs="free", scale=(1, 2, 3)),
                joint("b", "a", offset=(0, 1, 0), dofs="ball"),
                joint("c", "b", offset=(0.2, 0.3, 0.4), dofs="hinge"),
            ),
        )
        clip = swaying(Figure(sheared))
        data = write_content(Content(clips=(StoredClip(clip=clip),)), "x.glb")
        theirs = plain_places(data, 0, np.arange(len(clip.data)) / clip.rate)[:, :3]
        ours = clip.figure.forward(clip.data)[..., 3]
        if up == "z":
            ours = np.stack([ours[..., 0], ours[..., 2], -ours[..., 1]], axis=-1)
        assert np.abs(ours - theirs).max() < 1e-5
        assert judged(data)["numErrors"] == 0


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_files_are_written_without_complaints_of_the_validator(path: Path) -> None:
    issues = judged(write_content(read(path.read_bytes()), path))
    assert (issues["numErrors"], issues["numWarnings"]) == (0, 0)


def test_meshes_with_a_skin_go_to_the_top_of_their_scene() -> None:
    mesh = {"mesh": 0, "skin": 0}
    nodes = [{"children": [1, 2, 3, 4]}, {"children": [5]}, mesh, mesh | {"children": [6]}, mesh, mesh, {}]
    book = Book({"nodes": copy.deepcopy(nodes), "scenes": [{"nodes": [0]}]}, bytearray())
    book.raise_skinned({4})  # node 4 is a joint, 3 carries another one
    assert book.json["scenes"] == [{"nodes": [0, 2, 5]}]
    assert book.json["nodes"] == [{"children": [1, 3, 4]}, {}, *nodes[2:]]


def test_clips_of_several_figures_are_refused() -> None:
    clips = tuple(StoredClip(clip=swaying(Figure(chain(lengths)))) for lengths in ([1.0], [2.0]))
    with pytest.raises(Unsupported, match="clips of one figure"):
        write_content(Content(clips=clips), "x.glb")


def changed(pointer: str, value: Any) -> bytes:
    """The rig with another value at a JSON pointer."""
    made = Maker()
    made.json, made.data = copy.deepcopy(RIG.json), RIG.data
    *path, last = [int(word) if word.isdigit() else word for word in pointer.split("/")[1:]]
    at: Any = made.json
    for step in path:
        at = at[step]
    at[last] = value
    return made.binary()


@pytest.mark.parametrize(
    ("pointer", "value", "message"),
    [
        ("/asset/version", "1.0", "/asset/version: version 2 is read"),
        ("/nodes/3/children", [1, 2], "/nodes/2: the node is its own ancestor|is its own ancestor"),
        ("/nodes/3/children", [1, 1], "/nodes/3/children/1: the node 1 has two parents"),
        ("/nodes/3/children", [99], "/nodes/3/children/0: there is no 99 in nodes; there are 7"),
        ("/nodes/3/translation", [0, 0], "/nodes/3/translation: must be 3 finite numbers"),
        ("/nodes/0/rotation", [0, 0, 0, 0], "/nodes/0/rotation: must not be zero"),
        ("/skins/0/joints", [], "/skins/0/joints: must be a list of nodes"),
        ("/animations/0/samplers/1/input", 99, "/animations/0/samplers/1/input: there is no 99 in accessors"),
        ("/animations/0/samplers/1/interpolation", "SMOOTH", "/animations/0/samplers/1/interpolation: must be"),
        ("/animations/0/samplers/1/output", 0, "/accessors/0/type: must be VEC3, not 'SCALAR'"),
        ("/accessors/1/count", 5000, "reads beyond its buffer"),
        ("/accessors/1/count", 10**12, "items are not read"),
        ("/accessors/1/componentType", 1, "/accessors/1/componentType: 1 is none"),
        ("/bufferViews/1/byteOffset", 10**6, "reads beyond its buffer"),
        ("/bufferViews/0/byteStride", 0, "must begin at 0 or later, and rise"),
    ],
)
def test_mistakes_are_told_with_their_pointer(pointer: str, value: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(changed(pointer, value))
    assert str(caught.value).startswith("rig.glb: ")


def test_wrong_files_and_options_are_refused() -> None:
    for data in (b"glTF", b"glTF" + b"\0" * 40, RIG.binary()[:-40], b"[]", b'{"asset": 1}'):
        with pytest.raises(FormatError):
            read(data)
    with pytest.raises(InputError, match="the file has 1 skins"):
        read(RIG.binary(), skin=3)
    with pytest.raises(InputError, match="the rate must be"):
        read(RIG.binary(), rate=-1)


def test_2000_mutants_are_read_or_refused() -> None:
    rng, told, sound = random.Random(5), [], RIG.binary()
    for _ in range(2000):
        data = bytearray(sound)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(20, 5000) if rng.random() < 0.8 else rng.randrange(len(data))
            data[at % len(data)] = rng.randrange(256) if rng.random() < 0.3 else ord(rng.choice('0 ",:[]-.e9'))
        try:
            read(bytes(data))
        except FormatError as error:
            told.append(str(error))
    assert 200 < len(told) < 1990
    assert max(map(len, told)) < 500


def test_avatars_are_read_as_the_files_that_they_are() -> None:
    for name in ("avatar.vrm", "wave.vrma"):
        assert worst(RIG.binary(), read(RIG.binary(), name)) < CLOSE
    for name in ("avatar.vrm", "wave.vrma"):
        with pytest.raises(InputError, match="not taken for a human body"):
            write_content(read(RIG.binary()), name)
