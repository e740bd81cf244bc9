"""Looking at time (E6): ways of parts, onion skins, the overview, the audit, conflicts; by mouse and keys."""

from __future__ import annotations

import numpy as np
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage
from tests.browser.timeline_page import LABELS, TimelinePage

DRAWS = False


# -- 25: overview and F ------------------------------------------------------------------------


def test_the_overview_moves_the_line_and_f_shows_the_chosen_keys(line: TimelinePage) -> None:
    line.page.mouse.move(*line.at(30))
    for _ in range(4):
        line.page.mouse.wheel(0, -500)
    line.editor.wait("window.editor.timeline.line.scale.scale > 40")
    start = line.editor.get("window.editor.timeline.line.scale.frame(0)")
    y, box = line.y("overview"), line.box()
    middle = line.editor.get(
        """(() => {
            const { scale } = window.editor.timeline.line, [a, b] = editor.state.timeline.extent.value;
            const [first, last] = [Math.min(a, scale.frame(0)), Math.max(b, scale.end)];
            return ((scale.frame(0) + scale.end) / 2 - first) / (last - first) * scale.width;
        })()"""
    )
    x = box["x"] + LABELS + middle
    line.drag((x, y), (x + 120, y))
    assert line.editor.get("window.editor.timeline.line.scale.frame(0)") > start + 3
    line.page.locator("body").press("a")
    line.page.mouse.move(*line.at(40, "bar"))
    line.page.locator("body").press("f")
    assert line.x(0) > box["x"] + LABELS
    assert line.x(60) < box["x"] + box["width"]
    line.page.mouse.click(*line.at(20))
    line.page.keyboard.down("Shift")
    line.page.mouse.click(*line.at(40))
    line.page.keyboard.up("Shift")
    line.page.locator("body").press("f")
    assert line.x(40) - line.x(20) > 0.8 * (box["width"] - LABELS)
    line.page.mouse.dblclick(box["x"] + LABELS + 30, y)
    assert line.x(60) < box["x"] + box["width"]


# -- 22, 23: ways and skins --------------------------------------------------------------------


def stop(line: TimelinePage, frame: float) -> tuple[float, float]:
    """Where a frame of the way is in the window, in the large view."""
    x, y, left, top = line.editor.get(
        """(() => {
            const { stage, panes } = window.editor, rect = stage.rects.perspective;
            const found = stage.path.stops.find((each) => each.frame === a);
            const at = stage.cameras.perspective.project(rect, found.place);
            const box = panes.cells.perspective.getBoundingClientRect();
            return [at.x, at.y, box.left, box.top];
        })()""",
        frame,
    )
    return left + x, top + y


def test_a_disc_of_the_way_is_pulled_in_its_key_and_a_dot_makes_a_key(line: TimelinePage) -> None:
    line.editor.get("state.select('r_hand')")
    line.page.locator("body").press("t")
    line.editor.wait("stage.path.group.visible")
    steps = len(line.editor.history())
    before = line.editor.get("[...stage.path.stops.find((each) => each.frame === 40).place]")
    x, y = stop(line, 40)
    line.drag((x, y), (x + 40, y - 30))
    assert line.keys == [0, 20, 40, 60]
    assert line.playhead == 40
    after = line.editor.get("[...stage.path.stops.find((each) => each.frame === 40).place]")
    assert np.linalg.norm(np.subtract(after, before)) > 0.05
    np.testing.assert_allclose(stop(line, 40), (x + 40, y - 30), atol=4)
    assert len(line.editor.history()) == steps + 1
    line.drag(stop(line, 10), tuple(np.add(stop(line, 10), (20, -40))))
    assert line.keys == [0, 10, 20, 40, 60]
    line.page.locator("body").press("Control+z")
    line.editor.wait("!state.keys.includes(10)")


def test_escape_gives_up_a_drag_of_the_way(line: TimelinePage) -> None:
    line.go(5)
    line.editor.get("state.select('r_hand')")
    line.page.locator("body").press("t")
    line.editor.wait("stage.path.group.visible")
    steps = len(line.editor.history())
    line.drag(stop(line, 30), tuple(np.add(stop(line, 30), (30, -30))), release=False)
    line.page.keyboard.press("Escape")
    line.page.mouse.up()
    line.whole()
    assert line.playhead == 5
    assert line.keys == [0, 20, 40, 60]
    assert len(line.editor.history()) == steps


def test_onion_skins_by_keys_or_frames_more_or_fewer_by_the_wheel(line: TimelinePage) -> None:
    line.go(30)
    button = line.page.get_by_role("button", name="Onion skins")
    button.click()
    frames = "stage.onion.skins.map((skin) => skin.frame).sort((a, b) => a - b)"
    assert line.editor.get(frames) == [20, 40]
    box = button.bounding_box()
    assert box
    line.page.mouse.move(box["x"] + 5, box["y"] + 5)
    line.page.mouse.wheel(0, -100)
    line.editor.wait("stage.onion.skins.length === 4")
    assert line.editor.get(frames) == [0, 20, 40, 60]
    button.click(button="right")
    line.page.locator(".menu-label").get_by_text("Every 5 frames").click()
    assert line.editor.get(frames) == [20, 25, 35, 40]
    line.page.mouse.move(box["x"] + 5, box["y"] + 5)
    for _ in range(3):
        line.page.mouse.wheel(0, 100)
    line.editor.wait("stage.onion.skins.length === 0")


