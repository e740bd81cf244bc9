"""Several figures in one document: the Figures panel, and pulling, locking, hiding and freezing any of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Locator, expect

from manikin import bodies
from manikin.formats.format import write_skeleton
from tests.browser.editor_page import EditorPage, drop, parameters

TUBE_FRAME = "[...state.pose.transforms.slice(0, 12)]"


@pytest.fixture
def stage(editor: EditorPage) -> EditorPage:
    """The window, with the Figures panel open."""
    editor.panel("Figures")
    return editor


def add(editor: EditorPage, name: str, **sizes: str) -> None:
    """Add a shipped figure from the panel, and wait for it."""
    before = len(editor.get("state.figures"))
    editor.page.get_by_role("button", name="Add", exact=True).click()
    editor.page.locator(".menu-item", has_text=f"{name}:").first.click()
    dialog = editor.page.get_by_role("dialog", name=f"Add {name}")
    if name in bodies.prop_names():
        for label, value in sizes.items():
            dialog.get_by_label(label).fill(value)
        dialog.get_by_role("button", name="Add").click()
    editor.wait("state.figures.length === a", before + 1)
    editor.wait("state.pose")
    editor.settle()


def row(editor: EditorPage, name: str) -> Locator:
    """The row of a figure in the panel."""
    return editor.page.locator(f'[data-figure="{name}"]')


def of(editor: EditorPage, name: str) -> np.ndarray:
    """The parameters of a figure as the page has them."""
    editor.activate(name)
    return parameters(editor)


def test_a_hand_that_holds_a_tube_follows_it_and_is_undone(stage: EditorPage) -> None:
    add(stage, "tube", length="80")
    assert stage.get("state.figures") == ["human", "tube"]
    shape = stage.get("state.figure.shapes[0]")
    assert shape["length"] == pytest.approx(0.8)
    stage.activate("human")
    stage.page.mouse.click(*stage.point("l_hand"), button="right")
    stage.page.locator(".menu-label").get_by_text("Attach to another part …", exact=True).click()
    stage.activate("tube")
    stage.page.mouse.click(*stage.point("tube"))
    lock = stage.wait("state.document.locks[2]")
    stage.settle()
    assert (lock["figure"], lock["part"]) == ("human", "l_hand")
    assert lock["mark"]["on"] == {"figure": "tube", "part": "tube"}
    assert set(lock["serving"]) == {"human", "tube"}

    def hand_in_tube() -> np.ndarray:
        stage.activate("human")
        hand = stage.effector("l_hand")
        stage.activate("tube")
        frame = np.array(stage.get(TUBE_FRAME)).reshape(3, 4)
        return frame[:, :3].T @ (hand - frame[:, 3])

    held, (human, tube) = hand_in_tube(), (of(stage, "human"), of(stage, "tube"))
    stage.activate("human")
    start = stage.effector("l_hand")
    stage.activate("tube")
    stage.enlarge("front")
    stage.drag(stage.point("tube", "front"), (0, -60))
    assert np.allclose(hand_in_tube(), held, atol=2e-3)
    stage.activate("human")
    assert np.linalg.norm(stage.effector("l_hand") - start) > 0.05
    assert stage.get("state.pose.locks.every(lock => lock.state === 'held')")  # the feet too
    assert stage.history()[-1].startswith("Drag tube")
    stage.panel("Locks")
    expect(stage.page.locator(f'[data-lock="{lock["id"]}"] .lock-figures')).to_have_text("human + tube")
    stage.page.locator("body").press("Control+z")
    stage.settle()
    assert np.allclose(of(stage, "human"), human, atol=1e-6)
    assert np.allclose(of(stage, "tube"), tube, atol=1e-6)


def test_of_two_humans_the_one_that_is_pulled_moves(stage: EditorPage) -> None:
    add(stage, "human")
    assert stage.get("[state.active, state.selected]") == ["human 2", "pelvis"]
    first, second = of(stage, "human"), of(stage, "human 2")
    place = stage.point("head")
    stage.page.mouse.move(*place)
    expect(stage.page.locator(".hover-name")).to_have_text("human 2: head")
    stage.enlarge("front")
    stage.drag(stage.point("r_hand", "front"), (-30, -40))
    assert stage.get("state.selected") == "r_hand"
    assert not np.allclose(of(stage, "human 2"), second, atol=1e-2)
    assert np.array_equal(of(stage, "human"), first)
    stage.panel("Parts")
    chosen = stage.page.locator(".parts-panel").get_by_label("Figure", exact=True)
    chosen.select_option("human 2")
    elbow = stage.page.locator('[data-parameter="r_elbow"] [role=slider]')
    value = float(elbow.get_attribute("aria-valuenow") or "nan")
    stage.activate("human 2")
    assert np.degrees(stage.get("state.value(state.parameterIndex('r_elbow'))")) == pytest.approx(value, abs=0.06)
    assert abs(value - 12) > 1
    chosen.select_option("human")
    expect(elbow).to_have_attribute("aria-valuenow", "12.0")  # its own, at rest
    stage.page.locator('[data-parameter="r_elbow"] .slider-field').fill("40")
    stage.page.keyboard.press("Enter")
    stage.wait("Math.abs(state.value(state.parameterIndex('r_elbow')) - 0.698) < 1e-3")
    stage.activate("human 2")
    assert np.degrees(stage.get("state.value(state.parameterIndex('r_elbow'))")) == pytest.approx(value, abs=0.06)


def test_a_figure_is_renamed_with_its_locks(stage: EditorPage) -> None:
    expect(row(stage, "human").get_by_role("button", name="Delete human")).to_be_disabled()
    field = stage.page.get_by_label("Name of the figure")
    field.fill("Anna")
    field.press("Enter")
    stage.wait("state.figures[0] === 'Anna'")
    stage.settle()
    assert stage.get("state.document.locks.map(lock => lock.figure)") == ["Anna", "Anna"]
    assert stage.history() == ["Rename human"]
    stage.drag(stage.point("pelvis"), (0, 40))
    assert stage.get("state.pose.locks.every(lock => lock.state === 'held')")
    expect(row(stage, "Anna").get_by_role("button", name="Anna", exact=True)).to_have_attribute("aria-current", "true")


def test_a_hidden_figure_is_neither_drawn_nor_picked(stage: EditorPage) -> None:
    add(stage, "ball")
    at = stage.point("ball")
    stage.activate("human")
    foot = stage.get("state.document.locks[0].id")
    row(stage, "ball").get_by_role("button", name="Hide ball").click()
    stage.wait("state.figureState('ball').hidden")
    assert stage.still()
    assert stage.get("stage.bodies.get('ball').mesh.visible") is False
    stage.page.mouse.click(*at)
    stage.page.mouse.move(at[0] + 1, at[1])
    assert stage.get("[state.selected, state.hovered]") == [None, None]
    expect(row(stage, "ball")).to_contain_text("hidden")
    row(stage, "human").get_by_role("button", name="Hide human").click()
    stage.wait("stage.marks.place(a) === null", foot)  # its locks are not shown either
    stage.page.locator("body").press("Control+z")
    row(stage, "ball").get_by_role("button", name="Show ball").click()
    stage.wait("!state.figureState('ball').hidden && !state.figureState('human').hidden")
    assert stage.still()
    stage.page.mouse.click(*at)
    assert stage.get("[state.active, state.selected]") == ["ball", "ball"]


def test_a_frozen_figure_says_why_it_does_not_move(stage: EditorPage) -> None:
    add(stage, "box")
    before = of(stage, "box")
    row(stage, "box").get_by_role("button", name="Freeze box").click()
    stage.wait("state.figureState('box').frozen")
    place = stage.point("box")
    steps = len(stage.history())
    stage.drag(place, (0, -60))
    notice = stage.page.locator(".notice", has_text="“box” is frozen")
    expect(notice).to_be_visible()
    assert np.array_equal(of(stage, "box"), before)
    assert len(stage.history()) == steps
    stage.page.mouse.move(*place)
    expect(stage.page.locator(".hover-name")).to_have_text("box (frozen)")
    notice.get_by_role("button", name="Unfreeze").click()
    stage.wait("!state.figureState('box').frozen")
    stage.drag(stage.point("box"), (0, -60))
    assert np.linalg.norm(of(stage, "box") - before) > 0.05


def test_a_figure_is_deleted_with_its_locks_and_comes_back(stage: EditorPage) -> None:
    add(stage, "tube")
    stage.edit(kind="add_lock", figure="human", part="r_hand", lock="attach", other="tube", other_figure="tube")
    stage.edit(kind="add_lock", figure="tube", part="tube", lock="plane")
    row(stage, "tube").get_by_role("button", name="Delete tube").click()
    stage.wait("state.figures.length === 1")
    stage.settle()
    assert stage.get("state.document.locks.length") == 2
    assert stage.history()[-1] == "Delete tube and its 2 locks"
    assert stage.get("stage.bodies.size") == 1
    stage.page.locator("body").press("Control+z")
    stage.wait("state.figures.length === 2 && state.document.locks.length === 4")
    stage.settle()
    stage.activate("tube")
    stage.point("tube")  # it is there again


def test_the_locks_of_one_figure_are_listed(stage: EditorPage) -> None:
    add(stage, "tube")
    stage.edit(kind="add_lock", figure="human", part="r_hand", lock="attach", other="tube", other_figure="tube")
    stage.edit(kind="add_lock", figure="tube", part="tube", lock="plane")
    stage.panel("Locks")
    locks = stage.page.locator(".locks-panel .lock")
    expect(locks).to_have_count(4)
    stage.page.locator(".locks-panel .figure-choice").select_option("tube")
    expect(locks).to_have_count(2)
    expect(stage.page.locator(".locks-panel .panel-summary")).to_have_text("2 of 2 held")
    stage.page.locator(".locks-panel .figure-choice").select_option("All figures")
    expect(locks).to_have_count(4)


def test_figures_stay_through_a_reload_and_are_the_same_in_a_second_window(
    stage: EditorPage, windows: Callable[..., EditorPage]
) -> None:
    other = windows()
    add(stage, "chair")
    row(stage, "human").get_by_role("button", name="human", exact=True).click()
    stage.page.get_by_role("button", name="Duplicate").click()
    stage.wait("state.figures.length === 3")
    stage.page.get_by_role("button", name="Teal").click()
    stage.wait("state.figureState('human 2').tint !== null")
    row(stage, "chair").get_by_role("button", name="Freeze chair").click()
    stage.wait("state.figureState('chair').frozen")
    stage.settle()
    facts = "JSON.stringify([state.figures, state.figures.map(name => state.figureState(name)), state.history])"
    before = stage.get(facts)
    drawn = "[...stage.bodies].map(([name, body]) => [name, body.visible, body.uniforms.tint.value.w > 0])"
    other.wait(f"{facts} === a", before)
    other.wait("[...stage.bodies.values()].every(body => body.posed)")
    assert other.get(drawn) == [["human", True, False], ["chair", True, False], ["human 2", True, True]]
    stage.activate("human 2")
    stage.drag(stage.point("l_hand"), (30, -40))
    moved = of(stage, "human 2")
    other.activate("human 2")
    other.wait("Math.abs(state.value(state.parameterIndex('l_elbow')) - a) < 1e-5", stage.get(
        "state.value(state.parameterIndex('l_elbow'))"
    ))  # fmt: skip
    other.page.context.close()
    before = stage.get(facts)
    stage.page.reload()
    stage.ready()
    assert stage.get(facts) == before
    stage.wait("[...stage.bodies.values()].every(body => body.posed)")
    assert stage.get(drawn)[2] == ["human 2", True, True]
    assert np.allclose(of(stage, "human 2"), moved, atol=1e-6)


def test_a_dropped_figure_is_added_and_a_pose_goes_to_the_active_one(stage: EditorPage) -> None:
    drop(stage, "stickman.scr", (bodies.FOLDER / "stickman.scr").read_bytes())
    stage.wait("state.figures.length === 2 && state.active === 'stickman'")
    stage.wait("state.pose")
    stage.settle()
    assert stage.history() == ["Add stickman.scr"]
    name = bodies.load("stickman").parameter_names[-1]
    drop(stage, "bent.json", f'{{"units": {{"angle": "rad"}}, "values": {{"{name}": 0.3}}}}'.encode())
    stage.wait("Math.abs(state.value(state.parameterIndex(a)) - 0.3) < 1e-4", name)
    assert np.allclose(of(stage, "human"), bodies.load("human").rest, atol=1e-6)


def test_eyes_follow_the_head_of_another(stage: EditorPage) -> None:
    add(stage, "human")
    stage.activate("human")
    stage.page.mouse.click(*stage.point("head"), button="right")
    stage.page.locator(".menu-label").get_by_text("Look at another part, upright …", exact=True).click()
    stage.page.locator(".banner select").select_option(label="human 2: head")
    lock = stage.wait("state.document.locks[2]")
    stage.settle()
    assert lock["mark"]["on"] == {"figure": "human 2", "part": "head"}
    stage.activate("human")
    before = stage.get("[...stage.body.axes(state.jointIndex('head'))[2]]")
    stage.page.locator("body").press("g")
    stage.activate("human 2")
    stage.enlarge("top")
    stage.drag(stage.point("l_upper_arm", "top"), (0, 150))  # it goes where the first one can look
    stage.activate("human")
    eyes = np.array(stage.get("stage.body.axes(state.jointIndex('head'))[2]"))
    assert np.linalg.norm(eyes - before) > 0.05
    reading = stage.get("state.pose.locks[2]")
    assert (reading["state"], reading["unit"]) == ("held", "rad")


def test_the_panel_is_used_by_keys_alone(stage: EditorPage) -> None:
    page = stage.page
    add(stage, "ball")
    assert page.get_by_role("list", name="Figures").get_by_role("listitem").count() == 2
    row(stage, "human").get_by_role("button", name="human", exact=True).focus()
    page.keyboard.press("Enter")
    assert stage.get("state.active") == "human"
    row(stage, "ball").get_by_role("button", name="Hide ball").focus()
    page.keyboard.press("Space")
    stage.wait("state.figureState('ball').hidden")
    expect(row(stage, "ball").get_by_role("button", name="Show ball")).to_be_focused()
    page.keyboard.press("F2")
    page.keyboard.type("Bo")
    page.keyboard.press("Enter")
    stage.wait("state.figures.includes('Bo')")
    page.keyboard.press("Shift+D")
    stage.wait("state.figures.includes('Bo 2')")
    nameless = page.evaluate(
        "() => [...document.querySelectorAll('#panel-figures button, #panel-figures input')]"
        ".filter(each => !(each.ariaLabel || each.textContent || each.title)).length"
    )
    assert nameless == 0


HEIGHTS = "['perspective', 'front', 'side', 'top'].map(view => stage.cameras[view].state.height)"


def test_after_a_giant_has_gone_views_show_those_who_stay(stage: EditorPage) -> None:
    before = stage.get(HEIGHTS)
    giant = bodies.load("stickman").scaled(stature=60.0).skeleton
    drop(stage, "giant.scr", write_skeleton(giant, "giant.scr"))
    stage.wait(f"state.figures.length === 2 && Math.min(...{HEIGHTS}) > 10")  # all of it is shown
    stage.settle()
    stage.page.locator("body").press("Control+z")
    stage.wait(f"state.figures.length === 1 && Math.max(...{HEIGHTS}) < 10")
    stage.settle()
    assert np.allclose(stage.get(HEIGHTS), before, rtol=0.2)
    add(stage, "stickman")
    assert max(stage.get(HEIGHTS)) < 2 * max(before)


def test_who_looks_from_far_stays_there_until_a_figure_is_added(stage: EditorPage) -> None:
    add(stage, "tube")
    stage.get(
        "Object.values(stage.cameras).forEach(camera => camera.zoom({ width: 300, height: 300 }, 150, 150, 0.05))"
    )
    heights = stage.get(HEIGHTS)
    row(stage, "tube").get_by_role("button", name="Delete tube").click()
    stage.wait("state.figures.length === 1")
    stage.settle()
    assert stage.get(HEIGHTS) == heights
    add(stage, "tube")
    assert max(stage.get(HEIGHTS)) < 0.2 * max(heights)
