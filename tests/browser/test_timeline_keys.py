"""Keys on the timeline (E6): choose, move, copy, delete, look at them; by mouse and keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.timeline_page import TimelinePage

DRAWS = False


# 7
def test_keys_are_chosen_one_by_one_in_ranges_and_by_a_box(line: TimelinePage) -> None:
    page = line.page

    def click(frame: float, *held: str) -> None:
        for key in held:
            page.keyboard.down(key)
        page.mouse.click(*line.at(frame))
        for key in held:
            page.keyboard.up(key)

    click(20)
    assert line.chosen == [20]
    click(60, "Shift")
    assert line.chosen == [20, 40, 60]
    click(40, "Control")
    assert line.chosen == [20, 60]
    page.keyboard.press("Escape")
    assert line.chosen == []
    line.drag((line.x(10), line.y("keys") - 28), (line.x(48), line.y("keys") + 10))
    assert line.chosen == [20, 40]
    page.locator("body").press("a")
    assert line.chosen == [0, 20, 40, 60]
    expect(page.locator(".timeline-summary")).to_contain_text("4 of 4 keys chosen")
    page.mouse.click(line.x(30), line.y("keys"))
    assert line.chosen == []


# 8
def test_keys_are_dragged_with_a_label_and_replace_what_they_meet(line: TimelinePage) -> None:
    line.drag(line.at(20), line.at(27.3), release=False)
    assert line.label() == "27 (+7)"
    line.page.mouse.up()
    line.whole()
    assert line.keys == [0, 27, 40, 60] == line.server_keys()
    assert line.editor.history()[-1] == "Move key at 20"
    line.drag(line.at(27), line.at(40.2), release=False)
    assert line.label() == "40 (+13) · replaces the key at 40"
    line.page.mouse.up()
    line.whole()
    assert line.keys == [0, 40, 60]
    line.page.locator("body").press("Control+z")
    line.editor.wait("state.keys.length === 4")
    assert line.keys == [0, 27, 40, 60]


def test_the_figure_follows_a_key_that_is_dragged_and_escape_puts_it_back(line: TimelinePage) -> None:
    line.go(30)
    line.whole()
    before = line.elbow()
    line.drag(line.at(20), line.at(29), release=False)
    line.editor.wait("Math.abs(state.value(state.parameterIndex('r_elbow')) - a) > 0.2", before)
    line.page.keyboard.press("Escape")
    line.editor.wait("Math.abs(state.value(state.parameterIndex('r_elbow')) - a) < 1e-4", before)
    line.page.mouse.up()
    assert line.keys == [0, 20, 40, 60]
    assert line.editor.history()[-1] != "Move key at 20"


def test_alt_moves_keys_between_frames_and_keys_move_by_keyboard(line: TimelinePage) -> None:
    line.drag(line.at(20), line.at(22.5), keys=("Alt",))
    assert line.keys[1] == pytest.approx(22.5, abs=0.2)
    line.page.mouse.click(*line.at(40))
    line.page.locator("body").press("Alt+ArrowRight")
    line.editor.wait("state.keys.includes(41)")
    assert line.chosen == [41]


# 9
def test_control_copies_the_keys_that_are_dragged(line: TimelinePage) -> None:
    line.drag(line.at(20), line.at(50), keys=("Control",))
    assert line.keys == [0, 20, 40, 50, 60]
    line.go(50)
    line.editor.wait("!state.behind")
    assert line.elbow() == pytest.approx(1.4, abs=1e-5)
    assert line.editor.history()[-1] == "Copy key at 20"


# 12
def test_delete_is_for_what_was_chosen_last(line: TimelinePage) -> None:
    body = line.page.locator("body")
    line.page.mouse.click(*line.at(20))
    body.press("Delete")
    line.editor.wait("state.keys.length === 3")
    assert line.editor.history()[-1] == "Delete key at 20"
    line.page.mouse.click(*line.at(40))
    line.editor.get("state.select('r_foot', 1)")
    body.press("Delete")
    line.editor.wait("state.document.locks.length === 1")
    assert line.keys == [0, 40, 60]


# 14
def test_a_double_click_goes_to_a_key_and_hovering_shows_it_large(line: TimelinePage) -> None:
    line.page.mouse.dblclick(*line.at(40))
    assert line.playhead == 40
    line.page.mouse.move(*line.at(20))
    line.editor.wait("window.editor.timeline.hovered.value?.frame === 20")
    line.page.mouse.move(*line.at(30))
    line.editor.wait("window.editor.timeline.hovered.value === null")


def test_a_drag_of_a_key_that_another_window_removes_ends_without_a_word(line: TimelinePage) -> None:
    start = line.at(20)
    line.drag(start, (start[0] + 40, start[1]), release=False)
    line.editor.wait("window.editor.timeline.line.doing.value?.command")
    line.editor.edit(kind="remove_keys", keys={"human": [20]})
    line.page.mouse.move(start[0] + 60, start[1])
    line.editor.wait("window.editor.timeline.line.doing.value?.label === 'not there any more'")
    line.page.mouse.up()
    line.editor.wait("window.editor.timeline.line.doing.value === null")
    line.whole()
    assert line.server_keys() == [0, 40, 60]
    assert line.editor.history()[-1] == "Delete key at 20"
    assert line.page.locator(".notice").count() == 0
