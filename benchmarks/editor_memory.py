"""Memory that thousands of drags with a real mouse leave in use: in the page, on the graphics card, in the server."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, CDPSession
from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer

from benchmarks.timing import Row

__all__ = ["memory_rows"]

ASIDE = (200, 400)
"""A pixel where the mouse is over no part."""

# waits until a drag is acknowledged, sent and drawn; gives the position of the head
NEXT = """async (revision) => {
  const { editor, stage, state, panes } = window.editor, { link } = editor, patience = performance.now() + 20000;
  const behind = () => state.revision < revision || state.pose.revision !== state.revision || state.behind;
  while (link.unacknowledged || behind()) {
    if (performance.now() > patience) throw new Error(`revision ${revision} does not come`);
    await new Promise((done) => setTimeout(done, 2));
  }
  const view = state.view.large, box = panes.cells[view].getBoundingClientRect();
  const at = stage.project(view, stage.body.middle(state.jointIndex("head")));
  return [box.left + at.x, box.top + at.y];
}"""


@dataclass(frozen=True)
class Mark:
    """Memory after some drags: bytes of the page's heap and of the server; the other fields are counts."""

    drags: int
    heap: float
    nodes: float
    listeners: float
    drawing: float
    server: float

    def __str__(self) -> str:
        page = f"page {self.heap / 1e6:.2f} MB, {self.nodes:.0f} nodes, {self.listeners:.0f} listeners"
        return f"{page}, {self.drawing:.0f} on the card; server {self.server / 1e6:.1f} MB"


def memory_rows(browser: Browser, quick: bool) -> list[Row]:
    """Drags in a new project, measured after every thousand: growth since the first thousand."""
    every = 100 if quick else 1000
    with tempfile.TemporaryDirectory() as folder:
        server = EditorServer(Path(folder) / "memory.manikin")
        server.start()
        context = browser.new_context(viewport={"width": 760, "height": 420})  # drawn, but small
        try:
            marks = _marks(context, server, every, times=2 if quick else 10)
        finally:
            context.close()
            server.stop()
    first, last = marks[0], marks[-1]
    rows = [Row(f"after {mark.drags:,} drags", str(mark), "", float("nan")) for mark in marks]
    span = f"over {last.drags - first.drags:,} drags"
    for what, most in (("heap", 1.0), ("server", 2.0)):
        grown = (getattr(last, what) - getattr(first, what)) / 1e6
        goal = None if quick else 1.0  # few drags mean little: code is compiled and pools are filled
        rows.append(Row(f"{what} {span}", f"{grown:+.2f} MB", f"{most:+g} MB", most / max(grown, 0.01), goal))
    for what in ("nodes", "listeners", "drawing"):
        more = getattr(last, what) - getattr(first, what)
        rows.append(Row(f"{what} {span}", f"{more:+.0f}", "+0", 1.0 if more <= 0 else 0.0, goal=1.0))
    return rows


def _marks(context: BrowserContext, server: EditorServer, every: int, times: int) -> list[Mark]:
    editor = EditorPage(context.new_page(), server.address).open("?low")
    editor.get("state.setView({ hinted: true })")
    meter = context.new_cdp_session(editor.page)
    meter.send("Performance.enable")
    mouse, revision = editor.page.mouse, editor.get("state.revision")
    x, y = home = editor.page.evaluate(NEXT, revision)
    marks = []
    for k in range(every * times):
        editor.get(f"stage.paused = {str(k % every >= every // 10).lower()}")  # a tenth of them is drawn
        to = home[0] + (9 if k % 2 else -9)
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to) / 2, (y + home[1]) / 2)
        mouse.move(to, home[1])
        mouse.up()
        revision += 1
        x, y = editor.page.evaluate(NEXT, revision)
        if (k + 1) % every == 0:
            assert editor.get("state.revision") == revision  # each mouse gesture was a drag
            marks.append(_mark(editor, meter, server, k + 1))
    return marks


def _mark(editor: EditorPage, meter: CDPSession, server: EditorServer, drags: int) -> Mark:
    """Measure in the same state of the page each time: nothing under the mouse, nothing selected, everything drawn."""
    editor.page.mouse.move(*ASIDE)
    editor.get("stage.paused = false")
    editor.get("state.select(null)")
    editor.settle()
    editor.wait("!stage.due && state.hovered === null && panes.rate.textContent.startsWith('still')")
    for _ in range(3):
        meter.send("HeapProfiler.collectGarbage")
    metrics = {each["name"]: each["value"] for each in meter.send("Performance.getMetrics")["metrics"]}
    info = "stage.renderer.info.memory.geometries + stage.renderer.info.memory.textures"
    assert server.process is not None
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return Mark(
        drags=drags,
        heap=float(meter.send("Runtime.getHeapUsage")["usedSize"]),
        nodes=metrics["Nodes"],
        listeners=metrics["JSEventListeners"],
        drawing=editor.get(f"{info} + stage.renderer.info.programs.length"),
        server=float(int(pages) * os.sysconf("SC_PAGE_SIZE")),
    )