def test_a_click_on_a_skin_goes_to_its_frame(line: TimelinePage) -> None:
    for lock in (1, 2):
        line.editor.edit(kind="change_lock", id=lock, changes={"enabled": False})
    line.editor.edit(kind="at_frame", frame=60, edit={"kind": "set_parameters", "values": {"root_x": 0.8}})
    line.whole()
    line.go(40)
    line.page.locator("body").press("u")
    place = line.editor.get(
        """(() => {
            const { stage, panes, state } = window.editor, skin = stage.onion.skins.find((each) => each.frame === 60);
            const joint = state.jointIndex("l_forearm"), at = 12 * joint + 3;
            const place = [skin.transforms[at], skin.transforms[at + 4], skin.transforms[at + 8]];
            const found = stage.cameras.front.project(stage.rects.front, place);
            const box = panes.cells.front.getBoundingClientRect();
            return [box.left + found.x, box.top + found.y];
        })()"""
    )
    line.page.mouse.click(*place)
    assert line.playhead == 60


# -- audit and smooth --------------------------------------------------------------------------


def test_the_audit_has_a_row_that_says_what_is_off_and_goes_there(line: TimelinePage) -> None:
    script = "editor.state.timeline.frames.get('human').audit.level(a)"
    assert line.editor.get(script, 30) == 0
    far = {"part": "r_hand", "lock": "position", "target": [-2.0, 1.2, 0.5], "name": "far reach"}
    line.editor.edit(kind="add_lock", spans=[{"start": 35, "end": 45, "ease_in": 4, "ease_out": 4}], **far)
    line.whole()
    off = [frame for frame in range(61) if line.editor.get(script, frame)]
    assert off
    assert 40 in off
    line.page.mouse.move(*line.at(40, "audit"))
    title = line.page.locator(".timeline-canvas").get_attribute("title")
    assert title is not None
    assert title.startswith("Frame 40: ")
    assert " is off by " in title
    line.page.mouse.click(*line.at(30, "audit"))
    assert line.playhead == 30
    line.go(0)
    line.page.mouse.click(line.box()["x"] + 30, line.y("audit"))
    assert 0 < line.playhead <= off[0]  # the first that is off, or pops
    line.page.locator("body").press("Shift+N")
    assert line.playhead >= off[-1]


def test_smooth_is_switched_on_and_off_and_redone_where_keys_change(line: TimelinePage) -> None:
    page = line.page
    line.editor.edit(
        kind="change_lock", id=1, changes={"spans": [{"start": 12, "end": 30, "ease_in": 8, "ease_out": 8}]}
    )
    line.editor.edit(kind="change_lock", id=2, changes={"enabled": False})
    line.editor.edit(kind="at_frame", frame=40, edit={"kind": "set_parameters", "values": {"root_z": 0.2}})
    line.whole()
    rows = "[...editor.state.timeline.frames.get('human').rows]"
    before = np.array(line.editor.get(rows))
    button = page.locator("[data-action=smooth]")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    line.whole()
    smooth = np.array(line.editor.get(rows))
    assert np.abs(smooth - before).max() > 1e-4
    assert line.editor.history()[-1] == "Smooth human"
    line.editor.edit(kind="at_frame", frame=20, edit={"kind": "set_parameters", "values": {"l_elbow": 0.7}})
    line.whole()
    expect(page.locator(".timeline-summary")).to_contain_text("held")
    page.locator("body").press("Control+z")
    line.whole()
    np.testing.assert_allclose(np.array(line.editor.get(rows)), smooth, atol=1e-6)
    page.locator("body").press("Control+z")
    expect(button).to_have_attribute("aria-pressed", "false")
    line.whole()
    np.testing.assert_allclose(np.array(line.editor.get(rows)), before, atol=1e-6)


def test_a_conflict_over_time_is_told_with_its_frames_and_a_click_applies_what_gives_way(line: TimelinePage) -> None:
    page = line.page
    far = {"part": "r_hand", "lock": "position", "target": [-2.0, 1.2, 0.5], "name": "far reach"}
    line.editor.edit(kind="add_lock", spans=[{"start": 35, "end": 45, "ease_in": 4, "ease_out": 4}], **far)
    line.whole()
    card = page.get_by_role("region", name="Locks that cannot hold over time")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Frames 35 to 45: ")
    steps = len(line.editor.history())
    card.get_by_role("button", name="Show frame").click()
    assert 35 <= line.playhead <= 45
    keys = line.keys
    worst = "Math.max(...[...editor.state.timeline.frames.get('human').audit.share].filter((share) => share > 0))"
    before = line.editor.get(worst)
    card.get_by_role("button", name="Move far reach by").click()
    line.editor.wait(f"state.history.place === {steps + 1}")
    line.whole()
    assert line.editor.get(worst) < 0.9 * before  # what the other frames need besides is told again
    assert line.keys == keys
    assert len(line.editor.history()) == steps + 1
    page.locator("body").press("Control+z")
    line.whole()
    card.get_by_role("button", name="Let go of far reach from 35 to 45").click()
    expect(card).to_be_hidden()
    line.whole()
    expect(page.locator(".timeline-summary")).to_contain_text("2 locks held")


