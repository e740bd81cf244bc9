"""The registry of formats, what every format keeps to, and content from and to files."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.clips.mark import Mark
from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, ManikinError, UnknownName, Unsupported
from manikin.figure.figure import Figure
from manikin.formats import files
from manikin.formats.content import CONTENT_KINDS, Content, PoseValues, StoredClip
from manikin.formats.files import load_pose, load_skeleton, save_pose, save_skeleton
from manikin.formats.format import (
    MAX_BYTES,
    Format,
    format_for,
    known_formats,
    known_suffixes,
    read_pose,
    read_skeleton,
    write_content,
    write_pose,
    write_skeleton,
)
from manikin.formats.scr.scr import Scr
from manikin.skeleton.build import chain
from tests.support.paths import TOP

ARM = chain([0.3, 0.2])
FORMATS = sorted(known_formats())
EXAMPLES: dict[str, tuple[Any, ...]] = {
    "skeletons": (ARM,),
    "poses": (
        PoseValues(values=(("rod1", 0.1), ("rod2", -1 / 3)), figure="arm", name="bent"),
        PoseValues(values=(("rod1", -0.0),), angle_unit="deg", ungrouped=True),
        PoseValues(values=()),
    ),
    "clips": (
        StoredClip(
            clip=Samples(
                figure=Figure(ARM),
                rate=24.0,
                data=np.random.default_rng(3).normal(size=(5, Figure(ARM).size)),
                first=-2.0,
                marks=(Mark(name="strike", frame=1.5),),
            ),
            name="swing",
        ),
    ),
}
"""Content of each kind, as much as every format that holds it without loss must give back."""
HUMAN_ONLY = ("vrm", "vrma")
"""Formats that hold human bodies and nothing else."""


# ---- the registry ------------------------------------------------------------------------------


def test_formats_are_found_by_suffix_in_any_case() -> None:
    assert isinstance(format_for("figure.scr"), Scr)
    assert isinstance(format_for(Path("/some/where.d/FIGURE.SCR")), Scr)
    assert isinstance(format_for(".scr"), Scr)
    assert format_for("robot.urdf").name == "urdf"


@pytest.mark.parametrize("path", ["figure.src", "figure", "", "scr", "figure.scr.txt", "a/b.scr/", "x.os", "a.é"])
def test_unknown_suffixes_list_the_known_ones(path: str) -> None:
    with pytest.raises((UnknownName, InputError)) as caught:
        format_for(path)
    assert ".scr" in str(caught.value)
    assert ".urdf" in str(caught.value)


@pytest.mark.parametrize("path", [".", "..", "/"])
def test_a_folder_is_called_so(path: str) -> None:
    with pytest.raises(InputError, match="is a folder"):
        format_for(path)


def test_a_suffix_that_is_nearly_right_is_recognised() -> None:
    with pytest.raises(UnknownName, match=r'did you mean "\.urdf"'):
        format_for("robot.udrf")


def test_formats_are_imported_when_they_are_needed() -> None:
    program = """
import sys
from dataclasses import replace
import manikin.formats.format
assert not any(name.startswith(("manikin.formats.scr", "manikin.formats.urdf")) for name in sys.modules)
manikin.formats.format.format_for("x.scr")
assert "manikin.formats.scr.scr" in sys.modules
assert "manikin.formats.urdf.urdf" not in sys.modules
assert not any(name.startswith(("xml", "defusedxml")) for name in sys.modules), "xml"
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_describes_itself(name: str) -> None:
    kind = known_formats()[name]
    assert issubclass(kind, Format)
    assert kind.name == name
    assert kind.describes
    assert kind.losses
    assert all(kind.losses.values())
    assert kind.can_read() or kind.can_write()
    assert kind.suffixes
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in kind.suffixes)
    assert {*kind.suffixes} <= {*known_suffixes()}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("data", [b"", b"\x00" * 64, b"\xff\xfe\x00", b"garbage", b"{}", b"<", bytes(range(256))])
def test_every_format_refuses_garbage_alike(name: str, data: bytes) -> None:
    with pytest.raises((FormatError, Unsupported)):
        known_formats()[name]().read(data, file="x")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_back_the_content_that_it_loses_nothing_of(name: str) -> None:
    form = known_formats()[name]()
    for kind, losses in form.losses.items():
        if losses == "none":
            content = Content(**{kind: EXAMPLES[kind]})
            assert form.read(form.write(content)) == content
            assert form.write(form.read(form.write(content))) == form.write(content)


