"""A walk of two steps, made with the mouse alone."""

from __future__ import annotations

from tests.browser.editor_page import EditorPage
from tests.browser.timeline_page import TimelinePage


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

    def pull(self, part: str, by: tuple[float, float], view: str = "side") -> None:
        """Pull a part by metres, ahead and upward in the side view, to its left and upward in the front view."""
        metre = self.editor.get(
            """(() => {
                const camera = stage.cameras[a], rect = stage.rects[a];
                const ahead = a === "side" ? [0, 1, 1] : [1, 1, 0];
                const [from, to] = [[0, 0, 0], ahead].map((place) => camera.project(rect, place));
                return [to.x - from.x, to.y - from.y];
            })()""",
            view,
        )
        at = self.editor.point(part, view)
        self.editor.drag(at, (by[0] * metre[0], by[1] * metre[1]))
        self.line.whole()

    def move_figure(self, ahead: float) -> None:
        """The whole figure, by the tool that moves it."""
        self.page.locator(".tool-bar [data-action=root]").click()
        self.pull("pelvis", (ahead, 0.0))
        self.page.locator("[data-tool=pull]").click()

    def hold(self, part: str, first: float, last: float) -> None:
        """Lock a part over some frames: a box around the keys, then the part's menu."""
        self.editor.wait(f"state.keys.includes({first})")  # the pull before has made it
        y = self.line.y("keys")
        beside = self.line.x(first) - 40  # not on the key's picture, which would move the key
        self.line.drag((beside, y - 30), (self.line.x(last + 1.5), y + 20))
        self.editor.wait("state.chosenKeys.length > 0")
        assert self.line.chosen[0] == first
        assert self.line.chosen[-1] == last
        self.page.mouse.click(*self.editor.point(part, "side"), button="right")
        self.page.locator(".menu-label").get_by_text("Position and orientation", exact=True).click()
        self.line.whole()
        self.page.mouse.click(self.line.x(self.line.playhead) + 90, self.line.y("keys"))  # no key is chosen then
        self.page.mouse.click(60, 300)  # nor a lock, whose mark would hide the foot
        self.editor.wait("state.selectedLock === null")

    def end_strip(self, row: int, last: float, at: float) -> None:
        """Drag the end of a lock's strip from one frame to another."""
        y = self.line.y("strip", row)
        self.line.drag((self.line.x(last + 0.5), y), (self.line.x(at + 0.5), y))


def stand(editor: EditorPage) -> Mouse:
    """Two keys, two seconds apart; the feet are held until they are to leave the ground."""
    hand = Mouse(editor)
    page = editor.page
    page.locator("[data-menu=Time]").click()
    page.locator(".menu-label").get_by_text("Timeline", exact=True).click()
    page.locator(".view-title", has_text="Side").first.click()  # large, so that feet can be grabbed
    editor.wait("state.view.large === 'side' && stage.rects.side.width > 500")
    hand.key()
    hand.scrub(60)
    hand.key()
    hand.end_strip(0, 60, 8)  # the right foot stands until 8
    hand.end_strip(1, 60, 34)  # the left one until 34
    return hand


def first_step(hand: Mouse) -> None:
    """The right foot forward, the body after it."""
    hand.scrub(24)
    hand.move_figure(0.16)
    hand.pull("r_foot", (0.34, 0.0))
    hand.hold("r_foot", 24, 60)
    hand.scrub(16)
    hand.pull("r_foot", (0.0, 0.07))


def second_step(hand: Mouse) -> None:
    """The body over the right foot, the left one after it."""
    hand.scrub(60)
    hand.move_figure(0.33)
    hand.pull("l_foot", (0.34, 0.0))
    hand.scrub(47)
    hand.pull("l_foot", (0.0, 0.07))
