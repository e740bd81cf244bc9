"""Pictures of the editor's main states for the documentation: ``python -m tests.browser.pictures``.

Whoever changes the page looks at all of it, with ``--all --folder out/pictures`` and other sizes, themes and scales.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.find_browser import FLAGS, find_browser
from tests.browser.handover import handover
from tests.browser.timeline_page import TimelinePage
from tests.browser.walk_by_mouse import first_step, second_step, stand
from tests.support.paths import TOP

FOLDER = TOP / "docs" / "images" / "editor"
ASIDE = (60, 400)
"""A pixel where the mouse is over no part."""
FIT = "panes.fitView(['perspective', 'front', 'side', 'top'], null)"
DRAWN = "window.editor.timeline.pictures.wanted.size === 0"
"""Whether all pictures of keys are drawn."""
REACH = {
    "r_shoulder_elevation": 1.75, "r_shoulder_abduction": 0.2, "r_elbow": 0.5, "l_shoulder_elevation": 0.5,
    "l_shoulder_abduction": 0.5, "l_elbow": 0.9, "spine_bend": 0.12, "spine_twist": 0.35, "head_turn": 0.25,
}  # fmt: skip


def first(editor: EditorPage) -> None:
    """What one sees at the first start."""
    editor.get("state.setView({ hinted: false })")


def drag(editor: EditorPage) -> None:
    """The pelvis pulled, the feet hold."""
    editor.edit(kind="set_parameters", values=REACH)
    editor.edit(kind="add_lock", part="r_hand", lock="position", name="the rail")
    editor.drag(editor.point("pelvis"), (-12, 44), release=False)


def stretch(editor: EditorPage) -> None:
    """An arm that is pulled out of its reach."""
    editor.edit(kind="set_stretch", figure="human")
    editor.enlarge("front")
    editor.drag(editor.point("r_hand", "front"), (-205, -185), release=False)


def locks(editor: EditorPage) -> None:
    """Many kinds of lock, one of them open in the list."""
    editor.edit(kind="set_parameters", values=REACH)
    for part, kind, more in (
        ("r_hand", "position", {}), ("l_hand", "plane", {"along": [0, 0, 1]}), ("head", "aim", {}),
        ("l_forearm", "line", {}), ("r_thigh", "distance", {"other": "t8"}),
    ):  # fmt: skip
        editor.edit(kind="add_lock", part=part, lock=kind, **more)
    editor.get("state.setView({ panel: 'locks' })")
    editor.get("state.select('r_hand', state.document.locks[2].id)")


def sliders(editor: EditorPage) -> None:
    """Sliders and the rings that turn a part, in the light theme."""
    editor.edit(kind="set_parameters", values=REACH)
    editor.get("state.setView({ theme: 'light' })")
    editor.get("state.select('r_forearm')")
    editor.get("state.setTool('rotate')")


def fingers(editor: EditorPage) -> None:
    """A hand that points, with the sliders of its single fingers."""
    editor.edit(kind="set_parameters", values={"r_shoulder_elevation": 1.4, "r_elbow": 0.5, "r_forearm_twist": -0.6})
    editor.edit(kind="set_hand", figure="human", side="right", shape="point")
    editor.get("state.select('r_hand')")
    editor.page.locator("body").press("f")
    editor.page.locator("[data-hand=r_hand]").scroll_into_view_if_needed()


def conflict(editor: EditorPage) -> None:
    """Locks that cannot hold together, and the ways out."""
    editor.edit(kind="set_parameters", values=REACH)
    editor.edit(kind="add_lock", part="r_hand", lock="position", target=[-1.15, 1.75, 0.5], name="the shelf")
    editor.page.locator(".conflict:not(.over-time)").wait_for(state="visible")
    editor.get("state.setView({ panel: 'locks' })")


def figures(editor: EditorPage) -> None:
    """Two people carry a tube between them, beside a frozen chair."""
    editor.edit(kind="rename_figure", name="Ann")
    editor.edit(kind="add_figure", name="tube:0.9x0.04")
    editor.edit(kind="add_figure", name="human", as_name="Bob")
    editor.edit(kind="add_figure", name="chair")
    editor.edit(kind="change_figure", figure="Bob", changes={"tint": [0.31, 0.65, 0.64]})
    editor.edit(kind="change_figure", figure="chair", changes={"frozen": True})
    arm = {"elbow": 1.0, "shoulder_elevation": 0.35, "shoulder_abduction": 0.3}
    editor.edit(kind="set_parameters", figure="Ann", values={f"l_{name}": value for name, value in arm.items()})
    editor.edit(kind="set_parameters", figure="Bob", values={f"r_{name}": value for name, value in arm.items()})
    editor.activate("Ann")
    left = editor.effector("l_hand")
    editor.activate("Bob")
    right = editor.effector("r_hand")
    x, y, z = ((left + right) / 2).tolist()
    editor.edit(kind="set_parameters", figure="tube", values={"root_x": x, "root_y": y, "root_z": z})
    for figure, hand, end in (("Ann", "l_hand", -0.4), ("Bob", "r_hand", 0.4)):
        editor.edit(
            kind="add_lock", figure=figure, part=hand, lock="attach", other="tube", other_figure="tube",
            target=[x + end, y, z],
        )  # fmt: skip
    for foot in ("r_foot", "l_foot"):
        editor.edit(kind="add_lock", figure="Bob", part=foot, lock="pose")
    editor.page.wait_for_timeout(300)
    editor.get(FIT)
    editor.get("state.setView({ panel: 'figures' })")
    editor.activate("tube")
    editor.drag(editor.point("tube", "perspective"), (6, -40), release=False)


def star(editor: EditorPage) -> None:
    """A hand after the goal star, with its trail."""
    editor.enlarge("front")
    editor.get("state.select('r_hand')")
    editor.get("state.setTool('star')")
    box = editor.page.locator(".view.large").bounding_box()
    assert box is not None
    for by in ((-70, -70), (-30, -90), (30, -80), (60, 0)):
        at = editor.get("stage.cameras.front.project(stage.rects.front, stage.star.place)")
        editor.drag((box["x"] + at["x"], box["y"] + at["y"]), by, steps=4)
        editor.page.wait_for_timeout(1400)


def timeline(editor: EditorPage) -> None:
    """Keys of a bow and a wave, three of them chosen; a foot that is free for a while, a hand that is held."""
    line = TimelinePage(editor)
    editor.page.locator("body").press("i")
    editor.wait("state.keys.length === 1")
    for frame, values in (
        (14, {"r_shoulder_elevation": 1.5, "r_elbow": 0.6, "spine_twist": -0.2}),
        (28, {"r_elbow": 1.3, "head_turn": -0.4, "l_shoulder_elevation": 0.6}),
        (44, {"r_knee": 0.7, "l_knee": 0.7, "spine_bend": 0.5, "r_shoulder_elevation": 0.4}),
        (70, {"r_knee": 0.1, "l_knee": 0.1, "spine_bend": 0.0, "r_elbow": 0.2}),
    ):
        line.go(frame)
        editor.edit(kind="set_parameters", values=values)
    spans = [{"start": 8, "end": 30, "ease_in": 6, "ease_out": 6}, {"start": 44, "end": 70, "ease_in": 6}]
    editor.edit(kind="change_lock", id=1, changes={"spans": spans})
    line.go(30)
    editor.edit(kind="add_lock", part="l_hand", lock="position", name="the rail", spans=[{"start": 28, "end": 44}])
    editor.edit(kind="change_timeline", changes={"marks": [{"frame": 36, "name": "lift"}]})
    editor.edit(kind="change_keys", keys={"human": [44]}, changes={"slow_in": 0.8, "name": "bow"})
    editor.get("window.editor.timeline.fitAll()")
    line.whole()
    editor.page.mouse.click(*line.at(14))
    editor.page.keyboard.down("Shift")
    editor.page.mouse.click(*line.at(44))
    editor.page.keyboard.up("Shift")
    line.go(20)
    editor.page.mouse.move(*ASIDE)


def walk(editor: EditorPage) -> None:
    """A walk made by the menu: its keys, and the locks of its feet."""
    editor.get("window.editor.actions.walk.run()")
    editor.page.get_by_role("button", name="Walk", exact=True).click()
    editor.wait("state.keys.length > 20", timeout=60)
    line = TimelinePage(editor)
    line.whole()
    line.go(50)
    editor.page.mouse.move(*ASIDE)
    editor.get(FIT)


def walk_keys(editor: EditorPage) -> None:
    """The beginning of a walk by hand: four keys, and when each foot stands."""
    stand(editor)
    editor.page.mouse.move(*ASIDE)


def walk_step(editor: EditorPage) -> None:
    """The first step of it."""
    hand = stand(editor)
    first_step(hand)
    hand.line.go(20)
    editor.get("state.select('r_foot')")
    editor.page.locator("body").press("t")
    editor.page.mouse.move(*ASIDE)


def walk_done(editor: EditorPage) -> None:
    """Both steps, with the poses around."""
    hand = stand(editor)
    first_step(hand)
    second_step(hand)
    hand.line.go(24)
    for _ in range(2):
        editor.page.locator("body").press("u")
    editor.page.mouse.move(*ASIDE)


def curves(editor: EditorPage) -> None:
    """The curves of a knee and a hip of the walk: as they are held, and as the keys alone have them."""
    walk(editor)
    line = TimelinePage(editor)
    editor.get("editor.state.timeline.tracks.value = new Set(['r_knee', 'r_hip_flexion'])")
    editor.page.locator("body").press("c")
    editor.get("window.editor.timeline.fit(0, 60)")
    line.go(30)
    editor.get("editor.state.timeline.choose(new Map([['human', new Set([state.keys[6]])]]))")
    editor.get(FIT)


def help_page(editor: EditorPage) -> None:
    """Keys and gestures."""
    editor.page.locator("body").press("?")


def poses(editor: EditorPage) -> None:
    """Poses kept by name."""
    editor.get("state.setView({ panel: 'poses' })")
    editor.wait("document.querySelectorAll('.pose-icon[data-drawn=true]').length >= 8")


def solver(editor: EditorPage) -> None:
    """The solver, its options, and what the body minds."""
    editor.edit(kind="set_parameters", values=REACH)
    editor.get("state.setView({ panel: 'solver' })")


def history(editor: EditorPage) -> None:
    """What was done, some of it undone."""
    for k in range(30):
        editor.edit(kind="set_parameters", values={"r_elbow": 0.05 * k})
    editor.page.evaluate("() => window.editor.editor.goTo(24)")
    editor.get("state.setView({ panel: 'history' })")


def menu(editor: EditorPage) -> None:
    """What a part can be locked by."""
    editor.page.mouse.click(*editor.point("r_hand"), button="right")
    editor.page.locator(".menu").wait_for()


def file_menu(editor: EditorPage) -> None:
    """A menu of the bar."""
    editor.page.locator("[data-menu=File]").click()


def notice(editor: EditorPage) -> None:
    """What went wrong, and what would help; a limb unfolded, a parameter made stiff."""
    editor.edit(kind="set_stiffness", name="r_elbow", value=0.6)
    editor.get("state.select('r_hand')")
    editor.page.evaluate("() => void window.editor.editor.ask('drag_end')")
    editor.page.evaluate("() => window.editor.editor.notices.show('info', 'The pose was taken', '')")


def full(editor: EditorPage) -> None:
    """One view alone."""
    editor.edit(kind="set_parameters", values=REACH)
    editor.get("state.setView({ full: true })")


def shelves(editor: EditorPage) -> None:
    """Shelves of clips, one on its way to the timeline."""
    editor.panel("Clips")
    editor.edit(kind="insert_clip", shelf="moves", name="walk", frame=0)
    editor.edit(kind="insert_clip", shelf="moves", name="wave", frame=34, blend=6)
    editor.get("window.editor.timeline.fitAll()")
    editor.wait(
        "[...document.querySelectorAll('.clip-icon[data-clip]')].every((icon) => icon.dataset.pages === '12')",
        timeout=60,
    )
    editor.get("editor.state.timeline.go(12)")
    editor.settle()
    editor.get(FIT)
    tile = editor.page.locator("[data-clip=jump]")
    box, line = tile.bounding_box(), editor.page.locator(".timeline-canvas").bounding_box()
    assert box is not None
    assert line is not None
    mouse = editor.page.mouse
    mouse.move(box["x"] + 40, box["y"] + 40)
    mouse.down()
    editor.page.keyboard.down("Control")
    mouse.move(line["x"] + 560, line["y"] + 70, steps=8)


def handover_take(editor: EditorPage) -> None:
    """The ball lies in the palm."""
    handover(editor, given=False)


def handover_given(editor: EditorPage) -> None:
    """The ball is in the second hand."""
    handover(editor, given=True)


def scripts(editor: EditorPage) -> None:
    """A motion script with an error at its place, stairs behind it."""
    editor.edit(kind="set_ground", ground={"kind": "stairs", "count": 4, "start": [0, 0.9]})
    editor.edit(kind="walk", frame=0, through=[[0.0, 0.7], [0.0, 2.6]])
    editor.page.keyboard.press("Shift+S")
    editor.page.locator("textarea.script-text").fill("# up the stairs\n0: state\n20: state q_elbow 90\n")
    editor.page.locator("textarea.script-text").press("Control+Enter")


def first_play(editor: EditorPage) -> None:
    """The first start, after play: the walk on the spot, and the hint still there."""
    editor.get("state.setView({ hinted: false })")
    editor.page.locator("body").press(" ")
    editor.wait("state.keys.length > 3 && state.playing", timeout=20)
    editor.page.locator("body").press(" ")
    TimelinePage(editor).whole()


def film_card(editor: EditorPage) -> None:
    """What a film is made of."""
    TimelinePage(editor).make()
    editor.page.locator("body").press("Control+Shift+e")


def walk_card(editor: EditorPage) -> None:
    """Places to walk through, with the gait's sliders."""
    editor.edit(kind="set_ground", ground={"kind": "stairs", "count": 4, "start": [0, 0.9]})
    editor.page.locator("body").press("w")
    for place in ([0.3, 0.0, 0.5], [0.0, 0.0, 0.8]):
        at = editor.get("stage.project('perspective', a)", place)
        box = editor.get("panes.cells.perspective.getBoundingClientRect().toJSON()")
        editor.page.mouse.click(box["left"] + at["x"], box["top"] + at["y"])
    editor.page.wait_for_timeout(1500)