@pytest.mark.parametrize("name", [name for name in FORMATS if known_formats()[name].can_write()])
def test_every_format_reads_damaged_files_or_refuses_them_with_its_name(name: str) -> None:
    form, rng = known_formats()[name](), np.random.default_rng(7)
    (kind, *_) = form.losses
    example = (bodies.load("human").skeleton,) if name in HUMAN_ONLY else EXAMPLES[kind]
    sound, messages = form.write(Content(**{kind: example})), []
    for _ in range(300):
        data = bytearray(sound)
        for at in rng.integers(0, len(data), rng.integers(1, 4)):
            data[at] = rng.integers(0, 256)
        data = data[: rng.integers(1, len(data) + 1)] if rng.random() < 0.3 else data
        try:
            found = form.read(bytes(data), file="some.file")
        except FormatError as error:
            messages.append(str(error))
        else:
            if name not in HUMAN_ONLY:  # what a damaged byte made of the body may be none that they hold
                assert form.read(form.write(found), file="some.file") == found
    assert messages
    assert all(message.startswith("some.file:") and len(message) < 500 for message in messages)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_refuses_content_that_it_cannot_hold(name: str) -> None:
    form = known_formats()[name]()
    for kind in set(CONTENT_KINDS) - set(form.losses):
        with pytest.raises(Unsupported, match=f"but not {kind}"):
            write_content(Content(**{kind: EXAMPLES[kind]}), f"x{form.suffixes[0]}")
    with pytest.raises(InputError, match="nothing to write"):
        write_content(Content(), f"x{form.suffixes[0]}")


@pytest.mark.parametrize("name", FORMATS)
def test_the_page_of_formats_says_what_each_can_do_and_what_it_loses(name: str) -> None:
    kind = known_formats()[name]
    page = (TOP / "docs" / "formats" / "index.md").read_text("utf-8")
    ways = " ".join(way for way, can in (("read", kind.can_read()), ("write", kind.can_write())) if can)
    for content, losses in kind.losses.items():
        row = f"| {', '.join(f'`{s}`' for s in kind.suffixes)} | {kind.describes} | {ways} | {content} | {losses} |"
        assert row in page.splitlines()


def test_a_format_must_say_which_content_it_holds() -> None:
    with pytest.raises(InputError, match="must say which content"):
        type("None", (Format,), {}, name="none", suffixes=(".none",), describes="nothing", losses={})
    with pytest.raises(UnknownName, match='did you mean "poses"'):
        type("Wrong", (Format,), {}, name="wrong", suffixes=(".wrong",), describes="nothing", losses={"pose": "none"})
    assert {"none", "wrong"}.isdisjoint(known_formats())


def test_content_of_another_kind_is_told_with_what_the_file_holds() -> None:
    pose = write_pose(Figure(ARM).pose(), "pose.json")
    with pytest.raises(FormatError, match=r"^some/pose\.json: expected one skeleton, found 1 pose$"):
        read_skeleton(pose, "some/pose.json")
    with pytest.raises(FormatError, match=r"^arm\.scr: expected one pose, found 1 skeleton$"):
        read_pose(write_skeleton(ARM, "arm.scr"), "arm.scr", Figure(ARM))
    several = Content(skeletons=(ARM, ARM), poses=EXAMPLES["poses"])
    with pytest.raises(InputError, match="expected one skeleton, found 2 skeletons and 3 poses"):
        _ = several.skeleton


def test_suffixes_belong_to_one_format() -> None:
    assert len(known_suffixes()) == len({*known_suffixes()})


def test_bytes_are_read_and_written_by_the_name_of_their_file() -> None:
    data = write_skeleton(ARM, "arm.scr")
    assert read_skeleton(data, "arm.scr") == ARM
    with pytest.raises(FormatError, match=r"^some/arm\.scr:1:1: "):
        read_skeleton(b"oops", "some/arm.scr")
    with pytest.raises(FormatError, match="more than the 67,108,864"):
        read_skeleton(bytes(MAX_BYTES + 1), "arm.scr")
    with pytest.raises(InputError, match="expected a skeleton, not 'arm'"):
        write_skeleton("arm", "arm.scr")  # type: ignore[arg-type]


# ---- files -------------------------------------------------------------------------------------


def test_files_are_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "arm.scr"
    save_skeleton(ARM, path)
    assert load_skeleton(path) == ARM
    assert load_skeleton(str(path)) == ARM
    assert [p.name for p in tmp_path.iterdir()] == ["arm.scr"]


