"""Several figures and props on one timeline: rows for each, a ball that is taken, handed over and let go."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage
from tests.browser.handover import handover
from tests.browser.timeline_page import TimelinePage

DRAWS = False
PLACE = """(() => {
  const pose = editor.state.live.value.poses.get(a[0]);
  const joint = Math.max(editor.state.figures.value.get(a[0]).jointIndex(a[1]), 0);
  return [...pose.transforms.slice(12 * joint, 12 * joint + 12)];
})()"""


def frame_of(editor: EditorPage, figure: str, part: str = "") -> np.ndarray:
    """The transform (3, 4) of a part as the page shows it."""
    return np.array(editor.get(PLACE, [figure, part])).reshape(3, 4)


def in_hand(editor: EditorPage, figure: str) -> np.ndarray:
    """Where the ball is in the frame of a hand."""
    hand, ball = frame_of(editor, figure, "r_hand"), frame_of(editor, "ball")
    return np.asarray(hand[:, :3].T @ (ball[:, 3] - hand[:, 3]))


@pytest.fixture
def people(editor: EditorPage) -> TimelinePage:
    """Two humans that reach, and a ball where the first one's hand comes to."""
    editor.edit(kind="add_figure", name="human")
    for name in ("human", "human 2"):
        editor.edit(kind="insert_clip", shelf="moves", name="reach", frame=0, figure=name)
    line = TimelinePage(editor)
    line.go(40)
    line.whole()
    x, y, z = (frame_of(editor, "human", "r_hand")[:, 3] + [0.0, -0.03, 0.08]).tolist()
    editor.edit(kind="add_figure", name="ball", at=[x, y, z])
    editor.get("window.editor.timeline.fitAll()")
    return line


def choose(editor: EditorPage, figure: str, part: str) -> None:
    editor.get("editor.state.select({ figure: a[0], part: a[1] })", [figure, part])


def take_ball(people: TimelinePage) -> None:
    """The right hand of the first human takes the ball."""
    editor = people.editor
    choose(editor, "human", "r_hand")
    people.page.locator("body").press("Shift+G")
    editor.wait("[...editor.state.timeline.clips.value.keys()].includes('ball')")
    people.whole()


def test_a_ball_is_taken_carried_handed_over_and_let_go(people: TimelinePage) -> None:
    editor, page = people.editor, people.page
    take_ball(people)
    assert editor.history()[-1] == "Take 'ball' with right hand"
    rows = [row.get("figure") for row in editor.get("window.editor.timeline.line.rows()") if row["kind"] == "keys"]
    assert rows == ["human", "human 2", "ball"]  # a group of rows for each
    first = in_hand(editor, "human")
    for frame in (47, 55, 63, 70):
        people.go(frame)
        people.whole()
        assert in_hand(editor, "human") == pytest.approx(first, abs=1e-5)
    choose(editor, "human 2", "r_hand")
    page.locator("body").press("Shift+G")  # it is nearest to this hand, too: there is only one
    editor.wait("editor.state.history.value.undo === a", "Take 'ball' with right hand")
    people.whole()
    there = in_hand(editor, "human 2")
    people.go(78)
    people.whole()
    assert in_hand(editor, "human 2") == pytest.approx(there, abs=1e-5)
    people.go(60)
    people.whole()
    assert in_hand(editor, "human") == pytest.approx(first, abs=1e-5)
    people.go(75)
    people.whole()
    page.locator("[data-menu=Time]").click()
    page.locator(".menu-label").get_by_text("Props", exact=True).click()
    page.get_by_text("Let go of ball here").click()
    editor.wait("editor.state.history.value.undo === a", "Let go of 'ball'")
    people.whole()
    place = frame_of(editor, "ball")
    people.go(84)
    people.whole()
    assert frame_of(editor, "ball") == pytest.approx(place, abs=1e-6)


