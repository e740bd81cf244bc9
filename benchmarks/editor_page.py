"""The editor's page in a real browser, drawn by the processor in low detail: time until it is ready, delay of drags."""

from __future__ import annotations

import gzip
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright
from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser

import manikin
from benchmarks.editor_memory import memory_rows
from benchmarks.editor_opening import opening_rows
from benchmarks.editor_playing import playing_rows
from benchmarks.editor_scrub import scrub_rows
from benchmarks.timing import Row

__all__ = ["editor_page_rows"]

LOCKS = ("r_hand", "l_hand", "head", "r_forearm")
"""Parts that are locked in addition to the two feet: six locks in all."""

# measures how long each move of a drag takes from the page to the server and back, and counts the poses
LISTEN = """() => {
  const { link } = window.editor.editor, sent = new Map();
  const send = link.socket.send.bind(link.socket), packet = link.events.packet;
  window.heard = { trips: [], poses: 0 };
  link.socket.send = (text) => {
    const move = /"op":"drag_move".*?"seq":(\\d+)/.exec(text);
    if (move) sent.set(+move[1], performance.now());
    send(text);
  };
  link.events.packet = (buffer) => {
    const seq = new Uint32Array(buffer, 0, 8)[1];
    window.heard.poses++;
    if (sent.has(seq)) window.heard.trips.push(performance.now() - sent.get(seq));
    sent.delete(seq);
    packet(buffer);
  };
}"""

# drags a part for some seconds, with a move every few milliseconds
PULL = """([part, seconds]) => new Promise((done) => {
  const { editor: { drags }, stage, state } = window.editor, view = state.view.large;
  const at = stage.project(view, stage.body.middle(state.jointIndex(part)));
  drags.begin({ what: "part", part });
  const began = performance.now();
  const timer = setInterval(() => {
    const t = (performance.now() - began) / 1000;
    drags.move({ ray: stage.ray(view, at.x + 30 * Math.sin(4 * t), at.y + 30 * (1 - Math.cos(3 * t))) });
    if (t < seconds) return;
    clearInterval(timer);
    drags.end().then(done);
  }, 5);
})"""


def editor_page_rows(quick: bool) -> list[Row]:
    """All rows; ``quick`` measures less.  Without a browser there are none."""
    path = find_browser()
    if path is None:
        return []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        server = EditorServer(Path(folder) / "page.manikin")
        server.start()
        try:
            return [
                _bundle(),
                *_page(browser, server.address, quick),
                *memory_rows(browser, quick),
                *playing_rows(browser, quick),
                *opening_rows(quick),
                *scrub_rows(browser, quick),
            ]
        finally:
            browser.close()
            server.stop()


def _bundle() -> Row:
    static = Path(manikin.__file__).parent / "editor" / "static"
    size = sum(len(gzip.compress(file.read_bytes(), 9)) for file in static.rglob("*") if file.is_file())
    return Row("page, compressed", f"{size / 1000:.0f} kB", "250 kB", 250_000 / size, goal=1.0)


def _page(browser: Browser, address: str, quick: bool) -> list[Row]:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(120_000)
    editor = EditorPage(context.new_page(), address).open()
    ready = []
    for _ in range(3 if quick else 8):
        editor.page.reload()
        editor.ready()
        ready.append(editor.get("stage.firstDrawn") / 1000)
    for part in LOCKS:
        editor.edit(kind="add_lock", part=part, hard=False)
    meter = context.new_cdp_session(editor.page)
    meter.send("Performance.enable")
    rows = [Row("page ready, best", f"{min(ready):.2f} s", "1.5 s", 1.5 / min(ready), goal=1.0)]
    seconds = 3 if quick else 10
    for words, paused in (("drawing", False), ("without drawing", True)):
        editor.page.reload()
        editor.ready()
        editor.page.evaluate(LISTEN)
        editor.get(f"stage.paused = {str(paused).lower()}")
        frames = editor.get("stage.frames")
        editor.page.evaluate(PULL, ["pelvis", seconds])
        trips = sorted(editor.page.evaluate("() => window.heard.trips"))
        poses = editor.page.evaluate("() => window.heard.poses") / seconds
        middle, late = trips[len(trips) // 2], trips[int(0.99 * len(trips))]
        rows.append(Row(f"there and back, {words}, p50", f"{middle:.1f} ms", "16.7 ms", 16.7 / middle))
        rows.append(Row(f"there and back, {words}, p99", f"{late:.1f} ms", "50 ms", 50 / late))
        if paused:
            rows.append(Row(f"poses a second, {words}", f"{poses:.0f}", "60", poses / 60, goal=0.95))
        else:
            drawn = (editor.get("stage.frames") - frames) / seconds
            rows.append(Row("pictures a second, by the processor", f"{drawn:.0f}", "10", drawn / 10))
    rows.append(_idle(editor, meter, 2 if quick else 10))
    context.close()
    return rows


def _idle(editor: EditorPage, meter: CDPSession, seconds: int) -> Row:
    """Share of a core that the page uses when nothing happens."""
    editor.get("stage.paused = false")
    time.sleep(1.5)
    before = float(_metrics(meter)["TaskDuration"])
    time.sleep(seconds)
    share = (float(_metrics(meter)["TaskDuration"]) - before) / seconds
    return Row("page, idle, share of a core", f"{share:.2%}", "1 %", 0.01 / max(share, 1e-5), goal=1.0)


def _metrics(meter: CDPSession) -> dict[str, Any]:
    return {each["name"]: each["value"] for each in meter.send("Performance.getMetrics")["metrics"]}
