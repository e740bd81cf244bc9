"""USD: characters of OpenUSD, judged by its own library where it is installed."""

from __future__ import annotations

import builtins
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manikin import Figure, FormatError, FormatWarning, load_clip, load_skeleton, moves, save_clip
from manikin.errors import Unsupported
from manikin.formats.content import Content, StoredClip
from manikin.formats.files import load_content, save_content
from tests.support.paths import REAL_FILES
from tests.support.rigs import rig
from tests.support.usd_files import BEND, BIND, LEG, REST, SCENES, TURN, matrices, scene

WALK = moves.load("walk").bake()
TWO = """#usda 1.0
(
    metersPerUnit = 0.01
    upAxis = "Z"
    timeCodesPerSecond = 10
)
def SkelRoot "A"
{
    def Skeleton "S" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        uniform token[] joints = ["hip", "hip/knee", "hip/foot", "hip/foot/knee"]
        uniform matrix4d[] bindTransforms = [
            ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,100,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,60,1)),
            ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,20,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,10,1))]
        rel skel:animationSource = </A/S/Anim>
        def SkelAnimation "Anim"
        {
            uniform token[] joints = ["hip/knee", "hip"]
            float3[] translations.timeSamples = {0: [(0,0,-40), (0,0,100)], 10: [(0,0,-40), (50,0,100)]}
            quatf[] rotations = [(1,0,0,0), (1,0,0,0)]
            half3[] scales = [(1,1,1), (1,1,1)]
        }
    }
}
"""

RESTING = TWO.replace(
    "        rel skel:",
    "        uniform matrix4d[] restTransforms = ["
    + ", ".join(f"((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,{z},1))" for z in (100, -40, -80, -10))
    + "]\n        rel skel:",
)
"""The same with rest transforms."""


def places(clip: Any) -> np.ndarray:
    return np.asarray(clip.figure.forward(clip.at(clip.frames())))[..., 3]


