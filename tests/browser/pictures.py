"""Pictures of the editor's main states for the documentation: ``python -m tests.browser.pictures``."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser

FOLDER = Path(__file__).parent.parent.parent / "docs" / "images" / "editor"
REACH = {
    "r_shoulder_elevation": 1.75, "r_shoulder_abduction": 0.2, "r_elbow": 0.5, "l_shoulder_elevation": 0.5,
    "l_shoulder_abduction": 0.5, "l_elbow": 0.9, "spine_bend": 0.12, "spine_twist": 0.35, "head_turn": 0.25,
}  # fmt: skip


def first(editor: EditorPage) -> None:
    """What one sees at the first start."""
    editor.get("state.setView({ hinted: false })")


def drag(editor: EditorPage) -> None:
    """The pelvis pulled, the feet hold."""
    editor.edit(kind="set_parameters", values=REACH)
    editor.edit(kind="add_lock", part="r_hand", lock="position", name="the rail")
    editor.drag(editor.point("pelvis"), (-12, 44), release=False)


def locks(editor: EditorPage) -> None:
    """Many kinds of lock, one of them open in the list."""
    editor.edit(kind="set_parameters", values=REACH)
    for part, kind, more in (
        ("r_hand", "position", {}), ("l_hand", "plane", {"along": [0, 0, 1]}), ("head", "aim", {}),
        ("l_forearm", "line", {}), ("r_thigh", "distance", {"other": "t8"}),
    ):  # fmt: skip
        editor.edit(kind="add_lock", part=part, lock=kind, **more)
    editor.get("state.setView({ panel: 'locks' })")
    editor.get("state.select('r_hand', state.document.locks[2].id)")


def sliders(editor: EditorPage) -> None:
    """Sliders and the rings that turn a part, in the light theme."""
    editor.edit(kind="set_parameters", values=REACH)
    editor.get("state.setView({ theme: 'light' })")
    editor.get("state.select('r_forearm')")
    editor.get("state.setTool('rotate')")


def conflict(editor: EditorPage) -> None:
    """Locks that cannot hold together, and the ways out."""
    editor.edit(kind="set_parameters", values=REACH)
    editor.edit(kind="add_lock", part="r_hand", lock="position", target=[-0.85, 1.45, 0.45], name="the shelf")
    editor.page.locator(".conflict").wait_for(state="visible")
    editor.get("state.setView({ panel: 'locks' })")


def star(editor: EditorPage) -> None:
    """A hand after the goal star, with its trail."""
    editor.enlarge("front")
    editor.get("state.select('r_hand')")
    editor.get("state.setTool('star')")
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    for by in ((-70, -70), (-30, -90), (30, -80), (60, 0)):
        at = editor.get("stage.cameras.front.project(stage.rects.front, stage.star.place)")
        editor.drag((box["x"] + at["x"], box["y"] + at["y"]), by, steps=4)
        editor.page.wait_for_timeout(1400)


def help_page(editor: EditorPage) -> None:
    """Keys and gestures."""
    editor.page.locator("body").press("?")


STATES: dict[str, Callable[[EditorPage], None]] = {
    "first": first, "drag": drag, "locks": locks, "sliders": sliders, "conflict": conflict, "star": star,
    "help": help_page,
}  # fmt: skip


def main(size: tuple[int, int] = (1280, 720)) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for name, arrange in STATES.items():
            server = EditorServer(Path(folder) / f"{name}.manikin")
            context = browser.new_context(viewport={"width": size[0], "height": size[1]})
            context.set_default_timeout(30_000)
            editor = EditorPage(context.new_page(), server.start()).open("?high")
            editor.get("state.setView({ hinted: true })")
            arrange(editor)
            editor.page.wait_for_timeout(1500)
            editor.page.screenshot(path=FOLDER / f"{name}.png")
            context.close()
            server.stop()
        browser.close()


if __name__ == "__main__":
    main()
