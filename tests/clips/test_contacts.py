"""Goals that begin or end between keys lead the in-between there: a foot leaves from where it stood."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import lock_from_text
from manikin.clips import Constrained, Keyframes, Procedure
from manikin.clips.contacts import Contacts, share_between
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
    """With a key where the goal ends nothing is led; on the way there the motion changes little by little."""
    source = lifting(0)

    def clip(at: float) -> Constrained:
        keys = sorted((*source.keys, Key(frame=at, q=tuple(source.state(20.0)))), key=lambda key: key.frame)
        return replace(stepping(), source=replace(source, keys=tuple(keys)))

    at_key = clip(20.0)
    plain = at_key.source.at(FRAMES)
    np.testing.assert_array_equal(at_key.led(FRAMES, plain)[:26], plain[:26])
    away = [clip(20.0 + step) for step in (0.01, 0.02)]
    for one in away:
        led = one.led(FRAMES, one.source.at(FRAMES)) - one.source.at(FRAMES)
        assert np.abs(led[:26]).max() < 1e-4


def test_what_moves_without_keys_is_not_led() -> None:
    source = Procedure(figure=HUMAN, rate=30, call=lifting(0).at, first=0, last=90)
    clip = replace(stepping(), source=source)
    np.testing.assert_array_equal(clip.led(FRAMES, source.at(FRAMES)), source.at(FRAMES))


def test_the_cubic_goes_through_its_knots_without_a_kink() -> None:
    rng = np.random.default_rng(3)
    keys, frames = np.array([0.0, 13.0, 31.0, 44.0]), np.array([7.5, 20.0, 26.0])
    changes = rng.normal(size=(3, 5))
    cubic = Contacts(keys, frames, changes)
    np.testing.assert_allclose(cubic.at(frames), changes, atol=1e-12)
    assert not cubic.at(np.array([-9.0, *keys, 80.0])).any()
    for knot in (7.5, 13.0, 20.0, 26.0, 31.0):
        before, there, after = cubic.at(np.array([knot - 1e-5, knot, knot + 1e-5]))
        np.testing.assert_allclose(there - before, after - there, atol=1e-8)


def test_the_share_of_a_change_is_less_near_keys_and_none_beyond_them() -> None:
    keys = np.array([0.0, 20.0])
    found = share_between(np.array([-1.0, 0.0, 3.0, 6.0, 10.0, 20.0, 25.0]), keys, 6.0)
    np.testing.assert_allclose(found, [0, 0, 0.5, 1, 1, 0, 0])
    assert not share_between(np.array([3.0]), np.array([0.0]), 6.0).any()


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
