"""Characters of one's own in the editor: dropped, with their skins, dressed, moved by others, their feet cleaned."""

from __future__ import annotations

import base64
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from manikin import bodies, moves
from manikin.errors import FormatWarning
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import read_content, write_content
from tests.browser.editor_page import EditorPage, drop, parameters, wait_for
from tests.support.khronos import issues
from tests.support.paths import REAL_FILES

SEEN = "[...stage.bodies.values()].every((body) => !body.figure.data.skin || body.surface)"


@cache
def hero() -> bytes:
    """A character with a skin and a motion: the human's solids as one mesh."""
    clip = moves.load("wave").on(bodies.load("human").ungrouped()).bake()
    return write_content(Content(clips=(StoredClip(clip=clip, name="wave"),)), "hero.glb")


@cache
def walk() -> bytes:
    """A captured walk: samples without a skin."""
    clip = moves.load("walk").on(bodies.load("human").ungrouped()).bake()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)  # of joints that are no balls
        return write_content(Content(clips=(StoredClip(clip=clip, name="walk"),)), "walk.bvh")


def own() -> tuple[str, bytes, dict[str, bytes], str]:
    return "hero.glb", hero(), {}, "l_forearm"


def real(path: str, part: str, *beside: str) -> Callable[[], tuple[str, bytes, dict[str, bytes], str]]:
    def found() -> tuple[str, bytes, dict[str, bytes], str]:
        file = REAL_FILES / path
        if not file.exists():
            pytest.skip("the files of others are not at hand; MANIKIN_DATA names their folder")
        companions = {name: (file.parent / name).read_bytes() for name in beside}
        return file.name, file.read_bytes(), companions, part

    return found


CHARACTERS = {
    "our own": own,
    "Fox": real("gltf/khronos_Fox.glb", "b_Head_05"),
    "RiggedFigure": real("gltf/khronos_RiggedFigure.glb", "arm_joint_L_2"),
    "alien": real("bvh/babylon_alien_blender.bvh", ""),
    "stickman": real("asf_amc/physx_stickman_walking_01.amc", "lradius", "physx_stickman.asf"),
}


def take(editor: EditorPage, name: str, **options: str) -> bytes:
    """An export, as the page would download it."""
    query = "&".join(f"{key}={value}" for key, value in options.items())
    text = editor.page.evaluate(
        """async (address) => {
            const answer = await fetch(address);
            const bytes = new Uint8Array(await answer.arrayBuffer());
            if (!answer.ok) throw new Error(new TextDecoder().decode(bytes));
            let text = "";
            for (const byte of bytes) text += String.fromCharCode(byte);
            return btoa(text);
        }""",
        f"/api/export/{name}?{query}",
    )
    return base64.b64decode(text)


def came(editor: EditorPage, count: int) -> str:
    """Wait for a figure and its skin; its name."""
    editor.wait("state.figures.length === a", count, timeout=30)
    editor.wait("state.pose && stage.bodies.size === a", count, timeout=30)
    editor.wait(SEEN, timeout=30)
    editor.settle()
    return str(editor.get("state.figures.at(-1)"))


@pytest.mark.parametrize("given", CHARACTERS.values(), ids=CHARACTERS)
def test_a_character_is_dropped_posed_keyed_and_exported(
    editor: EditorPage, given: Callable[[], tuple[str, bytes, dict[str, bytes], str]]
) -> None:
    name, content, beside, part = given()
    steps = len(editor.history())
    drop(editor, name, content, beside=beside)
    figure = came(editor, 2)
    assert len(editor.history()) == steps + 1
    editor.activate(figure)
    part = part or editor.get("state.figure.parameters.at(-1).joint")
    last = editor.get("state.keys.at(-1)")
    before = parameters(editor)
    dof = editor.get("state.figure.parameters.find((one) => one.joint === a).name", part)
    bent = before[editor.get("state.parameterIndex(a)", dof)] + 0.4
    editor.edit(
        kind="at_frame", frame=last + 5, edit={"kind": "set_parameters", "figure": figure, "values": {dof: bent}}
    )
    editor.wait("state.keys.at(-1) === a", last + 5, timeout=30)
    written = take(editor, "clip.glb", figure=figure)
    judged = issues(written)
    assert judged is None or (judged["numErrors"], judged["numWarnings"]) == (0, 0)
    again = read_content(written, "again.glb")
    skin = read_content(content, name).skeleton.skin if name.endswith(".glb") else None
    assert (again.skeleton.skin is None or skin is None) or again.skeleton.skin.size == skin.size
    clip = again.clip.clip
    source = editor.get("state.figure.joints.map((joint) => joint.name)")
    assert {joint.name for joint in clip.figure.skeleton} >= set(source)
    assert clip.end >= last + 5
    editor.page.locator("body").press("Control+z")
    editor.wait("state.keys.at(-1) === a", last, timeout=30)
    editor.page.locator("body").press("Control+z")
    editor.wait("state.figures.length === 1", timeout=30)


