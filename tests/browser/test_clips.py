"""Shelves of clips (E7): flip-books, clips carried to the timeline, ranges carried to a shelf, files in and out."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from manikin import moves
from manikin.formats.files import load_clip
from tests.browser.editor_page import EditorPage, drop
from tests.browser.timeline_page import TimelinePage
from tests.support.bvh_files import SMALL

WALK = 34
"""Frames of the shipped walk."""


def open_shelves(editor: EditorPage) -> None:
    editor.panel("Clips")
    expect(editor.page.locator(".clip-icon[data-clip]")).to_have_count(len(moves.names()) + own(editor))


def own(editor: EditorPage) -> int:
    return len(editor.get("state.document.shelves"))


def icon(editor: EditorPage, name: str) -> tuple[float, float]:
    """The middle of a clip's icon, whose pictures have come."""
    found = editor.page.locator(f"[data-clip='{name}']")
    found.scroll_into_view_if_needed()
    expect(found).not_to_have_attribute("data-pages", "0", timeout=20_000)
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_shipped_clips_are_there_at_the_first_start_and_play_on_hover(editor: EditorPage) -> None:
    open_shelves(editor)
    tile = editor.page.locator("[data-clip=walk]")
    editor.page.mouse.move(*icon(editor, "walk"))
    expect(tile).to_have_attribute("data-pages", "12", timeout=20_000)
    editor.page.mouse.move(400, 300)
    editor.page.mouse.move(*icon(editor, "walk"))
    shown = set()
    pictures = set()
    for _ in range(60):
        shown.add(tile.get_attribute("data-page"))
        pictures.add(tile.locator("canvas").evaluate("(canvas) => canvas.toDataURL()"))
        editor.page.wait_for_timeout(30)
    assert len(shown) == 12
    assert len(pictures) >= 10  # each page is another picture
    editor.page.mouse.move(400, 300)
    expect(tile).to_have_attribute("data-page", "0")
    assert editor.history() == []


def test_a_clip_is_carried_to_the_empty_timeline(editor: EditorPage) -> None:
    open_shelves(editor)
    line = TimelinePage(editor)
    expect(editor.page.locator(".timeline")).to_be_hidden()
    start, mouse = icon(editor, "walk"), editor.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] - 60, start[1])
    expect(editor.page.locator(".timeline")).to_be_visible()  # so that there is something to drop it on
    expect(editor.page.locator(".drag-ghost")).to_be_visible()
    line.editor.get("window.editor.timeline.fitAll()")
    mouse.move(line.x(10), line.y("loop"), steps=4)
    expect(editor.page.locator(".drop-mark")).to_have_attribute("data-label", "inserted at 10")
    mouse.up()
    editor.wait("state.keys.length > 5")
    line.whole()
    assert (line.keys[0], line.keys[-1]) == (10, 10 + WALK)
    assert line.server_keys() == line.keys
    assert editor.history() == ["Insert 'walk' at 10"]
    assert len(editor.get("state.document.locks")) == 2 + len(moves.load("walk").goals)
    editor.page.locator("body").press("Control+z")
    editor.wait("state.keys.length === 0")
    assert editor.history() == []


def test_the_empty_timeline_takes_a_clip_beside_its_line_too(editor: EditorPage) -> None:
    """Without keys the line is two rows high: buttons, the line of words below and names take the clip as well."""
    open_shelves(editor)
    line, mouse = TimelinePage(editor), editor.page.mouse
    mouse.move(*icon(editor, "walk"))
    mouse.down()
    mouse.move(500, 300, steps=3)
    box = line.box()  # it has unfolded
    for x, y, frame in ((line.x(20), box["y"] - 12, 20), (line.x(20), 714, 20), (40, box["y"] + 10, 0)):
        mouse.move(x, y, steps=3)
        expect(editor.page.locator(".drop-mark")).to_have_attribute("data-label", f"inserted at {frame}")
    mouse.up()
    editor.wait("state.keys.length > 0 && state.keys[0] === 0")


