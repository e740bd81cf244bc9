"""Stored poses in the page: small pictures that are clicked, mirrored, blended in by a slider, of a limb alone."""

from __future__ import annotations

import numpy as np

from manikin import bodies
from manikin.figure.mirror import mirror_state
from tests.browser.editor_page import EditorPage, wait_for

HUMAN = bodies.load("human")


def parameters(editor: EditorPage) -> np.ndarray:
    return np.array(editor.get("Array.from(state.pose.parameters)"))


def is_at(editor: EditorPage, q: np.ndarray) -> None:
    wait_for(lambda: np.abs(parameters(editor) - q).max() < 1e-4, "the figure takes the pose")


def open_panel(editor: EditorPage) -> None:
    editor.get("state.setView({ panel: 'poses' })")


def test_a_shipped_pose_comes_as_it_is_drawn_and_its_picture_shows_it(editor: EditorPage) -> None:
    open_panel(editor)
    tile = editor.page.locator("[data-pose=sit] button")
    editor.wait("document.querySelectorAll('.pose-icon[data-drawn=true]').length >= 8")
    inks = editor.get(
        "[...document.querySelectorAll('.pose-icon canvas')].map((c) => "
        "c.getContext('2d').getImageData(0, 0, c.width, c.height).data"
        ".reduce((n, v, k) => n + (k % 4 === 3 && v > 0), 0))"
    )
    assert min(inks) > 200, "every picture shows something"
    assert len(set(inks)) > 4, "and they differ"
    tile.click()
    is_at(editor, HUMAN.state("sit"))
    editor.wait("state.document.locks.every((lock) => !lock.enabled)")
    editor.page.locator("body").press("Control+z")
    is_at(editor, HUMAN.rest)
    editor.wait("state.document.locks.every((lock) => lock.enabled)")


def test_poses_are_kept_with_their_locks_applied_renamed_and_forgotten(editor: EditorPage) -> None:
    page = editor.page
    names = "state.document.poses.map((pose) => pose.name)"
    before = editor.get("state.document.poses.length")
    editor.edit(kind="set_parameters", values={"r_elbow": 1.5})
    page.locator("body").press("p")
    name = page.get_by_label("Name of this pose")
    name.fill("bent")
    name.press("Enter")
    editor.wait(f"{names}.includes('bent')")
    at = parameters(editor)
    tile = page.get_by_role("button", name="Pose bent, with 2 locks")
    page.locator("[data-pose=crouch] button").click()
    editor.wait("state.document.locks.every((lock) => !lock.enabled)")
    tile.click()
    is_at(editor, at)
    editor.wait("state.document.locks.every((lock) => lock.enabled)")
    tile.press("F2")
    page.get_by_role("textbox", name="New name for bent").fill("crooked")
    page.keyboard.press("Enter")
    editor.wait(f"{names}.includes('crooked')")
    page.get_by_role("button", name="Pose crooked").click(button="right")
    page.get_by_role("menuitem", name="Delete").click()
    editor.wait("state.document.poses.length === a", before)


def test_a_pose_is_mirrored_taken_by_a_limb_alone_and_blended_in_by_the_mouse(editor: EditorPage) -> None:
    page = editor.page
    open_panel(editor)
    page.locator("[data-pose=reach] button").click(button="right")
    page.get_by_role("menuitem", name="Apply mirrored").click()
    is_at(editor, mirror_state(HUMAN, HUMAN.state("reach")))
    editor.edit(kind="set_pose", q=HUMAN.rest.tolist(), keep=False)
    editor.get("state.select({ figure: 'human', part: 'r_hand' })")
    page.get_by_label("Only the limb of the selected part").check()
    page.locator("[data-pose=cheer] button").click()
    wanted = HUMAN.state("cheer")
    elbow, other = HUMAN.index("r_elbow"), HUMAN.index("l_elbow")
    wait_for(lambda: abs(parameters(editor)[elbow] - wanted[elbow]) < 1e-4, "the right arm takes the pose")
    assert abs(parameters(editor)[other] - HUMAN.rest[other]) < 1e-6
    page.get_by_label("Only the limb of the selected part").uncheck()
    editor.edit(kind="set_pose", q=HUMAN.rest.tolist(), keep=False)
    page.get_by_label("Pose to blend in").select_option("bow")
    track = page.get_by_role("slider", name="Blend").bounding_box()
    assert track is not None
    page.mouse.move(track["x"] + 2, track["y"] + track["height"] / 2)
    page.mouse.down()
    page.mouse.move(track["x"] + track["width"] / 2, track["y"] + track["height"] / 2, steps=6)
    moves = np.abs(HUMAN.state("bow") - HUMAN.rest) > 0.05
    bend = int(np.argmax(np.abs(HUMAN.state("bow") - HUMAN.rest)))
    way = HUMAN.state("bow")[bend] - HUMAN.rest[bend]
    wait_for(lambda: 0.35 < (parameters(editor)[bend] - HUMAN.rest[bend]) / way < 0.65, "half of the way is shown")
    page.mouse.up()
    editor.settle()
    shares = ((parameters(editor) - HUMAN.rest) / (HUMAN.state("bow") - HUMAN.rest + ~moves))[moves]
    assert np.ptp(shares) < 1e-3, "all parameters go the same share"
    assert "% of pose 'bow'" in editor.get("state.history.undo")


def test_an_edit_that_takes_too_long_is_stopped_by_escape(editor: EditorPage) -> None:
    page = editor.page
    editor.edit(kind="new_figure", name="limb7")
    part = editor.get("state.figure.joints.at(-1).name")
    editor.edit(
        kind="change_settings", changes={"solver": "transpose", "options": {"max_iterations": 10**9, "tolerance": 0}}
    )
    editor.edit(kind="add_lock", part=part, lock="position")
    before = editor.get("state.history.place")
    goal = editor.get("state.document.locks[0].goal")
    goal["target"] = [50, 0, 0]
    changes = {"kind": "change_lock", "id": editor.get("state.document.locks[0].id"), "changes": {"goal": goal}}
    editor.get("void editor.edit(a)", changes)
    page.get_by_text("Escape stops it").wait_for()
    page.locator("body").press("Escape")
    page.get_by_text("this was cancelled; nothing has changed").wait_for()
    assert editor.get("state.history.place") == before
    editor.edit(kind="change_settings", changes={"solver": "lm"})


def test_in_a_small_window_pictures_and_what_is_below_them_can_be_scrolled_to(editor: EditorPage) -> None:
    page = editor.page
    before = page.viewport_size
    page.set_viewport_size({"width": 500, "height": 600})
    open_panel(editor)
    script = """(() => {
        const element = document.querySelector(a);
        element.scrollIntoView({ block: "center" });
        const box = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
    })()"""
    try:
        for shown in ("[data-pose=sit] button", "[data-pose=lean] button", ".poses-panel mk-slider"):
            editor.wait(script, shown)
    finally:
        assert before is not None
        page.set_viewport_size(before)
