"""What windows are told of the document: the parts that they do not know."""

from __future__ import annotations

import json

from manikin import bodies, commands as c
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.editor.messages import DocumentChanged
from manikin.editor.pose_packet import PacketWriter
from manikin.editor.wire_document import WireDocument, news_of
from manikin.editor.wire_types import DocumentParts
from manikin.plain_data import from_data
from manikin.project.history import History
from manikin.project.workspace import Workspace
from tests.support.live_editor import merged
from tests.support.packets import read_packet
from tests.support.workspaces import ME, begin, follow, point, workspace


def scene() -> Document:
    """Two humans and a tube; the first human holds it."""
    document = first_document(bodies.load("human"), bodies.load("human"), bodies.load("tube"))
    return c.AddLock(figure="human", part="r_hand", lock="attach", other="tube", other_figure="tube").apply(document)


def changes(before: Document, after: Document) -> tuple[DocumentParts, DocumentParts]:
    """All parts of a document, and those that another one changes."""
    wire = WireDocument()
    wire.update(before)
    seen = wire.parts
    wire.update(after)
    return news_of(seen, {}), news_of(wire.parts, seen)


def touched(parts: DocumentParts) -> dict[str, list[str]]:
    tables = {name: sorted(getattr(parts, name)) for name in ("figures", "actors", "locks")}
    single = {name: [name] for name in ("head", "settings") if getattr(parts, name) is not None}
    return {name: keys for name, keys in {**single, **tables}.items() if keys}


def test_the_first_message_has_every_part_and_figures_of_a_kind_once() -> None:
    parts, _ = changes(scene(), scene())
    assert list(parts.actors) == ["human", "human 2", "tube"]
    assert len(parts.figures) == 2
    assert parts.head is not None
    assert parts.head.locks == (1, 2, 3, 4, 5)
    read = json.loads(parts.json)
    assert read["locks"]["5"]["serving"] == {
        "human": ["r_clavicle", "r_upper_arm", "r_forearm", "r_hand"],
        "tube": ["tube"],
    }
    assert read["locks"]["5"]["mark"]["figure"] == "tube"


def test_an_edit_tells_only_what_it_changed() -> None:
    before = scene()
    for command, wanted in (
        (c.SetParameters(figure="human 2", values={"r_elbow": 0.3}), {"actors": ["human 2"]}),
        (c.ChangeLock(id=5, changes={"hard": False}), {"locks": ["5"]}),
        (c.ChangeSettings(changes={"balance": False}), {"settings": ["settings"]}),
        (c.RenameProject(name="x"), {"head": ["head"]}),
        (c.ChangeFigure(figure="tube", changes={"hidden": True}), {"actors": ["tube"]}),
        (c.AddFigure(name="human"), {"head": ["head"], "actors": ["human 3"]}),
        (c.RemoveLock(id=1), {"head": ["head"], "locks": ["1"]}),
        (c.RemoveFigure(figure="tube"), {"head": ["head"], "actors": ["tube"], "locks": ["5"], "figures": None}),
    ):
        _, news = changes(before, command.apply(before))
        found = touched(news)
        if "figures" in wanted:
            found["figures"] = None  # type: ignore[assignment]
        assert found == wanted, command


def test_a_window_that_follows_the_changes_knows_the_whole_document() -> None:
    before = scene()
    wire = WireDocument()
    wire.update(before)
    known, seen = json.loads(news_of(wire.parts, {}).json), wire.parts
    after = before
    for command in (
        c.AddFigure(name="box"),
        c.SetParameters(figure="human", values={"r_elbow": 0.5}),
        c.RemoveFigure(figure="tube"),
        c.RenameFigure(figure="human 2", name="otto"),
        c.AddLock(figure="otto", part="head", lock="pose"),
    ):
        after = command.apply(after)
        wire.update(after)
        known, seen = merged(known, json.loads(news_of(wire.parts, seen).json)), wire.parts
    fresh = WireDocument()
    fresh.update(after)
    assert known == json.loads(news_of(fresh.parts, {}).json)


def test_an_edit_of_a_lock_is_a_short_message() -> None:
    space = Workspace(History.of(scene()))
    for k in range(500):
        space.history.push(f"Lock right hand of human {k}", space.document)
    before = space.document
    _, news = changes(before, c.ChangeLock(id=5, changes={"weight": 2.0}).apply(before))
    message = DocumentChanged(revision=3, document=news, history=space.history.data())
    assert len(message.json) < 20_000
    assert json.loads(message.json)["op"] == "document_changed"


def test_commands_in_messages_can_be_read_again() -> None:
    parts, _ = changes(scene(), scene())
    goal = json.loads(parts.json)["locks"]["5"]["goal"]
    command = from_data(c.ChangeLock, {"id": 5, "changes": {"goal": goal}})
    assert command.apply(scene()).lock(5) == scene().lock(5)


# ---- packets -------------------------------------------------------------------------------------


def test_a_packet_has_the_figures_that_move_and_one_after_an_edit_has_all() -> None:
    space = workspace(scene())
    writer = PacketWriter(space)
    whole = read_packet(writer.packet().data)
    assert set(whole.figures) == {0, 1, 2}
    begin(space, figure="human", part="r_hand")
    follow(space, point(space, "r_hand", "human"), seq=7)
    space.step()
    packet = writer.packet(whole=False)
    live = read_packet(packet.data)
    assert set(live.figures) == {0, 2}
    assert packet.figures == {"human", "tube"}
    assert live.seq == 7
    assert set(live.locks) == {1, 2, 3, 4, 5}
    assert writer.packet().replaces(packet)
    assert not packet.replaces(writer.packet())
    space.end(ME)
    assert packet.revision != writer.packet().revision