def test_views_show_the_whole_way_of_what_was_put_in(editor: EditorPage) -> None:
    """A hand that is raised later, a walk that goes ahead; a view that shows it all stays as it is."""
    open_shelves(editor)
    line, page = TimelinePage(editor), editor.page
    out = "['perspective', 'front', 'side', 'top'].filter((name) => !state.isInSight(name, 'human'))"
    cameras = "JSON.stringify(Object.values(stage.cameras).map((camera) => camera.state))"
    for name, frames in (("reach", (0, 40, 84)), ("walk", (0, 100, 118))):
        before = editor.get(cameras)
        line.go(0 if name == "reach" else 84)
        icon(editor, name)
        page.locator(f"[data-clip={name}]").press("Enter")
        editor.wait("state.keys.length > 0")
        line.whole()
        editor.wait(f"{cameras} !== a", before)
        for frame in frames:
            line.go(frame)
            line.whole()
            assert editor.get(out) == [], (name, frame)
    before = editor.get(cameras)
    line.go(40)
    page.locator("[data-clip=reach]").press("Enter")
    line.whole()
    page.wait_for_timeout(200)
    assert editor.get(cameras) == before


def test_escape_and_a_drop_elsewhere_leave_everything_as_it_was(line: TimelinePage) -> None:
    editor = line.editor
    open_shelves(editor)
    before, mouse, steps = line.server_keys(), editor.page.mouse, editor.history()
    for end in ("Escape", "Control+z", "views"):
        start = icon(editor, "bow")
        mouse.move(*start)
        mouse.down()
        mouse.move(line.x(30), line.y("keys"), steps=6)
        expect(editor.page.locator(".drop-mark")).to_be_visible()
        if end == "views":
            mouse.move(500, 200, steps=3)
        else:
            editor.page.keyboard.press(end)
        expect(editor.page.locator(".drop-mark")).to_be_hidden()
        mouse.up()
        expect(editor.page.locator(".drag-ghost")).to_be_hidden()
        line.whole()
        assert line.server_keys() == before
        assert editor.history() == steps  # undo takes no step back either


def test_what_is_carried_to_the_end_of_the_timeline_is_said_inside_the_window(line: TimelinePage) -> None:
    """Where most clips go: after all others, next to the right edge."""
    editor, mouse = line.editor, line.page.mouse
    open_shelves(editor)
    mouse.move(*icon(editor, "bow"))
    mouse.down()
    mouse.move(line.x(60), line.y("keys"), steps=6)
    mark, size = editor.page.locator(".drop-mark"), editor.page.viewport_size
    expect(mark).to_have_attribute("data-label", "inserted at 60")
    ghost = editor.page.locator(".drag-ghost").bounding_box()
    edge = mark.evaluate(
        """(mark) => {
            const { left, width } = getComputedStyle(mark, "::after");
            return mark.offsetLeft + parseFloat(left) + parseFloat(width);
        }"""
    )
    assert ghost is not None
    assert size is not None
    assert ghost["x"] + ghost["width"] <= size["width"]
    assert edge <= size["width"]
    editor.page.keyboard.press("Escape")
    mouse.up()


@pytest.mark.parametrize(("key", "label", "said"), [
    (None, "inserted at 20", "Insert 'walk' at 20"),
    ("Control", "blends in at 20 over 12 frames", "Blend in 'walk' at 20"),
    ("Shift", "replaces from 20", "Insert 'walk' at 20"),
    ("Alt", "inserted at 20, mirrored", "Insert 'walk' at 20"),
])  # fmt: skip
def test_a_clip_is_inserted_blended_or_put_in_place_of_others(
    line: TimelinePage, key: str | None, label: str, said: str
) -> None:
    editor, mouse = line.editor, line.page.mouse
    open_shelves(editor)
    mouse.move(*icon(editor, "walk"))
    mouse.down()
    if key:
        line.page.keyboard.down(key)
    mouse.move(line.x(30), line.y("keys"), steps=5)
    mouse.move(line.x(20), line.y("keys"), steps=3)
    expect(editor.page.locator(".drop-mark")).to_have_attribute("data-label", label)
    mouse.up()
    if key:
        line.page.keyboard.up(key)
    editor.wait("state.keys.length > 6")
    line.whole()
    assert editor.history()[-1] == said
    keys = line.server_keys()
    assert keys[0] == 0
    assert keys[-1] == (60 if key == "Shift" else 60 + WALK)  # what follows stays where it was, or has moved
    line.go(20)
    line.whole()
    if key == "Control":  # a blend begins with what was there
        assert line.elbow() == pytest.approx(1.4, abs=1e-5)
    else:
        assert abs(line.elbow() - 1.4) > 0.5


