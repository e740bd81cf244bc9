"""Fingers on the page."""

from __future__ import annotations

from playwright.sync_api import CDPSession

Place = tuple[float, float]


class Fingers:
    """Fingers on the page, moved together."""

    def __init__(self, session: CDPSession) -> None:
        self.session, self.count = session, 0

    def down(self, *places: Place) -> None:
        for k in range(len(places)):  # one after the other, as they come
            self._send("touchStart", places[: k + 1])

    def move(self, *places: Place) -> None:
        self._send("touchMove", places)

    def up(self) -> None:
        if self.count:
            self._send("touchEnd", ())

    def slide(self, start: list[Place], by: list[Place], steps: int = 6) -> None:
        """Put fingers down and move each; they stay there."""
        self.down(*start)
        for k in range(1, steps + 1):
            moved = [(x + dx * k / steps, y + dy * k / steps) for (x, y), (dx, dy) in zip(start, by, strict=True)]
            self.move(*moved)

    def _send(self, kind: str, places: tuple[Place, ...]) -> None:
        self.count = len(places)
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start: Place, end: Place) -> None:
        """One finger from a place to another, and up."""
        self.slide([start], [(end[0] - start[0], end[1] - start[1])])
        self.up()

    def tap(self, place: Place) -> None:
        self.down(place)
        self.up()
