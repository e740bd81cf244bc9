"""The page itself: keys alone, help, names as text, nothing drawn when nothing changes, nothing that overlaps."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage

BOXES = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom];
})"""
UNNAMED = """() => [...document.querySelectorAll("button, input, select, [role=slider]")]
  .filter((e) => e.offsetParent && !e.getAttribute("aria-label") && !e.textContent.trim() && !e.title)
  .map((e) => e.outerHTML.slice(0, 90))"""
SAME = """() => {
  const names = [...document.querySelectorAll(".side button, .views button, .title-bar button, .side [role=slider]")]
    .filter((e) => e.offsetParent && !e.closest(".segmented"))
    .map((e) => e.getAttribute("aria-label") || e.textContent.trim() || e.title);
  return names.filter((name, k) => names.indexOf(name) !== k);
}"""
CONTROLS = ".title-bar, .tool-bar, .views, .side, .state-line"


def test_a_part_is_chosen_pulled_and_locked_by_keys_alone(editor: EditorPage) -> None:
    page = editor.page
    page.locator("body").press("Escape")
    for _ in range(3):
        page.keyboard.press("]")
    chosen = editor.get("state.selected")
    assert chosen is not None
    page.keyboard.press("[")
    assert editor.get("state.selected") != chosen
    editor.get("state.select('r_hand')")
    before = editor.effector("r_hand")
    page.keyboard.press("Enter")
    for _ in range(5):
        page.keyboard.press("ArrowUp")
    editor.settle()
    page.keyboard.press("Enter")
    editor.settle()
    assert editor.effector("r_hand")[1] - before[1] == pytest.approx(0.05, abs=0.015)
    assert editor.history() == ["Drag right hand"]
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Escape")
    editor.settle()
    assert editor.history() == ["Drag right hand"]
    page.keyboard.press("l")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    editor.wait("state.document.locks.length === 3")
    page.keyboard.press("Delete")
    editor.wait("state.document.locks.length === 2")
    page.keyboard.press("m")
    editor.settle()
    assert editor.history()[-1].startswith("Mirror")
    page.keyboard.press("Control+z")
    editor.wait("state.history.entries.length - state.history.place === 1")


def test_keys_move_the_camera_and_frame_what_is_chosen(editor: EditorPage) -> None:
    page = editor.page
    camera = "JSON.stringify(stage.cameras.perspective.state)"
    page.locator("body").press("Home")
    home = editor.get(camera)
    seen = {home}
    for keys in ("Control+ArrowLeft", "Control+ArrowUp", "Control+Shift+ArrowRight", "+", "Control+ArrowDown"):
        page.keyboard.press(keys)
        assert editor.get(camera) not in seen
        seen.add(editor.get(camera))
    editor.get("state.select('l_hand')")
    page.keyboard.press("f")
    at = editor.get("stage.project('perspective', stage.body.middle(state.jointIndex('l_hand')))")
    rect = editor.get("stage.rects.perspective")
    assert abs(at["x"] - rect["width"] / 2) < 40
    assert abs(at["y"] - rect["height"] / 2) < 40
    turned = editor.get("stage.cameras.perspective.state.yaw")
    page.keyboard.press("Home")
    now, before = json.loads(editor.get(camera)), json.loads(home)
    np.testing.assert_allclose(now["target"], before["target"], atol=0.05)
    assert now["height"] == pytest.approx(before["height"], rel=0.05)
    assert now["yaw"] == turned  # it looks from where it did


def test_views_are_swapped_by_their_title_and_fill_the_window(editor: EditorPage) -> None:
    page = editor.page
    page.locator("[data-view=top] .view-title").click()
    editor.wait("state.view.large === 'top' && stage.rects.top.width > stage.rects.front.width * 2")
    page.keyboard.press("Shift+Space")
    editor.wait("state.view.full && stage.rects.front === undefined")
    page.keyboard.press("Shift+Space")
    page.keyboard.press("1")
    editor.wait("!state.view.full && state.view.large === 'perspective' && stage.rects.front !== undefined")


def test_mouse_orbits_pans_and_zooms_toward_the_cursor(editor: EditorPage) -> None:
    mouse = editor.page.mouse
    state = lambda: editor.get("stage.cameras.perspective.state")  # noqa: E731
    first = state()
    editor.drag((120, 200), (60, 20))
    second = state()
    assert (second["yaw"], second["pitch"]) != (first["yaw"], first["pitch"])
    assert second["target"] == first["target"]
    mouse.move(120, 200)
    mouse.down(button="right")
    mouse.move(160, 260, steps=3)
    mouse.up(button="right")
    assert state()["target"] != second["target"]
    x, y = editor.point("head")
    mouse.move(x, y)
    mouse.wheel(0, -300)
    editor.wait("stage.cameras.perspective.state.height < a", second["height"])
    again = editor.point("head")
    assert np.hypot(again[0] - x, again[1] - y) < 25, "what is under the cursor stays there"


def test_help_lists_every_key_and_closes_again(editor: EditorPage) -> None:
    page = editor.page
    page.keyboard.press("?")
    help_page = page.locator("dialog.help")
    help_page.wait_for()
    text = help_page.inner_text()
    for keys in ("Ctrl+Z", "Shift + drag", "Home", "]", "Enter"):
        assert keys in text
    assert help_page.evaluate("(e) => e.scrollHeight <= e.clientHeight + 1"), "the help page scrolls at 1280 × 720"
    page.keyboard.press("Escape")
    assert not help_page.evaluate("(e) => e.open")


def test_the_first_run_hint_goes_for_good(editor: EditorPage) -> None:
    editor.get("state.setView({ hinted: false })")
    hint = editor.page.locator(".hint")
    expect(hint).to_contain_text("Pull a hand")
    hint.get_by_role("button").click()
    expect(hint).not_to_be_visible()