def test_the_rows_of_what_is_taken_come_into_sight(people: TimelinePage) -> None:
    """Those of two people fill the timeline; a newcomer would look for the ball's in vain."""
    editor, page = people.editor, people.page

    def seen(kind: str, figure: str) -> bool:
        rows = editor.get("window.editor.timeline.line.rows()")
        own = [row for row in rows if row["kind"] == kind and figure in (row.get("figure"), row.get("label"))]
        return all(row["top"] >= 32 and row["top"] + row["height"] <= people.box()["height"] for row in own) and bool(
            own
        )

    page.mouse.move(300, 200)
    take_ball(people)
    assert seen("keys", "ball")
    assert seen("strip", "human: right hand")
    choose(editor, "human 2", "pelvis")
    page.wait_for_timeout(50)
    assert seen("keys", "human 2")
    choose(editor, "human", "pelvis")
    page.wait_for_timeout(50)
    assert seen("keys", "human")


def test_each_hand_that_has_a_ball_has_its_row_which_says_whose_it_is(people: TimelinePage) -> None:
    """Two right hands: without the figures' names nobody could tell them apart."""
    editor = people.editor

    def rows() -> list[str]:
        found = editor.get("window.editor.timeline.line.rows()")
        return [row["label"] for row in found if row["kind"] == "strip" and row["locks"][0]["figure"] == "ball"]

    take_ball(people)
    editor.edit(kind="take_prop", prop="ball", figure="human 2", part="r_hand", frame=60)
    assert rows() == ["human: right hand", "human 2: right hand"]
    editor.edit(kind="rename_figure", figure="human 2", name="Bob")
    assert rows() == ["human: right hand", "Bob: right hand"]
    editor.edit(kind="remove_figure", figure="Bob")
    assert rows() == ["in right hand"]


def test_a_ball_is_whole_in_the_picture_of_its_key(people: TimelinePage) -> None:
    editor, page = people.editor, people.page
    take_ball(people)
    editor.get("stage.paused = false")  # pictures are drawn
    page.wait_for_function("() => window.editor.timeline.pictures.get('ball', 40)", timeout=30_000)
    width, height, opaque = page.evaluate(
        """() => {
            const canvas = window.editor.timeline.pictures.get("ball", 40);
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return [canvas.width, canvas.height, [...data].filter((_, k) => k % 4 === 3).map((a) => a > 40)];
        }"""
    )
    editor.get("stage.paused = true")
    drawn = np.array(opaque).reshape(height, width)
    assert drawn.sum() > 0.15 * drawn.size
    assert not drawn[[0, -1]].any()
    assert not drawn[:, [0, -1]].any()


def test_the_handover_of_the_tutorial_is_clean(editor: EditorPage) -> None:
    handover(editor, given=True)
    TimelinePage(editor).whole()
    expect(editor.page.locator(".timeline-summary")).to_have_text("8 locks held, worst 0.00 mm · 22 keys")


def test_a_throw_lands_where_it_should_and_undo_takes_it_back(people: TimelinePage) -> None:
    editor, page = people.editor, people.page
    choose(editor, "human", "r_hand")
    page.locator("body").press("Shift+G")
    editor.wait("[...editor.state.timeline.clips.value.keys()].includes('ball')")
    steps = len(editor.history())
    people.go(60)
    page.locator("[data-menu=Time]").click()
    page.locator(".menu-label").get_by_text("Props", exact=True).click()
    page.get_by_text("Throw ball from here").click()
    shown = page.get_by_label("lands at x [m]", exact=True).input_value()
    assert len(shown) <= 6  # whole centimetres, which the field has room for
    for label, value in (("lands at x [m]", "0.5"), ("y [m]", "0.1"), ("z [m]", "2.5"), ("after frames", "18")):
        page.get_by_label(label, exact=True).fill(value)
    page.locator("dialog.prompt").get_by_role("button", name="Throw").click()
    editor.wait("editor.state.history.value.undo === a", "Throw 'ball'")
    people.go(78)
    people.whole()
    assert frame_of(editor, "ball")[:, 3] == pytest.approx([0.5, 0.1, 2.5], abs=1e-5)
    assert "pop" not in page.locator(".timeline-summary").inner_text()  # a hand may be quicker than a flight
    people.go(69)
    people.whole()
    assert frame_of(editor, "ball")[1, 3] > 0.6  # half-way it is in the air
    assert len(editor.history()) == steps + 1
    page.locator("body").press("Control+z")
    editor.wait("editor.state.history.value.undo !== a", "Throw 'ball'")
    expect(page.locator("dialog.prompt")).to_have_count(0)
