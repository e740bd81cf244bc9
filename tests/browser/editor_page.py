"""The editor's page as a test sees it: real mouse and keys, and the page's own state in figures."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from playwright.sync_api import Page

from manikin.figure.pose import Pose

READY = "() => window.editor?.state.pose && window.editor.stage.frames > 0 && window.editor.state.connection === 'open'"

# A pixel of a view where a part is in front of all others, the nearest such to the middle of the part.
POINT = """([part, view]) => {
  const { state, stage, panes } = window.editor;
  const joint = state.jointIndex(part), rect = stage.rects[view];
  const box = panes.cells[view].getBoundingClientRect();
  const middle = stage.project(view, stage.body.middle(joint));
  for (let radius = 0; radius < 60; radius += 1.5) {
    for (let k = 0; k < (radius ? 12 : 1); k++) {
      const [x, y] = [middle.x + radius * Math.cos(k * Math.PI / 6), middle.y + radius * Math.sin(k * Math.PI / 6)];
      if (x < 0 || y < 0 || x >= rect.width || y >= rect.height) continue;
      if (stage.marks.pick(stage.cameras[view], rect, x, y) !== null) continue;
      const inside = [[0, 0], [1.5, 0], [-1.5, 0], [0, 1.5], [0, -1.5]].every(
        ([dx, dy]) => {
          const hit = stage.pick(view, x + dx, y + dy);
          return hit?.figure === state.active && hit.joint === joint;
        });
      if (inside) return [box.left + x, box.top + y];
    }
  }
  return null;
}"""


# Waits in the page, which takes a few hundredths of a second less than asking it again and again.  The server says when
# a figure moves no more; one that creeps on is still when it has been so for a while.
SETTLE = """async () => {
  const { state, editor } = window.editor, { link } = editor, end = performance.now() + 10000;
  for (let before = null, since = 0; performance.now() < end; ) {
    const { pose } = state, told = state.revision >= (link.lastRevision ?? 0) && pose?.revision >= state.revision;
    const quiet = told && link.unacknowledged === 0 && !link.flying && !link.latest && !state.behind;
    if (quiet && !pose.moving && !pose.chasing && pose.dragging === state.dragging) return true;
    const now = quiet ? pose.parameters.slice() : null, time = performance.now();
    if (!now || !before || now.some((value, k) => Math.abs(value - before[k]) > 1e-4)) [before, since] = [now, time];
    else if (time - since > (state.dragging ? 160 : 40)) return true; // a busy server may leave out some refreshes
    await new Promise((done) => setTimeout(done, 8));
  }
  return false;
}"""


STILL = """async () => {
  const { stage } = window.editor;
  for (let frames = stage.frames, calm = 0, k = 0; k < 600; k++) {
    await new Promise((done) => requestAnimationFrame(done));
    calm = frames === stage.frames ? calm + 1 : 0;
    frames = stage.frames;
    if (calm === 40) return true;
  }
  return false;
}"""


EFFECTOR = """(() => {
  const joint = state.jointIndex(a);
  return stage.body.carry(joint, state.figure.joints[joint].effector);
})()"""


class EditorPage:
    """One window of the editor."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.origin = address.split("/login")[0]
        self._view: dict[str, Any] = {}
        page.on("websocket", lambda link: link.on("framesent", self._sent))

    def _sent(self, message: str | bytes) -> None:
        if isinstance(message, str) and (told := json.loads(message))["op"] == "view":
            self._view = told["view"]

    def stored_view(self) -> dict[str, Any]:
        """The view as the page told it to the server last."""
        self.get("0")  # what was sent is told only while the page is spoken to
        return self._view

    def open(self, query: str = "?low") -> EditorPage:
        """Log in and wait until the figure can be pulled."""
        assert self.page.context.request.get(self.address, max_redirects=0).status == 303  # the cookie, not the page
        self.page.goto(f"{self.origin}/{query}")
        self.ready()
        return self

    def ready(self) -> None:
        """Wait until the figure can be pulled."""
        self.page.wait_for_function(READY)

    def get(self, script: str, argument: Any = None) -> Any:
        """The value of an expression over ``state``, ``stage``, ``link``, ``panes``; ``a`` is the argument."""
        shown = "const { state, stage, panes, editor } = window.editor; const { link } = editor;"
        return self.page.evaluate(f"(a) => {{ {shown} return {script}; }}", argument)

    def wait(self, script: str, argument: Any = None, timeout: float = 8) -> Any:
        """Wait until an expression is true; its value."""
        return wait_for(lambda: self.get(script, argument), f"{script} with {argument}", timeout)

    def still(self) -> bool:
        """Whether the page comes to draw nothing: forty times in a row it could have drawn, and did not."""
        return bool(self.page.evaluate(STILL))

    def settle(self) -> None:
        """Wait until the server has answered everything and the pose is still, within 0.1 mm and 0.1 mrad."""
        assert self.page.evaluate(SETTLE), "the figure does not come to rest"

    def activate(self, figure: str) -> None:
        """Make a figure the one that the names of parts are about."""
        self.get("state.activate(a)", figure)

    # -- parts ---------------------------------------------------------------------------------

    def point(self, part: str, view: str = "perspective") -> tuple[float, float]:
        """A pixel of the window where a part can be pressed."""
        self.page.wait_for_function("() => !window.editor.stage.due")
        found = self.page.evaluate(POINT, [part, view])
        assert found is not None, f"{part} cannot be seen in the {view} view"
        return (found[0], found[1])

    def place(self, part: str) -> np.ndarray:
        """Where a joint is, in the page's own state (3,) [m]."""
        return np.array(self.get("stage.body.place(state.jointIndex(a))", part))

    def effector(self, part: str) -> np.ndarray:
        """Where a part's effector is, in the page's own state (3,) [m]."""
        return np.array(self.get(EFFECTOR, part))

    def pressed(self, part: str, view: str, at: tuple[float, float]) -> np.ndarray:
        """The point of a part, in its frame (3,) [m], that is under a pixel of the window."""
        script = """(() => {
            const box = panes.cells[a[1]].getBoundingClientRect();
            const hit = stage.pick(a[1], a[2] - box.left, a[3] - box.top);
            return hit?.joint === state.jointIndex(a[0]) ? stage.body.local(hit.joint, hit.point) : null;
        })()"""
        found = self.get(script, [part, view, *at])
        assert found is not None, f"{part} is not under {at}"
        return np.array(found)

    def carried(self, part: str, local: np.ndarray) -> np.ndarray:
        """Where a point of a part's frame is, in the page's own state (3,) [m]."""
        return np.array(self.get("stage.body.carry(state.jointIndex(a[0]), a[1])", [part, local.tolist()]))

    def ray(self, view: str, x: float, y: float) -> tuple[np.ndarray, np.ndarray]:
        """Origin and direction of the ray through a pixel of the window."""
        script = """(() => {
            const box = panes.cells[a[0]].getBoundingClientRect();
            return stage.ray(a[0], a[1] - box.left, a[2] - box.top);
        })()"""
        ray = self.get(script, [view, x, y])
        return np.array(ray["origin"]), np.array(ray["direction"])

    def drag(
        self, start: tuple[float, float], by: tuple[float, float], *, steps: int = 5, release: bool = True
    ) -> tuple[float, float]:
        """Press, move and let go; where the cursor ends."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for k in range(1, steps + 1):
            mouse.move(start[0] + by[0] * k / steps, start[1] + by[1] * k / steps)
        self.settle()
        if release:
            mouse.up()
            self.settle()
        return start[0] + by[0], start[1] + by[1]

    def enlarge(self, view: str) -> None:
        """Make a view the large one, by its key."""
        keys = {"perspective": "1", "front": "2", "side": "3", "top": "4"}
        self.page.locator("body").press(keys[view])
        self.wait("state.view.large === a && stage.rects[a].width > 500", view)

    # -- the document --------------------------------------------------------------------------

    def edit(self, **command: Any) -> None:
        """Do a command as the page's own controls do, and wait for it."""
        assert self.page.evaluate("(c) => window.editor.editor.edit(c)", command), f"{command} was refused"
        self.settle()

    def server_document(self) -> dict[str, Any]:
        """What the server has."""
        answer = self.page.request.get(f"{self.origin}/api/project")
        assert answer.ok
        found = answer.json()
        assert isinstance(found, dict)
        return found

    def history(self) -> list[str]:
        """What has been done and not undone."""
        history = self.get("state.history")
        return list(history["entries"][: history["place"]])

    def panel(self, name: str) -> None:
        """Open a panel by its tab."""
        self.page.get_by_role("tab", name=name).click()


