"""``manikin convert`` and ``manikin info`` of every kind of file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

from manikin import Figure, bodies, load_clip, load_skeleton, moves, save_clip
from manikin.errors import FormatWarning
from manikin.formats.content import Content, StoredClip
from manikin.formats.files import load_content, save_content
from tests.support.command_line import mistake, ran, run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    save_clip(moves.load("wave").bake(), "wave.npz", name="wave")
    return tmp_path


def points(path: str, **options: object) -> np.ndarray:
    """Places of the joints that a file of motion has, at ten of its frames, by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        clip = load_clip(path, **options)
    order = sorted(clip.figure.skeleton.index(name) for name in ("pelvis", "l_hand", "r_foot", "head"))
    return np.asarray(clip.figure.forward(clip.at(clip.frames()[::7])))[:, order, :, 3]


def test_a_motion_goes_through_every_format_that_holds_it_and_back(here: Path) -> None:
    for old, new in (("npz", "clip"), ("clip", "glb"), ("glb", "gltf"), ("gltf", "bvh"), ("bvh", "npz")):
        source = "wave.npz" if old == "npz" else f"out.{old}"
        result = run("convert", source, f"out.{new}")
        assert result.exit_code == 0, result.output
        assert result.stdout == f"out.{new}: 1 clip\n"
    assert np.abs(points("out.npz") - points("wave.npz")).max() < 1e-5


def test_what_is_lost_is_named(here: Path) -> None:
    text = run("convert", "wave.npz", "wave.bvh").stderr
    assert "manikin: lost: of clips: the unit, marks" in text
    assert run("convert", "wave.npz", "wave.clip").stderr == ""


def test_a_table_gets_its_figure_by_name(here: Path) -> None:
    run("convert", "wave.npz", "wave.csv")
    assert "say which one" in mistake("convert", "wave.csv", "b.clip")
    assert ran("convert", "wave.csv", "b.clip", "-f", "human") == "b.clip: 1 clip\n"
    assert "human:" in ran("info", "wave.csv", "-f", "human")
    run("convert", "wave.npz", "wave.glb")
    assert "leave out --figure" in mistake("info", "wave.glb", "-f", "human")


def test_one_of_several_clips_is_chosen(here: Path) -> None:
    wave, bow = moves.load("wave").bake(), moves.load("bow").bake()
    save_content(Content(clips=(StoredClip(clip=wave, name="wave"), StoredClip(clip=bow, name="bow"))), "two.clip")
    assert "choose it by --clip (wave, bow)" in mistake("convert", "two.clip", "one.bvh")
    assert "no clip" in mistake("convert", "two.clip", "one.bvh", "--clip", "waves")
    assert run("convert", "two.clip", "one.npz", "--clip", "bow").exit_code == 0
    assert len(load_clip("one.npz").frames()) == len(bow.data)


def test_a_clip_is_written_at_another_rate(here: Path) -> None:
    assert run("convert", "wave.npz", "slow.npz", "--rate", "15").exit_code == 0
    clip, old = load_clip("slow.npz"), load_clip("wave.npz")
    assert clip.rate == 15
    assert abs(clip.seconds - old.seconds) <= 1 / 15


def test_content_that_does_not_fit_is_refused_and_nothing_is_written(here: Path) -> None:
    from manikin import save_skeleton

    save_skeleton(bodies.load("stickman").skeleton, "body.scr")
    assert "can hold clips" in mistake("convert", "body.scr", "body.npz")
    assert "can be read but not written" in mistake("convert", "wave.npz", "wave.amc")
    assert "has no clip" in mistake("convert", "body.scr", "body.glb", "--rate", "30")
    assert not Path("body.npz").exists()


def test_an_option_that_a_format_does_not_have_is_refused(here: Path) -> None:
    assert "leave out --unit" in mistake("convert", "wave.npz", "wave.bvh", "--unit", "cm")


def test_the_unit_of_a_file_without_one_is_given(here: Path) -> None:
    run("convert", "wave.npz", "wave.bvh")
    assert run("convert", "wave.bvh", "big.npz", "--unit", "100").exit_code == 0
    clip = load_content("wave.bvh", unit=1.0).clip
    assert clip.unit == 1
    assert np.allclose(points("big.npz"), 100 * points("wave.bvh", unit="m"), atol=1e-6)


def test_info_says_what_a_clip_file_holds(here: Path) -> None:
    text = ran("info", "wave.npz")
    assert "clip wave: " in text
    assert "lost in reading: keys, timed goals" in text
    found = json.loads(ran("info", "wave.npz", "--json"))["file"]
    assert found["clips"][0]["name"] == "wave"
    assert found["writes"] is True


