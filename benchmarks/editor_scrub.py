"""Time under the mouse: from a move on the ruler to the figure that is shown, and whether playing keeps its rate.

A browser hands a move of the mouse to its page with the next refresh of the display, so a move may have waited for a
whole refresh (16.7 ms) before any page sees it.  The time is therefore told in two parts, before and after the page has
the move, and an empty page, which does nothing but ask for the next picture, is measured beside ours.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page
from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser
from tests.browser.timeline_page import TimelinePage

from benchmarks.editor_clips import LONG, make_project
from benchmarks.editor_playing import QUICK
from benchmarks.timing import Row
from manikin.math.rotations import Array

__all__ = ["scrub_rows"]

SHORT = 101
"""Keys of the short clip, ten frames apart."""
REFRESH = 16.7
"""From one refresh of the display to the next [ms]."""
# of each move: from the moment at which the browser had it to the page's, and from there to the end of its picture [ms]
WATCH = """() => {
  const { editor, stage } = window.editor, { receiver, state: { timeline } } = editor;
  window.scrubbed = [];
  let waiting = [], seen = 0;
  const canvas = document.querySelector(".timeline-canvas");
  canvas.addEventListener("pointermove", () => { seen = performance.now(); }, { capture: true });
  canvas.addEventListener("pointermove", (event) => {
    waiting.push([event.timeStamp, seen, timeline.playhead.value]);
  });
  const draw = stage.draw.bind(stage);
  stage.draw = () => {
    draw();
    if (!waiting.length || receiver.behind) return;
    const now = performance.now();
    const shown = waiting.filter(([, , frame]) => frame === timeline.playhead.value);
    window.scrubbed.push(...shown.map(([time, seen]) => [seen - time, now - seen]));
    waiting = [];
  };
}"""
EMPTY = """() => {
  document.body.innerHTML = "";
  window.scrubbed = [];
  addEventListener("pointermove", (event) => {
    const seen = performance.now();
    requestAnimationFrame(() => window.scrubbed.push([seen - event.timeStamp, performance.now() - seen]));
  });
}"""
PLAY = """async () => {
  const { editor, actions } = window.editor, { timeline } = editor.state;
  timeline.go(0);
  await actions.play.run();
  const begin = performance.now();
  while (timeline.playing.value) await new Promise((done) => requestAnimationFrame(done));
  return [(performance.now() - begin) / 1000, timeline.dropped.value];
}"""


def scrub_rows(browser: Browser, quick: bool) -> list[Row]:
    """All rows; ``quick`` measures less."""
    moves = 60 if quick else 400
    # without a graphics card the browser's own putting together of a picture would take ten times as long
    own = browser.browser_type.launch(executable_path=find_browser(), args=[*FLAGS, QUICK])
    with tempfile.TemporaryDirectory() as folder, own:
        return [*_clip(own, Path(folder), SHORT, moves, quick), *_clip(own, Path(folder), LONG, moves, quick)]


def _clip(browser: Browser, folder: Path, keys: int, moves: int, quick: bool) -> list[Row]:
    path = folder / f"{keys}.manikin"
    make_project(path, keys)
    server = EditorServer(path)
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(120_000)
    try:
        return _measured(context, server, keys, moves, quick)
    finally:
        context.close()
        server.stop()


def _measured(context: BrowserContext, server: EditorServer, keys: int, moves: int, quick: bool) -> list[Row]:
    editor = EditorPage(context.new_page(), server.start()).open()
    what = f"a clip of {10 * (keys - 1) + 1:,} frames"
    editor.wait("state.framesAreWhole", timeout=60)
    rows = []
    editor.get("state.setView({ hinted: true, looped: false })")
    editor.page.evaluate(WATCH)
    for words, paused in (("drawing left out", True), ("drawn by the processor", False)):
        editor.get(f"stage.paused = {str(paused).lower()}")
        waited, own = _scrubbed(editor, keys, moves)
        middle = float(np.median(waited + own))
        rows.append(
            Row(f"{what}, scrubbed, {words}: mouse to pose, median", f"{middle:.1f} ms", "16 ms", 16 / middle, 1.0)
        )
        rows.append(_late("… 99 of 100", waited + own, 1.0 if paused else None))
        rows.append(_late("… of this before the page has the move, 99 of 100", waited))
        rows.append(_late("… of this in the page, 99 of 100", own, 1.0))
    if keys == LONG:
        rows.append(_late("the same moves in an empty page, 99 of 100", sum(_empty(context, moves))))
    if keys == SHORT:
        rows += _played(editor, quick)
    return rows


def _late(what: str, times: Array, goal: float | None = None) -> Row:
    """What all but the slowest of a hundred stay below, beside one refresh of the display."""
    late = float(np.percentile(times, 99))
    return Row(what, f"{late:.1f} ms", f"{REFRESH} ms", REFRESH / late, goal)


def _scrubbed(editor: EditorPage, keys: int, moves: int) -> tuple[Array, Array]:
    """The mouse goes to and fro on the ruler: of each move that was shown, the time before and in the page [ms]."""
    line = TimelinePage(editor)
    editor.get("window.editor.timeline.fitAll()")
    editor.get("window.scrubbed.length = 0")
    _to_and_fro(editor.page, line.x(0), line.x(10 * (keys - 1)), line.y("ruler"), moves)
    return _parts(editor.wait("window.scrubbed.length > a && window.scrubbed", moves / 4))


def _empty(context: BrowserContext, moves: int) -> tuple[Array, Array]:
    """What a page takes that has nothing to show."""
    page = context.new_page()
    page.evaluate(EMPTY)
    _to_and_fro(page, 200.0, 1200.0, 500.0, moves)
    found = page.evaluate("() => window.scrubbed")
    page.close()
    return _parts(found)


def _to_and_fro(page: Page, start: float, end: float, y: float, moves: int) -> None:
    page.mouse.move(start, y)
    page.mouse.down()
    for k in range(moves):
        share = 0.5 - 0.5 * np.cos(2 * np.pi * 3 * k / moves)
        page.mouse.move(start + share * (end - start), y)
    page.mouse.up()


def _parts(found: list[list[float]]) -> tuple[Array, Array]:
    waited, own = np.array(found, dtype=float).T
    return waited, own


def _played(editor: EditorPage, quick: bool) -> list[Row]:
    """The whole clip at its rate: how long it takes, and how many frames are left out."""
    rows = []
    rate = 120 if quick else 30
    editor.edit(kind="change_timeline", changes={"rate": rate})
    editor.wait("state.framesAreWhole", timeout=30)
    for words, paused in (("drawing left out", True), ("drawn by the processor", False)):
        editor.get(f"stage.paused = {str(paused).lower()}")
        seconds, dropped = editor.page.evaluate(PLAY)
        off = abs(seconds * rate / 1000 - 1)
        rows.append(
            Row(
                f"playing 1,001 frames at {rate}, {words}: off the clock by",
                f"{off:.2%}",
                "2 %",
                0.02 / max(off, 1e-4),
                1.0,
            )
        )
        rows.append(Row("… frames left out", f"{dropped}", "", float("nan")))
    return rows