def server_pose(figure: Any, data: dict[str, Any], name: str = "human") -> Pose:
    """The pose that the server's state of a figure stands for, by the library itself."""
    return Pose(figure, data["document"]["actors"][name]["q"])


def parameters(editor: EditorPage) -> np.ndarray:
    """The parameters of the active figure as the page has them [rad, m]."""
    return np.array(editor.get("[...state.pose.parameters]"))


def drop(
    editor: EditorPage,
    name: str,
    content: bytes,
    *,
    at: tuple[float, float] = (0.0, 0.0),
    beside: dict[str, bytes] | None = None,
) -> None:
    """Drop a file on the page, as a file manager does, with those that belong to it."""
    files = {name: content, **(beside or {})}
    editor.page.evaluate(
        """([files, [clientX, clientY]]) => {
            const data = new DataTransfer();
            for (const [name, text] of files)
                data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
            const options = { dataTransfer: data, bubbles: true, cancelable: true, clientX, clientY };
            for (const type of ["dragenter", "dragover", "drop"])
                document.body.dispatchEvent(new DragEvent(type, options));
        }""",
        [[[own, base64.b64encode(data).decode()] for own, data in files.items()], list(at)],
    )


def wait_for(check: Callable[[], Any], what: str, timeout: float = 8) -> Any:
    """Wait until a check is true; its value."""
    end = time.monotonic() + timeout
    while True:
        value = check()
        if value:
            return value
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.01)


def distance_to_ray(place: np.ndarray, ray: tuple[np.ndarray, np.ndarray]) -> float:
    """How far a place is from a ray [m]."""
    origin, direction = ray
    away = place - origin
    return float(np.linalg.norm(away - (away @ direction) * direction))
