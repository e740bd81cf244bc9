"""The timeline by fingers: grips that a finger hides are found; what needs Shift, Ctrl or hovering has another way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import fresh
from tests.browser.editor_page import EditorPage
from tests.browser.fingers import Fingers, Place
from tests.browser.timeline_page import TimelinePage

DRAWS = False


@pytest.fixture(scope="module")
def tablet(windows: Callable[..., EditorPage]) -> EditorPage:
    opened = windows(has_touch=True, draws=False)
    opened.get("void (window.editor.timeline.pointer.rest = 3600000)")  # a busy machine is slow: that is no rest
    return opened


@pytest.fixture(scope="module")
def fingers(tablet: EditorPage) -> Iterator[Fingers]:
    session = tablet.page.context.new_cdp_session(tablet.page)
    yield Fingers(session)
    session.detach()


@pytest.fixture
def line(tablet: EditorPage, fingers: Fingers) -> TimelinePage:
    fingers.up()
    tablet.get("void (editor.state.timeline.ripple.value = false)")
    fresh(tablet)
    return TimelinePage(tablet).make()


def beside(place: Place, by: float = 9) -> Place:
    """A finger is not as exact as a mouse."""
    return place[0] + by, place[1]


def test_a_finger_sets_what_is_repeated_and_stretches_the_chosen_keys(line: TimelinePage, fingers: Fingers) -> None:
    fingers.drag(line.at(10, "loop"), line.at(30, "loop"))
    line.editor.wait("JSON.stringify(editor.state.timeline.loop.value) === '[10,30]'")
    y = line.y("keys")
    fingers.drag((line.x(8), y - 30), (line.x(47), y + 20))  # a box
    line.editor.wait("state.chosenKeys.length === 2")
    grip = line.editor.get(
        """(() => {
            const { scale } = window.editor.timeline.line;
            return scale.x(40) + 24 + 2 + 4.5;
        })()"""
    )
    start = (line.box()["x"] + 132 + grip, y)
    frame = line.editor.get("1 / window.editor.timeline.line.scale.scale")
    fingers.drag(beside(start, 6), beside(start, 6 + 10 / frame))
    line.editor.wait("state.keys.includes(50)")
    assert line.keys == [0, 20, 50, 70]


def test_a_finger_drags_strips_and_slow_grips_and_is_told_how_well_a_lock_holds(
    line: TimelinePage, fingers: Fingers
) -> None:
    steps = len(line.editor.history())
    fingers.drag(beside(line.at(60.5, "strip"), -8), beside(line.at(30.5, "strip"), -8))
    line.editor.wait("state.document.locks[0].spans?.[0].end === 30")
    assert len(line.editor.history()) == steps + 1
    fingers.tap(line.at(15, "strip"))
    expect(line.page.locator(".last")).to_contain_text("frame 15: 0.0")
    assert line.playhead == 15
    slow = "editor.state.timeline.clips.value.get('human').key(1).slow_out"
    begin, end = line.x(20), line.x(40)
    y = line.y("bar")
    fingers.drag((begin + 0.06 * (end - begin) + 8, y), (begin + 0.30 * (end - begin), y))
    line.editor.wait(f"{slow} > 0.3")
    assert len(line.editor.history()) == steps + 2


def test_what_follows_moves_along_where_that_is_switched_on(line: TimelinePage, fingers: Fingers) -> None:
    button = line.page.locator(".transport [data-action=ripple]")
    box = button.bounding_box()
    assert box is not None
    fingers.tap((box["x"] + 10, box["y"] + 10))
    expect(button).to_have_attribute("aria-pressed", "true")
    fingers.drag(line.at(20), line.at(26))
    line.editor.wait("state.keys.includes(26)")
    assert line.keys == [0, 26, 46, 66]
    line.page.locator("body").press("Control+z")
    line.editor.wait("state.keys.includes(20)")
    assert line.keys == [0, 20, 40, 60]


def test_a_finger_that_rests_on_a_key_chooses_up_to_it_or_it_as_well(line: TimelinePage, fingers: Fingers) -> None:
    pointer = "window.editor.timeline.pointer"
    fingers.tap(line.at(0))
    line.editor.wait("state.chosenKeys.length === 1")
    line.editor.get(f"void ({pointer}.rest = 300)")
    try:
        fingers.down(line.at(40))
        menu = line.page.locator(".menu")
        menu.wait_for()
        fingers.up()
        menu.get_by_text("Choose up to here").tap()
        line.editor.wait("state.chosenKeys.length === 3")
        assert line.chosen == [0, 20, 40]
    finally:
        line.editor.get(f"void ({pointer}.rest = 3600000)")


def test_a_finger_pulls_a_disc_of_the_way(line: TimelinePage, fingers: Fingers) -> None:
    editor = line.editor
    editor.get("void (window.editor.pointer.rest = 3600000)")
    editor.get("stage.paused = false")
    editor.get("state.select('r_hand')")
    editor.get("window.editor.actions.path.run()")
    editor.wait("stage.path.group.visible && !stage.due")
    stop = """(() => {
        const box = panes.cells.perspective.getBoundingClientRect();
        const { place } = stage.path.stops.find((each) => each.frame === a);
        const { x, y } = stage.cameras.perspective.project(stage.rects.perspective, place);
        return [box.left + x, box.top + y];
    })()"""
    x, y = editor.get(stop, 40)
    fingers.drag((x, y), (x + 36, y - 24))
    line.whole()
    assert line.keys == [0, 20, 40, 60]
    assert line.playhead == 40
    after = editor.get(stop, 40)
    assert after == pytest.approx((x + 36, y - 24), abs=4)
    editor.get("stage.paused = true")
