"""Pulling parts with the mouse (W 6.2): in every view, with every chain, locks kept, one step to undo."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from manikin import bodies
from tests.browser.editor_page import EditorPage, distance_to_ray, parameters, server_pose, wait_for

DRAWS = False
FEET = ("r_foot", "l_foot")
MILLIMETRE = 1e-3


@pytest.mark.parametrize(
    ("view", "by"), [("perspective", (-90, -150)), ("front", (-60, -140)), ("side", (130, -110)), ("top", (-70, 90))]
)
def test_a_hand_follows_the_cursor_in_each_view_and_the_feet_hold(
    editor: EditorPage, view: str, by: tuple[float, float]
) -> None:
    human = bodies.load("human")
    editor.get("stage.paused = false")  # here all of it works together
    editor.enlarge(view)
    before = server_pose(human, editor.server_document())
    start = editor.point("r_hand", view)
    pressed = editor.pressed("r_hand", view, start)
    end = editor.drag(start, by, release=False)
    assert editor.get("state.chain")[-1] == "r_hand"
    assert editor.get("state.dragging")
    ray = editor.ray(view, *end)
    wait_for(lambda: distance_to_ray(editor.carried("r_hand", pressed), ray) < MILLIMETRE, "the hand at the cursor")
    editor.page.mouse.up()
    editor.settle()
    after = server_pose(human, editor.server_document())
    hand = after.world[human.skeleton.index("r_hand")] @ np.array([*pressed, 1.0])
    assert distance_to_ray(hand, ray) < 2 * MILLIMETRE
    assert np.linalg.norm(after.position("r_hand") - before.position("r_hand")) > 0.1
    # the page shows what the server has
    assert np.allclose(editor.carried("r_hand", pressed), hand, atol=1e-4)
    for foot in FEET:
        assert np.linalg.norm(after.position(foot) - before.position(foot)) < 0.1 * MILLIMETRE
        assert np.allclose(editor.place(foot), after.position(foot), atol=1e-4)
        assert np.allclose(after.orientation(foot), before.orientation(foot), atol=1e-4)
    assert editor.history() == ["Drag right hand"]


def test_the_feet_hold_while_the_pelvis_is_pulled_down(editor: EditorPage) -> None:
    feet = {foot: editor.place(foot) for foot in FEET}
    pelvis = editor.effector("pelvis")
    editor.drag(editor.point("pelvis"), (10, 90), release=False)
    assert editor.effector("pelvis")[1] < pelvis[1] - 0.15
    for foot in FEET:  # also while the drag goes on
        assert np.linalg.norm(editor.place(foot) - feet[foot]) < MILLIMETRE
    expect(editor.page.locator(".state-line")).to_contain_text("locks 2/2 held")
    expect(editor.page.locator(".state-line .last")).to_contain_text("pulling pelvis")
    editor.page.mouse.up()
    editor.settle()
    assert np.linalg.norm(editor.place("r_foot") - feet["r_foot"]) < MILLIMETRE


def near_end(editor: EditorPage, part: str, end: str, view: str) -> tuple[float, float]:
    """A pixel of a part beside the joint at its end."""
    script = "(() => { const p = stage.project(a[1], stage.body.place(state.jointIndex(a[0])));"
    script += " const b = panes.cells[a[1]].getBoundingClientRect(); return [b.left + p.x, b.top + p.y]; })()"
    (x, y), middle = editor.get(script, [end, view]), editor.point(part, view)
    away = np.array(middle) - (x, y)
    at = np.array((x, y)) + away * (14 / np.linalg.norm(away))
    return float(at[0]), float(at[1])


@pytest.mark.parametrize(
    ("part", "end", "by"),
    [("r_forearm", "r_hand", (-40, -30)), ("l_hand", "l_pinky1", (50, -60)), ("head", "head top", (24, 8))],
)
def test_what_is_grabbed_stays_under_the_cursor_and_does_not_jump(
    editor: EditorPage, part: str, end: str, by: tuple[float, float]
) -> None:
    editor.enlarge("front")
    start = near_end(editor, part, end, "front")
    pressed = editor.pressed(part, "front", start)
    before, values = editor.carried(part, pressed), parameters(editor)
    mouse = editor.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 6, start[1])
    editor.settle()
    metres = np.linalg.norm(editor.ray("front", start[0] + 6, 0)[0] - editor.ray("front", start[0], 0)[0])
    moved = editor.carried(part, pressed) - before
    assert np.linalg.norm(moved) < 1.3 * metres  # of the pixels that the mouse went, and no further
    assert np.degrees(np.abs(parameters(editor) - values)[6:].max()) < 8
    for k in range(1, 6):
        mouse.move(start[0] + by[0] * k / 5, start[1] + by[1] * k / 5)
    editor.settle()
    ray = editor.ray("front", start[0] + by[0], start[1] + by[1])
    place = editor.carried(part, pressed)
    assert distance_to_ray(place, ray) < 2 * MILLIMETRE
    assert abs(place[2] - before[2]) < 25 * MILLIMETRE  # nor does it come nearer or go away unseen
    editor.page.keyboard.press("Escape")
    mouse.up()


def test_escape_puts_everything_back(editor: EditorPage) -> None:
    before = editor.get("[...state.pose.parameters]")
    editor.drag(editor.point("l_forearm"), (60, -80), release=False)
    assert editor.get("[...state.pose.parameters]") != before
    editor.page.keyboard.press("Escape")
    editor.settle()
    assert np.allclose(editor.get("[...state.pose.parameters]"), before, atol=1e-6)
    editor.page.mouse.up()
    editor.settle()
    assert editor.history() == []


def moved_parts(editor: EditorPage, before: dict[str, np.ndarray]) -> set[str]:
    return {part for part, place in before.items() if np.linalg.norm(editor.place(part) - place) > MILLIMETRE}


@pytest.mark.parametrize(("how", "chain", "still"), [
    ("plain", {"r_clavicle", "r_upper_arm", "r_forearm"}, {"t1", "pelvis", "head"}),
    ("Shift", {"r_forearm"}, {"r_clavicle", "r_upper_arm", "head"}),
    ("Control", {"t1", "t12", "l5", "r_forearm"}, {"pelvis"}),
])  # fmt: skip
def test_modifier_keys_choose_the_chain(editor: EditorPage, how: str, chain: set[str], still: set[str]) -> None:
    editor.edit(kind="change_settings", changes={"drag_base": "l5", "balance": False})  # which moves the pelvis too
    parts = {
        part: editor.place(part)
        for part in ("pelvis", "t1", "head", "r_clavicle", "r_upper_arm", "r_forearm", "r_hand")
    }
    start = editor.point("r_forearm")
    if how != "plain":
        editor.page.keyboard.down(how)
    editor.drag(start, (-50, -40), release=False)
    assert chain <= set(editor.get("state.chain"))
    editor.page.mouse.up()
    if how != "plain":
        editor.page.keyboard.up(how)
    editor.settle()
    assert moved_parts(editor, {part: parts[part] for part in still & set(parts)}) == set()
    assert "r_hand" in moved_parts(editor, parts)


@pytest.mark.parametrize(("mode", "chain"), [("part", 1), ("branch", 3), ("joint", 20)])
def test_the_chain_of_a_plain_drag_is_chosen_in_the_tool_bar(editor: EditorPage, mode: str, chain: int) -> None:
    if mode == "joint":
        editor.edit(kind="change_settings", changes={"drag_base": "l5"})
    button = editor.page.locator(f".tool-bar [data-chain={mode}]")
    button.click()
    editor.wait("state.document.settings.drag_mode === a", mode)
    expect(button).to_have_attribute("aria-pressed", "true")
    editor.drag(editor.point("r_forearm"), (-30, -30), release=False)
    assert len(editor.get("state.chain")) == chain
    editor.page.keyboard.press("Escape")
    editor.page.mouse.up()


def test_a_ring_turns_a_part(editor: EditorPage) -> None:
    editor.enlarge("front")
    editor.page.mouse.click(*editor.point("head", "front"))
    assert editor.get("state.selected") == "head"
    editor.page.keyboard.press("r")
    editor.wait("stage.rings.visible")
    before = np.array(editor.get("stage.body.axes(state.jointIndex('head'))"))
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    middle = editor.get("stage.cameras.front.project(stage.rects.front, stage.rings.badge.place)")
    # the ring about z lies in the plane of the front view
    angle = 0.7
    start = (box["x"] + middle["x"] + 62 * np.cos(angle), box["y"] + middle["y"] - 62 * np.sin(angle))
    turned = angle + np.radians(15)
    end = (box["x"] + middle["x"] + 62 * np.cos(turned), box["y"] + middle["y"] - 62 * np.sin(turned))
    editor.drag(start, (end[0] - start[0], end[1] - start[1]))
    after = np.array(editor.get("stage.body.axes(state.jointIndex('head'))"))
    assert np.degrees(np.arccos(np.clip(before[0] @ after[0], -1, 1))) == pytest.approx(15, abs=2)
    assert editor.history() == ["Rotate head"]


def test_the_star_is_chased_and_undone(editor: EditorPage) -> None:
    editor.enlarge("front")
    editor.page.mouse.click(*editor.point("r_hand", "front"))
    editor.page.keyboard.press("s")
    start = editor.get("stage.star.place")
    assert np.allclose(start, editor.effector("r_hand"), atol=1e-5)
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    at = editor.get("stage.cameras.front.project(stage.rects.front, stage.star.place)")
    editor.drag((box["x"] + at["x"], box["y"] + at["y"]), (-50, -120))
    target = np.array(editor.get("stage.star.place"))
    assert np.linalg.norm(target - start) > 0.2
    wait_for(lambda: np.linalg.norm(editor.effector("r_hand") - target) < 0.01, "the hand reaches the star", 15)
    assert editor.get("stage.star.trail.geometry.drawRange.count") > 5
    editor.page.keyboard.press("Escape")
    editor.wait("state.history.place > 0")
    assert editor.history() == ["Chase with right hand"]
    assert editor.get("stage.star.place") is None


def test_one_drag_of_the_star_is_one_step_however_often_the_hand_is_there(editor: EditorPage) -> None:
    editor.enlarge("front")
    editor.get("state.select('r_hand')")
    editor.get("state.setView({ speed: 5 })")
    editor.page.keyboard.press("s")
    begin = np.array(editor.get("stage.star.place"))
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    at = editor.get("stage.cameras.front.project(stage.rects.front, stage.star.place)")
    x, y = box["x"] + at["x"], box["y"] + at["y"]
    mouse = editor.page.mouse

    def reached(target: np.ndarray) -> None:
        wait_for(lambda: np.linalg.norm(editor.effector("r_hand") - target) < 0.003, "the hand reaches the star", 15)
        editor.settle()

    mouse.move(x, y)
    mouse.down()
    for dx, dy in ((-30, -60), (-10, -100), (10, -70)):  # it rests at each, and the hand arrives
        mouse.move(x + dx, y + dy, steps=3)
        reached(np.array(editor.get("stage.star.place")))
        assert editor.history() == []
    mouse.up()
    editor.wait("state.history.place === 1")
    assert editor.history() == ["Chase with right hand"]
    there = np.array(editor.get("stage.star.place"))
    mouse.down()
    mouse.move(x - 20, y - 30, steps=3)
    reached(np.array(editor.get("stage.star.place")))
    editor.page.keyboard.press("Escape")  # the drag is given up: star and hand go back
    mouse.up()
    reached(there)
    assert np.allclose(editor.get("stage.star.place"), there)
    assert editor.history() == ["Chase with right hand"]
    editor.page.keyboard.press("Control+z")
    editor.get("state.setView({ speed: 1 })")
    reached(begin)


def test_hover_names_a_part_and_a_click_selects_it_everywhere(editor: EditorPage) -> None:
    page = editor.page
    page.mouse.move(*editor.point("l_forearm"))
    editor.wait("state.hovered === 'l_forearm'")
    expect(page.locator(".hover-name")).to_have_text("left forearm", ignore_case=True)
    page.mouse.click(*editor.point("l_forearm"))
    assert editor.get("state.selected") == "l_forearm"
    expect(page.locator(".parameter.selected [aria-label='left elbow']")).to_be_visible()
    page.keyboard.press("Escape")
    assert editor.get("state.selected") is None
