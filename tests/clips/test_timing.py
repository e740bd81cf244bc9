"""Timing: curves of time, and time by the length of a path."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.interpolate import PchipInterpolator

from manikin import bodies
from manikin.clips import Keyframes, Retimed
from manikin.clips.key import Key
from manikin.clips.timing import ArcLength, TimeCurve, speed_curve
from manikin.errors import InputError

LIMB = bodies.load("limb7")
HAND = LIMB.point("hand tip")


def wandering(seed: int = 0, count: int = 5) -> Keyframes:
    rng = np.random.default_rng(seed)
    q = LIMB.rest + 0.6 * rng.normal(size=(count, LIMB.size))
    return Keyframes(figure=LIMB, keys=tuple(Key(frame=12.0 * i, q=tuple(row)) for i, row in enumerate(q)))


def test_a_time_curve_is_the_monotone_cubic_through_its_pairs() -> None:
    pairs = ((0.0, 0.0), (10.0, 20.0), (14.0, 20.0), (40.0, 48.0))
    clip, frames = wandering(), np.linspace(0, 40, 161)
    retimed = Retimed(source=clip, time=TimeCurve(pairs=pairs))
    expected = PchipInterpolator(*np.array(pairs).T)(frames)
    np.testing.assert_allclose(retimed.at(frames), clip.at(expected), atol=1e-12)
    assert (np.diff(expected) >= 0).all()
    np.testing.assert_array_equal(retimed.at([50.0]), retimed.at([40.0]))


def test_a_falling_curve_plays_backwards() -> None:
    clip = wandering()
    backwards = Retimed(source=clip, time=TimeCurve(pairs=((0, 48), (48, 0))))
    np.testing.assert_allclose(backwards.at(np.arange(49.0)), clip.at(48 - np.arange(49.0)), atol=1e-12)


@pytest.mark.parametrize(
    "pairs", [((0, 0),), ((0, 0), (0, 1)), ((0, 0), (1, 1), (2, 0.5)), ((0, 0), (float("nan"), 1)), ((5, 0), (1, 1))]
)
def test_curves_that_turn_or_stand_still_in_time_are_refused(pairs: tuple) -> None:
    with pytest.raises(InputError):
        TimeCurve(pairs=pairs)


def test_the_length_of_a_path_is_that_of_scipy() -> None:
    clip = wandering()
    arc = ArcLength(clip=clip, of=HAND)

    def speed(frame: float) -> float:
        a, b = (HAND.value(clip.pose(frame + d)) for d in (-1e-5, 1e-5))
        return float(np.linalg.norm(b - a) / 2e-5)

    expected = sum(quad(speed, 12 * i, 12 * (i + 1), epsabs=1e-6)[0] for i in range(4))
    assert arc.length == pytest.approx(expected, rel=1e-3)  # a resting point counts a hundredth of the mean speed


@pytest.mark.parametrize("speed", ["even", "slow", ((0.0, 1.0), (1.0, 3.0))])
def test_the_point_follows_the_speed_curve(speed: object) -> None:
    clip = wandering(2)
    retimed = Retimed(source=clip, time=ArcLength(clip=clip, of=HAND, speed=speed))  # type: ignore[arg-type]
    frames = np.linspace(0.0, 48.0, 480)
    places = np.array([HAND.value(LIMB.pose(q)) for q in retimed.at(frames)])
    way = np.linalg.norm(np.diff(places, axis=0), axis=1)
    middles = (frames[1:] + frames[:-1]) / 96.0
    times, speeds = np.array(speed_curve(speed)).T  # type: ignore[arg-type]
    wanted = np.interp(middles, times, speeds)
    off = np.abs(way / way.sum() - wanted / wanted.sum()) * len(way)
    assert np.quantile(off, 0.97) < 0.02  # but for the few places where the path has a corner
    np.testing.assert_allclose(retimed.at([0.0, 48.0]), clip.at([0.0, 48.0]), atol=1e-9)


@pytest.mark.parametrize(
    "speed", ["fast", ((0.0, 0.0), (1.0, 0.0)), ((1.0, 1.0), (0.0, 1.0)), ((0.0, -1.0), (1.0, 1.0))]
)
def test_wrong_speeds_are_refused(speed: object) -> None:
    with pytest.raises(InputError):
        ArcLength(clip=wandering(), of=HAND, speed=speed)  # type: ignore[arg-type]