def test_a_clip_is_written_and_read_again(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    save_clip(WALK, tmp_path / "walk.usda", name="walk")
    again = load_clip(tmp_path / "walk.usda")
    assert [j.name for j in again.figure.skeleton] == [j.name for j in WALK.figure.skeleton]
    assert again.rate == WALK.rate
    assert np.abs(places(again) - places(WALK)).max() < 1e-5


def test_the_library_of_pixar_puts_the_joints_where_we_do(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    from pxr import Usd, UsdSkel

    save_clip(WALK, tmp_path / "walk.usda")
    stage = Usd.Stage.Open(str(tmp_path / "walk.usda"))
    root = stage.GetDefaultPrim()
    cache = UsdSkel.Cache()
    cache.Populate(UsdSkel.Root(root), Usd.PrimDefaultPredicate)
    query = cache.GetSkelQuery(UsdSkel.Skeleton(stage.GetPrimAtPath(root.GetPath().AppendChild("Skel"))))
    for frame in (0, 7, 20):
        there = np.array(query.ComputeJointSkelTransforms(Usd.TimeCode(frame)))[:, 3, :3]
        assert np.abs(there - places(WALK)[frame]).max() < 1e-5


def test_units_axes_subsets_and_missing_rests_are_read(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    (tmp_path / "two.usda").write_text(TWO)
    with pytest.warns(Warning, match="no rest transforms"):
        content = load_content(tmp_path / "two.usda")
    clip = content.clip.clip
    assert clip.figure.skeleton.up == "z"
    assert [j.name for j in clip.figure.skeleton] == ["hip", "hip/knee", "foot", "hip/foot/knee"]
    assert clip.rate == 10
    assert np.allclose(places(clip)[0, 0], [0, 0, 1.0])
    assert np.allclose(places(clip)[-1, 0], [0.5, 0, 1.0])
    assert np.allclose(clip.pose(clip.end).position("hip/foot/knee"), [0.5, 0, 0.1])


def test_a_skeleton_that_is_moved_about_moves_its_root(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    from pxr import Usd, UsdGeom, UsdSkel

    moved = """def Xform "Way"
{
    double3 xformOp:translate.timeSamples = {0: (100, 0, 0), 10: (300, 50, 0)}
    float xformOp:rotateZ.timeSamples = {0: 30, 20: 90}
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateZ"]
"""
    head, root, rest = RESTING.partition('def SkelRoot "A"')
    text = head + moved + root + rest.replace("</A/S/Anim>", "</Way/A/S/Anim>") + "}\n"
    (tmp_path / "way.usda").write_text(text)
    clip = load_clip(tmp_path / "way.usda")
    assert len(clip.frames()) == 21
    stage = Usd.Stage.Open(str(tmp_path / "way.usda"))
    prim = stage.GetPrimAtPath("/Way/A/S")
    cache = UsdSkel.Cache()
    cache.Populate(UsdSkel.Root(stage.GetPrimAtPath("/Way/A")), Usd.PrimDefaultPredicate)
    query = cache.GetSkelQuery(UsdSkel.Skeleton(prim))
    for frame in (0, 5, 10, 17):
        place = np.array(UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(frame))
        there = np.array(query.ComputeJointLocalTransforms(Usd.TimeCode(frame)))[0] @ place
        assert np.abs(0.01 * there[3, :3] - places(clip)[frame, 0]).max() < 1e-6


def test_scales_that_change_are_told(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    steady, growing = "half3[] scales = [(1,1,1), (1,1,1)]", "half3[] scales.timeSamples = {0: [%s], 10: [%s]}"
    text = RESTING.replace(steady, growing % ("(1,1,1), (2,2,2)", "(1,1,1), (2,3,2)"))
    (tmp_path / "two.usda").write_text(text)
    with pytest.warns(Warning, match="the scale of 'hip' changes by 1; it is taken as it begins"):
        clip = load_clip(tmp_path / "two.usda")
    assert np.allclose(places(clip)[0, 1], [0, 0, 1 - 0.8])


@pytest.mark.parametrize("suffix", [".usdc", ".usdz", ".usd"])
def test_binary_scenes_and_packages_are_written_through_the_library(suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    save_clip(WALK, tmp_path / f"walk{suffix}")
    again = load_clip(tmp_path / f"walk{suffix}")
    assert np.abs(places(again) - places(WALK)).max() < 1e-5
    begins = {".usdc": b"PXR-USDC", ".usdz": b"PK", ".usd": b"#usda"}
    assert (tmp_path / f"walk{suffix}").read_bytes().startswith(begins[suffix])


def test_the_checker_of_pixar_finds_nothing(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    from pxr import Usd, UsdValidation

    save_clip(WALK, tmp_path / "walk.usda")
    known = UsdValidation.ValidationRegistry()
    checks = known.GetOrLoadAllValidators()
    found = UsdValidation.ValidationContext(checks).Validate(Usd.Stage.Open(str(tmp_path / "walk.usda")))
    assert not [one.GetMessage() for one in found]


@pytest.mark.skipif(not REAL_FILES.is_dir(), reason="the files of others are not here")
def test_the_arm_of_pixar_bends() -> None:
    pytest.importorskip("pxr")
    clip = load_clip(REAL_FILES / "usd" / "openusd_skinnedArm.usda")
    assert np.allclose(places(clip)[-1, 2], [0, -0.02, 0.02], atol=1e-5)


def test_layers_that_are_not_beside_the_file_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    for name in ("../other.usda", "/etc/passwd", "missing.usda", "http://example.org/a.usda"):
        (tmp_path / "a.usda").write_text(f"#usda 1.0\n( subLayers = [@{name}@] )\n")
        with pytest.raises(FormatError, match="layer"):
            load_skeleton(tmp_path / "a.usda")
    (tmp_path / "two.usda").write_text(TWO)
    (tmp_path / "a.usda").write_text("#usda 1.0\n( subLayers = [@./two.usda@] )\n")
    with pytest.warns(Warning, match="no rest transforms"):
        assert len(load_skeleton(tmp_path / "a.usda")) == 4


def test_without_the_extra_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_clip(WALK, tmp_path / "walk.usda")
    imports = builtins.__import__

    def absent(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "pxr":
            raise ImportError(name)
        return imports(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(FormatError, match=r"pip install 'manikin\[usd\]'"):
        load_clip(tmp_path / "walk.usda")


def test_garbage_and_scenes_without_skeletons_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    for text in (b"#usda 1.0\n", b"#usda 1.0\ndef Xform", b"PXR-USDC" + bytes(200), b"PK\x03\x04" + bytes(50)):
        for suffix in (".usda", ".usdc", ".usdz", ".usd"):
            path = tmp_path / f"x{suffix}"
            path.write_bytes(text)
            with pytest.raises(FormatError):
                load_skeleton(path)


def test_mutated_files_are_read_or_refused(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    from manikin.formats.usd.usd import Usd

    rng = np.random.default_rng(11)
    sound = TWO.encode()
    refused = 0
    for _ in range(2000):
        data = bytearray(sound)
        for at in rng.integers(0, len(data), rng.integers(1, 4)):
            data[at] = rng.integers(0, 256)
        data = data[: rng.integers(1, len(data) + 1)] if rng.random() < 0.3 else data
        try:
            Usd().read(bytes(data), file="x.usda")
        except FormatError:
            refused += 1
    assert 200 < refused < 2000


def test_two_clips_do_not_fit(tmp_path: Path) -> None:
    two = Content(clips=(StoredClip(clip=WALK, name="a"), StoredClip(clip=WALK, name="b")))
    with pytest.raises(Unsupported, match="one clip"):
        save_content(two, tmp_path / "x.usda")


def test_a_skeleton_alone_is_written(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    from manikin import Figure, save_skeleton

    figure = rig("mixamo", up="z")
    save_skeleton(figure.skeleton, tmp_path / "rig.usda")
    again = Figure(load_skeleton(tmp_path / "rig.usda"))
    assert again.skeleton.up == "z"
    assert np.allclose(again.pose().world[..., 3], figure.pose().world[..., 3], atol=1e-9)


@pytest.mark.parametrize("name", SCENES)
def test_scenes_that_others_fell_over_are_read_as_the_library_of_pixar_does(name: str, tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    from pxr import Usd, UsdGeom, UsdSkel

    file = tmp_path / "scene.usda"
    file.write_text(SCENES[name])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        content = load_content(file)
    stage = Usd.Stage.Open(str(file))
    cache = UsdSkel.Cache()
    cache.Populate(UsdSkel.Root(stage.GetPrimAtPath("/Model")), Usd.PrimDefaultPredicate)
    query = cache.GetSkelQuery(UsdSkel.Skeleton(stage.GetPrimAtPath("/Model/Skel")))
    clip = content.clips[0].clip if content.clips else None
    figure = Figure(content.skeleton) if clip is None else clip.figure
    names = [str(path).rpartition("/")[2] for path in query.GetJointOrder()]
    rows = [figure.skeleton.index(name) for name in names]
    first = query.GetAnimQuery().GetJointTransformTimeSamples()[0] if clip else 0.0
    states = figure.rest[None] if clip is None else clip.at(clip.frames())
    assert len(states) == (1 if clip is None else 9)
    for frame, q in enumerate(states):
        moment = Usd.TimeCode(first + frame)
        there = np.array(query.ComputeJointWorldTransforms(UsdGeom.XformCache(moment)))[:, 3, :3]
        there = there * UsdGeom.GetStageMetersPerUnit(stage)
        assert np.abs(np.asarray(figure.forward(q))[rows, :, 3] - there).max() < 1e-6 * max(np.ptp(there), 1e-9)


def test_rotations_that_are_not_clean_are_cleaned(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    long = BEND.replace(TURN, "(1.8477590, 0, 0, 0.7653668)")  # a quaternion of length 2
    skew = "((1.001,0.002,0,0),(-0.002,0.999,0.001,0),(0,-0.001,1,0),(0,100,0,1)), "
    rests = skew + matrices("0,-40,5", "0,-40,0")
    found = []
    for rest, bend in ((REST, BEND), (REST, long), (rests, BEND)):
        (tmp_path / "scene.usda").write_text(scene(LEG, rest, BIND, bend))
        clip = load_clip(tmp_path / "scene.usda")
        found.append(places(clip)[[0, 8]])  # between them quaternions of other lengths turn otherwise
        frames = np.asarray(clip.figure.forward(clip.at(clip.frames())))[..., :3]
        assert np.abs(frames @ np.swapaxes(frames, -1, -2) - np.eye(3)).max() < 3e-3
    assert np.abs(found[1] - found[0]).max() < 1e-6
    assert np.abs(found[2] - found[0]).max() < 3e-3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (scene('"hip/knee", "hip"', matrices("0,1,0", "0,2,0"), matrices("0,1,0", "0,2,0"), None), "not valid"),
        (scene(LEG, None, None, None), "neither rest nor bind"),
        (scene(LEG, REST, BIND, BEND.replace(TURN, "(0, 0, 0, 0)")), "quaternion of zero"),
        (scene(LEG, REST, BIND, BEND.replace("[(1,1,1), (1,1,1)]", "[(1,1,1)]")), "as many values"),
    ],
)
def test_scenes_that_cannot_be_meant_are_refused(text: str, message: str, tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    (tmp_path / "scene.usda").write_text(text)
    with pytest.raises(FormatError, match=message):
        load_content(tmp_path / "scene.usda")
