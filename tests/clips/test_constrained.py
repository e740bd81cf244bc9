"""Goals that hold on in-betweens: exactly, calmly, in any order, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Point, Position
from manikin.clips import Constrained, Keyframes, Procedure
from manikin.clips.key import Key
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.errors import InputError
from tests.support.swaying import FEET, HUMAN, REST, acceleration, slip, swaying


def held(*spans: Span, source: Keyframes | None = None) -> Constrained:
    return Constrained(
        source=source or swaying(), goals=tuple(TimedGoal(goal=goal, spans=spans or None) for goal in FEET)
    )


@pytest.mark.parametrize("seed", range(3))
def test_feet_stand_still_at_every_frame_and_between(seed: int) -> None:
    plain = swaying(seed)
    clip = held(source=plain)
    frames = np.random.default_rng(seed).uniform(0, 90, 60)
    assert slip(plain.at(frames)).max() > 0.005
    assert slip(clip.at(frames)).max() < 1e-6
    whole = np.arange(91.0)
    assert acceleration(clip.at(whole)) < 1.25 * acceleration(plain.at(whole))


def test_limits_hold() -> None:
    states = held().at(np.linspace(0, 90, 200))
    assert (states >= HUMAN.lo - 1e-12).all()
    assert (states <= HUMAN.hi + 1e-12).all()


def test_outside_spans_and_windows_it_is_the_plain_clip_to_the_last_bit() -> None:
    clip = held(Span(start=20, end=35, ease_in=5, ease_out=4), Span(start=60, end=70, ease_in=5, ease_out=5))
    for frames in (np.linspace(-5, 14.9, 20), np.linspace(39.1, 54.9, 20), np.linspace(75.1, 95, 20)):
        np.testing.assert_array_equal(clip.at(frames), swaying().at(frames))
    assert slip(clip.at(np.linspace(20, 35, 40))).max() < 1e-6
    assert slip(clip.at(np.linspace(60, 70, 40))).max() < 1e-6


def test_what_would_jump_is_faded() -> None:
    spans = (Span(start=20, end=35), Span(start=60, end=70))
    faded = held(*spans)
    hard = held(*(Span(start=s.start, end=s.end, ease_in=0, ease_out=0) for s in spans))
    fine = np.arange(0, 90, 0.25)
    change = [clip.at(fine) - swaying().at(fine) for clip in (faded, hard)]
    assert np.abs(np.diff(change[0], axis=0)).max() < 0.35 * np.abs(np.diff(change[1], axis=0)).max()


def test_windows_of_any_length_end_where_the_plain_clip_begins() -> None:
    """Also at fractional frames, and in windows of a frame or less: nothing is left that could vanish at once."""
    for ease in (0.4, 1.0, 2.5):
        clip = held(Span(start=20, end=35, ease_in=ease, ease_out=ease))
        for edge, inside in ((20 - ease, 1.0), (35 + ease, -1.0)):
            fine = edge + inside * ease * np.array([0.0, 1e-4, 1e-3])
            change = np.abs(clip.at(fine) - swaying().at(fine)).max(axis=1)
            assert change[0] == 0
            assert change[2] < 1e-7
        middle = np.array([20 - ease / 2, 35 + ease / 2])
        assert (np.abs(clip.at(middle) - swaying().at(middle)).max(axis=1) > 1e-5).all()


def test_a_lock_takes_over_from_another_of_its_limb_without_a_leap() -> None:
    """Without windows too: from the heel to the whole foot to the ball of the foot, each where it stood."""
    plain = swaying(1, easy=False)
    at = {"heel": Point(part="l_foot", at=(0, -0.05, -0.05)), "ball": Point(part="l_foot", at=(0, -0.05, 0.1))}
    goals = (
        TimedGoal(
            goal=Position(point=at["heel"], target=tuple(at["heel"].value(REST)), name="heel"),
            spans=(Span(start=20, end=32, ease_in=6, ease_out=0),),
        ),
        TimedGoal(goal=FEET[0], spans=(Span(start=33, end=50, ease_in=0, ease_out=0),)),
        TimedGoal(
            goal=Position(point=at["ball"], target=tuple(at["ball"].value(REST)), name="ball"),
            spans=(Span(start=51, end=64, ease_in=0, ease_out=6),),
        ),
    )
    clip = Constrained(source=plain, goals=goals)
    assert clip.audit(np.arange(20, 64, 0.37)).held
    fine = np.arange(10, 75, 0.05)
    steps = np.abs(np.diff(clip.at(fine), axis=0)).max(axis=1)
    usual = np.abs(np.diff(plain.at(fine), axis=0)).max()
    assert steps.max() < 1.5 * usual  # a leap at 33 or 51 would be there in one of the short steps


def test_any_order_gives_the_same_bits() -> None:
    clip, again = held(Span(start=20, end=60)), held(Span(start=20, end=60))
    frames = np.linspace(0, 90, 61)
    together = clip.at(frames)
    order = np.random.default_rng(1).permutation(len(frames))
    np.testing.assert_array_equal(again.at(frames[order]), together[order])
    np.testing.assert_array_equal(again.state(frames[33]), together[33])


def test_a_moving_target_is_followed() -> None:
    start = REST.position("r_hand")
    places = tuple(tuple(start + np.array(way)) for way in ((0, 0, 0), (0, 0.2, 0.25), (0.1, 0.3, 0.2)))
    moving = MovingTarget(field="target", frames=(10.0, 30.0, 50.0), values=places)
    goal = Position(point=HUMAN.point("r_hand"), target=places[0], name="hand")
    still = Keyframes(figure=HUMAN, keys=(Key(frame=0, q=tuple(HUMAN.rest)), Key(frame=60, q=tuple(HUMAN.rest))))
    clip = Constrained(
        source=still,
        goals=(
            TimedGoal(goal=goal, spans=(Span(start=10, end=50),), moving=moving),
            *(TimedGoal(goal=f) for f in FEET),
        ),
    )
    for frame in np.linspace(10, 50, 17):
        reached = HUMAN.pose(clip.state(frame)).position("r_hand")
        np.testing.assert_allclose(reached, moving.at(np.array([frame]))[0], atol=1e-6)
    assert clip.audit().held


def test_a_procedure_without_end_can_be_constrained() -> None:
    sway = Procedure(
        figure=HUMAN, call=lambda frames: HUMAN.rest + 0.05 * np.sin(0.2 * frames)[:, None] * np.ones(HUMAN.size)
    )
    clip = Constrained(source=sway, goals=(TimedGoal(goal=FEET[0]),))
    far = clip.state(12345.5)
    np.testing.assert_allclose(HUMAN.pose(far).position("l_foot"), REST.position("l_foot"), atol=1e-6)


def test_the_audit_measures_what_is_and_names_what_cannot_hold() -> None:
    good = held().audit()
    assert good.held
    assert good.limit_violation <= 1e-9
    assert "hold at all frames" in good.message
    far = Position(point=HUMAN.point("r_hand"), target=(0.0, 5.0, 0.0), name="far away")
    bad = Constrained(source=swaying(), goals=(TimedGoal(goal=far, spans=(Span(start=10, end=20),)), *held().goals))
    found = bad.audit()
    assert not found.held
    entry = found.goals["far away"]
    np.testing.assert_array_equal(entry.frames_off(), np.arange(10.0, 21.0))
    apart = [np.linalg.norm(HUMAN.pose(q).position("r_hand") - (0, 5, 0)) for q in bad.at(entry.frames)]
    np.testing.assert_allclose(entry.errors["m"], apart, atol=1e-9)
    assert "far away is off at 11 frames (10-20)" in found.message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"start": 5, "end": 2}, "to the same or a later one"),
        ({"start": float("nan"), "end": 2}, "same or a later"),
        ({"start": 0, "end": 2, "ease_in": -1}, "0 frames or more"),
    ],
)
def test_wrong_spans_are_refused(data: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Span(**data)


def test_overlapping_spans_and_goals_of_other_figures_are_refused() -> None:
    with pytest.raises(InputError, match="overlap"):
        TimedGoal(goal=FEET[0], spans=(Span(start=0, end=10), Span(start=10, end=20)))
    other = Position(point=Point(part="head", figure="otto"), target=(0, 1, 0))
    with pytest.raises(InputError, match="moves human, not otto"):
        Constrained(source=swaying(), goals=(TimedGoal(goal=other),))
