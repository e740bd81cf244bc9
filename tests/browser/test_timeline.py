"""The timeline (E6): scrub, step, play, key, record, choose, move, copy, delete, zoom; by mouse, keys and touch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage
from tests.browser.timeline_page import WAVE, TimelinePage

DRAWS = False


def test_without_keys_there_is_no_timeline_and_a_key_unfolds_it(editor: EditorPage) -> None:
    section = editor.page.locator(".timeline")
    expect(section).to_be_hidden()
    editor.page.locator("body").press("i")
    expect(section).to_be_visible()
    editor.wait("state.keys.length === 1")
    assert editor.history() == ["Key at 0"]
    editor.page.locator("body").press("k")
    expect(section).to_be_hidden()
    editor.page.locator("body").press("k")
    expect(section).to_be_visible()


# 1
def test_a_drag_on_the_ruler_scrubs(line: TimelinePage) -> None:
    line.drag(line.at(5, "ruler"), line.at(20, "ruler"))
    assert line.playhead == 20
    assert line.elbow() == pytest.approx(1.4, abs=1e-6)
    line.drag(line.at(20, "ruler"), line.at(30, "ruler"))
    assert line.elbow() == pytest.approx(0.85, abs=0.1)
    steps = len(line.editor.history())
    line.drag(line.at(30, "ruler"), line.at(33.4, "ruler"), keys=("Alt",))
    assert line.playhead == pytest.approx(33.4, abs=0.1)
    assert len(line.editor.history()) == steps  # the playhead is no part of the document


def test_escape_puts_the_playhead_back(line: TimelinePage) -> None:
    line.drag(line.at(5, "ruler"), line.at(30, "ruler"), release=False)
    assert line.playhead == 30
    line.page.keyboard.press("Escape")
    assert line.playhead == 0
    line.page.mouse.up()


def test_scrubbing_shows_a_frame_within_a_display_frame(line: TimelinePage) -> None:
    """From the move of the mouse to the pose of the body, drawing left out [ms]."""
    script = """async (frames) => {
        const { editor, stage } = window.editor, times = [];
        for (const frame of frames) {
            const begin = performance.now();
            editor.state.timeline.go(frame);
            editor.receiver.showNewest();
            times.push(performance.now() - begin);
            await new Promise((done) => setTimeout(done, 2));
        }
        return times;
    }"""
    times = np.array(line.page.evaluate(script, [int(f) for f in np.random.default_rng(1).integers(0, 61, 80)]))
    assert np.median(times) < 16, times


# 2
def test_arrows_step_by_frames_and_keys(line: TimelinePage) -> None:
    body = line.page.locator("body")
    for press, there in (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Shift+ArrowRight", 20), ("Shift+ArrowRight", 40),
        ("Shift+ArrowLeft", 20), ("Control+End", 60), ("Shift+ArrowLeft", 40), ("Control+Home", 0),
    ):  # fmt: skip
        body.press(press)
        assert line.playhead == there, press


# 3
def test_space_plays_in_real_time_and_stops(line: TimelinePage) -> None:
    body = line.page.locator("body")
    before = line.editor.get("performance.now()")
    body.press(" ")
    assert line.editor.get("state.playing")
    begun = line.editor.get("performance.now()")
    line.page.wait_for_timeout(700)
    ended = line.editor.get("performance.now()")
    body.press(" ")
    assert not line.editor.get("state.playing")
    after = line.editor.get("performance.now()")
    shown = line.playhead / 30 * 1000 % 2000  # [ms] of a loop of 60 frames
    assert ended - begun - 100 < shown < after - before + 100 or after - before > 1900  # a busy machine may be late
    stopped = line.playhead
    line.page.wait_for_timeout(100)
    assert line.playhead == stopped


def test_playing_keeps_the_clock_whatever_the_pictures_do(line: TimelinePage) -> None:
    script = """async () => {
        const { timeline } = window.editor.editor.state, seen = [];
        window.editor.actions.play.run();
        for (let begin = performance.now(); performance.now() < begin + 1200; ) {
            await new Promise((done) => requestAnimationFrame(done));
            seen.push([performance.now() * 30 / 1000, timeline.playhead.value]);
        }
        window.editor.actions.play.run();
        return seen;
    }"""
    seen = np.array(line.page.evaluate(script))
    late = (seen[:, 0] - seen[0, 0]) - (seen[:, 1] - seen[0, 1])
    assert np.median(np.abs(late)) < 2  # frames, at the moment of a picture


def test_half_speed_is_half_as_fast_and_every_frame_leaves_none_out(line: TimelinePage) -> None:
    line.page.get_by_label("Speed of playing").select_option("50 %")
    assert line.editor.get("state.view.pace") == 0.5
    line.page.get_by_label("Speed of playing").select_option("every frame")
    seen = line.page.evaluate(
        """async () => {
            const { timeline } = window.editor.editor.state, seen = [];
            window.editor.actions.play.run();
            for (let k = 0; k < 40; k++) {
                await new Promise((done) => requestAnimationFrame(done));
                if (seen.at(-1) !== timeline.playhead.value) seen.push(timeline.playhead.value);
            }
            window.editor.actions.play.run();
            return seen;
        }"""
    )
    assert len(seen) > 3
    assert set(np.diff(seen)) <= {1, -60}


# 4
def test_the_range_that_is_repeated(line: TimelinePage) -> None:
    line.drag(line.at(10, "loop"), line.at(25, "loop"))
    assert line.editor.get("editor.state.timeline.loop.value") == [10, 25]
    line.page.locator("body").press(" ")
    for _ in range(20):
        line.page.wait_for_timeout(60)
        assert 10 <= line.playhead <= 25
    line.page.locator("body").press(" ")
    line.page.mouse.dblclick(*line.at(15, "loop"))
    assert line.editor.get("editor.state.timeline.loop.value") is None
    line.page.mouse.click(*line.at(20))
    line.page.keyboard.down("Shift")
    line.page.mouse.click(*line.at(40))
    line.page.keyboard.up("Shift")
    line.page.locator("body").press("Shift+L")
    assert line.editor.get("editor.state.timeline.loop.value") == [20, 40]


# 5
def test_i_keys_the_pose_and_shift_i_the_limb(line: TimelinePage) -> None:
    line.go(30)
    line.page.locator("body").press("i")
    line.editor.wait("state.keys.includes(30)")
    line.go(50)
    line.editor.get("state.select('r_hand')")
    line.page.locator("body").press("Shift+I")
    line.editor.wait("state.keys.includes(50)")
    tracks = line.editor.get("editor.state.timeline.clips.value.get('human').key(state.keys.indexOf(50)).tracks")
    assert "r_elbow" in tracks
    assert "l_elbow" not in tracks
    assert line.editor.history()[-2:] == ["Key at 30", "Key right hand at 50"]


# 6
def test_a_pull_at_a_frame_makes_the_key_there(line: TimelinePage) -> None:
    line.go(30)
    line.whole()
    before = line.editor.effector("r_hand")
    line.editor.drag(line.editor.point("r_hand"), (40, -30))
    line.whole()
    assert line.keys == [0, 20, 30, 40, 60]
    moved = line.editor.effector("r_hand")
    assert np.linalg.norm(moved - before) > 0.05
    line.go(0)
    line.editor.settle()
    line.go(30)
    line.editor.wait("!state.behind")
    np.testing.assert_allclose(line.editor.effector("r_hand"), moved, atol=1e-4)  # it was keyed as it was pulled
    line.page.locator("body").press("Control+z")
    line.editor.wait("state.keys.length === 4")


def test_the_pose_does_not_jump_when_a_pull_ends(line: TimelinePage) -> None:
    """All poses of the hand from the release on, until the frames of the edit have come."""
    line.go(30)
    line.whole()
    line.editor.drag(line.editor.point("r_hand"), (40, -30), release=False)
    there = line.editor.effector("r_hand")
    line.page.evaluate(
        """() => {
            const { stage, state } = window.editor, joint = state.jointIndex("r_hand");
            window.seen = [];
            const look = () => {
                window.seen.push([...stage.body.place(joint)]);
                window.looking = requestAnimationFrame(look);
            };
            look();
        }"""
    )
    line.page.mouse.up()
    line.whole()
    line.page.wait_for_timeout(100)
    seen = np.array(line.page.evaluate("() => { cancelAnimationFrame(window.looking); return window.seen; }"))
    assert there is not None
    assert np.abs(np.diff(seen, axis=0)).max() < 0.01


def test_with_record_off_a_pose_waits_to_be_keyed_or_dropped(line: TimelinePage) -> None:
    page = line.page
    page.get_by_role("button", name="Record: pulls make keys").click()
    line.go(30)
    line.whole()
    line.editor.drag(line.editor.point("r_hand"), (40, -30))
    line.whole()
    assert line.keys == [0, 20, 40, 60]
    chip = page.locator(".chip")
    expect(chip).to_contain_text("Pose at 30 is not keyed")
    fold = page.locator(".transport [data-action=timeline]").bounding_box()
    assert fold is not None
    assert fold["x"] + fold["width"] <= 1280  # nothing is pushed out of the window
    hand = line.editor.effector("r_hand")
    line.go(10)
    line.editor.wait("!state.behind")
    line.go(30)
    line.editor.wait("!state.behind")
    np.testing.assert_allclose(line.editor.effector("r_hand"), hand, atol=1e-6)  # nothing is lost
    chip.get_by_role("button", name="Key it").click()
    line.editor.wait("state.keys.includes(30)")
    expect(chip).to_be_hidden()
    line.go(50)
    line.whole()
    line.editor.drag(line.editor.point("r_hand"), (-30, -30))
    chip.get_by_role("button", name="Drop it").click()
    expect(chip).to_be_hidden()
    assert line.keys == [0, 20, 30, 40, 60]


# 25
def test_the_wheel_zooms_at_the_cursor_and_the_middle_button_pans(line: TimelinePage) -> None:
    x = line.x(20)
    line.page.mouse.move(x, line.y("keys"))
    line.page.mouse.wheel(0, -300)
    line.editor.wait("window.editor.timeline.line.scale.scale > 14")
    assert line.x(20) == pytest.approx(x, abs=1.5)
    line.page.mouse.down(button="middle")
    line.page.mouse.move(x + 90, line.y("keys"), steps=4)
    line.page.mouse.up(button="middle")
    assert line.x(20) == pytest.approx(x + 90, abs=1.5)
    line.page.mouse.dblclick(*line.at(22, "ruler"))
    assert line.x(0) > line.box()["x"] + 132
    assert line.x(60) < line.box()["x"] + line.box()["width"]


def test_the_keys_are_a_grid_for_those_who_do_not_see_them(line: TimelinePage) -> None:
    cells = line.page.get_by_role("gridcell")
    expect(cells).to_have_count(4)
    expect(cells.nth(2)).to_have_attribute("aria-label", "key 3 of 4, frame 40")
    cells.nth(1).focus()
    line.page.keyboard.press("ArrowRight")
    line.page.keyboard.press("Enter")
    assert line.playhead == 40
    line.page.keyboard.press("Space")
    assert line.chosen == [40]
    line.page.keyboard.press("Alt+ArrowLeft")
    line.editor.wait("state.keys.includes(39)")


def test_sliders_and_locks_follow_the_playhead(line: TimelinePage) -> None:
    line.editor.get("state.select('r_forearm')")
    line.go(20)
    field = line.page.locator("mk-slider[data-name=r_elbow] input, .parameter.selected input").first
    expect(field).to_have_value("80.2°")
    expect(line.page.locator(".state-line")).to_contain_text("locks 2/2 held")


def test_two_windows_play_by_themselves_and_edit_the_same_keys(
    line: TimelinePage, windows: Callable[..., EditorPage]
) -> None:
    other = TimelinePage(windows(draws=False))
    other.editor.wait("state.keys.length === 4 && state.framesAreWhole")
    other.go(40)
    assert line.playhead == 0
    line.drag(line.at(20), line.at(25))
    other.editor.wait("state.keys.includes(25)")
    other.whole()
    other.go(25)
    other.editor.wait("!state.behind")
    assert other.elbow() == pytest.approx(1.4, abs=1e-5)
    line.go(0)
    assert other.playhead == 25
    other.page.context.close()


def test_a_reload_brings_the_clip_back(line: TimelinePage) -> None:
    line.page.reload()
    line.editor.ready()
    line.editor.get("stage.paused = true")
    line.whole()
    assert line.keys == [frame for frame, _ in WAVE]
    expect(line.page.locator(".timeline")).to_be_visible()


@pytest.mark.timing
def test_two_thousand_keys_are_drawn_in_time(line: TimelinePage) -> None:
    """Drawing of the canvas alone, all keys in sight and some of them [ms]."""
    script = """() => {
        const { timeline, editor } = window.editor, { line } = timeline, { clips } = editor.state.timeline;
        const Clip = clips.value.get("human").constructor;
        const scene = editor.state.document.value;
        const frames = Array.from({ length: 2000 }, (_, k) => 5 * k);
        editor.state.document.value = { ...scene, clips: new Map([["human", new Clip({ frames, shapes: {} })]]) };
        const times = [];
        for (let k = 0; k < 60; k++) {
            if (k % 2) line.scale.zoom(300, k < 30 ? 1.1 : 0.9); else line.scale.pan(7);
            if (k === 20) line.scale.fit(0, 10000);
            timeline.draw();
            times.push(timeline.paintedIn);
        }
        editor.state.document.value = scene;
        return times;
    }"""
    times = [np.median(line.page.evaluate(script)) for _ in range(3)]
    assert min(times) < 4, times  # others may have the processor in between


def test_touch_scrubs_and_moves_keys(line: TimelinePage, windows: Callable[..., EditorPage]) -> None:
    other = TimelinePage(windows(draws=False, has_touch=True))
    other.editor.wait("state.keys.length === 4 && state.framesAreWhole")
    client = other.page.context.new_cdp_session(other.page)

    def finger(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def slide(start: tuple[float, float], end: tuple[float, float]) -> None:
        finger("touchStart", *start)
        for k in range(1, 7):
            finger("touchMove", start[0] + (end[0] - start[0]) * k / 6, start[1] + (end[1] - start[1]) * k / 6)
        finger("touchEnd", *end)

    slide(other.at(3, "ruler"), other.at(33, "ruler"))
    assert other.playhead == 33
    slide(other.at(20), other.at(10))
    other.editor.wait("state.keys.includes(10)")
    other.page.context.close()


def test_a_walk_is_made_by_the_menu_and_its_feet_hold(editor: EditorPage) -> None:
    page, line = editor.page, TimelinePage(editor)
    page.locator("[data-menu=Time]").click()
    page.locator(".menu-label").get_by_text("Walk …", exact=True).click()
    page.get_by_label("metres ahead").fill("1.2")
    page.get_by_role("button", name="Walk", exact=True).click()
    editor.wait("state.keys.length > 15", timeout=30)  # the first walk of a server takes longest
    line.whole()
    expect(page.locator(".timeline-summary")).to_contain_text("locks held, worst 0.00 mm")
    last = line.keys[-1]
    line.go(last)
    editor.wait("!state.behind")
    assert editor.place("pelvis")[2] == pytest.approx(1.2, abs=0.1)
    assert editor.history() == ["Walk 1.2 m"]
    page.locator("body").press("Control+z")
    editor.wait("state.keys.length === 0")
    expect(page.locator(".timeline")).to_be_visible()  # it was unfolded, and stays so


# 22, 23
def test_the_way_of_a_part_and_onion_skins_are_shown_and_hidden(line: TimelinePage) -> None:
    body = line.page.locator("body")
    line.go(30)
    line.editor.get("state.select('r_hand')")
    body.press("t")
    line.editor.wait("stage.path.group.visible")
    places = np.array(line.editor.get("[...stage.path.dots.geometry.getAttribute('position').array]")).reshape(-1, 3)
    assert len(places) == 61
    np.testing.assert_allclose(places[30], line.editor.effector("r_hand"), atol=1e-4)
    assert line.editor.get("stage.path.discs.geometry.getAttribute('position').count") == 4
    body.press("t")
    assert not line.editor.get("stage.path.group.visible")
    body.press("u")
    assert line.editor.get("stage.onion.ghosts.filter((ghost) => ghost.mesh.visible).length") == 2
    body.press("u")
    assert line.editor.get("stage.onion.ghosts.filter((ghost) => ghost.mesh.visible).length") == 4
    for _ in range(4):  # up to five on each side, then none
        body.press("u")
    assert line.editor.get("stage.onion.ghosts.filter((ghost) => ghost.mesh.visible).length") == 0