def test_chosen_keys_are_carried_to_a_shelf_and_come_back_after_undo(line: TimelinePage) -> None:
    editor, mouse = line.editor, line.page.mouse
    editor.panel("Parts")
    line.page.mouse.click(*line.at(20))
    line.page.keyboard.down("Shift")
    line.page.mouse.click(*line.at(60))
    line.page.keyboard.up("Shift")
    assert line.chosen == [20, 40, 60]
    before = line.server_keys()
    side = editor.page.locator(".side").bounding_box()
    assert side is not None
    line.drag(line.at(40), (side["x"] + 100, side["y"] + 200), release=False)
    mouse.move(side["x"] + 100, side["y"] + 210)
    assert "store on my clips" in line.label()
    expect(editor.page.locator("#panel-clips")).to_be_visible()
    mouse.up()
    editor.wait("state.document.shelves.length === 1")
    assert editor.history()[-1] == "Store 'clip 1'"
    assert line.server_keys() == before
    expect(editor.page.locator("[data-clip='clip 1'] .clip-length")).to_have_text("1.3 s", timeout=20_000)
    editor.page.locator("body").press("Control+z")
    expect(editor.page.locator("[data-clip='clip 1']")).to_have_count(0)
    editor.page.locator("body").press("Control+Shift+z")
    expect(editor.page.locator("[data-clip='clip 1']")).to_have_count(1)
    line.go(60)
    icon(editor, "clip 1")
    editor.page.locator("[data-clip='clip 1']").press("Enter")
    editor.wait("state.keys.length === 6")
    line.whole()
    assert line.server_keys() == [0, 20, 40, 60, 80, 100]


def test_a_file_comes_on_a_shelf_and_replaces_nothing(editor: EditorPage) -> None:
    for count in (1, 2):
        drop(editor, "strange walk.bvh", SMALL.encode())
        editor.wait("state.document.shelves.length === a", count)
    assert [item["name"] for item in editor.get("state.document.shelves")] == ["strange walk", "strange walk 2"]
    assert editor.history() == ["Import 'strange walk.bvh'"] * 2
    editor.wait("state.figures.length === 3")  # each comes with its figure
    open_shelves(editor)
    icon(editor, "strange walk")  # drawn as its own figure
    editor.page.locator("[data-clip='strange walk']").click(button="right")
    editor.page.get_by_text("Insert with its own figure").click()
    editor.wait("state.figures.length === 4")
    editor.page.locator("[data-clip='strange walk 2']").click(button="right")
    editor.page.get_by_role("menuitem", name="Delete", exact=True).click()
    editor.wait("state.document.shelves.length === 1")
    drop(editor, "broken.bvh", SMALL.encode()[:300])
    expect(editor.page.locator(".notice.error").last).to_contain_text("broken.bvh, line")
    assert own(editor) == 1
    editor.page.locator(".notice.error button").last.click()


@pytest.mark.parametrize("suffix", [".clip", ".npz", ".csv", ".bvh", ".glb"])
def test_a_clip_leaves_as_a_file_that_the_library_reads(editor: EditorPage, suffix: str, tmp_path: Path) -> None:
    open_shelves(editor)
    icon(editor, "wave")
    editor.page.locator("[data-clip=wave]").click(button="right")
    with editor.page.expect_download() as coming:
        editor.page.get_by_text("Export", exact=True).click()
        editor.page.get_by_text(f"as {suffix}").click()
    path = tmp_path / f"wave{suffix}"
    coming.value.save_as(path)
    wave = moves.load("wave")
    found = load_clip(path, **({"figure": wave.figure} if suffix == ".csv" else {}))
    assert found.seconds == pytest.approx(wave.seconds, abs=0.05)
    if suffix in (".npz", ".csv", ".clip"):
        assert np.abs(found.state(40) - wave.state(40)).max() < 1e-9
    if suffix == ".clip":
        assert json.loads(path.read_bytes())["format"] == "manikin clips"
