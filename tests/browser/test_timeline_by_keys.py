"""What a mouse does to keys and locks in time, done by the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.timeline_page import TimelinePage

DRAWS = False


def test_chosen_keys_move_with_all_that_follows_locks_too(line: TimelinePage) -> None:
    press = line.page.keyboard.press
    line.editor.edit(kind="change_lock", id=1, changes={"spans": [{"start": 30, "end": 50}]})
    line.page.get_by_role("gridcell", name="key 2 of 4, frame 20").focus()
    press("Space")
    steps = len(line.editor.history())
    press("Alt+Shift+ArrowRight")
    line.editor.wait("state.keys.includes(21)")
    expect(line.page.get_by_role("gridcell", name="key 2 of 4, frame 21")).to_be_focused()
    press("Alt+Shift+ArrowRight")
    line.editor.wait("state.keys.includes(22)")
    assert line.keys == [0, 22, 42, 62]
    assert line.chosen == [22]
    span = line.editor.get("state.document.locks[0].spans[0]")
    assert (span["start"], span["end"]) == (32, 52)
    press("Alt+Shift+ArrowLeft")
    line.editor.wait("state.keys.includes(21)")
    assert len(line.editor.history()) == steps + 3
    for frame in (22, 21, 20):
        press("Control+z")
        line.editor.wait(f"state.keys.includes({frame})")
    assert line.keys == [0, 20, 40, 60]


def test_keys_are_chosen_up_to_one_and_one_more_in_the_grid_and_have_their_menu(line: TimelinePage) -> None:
    page, press = line.page, line.page.keyboard.press
    line.go(10)  # at no key
    press("Shift+K")
    press("ArrowLeft")
    press("Space")
    press("ArrowRight")
    press("ArrowRight")
    press("Shift+Space")
    assert line.chosen == [0, 20, 40]
    press("ArrowLeft")
    press("Control+Space")
    assert line.chosen == [0, 40]
    assert not line.editor.get("state.playing")
    # the menu key: Chromium asks for the menu of what has the focus
    page.get_by_role("gridcell", name="key 3 of 4, frame 40").dispatch_event("contextmenu")
    expect(page.locator(".menu-title")).to_have_text("2 keys")
    page.get_by_role("menuitemcheckbox", name="Linear").focus()
    press("Enter")
    line.editor.wait("editor.state.timeline.clips.value.get('human').key(2).curve === 'linear'")
    assert line.editor.get("editor.state.timeline.clips.value.get('human').key(0).curve") == "linear"


def test_keys_are_stretched_by_numbers_and_shaped_by_sliders(line: TimelinePage) -> None:
    page, press = line.page, line.page.keyboard.press
    press("a")
    page.locator("[data-menu=Time]").click()
    page.get_by_text("Chosen keys", exact=True).click()
    page.get_by_text("Stretch …", exact=True).click()
    expect(page.locator("dialog.prompt")).to_contain_text("Stretch 4 keys")
    page.locator("dialog.prompt").get_by_label("last frame").fill("90")
    press("Enter")
    line.editor.wait("state.keys.includes(90)")
    assert line.keys == [0, 30, 60, 90]
    assert line.chosen == [0, 30, 60, 90]
    assert line.editor.history()[-1].startswith("Stretch")
    line.editor.get("window.editor.actions.shapeKeys.run()")
    card = page.locator(".key-card")
    expect(card).to_contain_text("4 keys")
    tension = card.locator("mk-slider").first.locator("[role=slider]")
    expect(tension).to_be_focused()
    press("ArrowRight")
    line.editor.wait("editor.state.timeline.clips.value.get('human').key(1).tension > 0")
    press("Escape")
    expect(card).to_be_hidden()


def test_the_frames_of_a_lock_are_typed(line: TimelinePage) -> None:
    page, press = line.page, line.page.keyboard.press
    line.editor.get("state.setView({ panel: 'locks' })")
    line.editor.get("state.select('r_foot', 1)")
    details = page.locator(".lock.selected .lock-details")
    details.get_by_role("button", name="Some frames only").press("Enter")
    line.editor.wait("state.document.locks[0].spans?.length === 1")
    spans = "state.document.locks[0].spans.map(({ start, end, ease_in }) => [start, end, ease_in ?? null])"
    assert line.editor.get(spans) == [[0, 60, None]]
    details.get_by_label("Last frame").fill("25")
    press("Tab")
    line.editor.wait("state.document.locks[0].spans[0].end === 25")
    details.get_by_label("Window before, in frames").fill("4")
    press("Tab")
    line.editor.wait("state.document.locks[0].spans[0].ease_in === 4")
    details.get_by_label("First frame").fill("nonsense")
    press("Tab")
    expect(details.get_by_label("First frame")).to_have_value("0")
    steps = len(line.editor.history())
    details.get_by_role("button", name="Always").press("Enter")
    line.editor.wait("state.document.locks[0].spans === null")
    assert len(line.editor.history()) == steps + 1
    page.locator("body").press("Control+z")
    line.editor.wait("state.document.locks[0].spans?.[0].end === 25")
    line.whole()


def test_alt_and_up_or_down_show_fewer_or_more_frames_around_the_playhead(line: TimelinePage) -> None:
    line.go(30)
    scale = "window.editor.timeline.line.scale.scale"
    before, x = line.editor.get(scale), line.x(30)
    line.page.locator("body").press("Alt+ArrowUp")
    assert line.editor.get(scale) == pytest.approx(1.5 * before)
    assert line.x(30) == pytest.approx(x, abs=0.5)
    line.page.locator("body").press("Alt+ArrowDown")
    assert line.editor.get(scale) == pytest.approx(before)


def test_space_plays_after_a_button_was_clicked_and_presses_one_that_keys_came_to(line: TimelinePage) -> None:
    ripple = line.page.locator(".transport [data-action=ripple]")
    ripple.click()
    line.page.keyboard.press("Space")
    line.editor.wait("state.playing")
    expect(ripple).to_have_attribute("aria-pressed", "true")
    line.page.keyboard.press("Space")
    line.editor.wait("!state.playing")
    line.page.keyboard.press("Tab")
    line.page.keyboard.press("Shift+Tab")
    line.page.keyboard.press("Space")
    expect(ripple).to_have_attribute("aria-pressed", "false")
    assert not line.editor.get("state.playing")
