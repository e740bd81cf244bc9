"""Clips in documents: keys in parts, edits at frames, locks over spans."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from manikin import bodies, commands
from manikin.clips import Constrained
from manikin.clips.timed_goal import Span
from manikin.commands.figures import first_document
from manikin.document.motion import motion_of, posed_at
from manikin.document.parts import from_parts, to_parts
from manikin.errors import FormatError, InputError, ManikinError, NewerVersion
from tests.support.moving_document import moving_document


def test_a_document_with_a_clip_comes_back_equal_from_its_parts() -> None:
    document = moving_document()
    key = replace(document.actor().clip.keys[1], tracks=frozenset({"r_elbow", "head_turn"}), name="é", tension=0.5)  # type: ignore[union-attr]
    actor = document.actor()
    assert actor.clip is not None
    keys = (actor.clip.keys[0], key, *actor.clip.keys[2:])
    document = document.with_actor(replace(actor, clip=replace(actor.clip, keys=keys, after="carry")))
    lock = replace(document.locks[0], spans=(Span(start=3, end=9, ease_in=2), Span(start=12, end=20)))
    document = document.with_lock(lock)
    parts = to_parts(document)
    assert from_parts({name: bytes(bytearray(content)) for name, content in parts.items()}) == document


def test_an_edit_of_one_key_of_many_writes_little() -> None:
    document = moving_document(keys=1000)
    before = to_parts(document)
    edit = commands.AtFrame(frame=5000, edit=commands.SetParameters(values={"r_elbow": 1.0}))
    after = to_parts(edit.apply(document))
    written = {key: content for key, content in after.items() if before.get(key) != content}
    assert sum(map(len, written.values())) < 50_000
    assert sum(key.startswith("key/") for key in written) == 1


def test_many_keys_are_stored_in_pieces_and_an_edit_writes_one_of_them() -> None:
    document = moving_document(keys=3000, step=3.0)
    before = to_parts(document)
    assert from_parts({name: bytes(bytearray(content)) for name, content in before.items()}) == document
    for edit in (
        commands.ChangeKeys(keys={"human": (4500.0,)}, changes={"tension": 0.5}),
        commands.MoveKeys(keys={"human": (4500.0,)}, by=1.0),
        commands.RemoveKeys(keys={"human": (4500.0,)}),
    ):
        after = edit.apply(document)
        parts = to_parts(after)
        written = {key: content for key, content in parts.items() if before.get(key) != content}
        assert sum(map(len, written.values())) < 12_000
        assert sum(key.startswith("keys/") for key in written) == 1
        assert from_parts(parts) == after


def test_projects_that_have_all_keys_in_one_list_are_read() -> None:
    document = moving_document(keys=600)
    parts = to_parts(document)
    head = json.loads(parts["clip/human"])
    pieces = [f"keys/{digest}" for digest in head.pop("pieces")]
    head["keys"] = [row for piece in pieces for row in json.loads(parts[piece])]
    old = {key: content for key, content in parts.items() if key not in pieces}
    assert from_parts({**old, "clip/human": json.dumps(head).encode()}) == document


@pytest.mark.parametrize("content", [b"[]", b"{}", b"[[0]]", b'[["a", "b"]]', b"\xff", b"[[0.0, 1]]"])
def test_a_damaged_piece_of_keys_is_refused(content: bytes) -> None:
    parts = to_parts(moving_document(keys=600))
    piece = next(key for key in parts if key.startswith("keys/"))
    with pytest.raises(FormatError):
        from_parts({**parts, piece: content})
    with pytest.raises(FormatError):
        from_parts({key: own for key, own in parts.items() if key != piece})


def test_keys_that_only_move_are_not_written_again() -> None:
    document = moving_document()
    before = to_parts(document)
    after = to_parts(commands.MoveKeys(keys={"human": (10.0, 20.0)}, by=3.0).apply(document))
    assert {key for key, content in after.items() if before.get(key) != content} == {"clip/human"}


def test_damaged_clips_are_refused() -> None:
    parts = to_parts(moving_document())
    digest = next(key for key in parts if key.startswith("key/"))
    with pytest.raises(FormatError):
        from_parts({key: content for key, content in parts.items() if key != digest})
    with pytest.raises(FormatError):
        from_parts({**parts, digest: b'{"frame":0,"q":[1]}'})
    with pytest.raises(NewerVersion):
        from_parts({**parts, "key/unknown": parts[digest]})


def test_an_edit_at_a_frame_keys_what_it_moves_and_nothing_else() -> None:
    document = moving_document()
    after = commands.AtFrame(frame=15, edit=commands.SetParameters(values={"r_elbow": 1.0})).apply(document)
    clip = after.actor().clip
    assert clip is not None
    assert [key.frame for key in clip.keys] == [0, 10, 15, 20, 30, 40]
    assert clip.state(15)[clip.figure.index("r_elbow")] == pytest.approx(1.0)
    same = commands.AtFrame(frame=15, edit=commands.StorePose(name="here")).apply(document)
    assert same.actor().clip is document.actor().clip
    assert same.actor().q == document.actor().q
    stored = dict(same.actor().stored_pose("here").values)
    assert stored["r_elbow"] == pytest.approx(motion_of(document, "human").state(15)[clip.figure.index("r_elbow")])  # type: ignore[union-attr]


def test_a_pose_that_is_not_keyed_waits_and_can_be_keyed_or_dropped() -> None:
    document = moving_document()
    edit = commands.SetParameters(values={"r_elbow": 1.0})
    waiting = commands.AtFrame(frame=15, edit=edit, key=False).apply(document)
    assert waiting.timeline.unkeyed == 15
    assert waiting.actor().clip is document.actor().clip
    column = document.actor().figure.index("r_elbow")
    assert posed_at(waiting, 15).actor().q[column] == pytest.approx(1.0)
    keyed = commands.KeyPose(frame=15).apply(waiting)
    assert keyed.timeline.unkeyed is None
    assert keyed.actor().clip.state(15)[column] == pytest.approx(1.0)  # type: ignore[union-attr]
    dropped = commands.DropPose().apply(waiting)
    assert dropped.timeline.unkeyed is None
    assert dropped.actor().q == posed_at(document, 15).actor().q


def test_a_partial_key_grows_by_what_is_moved_in_it() -> None:
    document = commands.KeyPose(frame=5, part="r_hand").apply(moving_document())
    key = next(key for key in document.actor().clip.keys if key.frame == 5)  # type: ignore[union-attr]
    assert key.tracks is not None
    assert "r_elbow" in key.tracks
    assert "head_turn" not in key.tracks
    after = commands.AtFrame(frame=5, edit=commands.SetParameters(values={"head_turn": 0.3})).apply(document)
    grown = next(key for key in after.actor().clip.keys if key.frame == 5)  # type: ignore[union-attr]
    assert grown.tracks is not None
    assert grown.tracks >= key.tracks | {"head_turn"}


def test_locks_hold_between_keys_and_only_over_their_spans() -> None:
    document = moving_document()
    foot = replace(document.locks[0], spans=(Span(start=5, end=15, ease_in=3, ease_out=3),))
    document = document.with_lock(foot)
    motion = motion_of(document, "human")
    assert isinstance(motion, Constrained)
    assert motion.audit().held
    assert posed_at(document, 10).lock(foot.id).active
    assert not posed_at(document, 25).lock(foot.id).active
    after = commands.AtFrame(frame=10, edit=commands.SetParameters(values={"r_elbow": 0.9})).apply(document)
    assert after.lock(foot.id).spans == foot.spans
    assert motion_of(replace(document, name="other"), "human") is motion  # made once


@pytest.mark.parametrize(
    "wrong",
    [
        lambda d: commands.KeyPose(frame=float("nan")).apply(d),
        lambda d: commands.KeyPose(frame=1e9).apply(d),
        lambda d: commands.KeyPose(frame=30_000).apply(d),
        lambda d: commands.MoveKeys(keys={"human": (11.0,)}, by=1).apply(d),
        lambda d: commands.MoveKeys(keys={"human": (10.0,)}, by=1e300).apply(d),
        lambda d: commands.ChangeKeys(keys={"human": (10.0,)}, changes={"tension": 3}).apply(d),
        lambda d: commands.ChangeKeys(keys={"human": (10.0,)}, changes={"tracks": ["nonsense"]}).apply(d),
        lambda d: commands.ChangeKeys(keys={"human": (10.0,)}, changes={"q": [1]}).apply(d),
        lambda d: commands.ChangeTimeline(changes={"rate": 0}).apply(d),
        lambda d: commands.DropPose().apply(d),
        lambda d: d.with_lock(replace(d.locks[0], spans=(Span(),))),
        lambda d: d.with_lock(replace(d.locks[0], spans=(Span(start=1, end=9), Span(start=5, end=12)))),
    ],
)
def test_what_cannot_be_is_refused(wrong: object) -> None:
    with pytest.raises(ManikinError):
        wrong(moving_document())  # type: ignore[operator]


def test_a_figure_without_keys_has_nothing_to_move() -> None:
    with pytest.raises(InputError, match="has no keys"):
        commands.MoveKeys(keys={"human": (0.0,)}, by=1).apply(first_document(bodies.load("human")))


def test_keys_go_with_their_figure_when_it_is_renamed_or_copied() -> None:
    document = commands.RenameFigure(name="Ann").apply(moving_document())
    document = commands.DuplicateFigure().apply(document)
    assert [actor.clip is not None and actor.clip.figure.name for actor in document.actors] == ["Ann", "Ann 2"]
    assert from_parts(to_parts(document)) == document
