"""Skeletons and motions of Acclaim, beside a plain evaluation; dialects and mistakes."""

from __future__ import annotations

import math
import random
import re
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from manikin.errors import FormatError, FormatWarning, InputError
from manikin.formats.content import Content
from manikin.formats.files import load_content
from manikin.formats.format import read_content
from tests.support.acclaim_files import AMC, ASF
from tests.support.paths import REAL_FILES
from tests.support.yardstick import reference_seconds, yardstick_seconds


def folder(asf: str = ASF, name: str = "body.asf") -> Callable[[str], bytes]:
    def beside(wanted: str) -> bytes:
        if wanted != name:
            raise FormatError("there is no such file", file=wanted)
        return asf.encode()

    return beside


def read(text: str = AMC, *told: str, asf: str = ASF, name: str = "body.amc", **options: Any) -> Content:
    options = {"rate": 60, **options}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FormatWarning)
        content = read_content(text.encode(), name, beside=folder(asf), **options)
    messages = [str(one.message) for one in caught]
    assert len(messages) == len(told), messages
    for message, part in zip(messages, told, strict=True):
        assert part in message
    return content


def plain_ends(asf: str, amc: str) -> list[dict[str, np.ndarray]]:
    """Where each bone begins, frame by frame, in the units of the file: fixed axes, one bone after another."""
    body = re.sub(r"#.*", "", asf)
    bones: dict[str, dict[str, Any]] = {}
    for block in re.findall(
        r"begin\s+(?:id|name)(.*?)\bend\b", body.split(":bonedata")[1].split(":hierarchy")[0], re.DOTALL
    ):
        words = ("id " + block).split()
        name = words[words.index("name") + 1] if "name" in words else words[1]
        at = words.index("axis")
        letters = (
            words[at + 4] if at + 4 < len(words) and words[at + 4].isalpha() and len(words[at + 4]) == 3 else "XYZ"
        )
        dof = (
            [word for word in words[words.index("dof") + 1 :] if re.fullmatch("[rt][xyz]", word)]
            if "dof" in words
            else []
        )
        bones[name] = {
            "direction": np.array(words[words.index("direction") + 1 :][:3], float),
            "length": float(words[words.index("length") + 1]),
            "frame": Rotation.from_euler(letters.lower(), np.array(words[at + 1 : at + 4], float), degrees=True),
            "dof": dof,
        }
    root = body.split(":root")[1].split(":bonedata")[0]
    place = np.array(re.search("position(.*)", root)[1].split(), float)  # type: ignore[index]
    frame = Rotation.from_euler("xyz", np.array(re.search("orientation(.*)", root)[1].split(), float), degrees=True)  # type: ignore[index]
    parents = {}
    for line in body.split(":hierarchy")[1].splitlines():
        first, *rest = line.split() or [""]
        parents.update(dict.fromkeys(rest, first))
    made = []
    for block in re.split(r"(?m)^\s*\d+\s*$", amc)[1:]:
        rows = {line.split()[0]: np.array(line.split()[1:], float) for line in block.splitlines() if line.strip()}
        turn = {"root": frame * Rotation.from_euler("xyz", rows["root"][3:], degrees=True) * frame.inv()}
        begin, end = {"root": place + rows["root"][:3]}, {"root": place + rows["root"][:3]}
        waiting = list(parents)
        while waiting:
            name = waiting.pop(0)
            parent = parents[name]
            if parent not in turn:
                waiting.append(name)
                continue
            bone, values = bones[name], dict(zip(bones[name]["dof"], rows.get(name, ()), strict=True))
            angles = [values.get(f"r{letter}", 0.0) for letter in "xyz"]
            moved = bone["frame"].apply([values.get(f"t{letter}", 0.0) for letter in "xyz"])
            begin[name] = end[parent] + turn[parent].apply(moved)
            turn[name] = (
                turn[parent] * bone["frame"] * Rotation.from_euler("xyz", angles, degrees=True) * bone["frame"].inv()
            )
            end[name] = begin[name] + turn[name].apply(bone["direction"] * bone["length"])
        made.append({**begin, **{f"{name} end": end[name] for name in bones}})
    return made


