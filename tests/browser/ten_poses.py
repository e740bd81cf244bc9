"""The ten poses of ``tools.ten_poses`` made with mouse and keys in the page: ``python -m tests.browser.ten_poses``.

Writes the page of the documentation that shows them, with their pictures.  ``--seen FOLDER`` keeps what the window
showed.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import numpy as np
from playwright.sync_api import sync_playwright
from tools.ten_poses import POSES, SIDE, VIEWS, Animator, Made, describe, write_page

from manikin.math.rotations import Vec3, about_axis
from manikin.posing.hands import HandShape, Side
from manikin.project.documents import read_document
from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser

TO_PIXEL = """([place, view]) => {
  const { stage, panes } = window.editor, box = panes.cells[view].getBoundingClientRect();
  const at = stage.project(view, place);
  return [box.left + at.x, box.top + at.y];
}"""
RING_AT = """([place, view]) => {
  const { stage } = window.editor, at = stage.project(view, place);
  return stage.rings.pick(stage.cameras[view], stage.rects[view], at.x, at.y);
}"""
TOOL_KEYS = {"rotate": "r", "root": "g"}
RING_PIXELS = 62
"""Radius of a ring in a large view."""
STRIDE = 6
"""Pixels between two moves of the mouse."""
ROOM = 3
"""How often it is zoomed out before a drag: what is pulled must not leave the view."""


class Mouse(Animator):
    """Works in the page: every press of the mouse and of a key counts, except for those that only change the view."""

    def __init__(self, editor: EditorPage) -> None:
        super().__init__()
        self.editor, self.page, self.operations = editor, editor.page, 0

    # -- what an animator does -----------------------------------------------------------------------

    def pull(self, part: str, way: Vec3, view: Vec3 = SIDE, *, key: Literal["", "Ctrl", "Shift"] = "") -> None:
        self._tool("pull")
        name, held = self._look(view, part), key.replace("Ctrl", "Control")
        if held:
            self.page.keyboard.down(held)
        self._drag(self.editor.point(part, name), self._path(way, name))
        if held:
            self.page.keyboard.up(held)
        self._say(f"{key}+drag" if key else "drag", part, way, view)

    def step(self, part: str, way: Vec3, view: Vec3 = SIDE) -> None:
        self._tool("pull")
        name = self._look(view, part)
        self._drag(self._mark(part, name), self._path(way, name))
        self._say("drag the lock of", part, way, view)

    def turn(self, part: str, axis: Vec3, degrees: float, *, lock: bool = False, seen: Vec3 | None = None) -> None:
        across = tuple(-abs(x) for x in axis)
        if lock:
            self._click(self._mark(part, self._look(across, part)))  # type: ignore[arg-type]
        elif self.editor.get("state.selected") != part:
            self._click(self.editor.point(part, self._look(seen or across, part)))  # type: ignore[arg-type]
        name = self._look(across, part)  # type: ignore[arg-type]
        self._tool("rotate")
        self.editor.wait("stage.rings.visible")
        size = "stage.cameras[a].metresPerPixel(stage.rects[a], stage.rings.badge.place)"
        rings = self.editor.get(f"{{ place: stage.rings.badge.place, axes: stage.rings.axes, size: {size} }}", name)
        which = max(range(3), key=lambda k: abs(np.dot(rings["axes"][k], axis)))
        about = np.array(rings["axes"][which]) * np.sign(np.dot(rings["axes"][which], axis))
        radius = rings["size"] * RING_PIXELS * np.array(rings["axes"][(which + 1) % 3])
        starts = [np.radians(each) for each in (35, 55, 125, 145, 215, 235, 305, 325)]  # away from the other rings
        first = next(
            each for each in starts if self._ring(about_axis(about, each) @ radius + rings["place"], name) == which
        )
        turns = first + np.radians(np.linspace(0, degrees, max(8, round(abs(degrees) / 3))))
        pixels = [self._pixel(about_axis(about, each) @ radius + rings["place"], name) for each in turns]
        self._drag(pixels[0], [(x - pixels[0][0], y - pixels[0][1]) for x, y in pixels[1:]])
        self.done.append(describe("turn the lock of" if lock else "turn", part, f"by {degrees:g}°"))

    def carry(self, way: Vec3, view: Vec3 = SIDE) -> None:
        name = self._look(view, "pelvis")
        self._tool("root")
        self._drag(self.editor.point("pelvis", name), self._path(way, name))
        self._say("carry", "figure", way, view)

    def roll(self, part: str, degrees: float) -> None:
        self._panel("Parts")
        self._click(self.editor.point(part, self._look(SIDE, part)))
        slider = self.page.locator(f"[data-roll={part}]")
        slider.locator(".slider-knob").scroll_into_view_if_needed()
        knob, track = (slider.locator(own).bounding_box() for own in (".slider-knob", ".slider-track"))
        assert knob is not None
        assert track is not None
        way = track["width"] * degrees / 160
        start = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
        self._drag(start, [(way * k / 20, 0.0) for k in range(1, 21)])
        self.done.append(describe("roll", part, f"by {degrees:g}°"))

    def lock(self, part: str, kind: str = "position", **options: Any) -> None:
        name = self._look(SIDE, part)
        self._click(self.editor.point(part, name), button="right")
        label = {"position": "Position", "pose": "Position and orientation"}[kind]
        self.page.locator(".menu-label").get_by_text(label, exact=True).click()
        self.operations += 1
        self.editor.settle()
        self.done.append(describe("lock", part, label.lower()))

    def unlock(self, part: str) -> None:
        self._click(self._mark(part, self._look(SIDE, part)))
        self._key("Delete")
        self.done.append(describe("unlock", part))

    def free(self) -> None:
        self._key("Alt+o")
        self.done.append("all locks off")

    def mirror(self, part: str) -> None:
        if self.editor.get("state.selected") != part:
            self._click(self.editor.point(part, self._look(SIDE, part)))
        self._key("m")
        self.done.append(describe("mirror", part))

    def shape(self, side: Side, shape: HandShape) -> None:
        self._panel("Parts")
        if self.editor.get("state.selected") != f"{side[0]}_hand":
            self._click(self.editor.point(f"{side[0]}_hand", self._look(SIDE, f"{side[0]}_hand")))
        self._press(f"{side} hand: {shape}")
        self.done.append(f"{side} hand: {shape}")

    def switch(self, **settings: bool) -> None:
        for name, value in settings.items():
            self.page.locator(f".tool-bar [data-action={name}]").click()
            self.editor.wait("state.document.settings[a[0]] === a[1]", [name, value])
            self.operations += 1
            self.done.append(f"{name} {'on' if value else 'off'}")

    # -- mouse and keys ------------------------------------------------------------------------------

    def _look(self, view: Vec3, part: str) -> str:
        """Make a view the large one, the part on the near side, all of the figure in sight; its name."""
        name = VIEWS[view]
        self.editor.enlarge(name)
        if name == "side" and part[:2] in ("l_", "r_"):
            near = float(self.editor.get("stage.cameras.side.back()[0]"))
            if (near > 0) != part.startswith("l_"):
                self.page.keyboard.press("5")
        self.page.keyboard.press("Home")
        for _ in range(ROOM):
            self.page.keyboard.press("-")
        self.page.wait_for_function("() => !window.editor.stage.due")
        return name

    def _pixel(self, place: Any, view: str) -> tuple[float, float]:
        x, y = self.page.evaluate(TO_PIXEL, [np.array(place, float).tolist(), view])
        return x, y

    def _ring(self, place: Any, view: str) -> int | None:
        """The ring that lights up under the mouse at a place; its far half does not."""
        found: int | None = self.page.evaluate(RING_AT, [np.array(place, float).tolist(), view])
        return found

    def _mark(self, part: str, view: str) -> tuple[float, float]:
        lock = next(each for each in self.editor.get("state.document.locks") if each["part"] == part)
        return self._pixel(self.editor.get("stage.marks.place(a)", lock["id"]), view)

    def _path(self, way: Vec3, view: str) -> list[tuple[float, float]]:
        """The way of the mouse for a way [m] across the line of sight."""
        (x, y), (u, v) = self._pixel((0, 0, 0), view), self._pixel(way, view)
        count = max(8, round(float(np.hypot(u - x, v - y)) / STRIDE))
        return [((u - x) * k / count, (v - y) * k / count) for k in range(1, count + 1)]

    def _drag(self, start: tuple[float, float], path: list[tuple[float, float]]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for x, y in path:
            mouse.move(start[0] + x, start[1] + y)
        self.editor.settle()
        mouse.up()
        self.editor.settle()
        self.operations += 1

    def _click(self, at: tuple[float, float], button: Any = "left") -> None:
        self.page.mouse.click(*at, button=button)
        self.operations += 1

    def _press(self, name: str) -> None:
        """Press a button by its name."""
        self.page.get_by_role("button", name=name, exact=True).click()
        self.editor.settle()
        self.operations += 1

    def _panel(self, name: str) -> None:
        """Open a panel, unless it is."""
        if self.editor.get("state.view.panel") != name.lower():
            self.editor.panel(name)
            self.operations += 1

    def _tool(self, name: str) -> None:
        """Take a tool by its key; the key of the one in use leads back to pulling."""
        now = self.editor.get("state.tool")
        if now != name:
            self._key(TOOL_KEYS[now if name == "pull" else name])

    def _key(self, key: str) -> None:
        self.page.locator("body").press(key)
        self.editor.settle()
        self.operations += 1


@contextmanager
def new_project() -> Iterator[tuple[EditorPage, EditorServer]]:
    """A window on a new project, and its server."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = EditorServer(Path(folder) / "poses.manikin")
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.set_default_timeout(20_000)
        editor = EditorPage(page, server.start()).open("?low")
        editor.get("state.setView({ hinted: true })")
        yield editor, server
        browser.close()
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(prog="ten_poses", description="Ten poses made with the mouse.")
    parser.add_argument("names", nargs="*", help="which; all by default, and then the page is written")
    parser.add_argument("--seen", type=Path, help="where pictures of the window go")
    asked = parser.parse_args()
    made: dict[str, Made] = {}
    for name in asked.names or POSES:
        with new_project() as (editor, server):
            me = Mouse(editor)
            POSES[name](me)
            print(f"{name}: {me.operations} operations", flush=True)
            if asked.seen:
                asked.seen.mkdir(parents=True, exist_ok=True)
                editor.enlarge("perspective")
                editor.page.keyboard.press("Home")
                editor.still()
                editor.page.screenshot(path=asked.seen / f"{name}.png")
            server.stop()
            pose = read_document(server.project.read_bytes(), name).actor("human").pose
            made[name] = Made(pose, me.done, me.operations)
    if not asked.names:
        write_page(made)


if __name__ == "__main__":
    main()
