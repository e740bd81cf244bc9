"""The bar of the timeline in windows of all sizes, with a mouse and with fingers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import fresh
from tests.browser.editor_page import EditorPage
from tests.browser.timeline_page import TimelinePage

BOXES = """() => [...document.querySelectorAll(".transport, .transport > *, .chip button")]
  .filter((element) => element.offsetParent && !element.matches(".chip, .transport-field, .divider"))
  .map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [element.className, left, top, right, bottom];
  })"""
SIZES = [(1280, 720), (1920, 1080), (800, 600)]
PHONE = (500, 760)


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_all_of_the_bar_is_in_the_window_and_nothing_overlaps(
    windows: Callable[..., EditorPage], editor: EditorPage, touch: bool
) -> None:
    """Also with the note about a pose that is not keyed, which takes the most room."""
    window = windows(has_touch=True) if touch else editor
    fresh(window)
    line = TimelinePage(window).make()
    window.get("state.setView({ record: false })")
    line.go(30)
    window.edit(kind="set_parameters", values={"r_elbow": 0.9})
    window.page.locator(".transport .chip").wait_for(state="visible")
    for width, height in SIZES:
        window.page.set_viewport_size({"width": width, "height": height})
        window.wait("Math.abs(stage.canvas.clientWidth - panes.element.clientWidth) < 2")
        (_, *bar), *boxes = window.page.evaluate(BOXES)
        assert len(boxes) > 15
        assert (bar[0], bar[2]) == (0, width)
        for k, (name, left, top, right, bottom) in enumerate(boxes):
            assert left >= bar[0], (name, width)
            assert top >= bar[1], (name, width)
            assert right <= bar[2], (name, width)
            assert bottom <= bar[3], (name, width)
            for other, *box in boxes[:k]:
                apart = right <= box[0] + 0.5 or left >= box[2] - 0.5 or bottom <= box[1] + 0.5 or top >= box[3] - 0.5
                assert apart, (name, other, width)
    window.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})  # here it is one line that can be scrolled
    window.wait("Math.abs(stage.canvas.clientWidth - panes.element.clientWidth) < 2")
    fold, bar, side = (
        window.page.locator(name) for name in (".transport [data-action=timeline]", ".transport", ".side")
    )
    fold.scroll_into_view_if_needed()
    button, one, above = (each.bounding_box() for each in (fold, bar, side))
    assert button is not None
    assert one is not None
    assert above is not None
    assert button["x"] + button["width"] <= PHONE[0]
    assert one["height"] < 60
    assert above["y"] + above["height"] <= one["y"] + 1
    window.page.set_viewport_size({"width": 1280, "height": 720})
    fresh(window)
    if touch:
        window.page.context.close()