def worst(content: Content, wanted: list[dict[str, np.ndarray]]) -> float:
    clip, names = content.clip.clip, [joint.name for joint in content.skeleton]
    ours = clip.figure.forward(clip.at(clip.frames()))[..., 3]
    theirs = np.array([[frame[name] for name in names] for frame in wanted]) * content.clip.unit
    assert ours.shape == theirs.shape
    return float(np.linalg.norm(ours - theirs, axis=-1).max() / np.ptp(theirs, axis=1).max())


def test_a_clip_has_the_positions_that_a_plain_evaluation_gives() -> None:
    content = read()
    assert [joint.name for joint in content.skeleton] == ["root", "thigh", "shin", "shin end", "spike"]
    assert worst(content, plain_ends(ASF, AMC)) < 1e-12
    assert content.clip.unit == 0.0254 / 0.5
    assert content.clip.clip.rate == 60.0


def test_a_real_clip_has_the_positions_that_a_plain_evaluation_gives() -> None:
    asf, amc = (REAL_FILES / "asf_amc" / name for name in ("physx_stickman.asf", "physx_stickman_walking_01.amc"))
    if not asf.exists():
        pytest.skip("the files of others are not at hand; MANIKIN_DATA names their folder")
    with pytest.warns(FormatWarning) as caught:
        content = load_content(amc)
    assert [part in str(one.message) for one, part in zip(caught, ("120 frames", "limits of"), strict=True)] == [
        True,
        True,
    ]
    figure = content.clip.clip.figure
    assert (figure.lo <= content.clip.clip.data.min(axis=0)).all()
    assert (content.clip.clip.data.max(axis=0) <= figure.hi).all()
    assert content.clip.clip.data.shape == (117, 62)
    assert worst(content, plain_ends(asf.read_text(), amc.read_text())) < 1e-12
    places = content.clip.clip.figure.forward(content.clip.clip.data)[..., 1, 3]
    assert 1.4 < np.ptp(places, axis=1).max() < 1.9
    assert len(load_content(asf).skeleton) == len(content.skeleton)


def test_limits_masses_and_units_are_read() -> None:
    skeleton = read().skeleton
    thigh = skeleton["thigh"]
    assert [dof.name for dof in thigh.dofs] == ["thigh.z", "thigh.y", "thigh.x"]
    assert [(dof.lo, dof.hi) for dof in thigh.dofs][1:] == [
        (math.radians(-70), math.radians(70)), (math.radians(-160), math.radians(20))
    ]  # fmt: skip
    assert thigh.dofs[0].hi == math.inf
    assert thigh.mass == 6.0
    assert read(unit="cm").clip.unit == 0.01
    radians = ASF.replace("angle deg", "angle rad")
    assert read(asf=radians).skeleton["thigh"].dofs[1].hi == 70.0


def test_radians_comments_blank_lines_and_line_ends_are_read() -> None:
    sound = read()
    turned = []
    for line in AMC.splitlines():
        name, *values = line.split()
        angles = {"root": range(3, 6), "thigh": range(3), "shin": range(1)}.get(name, range(0))
        words = [repr(math.radians(float(value))) if i in angles else value for i, value in enumerate(values)]
        turned.append(" ".join([name, *words]))
    radians = read("\n".join(turned).replace(":DEGREES", ":RADIANS"))
    assert np.allclose(radians.clip.clip.data, sound.clip.clip.data, atol=1e-15)
    assert read(AMC.replace("\n", "\r\n")) == sound
    assert read("\n" + AMC.replace("\nshin", "\n\n# a remark\nshin")) == sound


def test_bones_in_another_order_and_missing_ones_are_read() -> None:
    moved = read(AMC.replace("thigh 5 -6 7\nshin 11 0.5\n", "shin 11 0.5\nthigh 5 -6 7\n"))
    assert moved == read()
    bent = ASF.replace("limits (-10 170)", "limits (20 170)").replace("limits (-160.0 20.0)", "limits (-160.0 -20.0)")
    less = read(AMC.replace("thigh 5 60 -70\n", ""), "2 limits of the skeleton are widened", asf=bent).clip.clip
    assert less.figure.hi[less.figure.index("thigh.x")] == math.radians(5)  # captured motions go beyond
    assert less.figure.lo[less.figure.index("shin.x")] == math.radians(11)
    assert less.data[1, less.figure.index("thigh.x")] == math.radians(-20)
    assert less.data[1, less.figure.index("thigh.x")] == less.figure.rest[less.figure.index("thigh.x")]
    assert less.data[1, less.figure.index("shin.x")] == math.radians(110)


