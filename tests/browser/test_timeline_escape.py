"""Every drag on the timeline is given up by Escape, and is one step to undo where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.timeline_page import LABELS, TimelinePage

DRAWS = False
Place = tuple[float, float]
FRAMES = "editor.state.timeline.frames.get('human').rows.reduce((sum, each, k) => sum + each * (1 + (k % 97)), 0)"
"""A number that differs where frames do."""
SPAN = {"start": 10, "end": 30, "ease_in": 6, "ease_out": 6}


def between(line: TimelinePage, first: float, last: float, share: float) -> float:
    return line.x(first) + share * (line.x(last) - line.x(first))


def grip(line: TimelinePage) -> Place:
    """The grip behind the last of the chosen keys."""
    line.editor.get("editor.state.timeline.choose(new Map([['human', new Set([20, 40])]]))")
    return line.x(40) + 24 + 2 + 4.5, line.y("keys")


def curve_key(line: TimelinePage) -> Place:
    line.editor.get("state.select('r_forearm')")
    line.editor.get("window.editor.actions.curves.run()")
    point = line.editor.get(
        """(() => {
            const { line } = window.editor.timeline, row = line.rows().find((each) => each.kind === "curves");
            return line.curves.points(row).find((each) => each.frame === 20);
        })()"""
    )
    box = line.box()
    return box["x"] + LABELS + point["x"], box["y"] + point["y"]


STARTS: dict[str, Callable[[TimelinePage], Place]] = {
    "keys": lambda line: line.at(20),
    "a range by its grip": grip,
    "slow out": lambda line: (between(line, 20, 40, 0.06), line.y("bar")),
    "a strip": lambda line: line.at(20, "strip"),
    "the end of a strip": lambda line: line.at(30.5, "strip"),
    "the window of a strip": lambda line: line.at(36, "strip"),
    "a key of a curve": curve_key,
}
"""Where drags begin that change the document."""
LOOKING: dict[str, Callable[[TimelinePage], Place]] = {
    "the playhead": lambda line: line.at(12, "ruler"),
    "what is repeated": lambda line: line.at(12, "loop"),
    "a box": lambda line: (line.x(8), line.y("keys") - 30),
}
"""And those that change what the window shows."""


def seen(line: TimelinePage) -> Any:
    """All that a drag could have changed, on the server and in the page."""
    document = line.editor.server_document()["document"]
    page = line.editor.get("[state.playhead, state.chosenKeys, editor.state.timeline.loop.value, state.history.place]")
    return document["clips"], document["locks"], page


@pytest.mark.parametrize("what", [*STARTS, *LOOKING])
def test_escape_gives_up_a_drag_of(line: TimelinePage, what: str) -> None:
    line.editor.edit(kind="change_lock", id=1, changes={"spans": [SPAN]})
    line.whole()
    line.go(5)
    start = {**STARTS, **LOOKING}[what](line)
    before = seen(line)
    frames = line.editor.get(FRAMES)
    end = (start[0] + 45, start[1] + (0 if what in STARTS else 40))
    line.drag(start, end, release=False)
    if what in STARTS:
        line.editor.wait("window.editor.timeline.line.doing.value?.command")
    line.page.keyboard.press("Escape")
    line.page.mouse.up()
    line.editor.wait("window.editor.timeline.line.doing.value === null")
    line.whole()
    assert seen(line) == before
    assert line.editor.get(FRAMES) == frames


@pytest.mark.parametrize("what", STARTS)
def test_one_step_undoes_a_drag_of(line: TimelinePage, what: str) -> None:
    line.editor.edit(kind="change_lock", id=1, changes={"spans": [SPAN]})
    line.whole()
    start = STARTS[what](line)
    clips, locks, (_, _, _, place) = seen(line)
    line.drag(start, (start[0] + 45, start[1]))
    line.editor.wait("state.history.place === a", place + 1)
    assert seen(line)[:2] != (clips, locks)
    line.page.locator("body").press("Control+z")
    line.editor.wait("state.history.place === a", place)
    line.whole()
    assert seen(line)[:2] == (clips, locks)


@pytest.mark.parametrize("what", STARTS)
def test_undo_in_the_midst_of_a_drag_gives_up_the_drag_and_no_more_of(line: TimelinePage, what: str) -> None:
    """The step before stays; so do keys that would be deleted, cut or pasted."""
    line.editor.edit(kind="change_lock", id=1, changes={"spans": [SPAN]})
    line.whole()
    start = STARTS[what](line)
    before = seen(line)
    for key in ("Delete", "Control+x", "Control+z"):
        line.drag(start, (start[0] + 45, start[1]), release=False)
        line.editor.wait("window.editor.timeline.line.doing.value?.command")
        line.page.keyboard.press(key)
        if key != "Control+z":
            assert line.editor.get("window.editor.timeline.line.doing.value?.command")
            line.page.keyboard.press("Control+y")  # which gives it up as well
        line.page.mouse.move(start[0] + 60, start[1])
        line.page.mouse.up()
        line.editor.wait("window.editor.timeline.line.doing.value === null")
        line.whole()
        assert seen(line) == before, key


def test_undo_in_the_midst_of_a_pull_gives_up_the_pull_and_no_more(line: TimelinePage) -> None:
    line.go(30)
    line.whole()
    before = seen(line)
    x, y = line.editor.point("l_hand")
    mouse = line.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 30, y - 30, steps=5)
    line.editor.wait("editor.state.dragging.value")
    line.page.keyboard.press("Control+z")
    line.editor.wait("!editor.state.dragging.value")
    mouse.move(x + 60, y - 60, steps=3)
    mouse.up()
    line.editor.settle()
    line.whole()
    assert seen(line) == before


def tension(line: TimelinePage, by: float) -> None:
    """Begin to drag the first slider of a card."""
    track = line.page.locator(".key-card .slider-track").first.bounding_box()
    assert track is not None
    x, y = track["x"] + track["width"] / 2, track["y"] + track["height"] / 2
    line.page.mouse.move(x, y)
    line.page.mouse.down()
    line.page.mouse.move(x + by, y, steps=5)


@pytest.mark.parametrize("chord", ["Escape", "Control+z"])
def test_a_slider_of_the_card_of_a_key_is_given_up_in_the_midst_and_undone_afterwards(
    line: TimelinePage, chord: str
) -> None:
    card, number = line.page.locator(".key-card"), line.page.locator(".key-card input").first
    line.page.mouse.click(*line.at(20), button="right")
    line.page.locator(".menu-label").get_by_text("Curve, tension, slowness").click()
    before = seen(line)
    tension(line, 20)
    line.page.mouse.up()
    line.editor.wait("state.history.place === a", before[2][3] + 1)
    line.whole()
    kept, shown = seen(line), number.input_value()
    assert float(shown) > 0.1
    tension(line, -30)
    line.page.keyboard.press(chord)
    line.page.mouse.up()
    line.whole()
    assert seen(line) == kept
    assert number.input_value() == shown  # that of the key, not the one with which the card was opened
    line.page.keyboard.press("Control+z")  # the slider has the focus
    line.editor.wait("state.history.place === a", before[2][3])
    line.whole()
    assert seen(line)[:2] == before[:2]
    assert card.is_hidden()


def test_undo_beside_a_breakdown_that_is_only_shown_gives_up_that_and_no_step(line: TimelinePage) -> None:
    before = seen(line)[:2]
    steps = line.editor.history()
    line.go(10)
    line.whole()
    elbow = line.elbow()
    line.page.locator("body").press("b")
    line.page.keyboard.press("ArrowRight")
    line.editor.wait("Math.abs(state.value(state.parameterIndex('r_elbow')) - a) > 0.01", elbow)
    line.page.keyboard.press("Control+z")
    line.page.locator(".key-card").wait_for(state="hidden")
    line.whole()
    assert (seen(line)[:2], line.editor.history()) == (before, steps)
    line.editor.wait("Math.abs(state.value(state.parameterIndex('r_elbow')) - a) < 1e-6", elbow)
