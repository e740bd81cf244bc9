"""What every kind of clip keeps to, run over the registry."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.clips import (
    Samples,
)
from manikin.clips.clip import clip_kinds
from manikin.errors import InputError
from tests.support.clip_kinds import FIGURES, MAKE, keyed

CASES = [(kind, name) for kind in MAKE for name in FIGURES if (kind, name) != ("mirrored", "limb7")]
"""An arm alone has no mirror image."""


def test_every_kind_has_an_instance_here() -> None:
    assert set(MAKE) == set(clip_kinds)


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_states_fit_the_figure_and_do_not_depend_on_the_order(kind: str, name: str) -> None:
    figure = FIGURES[name]
    clip = MAKE[kind](figure)
    frames = np.concatenate([np.linspace(-40, 140, 181), np.random.default_rng(2).uniform(-40, 140, 60)])
    states = clip.at(frames)
    assert states.shape == (len(frames), figure.size)
    assert np.isfinite(states).all()
    assert (states >= figure.lo - 1e-12).all()
    assert (states <= figure.hi + 1e-12).all()
    order = np.random.default_rng(3).permutation(len(frames))
    np.testing.assert_array_equal(clip.at(frames[order]), states[order])
    for i in order[:10]:
        np.testing.assert_array_equal(clip.state(frames[i]), states[i])


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_motion_is_continuous(kind: str, name: str) -> None:
    clip = MAKE[kind](FIGURES[name])
    first, last = (clip.start, clip.end) if np.isfinite(clip.start) else (0.0, 60.0)
    frames = np.linspace(first, last, 4000)
    steps = np.abs(np.diff(clip.at(frames), axis=0)).max(axis=1)
    loops = kind == "looped"  # a clip that does not end as it began jumps where it begins again
    assert np.sort(steps)[-(4 if loops else 1)] < 0.05


@pytest.mark.parametrize("kind", MAKE)
def test_asking_changes_nothing(kind: str) -> None:
    clip = MAKE[kind](FIGURES["human"])
    frames = np.array([3.0, 11.5])
    first = clip.at(frames)
    first[:] = 0.0
    assert clip.at(frames).any()
    assert frames.tolist() == [3.0, 11.5]


@pytest.mark.parametrize("kind", MAKE)
def test_baked_frames_are_the_same(kind: str) -> None:
    clip = MAKE[kind](FIGURES["human"])
    baked = clip.bake(0, 25)
    assert isinstance(baked, Samples)
    np.testing.assert_array_equal(baked.at(np.arange(26.0)), clip.at(np.arange(26.0)))
    slow = clip.bake(0, 24, 2)
    assert slow.rate == clip.rate / 2
    np.testing.assert_array_equal(slow.at(np.arange(13.0)), clip.at(2 * np.arange(13.0)))


@pytest.mark.parametrize("frames", [float("nan"), [1.0, float("inf")], [[1.0]], "abc"])
def test_wrong_frames_are_refused(frames: object) -> None:
    with pytest.raises((InputError, ValueError)):
        keyed(FIGURES["limb7"]).at(frames)  # type: ignore[arg-type]
