"""Files that are no projects, or a stranger's: refused before anything is done with them, and left as they were."""

from __future__ import annotations

import contextlib
import gc
import os
import re
import sqlite3
import time
from pathlib import Path

import numpy as np
import pytest

from manikin.errors import FormatError, InputError, ManikinError
from manikin.project.inspection import read_project
from manikin.project.layout import LAYOUT, seal, statements
from manikin.project.store import Store
from tests.support.paths import TOP
from tests.support.project_parts import canonical, first_parts, opened

OLD = TOP / "tests" / "data" / "projects" / "panda_v1.manikin"


def convert(document: object, figure: object) -> dict[str, bytes]:
    return {"document": canonical(document), "figure": canonical(figure)}


def folder(path: Path) -> dict[str, tuple[bytes, int]]:
    """All files of a folder: bytes and times."""
    return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in path.iterdir()}


def refused(path: Path, match: str, error: type[ManikinError] = FormatError) -> None:
    """A file is refused, soon, and nothing in its folder changes."""
    before = folder(path.parent)
    begin = time.perf_counter()
    with pytest.raises(error, match=match):
        Store(path, first_parts, convert=convert)
    assert time.perf_counter() - begin < 5
    assert folder(path.parent) == before


def make(path: Path, *statements: str, wal: bool = False) -> Path:
    """A project on which statements are done by hand."""
    store = Store(path, first_parts)
    store.record(1, "One", {"kind": "x"}, {**first_parts(), "document": b"{}"}, 2)
    store.close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA writable_schema=ON")
    for statement in statements:
        base.executescript(statement)
    base.commit()
    if not wal:
        base.execute("PRAGMA journal_mode=DELETE")
    base.close()
    return path


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"not a database" * 100, "not a project"),
        (b"SQLite format 3\0", "not a project"),
        (b"SQLite format 3\0" + bytes(84), "empty database|damaged"),
        (b"SQLite format 3\0" + b"\xff" * 4000, "damaged"),
        (b"PK\3\4" + bytes(1000), "not a project"),
    ],
)
def test_what_is_no_project_is_refused_and_not_touched(tmp_path: Path, content: bytes, match: str) -> None:
    path = tmp_path / "x.manikin"
    path.write_bytes(content)
    refused(path, match)
    with pytest.raises(FormatError):
        read_project(content, "x.manikin", convert)


def test_a_file_that_is_not_there_or_empty_is_a_new_project_only_where_one_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    with pytest.raises(FormatError, match="no project in this file"):
        Store(path)
    assert os.listdir(tmp_path) == []
    path.touch()
    with pytest.raises(FormatError, match="no project in this file"):
        Store(path)
    assert folder(tmp_path)["a.manikin"][0] == b""
    store = Store(path, first_parts)
    assert store.parts(0) == first_parts()
    store.close()
    assert os.listdir(tmp_path) == ["a.manikin"]


def test_an_empty_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode=WAL")  # so look projects of version 1 that were copied while they were new
    base.close()
    assert path.stat().st_size > 0
    refused(path, "empty database and not a project; a project copied while it was open")


@pytest.mark.parametrize("wal", [False, True])
def test_databases_of_others_are_refused_and_not_turned_to_wal(tmp_path: Path, wal: bool) -> None:
    path = tmp_path / "other.manikin"
    base = sqlite3.connect(path)
    if wal:
        base.execute("PRAGMA journal_mode=WAL")
    base.execute("CREATE TABLE notes(text)")
    base.commit()
    base.close()
    refused(path, "a database, but not a project of manikin")


def test_a_foreign_database_with_a_log_beside_it_is_not_touched_either(tmp_path: Path) -> None:
    path = tmp_path / "other.manikin"
    child = os.fork()
    if child == 0:
        base = sqlite3.connect(path, isolation_level=None)
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("CREATE TABLE notes(text)")
        os._exit(0)  # killed: the log stays
    os.waitpid(child, 0)
    (tmp_path / "other.manikin-shm").unlink()
    assert (tmp_path / "other.manikin-wal").stat().st_size > 0
    refused(path, "a database, but not a project of manikin")


