"""Ground, walks through clicked places, motion scripts."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage
from tests.browser.timeline_page import TimelinePage

CAMERA = """void (stage.cameras.perspective.state =
    { target: [0, 0.8, 0.4], yaw: -1.1, pitch: 0.45, height: 6 }, stage.request())"""
PIXEL = """(() => {
  const at = stage.project("perspective", a), box = panes.cells.perspective.getBoundingClientRect();
  return [box.left + at.x, box.top + at.y];
})()"""


def click_ground(editor: EditorPage, x: float, y: float, z: float) -> None:
    at = editor.get(PIXEL, [x, y, z])
    editor.page.mouse.click(at[0], at[1])


def test_stairs_are_built_drawn_and_walked_up(editor: EditorPage) -> None:
    page, line = editor.page, TimelinePage(editor)
    page.locator("[data-menu=Figure]").click()
    page.get_by_text("Ground", exact=True).click()
    page.get_by_text("Stairs …").click()
    page.get_by_label("steps", exact=True).fill("3")
    page.get_by_label("at z [m]").fill("1.0")
    page.locator("dialog.prompt").get_by_role("button", name="Build").click()
    editor.wait("editor.state.document.value.terrain !== null")
    assert editor.history() == ["Stairs"]
    editor.get(CAMERA)
    page.locator("body").press("w")
    expect(page.locator(".walk-card")).to_be_visible()
    click_ground(editor, 0.2, 0.0, 0.7)
    expect(page.locator(".walk-card .note")).to_contain_text("1 place")
    click_ground(editor, 0.0, 0.51, 2.4)  # on top of the stairs
    expect(page.locator(".walk-card .note")).to_contain_text("2 places")
    page.locator(".walk-card").get_by_role("button", name="Walk", exact=True).click()
    editor.wait("state.keys.length > 10", timeout=20)
    line.whole()
    assert editor.history()[-1] == "Walk through 2 places"
    line.go(line.keys[-1])
    line.whole()
    foot = editor.place("l_foot")
    assert foot[1] == pytest.approx(0.51 + 0.07, abs=0.03)
    assert foot[[0, 2]] == pytest.approx([0.08, 2.4], abs=0.15)
    held = editor.get("[...state.pose.locks].filter((lock) => lock?.state === 'violated').length")
    assert held == 0


def test_the_gait_is_changed_by_sliders_and_escape_leaves_nothing(editor: EditorPage) -> None:
    page = editor.page
    editor.get(CAMERA)
    page.locator("body").press("w")
    click_ground(editor, 0.3, 0.0, 2.5)
    step = page.locator(".walk-card mk-slider").first.locator("input")
    step.fill("0.4")
    step.press("Enter")
    page.locator(".walk-card").get_by_role("button", name="Walk", exact=True).click()
    editor.wait("state.keys.length > 10", timeout=20)
    short = len([lock for lock in editor.get("state.document.locks") if "flat" in lock["name"]])
    page.locator("body").press("Control+z")
    editor.wait("state.keys.length === 0")
    editor.edit(kind="walk", frame=0, through=[[0.3, 2.5]])
    usual = len([lock for lock in editor.get("state.document.locks") if "flat" in lock["name"]])
    assert short > usual
    page.locator("body").press("Control+z")
    editor.wait("state.keys.length === 0")
    page.locator("body").press("w")
    click_ground(editor, 0.3, 0.0, 2.5)
    page.locator(".walk-card header button").click()
    expect(page.locator(".walk-card")).to_be_hidden()
    editor.settle()
    assert editor.history() == []


def test_a_script_runs_and_its_errors_are_at_their_place(editor: EditorPage) -> None:
    page = editor.page
    page.locator("body").press("Shift+S")
    text = page.locator("textarea.script-text")
    text.fill("# bend\n0: state\n20: state q_elbow 90\n")
    text.press("Control+Enter")
    expect(page.locator(".script-error")).to_contain_text("line 3, column", timeout=20_000)
    expect(page.locator(".script-line.wrong")).to_contain_text("q_elbow")
    assert editor.history() == []
    text.fill("# bend\n0: state\n20: state r_elbow 90\n40: state\n5..30: lock l_hand\n")
    expect(page.locator(".script-line.wrong")).to_have_count(0)
    assert page.locator(".script-shown .script-time").count() == 4
    text.press("Control+Enter")
    editor.wait("state.keys.length === 3", timeout=20)
    assert editor.history() == ["Run script"]
    line = TimelinePage(editor)
    line.go(20)
    line.whole()
    assert line.elbow() == pytest.approx(np.pi / 2, abs=1e-6)
    page.get_by_role("button", name="Expand").click()
    editor.wait("document.querySelector('textarea.script-text').value.includes('rate 30')")
    page.locator(".script-card header button").click()
    page.locator("body").press("Control+z")
    editor.wait("state.keys.length === 0")