def test_at_the_first_run_play_lets_the_human_walk_on_the_spot(editor: EditorPage) -> None:
    """The timeline unfolds and folds away again, and one undo brings back what was there."""
    page, section = editor.page, editor.page.locator(".timeline")
    editor.get("state.setView({ hinted: false, timeline: null })")
    expect(page.locator(".hint li")).to_have_count(3)
    expect(section).to_be_hidden()
    start = editor.place("pelvis")
    page.locator("body").press("Space")
    editor.wait("state.playing && state.keys.length > 10")
    expect(section).to_be_visible()
    feet, pelvis = [], []
    for _ in range(25):
        page.wait_for_timeout(40)
        feet.append(editor.place("l_foot"))
        pelvis.append(editor.place("pelvis"))
    assert np.ptp(np.array(feet)[:, 2]) > 0.4  # it steps
    assert np.abs(np.array(pelvis) - start)[:, [0, 2]].max() < 0.1  # and stays where it is
    page.locator("body").press("Space")
    editor.wait("!state.playing")
    assert editor.get("[...state.pose.locks].filter((lock) => lock?.state === 'violated').length") == 0
    assert editor.history() == ["Insert 'walk' at 0"]
    page.locator("body").press("k")
    expect(section).to_be_hidden()
    page.locator("body").press("Control+z")
    editor.wait("state.keys.length === 0")
    editor.settle()  # the pose comes after the document
    assert editor.history() == []
    assert editor.place("pelvis") == pytest.approx(start, abs=1e-6)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("panel", ["figures", "parts", "locks", "solver", "poses", "clips", "history"])
def test_nothing_overlaps_or_sticks_out(editor: EditorPage, size: tuple[int, int], panel: str) -> None:
    page = editor.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    editor.get("state.setView({ panel: a })", panel)
    editor.wait("Math.abs(stage.canvas.clientWidth - panes.element.clientWidth) < 2")
    boxes = page.evaluate(BOXES, CONTROLS)
    for k, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0
        assert top >= 0
        assert right <= size[0] + 0.5
        assert bottom <= size[1] + 0.5
        for other in boxes[:k]:
            assert (
                right <= other[0] + 0.5 or left >= other[2] - 0.5 or bottom <= other[1] + 0.5 or top >= other[3] - 0.5
            )
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".title-bar *, .tool-bar *, .tabs *, .panel-head *, .segmented button")]
            .filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1 && !e.matches("input, svg, svg *"))
            .map((e) => e.className + ": " + e.textContent)"""
    )
    assert cut == []
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.parametrize("size", [(800, 600), (500, 760)])
def test_small_windows_show_every_tool_a_view_and_the_help(editor: EditorPage, size: tuple[int, int]) -> None:
    page = editor.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    editor.wait("Math.abs(stage.canvas.clientWidth - panes.element.clientWidth) < 2")
    large = page.locator(".view.large").bounding_box()
    assert large is not None
    assert min(large["width"], large["height"]) > 240
    assert (
        page.evaluate(
            "(() => { const b = document.querySelector('.tool-bar'); return b.scrollWidth - b.clientWidth; })()"
        )
        <= 0
    )
    page.keyboard.press("?")
    page.locator(".help").wait_for()
    outside = """() => [...document.querySelectorAll(".help dl > div")]
        .filter((row) => { const { right } = row.getBoundingClientRect();
            return [...row.children].some((e) => e.getBoundingClientRect().right > right + 1); })
        .map((row) => row.textContent)"""
    assert page.evaluate(outside) == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 720})


def test_nothing_is_drawn_when_nothing_changes(editor: EditorPage) -> None:
    editor.page.mouse.move(640, 5)
    assert editor.still()


def test_names_are_shown_as_text(editor: EditorPage) -> None:
    editor.edit(kind="add_lock", part="r_hand", lock="position", name="<b>bold</b>")
    editor.panel("Locks")
    expect(editor.page.locator(".lock-title").nth(2)).to_have_text("<b>bold</b>", ignore_case=True)
    expect(editor.page.locator(".lock b")).to_have_count(0)
    editor.edit(kind="rename_project", name="<img src=x onerror=alert(1)>")
    expect(editor.page.locator(".project-name")).to_have_text("<img src=x onerror=alert(1)> · trial.manikin")
    expect(editor.page.locator("img[src=x]")).to_have_count(0)


def test_every_control_has_a_name_of_its_own(editor: EditorPage) -> None:
    """Left and right are told apart, and so are the same buttons of several views and locks."""
    limbs = editor.get("Object.fromEntries(state.figure.parameters.map((each) => [each.limb, true]))")
    editor.get("state.setView({ open: a })", limbs)
    for panel in ("parts", "locks", "solver", "poses", "history"):
        editor.get("state.setView({ panel: a })", panel)
        assert editor.page.evaluate(UNNAMED) == []
        assert editor.page.evaluate(SAME) == []
    editor.get("state.setView({ open: {} })")


def test_both_themes_and_high_density_are_drawn(windows: Callable[..., EditorPage], editor: EditorPage) -> None:
    other = windows("?high", device_scale_factor=2)
    assert other.get("stage.canvas.width") == pytest.approx(2 * other.get("stage.canvas.clientWidth"), abs=2)
    shades, marks = [], []
    for theme in ("light", "dark"):
        other.get("state.setView({ theme: a })", theme)
        shades.append(other.page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
        marks.append(other.get("[...stage.marks.marks.values()][0].solid.color.getHexString()"))
    assert shades[0] != shades[1]
    assert marks == ["12946a", "54d6a0"]
    other.page.context.close()