@pytest.mark.parametrize("version", [3, 4, 2**31 - 1])
def test_a_project_of_a_newer_version_is_refused_with_a_sentence(tmp_path: Path, version: int) -> None:
    path = make(tmp_path / "a.manikin", f"PRAGMA user_version={version}", wal=True)
    refused(path, rf"newer version of manikin: its layout has the version {version}, .* up to 2; install a newer")
    with pytest.raises(FormatError, match="newer version"):
        read_project(path.read_bytes(), "a", convert)


def test_an_older_project_is_refused_where_nobody_can_convert_it(tmp_path: Path) -> None:
    path = tmp_path / "old.manikin"
    path.write_bytes(OLD.read_bytes())
    before = folder(tmp_path)
    with pytest.raises(FormatError, match="older version"):
        Store(path)
    assert folder(tmp_path) == before


HEAVY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
BAD_HEAD = "UPDATE state SET value='{}' WHERE number=1"


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE step",
        "DROP TABLE answer",
        f"DROP TABLE step; CREATE VIEW step AS {HEAVY} SELECT i AS place, 'a', NULL, 1, '{{}}', x'', x'' FROM n",
        f"DROP TABLE state; CREATE VIEW state AS {HEAVY} SELECT i AS number, max(i) AS value, x'' AS checksum FROM n",
        "CREATE TABLE more(text)",
        "CREATE INDEX more ON step(label)",
        "CREATE VIEW more AS SELECT 1",
        "CREATE VIRTUAL TABLE more USING fts5(text)",
        f"CREATE TRIGGER t AFTER INSERT ON step BEGIN INSERT INTO answer {HEAVY} SELECT i, '', i, i, x'' FROM n; END",
        "CREATE TRIGGER t AFTER INSERT ON step BEGIN DELETE FROM step; END",
        "CREATE TRIGGER t AFTER UPDATE ON state BEGIN SELECT load_extension('x'); END",
        "ALTER TABLE step ADD COLUMN more INTEGER DEFAULT 1",
        "UPDATE sqlite_master SET sql=replace(sql, 'label TEXT', 'label BLOB') WHERE name='step'",
        "DELETE FROM step",
        "DELETE FROM content",
        "UPDATE content SET data='text'",
        "UPDATE content SET digest=number",
        "UPDATE step SET parts='['",
        "UPDATE step SET parts=x'00ff'",
        "UPDATE step SET parts=printf('%.*c', 200000, '[')",
        "UPDATE step SET label=x'ff'",
        "UPDATE step SET whole=2",
        "UPDATE step SET chain=1",
        f"{BAD_HEAD}; UPDATE step SET place=1000000000000000000 WHERE place=1",
        f"{BAD_HEAD}; UPDATE step SET place=-place-1",
        f"INSERT INTO step {HEAVY} SELECT i + 5, 'a', NULL, 1, '{{}}', x'', x'' FROM n LIMIT 2000",
    ],
)
def test_a_stranger_s_project_is_refused_or_told_before_it_is_used(tmp_path: Path, change: str) -> None:
    path = make(tmp_path / "a.manikin", change)
    before = folder(tmp_path)
    begin = time.perf_counter()
    store = opened(path)
    if isinstance(store, ManikinError):
        assert "a.manikin" in str(store)
        assert folder(tmp_path) == before
    else:
        assert store.notices
        store.close()
    with contextlib.suppress(ManikinError):
        read_project(before["a.manikin"][0], "a", convert)
    assert time.perf_counter() - begin < 5