def test_fbx_is_refused_with_the_line_that_converts_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("body.fbx").write_bytes(b"Kaydara FBX Binary  \0")
    text = mistake("info", "body.fbx")
    assert "blender -b --python-expr" in text
    assert "import_scene.fbx(filepath='body.fbx')" in text
    monkeypatch.setenv("PATH", str(here))
    text = mistake("convert", "body.fbx", "body.glb")
    assert "no program blender here" in text
    assert "import_scene.fbx(filepath='body.fbx')" in text
    assert "filepath='body.glb'" in text


def fake_blender(folder: Path, body: str) -> None:
    program = folder / "bin" / "blender"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nimport re, shutil, sys\nscript = sys.argv[-1]\n{body}\n")
    program.chmod(0o755)


def test_fbx_is_converted_where_blender_is_found(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("convert", "wave.npz", "made.glb")
    Path("body.fbx").write_bytes(b"any")
    glb = os.path.abspath("made.glb")
    fake_blender(
        here,
        "given, made = re.findall(r\"filepath='(.*?)'\", script)\n"
        "assert open(given, 'rb').read() == b'any'\n"
        f"shutil.copy({glb!r}, made)",
    )
    monkeypatch.setenv("PATH", str(here / "bin"))
    result = run("convert", "body.fbx", "body.npz")
    assert result.exit_code == 0, result.output
    assert np.abs(points("body.npz") - points("wave.npz")).max() < 1e-5


@pytest.mark.skipif(shutil.which("blender") is None, reason="there is no program blender")
def test_blender_itself_converts_an_fbx_file(here: Path) -> None:
    run("convert", "wave.npz", "made.glb")
    make = (
        "import bpy; bpy.ops.wm.read_factory_settings(use_empty=True); bpy.ops.import_scene.gltf(filepath='made.glb'); "
        "bpy.ops.export_scene.fbx(filepath='body.fbx', add_leaf_bones=False)"
    )
    subprocess.run(["blender", "-b", "--factory-startup", "--python-expr", make], check=True, capture_output=True)
    result = run("convert", "body.fbx", "body.glb")
    assert result.exit_code == 0, result.output
    before, after = load_clip("made.glb"), load_clip("body.glb")
    assert after.seconds == pytest.approx(before.seconds, abs=0.05)
    names = [joint.name for joint in before.figure.skeleton]
    apart = []
    for clip in (before, after):
        places = np.asarray(clip.figure.forward(clip.at(np.array([clip.start]))))[0][..., 3]
        own = np.array([places[clip.figure.skeleton.index(name)] for name in names])
        apart.append(np.linalg.norm(own[:, None] - own[None], axis=-1))
    assert np.abs(apart[0] - apart[1]).max() < 1e-4
    skins = [clip.figure.skeleton.skin for clip in (before, after)]
    assert skins[1] is not None
    assert skins[0] is not None
    assert len(skins[1].joints) == len(skins[0].joints)


def test_a_blender_that_fails_is_quoted(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("body.fbx").write_bytes(b"any")
    fake_blender(here, "sys.exit('version 6100 unsupported')")
    monkeypatch.setenv("PATH", str(here / "bin"))
    assert "body.fbx: Blender could not convert the file: version 6100 unsupported" in mistake(
        "convert", "body.fbx", "body.glb"
    )
    assert not Path("body.glb").exists()


def test_a_body_is_scaled_with_its_clip(here: Path) -> None:
    text = ran(
        "scale", "human", "--stature", "1.5", "--mass", "50", "--length", "forearm=0.3", "-o", "me.scr",
        "--clip", "walk", "--clip-out", "walk.npz",
    )  # fmt: skip
    assert "is: 1.500 m, 50.00 kg" in text
    body, clip = Figure(load_skeleton("me.scr")), load_clip("walk.npz")
    assert clip.figure.parameter_names == body.parameter_names
    pose = body.pose()
    assert np.linalg.norm(pose.position("l_hand") - pose.position("l_forearm")) == pytest.approx(0.3)
    assert body.skeleton.mass == pytest.approx(50)
    assert np.asarray(clip.figure.forward(clip.at(clip.frames())))[..., 1, 3].max() < 1.6
    assert "say how large" in mistake("scale", "human")
    assert "--clip-out" in mistake("scale", "human", "--stature", "1.5", "--clip", "walk")
    assert "nose" in mistake("scale", "human", "--length", "nose=2")
