"""Views from all sides, what is behind, panels, several parts at once, and all of it by keys."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage, parameters, wait_for

DRAWS = False


def test_views_look_from_the_opposite_side_too(editor: EditorPage) -> None:
    page = editor.page
    for view, title, axis in (("front", "back", 2), ("side", "left side", 0), ("top", "bottom", 1)):
        editor.enlarge(view)
        before = editor.get("stage.cameras[a].back()", view)
        page.keyboard.press("5")
        expect(page.locator(f".view[data-view={view}] .view-title")).to_have_text(title)
        after = editor.get("stage.cameras[a].back()", view)
        assert after[axis] * before[axis] < -0.99
        editor.point("pelvis", view)  # it can be grabbed there
        page.keyboard.press("5")
        expect(page.locator(f".view[data-view={view}] .view-title")).to_have_text(view)


def test_home_keeps_the_orbit_and_changes_no_slider(editor: EditorPage) -> None:
    page = editor.page
    editor.get("stage.cameras.perspective.orbit(150, 40)")
    yaw = editor.get("stage.cameras.perspective.state.yaw")
    slider = page.get_by_role("slider", name="right elbow", exact=True)
    slider.focus()
    page.keyboard.press("ArrowRight")
    editor.settle()
    before = parameters(editor)
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    editor.settle()
    np.testing.assert_array_equal(parameters(editor), before)
    assert editor.get("stage.cameras.perspective.state.yaw") == yaw
    slider.focus()
    page.keyboard.press("Home")  # with the focus on it, too
    editor.settle()
    np.testing.assert_array_equal(parameters(editor), before)
    editor.get("stage.cameras.perspective.straighten()")


def test_clicks_at_one_place_go_through_what_is_behind_and_x_ray_grabs_it(editor: EditorPage) -> None:
    page = editor.page
    editor.enlarge("side")
    at = editor.point("r_thigh", "side")
    page.mouse.click(*at)
    assert editor.get("state.selected") == "r_thigh"
    page.mouse.click(*at)
    assert editor.get("state.selected") == "l_thigh"
    before = editor.place("l_shin")
    page.keyboard.press("x")
    assert editor.get("stage.body.uniforms.clear.value") < 0.5
    for lock in [lock["id"] for lock in editor.get("state.document.locks")]:
        editor.edit(kind="remove_lock", id=lock)
    editor.get("state.select('l_thigh')")
    editor.drag(at, (40, -20))
    assert editor.history()[-1] == "Drag left thigh"
    assert np.linalg.norm(editor.place("l_shin") - before) > 0.02
    page.keyboard.press("x")
    assert editor.get("stage.body.uniforms.clear.value") == 1


def test_the_panel_is_widened_and_folded_and_the_large_view_fills_the_window(editor: EditorPage) -> None:
    page = editor.page
    side, views = page.locator(".side"), page.locator(".views")
    width = side.bounding_box()["width"]  # type: ignore[index]
    track = page.get_by_role("slider", name="right elbow", exact=True)
    narrow = track.bounding_box()["width"]  # type: ignore[index]
    edge = page.locator(".side-edge").bounding_box()
    assert edge is not None
    page.mouse.move(edge["x"] + 4, 300)
    page.mouse.down()
    page.mouse.move(edge["x"] - 116, 300, steps=3)
    page.mouse.up()
    assert abs(side.bounding_box()["width"] - width - 120) < 3  # type: ignore[index]
    assert track.bounding_box()["width"] > narrow + 100  # type: ignore[index]
    page.keyboard.press("Shift+P")
    expect(side).to_be_hidden()
    page.keyboard.press("Shift+P")
    expect(side).to_be_visible()
    page.keyboard.press("Shift+Space")
    box = views.bounding_box()
    assert box == {"x": 0, "y": 0, "width": 1280, "height": 720}
    page.keyboard.press("Shift+Space")
    expect(side).to_be_visible()
    editor.get("state.setView({ width: null })")


def test_small_views_follow_a_figure_that_leaves_them(editor: EditorPage) -> None:
    editor.get("stage.cameras.front.zoom(stage.rects.front, 60, 20, 3)")
    assert not editor.get("state.isInSight('front', 'human')")
    editor.drag(editor.point("r_hand"), (-20, -20))
    editor.wait("state.isInSight('front', 'human')")


def test_a_camera_is_kept_by_name_and_come_back_to(editor: EditorPage) -> None:
    page = editor.page

    def cameras() -> None:
        page.get_by_role("menuitem", name="View", exact=True).click()
        page.get_by_role("menuitem", name="Cameras").click()

    editor.enlarge("front")
    editor.get("stage.cameras.front.zoom(stage.rects.front, 200, 150, 2.5)")
    kept = editor.get("stage.cameras.front.state")
    cameras()
    page.get_by_role("menuitem", name="Store this camera").click()
    page.locator("dialog.prompt input").fill("hands")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.prompt")).to_have_count(0)
    editor.wait("state.view.shots.hands !== undefined")
    editor.get("stage.cameras.front.zoom(stage.rects.front, 100, 100, 0.5)")
    assert editor.get("stage.cameras.front.state") != kept
    editor.enlarge("perspective")
    cameras()
    page.get_by_role("menuitem", name="hands", exact=True).click()
    assert editor.get("state.view.large") == "front"
    assert editor.get("stage.cameras.front.state") == kept
    assert editor.history() == []
    cameras()
    page.get_by_role("menuitem", name="Forget hands").click()
    assert editor.get("state.view.shots") == {}


def test_a_box_selects_the_parts_in_it(editor: EditorPage) -> None:
    page = editor.page
    editor.enlarge("front")
    elbow, wrist = editor.point("r_forearm", "front"), editor.point("r_hand", "front")
    # the figure's right arm is on the left: from the ground beside it, round forearm and hand
    start, end = (elbow[0] - 60, elbow[1] - 25), (wrist[0] + 25, wrist[1] + 25)
    page.mouse.move(*start)
    page.keyboard.down("Control")
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    assert page.locator(".selection-box").bounding_box() is not None
    page.mouse.up()
    page.keyboard.up("Control")
    expect(page.locator(".selection-box")).to_have_count(0)
    chosen = editor.get("editor.state.chosenOf('human')")
    assert "r_hand" in chosen
    assert chosen[-1] == "r_forearm"  # it carries the others
    assert not [part for part in chosen if not part.startswith("r_")]
    assert editor.history() == []  # nothing has moved
    camera = editor.get("stage.cameras.front.state.target")
    page.mouse.move(*start)
    page.keyboard.down("Control")
    page.mouse.down()
    page.mouse.move(start[0] + 9, start[1] + 9, steps=3)  # nothing is in there
    assert editor.get("editor.state.chosenOf('human')") == []
    page.keyboard.press("Escape")  # what was selected is so again
    page.mouse.up()
    page.keyboard.up("Control")
    assert editor.get("editor.state.chosenOf('human')") == chosen
    assert editor.get("stage.cameras.front.state.target") == camera


def test_several_parts_are_chosen_and_turned_together(editor: EditorPage) -> None:
    page = editor.page
    editor.enlarge("front")
    page.mouse.click(*editor.point("l_upper_arm", "front"))
    page.keyboard.down("Shift")
    page.mouse.click(*editor.point("r_upper_arm", "front"))
    page.keyboard.up("Shift")
    assert editor.get("editor.state.chosenOf('human')") == ["l_upper_arm", "r_upper_arm"]
    page.keyboard.press("r")
    editor.wait("stage.rings.visible")
    before = {
        part: np.array(editor.get("stage.body.axes(state.jointIndex(a))", part))
        for part in ("l_upper_arm", "r_upper_arm")
    }
    script = "stage.rings.axes.findIndex((axis) => Math.abs(axis[2]) > 0.9)"
    middle = editor.get("stage.cameras.front.project(stage.rects.front, stage.rings.badge.place)")
    box = page.locator(".view.large").bounding_box()
    assert box is not None
    assert editor.get(script) >= 0
    ends = [
        (box["x"] + middle["x"] + 62 * np.cos(t), box["y"] + middle["y"] - 62 * np.sin(t))
        for t in (2.4, 2.4 - np.radians(15))
    ]
    editor.drag(ends[0], (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]))
    assert editor.history() == ["Rotate right upper arm and 1 more"]
    for part, axes in before.items():
        after = np.array(editor.get("stage.body.axes(state.jointIndex(a))", part))
        turned = np.degrees(np.arccos(np.clip((np.sum(after * axes) - 1) / 2, -1, 1)))
        assert 8 < turned < 22


def test_a_limb_relaxes_towards_rest(editor: EditorPage) -> None:
    editor.edit(kind="set_parameters", figure="human", values={"r_elbow": 1.6, "l_elbow": 1.6})
    rest = editor.get("state.figure.parameters[state.parameterIndex('r_elbow')].rest")
    editor.get("state.select('r_hand')")
    editor.page.locator("body").press("q")
    editor.wait("state.history.place === 2")
    editor.settle()
    right, left = (editor.get("state.value(state.parameterIndex(a))", name) for name in ("r_elbow", "l_elbow"))
    assert abs(right - (1.6 + 0.25 * (rest - 1.6))) < 1e-4
    assert abs(left - 1.6) < 1e-4


def test_a_limb_relaxes_towards_a_stored_pose_by_the_menu(editor: EditorPage) -> None:
    script = "state.value(state.parameterIndex(a))"
    before, knee = editor.get(script, "r_elbow"), editor.get(script, "r_knee")
    editor.get("state.select('r_forearm')")
    editor.page.keyboard.press("F10")
    editor.page.locator("[data-menu=Figure]").click()
    editor.page.get_by_role("menuitem", name="Relax limb towards a pose").hover()
    editor.page.get_by_role("menu", name="Relax limb towards a pose").get_by_role("menuitem", name="sit").click()
    editor.wait("state.history.place === 1")
    wanted = before + (np.radians(62) - before) / 4
    wait_for(lambda: abs(editor.get(script, "r_elbow") - wanted) < 1e-4, "a quarter of the way")
    assert editor.get(script, "r_knee") == pytest.approx(knee, abs=1e-6)


def test_tab_leaves_the_views_and_menus_open_by_keys(editor: EditorPage) -> None:
    page = editor.page
    page.locator("body").press("Escape")
    seen = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.className"))
    assert len(seen) > 1
    assert "" not in seen  # not the body
    page.keyboard.press("F10")
    assert page.evaluate("document.activeElement.dataset.menu") == "File"
    page.keyboard.press("Enter")
    expect(page.get_by_role("menu")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("body").press("]")
    expect(page.locator(".state-line .unseen")).to_contain_text("selected")
    names = page.evaluate("[...document.querySelectorAll('.slider-track')].map((e) => e.getAttribute('aria-label'))")
    assert len(names) == len(set(names))
    page.evaluate("document.activeElement.blur()")


def test_a_part_is_chosen_from_a_list(editor: EditorPage) -> None:
    editor.page.get_by_label("Part", exact=True).select_option(label="spine T11")
    assert editor.get("state.selected") == "t11"


def test_what_is_typed_may_name_its_unit(editor: EditorPage) -> None:
    field = editor.page.get_by_role("textbox", name="right elbow, value", exact=True)
    field.fill("0.5 rad")
    field.press("Enter")
    editor.wait("Math.abs(state.value(state.parameterIndex('r_elbow')) - 0.5) < 1e-4")
