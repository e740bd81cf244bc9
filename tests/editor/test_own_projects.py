"""Projects of the user: a new one is a new file, recent ones are listed, nothing is replaced."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from manikin import bodies
from manikin.formats.format import write_skeleton
from tests.support.live_editor import Answer, Editor

JSON = {"Content-Type": "application/json"}
BINARY = {"Content-Type": "application/octet-stream"}


@pytest.fixture
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with Editor(tmp_path_factory.mktemp("editor")) as editor:
        yield editor


def ask(editor: Editor, **wanted: str) -> Answer:
    return editor.ask("POST", "/api/projects", {**editor.bearer, **JSON}, json.dumps(wanted).encode())


def names(editor: Editor) -> list[str]:
    return [project["name"] for project in editor.get("/api/projects").json()["projects"]]


def test_a_new_project_is_a_new_file_and_the_old_one_is_found_in_the_list_as_it_was(running: Editor) -> None:
    window = running.window("a")
    first = window.hello["file"]
    assert Path(first).name == "human.manikin"
    assert window.command("store_pose", name="mine")["op"] == "ack"
    answer = ask(running, new="human")
    assert answer.status == 200, answer.body
    assert Path(answer.json()["file"]).name == "human-2.manikin"
    with pytest.raises(ConnectionClosed, match="1012"):
        window.wait("nothing, for it is closed")
    fresh = running.window("a")
    assert fresh.hello["file"] == answer.json()["file"]
    assert "mine" not in [pose["name"] for pose in fresh.actor["poses"]]
    assert sorted(lock["part"] for lock in fresh.document["locks"].values()) == ["l_foot", "r_foot"]
    assert names(running)[:2] == ["human-2.manikin", "human.manikin"]
    assert ask(running, open=first).status == 200
    back = running.window("a")
    assert back.hello["file"] == first
    assert back.actor["poses"][-1]["name"] == "mine"
    assert back.ask(op="undo")["op"] == "ack", "with its history"
    assert "open here already" in ask(running, open=first).json()["error"]
    assert running.alive()


def test_files_that_are_opened_become_projects_of_their_own(running: Editor) -> None:
    before = running.get("/api/projects").json()["open"]
    content = running.get("/api/export/project.manikin").body
    own = {**running.bearer, **BINARY}
    answer = running.ask("POST", "/api/projects?name=../../walk.manikin", own, content)
    assert answer.status == 200
    assert Path(answer.json()["file"]) == running.folder / "manikin" / "walk.manikin"
    arm = write_skeleton(bodies.load("planar3").skeleton, "arm.scr")
    answer = running.ask("POST", "/api/projects?name=arm.scr", own, arm)
    assert Path(answer.json()["file"]).name == "arm.manikin"
    opened = running.window("b")
    assert (opened.document["head"]["name"], opened.hello["file"]) == ("planar3", answer.json()["file"])
    assert names(running)[:3] == ["arm.manikin", "walk.manikin", "human.manikin"]
    assert Path(before).exists()
    for name, data in (("x.scr", b"nonsense"), ("x.manikin", b"nonsense"), ("x.exe", b"MZ"), ("", b"")):
        assert running.ask("POST", f"/api/projects?name={name}", own, data).status == 422
    assert running.get("/api/projects").json()["open"] == answer.json()["file"]


@pytest.mark.parametrize(
    "asked",
    [
        {"open": "/etc/passwd"},
        {"open": "x.manikin"},
        {"new": "nobody"},
        {"new": "../x"},
        {},
        {"new": "human", "open": ""},
    ],
)
def test_what_is_not_among_the_projects_is_refused(running: Editor, asked: dict[str, str]) -> None:
    answer = ask(running, **asked)
    assert answer.status == 422
    assert answer.json()["error"]
    assert running.get("/api/projects").json()["open"].endswith("human.manikin")


def test_a_second_start_says_what_it_opened(tmp_path: Path) -> None:
    said = []
    for _ in range(2):
        with Editor(tmp_path, source="planar3") as editor:
            assert editor.process.stdout is not None
            said.append(editor.process.stdout.readline())
            window = editor.window("a")
            said.append(window.wait("notice")["message"])
    assert "planar3.manikin (a new project)" in said[0]
    assert said[1] == "planar3.manikin: a new project."
    assert "planar3.manikin (as it was left, changed last on 2" in said[2]
    assert "--new begins another" in said[2]
    assert "as it was left" in said[3]
