"""The timeline as a test sees it: where frames, keys and rows are, and what is there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tests.browser.editor_page import EditorPage

WAVE = ((0, 0.1), (20, 1.4), (40, 0.3), (60, 1.2))
"""Frames and the angle of the right elbow there."""
LABELS = 132


class TimelinePage:
    """The timeline of a window."""

    def __init__(self, editor: EditorPage) -> None:
        self.editor, self.page = editor, editor.page

    def make(self, keys: Iterable[tuple[float, float]] = WAVE, name: str = "r_elbow") -> TimelinePage:
        """Key some frames, as the page's own controls do, and show them all."""
        first = True
        for frame, angle in keys:
            self.go(frame)
            if first:
                self.editor.edit(kind="set_parameters", values={name: angle})
                self.page.locator("body").press("i")
                self.editor.wait("state.keys.length === 1")
            else:
                self.editor.edit(kind="set_parameters", values={name: angle})
            first = False
        self.go(0)
        self.editor.get("window.editor.timeline.fitAll()")
        self.whole()
        return self

    def whole(self) -> None:
        """Wait until all frames of the document have come and are shown."""
        self.editor.settle()
        self.editor.wait("state.framesAreWhole && !state.behind")

    def go(self, frame: float) -> None:
        """Put the playhead somewhere, without the mouse."""
        self.editor.get("editor.state.timeline.go(a)", frame)

    # -- places --------------------------------------------------------------------------------

    def box(self) -> dict[str, float]:
        box = self.page.locator(".timeline-canvas").bounding_box()
        assert box is not None
        return dict(box)

    def x(self, frame: float) -> float:
        """The pixel of the window where a frame is."""
        return float(self.box()["x"] + LABELS + self.editor.get("window.editor.timeline.line.scale.x(a)", frame))

    def y(self, kind: str, place: int = 0) -> float:
        """The middle of a row."""
        rows = [row for row in self.editor.get("window.editor.timeline.line.rows()") if row["kind"] == kind]
        return float(self.box()["y"] + rows[place]["top"] + rows[place]["height"] / 2)

    def at(self, frame: float, kind: str = "keys", place: int = 0) -> tuple[float, float]:
        return self.x(frame), self.y(kind, place)

    # -- gestures ------------------------------------------------------------------------------

    def drag(
        self, start: tuple[float, float], end: tuple[float, float], *, keys: tuple[str, ...] = (), release: bool = True
    ) -> None:
        """A drag with real moves; ``keys`` are held from the first move on."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for key in keys:
            self.page.keyboard.down(key)
        for k in range(1, 9):
            mouse.move(start[0] + (end[0] - start[0]) * k / 8, start[1] + (end[1] - start[1]) * k / 8)
        if release:
            mouse.up()
            for key in keys:
                self.page.keyboard.up(key)
            self.whole()

    # -- what is there -------------------------------------------------------------------------

    @property
    def keys(self) -> list[float]:
        return list(self.editor.get("state.keys"))

    @property
    def chosen(self) -> list[float]:
        return list(self.editor.get("state.chosenKeys"))

    @property
    def playhead(self) -> float:
        return float(self.editor.get("state.playhead"))

    def elbow(self) -> float:
        """The angle of the right elbow as the page shows it [rad]."""
        return float(self.editor.get("state.value(state.parameterIndex('r_elbow'))"))

    def server_keys(self) -> list[Any]:
        """The keys as the server has them."""
        parts = self.editor.server_document()["document"]
        return list(parts["clips"]["human"]["frames"])

    def label(self) -> str:
        """What is written at the cursor of a gesture."""
        return str(self.editor.get("window.editor.timeline.line.doing.value?.label ?? ''"))

    def picture(self) -> np.ndarray:
        """The pixels of the canvas (height, width, 4)."""
        width, height, data = self.page.evaluate(
            """() => {
                const canvas = document.querySelector(".timeline-canvas");
                const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                return [width, height, [...data]];
            }"""
        )
        return np.array(data, np.uint8).reshape(height, width, 4)
