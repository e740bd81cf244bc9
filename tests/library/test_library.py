"""Shelves of clips on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from manikin import bodies
from manikin.clips import Keyframes, Samples
from manikin.clips.key import Key
from manikin.errors import FormatError, InputError, UnknownName
from manikin.library.library import Library, find_clip, libraries, user_library

LIMB = bodies.load("limb7")
CLIP = Keyframes(figure=LIMB, keys=(Key(frame=0, q=tuple(LIMB.rest)), Key(frame=9, q=tuple(LIMB.rest))))


def shown(library: Library) -> list[tuple[str, str]]:
    return [(entry.shelf, entry.name) for entry in library.entries()]


def test_clips_are_stored_listed_renamed_and_deleted(tmp_path: Path) -> None:
    library = Library(tmp_path / "clips")
    assert library.entries() == ()
    library.store(CLIP, "walks", "slow walk")
    library.store(CLIP, "walks", "Gang (über Hügel)")
    library.store(CLIP, "arms", "wave")
    assert shown(library) == [("arms", "wave"), ("walks", "Gang (über Hügel)"), ("walks", "slow walk")]
    assert library.shelves() == ("arms", "walks")
    assert library.load("walks", "slow walk") == CLIP
    library.rename("walks", "slow walk", "stroll")
    library.delete("arms", "wave")
    assert shown(library) == [("walks", "Gang (über Hügel)"), ("walks", "stroll")]
    assert library.shelves() == ("walks",)
    assert not [path for path in tmp_path.rglob("*") if path.suffix == ".tmp"]


def test_nothing_is_overwritten_unless_it_is_asked_for(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.store(CLIP, "a", "wave")
    other = Keyframes(figure=LIMB, keys=CLIP.keys[:1])
    for name in ("wave", "WAVE"):  # one file on some systems
        with pytest.raises(InputError, match="there is a clip 'wave'"):
            library.store(other, "a", name)
    assert library.load("a", "wave") == CLIP
    library.store(other, "a", "wave", replace=True)
    assert library.load("a", "wave") == other
    library.store(CLIP, "a", "nod")
    with pytest.raises(InputError, match="there is a clip 'wave'"):
        library.rename("a", "nod", "wave")


def test_long_samples_are_stored_as_arrays_and_replaced_by_keys(tmp_path: Path) -> None:
    human = bodies.load("human")
    library = Library(tmp_path)
    long = Samples(figure=human, data=np.random.default_rng(0).normal(size=(5000, human.size)))
    assert library.store(long, "captures", "long").path.suffix == ".npz"
    assert library.store(CLIP, "captures", "long", replace=True).path.suffix == ".clip"
    assert shown(library) == [("captures", "long")]
    assert library.load("captures", "long") == CLIP


@pytest.mark.parametrize(
    "name",
    ["..", ".", "", "../x", "a/b", "a\\b", "/etc/passwd", ".hidden", "x\0y", "con", "NUL", "a" * 200, "x ", "a:b", 3],
)
def test_names_that_lead_elsewhere_are_refused(name: object, tmp_path: Path) -> None:
    library = Library(tmp_path / "clips")
    library.store(CLIP, "a", "wave")
    for attempt in (
        lambda: library.store(CLIP, "a", name),  # type: ignore[arg-type]
        lambda: library.store(CLIP, name, "x"),  # type: ignore[arg-type]
        lambda: library.load("a", name),  # type: ignore[arg-type]
        lambda: library.rename("a", "wave", name),  # type: ignore[arg-type]
        lambda: library.delete(name, "wave"),  # type: ignore[arg-type]
    ):
        with pytest.raises(InputError, match="the name of a"):
            attempt()
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["a", "clips", "wave.clip"]


def test_links_and_strange_files_are_passed_over(tmp_path: Path) -> None:
    library = Library(tmp_path / "clips")
    library.store(CLIP, "a", "wave")
    outside = tmp_path / "outside.clip"
    outside.write_bytes((tmp_path / "clips" / "a" / "wave.clip").read_bytes())
    (tmp_path / "clips" / "a" / "link.clip").symlink_to(outside)
    (tmp_path / "clips" / "a" / "notes.txt").write_text("x")
    (tmp_path / "clips" / "b").symlink_to(tmp_path)
    assert shown(library) == [("a", "wave")]


def test_unknown_names_list_the_known_ones(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.store(CLIP, "arms", "wave")
    with pytest.raises(UnknownName, match='did you mean "arms"'):
        library.load("arm", "wave")
    with pytest.raises(UnknownName, match='did you mean "wave"'):
        library.load("arms", "wawe")
    with pytest.raises(UnknownName, match="wave"):
        find_clip("wav", places=[library])


def test_a_damaged_clip_says_its_file_and_spoils_no_other(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.store(CLIP, "a", "wave")
    (tmp_path / "a" / "bad.clip").write_text("{")
    assert shown(library) == [("a", "bad"), ("a", "wave")]
    with pytest.raises(FormatError, match=r"bad\.clip:1:2: not JSON"):
        library.load("a", "bad")
    assert library.load("a", "wave") == CLIP


def test_the_nearest_library_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert user_library().folder == tmp_path / "data" / "manikin" / "clips"
    user_library().store(CLIP, "a", "zz wave")
    near = Library(tmp_path / "work" / "clips")
    near.store(Keyframes(figure=LIMB, keys=CLIP.keys[:1]), "a", "zz wave")
    assert libraries(tmp_path / "work" / "x.mproj")[0] == near
    assert find_clip("zz wave") == CLIP
    assert find_clip("a/zz wave", places=libraries(tmp_path / "work" / "x.mproj")).end == 0
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert user_library().folder.is_absolute()


def test_shipped_clips_are_found_after_those_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert find_clip("wave").figure.name == "human"
    assert find_clip("moves/wave").end == find_clip("wave").end
    user_library().store(CLIP, "mine", "wave")
    assert find_clip("wave") == CLIP
    assert find_clip("moves/wave").figure.name == "human"
    with pytest.raises(InputError, match="'limb7' is not taken for a human body"):
        find_clip("moves/wave", LIMB)
    with pytest.raises(UnknownName, match="wave"):
        find_clip("waves")
