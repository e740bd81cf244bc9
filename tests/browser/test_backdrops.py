"""Pictures behind views: chosen or dropped, moved with the mouse, kept with the project."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage, drop
from tests.support.photos import picture

SHOWN = "state.document.backdrops"


def image(editor: EditorPage, view: str) -> Any:
    return editor.page.locator(f".view[data-view={view}] .backdrop img")


def choose(editor: EditorPage, name: str, data: bytes) -> None:
    """By the menu, as a user does."""
    editor.page.locator("[data-menu=View]").click()
    with editor.page.expect_file_chooser() as coming:
        editor.page.get_by_text("Picture behind the large view …").click()
    coming.value.set_files({"name": name, "mimeType": "image/png", "buffer": data})


def middle(editor: EditorPage, view: str) -> tuple[float, float]:
    box = editor.get(f"panes.cells.{view}.getBoundingClientRect().toJSON()")
    return box["left"] + box["width"] / 2, box["top"] + box["height"] / 2


def test_a_picture_is_chosen_placed_and_seen_in_every_window_and_after_a_reload(
    editor: EditorPage, windows: Callable[..., EditorPage]
) -> None:
    page = editor.page
    editor.enlarge("front")
    choose(editor, "photo.png", picture(size=(600, 400)))
    editor.wait(f"{SHOWN}.length === 1")
    card = page.get_by_label("Picture behind the large view")
    expect(card.get_by_role("heading")).to_have_text("Picture behind the front view")
    expect(image(editor, "front")).to_be_visible()
    cell, shown = (page.locator(".view[data-view=front]").bounding_box(), image(editor, "front").bounding_box())
    assert cell
    assert shown
    assert page.locator(".view[data-view=front] .backdrop").bounding_box() == cell
    title = page.locator(".view[data-view=front] .view-title").bounding_box()
    assert title
    assert title["y"] - cell["y"] < 10  # nothing in the view has gone elsewhere
    assert shown["height"] == pytest.approx(cell["height"], abs=1)  # it fills the view
    assert image(editor, "front").evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 600
    assert editor.history() == ["Picture behind the front view"]

    # a drag in the view moves it, and no part of the figure
    x, y = middle(editor, "front")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 30, steps=6)
    during = image(editor, "front").bounding_box()
    assert during is not None
    assert (during["x"] - shown["x"], during["y"] - shown["y"]) == pytest.approx((60, -30), abs=1)
    page.mouse.up()
    editor.wait("state.history.place === 2")
    assert editor.history()[-1] == "Place picture behind the front view"
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 90, y, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    editor.settle()
    after = image(editor, "front").bounding_box()
    assert after is not None
    assert (after["x"], after["y"]) == pytest.approx((during["x"], during["y"]), abs=1)
    assert editor.get("state.history.place") == 2

    opacity = card.get_by_label("opacity, value")
    opacity.fill("0.3")
    opacity.press("Enter")
    editor.wait(f"{SHOWN}[0].opacity === 0.3")
    expect(image(editor, "front")).to_have_css("opacity", "0.3")
    card.get_by_role("button", name="Done").click()
    expect(card).to_be_hidden()

    other = windows(draws=False)
    expect(image(other, "front")).to_be_visible()
    expect(image(other, "front")).to_have_css("opacity", "0.3")
    assert image(other, "front").evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 600
    page.reload()
    editor.ready()
    expect(image(editor, "front")).to_have_css("opacity", "0.3")

    # from the opposite side it is not seen
    page.locator("body").press("5")
    expect(image(editor, "front")).to_be_hidden()
    page.locator("body").press("5")
    expect(image(editor, "front")).to_be_visible()

    page.locator("[data-menu=View]").click()
    page.get_by_text("Picture behind the large view …").click()
    card.get_by_role("button", name="Remove").click()
    expect(image(editor, "front")).to_be_hidden()
    expect(image(other, "front")).to_be_hidden()
    card.get_by_role("button", name="Done").click()
    page.locator("body").press("Control+z")
    expect(image(other, "front")).to_be_visible()
    other.page.context.close()


def test_a_picture_that_is_dropped_goes_behind_the_view_there_and_keeps_its_size_in_metres(editor: EditorPage) -> None:
    drop(editor, "walk.jpg", picture("JPEG", (3000, 1500), comment=b"at home"), at=middle(editor, "side"))
    editor.wait(f"{SHOWN}.length === 1")
    found = editor.get(f"{SHOWN}[0]")
    assert (found["sight"], found["aspect"]) == ("side", 2)
    data = editor.page.evaluate(f"fetch('/api/picture/{found['picture']}').then((one) => one.text())")
    assert data.startswith("RIFF")  # drawn anew: what else the file held is gone
    assert "at home" not in data
    assert image(editor, "side").evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 2048
    before = image(editor, "side").bounding_box()
    page = editor.page
    page.mouse.move(*middle(editor, "side"))
    page.mouse.wheel(0, -300)
    scale = f"{SHOWN}[0].height / stage.cameras.side.state.height"
    editor.wait(f"{scale} > 1")
    editor.settle()
    after = image(editor, "side").bounding_box()
    assert before
    assert after
    assert after["height"] / before["height"] == pytest.approx(editor.get(scale), rel=1e-3)
    drop(editor, "words.png", b"no picture", at=middle(editor, "side"))
    notice = page.locator(".notice.error")
    expect(notice).to_contain_text("words.png: this is no picture that can be shown")
    notice.get_by_role("button").click()
    assert editor.get(f"{SHOWN}.length") == 1


def test_the_card_goes_with_the_large_view(editor: EditorPage) -> None:
    page = editor.page
    drop(editor, "a.png", picture(), at=middle(editor, "perspective"))
    editor.wait(f"{SHOWN}.length === 1")
    page.locator("[data-menu=View]").click()
    page.get_by_text("Picture behind the large view …").click()
    card = page.get_by_label("Picture behind the large view")
    expect(card).to_contain_text("Drag in the view to move it.")
    page.locator("body").press("2")
    expect(card.get_by_role("heading")).to_have_text("Picture behind the front view")
    expect(card).to_contain_text("There is none yet.")
    page.locator("body").press("1")
    height = card.get_by_label("height, value")
    height.fill("0.5")
    height.press("Enter")
    editor.wait(f"{SHOWN}[0].height === 0.5")
    card.get_by_role("button", name="Done").click()
