"""Locks (E4): every kind from the menu, their marks, their list, moving and turning them, conflicts."""

from __future__ import annotations

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from manikin.document.lock_kinds import LOCK_KINDS
from tests.browser.editor_page import EditorPage

DRAWS = False


def open_menu(editor: EditorPage, part: str) -> None:
    editor.page.mouse.click(*editor.point(part), button="right")
    editor.page.locator(".menu").wait_for()


def choose(editor: EditorPage, label: str) -> None:
    editor.page.locator(".menu-label").get_by_text(label, exact=True).click()


@pytest.mark.parametrize("kind", LOCK_KINDS)
def test_every_kind_of_lock_is_made_from_the_menu_and_holds(editor: EditorPage, kind: str) -> None:
    known = LOCK_KINDS[kind]
    open_menu(editor, "l_hand")
    choose(editor, f"{known.label} …" if "other" in known.options else known.label)
    if editor.page.locator(".menu").count():  # a second menu beside the first: which axes
        expect(editor.page.locator(".menu").nth(1).locator(".menu-title")).to_have_text(known.label)
        editor.page.locator(".menu").nth(1).locator(".menu-item").nth(1).click()
    elif editor.page.locator(".banner:visible").count():  # a second part
        editor.page.mouse.click(*editor.point("head"))
    lock = editor.wait("state.document.locks.length === 3 && state.document.locks[2]")
    assert (lock["part"], lock["kind"]) == ("l_hand", kind)
    assert lock["mark"]["shape"] == known.mark
    editor.settle()
    pulled = "l_forearm" if kind == "look_at_part" else "l_hand"  # to look at the head the hand goes behind the back
    editor.drag(editor.point(pulled), (22, 4))
    reading = editor.get("state.pose.locks[2]")
    assert reading["state"] == "held"
    assert reading["error"] < 2e-3
    assert editor.get("stage.marks.place(state.document.locks[2].id)") is not None


def test_the_list_shows_and_changes_a_lock(editor: EditorPage) -> None:
    page = editor.page
    editor.edit(kind="add_lock", part="r_hand", lock="position")
    editor.panel("Locks")
    expect(page.locator(".lock")).to_have_count(3)
    expect(page.locator(".locks-panel .panel-summary")).to_have_text("3 of 3 held")
    row = page.locator(".lock").nth(2)
    row.locator(".lock-name").click()
    name = row.get_by_label("Name of the lock")
    name.fill("the cup")
    name.press("Enter")
    editor.wait("state.document.locks[2].name === 'the cup'")
    row.get_by_role("button", name="soft").click()
    editor.wait("state.document.locks[2].hard === false")
    row.locator(".weight input").fill("2.5")
    row.locator(".weight input").press("Enter")
    editor.wait("state.document.locks[2].weight === 2.5")
    row.get_by_role("button", name="Y", exact=True).click()
    editor.wait("JSON.stringify(state.document.locks[2].goal.axes) === '[1,0,1]'")
    row.get_by_label("IK chain").select_option(label="up to pelvis")
    editor.wait("state.document.locks[2].chain?.includes('l5')")
    row.get_by_role("button", name="Turn off").click()
    editor.wait("state.document.locks[2].enabled === false")
    expect(row.locator(".lock-reading")).to_have_text("off")
    row.get_by_role("button", name="Delete").click()
    editor.wait("state.document.locks.length === 2")


def test_a_mark_is_dragged_and_the_hand_goes_with_it(editor: EditorPage) -> None:
    editor.enlarge("front")
    editor.edit(kind="add_lock", part="r_hand", lock="position")
    place = editor.get("stage.marks.place(state.document.locks[2].id)")
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    at = editor.get("stage.cameras.front.project(stage.rects.front, a)", place)
    start = (box["x"] + at["x"], box["y"] + at["y"])
    editor.page.mouse.move(*start)
    editor.wait("state.hoveredLock === state.document.locks[2].id")
    editor.drag(start, (-30, -70))
    target = np.array(editor.get("state.document.locks[2].mark.place"))
    assert np.linalg.norm(target - place) > 0.1
    assert np.allclose(editor.effector("r_hand"), target, atol=2e-3)
    assert editor.get("state.pose.locks[2].state") == "held"


def test_of_marks_one_behind_the_other_the_near_one_is_dragged(editor: EditorPage) -> None:
    """From the side the marks of both feet are at one place."""
    editor.enlarge("side")
    for near, far in (("r_foot", "l_foot"), ("l_foot", "r_foot")):
        before = {part: editor.place(part) for part in (near, far)}
        box, at = editor.get("[panes.cells.side.getBoundingClientRect().toJSON(), stage.project('side', a)]",
                             before[near].tolist())  # fmt: skip
        editor.drag((box["left"] + at["x"], box["top"] + at["y"]), (30, 0))
        assert np.linalg.norm(editor.place(near) - before[near]) > 0.05
        assert np.linalg.norm(editor.place(far) - before[far]) < 1e-3
        editor.page.keyboard.press("Control+z")
        editor.settle()
        editor.page.keyboard.press("5")
        editor.wait("!stage.due")


