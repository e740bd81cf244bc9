"""The document (E9): undo, poses, files, two windows, reloading, a server that is killed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from manikin import bodies, commands
from manikin.document.document import Document
from manikin.project.documents import open_store
from tests.browser.editor_page import EditorPage, drop, parameters, wait_for
from tests.browser.editor_server import EditorServer

DRAWS = False


def test_everything_is_undone_and_done_again_with_its_name(editor: EditorPage) -> None:
    page = editor.page
    rest = parameters(editor)
    editor.drag(editor.point("r_forearm"), (-60, -70))
    pulled = parameters(editor)
    editor.edit(kind="add_lock", part="r_hand", lock="position")
    assert editor.history() == ["Drag right forearm", "Lock right hand"]
    page.locator("[data-menu=Edit]").click()
    expect(page.locator(".menu-item").first).to_contain_text("Undo lock right hand")
    page.keyboard.press("Escape")
    page.locator("body").press("Control+z")
    editor.wait("state.document.locks.length === 2")
    page.locator("body").press("Control+z")
    editor.wait("state.history.place === 0")
    editor.settle()
    assert np.allclose(parameters(editor), rest, atol=1e-6)
    page.locator("body").press("Control+Shift+z")
    editor.wait("state.history.place === 1")
    editor.settle()
    assert np.allclose(parameters(editor), pulled, atol=1e-6)
    page.locator("[data-action=redo]").click()
    editor.wait("state.document.locks.length === 3")


def test_the_history_panel_goes_to_any_step(editor: EditorPage) -> None:
    for k in range(4):
        editor.edit(kind="set_parameters", values={"r_elbow": 0.3 + 0.1 * k})
    editor.panel("History")
    rows = editor.page.locator(".history-row")
    expect(rows).to_have_count(5)
    rows.nth(2).click()
    editor.wait("state.history.place === 2")
    editor.settle()
    assert parameters(editor)[bodies.load("human").index("r_elbow")] == pytest.approx(0.4, abs=1e-5)
    rows.nth(4).click()
    editor.wait("state.history.place === 4")


def test_a_second_window_shows_the_same_edits_while_they_are_made(
    editor: EditorPage, windows: Callable[..., EditorPage]
) -> None:
    other = windows(draws=False)
    editor.drag(editor.point("r_forearm"), (-50, -60), release=False)
    wait_for(lambda: np.allclose(parameters(other), parameters(editor), atol=1e-6), "the other window follows the drag")
    editor.page.mouse.up()
    editor.settle()
    other.wait("state.history.undo === 'Drag right forearm'")
    other.edit(kind="add_lock", part="r_hand", lock="position")
    editor.wait("state.document.locks.length === 3")
    other.page.locator("body").press("Control+z")
    for window in (editor, other):
        window.wait("state.document.locks.length === 2")
    assert editor.get("JSON.stringify(state.document)") == other.get("JSON.stringify(state.document)")
    other.page.context.close()


def test_a_reload_loses_nothing_and_keeps_the_view(editor: EditorPage) -> None:
    editor.edit(kind="set_parameters", values={"r_elbow": 1.1})
    editor.enlarge("side")
    editor.get("state.setView({ panel: 'history', theme: 'light' })")
    height = editor.get("stage.cameras.side.state.height")
    editor.page.mouse.move(300, 300)
    editor.page.mouse.wheel(0, -240)
    editor.wait("stage.cameras.side.state.height !== a", height)
    height = editor.get("stage.cameras.side.state.height")
    wait_for(lambda: editor.stored_view()["cameras"]["side"]["height"] == height, "the page stores its view")
    before = editor.get("JSON.stringify([state.document, state.history])")
    editor.page.reload()
    editor.ready()
    assert editor.get("JSON.stringify([state.document, state.history])") == before
    assert editor.get("[state.view.large, state.view.panel, state.view.theme]") == ["side", "history", "light"]
    assert editor.get("stage.cameras.side.state.height") == pytest.approx(height)
    editor.page.locator("body").press("Control+z")
    editor.wait("state.history.place === 0")


def test_each_window_has_its_own_views(editor: EditorPage, windows: Callable[..., EditorPage]) -> None:
    def zoomed(window: EditorPage, height: float) -> None:
        window.get(
            "(stage.cameras.side.state = { ...stage.cameras.side.state, height: a }, panes.keepCameras())", height
        )
        wait_for(
            lambda: window.stored_view().get("cameras", {}).get("side", {}).get("height") == height, "it is stored"
        )

    zoomed(editor, 1.25)
    other = windows(draws=False)
    assert other.get("stage.cameras.side.state.height") == pytest.approx(1.25)  # a new one begins with what was last
    zoomed(other, 3.5)
    editor.page.reload()
    editor.ready()
    assert editor.get("stage.cameras.side.state.height") == pytest.approx(1.25)
    other.page.context.close()


def test_hiding_a_part_is_undone_and_switches_are_not(editor: EditorPage) -> None:
    editor.get("state.select('r_hand')")
    editor.page.keyboard.press("h")
    editor.wait("editor.state.isHidden({ figure: 'human', part: 'r_hand' })")
    assert editor.history() == ["Hide right hand"]
    editor.page.locator(".tool-bar [data-action=balance]").click()
    editor.wait("state.document.settings.balance")
    editor.page.locator("body").press("Control+z")
    editor.wait("!editor.state.isHidden({ figure: 'human', part: 'r_hand' })")
    assert editor.get("state.document.settings.balance")
    assert editor.get("state.history.place") == 0


def test_a_broken_line_is_mended_and_edits_made_meanwhile_are_done_once(editor: EditorPage) -> None:
    editor.edit(kind="set_parameters", values={"r_elbow": 0.7})
    editor.page.evaluate(
        """() => {
            const { editor } = window.editor;
            editor.link.socket.close();
            editor.edit({ kind: "set_parameters", values: { l_elbow: 0.9 } });
            editor.edit({ kind: "add_lock", part: "r_hand", lock: "position" });
        }"""
    )
    editor.wait("state.connection === 'open' && link.unacknowledged === 0")
    editor.settle()
    assert editor.history() == ["Set right elbow", "Set left elbow", "Lock right hand"]
    assert editor.get("state.document.locks.length") == 3


def test_a_killed_server_comes_back_with_all_that_was_acknowledged(
    windows: Callable[..., EditorPage], tmp_path: Path
) -> None:
    server = EditorServer(tmp_path / "crash.manikin")
    editor = windows(address=server.start(), draws=False)
    port = server.port
    editor.edit(kind="set_parameters", values={"r_elbow": 1.3})
    editor.drag(editor.point("l_forearm"), (50, -60))
    editor.drag(editor.point("head"), (20, 10), release=False)  # not let go, so not acknowledged
    kept = editor.get("state.history.entries")
    server.kill()
    editor.wait("state.connection === 'lost'")
    expect(editor.page.locator(".loading")).to_contain_text("server is gone")
    expect(editor.page.locator(".loading")).to_contain_text("open the address it prints")  # the old one opens nothing
    editor.page.mouse.up()
    address = server.start(port)
    again = windows(address=address, draws=False)
    assert again.get("state.history.entries") == kept
    assert again.get("state.value(state.parameterIndex('r_elbow'))") == pytest.approx(1.3, abs=1e-5)
    again.page.locator("body").press("Control+z")
    again.page.locator("body").press("Control+z")
    again.wait("state.history.place === 0")
    # a cookie ends with its server: the old window needs the new address
    editor.page.goto(address)
    editor.ready()
    assert editor.get("state.history.entries") == kept
    again.page.context.close()
    editor.page.context.close()
    server.stop()


def test_a_dropped_figure_is_added_and_undone(editor: EditorPage) -> None:
    figure = bodies.FOLDER / "stickman.scr"
    drop(editor, "stickman.scr", figure.read_bytes())
    editor.wait("state.figure.joints.length === a", len(bodies.load("stickman").skeleton.joints))
    editor.settle()
    expect(editor.page.locator("[data-parameter]")).to_have_count(bodies.load("stickman").size)
    editor.page.locator("body").press("Control+z")
    editor.wait("state.figure.joints.length === a", len(bodies.load("human").skeleton.joints))
    editor.settle()
    editor.drag(editor.point("r_forearm"), (-40, -40))
    assert editor.history()[-1] == "Drag right forearm"


def test_a_dropped_project_is_opened_as_one_step(editor: EditorPage, tmp_path: Path) -> None:
    dog = commands.SetPose(q=(0.05,) * bodies.load("quadruped").size).apply(Document.of(bodies.load("quadruped")))
    open_store(tmp_path / "dog.manikin", lambda: commands.AddLock(part="head").apply(dog)).close()
    drop(editor, "dog.manikin", (tmp_path / "dog.manikin").read_bytes())
    editor.wait("state.figure.name === 'quadruped' && state.document.locks.length === 1")
    editor.settle()
    assert editor.history() == ["Open dog.manikin"]
    assert np.allclose(parameters(editor), editor.server_document()["document"]["actors"]["quadruped"]["q"], atol=1e-6)
    editor.page.locator("body").press("Control+z")
    editor.wait("state.figure.name === 'human' && state.document.locks.length === 2")
    editor.settle()


def test_a_dropped_pose_is_taken(editor: EditorPage) -> None:
    pose = {"units": {"angle": "rad"}, "values": {"r_shoulder_elevation": 2.2, "r_elbow": 0.8}}
    drop(editor, "wave.json", json.dumps(pose).encode())
    editor.wait("Math.abs(state.value(state.parameterIndex('r_shoulder_elevation')) - 2.2) < 1e-4")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("broken.scr", b'define skeleton "x"\n joint', "line"),
        ("notes.txt", b"hello", "cannot be opened"),
        ("broken.manikin", b"SQLite format 3\0" + bytes(4096), "the project is damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_a_remedy(
    editor: EditorPage, name: str, content: bytes, told: str
) -> None:
    before = editor.get("state.figure.name")
    drop(editor, name, content)
    error = editor.page.locator(".notice.error")
    error.wait_for()
    expect(error).to_contain_text(name)
    expect(error).to_contain_text(told)
    expect(error.locator(".notice-remedy")).not_to_be_empty()
    assert editor.get("state.figure.name") == before
    error.get_by_role("button", name="Dismiss").click()
    expect(error).to_have_count(0)


def test_pose_picture_figure_and_project_are_taken_away(editor: EditorPage, tmp_path: Path) -> None:
    editor.edit(kind="set_parameters", values={"r_elbow": 1.2})

    def take(action: str) -> bytes:
        with editor.page.expect_download() as waiting:
            editor.page.evaluate("(name) => window.editor.actions[name].run()", action)
        path = tmp_path / action
        waiting.value.save_as(path)
        return path.read_bytes()

    pose = json.loads(take("exportPose"))
    assert pose["values"]["r_elbow"] == pytest.approx(1.2)
    assert b"define skeleton" in take("exportFigure")
    take("saveAs")
    with sqlite3.connect(tmp_path / "saveAs") as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_new_makes_a_new_file_and_the_old_one_is_opened_again_from_the_list(
    windows: Callable[..., EditorPage], tmp_path: Path
) -> None:
    server = EditorServer(tmp_path / "mine.manikin")
    server.start()
    try:
        editor = windows(address=server.address)
        page = editor.page
        assert page.title() == "human · mine.manikin · manikin"
        editor.edit(kind="store_pose", name="kept")

        def choose(*labels: str) -> None:
            page.locator("[data-menu=File]").click()
            for label in labels:
                page.locator(".menu-item", has_text=label).first.click()

        choose("New project", "human")
        page.wait_for_function("() => document.title === 'human.manikin · manikin'")
        editor.ready()
        assert "kept" not in editor.get("state.document.poses.map((pose) => pose.name)")
        assert editor.get("state.document.locks.map((lock) => lock.part).sort()") == ["l_foot", "r_foot"]
        expect(page.get_by_text("human.manikin: a new project.")).to_be_visible()
        choose("Open recent", "mine.manikin")
        page.wait_for_function("() => document.title === 'human · mine.manikin · manikin'")
        editor.ready()
        assert "kept" in editor.get("state.document.poses.map((pose) => pose.name)")
        assert (tmp_path / "mine.manikin").exists()
        page.context.close()
    finally:
        server.stop()


def test_the_page_that_is_started_leads_to_the_editor_once(
    browser: Browser, server: EditorServer, tmp_path: Path
) -> None:
    """A browser comes from a file, so it sends no cookie to where it is only redirected."""
    spy, said = tmp_path / "spy.sh", tmp_path / "said"
    spy.write_text(f'#!/bin/sh\nprintf "%s" "$*" > {said}.part && mv {said}.part {said}\n')
    spy.chmod(0o700)
    more = {"DISPLAY": ":0", "BROWSER": f"{spy} %s"}
    started = EditorServer(tmp_path / "started.manikin", browser=True, environment=more)
    started.start()
    try:
        wait_for(said.exists, "the browser is started")
        context = browser.new_context()
        page = context.new_page()
        page.goto(said.read_text())
        page.wait_for_url(f"http://127.0.0.1:{started.port}/")
        page.wait_for_function("() => window.editor?.state.connection === 'open'")
        context.close()
    finally:
        started.stop()
