"""Clips over the wire: frames come once, after an edit only those that changed; previews; hostile requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.figure.pose import Pose
from tests.support.live_editor import Editor, Window
from tests.support.packets import ClipPacket, read_clip_packet


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with Editor(tmp_path_factory.mktemp("clips")) as editor:
        yield editor


@pytest.fixture
def window(running: Editor, request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window on the human, its clip of four keys made anew."""
    found = running.window(request.node.name)
    if found.document["clips"]:
        frames = found.document["clips"]["human"]["frames"]
        assert found.command("remove_keys", keys={"human": frames})["op"] == "ack"
    for key, angle in ((0, 0.1), (20, 0.9), (60, 0.3), (100, 1.2)):
        if key == 0:
            found.command("set_parameters", values={"r_elbow": angle})
            assert found.command("key_pose", frame=key)["op"] == "ack"
        else:
            assert found.command("at_frame", frame=key, edit=pose(angle))["op"] == "ack"
    found.settle()
    yield found
    found.close()


def pose(angle: float) -> dict[str, Any]:
    return {"kind": "set_parameters", "values": {"r_elbow": angle}}


def whole(window: Window, *, answers: int = 0) -> list[ClipPacket]:
    """All packets up to the one that completes the frames of the newest document, or of a preview."""
    found = []
    while True:
        packet = read_clip_packet(window.clip_packet())
        found.append(packet)
        if packet.complete and packet.revision == window.revision and packet.answers == answers:
            return found


def elbow(row: np.ndarray, joints: int) -> float:
    return float(row[12 * joints + bodies.load("human").index("r_elbow")])


def test_frames_come_once_and_are_those_of_the_library(window: Window, running: Editor) -> None:
    whole(window)
    other = running.window("second look")
    (packet,) = whole(other)
    other.close()
    assert (packet.figure, packet.first, packet.count) == ("human", 0, 101)
    assert sorted(packet.rows) == list(range(101))
    human = bodies.load("human")
    for frame in (0, 13, 60, 100):
        row = packet.rows[frame]
        told = Pose(human, row[12 * packet.joints : 12 * packet.joints + human.size].astype(float))
        np.testing.assert_allclose(row[: 12 * packet.joints], told.world.reshape(-1), atol=2e-6)
    assert elbow(packet.rows[20], packet.joints) == pytest.approx(0.9, abs=1e-6)
    assert len(packet.locks) == 2
    assert np.nanmax([np.abs(errors).max() for errors in packet.errors.values()]) < 1e-3


def test_after_an_edit_only_frames_that_changed_come(window: Window) -> None:
    whole(window)
    window.clips.clear()
    assert window.command("at_frame", frame=110, edit=pose(0.4))["op"] == "ack"
    window.settle()
    sent = {frame for packet in whole(window) for frame in packet.rows}
    assert sent
    assert min(sent) > 20
    window.clips.clear()
    assert window.command("rename_project", name="other")["op"] == "ack"
    window.settle()
    assert not any(packet.rows for packet in whole(window))


def test_a_preview_shows_frames_to_its_window_alone_and_changes_nothing(window: Window, running: Editor) -> None:
    whole(window)
    other = running.window("beside")
    whole(other)
    before = window.document["clips"]
    move = {"kind": "move_keys", "keys": {"human": [20]}, "by": 10}
    window.send(op="preview", seq=5, command=move)
    packets = whole(window, answers=5)
    rows = {frame: row for packet in packets for frame, row in packet.rows.items()}
    assert elbow(rows[30], packets[0].joints) == pytest.approx(0.9, abs=1e-6)
    window.send(op="preview", seq=6, command=None)
    back = {frame: row for packet in whole(window) for frame, row in packet.rows.items()}
    assert elbow(back[20], packets[0].joints) == pytest.approx(0.9, abs=1e-6)
    assert window.document["clips"] == before
    other.settle()
    assert not other.clips
    other.close()


