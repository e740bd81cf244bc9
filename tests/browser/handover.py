"""A ball that goes from hand to hand, as the tutorial of a handover tells it."""

from __future__ import annotations

from tests.browser.editor_page import EditorPage
from tests.browser.timeline_page import TimelinePage
from tests.browser.walk_by_mouse import arrow


def handover(editor: EditorPage, *, given: bool) -> None:
    """Two people and a ball: taken, or handed over."""
    editor.edit(kind="add_figure", name="human")
    for name in ("human", "human 2"):
        reach = {"shelf": "moves", "name": "reach", "frame": 0, "mirrored": name == "human"}
        editor.edit(kind="insert_clip", figure=name, **reach)
    line = TimelinePage(editor)

    def go(frame: float) -> None:
        line.go(frame)
        line.whole()

    def place(figure: str, part: str) -> list[float]:
        at = """(() => {
            const joint = editor.state.figures.value.get(a[0]).jointIndex(a[1]);
            return [3, 7, 11].map((k) => editor.state.live.value.poses.get(a[0]).transforms[12 * joint + k]);
        })()"""
        return list(editor.get(at, [figure, part]))

    go(40)
    x, y, z = place("human", "l_palm")
    editor.edit(kind="add_figure", name="ball:0.12", at=[x, y + 0.02, z + 0.07])
    editor.edit(kind="take_prop", prop="ball", figure="human", part="l_hand", frame=40)
    editor.get("panes.fitView(['perspective', 'front', 'side', 'top'], null)")
    if given:
        go(62)
        editor.get("editor.state.select({ figure: 'human 2', part: 'r_hand' })")
        editor.page.locator(".tool-bar [data-action=move]").click()
        editor.wait("stage.gizmo.arrows.visible")
        to = """(() => {
            const [from, to] = [a, [a[0] - 0.16, a[1], a[2]]].map(
                (place) => stage.cameras.perspective.project(stage.rects.perspective, place));
            return [to.x - from.x, to.y - from.y];
        })()"""
        dx, dy = editor.get(to, place("human 2", "r_palm"))
        editor.drag(arrow(editor, 0, "perspective"), (dx, dy))
        editor.page.locator("[data-tool=pull]").click()
        line.whole()
        editor.edit(kind="take_prop", prop="ball", figure="human 2", part="r_hand", frame=62)
        editor.edit(kind="release_prop", prop="ball", frame=80)
        go(64)
    editor.get(
        "editor.state.select({ figure: a[0], part: a[1] })", ["human 2", "r_hand"] if given else ["human", "l_hand"]
    )
    editor.get("window.editor.timeline.fitAll()")
    rows = "row.figure === 'ball' || row.locks?.[0]?.figure === 'ball'"  # those that the text tells of
    editor.get(f"window.editor.timeline.line.reveal((row) => {rows})")