def over_time(editor: EditorPage) -> None:
    """A lock that cannot hold over its frames: the audit's row, and the card with what could give way."""
    line = TimelinePage(editor).make()
    far = {"part": "r_hand", "lock": "position", "target": [-2.0, 1.2, 0.5], "name": "far reach"}
    editor.edit(kind="add_lock", spans=[{"start": 35, "end": 45, "ease_in": 4, "ease_out": 4}], **far)
    line.whole()
    line.go(40)
    editor.page.locator(".conflict.over-time").wait_for(state="visible")
    editor.page.mouse.click(*line.at(40), button="right")
    editor.page.get_by_text("Curve, tension, slowness").click()


STATES: dict[str, Callable[[EditorPage], None]] = {
    "first": first, "drag": drag, "stretch": stretch, "locks": locks, "sliders": sliders, "fingers": fingers,
    "conflict": conflict, "star": star,
    "figures": figures, "help": help_page, "timeline": timeline, "walk": walk,
    "walk_keys": walk_keys, "walk_step": walk_step, "walk_done": walk_done, "curves": curves,
    "shelves": shelves, "poses": poses, "handover_take": handover_take, "handover_given": handover_given,
}  # fmt: skip
MORE: dict[str, Callable[[EditorPage], None]] = {
    "solver": solver, "history": history, "menu": menu, "file_menu": file_menu, "notice": notice,
    "full": full, "scripts": scripts, "first_play": first_play, "film_card": film_card, "walk_card": walk_card,
    "over_time": over_time,
}  # fmt: skip
"""States that the documentation does not show."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="pictures", description="Pictures of the editor's main states.")
    parser.add_argument("names", nargs="*", help="which; those of the documentation by default")
    parser.add_argument("--all", action="store_true", help="also states that the documentation does not show")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--scale", type=float, default=1.0, help="pixels of the screen for one of the page")
    parser.add_argument("--theme", choices=("dark", "light"), help="for all; each has its own by default")
    asked = parser.parse_args()
    width, height = (int(number) for number in asked.size.split("x"))
    states = {**STATES, **MORE} if asked.all or asked.names else STATES
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for name in asked.names or states:
            own = Path(folder) / name
            own.mkdir()  # of its own: beside projects of similar names a new one has to be asked for
            server = EditorServer(own / "trial.manikin")
            context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=asked.scale)
            context.set_default_timeout(30_000)
            editor = EditorPage(context.new_page(), server.start()).open("?high")
            editor.get("state.setView({ hinted: true })")
            editor.get("document.querySelectorAll('.notice button').forEach((each) => each.click())")
            states[name](editor)
            if asked.theme:
                editor.get("state.setView({ theme: a })", asked.theme)
            editor.wait(DRAWN, timeout=60)
            editor.page.wait_for_timeout(1500)
            editor.page.screenshot(path=asked.folder / f"{name}.png")
            context.close()
            server.stop()
        browser.close()


if __name__ == "__main__":
    main()
