"""How soon a page has all frames of a long clip.

The browser is asked through its DevTools socket, and for nothing but values of the page.  Playwright watches the
network as well: the browser then copies every message of the page's socket to it as text, which takes longer than all
else together.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser
from websockets.sync.client import ClientConnection, connect

from benchmarks.editor_clips import LONG, make_project
from benchmarks.editor_playing import QUICK
from benchmarks.timing import Row

__all__ = ["opening_rows"]

PATIENCE = 120.0
"""The longest that an opening may take [s]."""
# when the figure is drawn and all frames of its clip are there [ms]
OPENED = """(() => {
  const { state, stage } = window.editor ?? {};
  return state?.pose && stage.frames > 0 && state.framesAreWhole ? performance.now() : 0;
})()"""


class _Tab:
    """The tab of a browser that nobody watches."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0

    def send(self, method: str, **fields: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": fields}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("id") == self._number:
                return answer["result"]

    def opened(self) -> float:
        """Wait until the page is there with all frames: the time since it was asked for [s]."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = self.send("Runtime.evaluate", expression=OPENED, returnByValue=True)["result"].get("value")
            if value:
                return float(value) / 1000
            time.sleep(0.02)
        raise TimeoutError("the page does not open")


def opening_rows(quick: bool) -> list[Row]:
    """A clip of 10,001 frames; ``quick`` measures less."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "long.manikin"
        make_project(path, LONG)
        server = EditorServer(path)
        try:
            with _tab(Path(folder)) as tab:
                tab.send("Page.navigate", url=server.start())
                tab.opened()
                found = []
                for _ in range(3 if quick else 8):
                    tab.send("Page.reload")
                    time.sleep(0.2)  # until the old page is gone
                    found.append(tab.opened())
        finally:
            server.stop()
    best = min(found)
    what = f"a clip of {10 * (LONG - 1) + 1:,} frames: page and all frames are there, best"
    return [Row(what, f"{best:.2f} s", "1.5 s", 1.5 / best, 1.0)]


@contextmanager
def _tab(folder: Path) -> Iterator[_Tab]:
    path = find_browser()
    assert path is not None
    own = ["--headless=new", "--remote-debugging-port=0", f"--user-data-dir={folder / 'browser'}"]
    command = [path, *FLAGS, QUICK, *own, "--window-size=1280,720", "about:blank"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as browser:
        try:
            assert browser.stderr is not None
            port = next(found[1] for line in browser.stderr if (found := re.search(r"ws://127\.0\.0\.1:(\d+)/", line)))
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                tabs = json.load(answer)
            address = next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")
            with connect(address, max_size=None) as socket:
                yield _Tab(socket)
        finally:
            browser.terminate()
