"""Whole intervals at once: hard poses too, at any frame, calmly; elsewhere the plain clip."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import HalfSpace, Position
from manikin.clips import Constrained, Keyframes, Procedure
from manikin.clips.key import Key
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.errors import InputError
from manikin.kernels import library
from tests.support.swaying import FEET, HUMAN, REST, acceleration, slip, swaying

pytestmark = pytest.mark.skipif(library() is None, reason="there are no compiled kernels")
WHOLE = np.arange(91.0)


def held(source: Keyframes, *spans: Span, method: str = "smooth") -> Constrained:
    goals = tuple(TimedGoal(goal=goal, spans=spans or None) for goal in FEET)
    return Constrained(source=source, goals=goals, method=method)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["live", "smooth"])
@pytest.mark.parametrize("seed", [0, 1, 2, 3, 22, 27, 29, 33])
def test_poses_with_legs_at_their_limits_stay_calm(seed: int, method: str) -> None:
    plain = swaying(seed, easy=False)
    clip = held(plain, method=method)
    frames = np.random.default_rng(seed).uniform(0, 90, 60)
    assert slip(plain.at(frames)).max() > 0.003
    assert slip(clip.at(frames)).max() < 1e-6
    states = clip.at(WHOLE)
    assert slip(states).max() < 1e-6
    assert acceleration(states) < 1.25 * acceleration(plain.at(WHOLE))
    assert ((states >= HUMAN.lo - 1e-12) & (states <= HUMAN.hi + 1e-12)).all()


@pytest.mark.slow
@pytest.mark.parametrize("easy", [True, False])
@pytest.mark.parametrize("method", ["live", "smooth"])
def test_forty_random_clips_accelerate_no_more_than_the_plain_ones(method: str, easy: bool) -> None:
    ratios = []
    for seed in range(40):
        plain = swaying(seed, easy=easy)
        states = held(plain, method=method).at(WHOLE)
        assert slip(states[::5]).max() < 1e-6
        ratios.append(acceleration(states) / acceleration(plain.at(WHOLE)))
    assert max(ratios) <= 1.25
    assert np.median(ratios) < 1.01


def test_outside_spans_and_windows_it_is_the_plain_clip_to_the_last_bit() -> None:
    spans = (Span(start=20, end=35, ease_in=5, ease_out=4), Span(start=60, end=70, ease_in=5, ease_out=5))
    clip = held(swaying(), *spans)
    for frames in (np.linspace(-5, 14.9, 20), np.linspace(39.1, 54.9, 20), np.linspace(75.1, 95, 20)):
        np.testing.assert_array_equal(clip.at(frames), swaying().at(frames))
    for first, last in ((20, 35), (60, 70)):
        assert slip(clip.at(np.linspace(first, last, 60))).max() < 1e-6


def test_any_order_gives_the_same_bits() -> None:
    frames = np.linspace(-3, 93, 97)
    spans = (Span(start=20, end=60), Span(start=75, end=80))
    together = held(swaying(), *spans).at(frames)
    order = np.random.default_rng(1).permutation(len(frames))
    again = held(swaying(), *spans)
    np.testing.assert_array_equal(again.at(frames[order]), together[order])
    np.testing.assert_array_equal(again.state(frames[41]), together[41])


def test_the_change_is_smoother_than_that_of_single_frames() -> None:
    """Two places of a hand with little time between them."""
    still = Keyframes(figure=HUMAN, keys=(Key(frame=0, q=tuple(HUMAN.rest)), Key(frame=80, q=tuple(HUMAN.rest))))
    start = REST.position("r_hand")
    places = [start + np.array(way) for way in ((0.05, 0.15, 0.25), (-0.1, 0.3, 0.2))]
    goals = tuple(
        TimedGoal(goal=Position(point=HUMAN.point("r_hand"), target=tuple(place)), spans=(Span(start=a, end=b),))
        for place, (a, b) in zip(places, ((20, 30), (36, 50)), strict=True)
    )
    smooth = Constrained(source=still, goals=goals, method="smooth")
    live = replace(smooth, method="live")
    frames = np.arange(81.0)
    assert smooth.audit().held
    squares = [float((np.diff(clip.at(frames), 2, axis=0) ** 2).sum()) for clip in (smooth, live)]
    assert squares[0] < squares[1]


def test_keys_that_meet_their_goals_stay_as_they_are() -> None:
    plain = swaying(3, easy=False)
    clip = held(plain)
    frames = [key.frame for key in plain.keys]
    np.testing.assert_allclose(clip.at(frames), [key.q for key in plain.keys], atol=1e-9)


def test_moving_targets_and_inequalities_hold() -> None:
    start = REST.position("r_hand")
    places = tuple(tuple(start + np.array(way)) for way in ((0, 0, 0), (0, 0.2, 0.25), (0.1, 0.3, 0.2)))
    moving = MovingTarget(field="target", frames=(10.0, 30.0, 50.0), values=places)
    hand = Position(point=HUMAN.point("r_hand"), target=places[0], name="hand")
    low = HalfSpace(point=HUMAN.point("pelvis"), origin=(0, 0.9, 0), normal=(0, 1, 0), name="low")
    clip = Constrained(
        source=swaying(),
        goals=(
            TimedGoal(goal=hand, spans=(Span(start=10, end=50),), moving=moving),
            TimedGoal(goal=low, spans=(Span(start=5, end=70),)),
            *(TimedGoal(goal=foot) for foot in FEET),
        ),
        method="smooth",
    )
    for frame in np.linspace(10, 50, 33):
        pose = HUMAN.pose(clip.state(frame))
        np.testing.assert_allclose(pose.position("r_hand"), moving.at(np.array([frame]))[0], atol=1e-6)
    heights = [HUMAN.pose(q).position("pelvis")[1] for q in clip.at(np.linspace(5, 70, 131))]
    assert min(heights) > 0.9 - 1e-6
    assert min(HUMAN.pose(q).position("pelvis")[1] for q in swaying().at(np.linspace(5, 70, 131))) < 0.89


def test_what_cannot_be_met_stays_a_compromise() -> None:
    far = Position(point=HUMAN.point("r_hand"), target=(0.0, 3.0, 0.0), name="far")
    clip = Constrained(
        source=swaying(),
        goals=(TimedGoal(goal=far, spans=(Span(start=30, end=50),)), *(TimedGoal(goal=foot) for foot in FEET)),
        method="smooth",
    )
    states = clip.at(WHOLE)
    assert np.isfinite(states).all()
    assert np.abs(states - swaying().at(WHOLE)).max() < 4
    assert len(clip.audit().goals["far"].frames_off()) == 21


def test_clips_without_ends_and_unknown_methods_are_refused() -> None:
    sway = Procedure(figure=HUMAN, call=lambda frames: np.tile(HUMAN.rest, (len(frames), 1)))
    with pytest.raises(InputError, match="start and an end"):
        Constrained(source=sway, goals=(TimedGoal(goal=FEET[0]),), method="smooth").state(3.0)
    with pytest.raises(InputError, match="live or smooth"):
        held(swaying(), method="rough")
