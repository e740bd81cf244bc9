"""Bit rot: a damaged project is told or whole, never silently another history or another document."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from manikin.errors import FormatError, ManikinError
from manikin.project.contents import digest_of
from manikin.project.store import Store
from tests.support.project_parts import first_parts, history, lock_part, opened

PAGE = 1024


def damages(good: bytes, rng: random.Random) -> Iterator[bytes]:
    """Flipped bits, cuts, pages zeroed and swapped, and bursts of noise."""
    pages = len(good) // PAGE
    for _ in range(70):
        content = bytearray(good)
        bit = rng.randrange(8 * len(good))
        content[bit // 8] ^= 1 << bit % 8
        yield bytes(content)
    for _ in range(10):
        yield good[: rng.randrange(len(good))]
    for _ in range(10):
        at = PAGE * rng.randrange(pages)
        yield good[:at] + bytes(PAGE) + good[at + PAGE :]
    for _ in range(10):
        one, two = (PAGE * k for k in sorted(rng.sample(range(pages), 2)))
        yield b"".join(
            [good[:one], good[two : two + PAGE], good[one + PAGE : two], good[one : one + PAGE], good[two + PAGE :]]
        )
    for _ in range(10):
        at, size = rng.randrange(len(good)), rng.randrange(1, 64)
        yield (good[:at] + rng.randbytes(size) + good[at + size :])[: len(good)]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[tuple[str, dict[str, bytes]]]]:
    path = tmp_path_factory.mktemp("damage") / "a.manikin"
    return path, history(path, 120)


def test_no_damage_makes_another_history_or_another_document(
    project: tuple[Path, list[tuple[str, dict[str, bytes]]]], tmp_path: Path
) -> None:
    good, told = project[0].read_bytes(), project[1]
    harmless = 0
    for content in damages(good, random.Random(11)):
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        path = tmp_path / "x.manikin"
        path.write_bytes(content)
        store = opened(path)
        if isinstance(store, ManikinError):
            assert "x.manikin" in str(store)
            assert path.read_bytes() == content
            assert [file.name for file in tmp_path.iterdir()] == ["x.manikin"]
            continue
        if not store.notices:
            harmless += 1
            assert store.place == 120
            assert [label for _, label in store.steps()] == [label for label, _ in told]
        for place, _ in store.steps():
            with contextlib.suppress(FormatError):
                assert store.parts(place) == told[place][1]
        store.close()
    assert harmless  # else nothing was tried


def spoil(path: Path, *statements: str) -> None:
    base = sqlite3.connect(path)
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.execute("PRAGMA journal_mode=DELETE")
    base.close()


@pytest.mark.parametrize(
    ("change", "sentence", "place"),
    [
        ("UPDATE step SET label='Other' WHERE place=60", "40 of the 121 steps", 120),
        ("UPDATE step SET parts='{}' WHERE place=120", "1 of the 121 steps", 119),
        ("UPDATE step SET command='{}' WHERE place=100", "21 of the 121 steps", 99),
        ("DELETE FROM step WHERE place=119", "2 of the 121 steps", 118),
        ("DELETE FROM step WHERE place>110", "10 of the 121 steps", 110),
        ("UPDATE step SET label=x'ff' WHERE place=1", "49 of the 121 steps", 120),
        ("UPDATE state SET value='{}' WHERE number=1", "the current step is not known", 120),
        ("DELETE FROM state WHERE number=1", "the current step is not known", 120),
        (
            "UPDATE state SET value=replace(value, '\"place\":120', '\"place\":119')",
            "the current step is not known",
            120,
        ),
        ("DELETE FROM state WHERE number=3", "list of attachments", 120),
        ("UPDATE answer SET revision=revision+1 WHERE number=5", "answered requests", 120),
        ("DELETE FROM answer WHERE number=5", "answered requests", 120),
        ("UPDATE step SET place=121 WHERE place=120", "1 of the 121 steps", 119),
    ],
)
def test_a_row_that_is_damaged_is_told_and_the_rest_is_used(
    project: tuple[Path, list[tuple[str, dict[str, bytes]]]], tmp_path: Path, change: str, sentence: str, place: int
) -> None:
    path = tmp_path / "x.manikin"
    shutil.copy(project[0], path)
    spoil(path, change)
    store = Store(path)
    assert any(sentence in notice for notice in store.notices)
    assert store.place == place
    assert store.parts(place) == project[1][place][1]
    store.record(place + 1, "After", None, first_parts(), store.revision + 1)  # and work goes on
    store.close()
    again = Store(path)
    assert (again.place, again.parts(place + 1)) == (place + 1, first_parts())
    again.close()


def test_steps_of_another_history_are_not_taken_for_this_one(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: {"a": b"0"})
    for k in range(1, 4):
        store.record(k, f"Old {k}", None, {"a": b"old %d" % k, "b": b"old"}, k + 1)
    store.close()
    base = sqlite3.connect(path)
    old = base.execute("SELECT * FROM step WHERE place=2").fetchone()
    contents = base.execute("SELECT digest, data FROM content").fetchall()
    base.close()
    store = Store(path)
    store.move(1, 5)
    for k in range(2, 5):
        store.record(k, f"New {k}", None, {"a": b"new %d" % k, "b": b"new"}, k + 4)
    store.close()
    base = sqlite3.connect(path)
    base.execute("INSERT OR REPLACE INTO step VALUES (?, ?, ?, ?, ?, ?, ?)", old)  # its own checksum is right
    base.executemany("INSERT INTO content(digest, data) VALUES (?, ?)", contents)
    base.commit()
    base.execute("PRAGMA journal_mode=DELETE")
    base.close()
    store = Store(path)
    assert store.place == 1
    assert any("steps of the history are damaged" in notice for notice in store.notices)
    for place in (2, 3, 4):
        with pytest.raises(FormatError, match="damaged"):
            store.parts(place)
    store.close()


def test_a_damaged_content_is_told_when_it_is_gone_to_and_mended_when_it_is_recorded_again(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: {"a": b"0", "lock/1": lock_part(1, 0.5)})
    store.record(1, "One", None, {"a": b"1"}, 2)
    store.record(2, "Two", None, {"a": b"2"}, 3)
    store.close()
    digest = digest_of(lock_part(1, 0.5))
    spoil(path, f"UPDATE content SET data=x'00' WHERE digest=x'{digest}'")
    store = Store(path)
    assert store.notices == []
    assert store.parts(1) == {"a": b"1"}
    with pytest.raises(FormatError, match="does not match its digest"):
        store.parts(0)
    store.record(3, "Again", None, {"a": b"3", "lock/1": lock_part(1, 0.5)}, 4)
    store.close()
    again = Store(path)
    assert again.parts(3) == {"a": b"3", "lock/1": lock_part(1, 0.5)}
    assert again.parts(0) == {"a": b"0", "lock/1": lock_part(1, 0.5)}
    again.close()


def test_a_project_that_lacks_a_part_falls_back_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: {"a": b"0"})
    store.record(1, "One", None, {"a": b"1"}, 2)
    store.close()
    spoil(path, f"DELETE FROM content WHERE digest=x'{digest_of(b'1')}'")
    store = Store(path)
    assert store.place == 0
    assert "opened at step 0, 'Open', because step 1 cannot be shown" in store.notices[0]
    assert "one of its contents is missing" in store.notices[0]
    store.close()


def test_of_a_project_with_a_damaged_page_the_rest_is_saved_and_the_file_is_kept(
    project: tuple[Path, list[tuple[str, dict[str, bytes]]]], tmp_path: Path
) -> None:
    good, told = project[0].read_bytes(), project[1]
    saved = 0
    for page in range(1, len(good) // PAGE, 5):
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        path, kept = tmp_path / "x.manikin", tmp_path / "x.damaged.manikin"
        content = good[: page * PAGE] + bytes(PAGE) + good[(page + 1) * PAGE :]
        path.write_bytes(content)
        store = opened(path)
        if isinstance(store, ManikinError) or not kept.exists():
            assert not kept.exists()
        else:
            saved += 1
            assert kept.read_bytes() == content
            assert store.notices[0].startswith("The project was damaged: its pages do not fit together. The file as it")
            assert store.parts(store.place) == told[store.place][1]
            store.record(store.place + 1, "After", None, first_parts(), store.revision + 1)
            store.close()
            store = opened(path)
            assert isinstance(store, Store)
            assert store.parts(store.place) == first_parts()
        if isinstance(store, Store):
            store.close()
    assert saved > 5
