"""A walk of two steps, made with the mouse alone."""

from __future__ import annotations

from tests.browser.editor_page import EditorPage
from tests.browser.timeline_page import TimelinePage

STEP = 0.36
"""How far the feet go [m]."""


def arrow(editor: EditorPage, axis: int, view: str) -> tuple[float, float]:
    """A pixel of the window on an arrow."""
    script = """(() => {
        const { arrows } = stage.gizmo, rect = stage.rects[a[1]], box = panes.cells[a[1]].getBoundingClientRect();
        const tip = arrows.tip(stage.cameras[a[1]], rect, a[0]);
        return [box.left + tip.x, box.top + tip.y];
    })()"""
    x, y = editor.get(script, [axis, view])
    return x, y


class Mouse:
    """What a hand with a mouse does: it clicks, drags and opens menus."""

    def __init__(self, editor: EditorPage) -> None:
        self.editor, self.page, self.line = editor, editor.page, TimelinePage(editor)

    def key(self) -> None:
        """Press the button that keys the pose."""
        before = len(self.line.keys)
        self.page.locator(".transport [data-action=key]").click()
        self.editor.wait(f"state.keys.length > {before}")
        self.line.whole()

    def scrub(self, frame: float) -> None:
        self.line.drag(self.line.at(self.line.playhead, "ruler"), self.line.at(frame, "ruler"))
        assert self.line.playhead == frame

    def metre(self, view: str = "side") -> tuple[float, float]:
        """The pixels of a metre: ahead and upward in the side view."""
        found = self.editor.get(
            """(() => {
                const camera = stage.cameras[a], rect = stage.rects[a];
                const [from, to] = [[0, 0, 0], [0, 1, 1]].map((place) => camera.project(rect, place));
                return [to.x - from.x, to.y - from.y];
            })()""",
            view,
        )
        return found[0], found[1]

    def pull(self, part: str, ahead: float = 0.0, up: float = 0.0) -> None:
        """Pull a part in the side view [m]."""
        metre = self.metre()
        self.editor.drag(self.editor.point(part, "side"), (ahead * metre[0], up * metre[1]))
        self.line.whole()

    def pull_over(self, part: str, place: float) -> None:
        """Pull a part until it is at a place along the way [m]; what gives way on it is made up for."""
        for _ in range(2):
            self.pull(part, place - float(self.editor.place(part)[2]))

    def move_lock(self, frame: float, row: int, ahead: float) -> None:
        """Click a lock's strip, which goes there, and drag the arrow of its mark."""
        self.page.mouse.click(self.line.x(frame), self.line.y("strip", row))
        self.line.whole()
        assert self.line.playhead == frame
        self.page.locator(".tool-bar [data-action=move]").click()
        self.editor.wait("stage.gizmo.arrows.visible")
        self.editor.drag(arrow(self.editor, 2, "side"), (ahead * self.metre()[0], 0.0))
        self.page.locator("[data-tool=pull]").click()
        self.page.mouse.click(60, 300)  # nothing is selected then: its mark would hide the foot
        self.line.whole()

    def hold(self, part: str, first: float, last: float) -> None:
        """Lock a part over some frames: a box around the keys, then the part's menu."""
        y = self.line.y("keys")
        beside = self.line.x(first) - 40  # not on the key's picture, which would move the key
        self.line.drag((beside, y - 30), (self.line.x(last + 1.5), y + 20))
        self.editor.wait("state.chosenKeys.length > 0")
        assert self.line.chosen[0] == first
        assert self.line.chosen[-1] == last
        self.page.mouse.click(*self.editor.point(part), button="right")
        self.page.locator(".menu-label").get_by_text("Position and orientation", exact=True).click()
        self.line.whole()
        self.page.mouse.click(self.line.x(10), self.line.y("keys"))  # no key is chosen then
        self.page.mouse.click(60, 300)  # nor a lock, whose mark would hide the foot
        self.editor.wait("state.selectedLock === null")

    def end_strip(self, row: int, last: float, at: float) -> None:
        """Drag the end of a lock's strip from one frame to another."""
        y = self.line.y("strip", row)
        self.line.drag((self.line.x(last + 0.5), y), (self.line.x(at + 0.5), y))


def stand(editor: EditorPage) -> Mouse:
    """Four keys of a figure that stands, and locks that say when each foot is on the ground."""
    hand = Mouse(editor)
    page = editor.page
    for notice in page.locator(".notice button").all():
        notice.click()
    page.locator(".tool-bar [data-action=balance]").click()
    page.locator("[data-menu=Time]").click()
    page.locator(".menu-label").get_by_text("Timeline", exact=True).click()
    hand.key()
    for frame in (60, 24, 52):
        hand.scrub(frame)
        hand.key()
    hand.hold("r_foot", 24, 60)
    hand.end_strip(0, 60, 8)  # the right foot stands until 8, and from 24 on
    hand.hold("l_foot", 52, 60)
    hand.end_strip(1, 60, 34)  # the left one until 34, and from 52 on
    page.locator(".view-title", has_text="Side").first.click()  # large, so that feet can be grabbed
    editor.wait("state.view.large === 'side' && stage.rects.side.width > 500")
    return hand


def first_step(hand: Mouse) -> None:
    """The right foot ahead, the body after it."""
    hand.move_lock(24, 0, STEP)
    hand.pull_over("pelvis", STEP / 2)
    hand.scrub(16)
    hand.pull("r_foot", up=0.06)


def second_step(hand: Mouse) -> None:
    """The left foot beside the right one, the body above them."""
    hand.move_lock(52, 1, STEP)
    hand.pull_over("pelvis", 0.9 * STEP)
    hand.scrub(60)
    hand.pull_over("pelvis", STEP)
    hand.scrub(43)
    hand.pull("l_foot", up=0.06)
