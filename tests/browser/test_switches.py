"""What the body minds besides its locks: balance, comfort and collision, switched in the solver's panel."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from manikin import bodies
from manikin.body.clearance import avoid_self
from manikin.body.posture import comfort
from manikin.editor.solver_choice import unsuited
from manikin.editor.wire_data import solver_data
from manikin.figure.pose import Pose
from tests.browser.editor_page import EditorPage, distance_to_ray, server_pose

DRAWS = False


def switch(editor: EditorPage, name: str) -> None:
    """Press a switch, as a hand does, and see that it is on and saved."""
    editor.panel("Solver")
    control = editor.page.get_by_role("switch", name=name)
    expect(control).not_to_be_checked()
    control.click()
    editor.wait(f"state.document.settings.{name.lower()} === true")
    editor.settle()
    expect(editor.page.get_by_role("switch", name=name)).to_be_checked()
    assert editor.server_document()["document"]["settings"][name.lower()] is True


def pulled(editor: EditorPage, part: str, view: str, by: tuple[float, float]) -> Pose:
    """The pose after a pull, which is then undone."""
    editor.drag(editor.point(part, view), by)
    pose = server_pose(bodies.load("human"), editor.server_document())
    editor.page.locator("body").press("Control+z")
    editor.settle()
    return pose


def test_balance_keeps_the_centre_of_mass_over_the_feet(editor: EditorPage) -> None:
    editor.enlarge("side")

    def inside() -> float:
        editor.drag(editor.point("pelvis", "side"), (120, 20), release=False)
        depth = float(editor.get("state.pose.balance"))
        editor.page.mouse.up()
        editor.settle()
        return depth

    assert inside() < -0.03
    expect(editor.page.locator(".state-line")).to_contain_text("beside the feet")
    editor.page.locator("body").press("Control+z")
    editor.settle()
    switch(editor, "Balance")
    assert inside() > -1e-3
    expect(editor.page.locator(".state-line")).to_contain_text("balance ok")


def test_comfort_takes_joints_away_from_their_limits(editor: EditorPage) -> None:
    editor.enlarge("front")
    without = pulled(editor, "r_hand", "front", (0, -200))
    assert comfort(without).score < 0.9
    switch(editor, "Comfort")
    start = editor.point("r_hand", "front")
    pressed = editor.pressed("r_hand", "front", start)
    end = editor.drag(start, (0, -200), steps=4, release=False)
    editor.wait("!state.pose.moving")
    score = comfort(bodies.load("human").pose(editor.get("[...state.pose.parameters]"))).score
    assert score > comfort(without).score + 0.005  # the hand keeps its depth, so the elbow has little room
    assert distance_to_ray(editor.carried("r_hand", pressed), editor.ray("front", *end)) < 0.01
    editor.page.mouse.up()
    editor.wait("state.history.place === 1")


def test_collision_keeps_a_hand_out_of_the_body(editor: EditorPage) -> None:
    goals = avoid_self(bodies.load("human"))

    def depth(pose: Pose) -> float:
        rows = [goal.residual(*(handle.value(pose) for handle in goal.handles)) for goal in goals]
        return float(np.abs(np.concatenate(rows)).max())

    editor.enlarge("front")
    without = pulled(editor, "r_hand", "front", (75, -60))
    switch(editor, "Collision")
    assert depth(without) > 0.03
    assert depth(pulled(editor, "r_hand", "front", (75, -60))) < 0.3 * depth(without)


def test_only_solvers_that_can_pull_the_figure_are_offered_and_the_others_say_why(editor: EditorPage) -> None:
    editor.panel("Solver")
    menu = editor.page.locator("select[aria-label=Solver]")
    offered = "[...document.querySelectorAll('select[aria-label=Solver] option')].filter(o => !o.matches(':disabled'))"
    human = unsuited(bodies.load("human"))
    everyone = {solver.kind for solver in solver_data()}
    assert set(editor.get(f"{offered}.map(o => o.value)")) == everyone - set(human)
    assert "dls" in human
    reasons = editor.page.locator(".why-not")
    reasons.locator("summary").click()
    for kind, reason in human.items():
        expect(reasons).to_contain_text(kind)
        expect(reasons).to_contain_text(reason)
    editor.edit(kind="new_figure", name="stickman")
    editor.wait("state.figure.name === 'stickman'")
    menu.select_option("dls")
    editor.wait("state.document.settings.solver === 'dls'")
    before = editor.place("right hand")
    editor.drag(editor.point("right hand"), (-20, -40))
    assert np.linalg.norm(editor.place("right hand") - before) > 0.02
    editor.edit(kind="new_figure", name="human")  # the settings stay, and with them a solver that cannot pull this one
    editor.wait("state.figure.name === 'human'")
    expect(reasons.locator("summary")).to_have_text("dls cannot pull this figure")
    expect(reasons.locator("ul")).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_conflict_card_hides_nothing_of_any_view(editor: EditorPage, size: tuple[int, int]) -> None:
    editor.page.set_viewport_size({"width": size[0], "height": size[1]})
    editor.edit(kind="add_lock", part="r_hand", lock="position", target=[-1.6, 1.4, 0.9])
    card = editor.page.locator(".conflict:not(.over-time)")
    card.wait_for(state="visible")
    for panel in ("parts", "solver"):
        editor.get("state.setView({ panel: a })", panel)
        box, views = card.bounding_box(), editor.page.locator(".views").bounding_box()
        assert box is not None
        assert views is not None
        assert box["x"] >= views["x"] + views["width"]
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1] - 26  # the state line
        assert editor.page.locator(f"#panel-{panel} .panel-scroll").bounding_box()["height"] > 150  # type: ignore[index]
        for button in card.get_by_role("button").all():
            expect(button).to_be_visible()
        body, cross = card.locator(".conflict-body").bounding_box(), card.get_by_label("Dismiss").bounding_box()
        assert body is not None
        assert cross is not None
        assert body["x"] + body["width"] <= cross["x"], "text runs under the cross"
    editor.page.set_viewport_size({"width": 1280, "height": 720})
