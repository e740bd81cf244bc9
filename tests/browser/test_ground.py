"""Ground, walks through clicked places, motion scripts."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Route, expect

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


def heights_from(editor: EditorPage, name: str, content: bytes, numbers: dict[str, str]) -> None:
    """Choose a file of heights, as a user does."""
    page = editor.page
    page.locator("[data-menu=Figure]").click()
    page.get_by_text("Ground", exact=True).click()
    with page.expect_file_chooser() as coming:
        page.get_by_text("Heights from a picture or table …").click()
    coming.value.set_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})
    for label, value in numbers.items():
        page.get_by_label(label).fill(value)
    page.locator("dialog.prompt").get_by_role("button", name="Build").click()
    editor.wait("editor.state.document.value.ground.kind === 'field'")


@pytest.mark.parametrize("kind", ["table", "picture"])
def test_a_field_of_heights_is_built_from_a_file_and_walked_over(editor: EditorPage, kind: str) -> None:
    """A ramp of one in ten along z; white is high."""
    line = TimelinePage(editor)
    if kind == "table":
        rows = "\n".join(",".join(f"{0.1 * max(k - 12, 0) * 0.25:.4f}" for k in range(25)) for _ in range(5))
        heights_from(editor, "ramp.csv", rows.encode(), {"metres between heights": "0.25"})
    else:
        grey = np.clip(np.arange(25) - 12, 0, None)[:, None] / 12 * np.ones((1, 5)) * 255
        file = io.BytesIO()
        Image.fromarray(np.round(grey).astype(np.uint8)).save(file, "PNG")
        heights_from(editor, "ramp.png", file.getvalue(), {"height of white": "0.3", "metres between heights": "0.25"})
    assert editor.history() == ["Height field"]
    editor.get(CAMERA)
    editor.page.locator("body").press("w")
    click_ground(editor, 0.0, 0.15, 1.5)  # on the ramp
    expect(editor.page.locator(".walk-card .note")).to_contain_text("1 place")
    editor.page.locator(".walk-card").get_by_role("button", name="Walk", exact=True).click()
    editor.wait("state.keys.length > 8", timeout=20)
    line.whole()
    line.go(line.keys[-1])
    line.whole()
    for part in ("l_foot", "r_foot"):
        foot = editor.place(part)
        assert foot[2] == pytest.approx(1.5, abs=0.25)
        assert foot[1] == pytest.approx(0.1 * foot[2] + 0.07, abs=0.03)
    assert editor.get("[...state.pose.locks].filter((lock) => lock?.state === 'violated').length") == 0
    editor.page.locator("body").press("Control+z")
    editor.wait("state.keys.length === 0")


def test_what_is_no_table_of_heights_is_told(editor: EditorPage) -> None:
    page = editor.page
    page.locator("[data-menu=Figure]").click()
    page.get_by_text("Ground", exact=True).click()
    with page.expect_file_chooser() as coming:
        page.get_by_text("Heights from a picture or table …").click()
    coming.value.set_files({"name": "words.csv", "mimeType": "text/csv", "buffer": b"one,two\nthree,four\n"})
    notice = page.locator(".notice.error")
    expect(notice).to_contain_text("words.csv: no heights could be read")
    notice.get_by_role("button").click()
    assert editor.history() == []


def test_a_foothold_is_dragged_and_moves_as_a_whole(editor: EditorPage) -> None:
    """Heel, sole and toes of a step are one place on the ground: the mark of one is dragged, the others go along."""
    page, line = editor.page, TimelinePage(editor)
    editor.edit(kind="walk", frame=0, through=[[0.0, 2.0]])
    line.whole()
    steps = "state.document.locks.filter(({ name }) => name.startsWith(a))"
    flat = editor.get("state.document.locks.find(({ name }) => /^step 3 .*flat/.test(name))")
    first = flat["name"].rsplit(" ", 1)[0]
    own = {lock["name"]: lock["mark"]["place"] for lock in editor.get(steps, first)}
    assert len(own) > 1
    line.go((flat["spans"][0]["start"] + flat["spans"][0]["end"]) // 2)
    line.whole()
    editor.enlarge("top")
    editor.get("panes.fitView(['top'], null)")
    page.wait_for_function("() => !window.editor.stage.due")
    place = "stage.project('top', stage.marks.place(a))"
    at, box = editor.get(place, flat["id"]), editor.get("panes.cells.top.getBoundingClientRect().toJSON()")
    start = (box["left"] + at["x"], box["top"] + at["y"])
    count = len(editor.history())

    def drag(release: bool) -> None:
        page.mouse.move(*start)
        page.mouse.down()
        for k in range(1, 7):
            page.mouse.move(start[0] + 3 * k, start[1])
        editor.wait("state.dragging")
        editor.settle()
        if release:
            page.mouse.up()

    drag(release=False)
    page.keyboard.press("Escape")
    page.mouse.up()
    editor.settle()
    assert len(editor.history()) == count
    assert {lock["name"]: lock["mark"]["place"] for lock in editor.get(steps, first)} == own
    drag(release=True)
    editor.wait(f"state.history.place === {count + 1}")
    line.whole()
    moved = {lock["name"]: lock["mark"]["place"] for lock in editor.get(steps, first)}
    ways = np.array([np.subtract(moved[name], own[name]) for name in own])
    assert np.linalg.norm(ways[0]) > 0.01
    np.testing.assert_allclose(ways, np.broadcast_to(ways[0], ways.shape), atol=1e-6)
    off = "Math.max(...[...editor.state.timeline.frames.get('human').errors].filter((each) => each >= 0))"
    assert editor.get(off) < 1e-5
    page.locator("body").press("Control+z")
    editor.wait(f"state.history.place === {count}")
    page.locator("body").press("1")


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
    assert text.evaluate("(text) => text.value.slice(text.selectionStart)").startswith("q_elbow")
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


def test_a_script_that_is_being_read_says_so_and_its_errors_are_not_put_on_what_was_typed_since(
    editor: EditorPage,
) -> None:
    page = editor.page
    page.locator("body").press("Shift+S")
    text, said = page.locator("textarea.script-text"), page.locator(".script-error")
    waiting: list[Route] = []
    page.route("**/api/script*", lambda route: waiting.append(route))
    text.fill("0: state\n20: state q_elbow 90\n")
    text.press("Control+Enter")
    expect(said).to_have_text("Reading the script …")
    text.fill("0: state\n20: state r_elbow 90\n")
    expect(said).to_have_text("")
    with page.expect_response("**/api/script*"):
        waiting.pop().continue_()
    page.unroute("**/api/script*")
    page.wait_for_timeout(50)
    expect(said).to_have_text("")
    expect(page.locator(".script-line.wrong")).to_have_count(0)
    assert editor.history() == []
    page.locator(".script-card header button").click()
