"""The frames of a clip as they are shown: renewed where an edit changes them, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import commands
from manikin.clips.timed_goal import Span
from manikin.document.document import Document
from manikin.document.motion import motion_of
from manikin.figure.figure import Figure
from manikin.posing.clip_frames import ClipFrames, all_frames
from manikin.problem.problem import Problem
from tests.support.moving_document import moving_document


def frames_of(document: Document, before: ClipFrames | None = None) -> ClipFrames:
    return all_frames(document, before and {"human": before})["human"]


def spanned(document: Document) -> Document:
    one, other = document.locks
    document = document.with_lock(replace(one, spans=(Span(start=12, end=25, ease_in=4, ease_out=4),)))
    return document.with_lock(replace(other, spans=(Span(start=40, end=70, ease_in=3, ease_out=5),)))


def test_frames_are_those_of_the_clip_and_errors_those_of_the_locks() -> None:
    document = spanned(moving_document(keys=12))
    shown, motion = frames_of(document), motion_of(document, "human")
    assert motion is not None
    joints = 12 * len(motion.figure.skeleton)
    for row in (0, 13, 33, 55, 110):
        pose = motion.pose(row)
        np.testing.assert_allclose(shown.rows[row, :joints], pose.world.reshape(-1), atol=1e-6)
        np.testing.assert_allclose(shown.rows[row, joints : joints + 50], pose.q, atol=1e-6)
        for place, lock in enumerate(shown.locks):
            error = shown.errors[row, 2 * place : 2 * place + 2]
            if lock.covers(row):
                told = Problem(motion.figure, hard=[lock.goal]).errors(pose.q)[0]
                np.testing.assert_allclose(error, [told["m"], told["rad"]], atol=1e-7)
            else:
                assert np.isnan(error).all()


EDITS = {
    "a pose": commands.AtFrame(frame=50, edit=commands.SetParameters(values={"r_elbow": 1.0})),
    "a new key": commands.AtFrame(frame=17, edit=commands.SetParameters(values={"spine_bend": 0.2})),
    "a key moved": commands.MoveKeys(keys={"human": (20.0,)}, by=4),
    "the last key moved away": commands.MoveKeys(keys={"human": (110.0,)}, by=20),
    "the first key removed": commands.RemoveKeys(keys={"human": (0.0,)}),
    "a curve": commands.ChangeKeys(keys={"human": (60.0,)}, changes={"tension": 1.0}),
    "a span": commands.ChangeLock(id=1, changes={"spans": [{"start": 20, "end": 30, "ease_in": 5, "ease_out": 5}]}),
    "a lock off": commands.ChangeLock(id=2, changes={"enabled": False}),
    "another lock": commands.AtFrame(frame=90, edit=commands.AddLock(part="r_hand", spans=(Span(start=85, end=95),))),
}


@pytest.mark.parametrize("name", EDITS)
def test_renewed_frames_are_those_that_a_new_start_gives(name: str) -> None:
    document = spanned(moving_document(keys=12))
    before = frames_of(document)
    after = EDITS[name].apply(document)
    renewed, anew = frames_of(after, before), frames_of(after)
    np.testing.assert_array_equal(renewed.rows, anew.rows)
    np.testing.assert_array_equal(renewed.errors, anew.errors)
    assert renewed.first == anew.first


def test_frames_are_renewed_for_a_figure_that_was_read_anew() -> None:
    document = moving_document(keys=4)
    before = frames_of(document)
    actor = document.actor("human")
    assert actor.clip is not None
    figure = Figure(actor.figure.skeleton, active_couplings=actor.figure.active_couplings, name="human")
    again = replace(actor, figure=figure, clip=replace(actor.clip, figure=figure))
    renewed = frames_of(document.with_actor(again), before)
    np.testing.assert_array_equal(renewed.rows, before.rows)


def test_an_edit_of_one_key_leaves_most_frames_as_they_were() -> None:
    document = spanned(moving_document(keys=60))
    before = frames_of(document)
    after = frames_of(EDITS["a pose"].apply(document), before)
    assert (after.stamps != before.stamps).mean() < 0.15
    assert frames_of(document, before) is before