def test_an_edit_that_was_previewed_sends_little_more(window: Window) -> None:
    whole(window)
    move = {"kind": "move_keys", "keys": {"human": [20]}, "by": 10}
    window.send(op="preview", seq=1, command=move)
    whole(window, answers=1)
    window.clips.clear()
    assert window.ask(op="edit", command=move)["op"] == "ack"
    window.settle()
    assert not any(packet.rows for packet in whole(window))


def test_a_drag_at_a_frame_keys_that_frame_and_one_undo_takes_it_back(window: Window) -> None:
    keys = window.document["clips"]["human"]["frames"]
    begun = window.ask(op="drag_begin", wants="drag_started", what="part", figure="human", part="r_hand", frame=40.0)
    assert begun["op"] == "drag_started"
    window.send(op="drag_move", seq=1, ray={"origin": [-0.4, 1.2, 3.0], "direction": [0, 0, -1]})
    window.next_frame(1)
    assert window.ask(op="drag_end")["op"] == "ack"
    window.settle()
    assert window.document["clips"]["human"]["frames"] == sorted([*keys, 40.0])
    assert window.ask(op="undo")["op"] == "ack"
    window.settle()
    assert window.document["clips"]["human"]["frames"] == keys


def test_keys_are_copied_whole(window: Window) -> None:
    answer = window.ask(op="copy_keys", keys={"human": [20, 60]}, wants="keys_copied")
    copied = answer["keys"]["human"]
    assert [key["frame"] for key in copied] == [20, 60]
    assert len(copied[0]["q"]) == 50


@pytest.mark.parametrize(
    "message",
    [
        {"op": "preview", "seq": 1, "command": {"kind": "nonsense"}},
        {"op": "preview", "seq": "x", "command": None},
        {"op": "preview", "seq": 1, "command": {"kind": "at_frame", "frame": 1e7, "edit": {"kind": "reset"}}},
        {"op": "copy_keys", "keys": {"human": [21]}},
        {"op": "copy_keys", "keys": {"nobody": [0]}},
        {"op": "copy_keys", "keys": [1]},
        {"op": "edit", "command": {"kind": "key_pose", "frame": 1e15}},
        {"op": "edit", "command": {"kind": "key_pose", "frame": 99_999}},
        {"op": "edit", "command": {"kind": "move_keys", "keys": {"human": [0]}, "by": 1e308}},
        {"op": "edit", "command": {"kind": "change_lock", "id": 1, "changes": {"spans": [{"start": 9, "end": 1}]}}},
        {"op": "edit", "command": {"kind": "at_frame", "frame": 1, "edit": {"kind": "at_frame", "frame": 1}}},
        {"op": "edit", "command": {"kind": "change_timeline", "changes": {"rate": 1e9}}},
        {"op": "drag_begin", "what": "part", "part": "r_hand", "frame": 1e200},
    ],
)
def test_what_cannot_be_is_refused_and_the_window_lives(window: Window, message: dict[str, Any]) -> None:
    revision = window.revision
    window.number += 1
    window.send(id=window.number, **message)
    if message["op"] == "preview" and message["seq"] == 1 and message["command"]["kind"] == "at_frame":
        assert window.wait("notice")["level"] == "warning"
    else:
        assert window.wait("refusal", number=window.number)["message"]
    window.settle()
    assert window.revision == revision
    assert window.command("rename_project", name="still here")["op"] == "ack"


def test_edits_of_clips_survive_a_crash(tmp_path: Path) -> None:
    with Editor(tmp_path, source=str(tmp_path / "walk.manikin")) as first:
        window = first.window("one")
        for frame in (0, 10, 30):
            assert window.command("key_pose", frame=frame)["op"] == "ack"
        lock = {"id": 1, "changes": {"spans": [{"start": 2, "end": 9, "ease_in": 3, "ease_out": None}]}}
        assert window.command("change_lock", **lock)["op"] == "ack"
        first.process.kill()
    with Editor(tmp_path, source=str(tmp_path / "walk.manikin")) as second:
        window = second.window("two")
        assert window.document["clips"]["human"]["frames"] == [0, 10, 30]
        assert window.document["locks"]["1"]["spans"][0]["ease_in"] == 3
        window.close()
