"""Edits that would take for ever, and windows that go: others go on.  Each against a running server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from manikin.editor.worker import WORK_SECONDS
from tests.support.live_editor import Editor, Window

ENDLESS = {"solver": "transpose", "options": {"max_iterations": 1_000_000_000, "tolerance": 0.0}}


@pytest.fixture
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with Editor(tmp_path_factory.mktemp("editor"), source="limb7") as editor:
        yield editor


def begin_endless_edit(window: Window) -> int:
    """Begin an edit that no solver ends: a lock out of reach, any number of iterations; the number of the request."""
    part = window.figure["joints"][-1]["name"]
    assert window.command("change_settings", changes=ENDLESS)["op"] == "ack"
    made = window.command("add_lock", part=part, lock="position")
    assert made["op"] == "ack"
    (lock,) = made["made"]["locks"]
    goal = {**window_lock(window, lock)["goal"], "target": [50.0, 0.0, 0.0]}
    window.number += 1
    window.send(op="edit", id=window.number, command={"kind": "change_lock", "id": lock, "changes": {"goal": goal}})
    return window.number


def window_lock(window: Window, lock: int) -> dict[str, object]:
    window.settle()
    found: dict[str, object] = window.document["locks"][str(lock)]
    return found


def test_an_edit_that_does_not_end_can_be_cancelled_and_changes_nothing(running: Editor) -> None:
    window = running.window("impatient")
    number = begin_endless_edit(window)
    before = window.history["place"]
    window.send(op="ping", t=1.0)
    window.send(op="edit_cancel")
    answer = window.wait("ack", number=number)
    assert answer["op"] == "refusal"
    assert "cancelled" in answer["message"]
    window.settle()
    assert window.history["place"] == before
    assert window.command("change_settings", changes={"solver": "lm"})["op"] == "ack"
    window.close()


def test_the_server_ends_although_an_edit_does_not_and_leaves_no_token(running: Editor) -> None:
    window = running.window("endless")
    begin_endless_edit(window)
    window.send(op="ping", t=1.0)
    with pytest.raises(TimeoutError):  # the server is at work
        window.wait("pong", seconds=0.5)
    running.process.terminate()
    assert running.process.wait(WORK_SECONDS / 2) == 143
    assert list((running.folder / "manikin").glob("token-*")) == []
    assert list((running.folder / "manikin").glob("open-*")) == []


def test_a_chase_ends_with_its_window_and_others_can_drag(running: Editor) -> None:
    chaser, other = running.window("chaser"), running.window("other")
    part = chaser.figure["joints"][-1]["name"]
    chaser.send(op="chase_begin", part=part, target=[1000.0, 0.0, 0.0])
    chaser.next_frame()
    refused = other.ask(op="drag_begin", what="part", part=part, wants="drag_started")
    assert "another window" in refused["message"]
    chaser.close()
    other.wait("document_changed")  # what it has come to is kept
    assert other.ask(op="drag_begin", what="part", part=part, wants="drag_started")["op"] == "drag_started"
    other.close()
