"""``manikin edit`` and project files: old ones, damaged ones, a stranger's, and what happens to them meanwhile."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from manikin import bodies
from manikin.commands.figures import first_document
from manikin.project.documents import open_store, open_workspace, read_document
from manikin.project.store import Store
from tests.support.live_editor import Editor, Window
from tests.support.paths import TOP
from tests.support.project_parts import first_parts
from tests.support.server_environment import server_environment

OLD = TOP / "tests" / "data" / "projects"
BINARY = {"Content-Type": "application/octet-stream"}


def rename(window: Window, name: str) -> dict[str, Any]:
    return window.command("rename_project", name=name)


def edited(path: Path) -> subprocess.CompletedProcess[str]:
    """What ``manikin edit`` says of a project that it refuses."""
    words = [sys.executable, "-m", "manikin", "edit", str(path), "--no-browser"]
    environment = {**server_environment(), "XDG_STATE_HOME": str(path.parent / "state")}
    return subprocess.run(words, capture_output=True, text=True, env=environment, timeout=20)


@pytest.mark.slow
def test_a_project_of_version_1_opens_with_its_history_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "human.manikin"
    shutil.copy(OLD / "human_v1.manikin", path)
    with Editor(tmp_path, source=str(path)) as editor:
        window = editor.window()
        assert window.document["head"]["name"] == "human"
        assert len(window.history["entries"]) == 9
        assert window.history["place"] == 7
        assert "kept as human.version-1.manikin" in window.warning()
        for _ in range(2):
            window.ask(op="redo")
        window.settle()
        assert window.document["head"]["name"] == "reach, ünïcode 名前"
        assert editor.get("/api/project").status == 200
        window.close()
    assert "converted from version 1" in (tmp_path / "errors.txt").read_text()
    assert (tmp_path / "human.version-1.manikin").read_bytes() == (OLD / "human_v1.manikin").read_bytes()
    with Editor(tmp_path, source=str(path)) as editor:
        window = editor.window()
        assert window.document["head"]["name"] == "reach, ünïcode 名前"
        window.close()


def project(path: Path, change: str) -> Path:
    """A project of the human that somebody has laid hands on."""
    store = open_store(path, lambda: first_document(bodies.load("stickman")))
    store.close()
    base = sqlite3.connect(path)
    base.executescript(change)
    base.commit()
    base.execute("PRAGMA journal_mode=DELETE")
    base.close()
    return path


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("PRAGMA user_version=3", "newer version"),
        ("CREATE TRIGGER t AFTER INSERT ON step BEGIN DELETE FROM step; END", "it has other tables"),
        ("DROP TABLE step; CREATE VIEW step AS SELECT 1", "it has other tables"),
        ("DELETE FROM step", "no steps"),
        ("UPDATE content SET data=x'00'", "none of its steps can be shown"),
    ],
)
def test_a_project_that_is_refused_is_refused_before_anything_is_printed(
    tmp_path: Path, change: str, told: str
) -> None:
    path = project(tmp_path / "a.manikin", change)
    before = path.read_bytes()
    answer = edited(path)
    assert answer.returncode != 0
    assert answer.stdout == ""
    assert told in " ".join(answer.stderr.split())
    assert "Traceback" not in answer.stderr
    assert path.read_bytes() == before


def test_a_project_whose_last_step_cannot_be_shown_opens_at_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = open_store(path, lambda: first_document(bodies.load("stickman")))
    parts = store.parts(0)
    store._check = lambda parts: None
    store.record(1, "Spoil", None, {**parts, "settings": b'{"solver": "nonsense"}'}, 2)
    store.close()
    with Editor(tmp_path, source=str(path)) as editor:
        window = editor.window()
        notice = window.warning()
        assert "opened at step 0, 'Open', because step 1 cannot be shown" in notice
        assert rename(window, "goes on")["op"] == "ack"
        window.close()


def post(editor: Editor, name: str, content: bytes) -> int:
    return editor.ask("POST", f"/api/import?name={name}", {**editor.bearer, **BINARY}, content).status


def joints(*origins: str) -> bytes:
    """A chain of joints at these origins, as URDF."""
    links = "".join(f'<link name="l{k}"/>' for k in range(len(origins) + 1))
    limit = '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/>'
    chain = "".join(
        f'<joint name="j{k}" type="revolute"><parent link="l{k}"/><child link="l{k + 1}"/>'
        f'<origin xyz="{origin}"/>{limit}</joint>'
        for k, origin in enumerate(origins)
    )
    return f'<robot name="r">{links}{chain}</robot>'.encode()


def test_what_cannot_be_shown_is_refused_and_the_project_lives(tmp_path: Path) -> None:
    with Editor(tmp_path, source="planar3") as editor:
        window = editor.window()
        revision = window.revision
        for name, content in (
            ("table.urdf", b'<robot name="t"><link name="top"/></robot>'),
            ("far.urdf", joints("1e308 0 0")),
            ("farther.urdf", joints("1e308 0 0", "1e308 0 0")),
        ):
            assert post(editor, name, content) == 422, name
        for view in ('{"a": 1e400}', '{"a": ' + "[" * 600 + "]" * 600 + "}"):
            window.number += 1
            window.link.send(f'{{"op": "view", "id": {window.number}, "view": {view}}}')
            assert window.wait("refusal", number=window.number)["op"] == "refusal"
        window.close()
        again = editor.window("again")
        assert again.revision == revision
        assert rename(again, "alive")["op"] == "ack"
        again.close()
    with Editor(tmp_path, source="planar3") as editor:
        window = editor.window()
        assert window.document["head"]["name"] == "alive"
        window.close()


def test_a_project_that_is_moved_or_deleted_meanwhile_is_told_before_an_edit_is_acknowledged(tmp_path: Path) -> None:
    path, away = tmp_path / "a.manikin", tmp_path / "away.manikin"
    with Editor(tmp_path, source=str(path)) as editor:
        window = editor.window()
        assert rename(window, "one")["op"] == "ack"
        path.rename(away)
        refusal = rename(window, "two")
        assert refusal["op"] == "refusal"
        assert "was moved or deleted while it is open here, so this edit was not kept" in refusal["message"]
        away.rename(path)
        assert rename(window, "three")["op"] == "ack"
        path.unlink()
        assert rename(window, "four")["op"] == "refusal"
        saved = editor.get("/api/export/project.manikin")
        assert saved.status == 200
        assert read_document(saved.body, "saved").name == "three"
        window.close()


def test_a_copy_of_an_open_project_is_up_to_date_when_edits_have_paused(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    with Editor(tmp_path, source=str(path)) as editor:
        window = editor.window()
        shutil.copy(path, tmp_path / "first.manikin")
        for k in range(10):
            rename(window, f"edit {k}")
        end = time.monotonic() + 10
        while not is_settled_at(path, 10):
            assert time.monotonic() < end
            time.sleep(0.05)
        shutil.copy(path, tmp_path / "copy.manikin")
        window.close()
    for name, steps in (("first", 1), ("copy", 11)):
        store = open_store(tmp_path / f"{name}.manikin")
        assert (store.notices, len(store.steps())) == ([], steps)
        open_workspace(store)
        store.close()


def test_an_edit_of_a_lock_sends_little_though_a_large_attachment_is_there(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = open_store(path, lambda: first_document(bodies.load("human")))
    store.attach("walk.bvh", random.Random(1).randbytes(10_000_000))
    store.close()
    with Editor(tmp_path, source=str(path)) as editor:
        window, other = editor.window("one"), editor.window("other")
        for seen in (window, other):
            seen.settle()
        for k in range(5):
            window.command("change_lock", id=1, changes={"name": f"foot {k}", "hard": bool(k % 2)})
            sent = 0
            while True:
                message = other.link.recv(timeout=10)
                sent += len(message if isinstance(message, bytes) else message.encode())
                if isinstance(message, bytes):  # the pose packet comes after the document
                    break
            assert 0 < sent < 20_000
        window.close()
        other.close()


def is_settled_at(path: Path, place: int) -> bool:
    """Whether a project file says by itself, without its log, that it is complete and stands at a step."""
    content = path.read_bytes()
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(content[:18] + b"\1\1" + content[20:])
        head = json.loads(base.execute("SELECT value FROM state WHERE number=1").fetchone()[0])
    return bool(head["settled"] and head["place"] == place)


def test_a_project_of_parts_that_mean_nothing_is_refused(tmp_path: Path) -> None:
    Store(tmp_path / "a.manikin", first_parts).close()
    answer = edited(tmp_path / "a.manikin")
    assert answer.returncode != 0
    assert answer.stdout == ""
    assert "Traceback" not in answer.stderr
