"""Sliders (E3): one for every parameter, searched, dragged, typed, reset, mirrored; locks are kept meanwhile."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from manikin import bodies
from tests.browser.editor_page import EditorPage, wait_for

DRAWS = False


def value(editor: EditorPage, name: str) -> float:
    return float(editor.get("state.value(state.parameterIndex(a))", name))


def unfold(editor: EditorPage, name: str) -> None:
    """Bring a parameter's slider into sight."""
    editor.get("state.select(state.figure.parameters.find(p => p.name === a).joint)", name)
    editor.page.locator(f"[data-parameter={name}] .slider-track").wait_for(state="visible")


def test_every_parameter_has_a_slider_with_its_limits(editor: EditorPage) -> None:
    human = bodies.load("human")
    expect(editor.page.locator("[data-parameter]")).to_have_count(human.size)
    for name in ("r_elbow", "l_hip_flexion"):
        track = editor.page.locator(f"[data-parameter={name}] .slider-track")
        index = human.index(name)
        assert float(track.get_attribute("aria-valuemin") or "") == pytest.approx(np.degrees(human.lo[index]), abs=0.06)
        assert float(track.get_attribute("aria-valuemax") or "") == pytest.approx(np.degrees(human.hi[index]), abs=0.06)
    limbs = editor.page.locator(".limb-name").all_inner_texts()
    assert {"Right arm", "Left leg", "Spine", "Head"} <= set(limbs)


def test_dragging_a_knob_moves_the_joint_as_one_step(editor: EditorPage) -> None:
    unfold(editor, "r_elbow")
    box = editor.page.locator("[data-parameter=r_elbow] .slider-knob").bounding_box()
    assert box is not None
    before = value(editor, "r_elbow")
    editor.drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), (30, 0))
    assert value(editor, "r_elbow") > before + 0.4
    assert editor.history() == ["Set right elbow"]
    shown = editor.page.locator("[data-parameter=r_elbow] input").input_value()
    assert float(shown.rstrip("°")) == pytest.approx(np.degrees(value(editor, "r_elbow")), abs=0.06)


def test_alt_makes_a_drag_ten_times_finer(editor: EditorPage) -> None:
    unfold(editor, "r_elbow")
    box = editor.page.locator("[data-parameter=r_elbow] .slider-knob").bounding_box()
    assert box is not None
    before = value(editor, "r_elbow")
    editor.page.keyboard.down("Alt")
    editor.drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), (30, 0))
    editor.page.keyboard.up("Alt")
    assert 0.02 < value(editor, "r_elbow") - before < 0.2


def test_a_value_is_typed_and_limits_are_kept(editor: EditorPage) -> None:
    unfold(editor, "r_elbow")
    field = editor.page.locator("[data-parameter=r_elbow] input")
    field.fill("45")
    field.press("Enter")
    editor.settle()
    assert value(editor, "r_elbow") == pytest.approx(np.radians(45), abs=1e-5)
    field.fill("999")
    field.press("Enter")
    editor.settle()
    assert value(editor, "r_elbow") == pytest.approx(
        bodies.load("human").hi[bodies.load("human").index("r_elbow")], abs=1e-5
    )
    expect(editor.page.locator("[data-parameter=r_elbow] mk-slider.at-limit")).to_have_count(1)
    editor.page.locator("[data-parameter=r_elbow] .slider-track").dblclick()
    editor.settle()
    assert value(editor, "r_elbow") == pytest.approx(np.radians(12), abs=1e-5)


def test_long_values_and_labels_are_not_cut(editor: EditorPage) -> None:
    unfold(editor, "root_x")
    for lock in editor.get("state.document.locks.map(lock => lock.id)"):
        editor.edit(kind="remove_lock", id=lock)
    editor.edit(kind="set_parameters", values={"root_x": -1.234, "root_turn": -2.5})
    expect(editor.page.locator("[data-parameter=root_x] input")).to_have_value("−123.4 cm")
    cut = """[...document.querySelectorAll(".limb.open .slider-field, .limb.open .slider-label")]
        .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.value ?? each.textContent)"""
    assert editor.get(cut) == []


def test_arrow_keys_step_a_slider(editor: EditorPage) -> None:
    unfold(editor, "r_elbow")
    track = editor.page.locator("[data-parameter=r_elbow] .slider-track")
    before = value(editor, "r_elbow")
    track.press("ArrowRight")
    editor.settle()
    track.press("Shift+ArrowRight")
    editor.settle()
    assert value(editor, "r_elbow") - before == pytest.approx(np.radians(11), abs=1e-5)


