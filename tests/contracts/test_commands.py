"""What every command must do: leave the old document alone, come back through undo and redo, travel as JSON."""

from __future__ import annotations

import base64
import json
from functools import cache
from typing import Any

import numpy as np
import pytest

from manikin import bodies, commands
from manikin.commands.command import Command, command_kinds
from manikin.document.document import Document
from manikin.editor.history import History, HistoryEntry
from manikin.editor.workspace import Workspace
from manikin.errors import ManikinError
from manikin.plain_data import from_data, to_data

PLANAR = base64.b64encode((bodies.FOLDER / "planar3.scr").read_bytes()).decode()

# of every kind an instance or more, for the document below
EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "set_pose": [{"q": [0.1] * 50}, {"q": [0.05] * 50, "keep": False, "what": "Drag"}],
    "set_parameters": [{"values": {"r_knee": 0.7}}, {"values": {"spine_bend": 0.3, "l_elbow": 0.2}}],
    "reset": [{}, {"names": ["r_elbow", "spine_bend"]}],
    "mirror": [{}, {"part": "r_hand"}],
    "store_pose": [{"name": "mine"}, {"name": "bow"}],
    "apply_pose": [{"name": "bow"}],
    "delete_pose": [{"name": "sit"}],
    "rename_pose": [{"name": "sit", "new_name": "seated <b>"}],
    "add_lock": [{"part": "r_hand"}, {"part": "l_hand", "lock": "attach", "other": "pelvis", "hard": False}],
    "change_lock": [{"id": 1, "weight": 3.0, "hard": False, "name": "left"}, {"id": 2, "enabled": False}],
    "remove_lock": [{"id": 2}],
    "move_lock": [{"id": 1, "target": [0.15, 0.09, 0.1]}, {"id": 1, "turn": [0.96, 0, 0.28, 0, 1, 0, -0.28, 0, 0.96]}],
    "settings": [
        {"solver": "ccd", "options": {"max_iterations": 7}},
        {"drag_mode": "joint", "drag_base": "l5"},
        {"balance": True},
    ],
    "stiffness": [{"name": "r_knee", "value": 0.5}, {"name": "r_hand", "value": 1}],
    "new_figure": [{"name": "stickman"}, {"file": "arm.scr", "content": PLANAR}],
    "open_project": [{"file": "dog.manikin", "content": Document.of(bodies.load("quadruped")).to_data()}],
    "rename_project": [{"name": "another"}],
}
CASES = [pytest.param(kind, data, id=f"{kind}-{i}") for kind, many in EXAMPLES.items() for i, data in enumerate(many)]


@cache
def document() -> Document:
    """A human with both feet locked, a little bent."""
    found = Document.of(bodies.load("human"))
    for foot in ("l_foot", "r_foot"):
        found = commands.AddLock(part=foot, lock="pose").apply(found)
    return commands.SetParameters(values={"r_elbow": 0.5, "spine_twist": 0.2}).apply(found)


def command(kind: str, data: dict[str, Any]) -> Command:
    return from_data(Command, {"kind": kind, **data})


def test_every_kind_has_an_example() -> None:
    assert set(EXAMPLES) == set(command_kinds)


@pytest.mark.parametrize(("kind", "data"), CASES)
def test_the_old_document_is_untouched(kind: str, data: dict[str, Any]) -> None:
    before = document()
    told = json.dumps(before.to_data())
    after = command(kind, data).apply(before)
    assert json.dumps(before.to_data()) == told
    assert after is not before
    assert after != before


@pytest.mark.parametrize(("kind", "data"), CASES)
def test_undo_and_redo_lead_to_the_same_documents(kind: str, data: dict[str, Any]) -> None:
    before = document()
    workspace = Workspace(History([HistoryEntry("Open", lambda: before)]))
    workspace.do(command(kind, data))
    after = workspace.document
    assert after == command(kind, data).apply(before)  # the same input gives the same bits
    workspace.undo()
    assert workspace.document == before
    workspace.redo()
    assert workspace.document == after
    with pytest.raises(ManikinError, match="redo"):
        workspace.redo()


@pytest.mark.parametrize(("kind", "data"), CASES)
def test_command_and_document_travel_as_json(kind: str, data: dict[str, Any]) -> None:
    made = command(kind, data)
    assert from_data(Command, json.loads(json.dumps(to_data(made)))) == made
    after = made.apply(document())
    assert Document.from_data(json.loads(json.dumps(after.to_data()))) == after
    assert made.label(document()).strip()


@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_a_wrong_argument_is_refused_by_name(kind: str) -> None:
    with pytest.raises(ManikinError, match="bogus"):
        command(kind, {**EXAMPLES[kind][0], "bogus": 1})
    with pytest.raises(ManikinError):
        from_data(Command, {"kind": kind, **dict.fromkeys(EXAMPLES[kind][0], object), "id": "x", "name": 3})


@pytest.mark.parametrize(("kind", "data"), CASES)
def test_locks_hold_after_every_edit_that_keeps_them(kind: str, data: dict[str, Any]) -> None:
    after = command(kind, data).apply(document())
    if kind in ("set_pose", "new_figure", "open_project", "apply_pose"):
        return  # poses that legs alone cannot bring back to the feet, or another figure
    for lock in after.locks:
        if lock.enabled and kind != "settings":
            values = [handle.value(after.pose) for handle in lock.goal.handles]
            assert np.abs(lock.goal.residual(*values)).max() < 1e-3, lock.name
