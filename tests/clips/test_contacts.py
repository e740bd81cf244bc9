"""Goals that begin or end between keys lead the in-between there: a foot leaves from where it stood."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import Ensemble, lock_from_text
from manikin.clips import Constrained, Keyframes, Procedure
from manikin.clips.contacts import Contacts, near
from manikin.clips.key import Key
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.problem.problem import Problem
from tests.support.swaying import FEET, HUMAN, REST, acceleration, slip, swaying

FRAMES = np.arange(91.0)
HUMAN_PROBLEM = Problem((HUMAN,))


def lifting(seed: int) -> Keyframes:
    """A body that sways; in its two keys between the first and the last one the right leg is lifted."""
    rng = np.random.default_rng(seed)
    keys = list(swaying(seed).keys)
    for place in (1, 2):
        q = np.array(keys[place].q)
        for name, most in (("r_hip_flexion", 0.6), ("r_knee", 1.0)):
            q[HUMAN.index(name)] += rng.uniform(0.5, 1.0) * most
        keys[place] = replace(keys[place], q=tuple(np.clip(q, HUMAN.lo, HUMAN.hi)))
    return replace(swaying(seed), keys=tuple(keys))


def stepping(seed: int = 0, ease: float | None = None) -> Constrained:
    """The same; its right foot stands until frame 20 and from frame 70 on, both between keys, the left one always."""
    spans = (Span(start=0, end=20, ease_in=0, ease_out=ease), Span(start=70, end=90, ease_in=ease, ease_out=0))
    left, right = FEET
    return Constrained(source=lifting(seed), goals=(TimedGoal(goal=left), TimedGoal(goal=right, spans=spans)))


@pytest.mark.parametrize("seed", range(4))
def test_a_foot_that_leaves_between_keys_need_not_catch_up(seed: int) -> None:
    within = acceleration(stepping(seed, ease=6.0).at(FRAMES))
    usual = stepping(seed)
    assert acceleration(usual.at(FRAMES)) < 0.45 * within
    assert slip(usual.at(np.linspace(0, 20, 50))).max() < 1e-6
    assert slip(usual.at(np.linspace(70, 90, 50))).max() < 1e-6
    assert usual.audit(FRAMES).pop < 1.3


def test_keys_stay_as_they_were_posed() -> None:
    clip = stepping()
    for key in lifting(0).keys:
        np.testing.assert_allclose(clip.state(key.frame), np.array(key.q), atol=1e-6)


def test_limits_hold_where_the_in_between_is_led() -> None:
    states = stepping(seed=2).at(np.linspace(0, 90, 400))
    assert (states >= HUMAN.lo - 1e-12).all()
    assert (states <= HUMAN.hi + 1e-12).all()


def test_a_key_that_comes_near_takes_over_gradually() -> None:
    """A key where the goal ends is passed as it was posed; on the way there the motion changes little by little."""
    source = lifting(0)

    def led(at: float) -> np.ndarray:
        keys = sorted((*source.keys, Key(frame=at, q=tuple(source.state(20.0)))), key=lambda key: key.frame)
        clip = replace(stepping(), source=replace(source, keys=tuple(keys)))
        plain = clip.source.at(FRAMES)
        return clip.led(FRAMES, plain) - plain

    at_key = led(20.0)
    assert not at_key[[0, 20, 30, 60]].any()
    for step, most in ((0.01, 2e-4), (0.1, 2e-3), (0.5, 2e-2)):
        assert np.abs(led(20.0 + step) - at_key)[:31].max() < most


@pytest.mark.parametrize("seed", range(200, 206))
def test_a_key_at_which_a_goal_begins_or_ends_is_passed_as_fast_as_the_goal_lets(seed: int) -> None:
    """The foot is free between the keys at 30 and 60, and lifted half-way; all other keys have it in its place."""
    source = swaying(seed)
    q = np.array(source.state(45.0))
    for name, most in (("r_hip_flexion", 0.5), ("r_knee", 0.9)):
        q[HUMAN.index(name)] += most
    source = replace(source, keys=(*source.keys[:2], Key(frame=45.0, q=tuple(q)), *source.keys[2:]))

    def clip(ease: float | None) -> Constrained:
        spans = (Span(start=0, end=30, ease_in=0, ease_out=ease), Span(start=60, end=90, ease_in=ease, ease_out=0))
        return Constrained(source=source, goals=(TimedGoal(goal=FEET[0]), TimedGoal(goal=FEET[1], spans=spans)))

    fine = np.arange(0, 90.01, 0.25)
    within, usual, plain = (one.at(fine) for one in (clip(6.0), clip(None), source))
    assert acceleration(within) > 1.2 * acceleration(plain)  # what a window that was set has to make up for
    assert acceleration(usual) < 1.2 * acceleration(plain)
    assert clip(None).audit(fine).pop < 1.05
    assert slip(usual[(fine <= 30) | (fine >= 60)]).max() < 1e-6
    for key in swaying(seed).keys:
        np.testing.assert_allclose(clip(None).state(key.frame), np.array(key.q), atol=1e-6)


def test_what_moves_without_keys_is_not_led() -> None:
    source = Procedure(figure=HUMAN, rate=30, call=lifting(0).at, first=0, last=90)
    clip = replace(stepping(), source=source)
    np.testing.assert_array_equal(clip.led(FRAMES, source.at(FRAMES)), source.at(FRAMES))


def test_the_cubics_go_through_their_knots_without_a_kink() -> None:
    rng = np.random.default_rng(3)
    keys, frames = np.array([0.0, 13.0, 31.0, 44.0]), np.array([6.5, 20.0, 25.0, 31.0])
    changes, rates = rng.normal(size=(2, 4, 5))
    cubics = Contacts(keys, frames, changes, rates, rate=30.0)
    np.testing.assert_allclose(cubics.at(frames[:3]), changes[:3], atol=1e-12)
    assert np.abs(cubics.at(np.array([-9.0, *keys, 80.0]))).max() < 1e-12
    for knot in (6.5, 13.0, 20.0, 25.0, 31.0):
        before, there, after = cubics.at(np.array([knot - 1e-5, knot, knot + 1e-5]))
        np.testing.assert_allclose(there - before, after - there, atol=1e-8)
        if knot == 31.0:
            np.testing.assert_allclose((after - before) / 2e-5, rates[3], atol=1e-4)


def test_a_frame_is_near_a_key_within_reach_and_nearest_at_it() -> None:
    found = near(np.array([-1.0, 0.0, 3.0, 6.0, 10.0, 20.0, 25.0]), np.array([0.0, 20.0]), 6.0)
    np.testing.assert_allclose(found[:, 0], [25 / 27, 1, 0.5, 0, 0, 0, 0])
    np.testing.assert_allclose(found[-2:, 1], [1, 2 / 27])


def test_rest_is_not_led_anywhere() -> None:
    still = Keyframes(figure=HUMAN, rate=30, keys=(Key(frame=0.0, q=REST.q), Key(frame=90.0, q=REST.q)))
    clip = replace(stepping(), source=still)
    np.testing.assert_allclose(clip.at(FRAMES), still.at(FRAMES), atol=1e-9)


def test_linear_limits_hold_where_the_in_between_is_led() -> None:
    """Of a shoulder, whose angles share limits, when a hand is let go between keys."""
    rng, led = np.random.default_rng(5), 0
    frames = np.arange(0, 90.01, 0.5)
    spans = (Span(start=0, end=20, ease_in=0), Span(start=70, end=90, ease_out=0))
    for _ in range(12):
        states = [HUMAN.rest + 0.6 * (HUMAN.random_state(rng) - HUMAN.rest) for _ in range(4)]
        source = Keyframes(figure=HUMAN, keys=tuple(Key(frame=30.0 * k, q=tuple(q)) for k, q in enumerate(states)))
        goal = lock_from_text("l_hand", HUMAN.pose(source.state(15.0)))
        clip = Constrained(source=source, goals=(TimedGoal(goal=goal, spans=spans),))
        plain = source.at(frames)
        led += int((clip.led(frames, plain) != plain).any(axis=1).sum())
        plain_passes = max(HUMAN_PROBLEM.limit_violation(q) for q in plain)  # keys by chance may be outside
        passes = max(HUMAN_PROBLEM.limit_violation(q) for q in clip.led(frames, plain))
        assert passes <= plain_passes + 1e-9
    assert led > 1000


def test_a_figure_is_led_by_its_own_goals_only() -> None:
    """Whatever others begin or end meanwhile."""
    ann, bob = (replace(lifting(seed), figure=HUMAN.renamed(name)) for seed, name in ((0, "ann"), (1, "bob")))
    foot = lock_from_text("r_foot", ann.figure.pose())
    own = TimedGoal(goal=foot, spans=(Span(start=0, end=20, ease_in=0),))
    other = lock_from_text("l_hand", bob.figure.pose(bob.state(30.0)))
    alone = Constrained(source=ann, goals=(own,)).at(FRAMES)
    for frame in (15.0, 22.0, 26.0):
        goals = (own, TimedGoal(goal=other, spans=(Span(start=frame, end=frame + 20),)))
        both = Ensemble(clips=(ann, bob), goals=goals)
        np.testing.assert_allclose(both.at(FRAMES)["ann"], alone, atol=1e-3)  # as solved with another's
