"""Curves of the timeline (E6): keys in time and value, handles, tracks; by mouse and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.timeline_page import LABELS, TimelinePage

DRAWS = False


def curves(line: TimelinePage, part: str = "r_forearm") -> TimelinePage:
    """The curves of the right elbow, opened by its key."""
    line.editor.get("state.select(a)", part)
    line.page.locator("body").press("c")
    line.editor.wait("window.editor.timeline.line.rows().some((row) => row.kind === 'curves')")
    return line


def key_point(line: TimelinePage, frame: float) -> tuple[float, float]:
    """Where a key of the first curve is in the window."""
    found = line.editor.get(
        """(() => {
            const { line } = window.editor.timeline, row = line.rows().find((each) => each.kind === "curves");
            return line.curves.points(row).find((point) => point.frame === a);
        })()""",
        frame,
    )
    box = line.box()
    return box["x"] + LABELS + found["x"], box["y"] + found["y"]


def handle(line: TimelinePage, side: str) -> tuple[float, float]:
    found = line.editor.get(
        """(() => {
            const { line } = window.editor.timeline, row = line.rows().find((each) => each.kind === "curves");
            return line.curves.handles(row).find((each) => each.side === a);
        })()""",
        side,
    )
    box = line.box()
    return box["x"] + LABELS + found["x"], box["y"] + found["y"]


def plain(line: TimelinePage, frame: int, name: str = "r_elbow") -> float:
    """A parameter as the page has it at a frame without locks [rad]."""
    script = "editor.state.timeline.frames.get('human').value(a[0], state.parameterIndex(a[1]), true)"
    return float(line.editor.get(script, [frame, name]))


def test_c_shows_curves_in_the_place_of_locks_and_takes_them_away(line: TimelinePage) -> None:
    assert line.editor.get("window.editor.timeline.line.rows().filter((row) => row.kind === 'strip').length") == 2
    curves(line)
    kinds = line.editor.get("window.editor.timeline.line.rows().map((row) => row.kind)")
    assert "strip" not in kinds
    shown = line.editor.get("window.editor.timeline.line.curves.shown('human').map((curve) => curve.data.name)")
    assert shown == ["r_elbow"]
    line.page.locator("body").press("c")
    assert line.editor.get("window.editor.timeline.line.rows().filter((row) => row.kind === 'strip').length") == 2


def test_a_key_of_a_curve_is_dragged_in_value_and_time_as_one_step(line: TimelinePage) -> None:
    curves(line)
    x, y = key_point(line, 20)
    steps = len(line.editor.history())
    line.drag((x, y), (x + (line.x(26) - line.x(20)), y + 25))
    assert line.keys == [0, 26, 40, 60]
    assert line.server_keys() == [0, 26, 40, 60]
    lower = plain(line, 26)
    assert 0.5 < lower < 1.3
    assert line.chosen == [26]
    assert len(line.editor.history()) == steps + 1
    line.page.locator("body").press("Control+z")
    line.editor.wait("state.keys.includes(20)")
    line.whole()
    assert plain(line, 20) == pytest.approx(1.4, abs=1e-6)


def test_shift_keeps_a_drag_to_values_and_limits_stop_it(line: TimelinePage) -> None:
    curves(line)
    x, y = key_point(line, 20)
    line.drag((x, y), (x + 12, y - 400), keys=("Shift",))
    assert line.keys == [0, 20, 40, 60]
    highest = line.editor.get("state.figure.parameters.find((each) => each.name === 'r_elbow').hi")
    assert plain(line, 20) == pytest.approx(highest, abs=1e-6)


def test_escape_puts_a_dragged_key_of_a_curve_back(line: TimelinePage) -> None:
    curves(line)
    steps = len(line.editor.history())
    x, y = key_point(line, 20)
    line.drag((x, y), (x + 60, y + 30), release=False)
    line.editor.wait("window.editor.timeline.line.doing.value !== null")
    assert "elbow" in line.label()
    line.page.keyboard.press("Escape")
    line.page.mouse.up()
    value = "editor.state.timeline.frames.get('human').value(20, state.parameterIndex('r_elbow'), true)"
    line.editor.wait(f"Math.abs({value} - 1.4) < 1e-5")
    assert line.keys == [0, 20, 40, 60]
    assert len(line.editor.history()) == steps


def test_a_handle_bends_the_curve_on_both_sides_and_with_alt_on_one(line: TimelinePage) -> None:
    curves(line)
    line.page.mouse.click(*key_point(line, 20))
    assert line.chosen == [20]
    before = [plain(line, frame) for frame in (15, 25)]
    x, y = handle(line, "out")
    line.drag((x, y), (x, y - 40))
    after = [plain(line, frame) for frame in (15, 25)]
    assert after[1] > before[1] + 0.02
    assert after[0] < before[0] - 0.02
    assert plain(line, 20) == pytest.approx(1.4, abs=1e-6)
    assert line.editor.history()[-1] == "Bend the curves at key at 20"
    x, y = handle(line, "in")
    line.drag((x, y), (x, y - 30), keys=("Alt",))
    last = [plain(line, frame) for frame in (15, 25)]
    assert last[0] > after[0] + 0.02
    assert last[1] == pytest.approx(after[1], abs=1e-6)
    line.page.mouse.click(*key_point(line, 20), button="right")
    line.page.locator(".menu-label").get_by_text("Rates from the neighbours").click()
    line.whole()
    assert [plain(line, frame) for frame in (15, 25)] == pytest.approx(before, abs=1e-5)


def test_linear_and_hold_are_chosen_at_a_key_of_a_curve(line: TimelinePage) -> None:
    curves(line)
    for word, there in (("Linear", 1.4 - 1.1 / 4), ("Hold until the next key", 1.4), ("Smooth", None)):
        line.page.mouse.click(*key_point(line, 20), button="right")
        line.page.locator(".menu-label").get_by_text(word, exact=True).click()
        line.whole()
        if there is not None:
            assert plain(line, 25) == pytest.approx(there, abs=1e-5)


def test_values_are_zoomed_and_panned_and_fitted_again(line: TimelinePage) -> None:
    curves(line)
    x, y = key_point(line, 20)
    line.page.mouse.move(x, y)
    line.page.keyboard.down("Control")
    line.page.mouse.wheel(0, -400)
    line.page.keyboard.up("Control")
    line.editor.wait("window.editor.timeline.line.curves.window.value !== null")
    assert key_point(line, 20)[1] == pytest.approx(y, abs=2)
    assert key_point(line, 0)[1] > line.box()["y"] + line.box()["height"] - 20
    line.page.mouse.down(button="middle")
    line.page.mouse.move(x + 40, y - 30, steps=4)
    line.page.mouse.up(button="middle")
    assert key_point(line, 20) == pytest.approx((x + 40, y - 30), abs=1.5)
    line.page.mouse.dblclick(x + 90, y + 40)
    assert line.editor.get("window.editor.timeline.line.curves.window.value") is None


def test_tracks_are_picked_from_a_menu(line: TimelinePage) -> None:
    curves(line)
    box, row = line.box(), line.y("curves")
    line.page.mouse.click(box["x"] + 40, row)
    menu = line.page.locator(".menu-title", has_text="Curves of")
    expect(menu).to_be_visible()
    line.page.locator(".menu-label").get_by_text("Left arm", exact=True).click()
    line.page.locator(".menu-label").get_by_text("Elbow", exact=False).first.click()
    names = line.editor.get("window.editor.timeline.line.curves.shown('human').map((curve) => curve.data.name)")
    assert names == ["r_elbow", "l_elbow"] or names == ["l_elbow", "r_elbow"]


def test_a_box_in_the_curves_chooses_their_keys(line: TimelinePage) -> None:
    curves(line)
    high, low = key_point(line, 20), key_point(line, 40)
    line.drag((high[0] - 14, high[1] - 9), (line.x(60) + 14, high[1] + 30))
    assert line.chosen == [20, 60]
    line.page.mouse.click(*low)
    assert line.chosen == [40]
