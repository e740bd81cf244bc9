"""A walk of two steps made with the mouse alone, from the shipped human at its first start; its feet do not slip."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from manikin.commands.figures import ITERATIONS_MINDING
from manikin.document.document import Document
from manikin.document.motion import states_at
from manikin.figure.pose import Pose
from manikin.posing.clip_frames import errors_at
from manikin.project.documents import open_store, open_workspace
from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.walk_by_mouse import STEP, first_step, second_step, stand

POPS = """(() => {
    const frames = editor.state.timeline.frames.get("human");
    return Array.from({ length: frames.count }, (_, row) => row).filter((row) => frames.audit.pops(row));
})()"""
"""The frames of the human that have a red triangle."""


def stored(path: Path) -> Document:
    """The document of a project on disk."""
    store = open_store(path)
    try:
        return open_workspace(store).document
    finally:
        store.close()


def pose_at(document: Document, frame: float) -> Pose:
    """The human at a frame."""
    return document.figures["human"].pose(states_at(document, frame)["human"])


@pytest.mark.slow
def test_a_walk_of_two_steps_is_made_with_the_mouse_and_its_feet_hold(
    editor: EditorPage, server: EditorServer, tmp_path: Path
) -> None:
    usual = {"balance": True, "floor": True, "iterations_per_refresh": ITERATIONS_MINDING}  # as in a new project
    editor.edit(kind="change_settings", changes=usual)
    hand = stand(editor)
    first_step(hand)
    second_step(hand)
    line = hand.line
    assert line.keys == [0, 16, 24, 43, 52, 60]
    assert editor.get(POPS) == []  # no frame at which a knee would catch the eye
    # what is on disk is evaluated by the library, also between frames
    for path in server.project.parent.glob(server.project.name + "*"):
        shutil.copy(path, tmp_path / path.name)
    document = stored(tmp_path / server.project.name)
    slips = [
        float(errors[0]) for frame in np.arange(0, 60.01, 0.25) for errors in errors_at(document, float(frame)).values()
    ]
    assert len(slips) > 250
    assert max(slips) < 1e-5
    states = np.array([states_at(document, float(frame))["human"] for frame in range(61)])
    assert np.abs(np.diff(states, 2, axis=0)).max() < np.radians(2)  # half of what windows alone would ask of a knee
    # half-way through its swing a foot is about half-way
    assert pose_at(document, 16).position("r_foot")[2] - pose_at(document, 0).position("r_foot")[2] < 0.65 * STEP
    standing = pose_at(document, 0)
    for frame, right, left in ((8, 0.0, 0.0), (24, STEP, 0.0), (34, STEP, 0.0), (52, STEP, STEP), (60, STEP, STEP)):
        pose = pose_at(document, frame)
        for part, way in (("r_foot", right), ("l_foot", left)):
            assert pose.position(part) - standing.position(part) == pytest.approx([0, 0, way], abs=0.015)
            turned = standing.orientation(part).T @ pose.orientation(part)
            assert np.abs(turned - np.eye(3)).max() < 1e-3  # flat on the ground
    for frame, part in ((16, "r_foot"), (43, "l_foot")):  # each swings above the ground
        assert pose_at(document, frame).position(part)[1] - standing.position(part)[1] > 0.03
    assert pose_at(document, 60).position("pelvis") == pytest.approx([0, 0.92, STEP], abs=0.04)
