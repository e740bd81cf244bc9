"""A document in parts, and back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from manikin import bodies
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.document.parts import from_parts, part_key, to_parts
from manikin.document.version_1 import document_from_version_1, figure_from_version_1
from manikin.errors import FormatError, ManikinError, NewerVersion
from manikin.formats.format import write_skeleton
from manikin.goals import Position
from manikin.handles import Point
from manikin.plain_data import to_data


def scene() -> Document:
    """Two humans that hold hands, and a figure with an awkward name."""
    document = Document.of(bodies.load("human"), bodies.load("human"), bodies.load("planar3").renamed("a/b %é?"))
    goal = Position(point=Point(part="r_hand"), target=Point(part="l_hand", figure="human 2", at=(0.0, -0.1, 0.0)))
    document = document.with_lock(
        Lock(id=1, name="hold/hands", figure="human", part="r_hand", kind="attach", goal=goal)
    )
    actor = replace(document.actor("human 2"), tint=(0.2, 0.4, 1.0), frozen=True, stiffness={"r_knee": 0.5})
    return document.with_actor(actor)


def test_a_document_comes_back_equal_from_its_parts() -> None:
    document = scene()
    parts = to_parts(document)
    assert from_parts(parts) == document
    assert from_parts({key: bytes(bytearray(content)) for key, content in parts.items()}) == document


def test_parts_are_canonical_and_no_name_divides_a_key() -> None:
    parts = to_parts(scene())
    for key, content in parts.items():
        if not key.startswith("skeleton/"):
            same = json.dumps(json.loads(content), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            assert same.encode() == content
    assert part_key("state", "a/b %é?") in parts
    assert part_key("state", "a/b %é?").count("/") == 1
    assert part_key("a", "b/c") != part_key("a", "b", "c")


def test_what_did_not_change_gives_the_very_same_bytes() -> None:
    document = scene()
    before = to_parts(document)
    after = to_parts(document.at({"human": [0.1] * 50}))
    assert {key for key in before if after[key] is not before[key]} == {"state/human", "document"}
    assert after["document"] == before["document"]


def test_figures_of_one_kind_share_their_skeleton() -> None:
    parts = to_parts(scene())
    assert sum(key.startswith("skeleton/") for key in parts) == 2
    read = from_parts(parts)
    assert read.actor("human").figure.skeleton is read.actor("human 2").figure.skeleton


@pytest.mark.parametrize("key", sorted(to_parts(scene())))
def test_a_missing_or_spoilt_part_is_named(key: str) -> None:
    parts = to_parts(scene())
    with pytest.raises(FormatError, match="has no part"):
        from_parts({own: content for own, content in parts.items() if own != key})
    for spoilt in (b"", b"\xff\xfe", b"[[[", b'{"name":3}', b"[1e400]", b"null"):
        with pytest.raises(ManikinError):
            from_parts({**parts, key: spoilt})


@pytest.mark.parametrize("key", ["clip/1", "blob/ab", "lock/7", "pose/human/other", "state/nobody", "skeleton/00"])
def test_a_part_that_nothing_refers_to_is_of_a_newer_version_and_refused(key: str) -> None:
    with pytest.raises(NewerVersion, match=f"does not know its part '{key}'; install a newer manikin"):
        from_parts({**to_parts(scene()), key: b"{}"})


@pytest.mark.parametrize("key", ["document", "settings", "actor/human", "lock/1"])
def test_an_unknown_field_is_of_a_newer_version_and_refused(key: str) -> None:
    parts = to_parts(scene())
    with pytest.raises(NewerVersion, match=r"'strength'.*install a newer manikin"):
        from_parts({**parts, key: json.dumps({**json.loads(parts[key]), "strength": 2}).encode()})


def test_a_document_of_the_first_version_becomes_one_of_a_single_actor() -> None:
    human = bodies.load("human")
    figure = {
        "scr": write_skeleton(human.skeleton, "a.scr").decode(),
        "active": sorted(human.active_couplings),
        "name": "human",
    }
    goal = Position(point=Point(part="r_hand"), target=(0.1, 1.2, 0.3), weight=2.0)
    lock = {"id": 3, "name": "hand", "part": "r_hand", "kind": "position", "goal": to_data(goal), "hard": False}
    data = {
        "name": "old", "q": human.rest.tolist(), "poses": [{"name": "up", "q": [0.1] * 50}], "locks": [lock],
        "stiffness": {"r_knee": 0.25}, "settings": {"solver": "ccd", "balance": True}, "made": 5,
    }  # fmt: skip
    document = document_from_version_1(data, figure_from_version_1(figure))
    actor = document.actor("human")
    assert actor == replace(Actor.of(human), poses=actor.poses, stiffness={"r_knee": 0.25})
    assert dict(actor.stored_pose("up").values) == dict.fromkeys(human.parameter_names, 0.1)
    assert document.lock(3).goal == replace(goal, point=Point(part="r_hand", figure="human"))
    assert (document.made, document.settings.solver, document.settings.balance) == (5, "ccd", True)
    assert from_parts(to_parts(document)) == document


@pytest.mark.parametrize("text", ["\ud800", "figure a\njoint \udfff\n", "figure \ud83d\n"])
def test_a_figure_of_the_first_version_whose_text_is_no_text_is_refused(text: str) -> None:
    """Half a surrogate pair may stand in JSON, but in no file."""
    with pytest.raises(FormatError):
        figure_from_version_1({"scr": text, "active": [], "name": "odd"})