def test_the_feet_hold_while_the_root_is_slid(editor: EditorPage) -> None:
    unfold(editor, "root_y")
    feet = {foot: editor.place(foot) for foot in ("r_foot", "l_foot")}
    box = editor.page.locator("[data-parameter=root_y] .slider-knob").bounding_box()
    assert box is not None
    editor.drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), (-9, 0), release=False)
    assert value(editor, "root_y") < -0.08
    for foot, place in feet.items():
        assert np.linalg.norm(editor.place(foot) - place) < 1e-3
    editor.page.mouse.up()
    editor.settle()
    assert value(editor, "r_knee") > 0.3


def test_search_shows_only_what_is_looked_for(editor: EditorPage) -> None:
    editor.page.keyboard.press("/")
    search = editor.page.get_by_role("searchbox")
    search.fill("left wrist")
    expect(editor.page.locator("[data-parameter]:visible")).to_have_count(2)
    search.fill("wing")
    expect(editor.page.locator("[data-parameter]:visible")).to_have_count(0)
    expect(editor.page.locator(".panel-empty:visible")).to_have_count(1)
    search.press("Escape")
    expect(search).to_have_value("")


def test_a_limb_is_reset_and_mirrored(editor: EditorPage) -> None:
    editor.edit(kind="set_parameters", values={"r_elbow": 1.2, "r_wrist_flexion": 0.4})
    limb = editor.page.locator(".limb", has=editor.page.locator("[data-parameter=r_elbow]"))
    limb.locator("[data-act=mirror]").click()
    editor.wait("Math.abs(state.value(state.parameterIndex('l_elbow')) - 1.2) < 1e-4")
    assert value(editor, "l_wrist_flexion") == pytest.approx(0.4, abs=1e-5)
    limb.get_by_role("button", name="rest pose").click()
    editor.wait("Math.abs(state.value(state.parameterIndex('r_elbow')) - a) < 1e-4", float(np.radians(12)))
    assert value(editor, "l_elbow") == pytest.approx(1.2, abs=1e-5)


def test_stiffness_is_set_beside_the_slider(editor: EditorPage) -> None:
    unfold(editor, "r_elbow")
    row = editor.page.locator("[data-parameter=r_elbow]")
    row.locator(".stiffness").click()
    field = row.locator(".stiffness-editor input")
    field.fill("1")
    field.press("Enter")
    editor.wait("state.document.stiffness.r_elbow === 1")
    before = value(editor, "r_elbow")
    editor.drag(editor.point("r_hand"), (-40, -60))
    assert value(editor, "r_elbow") == pytest.approx(before, abs=1e-5)


def test_a_foot_rolls_on_its_ball_by_its_slider_and_its_lock_goes_along(editor: EditorPage) -> None:
    page = editor.page
    editor.edit(kind="set_parameters", values={"root_y": -0.12})
    editor.get("state.setView({ panel: 'parts', open: { 'Left leg': true } })")
    heel, toes = editor.place("l_heel"), editor.place("l_toes")
    track = page.locator("[data-roll=l_foot] .slider-track")
    track.scroll_into_view_if_needed()
    box = track.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2, steps=5)
    wait_for(lambda: editor.place("l_heel")[1] > heel[1] + 0.04, "the heel rises")
    page.mouse.up()
    editor.settle()
    assert np.linalg.norm(editor.place("l_toes") - toes) < 1e-3
    assert editor.get("state.history.undo") == "Roll left foot"
    assert max(abs(error) for error in editor.get("state.pose.locks.map((lock) => lock.error)")) < 1e-3


def test_a_hand_takes_shapes_and_its_fingers_become_single(editor: EditorPage) -> None:
    unfold(editor, "r_knuckles")
    hand = editor.page.get_by_role("group", name="right hand", exact=True)
    hand.get_by_role("button", name="right hand: fist").click()
    wait_for(lambda: value(editor, "r_finger_curl") > 1.6, "a fist")
    hand.get_by_role("button", name="right hand: point").click()
    editor.page.locator("[data-parameter=r_index_curl]").wait_for(state="visible")
    wait_for(lambda: value(editor, "r_ring_curl") > 1.6, "a hand that points")
    assert value(editor, "r_index_curl") < 0.1
    assert editor.history()[-2:] == ["Right hand: fist", "Right hand: point"]
    hand.locator(".slider-knob").scroll_into_view_if_needed()
    box = hand.locator(".slider-knob").bounding_box()
    assert box is not None
    editor.drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), (-25, 0))
    assert editor.history()[-1] == "Open right hand"
    assert value(editor, "r_ring_curl") < 1.3
    hand.get_by_role("switch").uncheck()
    editor.page.locator("[data-parameter=r_knuckles]").wait_for(state="visible")
    assert editor.history()[-1] == "Right hand: fingers together"
    expect(hand.get_by_role("switch")).to_be_focused()  # though the sliders were made anew
