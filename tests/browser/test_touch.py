"""Fingers: one pulls a part or orbits, two pan and zoom, one that rests opens the menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import fresh
from tests.browser.editor_page import EditorPage, wait_for
from tests.browser.fingers import Fingers


@pytest.fixture(scope="module")
def tablet(windows: Callable[..., EditorPage]) -> EditorPage:
    return windows(has_touch=True, draws=False)


@pytest.fixture(scope="module")
def fingers(tablet: EditorPage) -> Iterator[Fingers]:
    session = tablet.page.context.new_cdp_session(tablet.page)
    yield Fingers(session)
    session.detach()


@pytest.fixture(autouse=True)
def _begin(tablet: EditorPage, fingers: Fingers) -> None:
    fingers.up()
    fresh(tablet)
    rests_after(tablet, 3600)  # a busy machine may take long from a touch to the first move: that is no rest


def rests_after(tablet: EditorPage, seconds: float) -> None:
    """How long a finger lies still until it is a right click."""
    tablet.page.evaluate("(ms) => { window.editor.pointer.rest = ms; }", 1000 * seconds)


def camera(editor: EditorPage) -> dict[str, object]:
    found = editor.get("JSON.parse(JSON.stringify(stage.cameras.perspective.state))")
    assert isinstance(found, dict)
    return found


def test_one_finger_pulls_a_part_as_one_step(tablet: EditorPage, fingers: Fingers) -> None:
    feet, hand = tablet.place("r_foot"), tablet.effector("r_hand")
    seen = camera(tablet)
    fingers.slide([tablet.point("r_hand")], [(-50, -90)])
    tablet.wait("state.dragging && state.selected === 'r_hand'")
    fingers.up()
    tablet.settle()
    assert np.linalg.norm(tablet.effector("r_hand") - hand) > 0.1
    assert np.linalg.norm(tablet.place("r_foot") - feet) < 1e-3
    assert tablet.history() == ["Drag right hand"]
    assert camera(tablet) == seen
    assert tablet.get("state.hovered") is None  # a finger that is gone is over nothing


TARGETS = """() => [...document.querySelectorAll("button, select, input, [role=slider], [role=tab]")]
  .filter((one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
  .map((one) => [one.getAttribute("aria-label") ?? one.textContent, one, one.getBoundingClientRect()])
  .filter(([, one, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5) && !one.matches(".switch"))
  .map(([name, , { width, height }]) => [name, width, height])"""
BESIDE = """(one) => {
  one.scrollIntoView({ block: "center" });
  const box = one.getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return [[0, -20], [0, 20], [-20, 0], [20, 0]].every(([dx, dy]) => document.elementFromPoint(x + dx, y + dy) === one);
}"""


@pytest.mark.parametrize("panel", ["figures", "parts", "locks", "solver", "poses"])
def test_whatever_a_finger_presses_is_44_pixels_wide_and_high(windows: Callable[..., EditorPage], panel: str) -> None:
    tablet = windows(has_touch=True, is_mobile=True, draws=False)
    tablet.panel(panel)
    assert tablet.page.evaluate(TARGETS) == []
    for switch in tablet.page.locator(".switch:visible").all():
        assert switch.evaluate(BESIDE)
    tablet.page.context.close()


def test_one_finger_on_the_ground_orbits(tablet: EditorPage, fingers: Fingers) -> None:
    before = np.array(tablet.get("stage.cameras.perspective.back()"))
    fingers.slide([(60, 600)], [(120, -20)])
    fingers.up()

    def turned() -> bool:
        after = np.array(tablet.get("stage.cameras.perspective.back()"))
        return bool(np.degrees(np.arccos(np.clip(before @ after, -1, 1))) > 10)

    wait_for(turned, "the camera orbits")
    assert tablet.history() == []


def test_two_fingers_pan_and_zoom_and_never_pull(tablet: EditorPage, fingers: Fingers) -> None:
    pelvis = tablet.get("stage.project('perspective', stage.body.middle(state.jointIndex('pelvis')))")
    start = tablet.point("pelvis")
    fingers.slide([start, (start[0] + 80, start[1])], [(40, 30), (40, 30)])  # the first finger lies on a part
    middle = "stage.project('perspective', stage.body.middle(state.jointIndex('pelvis')))"
    moved = f"Math.hypot({middle}.x - a.x - 40, {middle}.y - a.y - 30) < 3"
    tablet.wait(moved, pelvis)
    fingers.up()
    height = "stage.project('perspective', a[0]).y - stage.project('perspective', a[1]).y"
    ends = [tablet.place("r_foot").tolist(), tablet.place("head").tolist()]
    before = tablet.get(height, ends)
    fingers.slide([(300, 350), (360, 350)], [(-60, 0), (60, 0)])
    fingers.up()
    tablet.wait(f"Math.abs(({height}) / a[2] - 3) < 0.3", [*ends, before])  # three times as far apart
    tablet.settle()
    assert tablet.history() == []
    assert not tablet.get("state.dragging")
    kept = tablet.get("state.view.cameras.perspective")
    assert kept == camera(tablet)  # and it is there after a reload
    tablet.page.locator("body").press("Home")


def test_a_second_finger_gives_up_the_pull(tablet: EditorPage, fingers: Fingers) -> None:
    before = tablet.get("[...state.pose.parameters]")
    start = tablet.point("r_hand")
    fingers.slide([start], [(-40, -60)])
    tablet.wait("state.dragging")
    fingers.move((start[0] - 40, start[1] - 60))
    fingers.down((start[0] - 40, start[1] - 60), (start[0] + 200, start[1]))
    tablet.wait("!state.dragging")
    fingers.up()
    back = "state.pose.parameters.every((value, k) => Math.abs(value - a[k]) < 1e-5)"
    tablet.wait(back, before)
    tablet.settle()
    assert tablet.get(back, before)
    assert tablet.history() == []


def test_a_tap_selects_and_a_finger_that_rests_opens_the_menu(tablet: EditorPage, fingers: Fingers) -> None:
    at = tablet.point("l_forearm")
    fingers.down(at)
    fingers.up()
    tablet.wait("state.selected === 'l_forearm'")
    rests_after(tablet, 0.5)
    fingers.down(at)
    tablet.page.locator(".menu").wait_for()
    expect(tablet.page.locator(".menu")).to_contain_text("left forearm", ignore_case=True)
    fingers.up()
    tablet.page.keyboard.press("Escape")


def test_tools_are_large_enough_for_a_finger_and_lie_in_their_bar(tablet: EditorPage) -> None:
    bar = tablet.page.locator(".tool-bar")
    around = bar.bounding_box()
    assert around is not None
    for button in bar.get_by_role("button").all():
        box = button.bounding_box()
        if box is None:  # not shown in a window of this size
            continue
        assert min(box["width"], box["height"]) >= 43.5, button.inner_text()
        assert box["y"] >= around["y"] - 0.5, button.inner_text()
        assert box["y"] + box["height"] <= around["y"] + around["height"] + 0.5, button.inner_text()


def test_sliders_values_and_the_search_are_large_enough_for_a_finger(tablet: EditorPage) -> None:
    tablet.get("state.setView({ panel: 'parts', open: { 'right arm': true } })")
    panel = tablet.page.locator("[role=tabpanel]:visible")
    for kind in (".search", ".slider-field", ".stiffness", ".limb-name", "[role=tab]"):
        found = (tablet.page if kind == "[role=tab]" else panel).locator(kind)
        boxes = [box for one in found.all() if (box := one.bounding_box()) is not None]
        assert boxes
        assert min(min(box["width"], box["height"]) for box in boxes) >= 43.5, kind
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value)"
    assert panel.locator(".slider-field").evaluate_all(cut) == []
