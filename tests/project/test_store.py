"""Project files: what was acknowledged is there, what is no project is refused."""

from __future__ import annotations

import contextlib
import gc
import os
import sqlite3
import weakref
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from manikin import bodies, commands as c
from manikin.document.document import Document
from manikin.editor.launch import first_document, open_workspace
from manikin.errors import FormatError, InputError, ManikinError
from manikin.project.store import KEPT_STEPS, Origin, Store, project_data


@cache
def human() -> Document:
    return first_document(bodies.load("human"))


def test_a_project_comes_back_as_it_was_with_its_history(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, human)
    space = open_workspace(store)
    space.do(c.SetParameters(values={"r_elbow": 0.5}), Origin("window", 1))
    space.do(c.AddLock(part="r_hand"))
    space.do(c.NewFigure(name="quadruped"))
    space.do(c.RenameProject(name="dog"))
    space.undo()
    space.undo(Origin("window", 2))
    store.keep_view({"camera": [1, 2, 3]})
    store.attach("x.bin", b"\0\1")
    told, history, revision = space.document, space.history.data(), space.revision
    store.close()

    again = Store(path)
    back = open_workspace(again)
    assert back.document == told
    assert back.history.data() == history
    assert back.revision == revision == 7
    assert again.view == {"camera": [1, 2, 3]}
    assert again.attachment("x.bin") == b"\0\1"
    assert again.answered(Origin("window", 1)) == 2
    assert again.answered(Origin("window", 2)) == 7
    assert again.answered(Origin("other", 1)) is None
    back.redo()
    assert back.document.figure.name == "quadruped"
    back.redo()
    assert back.document.name == "dog"
    for _ in range(4):
        back.undo()
    assert back.document == human()
    back.do(c.StorePose(name="new"))
    with pytest.raises(ManikinError, match="redo"):
        back.redo()
    again.close()


