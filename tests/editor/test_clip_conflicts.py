"""Conflicts over time: the frames, the words, and remedies that help."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import commands
from manikin.clips.timed_goal import Span
from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.editor.clip_conflicts import clip_conflicts
from manikin.plain_data import from_data
from manikin.posing.clip_frames import all_frames
from tests.support.moving_document import moving_document


def torn(start: float = 12, end: float = 20) -> Document:
    """Both feet are locked, and a hand is to be two metres away for a while."""
    reach = commands.AddLock(part="r_hand", lock="position", target=(-2.0, 1.2, 0.4), name="far reach")
    document = reach.apply(moving_document())
    far = document.locks[-1]
    return document.with_lock(replace(far, spans=(Span(start=start, end=end, ease_in=3, ease_out=3),)))


def worst(document: Document, first: int, last: int) -> float:
    """The largest error at some frames [m]."""
    errors = all_frames(document)["human"].errors[first : last + 1]
    return float(np.nanmax(errors, initial=0.0))


def test_a_clip_whose_locks_hold_has_no_conflicts() -> None:
    document = moving_document()
    assert clip_conflicts(document, all_frames(document)) == ()


def test_a_soft_lock_that_is_off_is_no_conflict() -> None:
    document = torn()
    soft = document.with_lock(replace(document.locks[-1], hard=False))
    assert clip_conflicts(document, all_frames(document))
    assert worst(soft, 12, 20) > 0.1
    assert clip_conflicts(soft, all_frames(soft)) == ()


def test_the_frames_are_named_and_what_clashes_is_said() -> None:
    document = torn()
    (found,) = clip_conflicts(document, all_frames(document))
    assert (found.start, found.end) == (12, 20)
    assert 12 <= found.frame <= 20
    assert found.sentence.startswith("Frames 12 to 20: ")
    assert "far reach" in found.sentence
    labels = [remedy.label for remedy in found.remedies]
    assert any(label.startswith("Move far reach by") for label in labels)
    assert any(label == "Let go of far reach from 12 to 20" for label in labels)


def test_every_remedy_helps_and_keeps_the_keys() -> None:
    document = torn()
    before = worst(document, 12, 20)
    (found,) = clip_conflicts(document, all_frames(document))
    assert len(found.remedies) >= 3
    for remedy in found.remedies:
        after = from_data(Command, remedy.command).apply(document)
        assert worst(after, 12, 20) < 0.9 * before, remedy.label
        assert after.actor().clip is not None
        assert [key.frame for key in after.actor().clip.keys] == [0, 10, 20, 30, 40]  # type: ignore[union-attr]


def test_a_lock_that_always_holds_is_let_go_of_at_those_frames_only() -> None:
    document = torn()
    document = document.without_lock(2)
    (found,) = clip_conflicts(document, all_frames(document))
    foot = next(remedy for remedy in found.remedies if "Let go of right foot" in remedy.label)
    after = from_data(Command, foot.command).apply(document)
    spans = after.lock(1).spans
    assert spans is not None
    assert [(span.start, span.end) for span in spans] == [(0, 11), (21, 40)]


def test_a_search_is_given_up_for_something_newer() -> None:
    class Newer(Exception):
        pass

    def stop() -> None:
        raise Newer

    document = torn()
    with pytest.raises(Newer):
        clip_conflicts(document, all_frames(document), stop)