def test_numbers_of_frames_out_of_order_are_told() -> None:
    first, second = AMC.index("1\nroot"), AMC.index("2\nroot")
    swapped = AMC[:first] + AMC[second:] + AMC[first:second]
    assert read(swapped, "they are sorted") == read()
    assert len(read(AMC.replace("\n2\nroot", "\n7\nroot"), "5 numbers of frames are left out").clip.clip.data) == 2
    with pytest.raises(FormatError, match="the frame 1 stands in the file twice"):
        read(AMC.replace("\n2\nroot", "\n1\nroot"))


def test_the_skeleton_is_found_by_the_name_of_the_clip() -> None:
    for name in ("body.amc", "body_01.amc", "body_walk-2.amc"):
        assert read(name=name).clip.name == name[:-4]
    assert read(name="other.amc") == read(name="other.amc", skeleton="body.asf")  # named in its first line
    with pytest.raises(FormatError, match=r"there is none of 'other\.asf', 'other\.ASF': say skeleton="):
        read(AMC.replace("#!OML", "#"), name="other.amc")
    with pytest.raises(FormatError, match="there is none"):
        read_content(AMC.encode(), "body.amc")


def test_the_files_of_a_folder_are_found(tmp_path: Path) -> None:
    (tmp_path / "body.asf").write_text(ASF)
    (tmp_path / "body_1.amc").write_text(AMC)
    assert len(load_content(tmp_path / "body_1.amc", rate=30.0).clip.clip.data) == 2


def test_the_only_skeleton_of_a_folder_is_taken_and_of_several_one_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "walk.amc").write_text(AMC.replace("#!OML", "#"))
    (tmp_path / "someone.ASF").write_text(ASF)
    assert load_content(tmp_path / "walk.amc", rate=30.0).skeleton.name == "someone"
    (tmp_path / "another.asf").write_text(ASF)
    with pytest.raises(FormatError, match=r"of 'another\.asf', 'someone\.ASF' say which by skeleton="):
        load_content(tmp_path / "walk.amc", rate=30.0)


def test_a_bone_that_changes_its_length_carries_what_hangs_from_it() -> None:
    asf = ASF.replace("dof rx ry rz", "dof rx ry rz l").replace("(-inf inf)", "(-inf inf) (-1 3)")
    amc = AMC.replace("thigh 5 -6 7", "thigh 5 -6 7 0").replace("thigh 5 60 -70", "thigh 5 60 -70 1.5")
    content, plain = read(amc, asf=asf), plain_ends(ASF.replace("length 4", "length 5.5"), AMC)[1]
    clip, names = content.clip.clip, [joint.name for joint in content.skeleton]
    assert names == ["root", "thigh", "thigh end", "shin", "shin end", "spike"]
    assert clip.figure.hi[clip.figure.index("thigh.l")] == pytest.approx(3 * content.clip.unit)
    ours = clip.figure.forward(clip.data)[1, :, :, 3]
    for name in ("shin", "shin end", "thigh"):
        assert ours[names.index(name)] == pytest.approx(plain[name] * content.clip.unit, abs=1e-14)


