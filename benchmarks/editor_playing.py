"""Memory that an hour of playing leaves in use: in the page, and in the server.

The hour passes in minutes: a display frame follows the one before at once, and the page's clock is put forward by as
much as lies between two of them.  Every frame of the clip is shown; the views are drawn now and then.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, CDPSession
from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser

from benchmarks.editor_clips import make_project
from benchmarks.timing import Row

__all__ = ["playing_rows"]

RATE = 30
QUICK = "--disable-gpu-compositing"
"""Ten times as fast where the graphics card is an emulation."""
CLOCK = f"""(() => {{
  const now = performance.now.bind(performance);
  const waiting = new Map(), channel = new MessageChannel();
  let ahead = 0, number = 0, frames = 0;
  performance.now = () => now() + ahead;
  window.hurry = false;
  const slow = window.requestAnimationFrame.bind(window), stop = window.cancelAnimationFrame.bind(window);
  const run = (id) => {{
    const call = waiting.get(id);
    waiting.delete(id);
    if (!call) return;
    ahead += {1000 / RATE};
    if (window.editor) window.editor.stage.paused = ++frames % {10 * RATE} !== 0;
    call(performance.now());
  }};
  channel.port1.onmessage = ({{ data }}) => run(data);
  window.requestAnimationFrame = (call) => {{
    if (!window.hurry) return slow(call);
    waiting.set(--number, call);
    channel.port2.postMessage(number);
    return number;
  }};
  window.cancelAnimationFrame = (id) => (id < 0 ? waiting.delete(id) : stop(id));
  window.passed = () => ahead / 1000;
}})()"""


def playing_rows(browser: Browser, quick: bool) -> list[Row]:
    """Growth from the first tenth of an hour of playing to its end."""
    hour = 360.0 if quick else 3600.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "playing.manikin"
        make_project(path, 31)
        server = EditorServer(path)
        server.start()
        own = browser.browser_type.launch(executable_path=find_browser(), args=[*FLAGS, QUICK])
        context = own.new_context(viewport={"width": 760, "height": 420})
        context.add_init_script(CLOCK)
        try:
            early, late = _play(context, server, [hour / 10, hour])
        finally:
            own.close()
            server.stop()
    rows = []
    what = f"playing 301 frames for {hour / 60:g} minutes"
    for name, place, most in (("page", 0, 1.0), ("server", 1, 2.0)):
        grown = (late[place] - early[place]) / 1e6
        goal = None if quick else 1.0
        rows.append(Row(f"{what}, the {name}", f"{grown:+.2f} MB", f"{most:+g} MB", most / max(grown, 0.01), goal))
    return rows


def _play(context: BrowserContext, server: EditorServer, times: list[float]) -> list[tuple[float, float]]:
    """The memory of page and server after some seconds of playing."""
    editor = EditorPage(context.new_page(), server.address).open("?low")
    editor.get("state.setView({ hinted: true, looped: true })")
    editor.wait("state.keys.length === 31 && state.framesAreWhole", timeout=30)
    meter = context.new_cdp_session(editor.page)
    editor.page.locator("body").press(" ")
    editor.get("window.hurry = true")
    found = []
    for seconds in times:
        editor.wait("window.passed() > a", seconds, timeout=3600)
        assert editor.get("state.playing")
        found.append(_memory(editor, meter, server))
    return found


def _memory(editor: EditorPage, meter: CDPSession, server: EditorServer) -> tuple[float, float]:
    for _ in range(3):
        meter.send("HeapProfiler.collectGarbage")
    assert server.process is not None
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    heap = float(meter.send("Runtime.getHeapUsage")["usedSize"])
    return heap, float(int(pages) * os.sysconf("SC_PAGE_SIZE"))