# -- several figures ---------------------------------------------------------------------------


def test_a_prop_without_keys_is_carried_between_keys_and_has_rows_of_its_own(line: TimelinePage) -> None:
    editor, page = line.editor, line.page
    editor.edit(kind="add_figure", name="ball")
    hold = {"figure": "ball", "part": "ball", "lock": "hold", "other": "r_hand", "other_figure": "human"}
    start = np.array(editor.server_document()["document"]["actors"]["ball"]["q"][:3])
    editor.edit(kind="at_frame", frame=20, edit={"kind": "add_lock", "spans": [{"start": 20, "end": 50}], **hold})
    line.whole()
    assert editor.get("[...editor.state.timeline.clips.value.keys()]") == ["human", "ball"]
    rows = editor.get("window.editor.timeline.line.rows()")
    assert [row["figure"] for row in rows if row["kind"] == "keys"] == ["human", "ball"]
    gap = """(() => {
        const places = [["human", "r_hand"], ["ball", "ball"]].map(([figure, part]) => {
            const frames = editor.state.timeline.frames.get(figure);
            const joint = editor.state.figures.value.get(figure).jointIndex(part);
            return [...frames.transforms(frames.row(a)).slice(12 * joint, 12 * joint + 12)];
        });
        return places;
    })()"""

    def between(frame: int) -> np.ndarray:
        """The ball as the hand sees it."""
        hand, ball = (np.array(each).reshape(3, 4) for each in editor.get(gap, frame))
        return np.asarray(hand[:, :3].T @ (ball[:, 3] - hand[:, 3]))

    held = between(20)
    for frame in (27, 35, 44, 50):
        np.testing.assert_allclose(between(frame), held, atol=1e-5)
    assert np.abs(between(0) - held).max() > 1e-3
    place = editor.get("[...editor.state.timeline.frames.get('ball').transforms(0)]")
    np.testing.assert_allclose(np.array(place)[[3, 7, 11]], start, atol=0.2)
    expect(page.locator(".timeline-summary")).to_contain_text("3 locks held")
    line.drag(line.at(40), line.at(46))  # a key of the human: the ball goes along
    for frame in (27, 35, 44, 50):
        np.testing.assert_allclose(between(frame), held, atol=1e-5)
    page.locator("body").press("Control+z")
    line.whole()
    editor.get("state.activate('human')")


def test_the_first_walk_marks_only_the_locks_that_hold_and_where_the_feet_are(editor: EditorPage) -> None:
    """Those of the figure that stood are asleep; the others go along with the ground that moves under the figure."""
    editor.page.locator("body").press("Space")
    editor.wait("state.framesAreWhole && editor.state.timeline.playing.value", timeout=30)
    editor.page.locator("body").press("Space")
    line = TimelinePage(editor)
    line.whole()
    for frame in (5, 19, 24):
        line.go(frame)
        line.whole()
        marks = editor.get("""editor.state.locks.value.flatMap(({ id, enabled, part }) => {
            const place = stage.marks.place(id);
            return place ? [[enabled, part, place]] : [];
        })""")
        assert marks
        for enabled, part, place in marks:
            assert enabled
            assert np.linalg.norm(np.array(place) - editor.place(part)) < 0.12, (
                frame,
                part,
            )  # toes are held at their tip


def test_the_first_walk_is_seen_whole_in_every_view(editor: EditorPage) -> None:
    editor.page.locator("body").press("Space")
    editor.wait("state.framesAreWhole && editor.state.timeline.playing.value", timeout=30)
    editor.page.locator("body").press("Space")
    line = TimelinePage(editor)
    for frame in (0, 17):  # the widest strides
        line.go(frame)
        line.whole()
        seen = editor.get("['perspective', 'front', 'side', 'top'].filter((name) => !state.isInSight(name, 'human'))")
        assert seen == [], frame


def test_the_grips_of_a_range_lie_above_the_pictures_of_other_keys(editor: EditorPage) -> None:
    line = TimelinePage(editor).make(((0, 0.1), (20, 1.4), (22, 1.2), (24, 0.8), (60, 1.2)))
    editor.get("editor.state.timeline.choose(new Map([['human', new Set([20, 22])]]))")
    editor.page.wait_for_timeout(200)
    drawn, box = line.picture(), line.box()
    scale, middle = drawn.shape[1] / box["width"], line.y("keys") - box["y"]
    beside = 44 / 2 + 2 + 9 / 2  # half a picture, a gap, half a grip
    first, last = (
        drawn[int(scale * (middle + 9)), int(scale * (line.x(frame) - box["x"] + side))]
        for frame, side in ((20, -beside), (22, beside))
    )
    assert last.tolist() == first.tolist()
