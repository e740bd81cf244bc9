"""Tools for posing: switches, arrows, poles, carrying, views."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage, parameters, wait_for
from tests.browser.walk_by_mouse import arrow

DRAWS = False
FEET = ("r_foot", "l_foot")
MILLIMETRE = 1e-3


def test_balance_collision_and_floor_are_switches_in_the_tool_bar(minding: EditorPage) -> None:
    editor = minding
    bar = editor.page.locator(".tool-bar")
    for name in ("balance", "collision", "floor"):
        button = bar.locator(f"[data-action={name}]")
        expect(button).to_have_attribute("aria-pressed", "true")
    bar.locator("[data-action=floor]").click()
    editor.wait("state.document.settings.floor === false")
    expect(bar.locator("[data-action=floor]")).to_have_attribute("aria-pressed", "false")
    editor.page.keyboard.press("Shift+o")
    editor.wait("state.document.settings.floor === true")


def test_a_foot_does_not_go_below_the_floor(minding: EditorPage) -> None:
    editor = minding
    for lock in [lock["id"] for lock in editor.get("state.document.locks")]:
        editor.edit(kind="remove_lock", id=lock)
    editor.enlarge("side")
    editor.drag(editor.point("r_foot", "side"), (40, 60))
    for part in ("r_heel", "r_ball", "r_toe tip"):
        assert editor.place(part)[1] > -3 * MILLIMETRE


def test_an_arrow_moves_a_part_along_its_axis_in_whole_centimetres(minding: EditorPage) -> None:
    editor = minding
    editor.enlarge("front")
    editor.page.mouse.click(*editor.point("r_hand", "front"))
    editor.page.keyboard.press("v")
    editor.wait("stage.gizmo.arrows.visible")
    before = editor.effector("r_hand")
    editor.page.keyboard.down("Control")
    editor.drag(arrow(editor, 1, "front"), (0, -40), release=False)
    expect(editor.page.locator(".readout")).to_contain_text("Y +")
    said = editor.page.locator(".readout").inner_text()
    millimetres = float(said.split("+")[1].split()[0])
    assert millimetres % 10 == 0
    editor.page.mouse.up()
    editor.page.keyboard.up("Control")
    editor.settle()
    way = editor.effector("r_hand") - before
    np.testing.assert_allclose(way, [0, millimetres * MILLIMETRE, 0], atol=2e-3)
    assert editor.history() == ["Drag right hand"]
    expect(editor.page.locator(".readout")).to_be_hidden()
    editor.page.keyboard.press("Shift+v")
    assert editor.get("state.view.axes") == "local"
    editor.get("state.setView({ axes: 'world' })")


def test_a_ring_says_how_far_it_turns_and_snaps(minding: EditorPage) -> None:
    editor = minding
    editor.enlarge("front")
    editor.page.mouse.click(*editor.point("head", "front"))
    editor.page.keyboard.press("r")
    editor.wait("stage.rings.visible")
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    middle = editor.get("stage.cameras.front.project(stage.rects.front, stage.rings.badge.place)")
    ends = [
        (box["x"] + middle["x"] + 62 * np.cos(t), box["y"] + middle["y"] - 62 * np.sin(t))
        for t in (0.7, 0.7 + np.radians(12))
    ]
    editor.page.keyboard.down("Control")
    editor.drag(ends[0], (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]), release=False)
    expect(editor.page.locator(".readout")).to_have_text("Z 10.0°")
    editor.page.keyboard.press("Escape")
    editor.page.mouse.up()
    editor.page.keyboard.up("Control")


def test_g_carries_the_figure_and_its_locks_come_along(minding: EditorPage) -> None:
    editor = minding
    editor.enlarge("front")
    before = {part: editor.place(part) for part in (*FEET, "pelvis", "r_hand")}
    values = parameters(editor)
    editor.page.keyboard.press("g")
    editor.drag(editor.point("pelvis", "front"), (90, 0), release=False)
    way = editor.place("pelvis") - before["pelvis"]
    assert way[0] > 0.2
    assert abs(way[1]) < MILLIMETRE
    assert abs(way[2]) < MILLIMETRE
    expect(editor.page.locator(".state-line")).to_contain_text("locks 2/2 held")
    editor.page.mouse.up()
    editor.settle()
    for part, place in before.items():
        np.testing.assert_allclose(editor.place(part) - place, way, atol=MILLIMETRE)
    np.testing.assert_allclose(parameters(editor)[3:], values[3:], atol=1e-6)
    expect(editor.page.locator(".state-line")).to_contain_text("locks 2/2 held")
    assert editor.history() == ["Carry human"]
    editor.page.keyboard.press("Escape")


def test_a_figure_that_is_carried_down_stops_at_the_floor(minding: EditorPage) -> None:
    editor = minding
    before = editor.place("pelvis")
    editor.page.keyboard.press("g")
    editor.drag(editor.point("head"), (0, 60))
    assert abs(editor.place("pelvis")[1] - before[1]) < MILLIMETRE
    editor.page.keyboard.press("Escape")


def test_with_shift_the_part_alone_moves_though_balance_is_on(minding: EditorPage) -> None:
    editor = minding
    before = editor.place("pelvis")
    editor.page.keyboard.down("Shift")
    editor.drag(editor.point("r_forearm"), (-30, -30))
    editor.page.keyboard.up("Shift")
    np.testing.assert_array_equal(editor.place("pelvis"), before)


def test_an_elbow_is_swung_by_its_ring_and_the_hand_stays(minding: EditorPage) -> None:
    editor = minding
    editor.edit(kind="set_parameters", figure="human", values={"r_elbow": 1.2, "r_shoulder_elevation": 0.6})
    editor.enlarge("front")
    editor.get("state.select('r_hand')")
    hand, elbow = editor.place("r_hand"), editor.place("r_forearm")
    at = editor.get("stage.project('front', a)", elbow.tolist())
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    editor.drag((box["x"] + at["x"], box["y"] + at["y"]), (-22, -4))
    assert editor.place("r_forearm")[0] < elbow[0] - 0.04
    assert np.linalg.norm(editor.place("r_hand") - hand) < 4 * MILLIMETRE
    wait_for(lambda: editor.history()[-1] == "Swing right forearm", "one step")


@pytest.mark.parametrize(("key", "words"), [("Control", "Full body"), ("Shift", "FK")])
def test_chains_have_the_names_that_animators_use(minding: EditorPage, key: str, words: str) -> None:
    editor = minding
    expect(editor.page.locator(".tool-bar .segmented button", has_text=words)).to_have_count(1)
    editor.page.keyboard.down(key)
    editor.drag(editor.point("r_hand"), (-10, -10), release=False)
    chain = editor.get("state.chain")
    assert chain[0] == ("pelvis" if key == "Control" else "r_hand")
    editor.page.keyboard.press("Escape")
    editor.page.mouse.up()
    editor.page.keyboard.up(key)
    assert editor.page.locator(".notice").count() == 0


def test_rings_turn_about_own_axes_or_those_of_the_world(editor: EditorPage) -> None:
    editor.edit(kind="set_parameters", figure="human", values={"r_shoulder_elevation": 0.7, "r_elbow": 0.9})
    editor.page.mouse.click(*editor.point("r_forearm"))
    editor.page.keyboard.press("r")
    editor.wait("stage.rings.visible")
    own = np.array(editor.get("stage.rings.axes"))
    assert own == pytest.approx(np.array(editor.get("stage.body.axes(state.jointIndex('r_forearm'))")))
    assert np.abs(own - np.eye(3)).max() > 0.5
    button = editor.page.locator("[data-action=turns]")
    expect(button).to_have_text("own axes")
    editor.page.keyboard.press("Shift+R")
    expect(button).to_have_text("world axes")
    assert np.array(editor.get("stage.rings.axes")) == pytest.approx(np.eye(3))
    button.click()
    assert np.array(editor.get("stage.rings.axes")) == pytest.approx(own)


def test_a_hand_in_front_of_the_ring_at_its_elbow_can_be_pulled(editor: EditorPage) -> None:
    editor.edit(kind="set_parameters", figure="human", values={"r_elbow": np.pi / 2})
    editor.enlarge("front")
    editor.get("state.select('r_hand')")
    at = editor.get("stage.project('front', a)", editor.place("r_forearm").tolist())
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    editor.drag((box["x"] + at["x"], box["y"] + at["y"]), (-22, -4))
    assert editor.history()[-1] == "Drag right hand"