def test_a_skin_is_drawn_and_its_parts_are_picked(editor: EditorPage) -> None:
    drop(editor, "hero.glb", hero())
    figure = came(editor, 2)
    editor.activate(figure)
    assert editor.get("stage.body.surface.meshes.length") == 1
    editor.enlarge("front")

    def hovered() -> str | None:  # the view may still be growing: the pointer goes where the part is now
        x, y = editor.point("l_shin", "front")
        editor.page.mouse.move(x + 1, y)
        editor.page.mouse.move(x, y)
        return editor.get("state.hovered") or None

    assert wait_for(hovered, "a part under the pointer") in ("l_shin", "l_thigh", "l_foot")
    assert editor.get("state.active") == figure


def test_a_motion_that_is_dropped_on_a_figure_is_fitted_with_its_source_beside(editor: EditorPage) -> None:
    at = editor.point("l_thigh")
    drop(editor, "walk.bvh", walk(), at=at)
    editor.page.locator(".menu-item", has_text="Put its motion on human").click()
    editor.wait("state.figures.length === 2", timeout=30)
    assert editor.get("state.figures")[1].endswith("(source)")
    editor.activate("human")
    assert len(editor.get("state.keys")) > 3
    assert editor.get("state.figureState(state.figures[1]).frozen")
    editor.page.locator("body").press("Control+z")
    editor.wait("state.figures.length === 1 && state.keys.length === 0", timeout=30)


def test_roles_are_shown_and_clicked_right_and_the_figure_is_dressed(editor: EditorPage) -> None:
    drop(editor, "hero.glb", hero())
    figure = came(editor, 2)
    editor.activate(figure)
    editor.page.locator("[data-menu=Figure]").click()
    editor.page.locator(".menu-item", has_text="Dress as a human body").click()
    card = editor.page.locator(".roles-card")
    row = card.locator('[data-role="l_hand"]')
    expect(row).to_contain_text("l_hand")
    expect(editor.page.locator(".role-tag", has_text="left hand")).to_be_visible()
    card.locator('[data-role="head"]').click()
    expect(card.locator(".note")).to_contain_text("Click the joint of the head")
    editor.get("state.select('neck')")
    expect(card.locator('[data-role="head"]')).to_contain_text("by map")
    expect(card.locator('[data-role="head"]')).to_contain_text("neck")
    card.get_by_role("button", name="neck is not the head").click()
    expect(card.locator('[data-role="head"]')).not_to_contain_text("by map")
    card.get_by_role("button", name="Dress").click()
    editor.wait("state.figure.parameters.some((one) => one.name === 'spine_bend' && one.hi !== null)", timeout=30)
    editor.wait(SEEN)
    assert editor.get("state.figure.skin")
    assert editor.history()[-1].startswith("Dress")


def test_feet_are_cleaned_and_their_contacts_are_strips(editor: EditorPage) -> None:
    drop(editor, "walk.bvh", walk())
    figure = came(editor, 2)
    editor.activate(figure)
    editor.get("window.editor.actions.cleanFeet.run()")
    editor.wait("state.document.locks.filter((lock) => lock.spans && lock.figure === a).length > 1", figure, timeout=30)
    names = editor.get("state.document.locks.filter((lock) => lock.figure === a).map((lock) => lock.name)", figure)
    assert {"left", "right"} == {name.split()[0] for name in names}
    assert Path(figure).name
    assert np.isfinite(parameters(editor)).all()
