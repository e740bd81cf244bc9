"""Time under the mouse: from a move on the ruler to the figure that is shown, and whether playing keeps its rate."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, BrowserContext
from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser
from tests.browser.timeline_page import TimelinePage

from benchmarks.editor_clips import LONG, make_project
from benchmarks.editor_playing import QUICK
from benchmarks.timing import Row

__all__ = ["scrub_rows"]

SHORT = 101
"""Keys of the short clip, ten frames apart."""
# from the moment at which the browser had the mouse's move to the end of the picture that shows its frame
WATCH = """() => {
  const { editor, stage } = window.editor, { receiver, state: { timeline } } = editor;
  window.scrubbed = [];
  let waiting = [];
  document.querySelector(".timeline-canvas").addEventListener("pointermove", (event) => {
    waiting.push([event.timeStamp, timeline.playhead.value]);
  });
  const draw = stage.draw.bind(stage);
  stage.draw = () => {
    draw();
    if (!waiting.length || receiver.behind) return;
    const now = performance.now();
    const shown = waiting.filter(([, frame]) => frame === timeline.playhead.value);
    window.scrubbed.push(...shown.map(([time]) => now - time));
    waiting = [];
  };
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
        times = _scrubbed(editor, keys, moves)
        middle, late = float(np.median(times)), float(np.percentile(times, 99))
        rows.append(
            Row(f"{what}, scrubbed, {words}: mouse to pose, median", f"{middle:.1f} ms", "16 ms", 16 / middle, 1.0)
        )
        goal = 1.0 if paused else None
        rows.append(Row("… 99 of 100", f"{late:.1f} ms", "16.7 ms", 16.7 / late, goal))
    if keys == SHORT:
        rows += _played(editor, quick)
    return rows


def _scrubbed(editor: EditorPage, keys: int, moves: int) -> list[float]:
    """The mouse goes to and fro on the ruler: the delay of each move that was shown [ms]."""
    line = TimelinePage(editor)
    last, y = 10 * (keys - 1), line.y("ruler")
    editor.get("window.scrubbed.length = 0")
    editor.get("window.editor.timeline.fitAll()")
    start, end = line.x(0), line.x(last)
    mouse = editor.page.mouse
    mouse.move(start, y)
    mouse.down()
    for k in range(moves):
        share = 0.5 - 0.5 * np.cos(2 * np.pi * 3 * k / moves)
        mouse.move(start + share * (end - start), y)
    mouse.up()
    found = editor.wait("window.scrubbed.length > a && window.scrubbed", moves / 4)
    return [float(each) for each in found]


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
