"""Figures that move as one: locks between figures hold between keys too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from manikin import bodies, commands
from manikin.clips.smooth import KEPT, Island, Smooth
from manikin.clips.timed_goal import Span
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.motion import motion_of, posed_at, states_at
from manikin.document.moving import motions_of
from manikin.document.parts import from_parts, to_parts
from manikin.figure.pose import Pose
from manikin.goals import PoseGoal, Position
from manikin.handles import Frame, Point
from manikin.kernels import library
from manikin.posing.clip_frames import all_frames
from tests.support.moving_document import moving_document


def with_ball(*, start: float = 12.0, end: float = 28.0, frozen: bool = False) -> Document:
    """The human that moves, and a ball without keys that its hand holds for a while."""
    document = commands.AddFigure(name="ball").apply(moving_document())
    ball = document.actors[1]
    document = document.with_actor(replace(ball, frozen=frozen))
    part = ball.figure.skeleton.root.name
    span = Span(start=start, end=end, ease_in=4, ease_out=4)
    held = commands.AddLock(
        part=part, figure=ball.name, lock="hold", other="r_hand", other_figure="human", spans=(span,)
    )
    document = held.apply(document)
    goal = PoseGoal(frame=Frame(part=part, figure=ball.name), target=Frame(part="r_hand", figure="human"))
    return document.with_lock(replace(document.locks[-1], goal=goal))


def gap(document: Document, frame: float) -> float:
    states = states_at(document, frame)
    poses = {name: Pose(document.figures[name], q) for name, q in states.items()}
    ball = document.actors[1]
    there = poses.get(ball.name, ball.pose)
    return float(np.linalg.norm(there.position(ball.figure.skeleton.root.name) - poses["human"].position("r_hand")))


def test_a_prop_without_keys_is_held_over_the_span_and_stands_where_it_was_before_and_after() -> None:
    document = with_ball()
    ball = document.actors[1]
    for frame in (12, 17.3, 20, 28):
        assert gap(document, frame) < 1e-6
    motion = motion_of(document, ball.name)
    assert motion is not None
    for frame in (0, 7.9, 32.1, 40):
        np.testing.assert_array_equal(motion.state(frame), ball.q)


def test_figures_that_no_lock_joins_move_by_themselves() -> None:
    document = with_ball()
    off = commands.ChangeLock(id=document.locks[-1].id, changes={"enabled": False}).apply(document)
    assert [motion.moving for motion in motions_of(off)] == [("human",)]
    assert motion_of(off, off.actors[1].name) is None
    assert [motion.moving for motion in motions_of(document)] == [("human", document.actors[1].name)]


def test_a_frozen_prop_stays_and_the_hand_comes_to_it() -> None:
    document = with_ball(frozen=True)
    hand = posed_at(document, 20).actor("human").pose.position("r_hand")
    ball = document.actors[1]
    reach = Position(point=Point(part="r_hand", figure="human"), target=Point(part="ball", figure="ball"))
    document = document.with_lock(replace(document.locks[-1], goal=reach))
    document = document.with_actor(replace(ball, q=_at(ball.figure, hand + np.array([0.02, 0.03, 0.01]))))
    assert motions_of(document)[0].moving == ("human",)
    before = moving_document()
    assert gap(document, 20) < 1e-6
    assert np.abs(states_at(document, 20)["human"] - states_at(before, 20)["human"]).max() > 1e-3


def _at(figure: object, place: np.ndarray) -> tuple[float, ...]:
    q = np.array(figure.rest)  # type: ignore[attr-defined]
    q[:3] = place
    return tuple(q.tolist())


def test_an_edit_at_a_frame_leaves_the_carried_prop_where_it_belongs() -> None:
    document = with_ball()
    for values in ({"head_turn": 0.3}, {"r_elbow": 1.2}):  # the second one moves the hand, and the prop with it
        edit = commands.SetParameters(figure="human", values=values)
        after = commands.AtFrame(frame=17, edit=edit).apply(document)
        assert after.actors[1].q == document.actors[1].q
        assert len(after.actor("human").clip.keys) == 6  # type: ignore[union-attr]
        assert gap(after, 17) < 1e-6
    put = commands.AtFrame(frame=3, edit=commands.SetParameters(figure="ball", values={"root_x": 0.9})).apply(document)
    assert put.actors[1].q[0] == 0.9  # before it is taken it stands where it is put


@pytest.mark.parametrize("quick", [True, False])
def test_frames_of_joined_figures_are_renewed_as_a_new_start_gives_them(quick: bool) -> None:
    document = with_ball()
    before = all_frames(document, quick=quick)
    ball = document.actors[1].name
    assert sorted(before) == sorted(["human", ball])
    for edit in (
        commands.AtFrame(frame=20, edit=commands.SetParameters(figure="human", values={"r_elbow": 1.0})),
        commands.ChangeLock(id=document.locks[-1].id, changes={"spans": [{"start": 15, "end": 36}]}),
        commands.MoveKeys(keys={"human": (40.0,)}, by=15.0),
    ):
        after = edit.apply(document)
        renewed, anew = all_frames(after, before, quick=quick), all_frames(after, quick=quick)
        for name in before:
            np.testing.assert_array_equal(renewed[name].rows, anew[name].rows)
            np.testing.assert_array_equal(renewed[name].errors, anew[name].errors)
    assert np.nanmax(before[ball].errors) < 1e-6


@pytest.mark.skipif(library() is None, reason="needs the compiled kernels")
def test_a_smooth_figure_keeps_its_locks_and_only_changed_frames_have_new_stamps() -> None:
    document = moving_document(keys=9)
    one, other = document.locks
    document = document.with_lock(replace(one, spans=(Span(start=12, end=25, ease_in=4, ease_out=4),)))
    document = document.with_lock(replace(other, spans=(Span(start=50, end=70, ease_in=3, ease_out=5),)))
    smooth = commands.ChangeFigure(changes={"smooth": True}).apply(document)
    quick, slow = all_frames(smooth, quick=True)["human"], all_frames(smooth)["human"]
    np.testing.assert_array_equal(quick.rows, all_frames(document)["human"].rows)
    assert np.abs(quick.rows - slow.rows).max() > 1e-4
    assert np.nanmax(slow.errors) < 1e-4
    after = commands.AtFrame(frame=60, edit=commands.SetParameters(values={"l_elbow": 1.0})).apply(smooth)
    renewed = all_frames(after, {"human": slow})["human"]
    assert (renewed.stamps[:30] == slow.stamps[:30]).all()
    assert (renewed.stamps != slow.stamps).any()
    np.testing.assert_array_equal(renewed.rows, all_frames(after)["human"].rows)


@pytest.mark.skipif(library() is None, reason="needs the compiled kernels")
def test_an_edit_solves_only_the_intervals_that_it_touches(monkeypatch: pytest.MonkeyPatch) -> None:
    document = moving_document(keys=9)
    one, other = document.locks
    document = document.with_lock(replace(one, spans=(Span(start=12, end=25, ease_in=4, ease_out=4),)))
    document = document.with_lock(replace(other, spans=(Span(start=50, end=70, ease_in=3, ease_out=5),)))
    smooth = commands.ChangeFigure(changes={"smooth": True}).apply(document)
    all_frames(smooth)
    solved: list[int] = []
    before = Smooth._smoothest

    def watched(self: Smooth, island: Island, *rest: Any) -> Any:
        solved.append(island.first)
        return before(self, island, *rest)

    monkeypatch.setattr(Smooth, "_smoothest", watched)
    edit = commands.AtFrame(frame=60, edit=commands.SetParameters(values={"l_elbow": 1.1}))
    after = edit.apply(smooth)
    renewed = all_frames(after)
    assert solved == [48]
    KEPT._known.clear()
    np.testing.assert_array_equal(renewed["human"].rows, all_frames(replace(after, name="anew"))["human"].rows)


def test_smooth_is_kept_with_the_document() -> None:
    document = commands.ChangeFigure(changes={"smooth": True}).apply(first_document(bodies.load("human")))
    assert from_parts(to_parts(document)).actor().smooth
