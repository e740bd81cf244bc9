"""Long clips, each on a server of its own: smoothed, played, reloaded and killed in the midst of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.timeline_page import TimelinePage
from tests.support.moving_document import moving_document

PLAYED = """async () => {
  const { editor, actions } = window.editor, { playing } = editor.state.timeline;
  await actions.play.run();
  const begin = performance.now();
  while (playing.value) await new Promise((done) => requestAnimationFrame(done));
  return (performance.now() - begin) / 1000;
}"""


@pytest.fixture
def long_clip(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[EditorServer]:
    """A server on the human with both feet locked, its keys ten frames apart; 101 of them unless said otherwise."""
    from manikin.project.documents import open_store

    path, keys = tmp_path / "long.manikin", getattr(request, "param", 101)
    open_store(path, lambda: moving_document(keys)).close()
    server = EditorServer(path)
    yield server
    server.stop()


def opened(server: EditorServer, windows: Callable[..., EditorPage], port: int = 0) -> EditorPage:
    """A window on it, with all frames."""
    window = windows(address=server.start(port), draws=False)
    window.wait("state.framesAreWhole && !state.behind", timeout=60)
    return window


def strip_colour(line: TimelinePage, frame: float) -> np.ndarray:
    """The colour in the middle of the first strip (3,)."""
    box = line.box()
    x, y = line.x(frame) - box["x"], line.y("strip") - box["y"]
    pixels = """([x, y]) => {
        const canvas = document.querySelector(".timeline-canvas"), ratio = canvas.width / canvas.clientWidth;
        return [...canvas.getContext("2d").getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data];
    }"""
    return np.array(line.page.evaluate(pixels, [x, y])[:3], float)


@pytest.mark.parametrize("long_clip", [401], indirect=True)
def test_strips_are_grey_while_a_clip_is_smoothed_and_green_again_when_it_is_stopped(
    long_clip: EditorServer, windows: Callable[..., EditorPage]
) -> None:
    window = opened(long_clip, windows)
    line, smooth = TimelinePage(window), window.page.locator("[data-action=smooth]")
    window.get("window.editor.timeline.fit(0, 300)")
    window.wait("window.editor.timeline.due === 0")

    def greenness() -> float:
        red, green, blue = strip_colour(line, 150)
        return float(green - (red + blue) / 2)

    window.get("window.editor.timeline.draw()")
    assert greenness() > 25
    smooth.click()
    window.page.wait_for_function(
        "() => window.editor.editor.state.timeline.frames.get('human').waitsForLong()", polling=5
    )
    window.get("window.editor.timeline.draw()")
    assert abs(greenness()) < 12
    window.page.wait_for_function("() => window.editor.editor.state.timeline.smoothing.value !== null", polling=5)
    smooth.click()  # stops it
    expect(smooth).to_have_attribute("aria-pressed", "false")
    window.wait("state.framesAreWhole && editor.state.timeline.smoothing.value === null", timeout=30)
    window.get("window.editor.timeline.draw()")
    assert greenness() > 25
    assert not window.get("editor.state.figureState('human').smooth")


@pytest.mark.parametrize("long_clip", [401], indirect=True)
def test_a_reload_in_the_midst_of_smoothing_finds_the_smooth_answer(
    long_clip: EditorServer, windows: Callable[..., EditorPage]
) -> None:
    window = opened(long_clip, windows)
    window.page.locator("[data-action=smooth]").click()
    window.wait("editor.state.figureState('human').smooth")
    window.page.reload()
    window.ready()
    window.get("stage.paused = true")
    expect(window.page.locator("[data-action=smooth]")).to_have_attribute("aria-pressed", "true")
    window.wait("state.framesAreWhole && editor.state.timeline.smoothing.value === null", timeout=60)
    assert not window.get("editor.state.timeline.frames.get('human').provisional")
    assert (
        window.get("Math.max(...editor.state.timeline.frames.get('human').errors.filter((each) => each >= 0))") < 1e-5
    )


def test_playing_goes_on_when_the_server_crashes_and_nothing_is_lost(
    long_clip: EditorServer, windows: Callable[..., EditorPage]
) -> None:
    window = opened(long_clip, windows)
    window.edit(kind="move_keys", keys={"human": [500]}, by=3)
    window.page.locator("body").press(" ")
    window.wait("state.playing && state.playhead > 5")
    port = long_clip.port
    long_clip.kill()
    window.wait("state.connection !== 'open'")
    before = window.get("state.playhead")
    window.wait("state.playing && state.playhead > a + 10", before)  # the page plays what it has
    again = opened(long_clip, windows, port)
    assert 503 in again.get("state.keys")
    again.page.locator("body").press("Control+z")
    again.wait("state.keys.includes(500)")


def test_a_crash_and_an_undo_in_the_midst_of_smoothing(
    long_clip: EditorServer, windows: Callable[..., EditorPage]
) -> None:
    window = opened(long_clip, windows)
    smooth = window.page.locator("[data-action=smooth]")
    smooth.click()
    expect(smooth).to_have_attribute("aria-pressed", "true")
    window.page.locator("body").press("Control+z")  # at once: whether or not it has begun
    expect(smooth).to_have_attribute("aria-pressed", "false")
    window.wait("state.framesAreWhole && editor.state.timeline.smoothing.value === null", timeout=30)
    smooth.click()
    expect(smooth).to_have_attribute("aria-pressed", "true")
    port = long_clip.port
    long_clip.kill()
    again = opened(long_clip, windows, port)
    assert again.get("state.keys.length") == 101
    assert again.get("editor.state.figureState('human').smooth")  # what was acknowledged is there


def test_a_thousand_frames_play_at_their_rate(long_clip: EditorServer, windows: Callable[..., EditorPage]) -> None:
    """The playhead keeps the clock over 1,001 frames at 120 a second, and counts what it leaves out."""
    window = opened(long_clip, windows)
    window.edit(kind="change_timeline", changes={"rate": 120})
    window.wait("state.framesAreWhole", timeout=30)
    window.get("state.setView({ looped: false })")
    taken = window.page.evaluate(PLAYED)  # by the page's own clock: a busy machine asks it late
    assert window.get("state.playhead") == 1000
    assert taken == pytest.approx(1000 / 120, rel=0.15)
    shown = 1000 - window.get("editor.state.timeline.dropped.value")
    assert shown > 100