@pytest.mark.parametrize(
    "value",
    ["text", "null", "1e999", "-1", "1" + "0" * 30, "true", '"\\ud800"', "[" * 2000],
)
@pytest.mark.parametrize("name", ["place", "revision", "first", "last", "answers", "chain"])
def test_wrong_values_in_the_head_are_told(tmp_path: Path, name: str, value: str) -> None:
    path = make(tmp_path / "a.manikin")
    base = sqlite3.connect(path)
    text = base.execute("SELECT value FROM state WHERE number=1").fetchone()[0]
    text = re.sub(rf'"{name}":[^,}}]*', lambda _: f'"{name}":{value}', text)
    base.execute("UPDATE state SET value=?, checksum=? WHERE number=1", (text, seal(1, text)))
    base.commit()
    base.close()
    store = opened(path)
    if isinstance(store, ManikinError):
        assert "damaged" in str(store)
    else:
        assert store.notices
        store.close()


def test_spoilt_bytes_of_a_project_are_refused_or_read(tmp_path: Path) -> None:
    content = make(tmp_path / "a.manikin").read_bytes()
    good = read_project(content, "a", convert)
    assert good == {**first_parts(), "document": b"{}"}
    rng = np.random.default_rng(7)
    for k in range(200):
        spoilt = bytearray(content if k % 2 else content[: rng.integers(len(content))])
        for at in rng.integers(len(spoilt), size=rng.integers(1, 20)) if spoilt else ():
            spoilt[at] = rng.integers(256)
        with contextlib.suppress(ManikinError):
            assert read_project(bytes(spoilt), "a", convert) == good


def test_a_project_that_is_refused_is_not_kept_in_memory(tmp_path: Path) -> None:
    """No error is part of a cycle: it would keep the bytes of its project until the next collection."""

    def hopeless(parts: object) -> None:
        raise InputError("this cannot be shown")

    path = make(tmp_path / "a.manikin")
    content = path.read_bytes()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for spoilt in (b"not a database" * 100, content[:5000], content[:2000] + bytes(3000) + content[5000:]):
            with contextlib.suppress(ManikinError):
                read_project(spoilt, "a", convert)
                raise AssertionError("it was not refused")
        with contextlib.suppress(ManikinError):
            Store(path, first_parts, check=hopeless, convert=convert)
            raise AssertionError("it was not refused")
        gc.collect()
        left = [type(each).__name__ for each in gc.garbage if isinstance(each, BaseException)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert left == []


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.manikin")
    (tmp_path / "folder.manikin").mkdir()
    for name in ("pipe.manikin", "folder.manikin"):
        with pytest.raises(FormatError, match="not a file"):
            Store(tmp_path / name, first_parts)
    (tmp_path / "file:a.manikin").touch()
    Store(tmp_path / "file:a.manikin", first_parts).close()
    assert (tmp_path / "file:a.manikin").stat().st_size > 0


def test_the_log_of_another_project_is_not_taken_for_that_of_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "a.manikin-wal").write_bytes(bytes(1000))
    with pytest.raises(FormatError, match=r"a\.manikin-wal, lies beside it"):
        Store(tmp_path / "a.manikin", first_parts)
    assert os.listdir(tmp_path) == ["a.manikin-wal"]


def test_the_layout_is_what_sqlite_keeps_of_it(tmp_path: Path) -> None:
    path = make(tmp_path / "a.manikin")
    base = sqlite3.connect(path)
    assert sorted(row[0] for row in base.execute("SELECT sql FROM sqlite_master")) == sorted(statements(LAYOUT))
    base.close()


def test_a_project_does_not_grow_beyond_what_can_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("manikin.project.project_file.MOST_BYTES", 200_000)
    store = Store(tmp_path / "a.manikin", first_parts)
    with pytest.raises(InputError, match="larger than"):
        store.attach("big", bytes(200_000))
    with pytest.raises(InputError, match="larger than"):
        store.record(1, "Big", None, {"a": bytes(200_000)}, 2)
    assert (store.place, store.attachments()) == (0, [])
    store.close()
