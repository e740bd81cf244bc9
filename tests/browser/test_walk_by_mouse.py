"""A walk of two steps made with the mouse alone, from the shipped human at its first start; its feet do not slip."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from manikin.document.document import Document
from manikin.posing.clip_frames import errors_at
from manikin.project.documents import open_store, open_workspace
from tests.browser.editor_page import EditorPage
from tests.browser.editor_server import EditorServer
from tests.browser.walk_by_mouse import first_step, second_step, stand


def stored(path: Path) -> Document:
    """The document of a project on disk."""
    store = open_store(path)
    try:
        return open_workspace(store).document
    finally:
        store.close()


@pytest.mark.slow
def test_a_walk_of_two_steps_is_made_with_the_mouse_and_its_feet_hold(
    editor: EditorPage, server: EditorServer, tmp_path: Path
) -> None:
    hand = stand(editor)
    first_step(hand)
    second_step(hand)
    line = hand.line
    assert line.keys == [0, 16, 24, 47, 60]
    # what is on disk is evaluated by the library, also between frames
    for path in server.project.parent.glob(server.project.name + "*"):
        shutil.copy(path, tmp_path / path.name)
    document = stored(tmp_path / server.project.name)
    slips = [
        float(errors[0]) for frame in np.arange(0, 60.01, 0.25) for errors in errors_at(document, float(frame)).values()
    ]
    assert len(slips) > 250
    assert max(slips) < 1e-5
    feet: dict[str, list[float]] = {part: [] for part in ("r_foot", "l_foot")}
    for frame in (0, 60):
        line.go(frame)
        editor.wait("!state.behind")
        for part, places in feet.items():
            places.append(editor.place(part)[2])
    for places in feet.values():
        assert places[1] - places[0] > 0.2
