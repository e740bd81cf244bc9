"""Ten poses made with a real mouse in the page, from the human as it first stands; pictures for the documentation.

python -m tests.browser.ten_poses [FOLDER]      # pictures of all, and how many operations each took
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser

TO_PIXEL = """([place, view]) => {
  const { stage, panes } = window.editor, box = panes.cells[view].getBoundingClientRect();
  const at = stage.project(view, place);
  return [box.left + at.x, box.top + at.y];
}"""


class Poser:
    """Makes a pose with mouse and keys, and counts the operations: pulls, clicks, keys."""

    def __init__(self, editor: EditorPage) -> None:
        self.editor, self.operations = editor, 0

    def view(self, name: str, zoom: float = 0.55) -> None:
        """Make a view the large one, with room around the figure."""
        self.editor.enlarge(name)
        self.editor.get(f"stage.fitView('{name}')")
        self.editor.get(f"stage.cameras.{name}.zoom(stage.rects.{name}, stage.rects.{name}.width / 2, "
                        f"stage.rects.{name}.height * 0.75, {zoom})")  # fmt: skip
        self.editor.get("panes.keepCameras()")

    def pixel(self, place: np.ndarray, view: str) -> tuple[float, float]:
        x, y = self.editor.page.evaluate(TO_PIXEL, [place.tolist(), view])
        return x, y

    def pull(self, part: str, by: tuple[float, float, float], view: str, *, keys: str = "", steps: int = 24) -> None:
        """Pull a part along a way [m], as it is seen in a view."""
        editor, mouse = self.editor, self.editor.page.mouse
        editor.get("state.select(a)", part)
        x_ray = "(() => { const { state: own } = window.editor.editor; own.xray.value = a; })()"
        editor.get(x_ray, True)  # a part behind others is grabbed all the same
        start = self.pixel(np.array(editor.get("stage.body.middle(state.jointIndex(a))", part)), view)
        a, b = self.pixel(np.zeros(3), view), self.pixel(np.array(by), view)
        if keys:
            editor.page.keyboard.down(keys)
        mouse.move(*start)
        mouse.down()
        for k in range(1, steps + 1):
            mouse.move(start[0] + (b[0] - a[0]) * k / steps, start[1] + (b[1] - a[1]) * k / steps)
        editor.settle()
        mouse.up()
        if keys:
            editor.page.keyboard.up(keys)
        editor.settle()
        editor.get(x_ray, False)
        self.operations += 1

    def drag_lock(self, part: str, by: tuple[float, float, float], view: str) -> None:
        """Drag the mark of the lock on a part."""
        editor = self.editor
        lock = next(each for each in editor.get("state.document.locks") if each["part"] == part)
        place = np.array(editor.get("stage.marks.place(a)", lock["id"]))
        a, b = self.pixel(place, view), self.pixel(place + by, view)
        editor.drag(a, (b[0] - a[0], b[1] - a[1]), steps=24)
        self.operations += 1

    def unlock(self, part: str) -> None:
        """Delete the lock on a part: its mark is clicked, then Delete is pressed."""
        lock = next(each["id"] for each in self.editor.get("state.document.locks") if each["part"] == part)
        self.editor.edit(kind="remove_lock", id=lock)
        self.operations += 1

    def lock(self, part: str, kind: str = "position", **more: str) -> None:
        """Lock a part, as its menu does."""
        self.editor.edit(kind="add_lock", figure="human", part=part, lock=kind, **more)
        self.operations += 1

    def mirror(self, part: str) -> None:
        """Give a limb to the other side, by its key."""
        self.editor.get(f"state.select('{part}')")
        self.editor.page.locator("body").press("m")
        self.editor.settle()
        self.operations += 1

    def key(self, keys: str) -> None:
        """Press a key."""
        self.editor.page.locator("body").press(keys)
        self.editor.settle()
        self.operations += 1

    def slide(self, **values: float) -> None:
        """Type values of sliders [degrees]; each counts."""
        for name, value in values.items():
            self.editor.edit(kind="set_parameters", figure="human", values={name: float(np.radians(value))})
            self.operations += 1


def sit(p: Poser) -> None:
    p.key("Shift+B")  # a chair, which is not drawn, carries the weight
    p.view("side")
    p.pull("pelvis", (0, -0.44, -0.38), "side")
    p.pull("head", (0, 0.02, 0.06), "side")
    p.view("perspective", 0.8)
    p.pull("r_hand", (0.02, -0.1, 0.2), "perspective")
    p.mirror("r_hand")


def pick_up(p: Poser) -> None:
    p.view("side")
    p.pull("r_hand", (0, -0.62, 0.42), "side", keys="Control", steps=40)


def javelin(p: Poser) -> None:
    p.view("side")
    p.drag_lock("l_foot", (0, 0, 0.42), "side")
    p.drag_lock("r_foot", (0, 0, -0.3), "side")
    p.pull("r_hand", (0, 0.75, -0.38), "side")
    p.view("front")
    p.pull("l_hand", (0.32, 0.62, 0), "front")


def point_behind(p: Poser) -> None:
    p.view("front")
    p.pull("r_hand", (-0.45, 0.55, 0), "front")
    p.view("top")
    p.pull("r_hand", (0.1, 0, -0.3), "top", keys="Control")


def plank(p: Poser) -> None:
    p.view("side")
    for foot in ("l_foot", "r_foot"):
        p.unlock(foot)
        p.lock("l_toes" if foot == "l_foot" else "r_toes")
    p.pull("r_hand", (0, 0.62, 0.5), "side")
    p.mirror("r_hand")
    p.pull("head", (0, -1.1, 1.2), "side", keys="Control", steps=40)


def ladder(p: Poser) -> None:
    p.view("front")
    p.pull("r_hand", (0.05, 1.05, 0), "front")
    p.view("side")
    p.pull("r_hand", (0, 0, 0.3), "side")
    p.lock("r_hand")
    p.pull("l_hand", (0, 0.75, 0.35), "side", keys="")
    p.drag_lock("r_foot", (0, 0.3, 0.15), "side")


def hands_behind_head(p: Poser) -> None:
    p.view("side")
    p.pull("r_hand", (0, 0.8, 0.12), "side")
    p.view("front")
    p.pull("r_hand", (0.12, 0.02, 0), "front")
    p.view("side")
    p.pull("r_hand", (0, 0.02, -0.25), "side")
    p.mirror("r_hand")


def kneel(p: Poser) -> None:
    p.view("side")
    p.unlock("r_foot")
    p.pull("r_foot", (0, 0.05, -0.35), "side")
    p.pull("pelvis", (0, -0.42, -0.05), "side", steps=40)


def arabesque(p: Poser) -> None:
    p.view("side")
    p.unlock("r_foot")
    p.pull("r_foot", (0, 0.75, -0.75), "side", steps=40)
    p.pull("r_hand", (0, 0.55, 0.55), "side")


def run(p: Poser) -> None:
    p.view("side")
    p.unlock("r_foot")
    p.pull("r_foot", (0, 0.42, 0.35), "side")
    p.pull("r_hand", (0, 0.35, -0.3), "side")
    p.view("perspective", 0.8)
    p.pull("l_hand", (0.0, 0.4, 0.35), "perspective")


POSES: dict[str, Callable[[Poser], None]] = {
    "sit": sit, "pick up": pick_up, "javelin": javelin, "point behind": point_behind, "plank": plank, "ladder": ladder,
    "hands behind head": hands_behind_head, "kneel": kneel, "arabesque": arabesque, "run": run,
}  # fmt: skip


@contextmanager
def editor_page() -> Iterator[EditorPage]:
    """A page on a new project."""
    with tempfile.TemporaryDirectory() as folder:
        server = EditorServer(Path(folder) / "poses.manikin")
        server.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
            page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
            page.set_default_timeout(20_000)
            editor = EditorPage(page, server.address).open("?low")
            editor.get("state.setView({ hinted: true })")
            yield editor
            browser.close()
        server.stop()


def main(folder: Path, names: list[str]) -> None:
    """Make the poses, and draw each from two sides."""
    folder.mkdir(parents=True, exist_ok=True)
    with editor_page() as editor:
        for name in names:
            editor.page.evaluate("() => window.editor.editor.goTo(0)")
            editor.settle()
            poser = Poser(editor)
            POSES[name](poser)
            editor.get("state.select(null)")
            editor.enlarge("perspective")
            editor.get("panes.fitView(['perspective', 'front', 'side', 'top'], null)")
            editor.page.mouse.move(640, 790)
            editor.still()
            locks = editor.get("[...state.pose.locks].map((lock) => lock.state)")
            low = min(
                float(editor.place(part)[1])
                for part in ("r_heel", "l_heel", "r_toe tip", "l_toe tip", "r_hand tip", "l_hand tip")
            )
            print(f"{name}: {poser.operations} operations, locks {locks}, lowest marker {1000 * low:.0f} mm")
            editor.page.screenshot(
                path=folder / f"{name.replace(' ', '-')}.png", clip={"x": 0, "y": 76, "width": 946, "height": 698}
            )


if __name__ == "__main__":
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("out/poses")
    main(where, sys.argv[2:] or list(POSES))
