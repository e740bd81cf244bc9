"""Projects of version 1 open with their history, and nothing that interrupts the conversion loses them."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from manikin.errors import FormatError, InputError, ManikinError
from manikin.project.inspection import read_project
from manikin.project.layout import statements
from manikin.project.store import Answer, Origin, Store
from manikin.project.version_1 import LAYOUT_1
from tests.support.paths import TOP
from tests.support.project_parts import canonical

OLD = TOP / "tests" / "data" / "projects"
NAMES = ["human_v1.manikin", "panda_v1.manikin"]


def convert(document: Any, figure: Any) -> dict[str, bytes]:
    if document.get("bad"):
        raise InputError("a figure without degrees of freedom")
    parts = {f"document/{key}": canonical(value) for key, value in document.items()}
    return {**parts, "figure": canonical(figure)}


def old_steps(path: Path) -> tuple[list[tuple[int, str, dict[str, bytes]]], dict[str, Any]]:
    """The steps of a file of version 1 and its state, read without any code of ours."""
    base = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    figures = {digest: json.loads(data) for digest, data in base.execute("SELECT * FROM figure")}
    rows = base.execute("SELECT place, label, document, figure FROM step ORDER BY place").fetchall()
    state = {name: json.loads(value) for name, value in base.execute("SELECT * FROM state")}
    base.close()
    return [(place, label, convert(json.loads(text), figures[figure])) for place, label, text, figure in rows], state


def make_old(path: Path, steps: int = 12, *, first: int = 0, **state: Any) -> None:
    """A file as version 1 wrote it, with answers and an attachment."""
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("PRAGMA journal_mode=WAL")
    for statement in statements(LAYOUT_1):
        base.execute(statement)
    base.execute(f"PRAGMA application_id={0x6D616E69}")
    base.execute("PRAGMA user_version=1")
    base.execute("INSERT INTO figure VALUES ('f', ?)", (json.dumps({"scr": "define …", "name": "human"}),))
    for k in range(first, first + steps):
        document = json.dumps({"name": f"name {k}", "q": [k, 0.5 * k], "poses": [{"name": "ü"}]})
        base.execute("INSERT INTO step VALUES (?, ?, ?, 'f', ?)", (k, f"Step {k}", '{"kind": "x"}', document))
        base.execute("INSERT INTO answer(client, request, revision) VALUES ('w', ?, ?)", (k, k + 1))
    for name, value in {"place": first + steps - 3, "revision": 40, "view": {"theme": "light"}, **state}.items():
        base.execute("INSERT INTO state VALUES (?, ?)", (name, json.dumps(value)))
    base.execute("INSERT INTO attachment VALUES ('x.bin', ?)", (bytes(20_000),))
    base.close()


@pytest.mark.parametrize("name", NAMES)
def test_projects_of_version_1_open_with_their_history(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    shutil.copy(OLD / name, path)
    before = path.read_bytes()
    steps, state = old_steps(path)
    assert read_project(before, name, convert) == steps[state["place"]][2]
    store = Store(path, convert=convert)
    backup = tmp_path / name.replace(".manikin", ".version-1.manikin")
    assert store.notices == [f"The project was converted from version 1; the old file is kept as {backup.name}."]
    assert store.steps() == [(place, label) for place, label, _ in steps]
    assert [store.parts(place) for place, _, _ in steps] == [parts for *_, parts in steps]
    assert (store.place, store.revision, store.view) == (state["place"], state["revision"], state["view"])
    store.record(store.place + 1, "New", None, {"a": b"b"}, store.revision + 1)
    store.close()
    assert backup.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == sorted([name, backup.name])
    again = Store(path)
    assert (again.notices, again.parts(again.place)) == ([], {"a": b"b"})
    again.close()
    # the old file is a project as before; to open it keeps it once more
    store = Store(backup, convert=convert)
    assert [store.parts(place) for place, _, _ in steps] == [parts for *_, parts in steps]
    store.close()


def test_answers_attachments_and_a_trimmed_history_come_along(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    make_old(path, 60, first=137)
    steps, _ = old_steps(path)
    store = Store(path, convert=convert)
    assert store.steps() == [(place, label) for place, label, _ in steps]
    assert [store.parts(place) for place, _, _ in steps] == [parts for *_, parts in steps]
    assert (store.place, store.revision, store.view) == (194, 40, {"theme": "light"})
    assert store.answered(Origin("w", 150)) == Answer(151)
    assert store.attachment("x.bin") == bytes(20_000)
    store.close()


def test_edits_that_lie_in_the_log_of_a_killed_editor_come_along(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    child = os.fork()
    if child == 0:
        keep = sqlite3.connect(path)  # a second connection: the log is not brought in when the other is closed
        keep.execute("PRAGMA journal_mode=WAL")
        keep.execute("SELECT count(*) FROM sqlite_master").fetchall()
        make_old(path)
        os._exit(0)
    os.waitpid(child, 0)
    Path(f"{path}-shm").unlink()
    assert path.stat().st_size <= 4096
    store = Store(path, convert=convert)
    assert len(store.steps()) == 12
    store.close()
    assert sorted(os.listdir(tmp_path)) == ["a.manikin", "a.version-1.manikin"]


@pytest.mark.parametrize("bad", [0, 4, 9, 10, 11])
def test_a_step_that_cannot_be_shown_is_left_out_and_told(tmp_path: Path, bad: int) -> None:
    path = tmp_path / "a.manikin"
    make_old(path)
    base = sqlite3.connect(path)
    base.execute('UPDATE step SET document=\'{"name": "x", "bad": true}\' WHERE place=?', (bad,))
    base.commit()
    base.close()
    store = Store(path, convert=convert)
    assert store.place == (8 if bad == 9 else 9)
    left = range(bad + 1, 12) if bad < 9 else range(bad)
    assert [place for place, _ in store.steps()] == list(left)
    assert store.notices[1] == f"{12 - len(left)} of its 12 steps cannot be shown and were left out."
    assert all(store.parts(k)["document/name"] == canonical(f"name {k}") for k in left)
    store.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE step SET document='['",
        "DELETE FROM figure",
        "DELETE FROM step",
        "DELETE FROM state",
        "UPDATE state SET value='x' WHERE name='place'",
        "UPDATE state SET value='1e999' WHERE name='place'",
        "UPDATE state SET value='99' WHERE name='place'",
        "UPDATE state SET value='1' || printf('%.*c', 30, '0') WHERE name='place'",
        "UPDATE state SET value=x'00' WHERE name='revision'",
        "CREATE TRIGGER t AFTER INSERT ON step BEGIN DELETE FROM step; END",
        "DROP TABLE answer",
        "DROP INDEX answer_by_request",
        "UPDATE step SET document='{\"bad\": 1}'",
    ],
)
def test_an_old_project_that_cannot_be_read_is_refused_and_not_touched(tmp_path: Path, change: str) -> None:
    path = tmp_path / "a.manikin"
    make_old(path)
    base = sqlite3.connect(path)
    base.executescript(change)
    base.commit()
    base.close()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(ManikinError, match=r"a\.manikin"):
        Store(path, convert=convert)
    with pytest.raises(ManikinError):
        read_project(before["a.manikin"], "a", convert)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_an_old_project_that_is_open_in_an_editor_is_not_converted(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    make_old(path)
    (hears, tells), (is_told, tell) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        base = sqlite3.connect(path, isolation_level=None)
        base.execute("PRAGMA locking_mode=EXCLUSIVE")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("BEGIN IMMEDIATE")
        base.execute("COMMIT")
        os.write(tells, b"x")
        os.read(is_told, 1)
        os._exit(0)
    os.read(hears, 1)
    with pytest.raises(InputError, match="open in another editor"):
        Store(path, convert=convert)
    os.write(tell, b"x")
    os.waitpid(child, 0)
    Store(path, convert=convert).close()


CALLS = ["os.link", "os.fsync", "pathlib.Path.replace", "pathlib.Path.unlink", "shutil.copymode", "os.close"]


def dies_at(number: int) -> None:
    """From now on the process ends, as if it was killed, at the given one of the calls that change files."""
    left = [number]

    def wrap(name: str) -> None:
        owner: Any = {"os": os, "shutil": shutil, "pathlib": None}[name.split(".")[0]] or Path
        real: Callable[..., Any] = getattr(owner, name.split(".")[-1])

        def deadly(*args: Any, **options: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                os._exit(9)
            return real(*args, **options)

        setattr(owner, name.split(".")[-1], deadly)

    for name in CALLS:
        wrap(name)


def test_whatever_interrupts_a_conversion_the_project_is_whole(tmp_path: Path) -> None:
    source = tmp_path / "source.manikin"
    make_old(source)
    steps, _ = old_steps(source)
    ends = []
    for number in range(40):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "a.manikin"
        shutil.copy(source, path)
        child = os.fork()
        if child == 0:
            dies_at(number)
            Store(path, convert=convert)
            os._exit(0)
        ends.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        store = Store(path, convert=convert)
        assert [store.parts(place) for place, _, _ in steps] == [parts for *_, parts in steps]
        store.close()
        kept = sorted(file.name for file in folder.iterdir() if file.suffix == ".manikin")
        assert kept == ["a.manikin", "a.version-1.manikin"]
        assert (folder / "a.version-1.manikin").read_bytes() == source.read_bytes()
        if ends[-1] == 0:
            break
    assert ends[-1] == 0  # the last one was not interrupted
    assert set(ends[:-1]) == {9}
    assert len(ends) > 5


def test_where_the_old_file_cannot_be_replaced_it_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.manikin"
    make_old(path)
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FormatError, match="cannot be written: No space left on device"):
        Store(path, convert=convert)
    monkeypatch.undo()
    assert path.read_bytes() == before
    store = Store(path, convert=convert)
    assert len(store.steps()) == 12
    store.close()