def test_the_whole_project_can_be_taken_away(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", human)
    space = open_workspace(store)
    space.do(c.SetParameters(values={"r_elbow": 0.5}))
    (tmp_path / "copy.manikin").write_bytes(store.content())
    copy = Store(tmp_path / "copy.manikin")
    assert open_workspace(copy).document == space.document
    copy.close()
    store.close()


def test_the_history_is_long_and_yet_has_an_end(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", lambda: Document.of(bodies.load("planar3")))
    space = open_workspace(store)
    store._base.execute("PRAGMA synchronous=OFF")  # only here, for speed
    for k in range(KEPT_STEPS + 50):
        space.do(c.RenameProject(name=f"name {k}"))
    assert len(store.steps()) == KEPT_STEPS + 1
    assert len(space.history.steps) == KEPT_STEPS + 1
    store.close()
    again = Store(tmp_path / "a.manikin")
    back = open_workspace(again)
    for _ in range(KEPT_STEPS):
        back.undo()
    assert back.document.name == "name 49"
    with pytest.raises(ManikinError, match="undo"):
        back.undo()
    again.close()


def test_of_all_documents_only_the_one_that_is_shown_lies_in_memory(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", human)
    space = open_workspace(store)
    seen = []
    for k in range(12):
        space.do(c.SetParameters(values={"r_elbow": 0.1 * (k + 1)}))
        seen.append(weakref.ref(space.document))
    for _ in range(5):
        space.undo()
        seen.append(weakref.ref(space.document))
    gc.collect()
    assert [each() for each in seen if each() is not None] == [space.document]
    assert space.document.q[human().figure.index("r_elbow")] == pytest.approx(0.7)
    assert space.document.figure is human().figure
    store.close()


def test_a_step_that_cannot_be_read_is_not_gone_to(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", human)
    space = open_workspace(store)
    space.do(c.RenameProject(name="a"))
    space.do(c.RenameProject(name="b"))
    store._base.execute("UPDATE step SET document='{' WHERE place=1")
    with pytest.raises(ManikinError, match="damaged"):
        space.undo()
    assert (space.document.name, space.history.place, store.place, space.revision) == ("b", 2, 2, 3)
    store.close()


def test_figures_that_no_step_knows_any_more_make_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", human)
    space = open_workspace(store)
    for name in ("quadruped", "stickman", "planar3"):
        space.do(c.NewFigure(name=name))
        space.undo()
    kept = store._base.execute("SELECT count(*) FROM figure").fetchone()[0]
    assert kept == len(store._figures) == 2  # of the first step and of the one that can be done again
    space.redo()
    assert space.document.figure.name == "planar3"
    store.close()


def test_edits_are_flushed_before_they_are_acknowledged(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", human)
    assert store._base.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_a_project_has_one_editor(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", human)
    with pytest.raises(InputError, match="open in another editor"):
        Store(tmp_path / "a.manikin")
    store.close()
    Store(tmp_path / "a.manikin").close()


def test_an_edit_that_cannot_be_written_is_not_done(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", human)
    space = open_workspace(store)
    store._base.execute("PRAGMA query_only=ON")
    before = space.document, space.revision
    with pytest.raises(ManikinError):
        space.do(c.RenameProject(name="lost"))
    assert (space.document, space.revision) == before
    store.close()


@pytest.mark.parametrize("content", [b"", b"not a database" * 100, b"SQLite format 3\0" + b"\xff" * 4000])
def test_what_is_no_project_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.manikin"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"x\.manikin"):
        Store(path)
    assert path.read_bytes() == content or content == b""


def test_other_databases_and_damaged_projects_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.manikin"
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE notes(text)")
    base.close()
    with pytest.raises(FormatError, match="no project"):
        Store(other)
    path = tmp_path / "a.manikin"
    Store(path, human).close()
    for change in (
        "UPDATE step SET document='{'",
        "UPDATE step SET document='{\"name\": 3}'",
        "UPDATE step SET document=replace(document, '\"q\": [0', '\"q\": [1e999')",
        "DELETE FROM figure",
    ):
        base = sqlite3.connect(path)
        base.execute("PRAGMA journal_mode=DELETE")
        kept = base.execute("SELECT document FROM step").fetchall(), base.execute("SELECT * FROM figure").fetchall()
        base.execute(change)
        base.commit()
        base.close()
        store = Store(path)
        with pytest.raises(ManikinError):
            _ = open_workspace(store).document
        store.close()
        base = sqlite3.connect(path)
        base.execute("UPDATE step SET document=?", kept[0][0])
        base.execute("INSERT OR IGNORE INTO figure VALUES (?, ?)", kept[1][0])
        base.commit()
        base.close()
    store = Store(path)
    assert open_workspace(store).document == human()
    store.close()


def test_the_bytes_of_a_project_tell_its_document(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, human)
    space = open_workspace(store)
    space.do(c.SetParameters(values={"r_elbow": 0.5}))
    space.do(c.NewFigure(name="quadruped"))
    space.undo()
    copy = store.content()
    store.close()
    for content in (path.read_bytes(), copy):
        assert Document.from_data(project_data(content, "a.manikin")) == space.document
        opened = c.OpenProject(file="a.manikin", content=project_data(content, "a.manikin"))
        assert opened.apply(Document.of(bodies.load("planar3"))) == space.document


HEAVY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS name, max(i) AS value FROM n"


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE step",
        f"DROP TABLE state; CREATE VIEW state AS {HEAVY}",
        "CREATE TABLE more(text)",
        "CREATE TRIGGER t AFTER UPDATE ON state BEGIN SELECT load_extension('x'); END",
        "UPDATE state SET value='99' WHERE name='place'",
        "UPDATE state SET value='x' WHERE name='place'",
        "DELETE FROM state",
        "DELETE FROM figure",
        "UPDATE step SET document='['",
        "UPDATE step SET document='[]'",
        "UPDATE step SET document=x'00ff'",
        "UPDATE step SET document=printf('%.*c', 200000, '[')",
        "UPDATE step SET document='{\"name\": 3}'",
        "UPDATE step SET document=replace(document, '\"q\": [0', '\"q\": [1e999')",
        "UPDATE figure SET data='{}'",
        "UPDATE figure SET data=replace(data, 'define', 'nonsense')",
    ],
)
def test_a_stranger_s_project_is_read_with_care(tmp_path: Path, change: str) -> None:
    path = tmp_path / "a.manikin"
    Store(path, human).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode=DELETE")
    base.executescript(change)
    base.commit()
    base.close()
    with pytest.raises(ManikinError):
        c.OpenProject(file="a", content=project_data(path.read_bytes(), "a")).apply(human())


def test_spoilt_bytes_of_a_project_are_refused_or_read_as_a_document(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    Store(path, human).close()
    content = path.read_bytes()
    rng = np.random.default_rng(7)
    for k in range(200):
        spoilt = bytearray(content if k % 2 else content[: rng.integers(len(content))])
        for at in rng.integers(len(spoilt), size=rng.integers(1, 20)) if spoilt else ():
            spoilt[at] = rng.integers(256)
        with contextlib.suppress(ManikinError):
            c.OpenProject(file="a", content=project_data(bytes(spoilt), "a")).apply(human())
    for nothing in (b"", b"SQLite format 3\0", b"SQLite format 3\0" + bytes(100), b"PK\3\4"):
        with pytest.raises(FormatError, match="no project"):
            project_data(nothing, "a")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        Store(tmp_path / "nowhere" / "a.manikin", human)
    with pytest.raises(FormatError):
        Store(tmp_path, human)
    assert os.listdir(tmp_path) == []
