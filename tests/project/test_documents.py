"""Documents in project files: they come back as they were, also those of version 1."""

from __future__ import annotations

import contextlib
import gc
import json
import shutil
import sqlite3
import weakref
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from manikin import bodies, commands as c
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.parts import from_parts, to_parts
from manikin.errors import InputError, ManikinError, NewerVersion
from manikin.plain_data import to_data
from manikin.project.documents import open_store, open_workspace, read_document
from manikin.project.store import KEPT_STEPS, Answer, Origin, Store
from tests.support.paths import TOP

NOTHING = '{"locks": [], "figures": []}'
OLD = TOP / "tests" / "data" / "projects"


@cache
def human() -> Document:
    return first_document(bodies.load("human"))


def test_a_project_comes_back_as_it_was_with_its_history(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = open_store(path, human)
    space = open_workspace(store)
    space.do(c.SetParameters(values={"r_elbow": 0.5}), Origin("window", 1))
    space.do(c.AddLock(part="r_hand"))
    space.do(c.AddFigure(name="tube"))
    space.do(c.NewFigure(name="quadruped"))
    space.do(c.RenameProject(name="dog"))
    space.undo()
    space.undo(Origin("window", 2))
    told, history, revision = space.document, space.history.data(), space.revision
    store.close()

    again = open_store(path)
    back = open_workspace(again)
    assert again.notices == []
    assert back.document == told
    assert list(back.document.figures) == ["human", "tube"]
    assert back.history.data() == history
    assert back.revision == revision == 8
    assert [again.answered(Origin("window", k)) for k in (1, 2)] == [Answer(2, NOTHING), Answer(8)]
    back.redo()
    assert list(back.document.figures) == ["quadruped"]
    back.redo()
    assert back.document.name == "dog"
    for _ in range(5):
        back.undo()
    assert back.document == human()
    back.do(c.StorePose(name="new"))
    with pytest.raises(ManikinError, match="redo"):
        back.redo()
    again.close()


@pytest.mark.slow
def test_the_history_has_the_same_end_in_memory_and_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = open_store(path, lambda: Document.of(bodies.load("planar3")))
    space = open_workspace(store)
    store._file.base.execute("PRAGMA synchronous=OFF")  # only here, for speed
    for k in range(KEPT_STEPS + 60):
        space.do(c.RenameProject(name=f"name {k}"))
    assert len(space.history.entries) == KEPT_STEPS + 1
    assert [label for _, label in store.steps()] == [entry.label for entry in space.history.entries]
    store.close()
    again = open_store(path)
    back = open_workspace(again)
    assert len(back.history.entries) == KEPT_STEPS + 1
    for _ in range(KEPT_STEPS):
        back.undo()
    assert back.document.name == "name 59"
    with pytest.raises(ManikinError, match="undo"):
        back.undo()
    again.close()


def test_of_all_documents_only_the_one_that_is_shown_lies_in_memory(tmp_path: Path) -> None:
    store = open_store(tmp_path / "a.manikin", human)
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
    actor = space.document.actor()
    assert actor.q[actor.figure.index("r_elbow")] == pytest.approx(0.7)
    assert actor.figure.skeleton == human().actor().figure.skeleton
    store.close()


def test_a_step_that_cannot_be_read_is_not_gone_to(tmp_path: Path) -> None:
    store = open_store(tmp_path / "a.manikin", human)
    space = open_workspace(store)
    space.do(c.RenameProject(name="a"))
    space.do(c.RenameProject(name="b"))
    digest = store._index.journal.table(1)["document"]
    store._file.base.execute("UPDATE content SET data=x'00' WHERE digest=?", (bytes.fromhex(digest),))
    with pytest.raises(ManikinError, match="damaged"):
        space.undo()
    assert (space.document.name, space.history.place, store.place, space.revision) == ("b", 2, 2, 3)
    store.close()


def test_a_document_that_cannot_be_shown_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"

    def shown(document: Document) -> None:
        if document.name == "odd":
            raise ValueError("cannot reshape")
        if document.name == "bad":
            raise InputError("not finite")

    store = open_store(path, human, shown=shown)
    space = open_workspace(store)
    for name, told in (("odd", "cannot be shown: cannot reshape"), ("bad", "not finite")):
        with pytest.raises(InputError, match=told):
            space.do(c.RenameProject(name=name))
    assert (space.document, space.revision, store.revision, len(store.steps())) == (human(), 1, 1, 1)
    space.do(c.RenameProject(name="good"))
    store.close()
    store = open_store(path)  # where nothing is asked
    open_workspace(store).do(c.RenameProject(name="odd"))
    store.close()
    store = open_store(path, shown=shown)
    assert open_workspace(store).document.name == "good"
    assert "opened at step 1, 'Rename project', because step 2 cannot be shown" in store.notices[0]
    store.close()


def test_the_bytes_of_a_project_tell_its_document(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = open_store(path, human)
    space = open_workspace(store)
    space.do(c.SetParameters(values={"r_elbow": 0.5}))
    space.do(c.NewFigure(name="quadruped"))
    space.undo()
    copy = store.content()
    store.close()
    for content in (path.read_bytes(), copy):
        document = read_document(content, "a.manikin")
        assert document == space.document
        opened = c.OpenProject(file="a.manikin", document=document)
        assert opened.apply(Document.of(bodies.load("planar3"))) == space.document


def test_spoilt_bytes_of_a_project_are_refused_or_read_as_its_document(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    open_store(path, human).close()
    content = path.read_bytes()
    rng = np.random.default_rng(7)
    told = 0
    for k in range(200):
        spoilt = bytearray(content if k % 2 else content[: rng.integers(len(content))])
        for at in rng.integers(len(spoilt), size=rng.integers(1, 20)) if spoilt else ():
            spoilt[at] = rng.integers(256)
        try:
            document = read_document(bytes(spoilt), "a")
        except ManikinError:
            told += 1
        else:
            assert document == human()
    assert told > 100


def plain(path: Path) -> list[tuple[int, str, dict]]:
    """The steps of a file of version 1 as plain data, read without any code of ours."""
    base = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    figures = {digest: json.loads(data) for digest, data in base.execute("SELECT * FROM figure")}
    rows = base.execute("SELECT place, label, document, figure FROM step ORDER BY place").fetchall()
    base.close()
    return [(place, label, {**json.loads(text), "figure": figures[figure]}) for place, label, text, figure in rows]


def without_figures(data: object) -> object:
    """Plain data without the names of figures and the spans and motions of locks, which version 1 did not write."""
    if isinstance(data, dict):
        return {key: without_figures(item) for key, item in data.items() if key not in ("figure", "spans", "moving")}
    return [without_figures(item) for item in data] if isinstance(data, list) else data


@pytest.mark.parametrize(("name", "place", "revision"), [("human_v1", 7, 12), ("panda_v1", 2, 3)])
def test_documents_of_version_1_are_what_they_were(tmp_path: Path, name: str, place: int, revision: int) -> None:
    path = tmp_path / f"{name}.manikin"
    shutil.copy(OLD / f"{name}.manikin", path)
    old = plain(path)
    assert read_document(path.read_bytes(), name) == from_parts(to_parts(read_document(path.read_bytes(), name)))
    store = open_store(path)
    space = open_workspace(store)
    assert (store.place, store.revision) == (place, revision)
    assert store.steps() == [(at, label) for at, label, _ in old]
    for at, _, data in old:
        document = from_parts(store.parts(at))
        (actor,) = document.actors
        assert (document.name, document.made, actor.name) == (data["name"], data["made"], data["figure"]["name"])
        assert (list(actor.q), actor.stiffness) == (data["q"], data["stiffness"])
        assert to_data(document.settings) == {**data["settings"], "floor": False}  # there was none to mind
        assert sorted(actor.figure.active_couplings) == data["figure"]["active"]
        assert without_figures(to_data(document.locks)) == data["locks"]
        assert [pose.name for pose in actor.poses] == [pose["name"] for pose in data["poses"]]
        for pose, kept in zip(actor.poses, data["poses"], strict=True):
            assert actor.figure.state(dict(pose.values)).tolist() == kept["q"]
    for _ in range(place):
        space.undo()
    for _ in range(len(old) - 1):
        space.redo()
    space.do(c.RenameProject(name="new"))
    store.close()


def test_a_project_with_parts_of_a_newer_version_is_refused_and_not_opened_at_an_older_step(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: to_parts(human()))  # without a check, as a newer version writes
    store.record(1, "Add clip", None, {**to_parts(human()), "clip/walk": b"{}"}, 2)
    store.close()
    before = path.read_bytes()
    with pytest.raises(NewerVersion, match=r"a\.manikin: this project was made by a newer version .*'clip/walk'"):
        open_store(path)
    with pytest.raises(NewerVersion, match="clip/walk"):
        read_document(before, "a.manikin")
    assert path.read_bytes() == before
    with contextlib.closing(Store(path)) as store:
        store.move(0, 3)  # undone there, it can be opened here
    with contextlib.closing(open_store(path)) as store:
        assert open_workspace(store).document == human()
