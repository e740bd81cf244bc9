"""Limbs that stretch: switched on in the Figure menu, pulled beyond their reach, and back."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from manikin import bodies, stretchy
from tests.browser.editor_page import EditorPage, distance_to_ray, parameters, server_pose, wait_for

DRAWS = False
MILLIMETRE = 1e-3
AWAY = (-200, -150)
"""Where a hand that hangs cannot come to, in pixels of the front view."""


def switch(editor: EditorPage) -> None:
    editor.page.get_by_role("menuitem", name="Figure", exact=True).click()
    editor.page.get_by_role("menuitemcheckbox", name="Limbs that stretch").click()


def stretch(editor: EditorPage, name: str = "r_arm_stretch") -> float:
    """How much longer a limb is in the page, over its length."""
    return float(editor.get("state.pose.parameters[state.figure.parameters.findIndex(({ name }) => name === a)]", name))


def test_an_arm_gets_longer_where_it_is_pulled_out_of_reach(editor: EditorPage) -> None:
    before = parameters(editor)
    switch(editor)
    editor.wait("state.figure.stretches.length === 8")
    editor.settle()
    assert editor.history() == ["Limbs that stretch: on, to 50 %"]
    editor.enlarge("front")
    start = editor.point("r_hand", "front")
    pressed = editor.pressed("r_hand", "front", start)
    end = editor.drag(start, AWAY, release=False)
    ray = editor.ray("front", *end)
    wait_for(lambda: distance_to_ray(editor.carried("r_hand", pressed), ray) < 2 * MILLIMETRE, "the hand at the cursor")
    assert 0.1 < stretch(editor) < 0.49
    # the way back in the same drag
    editor.page.mouse.move(*start, steps=4)
    editor.settle()
    assert stretch(editor) == 0
    editor.page.mouse.move(*end, steps=4)
    editor.settle()
    editor.page.mouse.up()
    editor.settle()
    human = stretchy(bodies.load("human"))
    shown = server_pose(human, editor.server_document())
    hand = shown.world[human.skeleton.index("r_hand")] @ np.array([*pressed, 1.0])
    assert distance_to_ray(hand, ray) < 3 * MILLIMETRE
    # the forearm is drawn as far as the hand, and can be pressed there
    elbow, wrist = shown.position("r_forearm"), shown.position("r_hand")
    wanted = elbow + 0.9 * (wrist - elbow)
    seen = editor.get("stage.project('front', a)", wanted.tolist())
    part = editor.get("stage.pick('front', a.x, a.y)?.joint === state.jointIndex('r_forearm')", seen)
    assert part
    slider = editor.page.locator("mk-slider[aria-label='right arm stretch'], [aria-label='right arm stretch']").first
    expect(slider).to_be_attached()
    editor.page.locator("body").press("Control+z")
    editor.wait("state.history.place === 1")
    editor.settle()
    assert stretch(editor) == 0
    editor.page.locator("body").press("Control+z")
    editor.wait("state.figure.stretches.length === 0 && state.pose")
    editor.settle()
    assert np.array_equal(parameters(editor), before)


def test_switching_it_off_says_that_poses_lose_their_stretch(editor: EditorPage) -> None:
    editor.edit(kind="set_stretch", figure="human")
    editor.edit(kind="set_parameters", figure="human", values={"r_leg_stretch": 0.2, "r_arm_stretch": 0.3})
    before = parameters(editor)
    editor.edit(kind="mirror", figure="human", part="r_hand")
    assert stretch(editor, "l_arm_stretch") == pytest.approx(0.3)
    switch(editor)
    editor.wait("state.figure.stretches.length === 0")
    assert editor.history()[-1] == "Limbs that stretch: off, dropped in 1 pose"
    editor.settle()
    assert len(parameters(editor)) == len(before) - 4
    assert editor.get("state.figure.joints.every(({ name }) => !name.endsWith(' slide'))")
