"""Feet that stand at the same place in two keys (Welman 1993, fig. 6.5), made in the page with the mouse."""

from __future__ import annotations

import numpy as np
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage
from tests.browser.walk_by_mouse import Mouse

SLIDE = """(() => {
  const frames = editor.state.timeline.frames.get("human");
  const joints = ["r_foot", "l_foot"].map((part) => state.jointIndex(part));
  return Array.from({ length: frames.count }, (_, row) => joints.map((joint) => frames.place(row, joint)));
})()"""


def slide(editor: EditorPage) -> float:
    """How far a foot is from where it stood first, at worst [m]."""
    places = np.array(editor.get(SLIDE))
    return float(np.linalg.norm(places - places[0], axis=2).max())


def test_feet_slide_between_keys_without_locks_and_stand_with_them(editor: EditorPage) -> None:
    hand, page = Mouse(editor), editor.page
    page.locator("[data-menu=Time]").click()
    page.locator(".menu-label").get_by_text("Timeline", exact=True).click()
    page.locator(".view-title", has_text="Side").first.click()
    editor.wait("state.view.large === 'side' && stage.rects.side.width > 500")
    for switch in ("balance", "floor"):  # keys stay as they are, also for one who stands on one foot
        expect(page.locator(f".tool-bar [data-action={switch}]")).to_have_attribute("aria-pressed", "false")
    hand.key()
    hand.scrub(40)
    hand.pull("pelvis", 0.0, -0.34)  # it crouches as low as ankles of locked feet let it
    hand.line.whole()
    assert hand.line.keys == [0, 40]
    assert slide(editor) < 1e-5
    steps = len(editor.history())
    page.get_by_role("tab", name="Locks").click()
    for _ in range(2):
        page.locator(".lock-head [title='Turn off']").first.click()
        steps += 1
        editor.wait(f"state.history.place === {steps}")
    hand.line.whole()
    places = np.array(editor.get(SLIDE))
    np.testing.assert_allclose(places[0], places[-1], atol=1e-4)  # the same place in both keys
    assert slide(editor) > 0.02  # and elsewhere between them
    for _ in range(2):
        page.locator(".lock-head [title='Turn on']").first.click()
        steps += 1
        editor.wait(f"state.history.place === {steps}")
    hand.line.whole()
    assert slide(editor) < 1e-5
    page.locator("body").press("1")