def test_poses_are_saved_and_loaded_exactly(tmp_path: Path) -> None:
    figure = Figure(ARM)
    pose = figure.pose(figure.random_state(np.random.default_rng(1)))
    save_pose(pose, tmp_path / "pose.json")
    assert load_pose(tmp_path / "pose.json", figure).q.tolist() == pose.q.tolist()


def test_a_missing_file_names_one_with_a_similar_name(tmp_path: Path) -> None:
    save_skeleton(ARM, tmp_path / "elbow.scr")
    with pytest.raises(FormatError, match=r'elbwo\.scr: there is no such file; did you mean "elbow\.scr"\?'):
        load_skeleton(tmp_path / "elbwo.scr")
    with pytest.raises(FormatError, match=r"there is no such file$"):
        load_skeleton(tmp_path / "no" / "such" / "folder.scr")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder.scr"
    folder.mkdir()
    for attempt in (lambda: load_skeleton(folder), lambda: save_skeleton(ARM, folder)):
        with pytest.raises(FormatError, match=r"^\S+folder\.scr: the file cannot be \w+: this is a directory$"):
            attempt()
    with pytest.raises(FormatError, match="cannot be written"):
        save_skeleton(ARM, tmp_path / "no" / "folder.scr")
    for odd in ("\0.scr", "x" * 5000 + ".scr"):
        with pytest.raises(FormatError, match="cannot be"):
            load_skeleton(tmp_path / odd)
        with pytest.raises(FormatError, match="cannot be"):
            save_skeleton(ARM, tmp_path / odd)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_does_not_hang_the_reader(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.scr")
    with pytest.raises(FormatError, match="pipe"):
        load_skeleton(tmp_path / "pipe.scr")


def test_files_beyond_the_limit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.scr"
    with path.open("wb") as file:
        file.truncate(10 * MAX_BYTES)
    with pytest.raises(FormatError, match="has 671,088,640 bytes; at most 67,108,864"):
        load_skeleton(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything is allowed to the superuser")
def test_permissions_are_respected(tmp_path: Path) -> None:
    path = tmp_path / "arm.scr"
    save_skeleton(ARM, path)
    path.chmod(0o200)
    with pytest.raises(FormatError, match="cannot be read: Permission denied"):
        load_skeleton(path)
    path.chmod(0o400)
    with pytest.raises(FormatError, match="protected against writing"):
        save_skeleton(ARM, path)


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    path = tmp_path / "arm.scr"
    path.write_bytes(b"precious")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, failing, fail)
    with pytest.raises(FormatError, match="cannot be written: No space left"):
        save_skeleton(ARM, path)
    monkeypatch.undo()
    assert path.read_bytes() == b"precious"
    assert [p.name for p in tmp_path.iterdir()] == ["arm.scr"]


def test_a_skeleton_that_cannot_be_written_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "arm.stl"
    path.write_bytes(b"precious")
    with pytest.raises(ManikinError):
        save_skeleton(ARM, path)
    assert path.read_bytes() == b"precious"


@pytest.mark.skipif(sys.platform == "win32", reason="links and permissions of Unix")
def test_saving_keeps_links_and_permissions(tmp_path: Path) -> None:
    real, link = tmp_path / "real.scr", tmp_path / "link.scr"
    save_skeleton(chain([1.0]), real)
    real.chmod(0o640)
    link.symlink_to(real)
    save_skeleton(ARM, link)
    assert link.is_symlink()
    assert load_skeleton(real) == ARM
    assert real.stat().st_mode & 0o777 == 0o640


def test_an_option_that_a_format_does_not_have_is_refused(tmp_path: Path) -> None:
    save_skeleton(ARM, tmp_path / "arm.scr")
    with pytest.raises(UnknownName, match="no option of the format scr 'unit'"):
        load_skeleton(tmp_path / "arm.scr", unit="cm")


def test_stored_clips_are_equal_if_their_numbers_are() -> None:
    (stored,) = EXAMPLES["clips"]
    again = replace(stored, clip=replace(stored.clip, data=stored.clip.data.copy()))
    assert again == stored
    for other in (
        replace(stored, unit=0.01),
        replace(stored, clip=replace(stored.clip, data=stored.clip.data + 1e-15)),
        replace(stored, clip=replace(stored.clip, rate=25.0)),
        replace(stored, clip=replace(stored.clip, marks=())),
    ):
        assert other != stored
    with pytest.raises(InputError, match="a unit is a number of metres"):
        replace(stored, unit=0)
    with pytest.raises(InputError, match="expected a clip"):
        StoredClip(clip="walk")  # type: ignore[arg-type]