def test_a_lock_is_twisted_with_a_ring(editor: EditorPage) -> None:
    editor.enlarge("front")
    editor.edit(kind="add_lock", part="r_hand", lock="orientation")
    editor.get("state.select('r_hand', state.document.locks[2].id)")
    editor.page.locator("body").press("r")
    editor.wait("stage.rings.visible")
    before = np.array(editor.get("state.document.locks[2].mark.axes")).reshape(3, 3)
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    # along the ring that is seen most from its front
    start, end = editor.get(
        """(() => {
            const { rings, cameras: { front }, rects } = stage, { axes, badge: { place } } = rings;
            const facing = axes.map((axis) => Math.abs(axis[2]));
            const k = facing.indexOf(Math.max(...facing)), [u, v] = [axes[(k + 1) % 3], axes[(k + 2) % 3]];
            const radius = 62 * front.metresPerPixel(rects.front, place);
            const around = (t) => place.map((x, i) => x + radius * (Math.cos(t) * u[i] + Math.sin(t) * v[i]));
            const at = (t) => front.project(rects.front, around(t));
            const from = [0.4, 1.2, 2.0, 2.8, 3.6].find((t) => rings.pick(front, rects.front, at(t).x, at(t).y) === k);
            return [at(from), at(from + 0.35)];
        })()"""
    )
    editor.drag((box["x"] + start["x"], box["y"] + start["y"]), (end["x"] - start["x"], end["y"] - start["y"]))
    after = np.array(editor.get("state.document.locks[2].mark.axes")).reshape(3, 3)
    angle = np.degrees(np.arccos(np.clip((np.trace(before.T @ after) - 1) / 2, -1, 1)))
    assert angle == pytest.approx(np.degrees(0.35), abs=2)
    assert editor.get("state.pose.locks[2].error") < 2e-3


def test_locks_that_cannot_hold_say_so_in_numbers(editor: EditorPage) -> None:
    page = editor.page
    editor.panel("Locks")
    editor.edit(kind="add_lock", part="r_hand", lock="position", target=[-1.6, 1.4, 0.9], hard=False)
    reading = editor.get("state.pose.locks[2]")
    assert reading["state"] == "violated"
    assert reading["error"] > 0.3
    told = page.locator(".lock").nth(2).locator(".lock-reading")
    expect(told).to_have_text(re.compile(r" m?m$"))
    shown = told.inner_text()
    expect(page.locator(".lock-error").first).to_have_text(shown)
    expect(page.locator(".state-line")).to_contain_text("2/3 held")


def test_a_conflict_is_told_in_words_and_relaxed_by_a_click(editor: EditorPage) -> None:
    editor.edit(kind="add_lock", part="r_hand", lock="position", target=[-1.6, 1.4, 0.9])
    card = editor.page.locator(".conflict:not(.over-time)")
    card.wait_for(state="visible")
    expect(card).to_contain_text("right hand", ignore_case=True)
    card.get_by_role("button").first.click()
    editor.wait("!state.conflict || state.history.place > 1")


def test_the_solver_and_its_options_are_chosen_in_the_panel(editor: EditorPage) -> None:
    page = editor.page
    editor.panel("Solver")
    page.locator("select[aria-label=Solver]").select_option("zhao")
    editor.wait("state.document.settings.solver === 'zhao'")
    tolerance = page.get_by_label("tolerance")
    tolerance.fill("0.002")
    tolerance.press("Enter")
    editor.wait("state.document.settings.options.tolerance === 0.002")
    iterations = page.get_by_label("Iterations per refresh")
    iterations.fill("7")
    iterations.press("Enter")
    editor.wait("state.document.settings.iterations_per_refresh === 7")
    page.locator("body").press("Control+z")  # which leaves settings alone
    editor.settle()
    assert editor.get("state.document.settings.iterations_per_refresh") == 7


def test_solving_until_satisfied_ends_with_every_lock_held(editor: EditorPage) -> None:
    editor.edit(kind="set_parameters", values={"root_y": -0.05})  # knees bent, ankles free
    editor.edit(kind="change_settings", changes={"continuous": False})
    editor.drag(editor.point("pelvis"), (0, 7), release=False)
    assert editor.get("state.pose.locks.some(l => l.error > 0.01)"), "locks sleep while the pull goes on"
    editor.page.mouse.up()
    editor.settle()
    editor.panel("Solver")
    editor.page.locator(".solver-panel .button.primary").click()
    editor.wait("state.pose.locks.every(l => l.state === 'held') && state.solving === null")
    editor.wait("link.unacknowledged === 0")
    expect(editor.page.locator(".solver-panel .button.primary")).to_have_text("Solve until converged")


def test_one_key_turns_all_locks_off_and_on_again(editor: EditorPage) -> None:
    page = editor.page
    editor.edit(kind="add_lock", part="r_hand", lock="position")
    page.locator("body").press("Alt+o")
    editor.settle()
    assert [lock["enabled"] for lock in editor.get("state.document.locks")] == [False] * 3
    assert editor.history()[-1] == "Switch off all locks"
    held = editor.place("l_foot")
    editor.drag(editor.point("l_foot"), (40, -40))
    assert np.linalg.norm(editor.place("l_foot") - held) > 0.05
    page.get_by_role("menuitem", name="Lock", exact=True).click()
    choose(editor, "Turn all locks on")
    editor.settle()
    assert all(lock["enabled"] for lock in editor.get("state.document.locks"))
    assert np.linalg.norm(editor.place("l_foot") - held) < 1e-4, "locks that are on again hold where they were"
