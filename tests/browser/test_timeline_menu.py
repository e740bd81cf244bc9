"""Menus, words and awkward moments of the timeline: by mouse, by keys alone, by touch, in the midst of playing."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage
from tests.browser.timeline_page import WAVE, TimelinePage

DRAWS = False


def choose(line: TimelinePage, label: str) -> None:
    """An item of the menu that is open."""
    line.page.locator(".menu-label").get_by_text(label, exact=True).click()


def answer(line: TimelinePage, text: str) -> None:
    """Type into the dialog that asks for a text."""
    field = line.page.locator("dialog[open] input, .prompt input").first
    field.fill(text)
    field.press("Enter")


# -- 13, 16: menus -----------------------------------------------------------------------------


def test_keys_are_pasted_where_the_figure_is(line: TimelinePage) -> None:
    """The figure walks away from where the keys were copied; pasted relative, they go on from there."""
    page = line.page
    line.editor.edit(kind="change_settings", changes={"balance": False})  # who stands on one foot would lean over it
    for lock in (1, 2):
        line.editor.edit(kind="change_lock", id=lock, changes={"enabled": False})
    line.editor.edit(kind="at_frame", frame=20, edit={"kind": "set_parameters", "values": {"root_z": 0.3}})
    line.editor.edit(kind="at_frame", frame=60, edit={"kind": "set_parameters", "values": {"root_x": 1.5}})
    page.mouse.click(*line.at(0))
    page.keyboard.down("Shift")
    page.mouse.click(*line.at(20))
    page.keyboard.up("Shift")
    assert line.chosen == [0, 20]
    page.locator("body").press("Control+c")
    expect(page.locator(".state-line")).to_contain_text("2 keys copied")
    line.go(60)
    page.locator("[data-menu=Time]").click()
    choose(line, "Paste")
    choose(line, "Paste where the figure is")
    line.editor.wait("state.keys.includes(80)")
    line.whole()
    root = "[0, 2].map((k) => editor.state.timeline.frames.get('human').value(a, k))"
    start, end = (np.array(line.editor.get(root, frame)) for frame in (60, 80))
    np.testing.assert_allclose(start, [1.5, 0.0], atol=1e-5)
    assert end - start == pytest.approx([0.0, 0.3], abs=1e-4)


def test_a_partial_key_is_made_whole_and_a_key_is_named_by_its_menu(line: TimelinePage) -> None:
    line.go(30)
    line.editor.get("state.select('r_hand')")
    line.page.locator("body").press("Shift+I")
    line.editor.wait("state.keys.includes(30)")
    shape = "editor.state.timeline.clips.value.get('human').key(state.keys.indexOf(a))"
    assert line.editor.get(f"{shape}.tracks", 30)
    line.page.mouse.click(*line.at(30), button="right")
    choose(line, "Make whole")
    line.editor.wait(f"{shape}.tracks === null", 30)
    line.page.mouse.click(*line.at(30), button="right")
    choose(line, "Name …")
    answer(line, "passing")
    line.editor.wait(f"{shape}.name === 'passing'", 30)
    assert line.editor.history()[-2:] == ["Change key at 30", "Change key at 30"]
    line.page.locator("body").press("Control+z")
    line.editor.wait(f"{shape}.name === ''", 30)


def test_marks_are_set_and_removed_from_the_menu_of_the_line(line: TimelinePage) -> None:
    line.page.mouse.click(*line.at(33, "bar"), button="right")
    choose(line, "Mark this frame …")
    answer(line, "heel strike")
    line.editor.wait("editor.state.timeline.data.value.marks.length === 1")
    assert line.editor.get("editor.state.timeline.data.value.marks") == [{"frame": 33, "name": "heel strike"}]
    line.drag(line.at(20), (line.x(33) + 3, line.y("keys")))  # keys snap to marks
    assert 33 in line.keys
    line.page.mouse.click(*line.at(33, "bar"), button="right")
    choose(line, "Remove the mark heel strike")
    line.editor.wait("editor.state.timeline.data.value.marks.length === 0")


# -- 14, 20: what is said ----------------------------------------------------------------------


def test_what_is_under_the_pointer_is_said(line: TimelinePage) -> None:
    canvas = line.page.locator(".timeline-canvas")
    line.page.mouse.move(*line.at(30, "strip"))
    expect(canvas).to_have_attribute("title", re.compile(r"^right foot, frame 30: 0\.0.* off$"))
    line.page.mouse.move(*line.at(30, "audit"))
    expect(canvas).to_have_attribute("title", re.compile(r"^Frame 30: all is held, worst 0\.0"))
    line.page.mouse.move(*line.at(30, "loop"))
    expect(canvas).to_have_attribute("title", "Drag to set what is repeated; double-click: all")
    line.page.mouse.move(*line.at(30, "overview"))
    expect(canvas).to_have_attribute("title", "Drag to go along the clip; double-click: all of it")
    line.page.mouse.move(*line.at(40))
    line.editor.wait("window.editor.timeline.hovered.value?.frame === 40")


# -- keys alone --------------------------------------------------------------------------------


def test_a_clip_is_made_and_edited_by_keys_alone(editor: EditorPage) -> None:
    page, line = editor.page, TimelinePage(editor)
    press = page.keyboard.press
    press("i")
    editor.wait("state.keys.length === 1")
    for _ in range(10):
        press("ArrowRight")
    press("i")
    editor.wait("state.keys.length === 2")
    press("Shift+ArrowLeft")
    assert line.playhead == 0
    press("Control+End")
    assert line.playhead == 10
    press("a")
    assert line.chosen == [0, 10]
    press("Control+c")
    for _ in range(10):
        press("ArrowRight")
    expect(page.locator(".state-line")).to_contain_text("2 keys copied")
    press("Control+v")
    editor.wait("state.keys.length === 4")
    assert line.keys == [0, 10, 20, 30]
    press("Escape")
    assert line.chosen == []
    page.get_by_role("gridcell", name="key 2 of 4, frame 10").focus()
    press("Space")
    assert line.chosen == [10]
    press("Alt+ArrowRight")
    editor.wait("state.keys.includes(11)")
    press("Delete")
    editor.wait("state.keys.length === 3")
    press("c")
    editor.wait("editor.state.timeline.curves.value")
    press("c")
    press("u")
    assert editor.get("editor.state.timeline.onion.value") == 1
    press("Control+z")
    editor.wait("state.keys.length === 4")


# -- touch -------------------------------------------------------------------------------------


def test_a_finger_drags_curves_and_the_overview_and_two_fingers_zoom(
    line: TimelinePage, windows: Callable[..., EditorPage]
) -> None:
    other = TimelinePage(windows(draws=False, has_touch=True))
    other.editor.wait("state.keys.length === 4 && state.framesAreWhole")
    client = other.page.context.new_cdp_session(other.page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]})

    def slide(start: tuple[float, float], end: tuple[float, float]) -> None:
        touch("touchStart", start)
        for k in range(1, 7):
            touch("touchMove", tuple(a + (b - a) * k / 6 for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
        touch("touchEnd")

    other.editor.get("state.select('r_forearm')")
    other.editor.get("window.editor.actions.curves.run()")
    point = other.editor.get(
        """(() => {
            const { line } = window.editor.timeline, row = line.rows().find((each) => each.kind === "curves");
            return line.curves.points(row).find((each) => each.frame === 20);
        })()"""
    )
    box = other.box()
    at = (box["x"] + 132 + point["x"], box["y"] + point["y"])
    slide(at, (at[0], at[1] + 30))
    other.whole()
    value = "editor.state.timeline.frames.get('human').value(20, state.parameterIndex('r_elbow'), true)"
    assert other.editor.get(value) < 1.3
    scale = "window.editor.timeline.line.scale.scale"
    before = other.editor.get(scale)
    y = other.y("keys")
    x = other.x(30)
    touch("touchStart", (x - 30, y), (x + 30, y))
    for k in range(1, 6):
        touch("touchMove", (x - 30 - 12 * k, y), (x + 30 + 12 * k, y))
    touch("touchEnd")
    assert other.editor.get(scale) > 1.5 * before
    other.page.context.close()


# -- awkward moments ---------------------------------------------------------------------------


def test_an_edit_and_an_undo_while_it_plays(line: TimelinePage) -> None:
    body = line.page.locator("body")
    body.press(" ")
    line.editor.edit(kind="move_keys", keys={"human": [20]}, by=5)
    assert line.editor.get("state.playing")
    line.editor.wait("state.framesAreWhole")
    body.press("Control+z")
    line.editor.wait("state.keys.includes(20)")
    assert line.editor.get("state.playing")
    before = line.playhead
    line.editor.wait(f"state.playhead !== {before}")
    body.press(" ")
    line.whole()
    assert line.editor.get("editor.state.timeline.frames.get('human').value(20, state.parameterIndex('r_elbow'))") == (
        pytest.approx(1.4, abs=1e-6)
    )


def test_a_reload_in_the_midst_of_playing_and_of_a_gesture_loses_nothing(line: TimelinePage) -> None:
    line.page.locator("body").press(" ")
    line.page.reload()
    line.editor.ready()
    line.editor.get("stage.paused = true")
    line.whole()
    assert line.keys == [frame for frame, _ in WAVE]
    line.editor.get("window.editor.timeline.fitAll()")
    line.drag(line.at(20), line.at(28), release=False)
    line.editor.wait("window.editor.timeline.line.doing.value?.command !== null")
    line.page.reload()
    line.editor.ready()
    line.editor.get("stage.paused = true")
    line.page.mouse.up()
    line.whole()
    assert line.keys == [frame for frame, _ in WAVE]


def test_the_buttons_of_the_walk_card_are_seen_whole_above_an_open_timeline(line: TimelinePage) -> None:
    page = line.page
    page.locator("[data-menu=Time]").click()
    page.locator(".menu-label").get_by_text("Walk through places", exact=False).click()
    card = page.locator(".walk-card")
    expect(card).to_be_visible()
    for name in ("One back", "Walk"):
        seen = """(button) => {
            const { left, top, width, height } = button.getBoundingClientRect();
            return [top + 1, top + height - 1].every((y) => document.elementFromPoint(left + width / 2, y) === button);
        }"""
        assert card.get_by_role("button", name=name, exact=True).evaluate(seen), name
    page.mouse.click(560, 400)  # a place on the ground
    expect(card).to_contain_text("1 place")
    page.keyboard.press("Escape")  # wherever the focus is
    expect(card).to_be_hidden()
    line.whole()
    assert line.keys == [0, 20, 40, 60]
