"""One browser, one server and one window for all tests, brought back to how they began before each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the editor's server is not installed")
pytest.importorskip("playwright", reason="Playwright is not installed")

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from manikin.commands.figures import ITERATIONS_MINDING
from manikin.project.documents import open_store
from tests.browser.editor_page import SETTLE, EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser
from tests.browser.timeline_page import TimelinePage
from tests.support.workspaces import standing

SIZE = (1280, 720)
QUICK = "--disable-gpu-compositing"
"""What is around the views is put together much faster by the processor itself than by its graphics card in emulation;
measurements do without, for no user has it so."""
VIEW = {
    "panel": "parts", "large": "perspective", "full": False, "hinted": True, "theme": "dark", "open": {}, "speed": 1,
    "timeline": None, "record": True, "looped": True, "pace": 1, "everyFrame": False,
}  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium: install Debian's package chromium, or run playwright install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, QUICK])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EditorServer]:
    """A server on a new project: the human, both feet locked, which minds neither balance nor itself nor the floor."""
    server = EditorServer(tmp_path_factory.mktemp("project") / "trial.manikin")
    open_store(server.project, standing).close()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def windows(browser: Browser, server: EditorServer) -> Iterator[Callable[..., EditorPage]]:
    """Opens windows; none of them may meet an error, nor ask anything of another host."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_window(
        query: str = "?low",
        size: tuple[int, int] = SIZE,
        address: str | None = None,
        draws: bool = True,
        **options: Any,
    ) -> EditorPage:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, accept_downloads=True, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda line: wrong.append(line.text) if line.type == "error" and "WebSocket" not in line.text else None,
        )
        page.on(
            "request",
            lambda request: (
                wrong.append(request.url)
                if "127.0.0.1" not in request.url and not request.url.startswith(("blob:", "data:"))
                else None
            ),
        )
        opened = EditorPage(page, address or server.address).open(query)
        opened.get(f"stage.paused = {str(not draws).lower()}")
        return opened

    yield open_window
    for context in contexts:
        context.close()
    # what a test does on purpose: a server that is gone, a file that cannot be read
    expected = ("ERR_CONNECTION_REFUSED", "status of 422")
    assert [line for line in wrong if not any(each in line for each in expected)] == []


@pytest.fixture(scope="session")
def shared(windows: Callable[..., EditorPage]) -> EditorPage:
    """The window that most tests use."""
    return windows()


@pytest.fixture
def editor(shared: EditorPage, request: pytest.FixtureRequest) -> EditorPage:
    """The window, on the figure at rest, both feet locked, nothing chosen.

    A module that says ``DRAWS = False`` is about numbers: there nothing is drawn, which saves a processor much work.
    """
    shared.get(f"stage.paused = {str(not getattr(request.module, 'DRAWS', True)).lower()}")
    fresh(shared)
    return shared


@pytest.fixture
def minding(editor: EditorPage) -> EditorPage:
    """The same, but the figure minds its balance, itself and the floor."""
    changes = {"balance": True, "collision": True, "floor": True, "iterations_per_refresh": ITERATIONS_MINDING}
    editor.edit(kind="change_settings", changes=changes)
    return editor


@pytest.fixture
def line(editor: EditorPage) -> TimelinePage:
    """The timeline of the human that bends its elbow four times."""
    return TimelinePage(editor).make()


# all in one go: what the page is asked for one by one adds up over a hundred tests
BACK = f"""async ([view, settings]) => {{
  const settle = {SETTLE}, {{ editor, state, panes }} = window.editor;
  document.activeElement?.blur();
  if (!(await settle())) return false;
  await editor.goTo(0);
  const now = editor.state.settings.value;
  const same = ([name, value]) => JSON.stringify(now[name]) === JSON.stringify(value);
  if (!Object.entries(settings).every(same)) await editor.edit({{ kind: "change_settings", changes: settings }});
  const settled = await settle();
  state.setView(view);
  for (const camera of Object.values(panes.stage.cameras)) camera.straighten();
  panes.fitView(["perspective", "front", "side", "top"], null);
  state.setTool("pull");
  const time = editor.state.timeline;
  time.go(0);
  time.choose(new Map());
  time.loop.value = null;
  time.path.value = false;
  time.onion.value = 0;
  time.onionStep.value = 0;
  time.curves.value = false;
  time.tracks.value = null;
  state.select(null);
  return settled;
}}"""


def fresh(editor: EditorPage) -> None:
    """Bring the project back to how it began."""
    editor.page.mouse.up()
    editor.page.keyboard.press("Escape")
    assert editor.page.evaluate(BACK, [VIEW, asdict(standing().settings)]), "the figure does not come to rest"