def test_centres_of_mass_and_the_axis_that_points_up_are_read() -> None:
    heavy = read_content(ASF.replace("bodymass 3", "bodymass 3\n cofmass 1.5").encode(), "body.asf").skeleton
    assert heavy["thigh"].centre == pytest.approx(np.array([0.6, -0.8, 0]) * 1.5 * 0.0254 / 0.5)
    lying = ASF.replace("name shin", "name foot").replace("thigh shin", "thigh foot").replace("name spike", "name head")
    lying = lying.replace("root thigh spike", "root thigh head").replace("direction 0.6 -0.8 0", "direction 0 0 -1")
    lying = lying.replace("orientation 10 20 30", "orientation 0 0 0")
    with pytest.warns(FormatWarning, match="z points up"):
        assert read_content(lying.encode(), "body.asf").skeleton.up == "z"
    assert read_content(lying.encode(), "body.asf", up="y").skeleton.up == "y"
    turned = read_content(lying.encode(), "body.asf", up="-z").skeleton
    assert (turned.up, turned.root.offset[1]) == ("y", pytest.approx(-3 * 0.0254 / 0.5))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (":version 1.10\n", "", ""),
        (":root", ":rot", "10: there is no section :rot; did you mean"),
        ("length 0.5", "length 0", "6: the unit of length must be above 0"),
        ("angle deg", "angle grad", "7: expected angle deg or angle rad"),
        ("order TX", "order UX", "11: expected degrees of freedom"),
        ("order TX TY", "order TX TX", "stands here twice"),
        ("axis XYZ\n  pos", "axis XYX\n  pos", "12: expected an order of axes"),
        ("position 1 2 3", "position 1 2", "13: expected position and 3 finite numbers"),
        ("position 1 2 3", "position 1 2 nan", "13: expected position"),
        ("name shin", "name thigh", "a bone needs a name of its own"),
        ("name shin", "nam shin", "a bone has no 'nam'"),
        ("limits (-10 170) (-1 1)", "limits (-10 170)", "expected limits"),
        ("limits (-10 170)", "limits (10 -170)", "expected limits"),
        ("thigh shin", "thigh chin", "there is no bone 'chin'; did you mean"),
        ("thigh shin", "thigh root", "has two parents"),
        ("thigh shin", "", "the bone 'shin' is not in the :hierarchy"),
        ("thigh shin", "shin shin", "its own ancestor"),
    ],
)
def test_mistakes_in_skeletons_are_told(old: str, new: str, message: str) -> None:
    assert old in ASF
    text = ASF.replace(old, new, 1)
    if not message:
        read_content(text.encode(), "body.asf")
        return
    with pytest.raises(FormatError, match=message):
        read_content(text.encode(), "body.asf")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (":DEGREES", ":GRADS", r"body\.amc:3: expected :DEGREES"),
        ("1\nroot", "root", r"body\.amc:4: an AMC file has the number of a frame here"),
        ("thigh 5 -6 7", "thigh 5 -6", r"body\.amc:6: expected 3 numbers behind 'thigh', not '5 -6'"),
        ("thigh 5 -6 7", "thigh 5 -6 x", r"body\.amc:6: expected 3 numbers"),
        ("thigh 5 -6 7", "thigh 5 -6 nan", r"body\.amc:6: expected 3 numbers"),
        ("thigh 5 -6 7\nshin 11 0.5", "thigh 5 -6 7 11\nshin 0.5", r"body\.amc:6: expected 3 numbers"),
        ("thigh 5 -6 7", "tigh 5 -6 7", r"body\.amc:6: there is no bone 'tigh' that moves; did you mean"),
        ("thigh 5 -6 7", "spike 5 -6 7", r"there is no bone 'spike' that moves"),
    ],
)
def test_mistakes_in_motions_are_told(old: str, new: str, message: str) -> None:
    assert old in AMC
    with pytest.raises(FormatError, match=message):
        read(AMC.replace(old, new, 1))


def test_wrong_options_are_refused() -> None:
    with pytest.raises(InputError, match="the rate must be above 0"):
        read(rate=0)
    with pytest.raises(InputError, match="a unit is one of"):
        read(unit="ell")


def test_2000_mutants_are_read_or_refused() -> None:
    rng, told = random.Random(3), []
    for round_ in range(2000):
        of_motion = round_ % 2
        data = bytearray((AMC if of_motion else ASF).encode())
        for _ in range(rng.randint(1, 5)):
            data[rng.randrange(len(data))] = (
                rng.randrange(256) if rng.random() < 0.5 else ord(rng.choice("0 \n():-.e9"))
            )
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)) :]
        beside = folder() if of_motion else folder("")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            try:
                read_content(bytes(data), "body.amc" if of_motion else "body.asf", beside=beside)
            except FormatError as error:
                told.append(str(error))
    assert 400 < len(told) < 1990
    assert max(map(len, told)) < 500


@pytest.mark.timing
def test_motions_are_read_fast() -> None:
    frames = "".join(f"{i}\n" + AMC.split("\n1\n")[1].split("\n2\n")[0].strip() + "\n" for i in range(60_000))
    text = AMC.split("\n1\n")[0] + "\n" + frames
    times = []
    for _ in range(3):
        start = time.process_time()
        read(text)
        times.append(time.process_time() - start)
    assert len(text) / 1e6 / reference_seconds(min(times), yardstick_seconds()) > 20
